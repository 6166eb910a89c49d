package resolve

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/google/go-cmp/cmp"
)

const head = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
	xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
	xmlns:b="https://bpmngen.dev/schema/1.0" targetNamespace="urn:t">`

// model of the root elements; "a -> b" stands for a sequence flow, "a -> b: text" for a conditional one.
func compile(t *testing.T, roots string, opts Options) (*model.Package, *diag.Bag) {
	t.Helper()
	var b strings.Builder
	b.WriteString(head)
	for line := range strings.SplitSeq(roots, "\n") {
		from, rest, ok := strings.Cut(strings.TrimSpace(line), " -> ")
		if !ok || strings.HasPrefix(from, "<") {
			b.WriteString(line + "\n")
			continue
		}
		to, text, _ := strings.Cut(rest, ": ")
		if text != "" {
			text = `<conditionExpression xsi:type="tFormalExpression">` + text + `</conditionExpression>`
		}
		b.WriteString(`<sequenceFlow id="` + from + `_` + to + `" sourceRef="` + from + `" targetRef="` + to + `">` + text + "</sequenceFlow>\n")
	}
	b.WriteString("</definitions>")
	bag := &diag.Bag{}
	defs := bpmn.Parse("t.bpmn", []byte(b.String()), bpmn.Options{}, bag)
	pkg := Resolve(graph.Build([]*bpmn.Definitions{defs}, nil), opts, bag)
	return pkg, bag
}

// process compiles the content of one executable process.
func process(t *testing.T, content string) *model.Process {
	t.Helper()
	return processWith(t, content, Options{})
}

func processWith(t *testing.T, content string, opts Options) *model.Process {
	t.Helper()
	pkg, bag := compile(t, `<process id="p" isExecutable="true">`+content+"\n</process>", opts)
	for _, d := range bag.All() {
		if d.Severity == diag.Error && !diag.IsNotYet(d.Code) {
			t.Fatalf("%s %s: %s", d.Span, d.Code, d.Message)
		}
	}
	return pkg.Processes[0]
}

// edges renders the flows as the machine walks them.
func edges(p *model.Process) []string {
	var out []string
	for i, n := range p.Nodes {
		for _, f := range n.Out {
			to := p.Nodes[p.Flows[f].Target]
			s := p.Nodes[i].ID + " -> " + to.ID
			if n.Default == f {
				s += " default"
			}
			if n.Silent {
				s += " silent"
			}
			out = append(out, s)
		}
	}
	return out
}

func vars(p *model.Process) []string {
	var out []string
	for _, v := range p.Vars {
		out = append(out, v.Name+" "+v.Type.String())
	}
	return out
}

func want[T any](t *testing.T, want, got T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// S1.5: implicit starts are activities and gateways without incoming flows,
// never event sub-processes, compensation activities or boundary events.
func TestImplicitStarts(t *testing.T) {
	p := process(t, `
		<task id="a"/><task id="b"/><task id="undo" isForCompensation="true"/>
		<subProcess id="esp" triggeredByEvent="true"><startEvent id="e"><errorEventDefinition id="d"/></startEvent></subProcess>
		<boundaryEvent id="late" attachedToRef="a"><errorEventDefinition id="d2"/></boundaryEvent><task id="c"/>
		late -> c
		a -> c`)
	want(t, []int{0, 1}, p.Scopes[0].Seeds)
	want(t, 0, len(p.Starts))
	want(t, model.None, p.DefaultStart)
}

// S1.5: several none starts are alternatives: none is the default.
func TestStarts(t *testing.T) {
	p := process(t, `<startEvent id="a"/><startEvent id="b"/><task id="c"/>
		a -> c
		b -> c`)
	want(t, []int{0, 1}, p.Starts)
	want(t, model.None, p.DefaultStart)
	want(t, 0, len(p.Scopes[0].Seeds))
	p = process(t, `<startEvent id="a"/><task id="c"/>
		a -> c`)
	want(t, 0, p.DefaultStart)
	want(t, []int{0}, p.Scopes[0].Seeds)
}

// A scope's nodes, nested ones included, are one range (SC §2.5).
func TestScopesAreRanges(t *testing.T) {
	p := process(t, `<task id="a"/>
		<subProcess id="s"><task id="b"/><subProcess id="t"><task id="c"/></subProcess><task id="d"/></subProcess>
		<task id="e"/>`)
	var got []string
	for _, s := range p.Scopes {
		ids := s.Path + ":"
		for _, n := range p.Nodes[s.First:s.End] {
			ids += " " + n.ID
		}
		got = append(got, ids)
	}
	want(t, []string{"/: a s b t c d e", "/s: b t c d", "/s/t: c"}, got)
}

// Declarations type variables; use types the rest; a data object that nothing types or uses is none.
func TestVariables(t *testing.T) {
	pkg, _ := compile(t, `
		<itemDefinition id="text" structureRef="xsd:string"/>
		<itemDefinition id="list" structureRef="xsd:long" isCollection="true"/>
		<process id="p" isExecutable="true">
		<property id="v1" name="who" itemSubjectRef="text"/>
		<dataObject id="v2" name="numbers" itemSubjectRef="list" isCollection="true"/>
		<dataObject id="v3" name="Picture"/>
		<startEvent id="s"/><exclusiveGateway id="x" default="x_b"/><task id="a"/><task id="b"/>
		s -> x
		x -> a: =order.total > 10 and urgent
		x -> b
		</process>`, Options{})
	want(t, []string{"who string", "numbers list<integer>", "order Order", "urgent boolean"}, vars(pkg.Processes[0]))
	want(t, []string{"who", "numbers", "order", "order.total", "urgent"}, pkg.Processes[0].Paths())
}

// A type conflict shows both places.
func TestTypeConflict(t *testing.T) {
	_, bag := compile(t, `<process id="p" isExecutable="true"><startEvent id="s"/><exclusiveGateway id="x" default="x_b"/><task id="a"/><task id="b"/><task id="c"/>
		s -> x
		x -> a: =total > 10
		x -> c: =total = "much"
		x -> b
		</process>`, Options{})
	for _, d := range bag.All() {
		if d.Severity == diag.Error && len(d.Related) > 0 && d.Related[0].Span.Line != d.Span.Line {
			return
		}
	}
	t.Errorf("no conflict with two places in %+v", bag.All())
}

// Nothing tells the type: a warning, an error where it is asked for, and taken from hints where there are some.
func TestUntoldType(t *testing.T) {
	const content = `<startEvent id="s"/><exclusiveGateway id="x" default="x_b"/><task id="a"/><task id="b"/>
		s -> x
		x -> a: =left = right
		x -> b`
	roots := `<process id="p" isExecutable="true">` + content + "\n</process>"
	_, bag := compile(t, roots, Options{})
	if bag.HasErrors() || bag.Len() == 0 {
		t.Errorf("want a warning, got %+v", bag.All())
	}
	_, bag = compile(t, roots, Options{Strict: true})
	if !bag.HasErrors() {
		t.Error("strict: no error")
	}
	hints := map[string]map[string]*types.Type{"p": {"left": types.IntType, "right": types.IntType, "seen": types.BoolType}}
	pkg, bag := compile(t, roots, Options{Hints: hints})
	if bag.Len() > 0 {
		t.Errorf("hints: %+v", bag.All())
	}
	want(t, []string{"left integer", "right integer", "seen boolean"}, vars(pkg.Processes[0]))
}

// §13.3.3 and S4.6: who performs what.
func TestPerformers(t *testing.T) {
	const content = `<task id="none"/><manualTask id="manual"/><serviceTask id="service"/><sendTask id="send"/><businessRuleTask id="rule"/>
		<userTask id="user"/><receiveTask id="receive"/><scriptTask id="js" scriptFormat="text/javascript"><script>x</script></scriptTask>
		<scriptTask id="feel"><extensionElements><zeebe:script expression="=1 + 2" resultVariable="sum"/></extensionElements></scriptTask>`
	got := map[string]model.Performer{}
	p := process(t, content)
	for _, n := range p.Nodes {
		got[n.ID] = n.Performer
	}
	want(t, map[string]model.Performer{
		"none": model.PassThrough, "manual": model.PassThrough, "service": model.ByHandler, "send": model.ByHandler, "rule": model.ByHandler,
		"user": model.ByUser, "receive": model.ByUser, "js": model.ByHandler, "feel": model.ByScript,
	}, got)
	want(t, []string{"sum integer"}, vars(p))
	p = processWith(t, content, Options{EveryTaskIsWork: true})
	want(t, model.ByHandler, p.Nodes[0].Performer)
	want(t, model.ByHandler, p.Nodes[1].Performer)
}

// One executable process has no prefix, several have their names.
func TestPrefixes(t *testing.T) {
	pkg, _ := compile(t, `<process id="a" name="Order" isExecutable="true"><task id="t1"/></process>
		<process id="b" name="Vars" isExecutable="true"><task id="t2"/></process><process id="c" isExecutable="false"><task id="t3"/></process>`, Options{})
	want(t, 2, len(pkg.Processes))
	want(t, "Order", pkg.Processes[0].Prefix)
	want(t, "Vars_B", pkg.Processes[1].Prefix) // the generated package has a type Vars
	pkg, _ = compile(t, `<process id="a" name="Order" isExecutable="true"><task id="t1"/></process>`, Options{})
	want(t, "", pkg.Processes[0].Prefix)
}

// Explicit names come by attribute or element of bpmngen's namespace.
func TestExplicitNames(t *testing.T) {
	p := process(t, `<serviceTask id="a" name="x" b:name="Charge"/><serviceTask id="c" name="y"><extensionElements><b:name>Pack</b:name></extensionElements></serviceTask>`)
	want(t, "Charge", p.Nodes[0].GoName)
	want(t, "Pack", p.Nodes[1].GoName)
}

// Conditions that nothing evaluates are not in the model (S2.2).
func TestUnevaluatedConditions(t *testing.T) {
	p := process(t, `<startEvent id="s"/><parallelGateway id="f"/><task id="a"/><task id="b"/>
		s -> f
		f -> a: =x > 1
		f -> b`)
	want(t, 0, len(p.Exprs))
	want(t, 0, len(p.Vars))
}

// S10.1: the fingerprint follows what execution depends on and nothing else.
func TestFingerprint(t *testing.T) {
	const base = `<startEvent id="s"/><exclusiveGateway id="x" default="x_b"/><serviceTask id="a" name="A"/><task id="b"/>
		s -> x
		x -> a: =n > 1
		x -> b`
	print := func(content string) string { return process(t, content).Fingerprint }
	same := print(base)
	for name, content := range map[string]string{
		"a renamed task":      strings.Replace(base, `name="A"`, `name="Another"`, 1),
		"documentation":       strings.Replace(base, `<serviceTask id="a" name="A"/>`, `<serviceTask id="a" name="A"><documentation>Tells.</documentation></serviceTask>`, 1),
		"other white space":   strings.ReplaceAll(base, "\n", "\n\n"),
		"lanes":               `<laneSet id="ls"><lane id="l1"><flowNodeRef>a</flowNodeRef></lane></laneSet>` + base,
		"an explicit Go name": strings.Replace(base, `name="A"`, `name="A" b:name="Charge"`, 1),
	} {
		if print(content) != same {
			t.Errorf("%s changes the fingerprint", name)
		}
	}
	for name, content := range map[string]string{
		"another condition":  strings.Replace(base, "n > 1", "n > 2", 1),
		"another task type":  strings.Replace(base, "serviceTask", "userTask", 1),
		"another id":         strings.ReplaceAll(base, `"b"`, `"bb"`)[:len(base)] + "",
		"another default":    strings.Replace(base, ` default="x_b"`, "", 1),
		"one more task":      base + "\n<task id=\"c\"/>\na -> c",
		"another variable":   strings.Replace(base, "n > 1", "m > 1", 1),
		"other type of data": strings.Replace(base, "n > 1", "n > 1.5", 1),
	} {
		if name == "another id" {
			content = strings.ReplaceAll(strings.ReplaceAll(base, `id="b"`, `id="bb"`), "x -> b", "x -> bb")
		}
		pkg, _ := compile(t, `<process id="p" isExecutable="true">`+content+"\n</process>", Options{})
		if pkg.Processes[0].Fingerprint == same {
			t.Errorf("%s does not change the fingerprint", name)
		}
	}
}

func TestParseType(t *testing.T) {
	for text, want := range map[string]string{
		"xsd:string": "string", "xs:long": "integer", "ns0:boolean": "boolean", "double": "float", "xsd:decimal": "decimal", "java.lang.String": "string",
		"java.math.BigDecimal": "decimal", "int32": "int32", "[]string": "list<string>", "map[string]int64": "map<integer>", "*bool": "boolean or null",
		"time.Time": "date and time", "xsd:dateTime": "date and time", "example.com/shop/order.Order": "order.Order", "string[]": "list<string>",
	} {
		got, ok := ParseType(text)
		if !ok || got.String() != want {
			t.Errorf("ParseType(%q) = %v, %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "OrderStructure", "tns:Order", "a/b", strings.Repeat("[]", 20) + "string", "map[int]string", "example.com/shop.order"} {
		if got, ok := ParseType(text); ok {
			t.Errorf("ParseType(%q) = %v, want none", text, got)
		}
	}
}

// What nothing gives a meaning is said once, with its place, and never silently left out.
func TestRefused(t *testing.T) {
	_, bag := compile(t, `<process id="p" isExecutable="true"><startEvent id="s"/><subProcess id="w"><dataInputAssociation id="in"><targetRef>x</targetRef><transformation>=1</transformation></dataInputAssociation></subProcess>
		<serviceTask id="m"><extensionElements><z:ioMapping xmlns:z="http://camunda.org/schema/zeebe/1.0"><z:output source="=1" target="list[1]"/></z:ioMapping></extensionElements></serviceTask></process>`, Options{})
	var got []string
	for _, d := range bag.All() {
		if d.Code == CodeMapping || d.Code == CodeAssociation {
			got = append(got, string(d.Code)+" "+d.Element)
		}
	}
	want(t, []string{"BG2804 w", "BG2803 m"}, got)
}
