package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/gen"
)

// tasks is a process of n service tasks in blocks of ten: a gateway with a
// condition, tasks on both ways, a merge.
func tasks(n int) []byte {
	var b strings.Builder
	b.WriteString(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:bench">
<process id="Big" isExecutable="true">
<startEvent id="start"/>
`)
	flow := 0
	join := func(from, to, condition string) {
		flow++
		fmt.Fprintf(&b, `<sequenceFlow id="f%d" sourceRef="%s" targetRef="%s">%s</sequenceFlow>`+"\n", flow, from, to, condition)
	}
	last := "start"
	for i := 0; i < n; i += 10 {
		fork, merge := fmt.Sprintf("fork%d", i), fmt.Sprintf("merge%d", i)
		fmt.Fprintf(&b, `<exclusiveGateway id="%s" default="f%d"/><exclusiveGateway id="%s"/>`+"\n", fork, flow+2, merge)
		join(last, fork, "")
		for side, condition := range []string{"", fmt.Sprintf("<conditionExpression>=v%d &gt; 100 and open</conditionExpression>", i%50)} {
			from := fork
			for k := range 5 {
				id := fmt.Sprintf("t%d_%d_%d", i, side, k)
				fmt.Fprintf(&b, `<serviceTask id="%s" name="Task %s"/>`+"\n", id, id)
				join(from, id, condition)
				from, condition = id, ""
			}
			join(from, merge, "")
		}
		last = merge
	}
	b.WriteString(`<endEvent id="end"/>` + "\n")
	join(last, "end", "")
	b.WriteString("</process></definitions>\n")
	return []byte(b.String())
}

// BenchmarkCompile is a file compiled to Go; "parse" is the part that reading it takes.
func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		src := tasks(n)
		b.Run(fmt.Sprintf("parse/%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				var bag diag.Bag
				if bpmn.Parse("big.bpmn", src, bpmn.Options{}, &bag) == nil {
					b.Fatal(bag.All())
				}
			}
		})
		b.Run(fmt.Sprintf("all/%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if err := compile(src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func compile(src []byte) error {
	res := compiler.Compile([]compiler.Input{{Name: "big.bpmn", Data: src}}, compiler.Options{})
	if res.Diagnostics.HasErrors() {
		return fmt.Errorf("%v", res.Diagnostics.All())
	}
	_, err := gen.Generate(res.Package, gen.Options{Package: "big"})
	return err
}
