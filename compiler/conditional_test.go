package compiler

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/runtime/feel"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// conditionText draws a condition over the variables of conditionalFile.
func conditionText(rnd *rand.Rand, depth int) string {
	k := rnd.IntN(3)
	sub := func() string { return conditionText(rnd, depth-1) }
	if depth > 0 && rnd.IntN(3) > 0 {
		switch rnd.IntN(5) {
		case 0:
			return "(" + sub() + " and " + sub() + ")"
		case 1:
			return "(" + sub() + " or " + sub() + ")"
		case 2:
			return "not(" + sub() + ")"
		case 3:
			return "(if " + sub() + " then " + sub() + " else " + sub() + ")"
		default:
			return fmt.Sprintf("(%s and total != %d)", sub(), k)
		}
	}
	switch rnd.IntN(16) {
	case 0:
		return fmt.Sprintf("total > %d", k)
	case 1:
		return fmt.Sprintf("total + customer.score > %d", k)
	case 2:
		return `customer.tier = "a"`
	case 3:
		return "customer.address.zip = customer.tier"
	case 4:
		return "ok"
	case 5:
		return fmt.Sprintf("count(texts) > %d", k)
	case 6:
		return "(some n in numbers satisfies n > total)"
	case 7:
		return "(every n in numbers satisfies n != customer.score)"
	case 8:
		return "list contains(texts, name)"
	case 9:
		return "ratio between total and customer.score"
	case 10:
		return `contains(name, customer.address.zip)`
	case 11:
		return fmt.Sprintf("total in [%d..customer.score]", k)
	case 12:
		return fmt.Sprintf("count(numbers[item > %d]) = %d", k, k)
	case 13:
		return "customer.address = spare"
	case 14:
		return fmt.Sprintf("{a: total, b: ratio}.a = %d", k)
	default:
		return fmt.Sprintf(`now().second > %d`, 20*k)
	}
}

// conditionalFile is a person's task that is guarded by conditional boundary events.
func conditionalFile(conditions []string) string {
	var b strings.Builder
	b.WriteString(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<itemDefinition id="count" structureRef="xsd:long"/><itemDefinition id="counts" structureRef="xsd:long" isCollection="true"/>
<itemDefinition id="text" structureRef="xsd:string"/><itemDefinition id="texts" structureRef="xsd:string" isCollection="true"/>
<itemDefinition id="real" structureRef="xsd:double"/><itemDefinition id="flag" structureRef="xsd:boolean"/>
<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="t"/><userTask id="t"/>
`)
	for _, v := range []string{"total count", "ratio real", "ok flag", "name text", "texts texts", "numbers counts"} {
		name, item, _ := strings.Cut(v, " ")
		fmt.Fprintf(&b, `<property id="v_%s" name="%s" itemSubjectRef="%s"/>`, name, name, item)
	}
	// The first tells the fields and types of what is not declared.
	conditions = append([]string{`customer.tier = "x" and customer.score > 9 and customer.address.zip = "x" and spare.zip = "x"`}, conditions...)
	for i, c := range conditions {
		fmt.Fprintf(&b, `<boundaryEvent id="b%d" attachedToRef="t" cancelActivity="false"><conditionalEventDefinition id="d%d"><condition>=%s</condition></conditionalEventDefinition></boundaryEvent><sequenceFlow id="f%d" sourceRef="b%d" targetRef="e"/>
`, i, i, strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(c), i, i)
	}
	b.WriteString("<endEvent id=\"e\"/></process></definitions>")
	return b.String()
}

// evaluated is data whose conditions are evaluated by the reference.
type evaluated struct {
	machine.EventData
	p     *model.Process
	vars  map[string]any
	now   time.Time
	paths []string
	asked int
}

func (d *evaluated) Begin(int32, bool, *machine.Scratch) (machine.Work, error) { return nil, nil }

func (d *evaluated) Condition(x int32) (bool, error) {
	d.asked++
	v, err := expr.Eval(d.p.Exprs[x].Typed, d.vars, d.now)
	ok, _ := v.(bool)
	return ok, err
}

// Commit takes the variables of the work and marks the paths whose values differ.
func (d *evaluated) Commit(_ int32, w machine.Work, changed machine.Changes) error {
	vars := w.(map[string]any)
	for i, p := range d.paths {
		if !reflect.DeepEqual(at(d.vars, p), at(vars, p)) {
			changed.Set(i)
		}
	}
	d.vars = vars
	return nil
}

// at is the value at a path.
func at(vars map[string]any, path string) any {
	names := strings.Split(path, ".")
	v := vars[names[0]]
	for _, name := range names[1:] {
		for _, e := range v.(feel.Context) {
			if e.Key == name {
				v = e.Value
				break
			}
		}
	}
	return v
}

// variables draws values; those of before are kept most of the time.
func variables(rnd *rand.Rand, before map[string]any) map[string]any {
	text := func() any { return []string{"", "a", "b", "ab"}[rnd.IntN(4)] }
	number := func() any { return int64(rnd.IntN(4)) }
	list := func(of func() any) any {
		l := []any{}
		for range rnd.IntN(3) {
			l = append(l, of())
		}
		return l
	}
	draw := func(path string, of func() any) any {
		if before != nil && rnd.IntN(8) > 0 {
			return at(before, path)
		}
		return of()
	}
	return map[string]any{
		"total": draw("total", number), "ratio": draw("ratio", func() any { return float64(rnd.IntN(6)) / 2 }),
		"ok": draw("ok", func() any { return rnd.IntN(2) == 0 }), "name": draw("name", text),
		"texts": draw("texts", func() any { return list(text) }), "numbers": draw("numbers", func() any { return list(number) }),
		"customer": feel.Context{
			{Key: "tier", Value: draw("customer.tier", text)},
			{Key: "score", Value: draw("customer.score", number)},
			{Key: "address", Value: feel.Context{{Key: "zip", Value: draw("customer.address.zip", text)}}},
		},
		"spare": feel.Context{{Key: "zip", Value: draw("spare.zip", text)}},
	}
}

// guardedBy is the machine's definition of the process, with what its conditions
// depend on as the compiler derived it, or without.
func guardedBy(p *model.Process, filtered bool) *machine.Definition {
	node := func(n machine.Node) machine.Node {
		n.Event, n.Default, n.Inner, n.Type = machine.None, machine.None, machine.None, "node"
		return n
	}
	def := &machine.Definition{
		Key: p.ID, Paths: p.Paths(), Starts: []int32{0},
		Nodes: []machine.Node{
			node(machine.Node{Kind: machine.StartEvent, Attached: machine.None, Out: []int32{0}}),
			node(machine.Node{Kind: machine.Task, Performer: machine.ByUser, Attached: machine.None, In: []int32{0}}),
		},
		Flows:  []machine.Flow{{Source: 0, Target: 1, Condition: machine.None}},
		Scopes: []machine.Scope{{Parent: machine.None, Host: machine.None, HasData: true}},
	}
	for i := range p.Nodes {
		for _, t := range p.Nodes[i].Triggers {
			b := node(machine.Node{Kind: machine.BoundaryEvent, Attached: 1})
			b.Event = int32(len(def.Events))
			ev := machine.Event{Trigger: machine.ConditionalTrigger, Expr: int32(t.Expr), Payload: machine.None}
			if filtered && len(t.Reads) > 0 {
				ev.Reads = make(machine.Changes, len(def.Paths)>>6+1)
				for _, bit := range t.Reads {
					ev.Reads.Set(bit)
				}
			}
			def.Events = append(def.Events, ev)
			def.Nodes[1].Boundaries = append(def.Nodes[1].Boundaries, int32(len(def.Nodes)))
			def.Nodes = append(def.Nodes, b)
		}
	}
	def.Scopes[0].End = int32(len(def.Nodes))
	return def
}

// EV §2.7, S3.4: for random conditions and random commits, what the compiler
// derived that a condition reads lets the same events happen, in the same order,
// as evaluating every condition on every commit, and spares most evaluations.
func TestDependenciesMissNothing(t *testing.T) {
	files, commits := 150, 150
	if testing.Short() {
		files = 30
	}
	fired, asked, askedAll := 0, 0, 0
	for seed := range uint64(files) {
		rnd := rand.New(rand.NewPCG(seed, 34))
		var conditions []string
		for range 2 + rnd.IntN(30) {
			conditions = append(conditions, conditionText(rnd, 2))
		}
		res := Compile([]Input{{Name: "t.bpmn", Data: []byte(conditionalFile(conditions))}}, Options{})
		for _, d := range res.Diagnostics.All() {
			if d.Severity == diag.Error {
				t.Fatalf("seed %d: %s %s", seed, d.Span, d.Message)
			}
		}
		p := res.Package.Processes[0]
		start := variables(rnd, nil)
		var machines [2]machine.Machine
		var scratch [2]machine.Scratch
		var data [2]*evaluated
		happened := func(in machine.Input) [2][]int32 {
			var out [2][]int32
			for i := range machines {
				if err := machines[i].Apply(&in, &scratch[i]); err != nil {
					t.Fatal(err)
				}
				for _, e := range scratch[i].Effects {
					if e.Kind == machine.Tell && e.Fact == machine.SubscriptionFired {
						out[i] = append(out[i], e.Node)
					}
				}
			}
			return out
		}
		for i, filtered := range []bool{true, false} {
			def := guardedBy(p, filtered)
			if err := def.Validate(); err != nil {
				t.Fatal(err)
			}
			data[i] = &evaluated{p: p, vars: start, paths: def.Paths, now: time.Unix(0, 0).UTC()}
			scratch[i].Facts = true
			machines[i].Init(def, data[i])
		}
		happened(machine.Input{Kind: machine.Start})
		for n := range commits {
			vars, now := variables(rnd, data[0].vars), time.Unix(int64(rnd.IntN(60)), 0).UTC()
			for _, d := range data {
				d.now = now
			}
			got := happened(machine.Input{Kind: machine.Commit, Work: vars})
			if !slices.Equal(got[0], got[1]) {
				t.Fatalf("seed %d, commit %d: %v happened, without a filter %v\n%s", seed, n, got[0], got[1], strings.Join(conditions, "\n"))
			}
			fired += len(got[0])
		}
		asked, askedAll = asked+data[0].asked, askedAll+data[1].asked
	}
	t.Logf("%d commits, %d events, %d evaluations, %d without a filter", files*commits, fired, asked, askedAll)
	if fired < files*commits/2 || asked > askedAll*4/5 {
		t.Error("the test sees too little")
	}
}
