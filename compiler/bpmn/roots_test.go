package bpmn

import "testing"

// The root and what it says of the whole file (BPMN 2.0.2 §8.1).
func TestDefinitions(t *testing.T) {
	d := parse(t, `<?xml version="1.0" encoding="UTF-8"?>
<b:definitions xmlns:b="`+NS+`" xmlns="urn:default" xmlns:x="urn:x" id="d" name="D" targetNamespace="urn:t" expressionLanguage="el" typeLanguage="tl" exporter="E" exporterVersion="1" x:y="z">
 <b:documentation>doc</b:documentation>
 <b:import namespace="urn:i" location="i.xsd" importType="http://www.w3.org/2001/XMLSchema"/>
 <b:extension mustUnderstand="true" definition="x:ext"/>
 <b:process id="p"/>
 <BPMNDiagram xmlns="http://www.omg.org/spec/BPMN/20100524/DI" id="dia"><BPMNPlane id="plane"/></BPMNDiagram>
 <b:relationship type="t" direction="None"><b:source>x:a</b:source><b:target>x:b</b:target></b:relationship>
</b:definitions>`)
	equal(t, "attributes", []string{"d", "D", "urn:t", "el", "tl", "E", "1", "utf-8", "t.bpmn"},
		[]string{d.ID, d.Name, d.TargetNamespace, d.ExpressionLanguage, d.TypeLanguage, d.Exporter, d.ExporterVersion, d.Encoding, d.File})
	equal(t, "namespaces", map[string]string{"b": NS, "": "urn:default", "x": "urn:x"}, d.Namespaces)
	i := d.Imports[0]
	equal(t, "import", []string{"urn:i", "i.xsd", "http://www.w3.org/2001/XMLSchema"}, []string{i.Namespace, i.Location, i.ImportType})
	equal(t, "roots", []any{"p", "relationship", 2}, []any{as[*Process](t, d.Roots[0]).ID, as[*RootElement](t, d.Roots[1]).Kind, len(as[*RootElement](t, d.Roots[1]).Children)})
	equal(t, "diagram", "dia", d.Diagrams[0].Attrs[1].Value)
	if d.RawIDs["plane"] == nil || d.IDs["p"] != d.Roots[0] {
		t.Error("ids are not recorded")
	}
	foreign, ok := d.Attr("urn:x", "y")
	equal(t, "foreign attribute", []any{"z", true}, []any{foreign.Value, ok})
	equal(t, "prefix as written", Name{NS, "definitions", "b"}, d.XML)
}

// What events, tasks and data refer to (§8.4).
func TestRootElements(t *testing.T) {
	d := parse(t, model(`<message id="m" name="M" itemRef="it"/>
<signal id="s" name="S" structureRef="it"/>
<error id="e" name="E" errorCode=" 42 " structureRef="it"/>
<escalation id="x" name="X" escalationCode="7" structureRef="it"/>
<interface id="i" name="I" implementationRef="impl"><operation id="o" name="O" implementationRef="impl"><inMessageRef>m</inMessageRef><outMessageRef>m2</outMessageRef><errorRef>e</errorRef><errorRef>e2</errorRef></operation></interface>
<category id="c" name="C"><documentation>doc</documentation><extensionElements><zeebe:x/></extensionElements><categoryValue id="cv" value="v"/></category>
<endPoint id="ep"/><partnerEntity id="pe" name="PE"><participantRef>p</participantRef></partnerEntity><partnerRole id="pr"/>
<resource id="r" name="R"><resourceParameter id="rp" name="n" type="xsd:string" isRequired="true"/></resource>`))
	m, s, e, x := as[*Message](t, d.Roots[0]), as[*Signal](t, d.Roots[1]), as[*Error](t, d.Roots[2]), as[*Escalation](t, d.Roots[3])
	equal(t, "message", []string{"M", "it"}, []string{m.Name, m.ItemRef.Local})
	equal(t, "signal", []string{"S", "it"}, []string{s.Name, s.StructureRef.Local})
	equal(t, "error", []string{"E", " 42 ", "it"}, []string{e.Name, e.ErrorCode, e.StructureRef.Local})
	equal(t, "escalation", []string{"X", "7", "it"}, []string{x.Name, x.EscalationCode, x.StructureRef.Local})
	i := as[*Interface](t, d.Roots[4])
	o := i.Operations[0]
	equal(t, "interface", []any{"I", "impl", "O", "impl", "m", "m2", []string{"e", "e2"}},
		[]any{i.Name, i.ImplementationRef.Local, o.Name, o.ImplementationRef.Local, o.InMessageRef.Local, o.OutMessageRef.Local, locals(o.ErrorRefs)})
	c := as[*RootElement](t, d.Roots[5])
	equal(t, "category", []any{"category", "c", "C", "doc", 1, "categoryValue"},
		[]any{c.Kind, c.ID, c.Name, c.Documentation[0].Value, len(c.Extensions), c.Children[0].Name.Local})
	if d.RawIDs["cv"] == nil {
		t.Error("the id of a category value is not recorded")
	}
	var kinds []string
	for _, r := range d.Roots[6:] {
		kinds = append(kinds, as[*RootElement](t, r).Kind)
	}
	equal(t, "others", []string{"endPoint", "partnerEntity", "partnerRole", "resource"}, kinds)
}

// The five global tasks (§10.3.6).
func TestGlobalTasks(t *testing.T) {
	d := parse(t, model(`<globalTask id="a" name="A"><supportedInterfaceRef>i</supportedInterfaceRef><ioSpecification/><ioBinding operationRef="o" inputDataRef="x" outputDataRef="y"/><performer/></globalTask>
<globalManualTask/><globalUserTask implementation="impl"><rendering/></globalUserTask><globalBusinessRuleTask implementation="rules"/>
<globalScriptTask scriptLanguage="text/x"><script>s</script></globalScriptTask>`))
	type global struct{ Kind, Implementation, Language, Script string }
	var got []global
	for _, r := range d.Roots {
		g := as[*GlobalTask](t, r)
		got = append(got, global{g.Kind, g.Implementation, g.ScriptLanguage, g.Script.Value})
	}
	equal(t, "global tasks", []global{
		{"globalTask", "", "", ""}, {"globalManualTask", "", "", ""}, {"globalUserTask", "impl", "", ""},
		{"globalBusinessRuleTask", "rules", "", ""}, {"globalScriptTask", "", "text/x", "s"},
	}, got)
	g := as[*GlobalTask](t, d.Roots[0])
	equal(t, "as callable", []any{[]string{"i"}, true, 1, "ioBinding"}, []any{locals(g.SupportedInterfaceRefs), g.IO != nil, len(g.ResourceRoles), g.Kept[0].Name.Local})
}

// A process and its parts (§10.1).
func TestProcess(t *testing.T) {
	d := parse(t, model(`<process id="p" name="P" isExecutable="1" isClosed="false" processType="Private" definitionalCollaborationRef="c">
 <auditing/><monitoring/><supportedInterfaceRef>i</supportedInterfaceRef><ioSpecification/><ioBinding/><property name="v" itemSubjectRef="xsd:int"/>
 <laneSet id="ls"><lane id="l" name="L" partitionElementRef="x"><partitionElement/><flowNodeRef>t</flowNodeRef></lane></laneSet>
 <task id="t"/><sequenceFlow id="f" name="yes" sourceRef="t" targetRef="t" isImmediate="true"><conditionExpression xsi:type="tFormalExpression">a</conditionExpression></sequenceFlow>
 <association sourceRef="t" targetRef="a"/><resourceRole/><supports>q</supports>
</process><process/><process isExecutable="false"/>`))
	p := as[*Process](t, d.Roots[0])
	equal(t, "attributes", []string{"true", "false", "Private"}, []string{p.IsExecutable, p.IsClosed, p.ProcessType})
	equal(t, "callable", []any{[]string{"i"}, true, "v", 1}, []any{locals(p.SupportedInterfaceRefs), p.IO != nil, p.Properties[0].Name, len(p.ResourceRoles)})
	equal(t, "lanes", []string{"L", "t", "partitionElement"}, []string{p.LaneSets[0].Lanes[0].Name, p.LaneSets[0].Lanes[0].NodeRefs[0].Local, p.LaneSets[0].Lanes[0].Kept[0].Name.Local})
	f := as[*SequenceFlow](t, p.FlowElements[1])
	equal(t, "flow", []any{"yes", "t", "t", "true", "a", true}, []any{f.Name, f.SourceRef.Local, f.TargetRef.Local, f.IsImmediate, f.Condition.Text.Value, f.Condition.Formal})
	equal(t, "artifacts", "association", p.Artifacts[0].Kind)
	equal(t, "absent and false", []string{"", "false"}, []string{as[*Process](t, d.Roots[1]).IsExecutable, as[*Process](t, d.Roots[2]).IsExecutable})
}
