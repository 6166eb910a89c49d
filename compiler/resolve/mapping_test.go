package resolve

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// S3.6: mappings become typed inputs and outputs; what an output expression
// reads and the file does not declare is what the handler returns.
func TestMappings(t *testing.T) {
	pkg, bag := compile(t, `<itemDefinition id="num" structureRef="xsd:double"/>
		<process id="p" isExecutable="true"><property id="rate" name="rate" itemSubjectRef="num"/>
		<serviceTask id="a"><extensionElements><zeebe:ioMapping><zeebe:input source="=order.total * 2" target="amount"/><zeebe:input source="EUR" target="currency"/>
			<zeebe:output source="=result.id" target="paymentId"/><zeebe:output source="=fee" target="rate"/><zeebe:output source="=rate &gt; 1" target="big"/></zeebe:ioMapping></extensionElements></serviceTask>
		<serviceTask id="b"><extensionElements><camunda:inputOutput><camunda:inputParameter name="how">fast</camunda:inputParameter>
			<camunda:outputParameter name="parcel">${number}</camunda:outputParameter></camunda:inputOutput></extensionElements></serviceTask>
		</process>`, Options{})
	if bag.HasErrors() {
		t.Fatalf("%+v", bag.All())
	}
	p := pkg.Processes[0]
	render := func(params []model.Param) []string {
		var out []string
		for _, x := range params {
			out = append(out, x.GoName+" "+x.Type.String())
		}
		return out
	}
	want(t, []string{"Amount integer", "Currency string"}, render(p.Nodes[0].IO.Inputs))
	want(t, []string{"Result Result", "Fee float"}, render(p.Nodes[0].IO.Outputs))
	want(t, []string{"How string"}, render(p.Nodes[1].IO.Inputs))
	for _, m := range append(append([]model.Mapping(nil), p.Nodes[0].IO.In...), p.Nodes[0].IO.Out...) {
		if m.Expr < 0 || m.Expr >= len(p.Exprs) {
			t.Errorf("mapping without expression: %+v", m)
		}
	}
}

// A task that declares outputs alone sees every variable.
func TestOutputsAlone(t *testing.T) {
	p := process(t, `<serviceTask id="a"><extensionElements><zeebe:ioMapping><zeebe:output source="=got" target="have"/></zeebe:ioMapping></extensionElements></serviceTask>
		<exclusiveGateway id="x" default="x_c"/><task id="b"/><task id="c"/>
		a -> x
		x -> b: =have > 1 and ready
		x -> c`)
	var in []string
	for _, x := range p.Nodes[0].IO.Inputs {
		in = append(in, x.Name)
	}
	want(t, []string{"have", "ready"}, in)
}

// S3.6, §10.4: an ioSpecification is the task's inputs and outputs; its data
// associations copy, transform or assign.
func TestIOSpecification(t *testing.T) {
	pkg, bag := compile(t, `
		<itemDefinition id="num" structureRef="xsd:long"/><itemDefinition id="text" structureRef="xsd:string"/>
		<process id="p" isExecutable="true">
		<property id="total" name="total sum" itemSubjectRef="num"/>
		<dataObject id="do" itemSubjectRef="text"/><dataObjectReference id="ref" name="receipt" dataObjectRef="do"/>
		<serviceTask id="a"><ioSpecification>
			<dataInput id="in1" name="amount" itemSubjectRef="num"/><dataInput id="in2" name="label"/><dataInput id="in3" name="unused" itemSubjectRef="text"/><dataOutput id="out1" name="paper" itemSubjectRef="text"/>
			<inputSet id="i"><dataInputRefs>in1</dataInputRefs><dataInputRefs>in2</dataInputRefs><dataInputRefs>in3</dataInputRefs></inputSet><outputSet id="o"><dataOutputRefs>out1</dataOutputRefs></outputSet></ioSpecification>
			<dataInputAssociation id="m1"><sourceRef>total</sourceRef><targetRef>in1</targetRef></dataInputAssociation>
			<dataInputAssociation id="m2"><targetRef>in2</targetRef><assignment id="as"><from xsi:type="tFormalExpression">="no " + "name"</from><to xsi:type="tFormalExpression">label</to></assignment></dataInputAssociation>
			<dataOutputAssociation id="m3"><sourceRef>out1</sourceRef><targetRef>ref</targetRef></dataOutputAssociation>
		</serviceTask></process>`, Options{})
	if bag.HasErrors() {
		t.Fatalf("%+v", bag.All())
	}
	p := pkg.Processes[0]
	want(t, []string{"total sum integer", "receipt string"}, vars(p))
	io := p.Nodes[0].IO
	var got []string
	for _, x := range io.Inputs {
		got = append(got, x.GoName+" "+x.Type.String())
	}
	for _, x := range io.Outputs {
		got = append(got, "-> "+x.GoName+" "+x.Type.String())
	}
	for _, m := range io.In {
		got = append(got, io.Inputs[m.Target.Param].Name+" = "+p.Exprs[m.Expr].Source)
	}
	for _, m := range io.Out {
		got = append(got, p.Vars[m.Target.Var].Name+" = "+p.Exprs[m.Expr].Source)
	}
	want(t, []string{
		"Amount integer", "Label string", "Unused string", "-> Paper string", "amount = total sum", `label = ="no " + "name"`, "receipt = paper",
	}, got)
}
