package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// subProcessIO is the input and output mapping of a sub-process: zeebe:ioMapping
// or camunda:inputOutput, the standard has none (§10.4.1). Nil for any other node, and
// for an event sub-process, which its event gives its data.
func subProcessIO(n *graph.Node) *taskMapping {
	if n.Sub == nil || n.IsEventSubProcess() {
		return nil
	}
	return mappingOf(n)
}

// declareInputs makes each name that an input mapping of a sub-process gives a
// value a variable of its scope.
func (b *builder) declareInputs(scope int) {
	host := b.p.Scopes[scope].Host
	if host == model.None {
		return
	}
	if m := subProcessIO(b.nodes[host]); m != nil && m.odd == "" {
		for _, mv := range m.in {
			b.envs[scope].Declare(mv.name, nil, mv.nameAt)
		}
	}
}

// subProcessMapping adds the expressions: inputs read what is around the
// sub-process, outputs what is in it.
func (b *builder) subProcessMapping(n *graph.Node, i, scope int) []diag.Diagnostic {
	node := &b.p.Nodes[i]
	m := subProcessIO(n)
	if m == nil || m.odd != "" || node.Inner == model.None {
		return nil
	}
	io := &model.IO{}
	node.IO = io
	var ds []diag.Diagnostic
	for _, mv := range m.in {
		sym, ok := b.envs[node.Inner].Lookup(mv.name)
		if !ok {
			continue
		}
		ds = append(ds, b.moved(n, mv, b.envs[scope], scope, sym, func(e int) {
			io.In = append(io.In, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[sym], Path: mv.path}, Span: mv.span})
		})...)
	}
	for _, mv := range m.out {
		target, ok := b.envs[scope].Lookup(mv.name)
		if !ok {
			target = b.envs[0].Declare(mv.name, nil, mv.nameAt)
		}
		ds = append(ds, b.moved(n, mv, b.envs[node.Inner], node.Inner, target, func(e int) {
			io.Out = append(io.Out, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[target], Path: mv.path}, Span: mv.span})
		})...)
	}
	return ds
}
