package bpmn

import "testing"

// Data objects, references and stores (BPMN 2.0.2 §10.4.1).
func TestDataObjects(t *testing.T) {
	d := parse(t, model(`<itemDefinition id="it" structureRef="xsd:int" isCollection="true" itemKind="Physical"/>
<dataStore id="ds" name="Store" capacity="10" isUnlimited="false" itemSubjectRef="it"><dataState/></dataStore>
<process id="p">
 <dataObject id="o" name="Order" itemSubjectRef="it" isCollection="true"><dataState name="s"/></dataObject>
 <dataObjectReference id="r" dataObjectRef="o" itemSubjectRef="it"><dataState name="s"/></dataObjectReference>
 <dataStoreReference id="sr" dataStoreRef="ds" itemSubjectRef="it"/>
</process>`))
	it := as[*ItemDefinition](t, d.Roots[0])
	equal(t, "item", []any{"http://www.w3.org/2001/XMLSchema", "int", true, "Physical"}, []any{it.StructureRef.Space, it.StructureRef.Local, it.IsCollection, it.ItemKind})
	ds := as[*DataStore](t, d.Roots[1])
	equal(t, "store", []string{"Store", "10", "false", "it"}, []string{ds.Name, ds.Capacity, ds.IsUnlimited, ds.ItemSubjectRef.Local})
	fe := as[*Process](t, d.Roots[2]).FlowElements
	o := as[*DataObject](t, fe[0])
	equal(t, "object", []any{"Order", "it", true, "dataState"}, []any{o.Name, o.ItemSubjectRef.Local, o.IsCollection, o.DataState.Name.Local})
	r := as[*DataObjectReference](t, fe[1])
	equal(t, "reference", []string{"o", "it", "dataState"}, []string{r.DataObjectRef.Local, r.ItemSubjectRef.Local, r.DataState.Name.Local})
	sr := as[*DataStoreReference](t, fe[2])
	equal(t, "store reference", []string{"ds", "it"}, []string{sr.DataStoreRef.Local, sr.ItemSubjectRef.Local})
}

// ioSpecification and data associations (§10.4.2).
func TestInputOutput(t *testing.T) {
	a := first[*Task](t, parse(t, process(`<task><ioSpecification>
 <dataInput id="i" name="in" itemSubjectRef="it" isCollection="true"/><dataOutput id="o"/>
 <inputSet name="s"><dataInputRefs>i</dataInputRefs><optionalInputRefs>i2</optionalInputRefs><whileExecutingInputRefs>i3</whileExecutingInputRefs><outputSetRefs>os</outputSetRefs></inputSet>
 <outputSet id="os"><dataOutputRefs>o</dataOutputRefs><optionalOutputRefs>o2</optionalOutputRefs><whileExecutingOutputRefs>o3</whileExecutingOutputRefs><inputSetRefs>is</inputSetRefs></outputSet>
</ioSpecification>
<dataInputAssociation><sourceRef>a</sourceRef><sourceRef>b</sourceRef><targetRef>i</targetRef><transformation language="feel">a + b</transformation>
 <assignment><from>x</from><to language="xpath">y</to></assignment></dataInputAssociation></task>`)))
	io := a.IO
	equal(t, "input", []any{"in", "it", true}, []any{io.Inputs[0].Name, io.Inputs[0].ItemSubjectRef.Local, io.Inputs[0].IsCollection})
	equal(t, "output", "o", io.Outputs[0].ID)
	in, out := io.InputSets[0], io.OutputSets[0]
	equal(t, "input set", [][]string{{"i"}, {"i2"}, {"i3"}, {"os"}},
		[][]string{locals(in.DataRefs), locals(in.OptionalRefs), locals(in.WhileExecutingRefs), locals(in.SetRefs)})
	equal(t, "output set", [][]string{{"o"}, {"o2"}, {"o3"}, {"is"}},
		[][]string{locals(out.DataRefs), locals(out.OptionalRefs), locals(out.WhileExecutingRefs), locals(out.SetRefs)})
	as := a.DataInputs[0]
	equal(t, "association", []any{[]string{"a", "b"}, "i", "a + b", "feel", "x", "y", "xpath"},
		[]any{locals(as.SourceRefs), as.TargetRef.Local, as.Transformation.Text.Value, as.Transformation.Language,
			as.Assignments[0].From.Text.Value, as.Assignments[0].To.Text.Value, as.Assignments[0].To.Language})
}
