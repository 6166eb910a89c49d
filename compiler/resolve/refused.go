package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// refuse says what of the process is not compiled.
func (b *builder) refuse() {
	for i, n := range b.nodes {
		if b.p.Nodes[i].Loop != nil {
			continue // the activity itself is another node
		}
		b.unreadable(n)
		b.refused(n)
	}
}

// refused reports the mappings and data associations of a node that are not
// compiled, because nothing says what they mean: neither the standard nor the
// engine whose extension it is.
func (b *builder) refused(n *graph.Node) {
	var at diag.Span
	var what string
	code := CodeMapping
	if n.Event != nil || n.Task != nil && len(b.p.Nodes[b.at[n]].Triggers) > 0 {
		m := mappingOf(n)
		if m == nil {
			code = CodeAssociation
		}
		if m != nil && m.odd != "" {
			at, what = m.oddAt, m.odd
		} else if place, odd, ok := b.eventData(n); ok {
			at, what = place, odd
		}
	} else if n.Act != nil {
		var m *taskMapping
		if m, code = b.toRefuse(n); m != nil {
			at, what = m.oddAt, m.odd
		}
	}
	if what == "" {
		return
	}
	d := n.Report(code, at, "%s is not compiled: %s", what, graph.Label(n.Base))
	if code == CodeAssociation {
		d = d.WithFix("copy, transform or assign to a name, with one input and one output set")
	} else {
		d = d.WithFix("write an expression and the variable, or the part of one, that takes its value")
	}
	b.bag.Add(d)
}

func (b *builder) toRefuse(n *graph.Node) (*taskMapping, diag.Code) {
	switch {
	case n.Call != nil:
		if m := b.callMapping(n); m != nil && !m.explicit {
			return m, CodeMapping
		} else if m != nil {
			return m, CodeAssociation
		}
	case n.Sub != nil:
		m := mappingOf(n)
		if m != nil && n.IsEventSubProcess() {
			m.strange(m.at, "a mapping of an event sub-process")
		}
		if m != nil {
			return m, CodeMapping
		}
		m = &taskMapping{}
		for _, list := range [][]*bpmn.DataAssociation{n.Act.DataInputs, n.Act.DataOutputs} {
			for _, a := range list {
				if len(a.Assignments) > 0 || a.Transformation != nil {
					m.strange(a.Span, "a data association of a sub-process that computes a value")
				}
			}
		}
		return m, CodeAssociation
	default:
		if m := mappingOf(n); m != nil {
			if b.passes(n) && len(m.in) > 0 && len(m.out) > 0 {
				m.strange(m.at, "an input and output mapping of a task that nobody performs")
			}
			return m, CodeMapping
		}
		return b.specOf(b.file, n), CodeAssociation
	}
	return nil, ""
}

// passes reports a task that completes when it is entered (§13.3.3).
func (b *builder) passes(n *graph.Node) bool {
	return n.Task != nil && (n.Task.Kind == bpmn.NoneTask || n.Task.Kind == bpmn.ManualTask) && !b.opts.EveryTaskIsWork && job(n.Base) == ""
}

// passMapping adds the output mappings of a task that nobody performs: they are
// evaluated when it completes, over the variables in scope.
func (b *builder) passMapping(n *graph.Node, i, scope int, m *taskMapping) []diag.Diagnostic {
	if m.explicit {
		if len(m.out) > 0 {
			return []diag.Diagnostic{n.Report(CodeNobodysOutput, m.out[0].span, "nobody performs %s, so its data outputs are never set", n.Label()).
				WithFix("make it a service or user task, or take the data outputs out")}
		}
		return nil
	}
	if len(m.out) == 0 || len(m.in) > 0 {
		return nil
	}
	node := &b.p.Nodes[i]
	node.Performer = model.ByScript
	io := &model.IO{}
	node.IO = io
	var ds []diag.Diagnostic
	for _, mv := range m.out {
		target, ok := b.envs[scope].Lookup(mv.name)
		if !ok {
			target = b.envs[0].Declare(mv.name, nil, mv.nameAt)
		}
		ds = append(ds, b.moved(n, mv, b.envs[scope], scope, target, func(e int) {
			io.Out = append(io.Out, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[target], Path: mv.path}, Span: mv.span})
		})...)
	}
	return ds
}
