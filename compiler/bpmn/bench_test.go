package bpmn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// row generates a process of n service tasks in a row, with its diagram, as a modeler writes it.
func row(n int) []byte {
	var b, di strings.Builder
	b.WriteString(head + "  <process id=\"p\" isExecutable=\"true\">\n    <startEvent id=\"n0\"><outgoing>f0</outgoing></startEvent>\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "    <serviceTask id=\"n%d\" name=\"Task number %d\">\n      <extensionElements>\n        <zeebe:taskDefinition type=\"job%d\" retries=\"3\" />\n      </extensionElements>\n      <incoming>f%d</incoming>\n      <outgoing>f%d</outgoing>\n    </serviceTask>\n", i, i, i, i-1, i)
		fmt.Fprintf(&b, "    <sequenceFlow id=\"f%d\" sourceRef=\"n%d\" targetRef=\"n%d\" />\n", i-1, i-1, i)
		fmt.Fprintf(&di, "      <bpmndi:BPMNShape id=\"n%d_di\" bpmnElement=\"n%d\">\n        <dc:Bounds x=\"%d\" y=\"80\" width=\"100\" height=\"80\" />\n      </bpmndi:BPMNShape>\n", i, i, i*150)
		fmt.Fprintf(&di, "      <bpmndi:BPMNEdge id=\"f%d_di\" bpmnElement=\"f%d\">\n        <di:waypoint x=\"%d\" y=\"120\" />\n        <di:waypoint x=\"%d\" y=\"120\" />\n      </bpmndi:BPMNEdge>\n", i, i, i*150+100, i*150+150)
	}
	fmt.Fprintf(&b, "    <endEvent id=\"n%d\"><incoming>f%d</incoming></endEvent>\n    <sequenceFlow id=\"f%d\" sourceRef=\"n%d\" targetRef=\"n%d\" />\n  </process>\n", n+1, n, n, n, n+1)
	b.WriteString("  <bpmndi:BPMNDiagram id=\"d\" xmlns:dc=\"" + nsDC + "\" xmlns:di=\"" + nsDI + "\">\n    <bpmndi:BPMNPlane id=\"plane\" bpmnElement=\"p\">\n" + di.String() + "    </bpmndi:BPMNPlane>\n  </bpmndi:BPMNDiagram>\n</definitions>\n")
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		src := row(n)
		b.Run(fmt.Sprintf("%dtasks", n), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				var bag diag.Bag
				if Parse("row.bpmn", src, Options{}, &bag) == nil || bag.Len() > 0 {
					b.Fatal(bag.All())
				}
			}
		})
	}
}

// Ten times the tasks take ten times the work: allocations, which are the same
// on every run, and time, with room for a busy machine.
func TestParseIsLinear(t *testing.T) {
	measure := func(n int) (allocs float64, took time.Duration) {
		src := row(n)
		took = time.Hour
		allocs = testing.AllocsPerRun(2, func() {
			start := time.Now()
			var bag diag.Bag
			if Parse("row.bpmn", src, Options{}, &bag) == nil || bag.Len() > 0 {
				t.Fatal(bag.All())
			}
			took = min(took, time.Since(start))
		})
		return allocs, took
	}
	a1, t1 := measure(1_000)
	a10, t10 := measure(10_000)
	if a10 > 11*a1 {
		t.Errorf("allocations: %.0f for 1,000 tasks, %.0f for 10,000", a1, a10)
	}
	if t10 > 30*t1 {
		t.Errorf("time: %v for 1,000 tasks, %v for 10,000", t1, t10)
	}
}
