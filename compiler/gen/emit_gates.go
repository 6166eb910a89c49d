package gen

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// planGates plans the activation conditions of complex gateways (S2.5).
func (q *processPlan) planGates() {
	q.activation = map[int]int{}
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Gate == nil {
			continue
		}
		q.activation[i] = model.None
		if n.Gate.Activation != model.None {
			q.activation[i] = len(q.conditions)
			q.conditions = append(q.conditions, conditionPlan{expr: n.Gate.Activation, scope: n.Scope, goName: n.GoName, of: "the " + describe(n), gate: n.Gate})
		}
	}
}

// gateNames says where a condition of a complex gateway finds the phase and the
// counts; nil for any other.
func gateNames(gate *model.Gate) func(name string) string {
	if gate == nil {
		return nil
	}
	return func(name string) string {
		switch name {
		case model.ActivationCount:
			return "g.ActivationCount()"
		case model.WaitingForStart:
			return "g.WaitingForStart"
		}
		for _, c := range gate.Counts {
			if c.Name == name {
				return "g.On(" + strconv.Itoa(c.Slot) + ")"
			}
		}
		return ""
	}
}

// gateParam is the parameter through which a method reads them.
func (c conditionPlan) gateParam() []jen.Code {
	if c.gate == nil {
		return nil
	}
	return []jen.Code{jen.Id("g").Op("*").Add(rt("Gate"))}
}

// emitGates writes, for each scope with complex gateways, the switch over their
// conditions: runtime.GateData.
func emitGates(f *file, q *processPlan) {
	for _, r := range q.regions {
		recv, gate, some := "", "_", false
		for _, c := range q.conditions {
			if c.gate == nil || q.conditionRegion(c) != r {
				continue
			}
			some = true
			if c.method != "" || q.emissions[c.expr].readsVars {
				recv = "d"
			}
			if c.method != "" || q.emissions[c.expr].readsOut {
				gate = "g"
			}
		}
		if !some {
			continue
		}
		f.add(comment("GateCondition evaluates the conditions of complex gateways and of the flows that leave them (S2.5)."),
			jen.Func().Add(r.receiver(recv)).Id("GateCondition").Params(jen.Id("i").Int32(), jen.Id(gate).Op("*").Add(rt("Gate"))).
				Params(jen.Bool(), jen.Error()).Block(
				jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
					for i, c := range q.conditions {
						if c.gate == nil || q.conditionRegion(c) != r {
							continue
						}
						g.Case(jen.Lit(i)).Comment(said(&q.Exprs[c.expr]))
						if c.method != "" {
							g.Return(jen.Id("d." + c.method).Call(jen.Id("g")))
						} else {
							g.Return(source(q.emissions[c.expr].Expr), jen.Nil())
						}
					}
				}),
				jen.Return(jen.False(), rt("UnknownIndex").Call(jen.Lit("condition"), jen.Id("i")))))
	}
}
