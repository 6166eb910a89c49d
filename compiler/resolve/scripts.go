package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// script is the script of a task that compiles, and what takes its result.
type script struct {
	text, language string
	at             expr.Positions
	span           diag.Span
	result         move
}

// scriptOf is the script of a script task that compiles: a zeebe:script, or a
// standard script in a language of ours, whose result has somewhere to go. Any
// other is work of the host; nil then.
func (b *builder) scriptOf(n *graph.Node) *script {
	if n.Task == nil || n.Task.Kind != bpmn.ScriptTask {
		return nil
	}
	for _, x := range n.Extensions {
		if x.Name.Space != zeebeNS || x.Name.Local != "script" {
			continue
		}
		if a, ok := x.Attr("", "resultVariable"); ok && strings.TrimSpace(a.Value) != "" {
			source, _ := x.Attr("", "expression")
			return &script{text: source.Value, language: "feel", at: attrAt(source), span: x.Span, result: resultIn(a)}
		}
	}
	t := n.Task
	if strings.TrimSpace(t.Script.Value) == "" || !compiles(t.ScriptFormat) {
		return nil
	}
	s := &script{text: t.Script.Value, language: t.ScriptFormat, at: textAt(t.Script), span: n.Span}
	for _, a := range n.Attrs {
		switch a.Name.Space {
		case camundaNS, activitiNS, flowableNS, Namespace:
			if a.Name.Local == "resultVariable" && strings.TrimSpace(a.Value) != "" {
				s.result = resultIn(a)
				return s
			}
		}
	}
	// By the standard: the one output of the task, copied to a variable.
	if t.IO == nil || len(t.IO.Outputs) != 1 || len(t.DataInputs) > 0 || len(t.DataOutputs) != 1 {
		return nil
	}
	a := t.DataOutputs[0]
	target, ok := b.file.Lookup(a.TargetRef)
	if !ok || a.Transformation != nil || len(a.Assignments) > 0 {
		return nil
	}
	name, ok := b.dataName(b.file, target)
	if !ok {
		return nil
	}
	s.result = move{name: name, nameAt: a.TargetRef.Span, span: a.Span}
	return s
}

// resultIn is the variable, or the part of one, that an attribute names.
func resultIn(a bpmn.Attr) move {
	mv := move{name: strings.TrimSpace(a.Value), nameAt: a.ValueSpan, span: a.ValueSpan}
	mv.split()
	return mv
}

// compiles reports a scriptFormat that names a language of ours.
func compiles(format string) bool {
	if strings.TrimSpace(format) == "" {
		return false
	}
	src, ds := expr.Detect("x", format, nil)
	return len(ds) == 0 && src.Lang != expr.Unknown && !src.Guessed
}

// script adds the expression of a script and the variable that takes its result.
func (b *builder) script(n *graph.Node, i, scope int, s *script) []diag.Diagnostic {
	if strings.TrimSpace(s.text) == "" {
		return []diag.Diagnostic{n.Report(CodeEmptyExpression, s.span, "the script of %s is empty", n.Label()).
			WithFix("write the script's expression")}
	}
	env := b.envs[scope]
	sym, known := env.Lookup(s.result.name)
	if !known {
		sym = b.envs[0].Declare(s.result.name, nil, s.result.nameAt)
	}
	before := len(b.pending)
	ds := b.expression(s.text, s.language, s.at, env, s.result.target(env, sym), model.Expression{
		Origin: origin(n.Base), Scope: scope, Purpose: model.ScriptValue,
	}, func(e int) {
		b.p.Nodes[i].Script = e
		b.p.Nodes[i].ScriptResult = b.varOf[sym]
		b.p.Nodes[i].ScriptPath = s.result.path
	})
	if len(b.pending) > before {
		b.pending[before].fits = s.result.fits(n, sym)
	}
	return ds
}
