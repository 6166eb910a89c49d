package compiler

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// large is an executable process of n tasks: rows, exclusive decisions with a condition, parallel
// blocks and Links, in the mixture that real files have.
func large(n int) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="urn:large">
<process id="large" isExecutable="true"><startEvent id="start"/>
`)
	flows := 0
	flow := func(from, to, condition string) string {
		flows++
		id := fmt.Sprint("f", flows)
		if condition != "" {
			condition = `<conditionExpression xsi:type="tFormalExpression">` + condition + `</conditionExpression>`
		}
		fmt.Fprintf(&b, `<sequenceFlow id="%s" sourceRef="%s" targetRef="%s">%s</sequenceFlow>`+"\n", id, from, to, condition)
		return id
	}
	last := "start"
	for i := 0; i < n; i += 5 {
		t := func(k int) string { return fmt.Sprint("t", i+k) }
		fork, join, x := fmt.Sprint("fork", i), fmt.Sprint("join", i), fmt.Sprint("x", i)
		for k := range 5 {
			fmt.Fprintf(&b, `<serviceTask id="%s" name="Do step %d"/>`+"\n", t(k), i+k)
		}
		fmt.Fprintf(&b, `<parallelGateway id="%s"/><parallelGateway id="%s"/>`+"\n", fork, join)
		flow(last, t(0), "")
		flow(t(0), fork, "")
		flow(fork, t(1), "")
		flow(fork, t(2), "")
		flow(t(1), join, "")
		flow(t(2), join, "")
		flow(join, x, "")
		d := flow(x, t(4), "")
		flow(x, t(3), fmt.Sprintf("=total%d &gt; %d and order.ready", i%50, i))
		fmt.Fprintf(&b, `<exclusiveGateway id="%s" default="%s"/>`+"\n", x, d)
		flow(t(3), t(4), "")
		last = t(4)
		if i%50 == 0 {
			fmt.Fprintf(&b, `<intermediateThrowEvent id="jump%d"><linkEventDefinition id="l%d" name="L%d"/></intermediateThrowEvent><intermediateCatchEvent id="land%d"><linkEventDefinition id="m%d" name="L%d"/></intermediateCatchEvent>`+"\n", i, i, i, i, i, i)
			flow(last, fmt.Sprint("jump", i), "")
			last = fmt.Sprint("land", i)
		}
	}
	b.WriteString(`<endEvent id="end"/>` + "\n")
	flow(last, "end", "")
	b.WriteString("</process></definitions>\n")
	return []byte(b.String())
}

// A file of 1,000 tasks compiles well under 250 ms after parsing, and ten times
// as many tasks take about ten times as long.
func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		src := large(n)
		b.Run(fmt.Sprint("parse/", n), func(b *testing.B) {
			for b.Loop() {
				bpmn.Parse("large.bpmn", src, bpmn.Options{}, &diag.Bag{})
			}
		})
		b.Run(fmt.Sprint("all/", n), func(b *testing.B) {
			for b.Loop() {
				if res := Compile([]Input{{"large.bpmn", src}}, Options{}); res.Diagnostics.HasErrors() {
					b.Fatal(res.Diagnostics.All()[0])
				}
			}
		})
	}
}
