package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// gateEnv is what the conditions of a complex gateway, those of its outgoing
// flows too, read: data, the phase, and the counts of its incoming flows by id
// or, where no declared variable has that name, by name (§13.4.5).
func (b *builder) gateEnv(n *graph.Node, scope int) *expr.Env {
	if !n.IsGateway(bpmn.ComplexGateway) {
		return b.envs[scope]
	}
	i := b.at[n]
	if env := b.gates[i]; env != nil {
		return env
	}
	env := b.envs[scope].Child()
	env.Declare(model.ActivationCount, types.IntType, n.Span)
	env.Declare(model.WaitingForStart, types.BoolType, n.Span)
	node := &b.p.Nodes[i]
	gate := &model.Gate{Activation: model.None}
	count := func(name string, slot int) {
		gate.Counts = append(gate.Counts, model.GateCount{Name: name, Slot: slot})
		env.Declare(name, types.IntType, n.Span)
	}
	taken := map[string]bool{model.ActivationCount: true, model.WaitingForStart: true}
	names := map[string]int{}
	for slot, f := range node.In {
		names[b.p.Flows[f].Name]++
		if id := b.p.Flows[f].ID; !taken[id] {
			taken[id] = true
			count(id, slot)
		}
	}
	for slot, f := range node.In {
		name := b.p.Flows[f].Name
		if sym, ok := b.envs[scope].Lookup(name); name == "" || taken[name] || names[name] > 1 || ok && sym.Declared {
			continue
		}
		taken[name] = true
		count(name, slot)
	}
	node.Gate = gate
	if b.gates == nil {
		b.gates = map[int]*expr.Env{}
	}
	b.gates[i] = env
	return env
}

// activation adds the activation condition of a complex gateway. One with a
// single incoming flow is a split and evaluates none.
func (b *builder) activation(n *graph.Node, i, scope int) []diag.Diagnostic {
	env := b.gateEnv(n, scope)
	c := n.Gateway.ActivationCondition
	if c == nil || len(b.p.Nodes[i].In) < 2 {
		return nil
	}
	if strings.TrimSpace(c.Text.Value) == "" {
		return []diag.Diagnostic{n.Report(CodeEmptyExpression, c.Span, "the activation condition of %s is empty", n.Label()).
			WithFix("write the condition, such as activationCount >= 2, or take activationCondition out")}
	}
	return b.expression(c.Text.Value, b.language(c), textAt(c.Text), env, boolean, model.Expression{
		Origin: origin(n.Base), Scope: scope, Purpose: model.Condition,
	}, func(x int) { b.p.Nodes[i].Gate.Activation = x })
}
