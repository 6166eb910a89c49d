package bpmn

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// What the schema does not have at its place is named with what was probably
// meant, and kept (BPMN 2.0.2 §15, §8.3.4).
func TestUnknown(t *testing.T) {
	cases := []struct{ name, src, want, fix string }{
		{"misspelt element", process(`<serviceTsk/>`), "3:2+10 BG1040 BPMN has no element serviceTsk", "did you mean serviceTask?"},
		{"wrong capital", process(`<ServiceTask/>`), "3:2+11 BG1040 BPMN has no element ServiceTask", "did you mean serviceTask?"},
		{"misspelt, known elsewhere", process(`<task><standardLoopCharacteristic/></task>`),
			"3:8+26 BG1040 BPMN has no element standardLoopCharacteristic", "did you mean standardLoopCharacteristics?"},
		{"nothing like it", process(`<flowerpot/>`), "3:2+9 BG1040 BPMN has no element flowerpot",
			"take the element out, or move it into extensionElements in a namespace of its own"},
		{"known elsewhere", model(`<startEvent/>`), "2:2+10 BG1041 startEvent can't stand in definitions; it has no effect here",
			"move the element to where BPMN has it, or take it out"},
		{"an operation on a task", process(`<task><operationRef>o</operationRef></task>`),
			"3:8+12 BG1041 operationRef can't stand in task; it has no effect here", "move the element to where BPMN has it, or take it out"},
		{"in an element kept raw", model(`<resource><resourceParam/></resource>`), "2:12+13 BG1040 BPMN has no element resourceParam", "did you mean resourceParameter?"},
		{"in a reference", process(`<task><incoming><outgoing/></incoming></task>`),
			"3:18+8 BG1041 outgoing can't stand in incoming; it has no effect here", "move the element to where BPMN has it, or take it out"},

		{"misspelt attribute", process(`<sequenceFlow sourceref="a"/>`), "3:15+9 BG1046 sequenceFlow has no attribute sourceref", "did you mean sourceRef?"},
		{"attribute of another element", process(`<task scriptFormat="x"/>`), "3:7+12 BG1042 task has no attribute scriptFormat",
			"take the attribute out, or give it the prefix of its own namespace"},
		{"attribute of an element kept raw", model(`<category Name="x"/>`), "2:11+4 BG1046 category has no attribute Name", "did you mean name?"},
		{"attribute of a reference", process(`<task><incoming id="x">f</incoming></task>`), "3:17+2 BG1042 incoming has no attribute id",
			"take the attribute out, or give it the prefix of its own namespace"},
		{"attribute with BPMN's prefix", strings.Replace(process(`<task b:id="t"/>`), "<definitions ", `<definitions xmlns:b="`+NS+`" `, 1),
			"3:7+4 BG1042 BPMN's own attributes have no prefix; b:id has no effect", "write id without the prefix"},

		{"foreign element astray", process(`<task><zeebe:taskDefinition/></task>`), "3:8+20 BG1043 zeebe:taskDefinition stands outside of extensionElements; it has no effect there",
			"put it into the extensionElements of task"},
		{"BPMN's name in no namespace", process(`<task><incoming xmlns="">f</incoming></task>`),
			"3:8+8 BG1031 incoming is written in no namespace, not in that of BPMN 2.0; it has no effect", "write it with the prefix of definitions, incoming"},
		{"BPMN's name in a near miss", process(`<task xmlns="http://www.omg.org/spec/BPMN/20100524/MODL"/>`),
			"3:2+4 BG1031 task is written in the namespace http://www.omg.org/spec/BPMN/20100524/MODL, not in that of BPMN 2.0; it has no effect", "write it with the prefix of definitions, task"},
		{"text astray", process(`<task> a &gt; b </task>`), "3:8+8 BG1044 text between the elements of task has no effect", "take the text out, or put it into documentation"},
		{"text in an element kept raw", model(`<resource>x</resource>`), "2:11+1 BG1044 text between the elements of resource has no effect", "take the text out, or put it into documentation"},

		{"two conditions", process("<sequenceFlow>\n<conditionExpression>a</conditionExpression><conditionExpression>b</conditionExpression></sequenceFlow>"),
			"4:46+19 BG1045 sequenceFlow has a conditionExpression already; only the first counts", "keep one of them"},
		{"two kinds of loop", process("<task><standardLoopCharacteristics/><multiInstanceLoopCharacteristics/></task>"),
			"3:38+32 BG1045 task has loop characteristics already; only the first counts", "keep one of them"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var bag diag.Bag
			d := Parse("t.bpmn", []byte(c.src), Options{}, &bag)
			if d == nil || bag.Len() != 1 {
				t.Fatalf("findings: %v", bag.All())
			}
			f := bag.All()[0]
			equal(t, "finding", c.want, strings.Join([]string{at(f.Span), string(f.Code), f.Message}, " "))
			equal(t, "fix", c.fix, f.Fix)
		})
	}
}

// What is not known is kept with all below it.
func TestUnknownIsKept(t *testing.T) {
	var bag diag.Bag
	d := Parse("t.bpmn", []byte(process(`<task><x:y xmlns:x="urn:x" a="1"><z>text</z></x:y><foo/></task>`)), Options{}, &bag)
	u := first[*Task](t, d).Unknown
	equal(t, "unknown", []any{2, "urn:x", "text", "foo"}, []any{len(u), u[0].Name.Space, u[0].Children[0].Text.Value, u[1].Name.Local})
}

// Foreign elements and attributes in their place are no finding (§8.3.4).
func TestForeignIsFine(t *testing.T) {
	parse(t, process(`<task zeebe:a="1" xsi:schemaLocation="x" xml:lang="de"><documentation><b xmlns="http://www.w3.org/1999/xhtml">x</b></documentation>
<extensionElements><a xmlns="">text<b/>text</a></extensionElements></task>
<scriptTask><script><zeebe:x/></script></scriptTask>`))
}

// A prefix that is bound to nothing is reported once; the usual ones of BPMN are understood (Namespaces in XML §5).
func TestUnboundPrefix(t *testing.T) {
	d, got := findingsOf([]byte(process(`<bpmn:task x:a="1"><bpmn:incoming>f</bpmn:incoming></bpmn:task><bpmn:task x:b="1"/>`)), Options{})
	equal(t, "findings", []string{"3:2+9 BG1019 the prefix bpmn is bound to no namespace", "3:12+3 BG1019 the prefix x is bound to no namespace"}, got)
	equal(t, "incoming", []string{"f"}, locals(first[*Task](t, d).Incoming))
}

// An attribute stands once, also under two prefixes of one namespace (XML 1.0 §3.1, Namespaces in XML §6.3).
func TestDuplicateAttributes(t *testing.T) {
	_, got := findingsOf([]byte(process("<task id='a' name='n' id='b'/><task xmlns:a='urn:x' xmlns:b='urn:x' a:c='1' b:c='2'/>")), Options{})
	equal(t, "findings", []string{"3:23+2 BG1013 the attribute id is given twice", "3:77+3 BG1013 the attribute b:c is given twice"}, got)
}

// Ids are unique and XML names; the second is reported with the first beside it (§8.3.1).
func TestIDs(t *testing.T) {
	var bag diag.Bag
	d := Parse("t.bpmn", []byte(model(`<process id="p"><task id="a"/><task id=" a "><documentation id="p"/></task><task id="1x"/><task id=""/><task/></process>
<bpmndi:BPMNDiagram id="a"><bpmndi:BPMNPlane id="b"/></bpmndi:BPMNDiagram><zz:foreign xmlns:zz="urn:z" id="a"/>`)), Options{}, &bag)
	var got []string
	for _, f := range bag.All() {
		line := at(f.Span) + " " + string(f.Code) + " " + f.Message
		for _, r := range f.Related {
			line += " / " + at(r.Span) + " " + r.Message
		}
		got = append(got, line)
	}
	want := []string{
		`2:41+3 BG1050 the id "a" is given to two elements / 2:27+1 first given here`,
		`2:65+1 BG1050 the id "p" is given to two elements / 2:14+1 first given here`,
		`2:86+2 BG1052 the id "1x" is no XML name`,
		`2:97+2 BG1052 the id is empty`,
		`3:25+1 BG1051 the id "a" is given to two elements / 2:27+1 first given here`,
		`3:76+10 BG1043 zz:foreign stands outside of extensionElements; it has no effect there`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	fe := as[*Process](t, d.Roots[0]).FlowElements
	if d.IDs["a"] != fe[0] || d.IDs["1x"] != fe[2] || fe[1].Elem().ID != "a" {
		t.Error("ids are not recorded as given")
	}
}

// Values have the types of XML Schema (Part 2 §3.2.2, §3.3.13) and the lists of the standard (BPMN 2.0.2 §15).
func TestValues(t *testing.T) {
	cases := []struct {
		xml, want, fix string
	}{
		{`<task isForCompensation="yes"/>`, `3:26+3 BG1053 isForCompensation="yes" is no boolean`, "write true or false"},
		{`<task isForCompensation="True"/>`, `3:26+4 BG1053 isForCompensation="True" is no boolean`, "write true"},
		{`<task isForCompensation=""/>`, `3:7+17 BG1053 isForCompensation="" is no boolean`, "write true or false"},
		{`<task startQuantity="one"/>`, `3:22+3 BG1054 startQuantity="one" is no whole number`, "write digits only, or take the attribute out"},
		{`<task startQuantity="1.5"/>`, `3:22+3 BG1054 startQuantity="1.5" is no whole number`, "write digits only, or take the attribute out"},
		{`<task startQuantity="--1"/>`, `3:22+3 BG1054 startQuantity="--1" is no whole number`, "write digits only, or take the attribute out"},
		{`<exclusiveGateway gatewayDirection="diverging"/>`, `3:37+9 BG1055 gatewayDirection="diverging" is none of the values that BPMN has for it`, "write Diverging"},
		{`<eventBasedGateway eventGatewayType="All"/>`, `3:38+3 BG1055 eventGatewayType="All" is none of the values that BPMN has for it`, "write one of Exclusive, Parallel"},
	}
	for _, c := range cases {
		var bag diag.Bag
		Parse("t.bpmn", []byte(process(c.xml)), Options{}, &bag)
		if bag.Len() != 1 {
			t.Fatalf("%s: %v", c.xml, bag.All())
		}
		f := bag.All()[0]
		equal(t, c.xml, []string{c.want, c.fix}, []string{at(f.Span) + " " + string(f.Code) + " " + f.Message, f.Fix})
	}
	for _, ok := range []string{"true", "false", "1", "0", " true\n"} {
		parse(t, process(`<task isForCompensation="`+ok+`"/>`))
	}
	for _, ok := range []string{"1", "+1", "-1", " 007 "} {
		parse(t, process(`<task startQuantity="`+ok+`"/>`))
	}
	d, _ := findingsOf([]byte(process(`<task isForCompensation="TRUE"/>`)), Options{})
	equal(t, "TRUE is taken for what it says", true, first[*Task](t, d).IsForCompensation)
}

// Of one code a file gets a hundred findings and a note that counts the rest.
func TestManyFindings(t *testing.T) {
	_, got := findingsOf([]byte(process(strings.Repeat("<task a=''/>\n", 250)+strings.Repeat("<foo/>\n", 101))), Options{})
	equal(t, "findings", 202, len(got))
	equal(t, "notes", []string{
		"103:7+1 BG1060 150 more findings BG1046 from here on are not shown",
		"353:2+3 BG1060 1 more findings BG1040 from here on are not shown",
	}, []string{got[100], got[201]})
}

// A finding names the element that it speaks of.
func TestFindingNamesElement(t *testing.T) {
	var bag diag.Bag
	Parse("t.bpmn", []byte(process(`<task id="t" name="Pay" foo="x"/>`)), Options{}, &bag)
	f := bag.All()[0]
	equal(t, "element", []string{"t", "Pay"}, []string{f.Element, f.Name})
}

// No more children that may stand once than there are bits for them.
func TestOnceBits(t *testing.T) {
	for name, n := range map[string]int{"SubProcess": subProcessFieldsByKind[AdHocSubProcess].once, "Process": processFields.once, "Event": eventFieldsByKind[StartEvent].once, "Loop": multiInstanceFields.once} {
		if n > 64 {
			t.Errorf("%s has %d", name, n)
		}
	}
}

// Every element of the schema has a reader or a rule: none is known by name only.
func TestRegistryIsWhole(t *testing.T) {
	if got := len(sortedNames()); got < 150 {
		t.Errorf("%d names", got)
	}
	for name, g := range grammar {
		for _, kid := range g.kids {
			if _, ok := grammar[kid]; !ok {
				t.Errorf("%s may hold %s, which has no rule", name, kid)
			}
		}
	}
}
