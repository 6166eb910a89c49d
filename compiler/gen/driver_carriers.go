package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// driveCarriers writes the messages, signals, errors and escalations of a package for the runner.
func driveCarriers(g *jen.Group, p *plan) {
	list := func(name string, n int, at func(int) []jen.Code) {
		if n == 0 {
			return
		}
		g.Line().Id(name).Op(":").Index().Qual(testPath, "Carrier").ValuesFunc(func(g *jen.Group) {
			for i := range n {
				g.Line().Values(at(i)...)
			}
			g.Line()
		})
	}
	carrier := func(o model.Origin, payload *types.Type) []jen.Code {
		out := []jen.Code{jen.Id("ID").Op(":").Lit(o.ID), jen.Id("Name").Op(":").Lit(o.Name)}
		if payload != nil {
			out = append(out, jen.Id("Make").Op(":").Qual(testPath, "Make").Index(p.types.goType(payload)))
		}
		return out
	}
	computed := func(is bool, fields []jen.Code) []jen.Code {
		if is {
			fields = append(fields, jen.Id("Computed").Op(":").True())
		}
		return fields
	}
	list("Messages", len(p.pkg.Messages), func(i int) []jen.Code {
		m := &p.pkg.Messages[i]
		out := computed(m.Computed, carrier(m.Origin, m.Payload))
		if len(m.Key) > 0 {
			out = append(out, jen.Id("Key").Op(":").Index().String().ValuesFunc(func(g *jen.Group) {
				for _, part := range m.Key {
					g.Lit(part.Name)
				}
			}))
		}
		return out
	})
	list("Signals", len(p.pkg.Signals), func(i int) []jen.Code {
		x := &p.pkg.Signals[i]
		return computed(x.Computed, carrier(x.Origin, x.Payload))
	})
	list("Errors", len(p.pkg.Errors), func(i int) []jen.Code {
		x := &p.pkg.Errors[i]
		return computed(x.Computed, append(carrier(x.Origin, x.Payload), jen.Id("Code").Op(":").Lit(x.Code)))
	})
	list("Escalations", len(p.pkg.Escalations), func(i int) []jen.Code {
		x := &p.pkg.Escalations[i]
		return computed(x.Computed, append(carrier(x.Origin, x.Payload), jen.Id("Code").Op(":").Lit(x.Code)))
	})
}

// driveSends writes which messages the handlers of a process send.
func driveSends(g *jen.Group, p *plan, q *processPlan) {
	sends := jen.Dict{}
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Sends == model.None || n.Performer != model.ByHandler {
			continue
		}
		m := &p.pkg.Messages[n.Sends]
		sends[jen.Lit(n.ID)] = jen.Lit(orElse(m.Name, m.ID))
	}
	if len(sends) > 0 {
		g.Line().Id("Sends").Op(":").Map(jen.String()).String().Values(sends)
	}
}
