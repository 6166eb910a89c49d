package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// withoutPayload adds the output mappings of a catch that is given nothing, a timer
// or a condition: they compute from the variables. A catch that takes any error
// or escalation can't say of what type the payload is.
func (b *builder) withoutPayload(n *graph.Node, i, k, scope int, m *taskMapping) []diag.Diagnostic {
	if m == nil || len(m.in)+len(m.out) == 0 {
		return nil
	}
	t := &b.p.Nodes[i].Triggers[k]
	switch t.Kind {
	case model.TimerTrigger, model.ConditionalTrigger:
		if m.explicit {
			break
		}
		var ds []diag.Diagnostic
		for _, mv := range m.out {
			target := b.target(mv, scope)
			io := ioOf(t)
			ds = append(ds, b.moved(n, mv, b.envs[scope], scope, target, func(e int) {
				io.Told = append(io.Told, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[target], Path: mv.path}, Span: mv.span})
			})...)
		}
		return ds
	}
	return []diag.Diagnostic{n.Report(CodePayloadless, m.at, "%s moves data, and nothing says what %s carries", n.Label(), graph.An(triggerWord[t.Kind])).
		WithFix("let the event name the message, signal, error or escalation whose payload it is, or take the mapping out")}
}

var triggerWord = map[model.TriggerKind]string{
	model.MessageTrigger: "message", model.TimerTrigger: "timer", model.SignalTrigger: "signal", model.ConditionalTrigger: "condition",
	model.ErrorTrigger: "error", model.EscalationTrigger: "escalation", model.CancelTrigger: "cancel", model.CompensateTrigger: "compensation",
	model.TerminateTrigger: "termination",
}

// severalData rejects a vendor's mapping at an event with several definitions: it
// does not say whose payload it is.
func (b *builder) severalData(n *graph.Node) []diag.Diagnostic {
	m := mappingOf(n)
	if m == nil || n.Event == nil || len(b.definitions(n)) < 2 {
		return nil
	}
	return []diag.Diagnostic{n.Report(CodeSeveralData, m.at, "%s has several event definitions, and its mapping does not say whose payload it moves", n.Label()).
		WithFix("give each definition with data a dataOutput or dataInput of its own, in the same order, or an event of its own")}
}
