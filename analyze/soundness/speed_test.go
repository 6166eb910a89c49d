package soundness_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// branches is a parallel block of n branches of k tasks each.
func branches(n, k int) string {
	var b strings.Builder
	b.WriteString(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:b"><process id="p" isExecutable="true"><startEvent id="s"/><parallelGateway id="fork"/><parallelGateway id="join"/><endEvent id="e"/>
<sequenceFlow id="a" sourceRef="s" targetRef="fork"/><sequenceFlow id="z" sourceRef="join" targetRef="e"/>`)
	for i := range n {
		last := "fork"
		for j := range k {
			id := fmt.Sprintf("t%d_%d", i, j)
			fmt.Fprintf(&b, `<userTask id="%s"/><sequenceFlow id="f%s" sourceRef="%s" targetRef="%s"/>`+"\n", id, id, last, id)
			last = id
		}
		fmt.Fprintf(&b, `<sequenceFlow id="j%d" sourceRef="%s" targetRef="join"/>`+"\n", i, last)
	}
	b.WriteString(`</process></definitions>`)
	return b.String()
}

// blocks is n blocks in a row, parallel and exclusive ones in turn: 3 or 4 nodes and a task each.
func blocks(n int) string {
	var b strings.Builder
	b.WriteString(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:b"><process id="p" isExecutable="true"><startEvent id="s"/><endEvent id="e"/>`)
	last := "s"
	for i := range n {
		kind := []string{"parallel", "exclusive"}[i%2]
		split, join := fmt.Sprint("g", i), fmt.Sprint("h", i)
		fmt.Fprintf(&b, `<%sGateway id="%s"/><%sGateway id="%s"/><sequenceFlow id="i%d" sourceRef="%s" targetRef="%s"/>`+"\n", kind, split, kind, join, i, last, split)
		for j := range 2 {
			t := fmt.Sprintf("t%d_%d", i, j)
			if j == 1 && i%3 > 0 { // some branches are empty
				fmt.Fprintf(&b, `<sequenceFlow id="f%s" sourceRef="%s" targetRef="%s"/>`+"\n", t, split, join)
				continue
			}
			fmt.Fprintf(&b, `<serviceTask id="%s"/><sequenceFlow id="f%s" sourceRef="%s" targetRef="%s"/><sequenceFlow id="l%s" sourceRef="%s" targetRef="%s"/>`+"\n", t, t, split, t, t, t, join)
		}
		last = join
	}
	fmt.Fprintf(&b, `<sequenceFlow id="o" sourceRef="%s" targetRef="e"/></process></definitions>`, last)
	return b.String()
}

const spawns = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:b"><process id="p" isExecutable="true"><startEvent id="s"/><exclusiveGateway id="m"/><userTask id="t"/><parallelGateway id="g"/><userTask id="u"/><endEvent id="e"/>
<sequenceFlow id="f1" sourceRef="s" targetRef="m"/><sequenceFlow id="f2" sourceRef="m" targetRef="t"/><sequenceFlow id="f3" sourceRef="t" targetRef="g"/><sequenceFlow id="f4" sourceRef="g" targetRef="m"/><sequenceFlow id="f5" sourceRef="g" targetRef="u"/><sequenceFlow id="f6" sourceRef="u" targetRef="e"/></process></definitions>`

func read(t testing.TB, src string) *graph.File {
	t.Helper()
	var bag diag.Bag
	d := bpmn.Parse("b.bpmn", []byte(src), bpmn.Options{}, &bag)
	if d == nil {
		t.Fatal(bag.All())
	}
	return graph.Build([]*bpmn.Definitions{d}, nil).Files[0]
}

// Go test -bench Check tells what a check takes beside the parse of the same file.
func BenchmarkCheck(b *testing.B) {
	big := soundness.Budget{States: 1 << 22, Bytes: 2 << 30}
	for _, c := range []struct {
		name, src string
		opts      soundness.Options
	}{
		{"blocks500", blocks(500), soundness.Options{}},
		{"branches20/reduced", branches(20, 1), soundness.Options{}},
		{"branches20/whole", branches(20, 1), soundness.Options{Full: true, Budget: big}},
		{"branches30/diagrams", branches(30, 1), soundness.Options{Diagrams: true}},
		{"branches10x10/diagrams", branches(10, 10), soundness.Options{Diagrams: true}},
		{"unbounded", spawns, soundness.Options{}},
	} {
		b.Run(c.name+"/parse", func(b *testing.B) {
			for b.Loop() {
				bpmn.Parse("b.bpmn", []byte(c.src), bpmn.Options{}, &diag.Bag{})
			}
		})
		f := read(b, c.src)
		b.Run(c.name+"/check", func(b *testing.B) {
			for b.Loop() {
				if v := soundness.Check(f, c.opts)[0]; !v.Decided {
					b.Fatal(v.Why)
				}
			}
		})
	}
}

// What the bench measures is decided, by the way that it names.
func TestWays(t *testing.T) {
	for _, c := range []struct {
		src    string
		opts   soundness.Options
		how    string
		states int
		sound  bool
	}{
		{blocks(60), soundness.Options{}, "reduction", 1, true},
		{branches(20, 1), soundness.Options{}, "reduction", 1, true},
		{branches(5, 1), soundness.Options{Full: true}, "search", 3 + 2*2*2*2*2 + 1, true},
		{branches(30, 1), soundness.Options{Diagrams: true}, "diagrams", 0, true},
		{branches(10, 10), soundness.Options{Diagrams: true}, "diagrams", 0, true},
		{spawns, soundness.Options{}, "search", 0, false},
	} {
		v := soundness.Check(read(t, c.src), c.opts)[0]
		if !v.Decided || v.How != c.how || v.OptionToComplete != c.sound || v.Bounded != c.sound || c.states > 0 && v.States != c.states {
			t.Errorf("%s, %d states, decided %v, complete %v, bounded %v; want %s, %d", v.How, v.States, v.Decided, v.OptionToComplete, v.Bounded, c.how, c.states)
		}
	}
}
