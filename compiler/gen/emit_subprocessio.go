package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// subPlan is a sub-process with an input and output mapping (S3.6).
type subPlan struct {
	node        int
	fill, write []mappingPlan
}

func (q *processPlan) planSubs(p *plan) error {
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Inner == model.None || n.IO == nil {
			continue
		}
		s := subPlan{node: i}
		for _, list := range []struct {
			from []model.Mapping
			to   *[]mappingPlan
		}{{n.IO.In, &s.fill}, {n.IO.Out, &s.write}} {
			for _, m := range list.from {
				w, err := q.variableTarget(m.Expr, m.Target.Var, m.Target.Path)
				if err != nil {
					return fmt.Errorf("%s: %w", describe(n), err)
				}
				p.types.needClone(w.typ)
				*list.to = append(*list.to, w)
			}
		}
		q.subs = append(q.subs, s)
	}
	return nil
}

// subExpressions emits the Go of the mappings.
func (p *plan) subExpressions(q *processPlan) error {
	for _, s := range q.subs {
		for _, m := range append(append([]mappingPlan(nil), s.fill...), s.write...) {
			if err := p.emit(q, m.expr, nil); err != nil {
				return fmt.Errorf("%s: %w", describe(&q.Nodes[s.node]), err)
			}
		}
	}
	return nil
}

// subOf is the mapping of the sub-process that opens a scope, nil where it has none.
func (q *processPlan) subOf(scope int) *subPlan {
	for i := range q.subs {
		if q.Nodes[q.subs[i].node].Inner == scope {
			return &q.subs[i]
		}
	}
	return nil
}

// hasOutputs reports a scope whose results are written when it completes.
func (q *processPlan) hasOutputs(scope int) bool {
	s := q.subOf(scope)
	return s != nil && len(s.write) > 0
}

// openScope is the Go that makes the data of a scope, with its inputs.
func (q *processPlan) openScope(g *jen.Group, in *regionPlan) {
	made := jen.Op("&").Id(in.data).Values(jen.Id("outer").Op(":").Id("d"))
	s := q.subOf(in.scope)
	if s == nil || len(s.fill) == 0 {
		g.Return(made, jen.Nil())
		return
	}
	g.Id("in").Op(":=").Add(made)
	enter := jen.Id("d." + s.enter(q)).Call(jen.Id("in"))
	if q.anyFails(s.fill) {
		g.If(jen.Err().Op(":=").Add(enter), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
	} else {
		g.Add(enter)
	}
	g.Return(jen.Id("in"), jen.Nil())
}

func (s *subPlan) enter(q *processPlan) string { return "enter" + q.Nodes[s.node].GoName }

func (s *subPlan) leave(q *processPlan) string { return "leave" + q.Nodes[s.node].GoName }

// emitSubs writes, for each sub-process with a mapping, what gives it its inputs
// and what writes its results, and the switch over the latter: runtime.LeaveData.
func emitSubs(f *file, q *processPlan) {
	for i := range q.subs {
		s := &q.subs[i]
		if len(s.fill) > 0 {
			emitEnter(f, q, s)
		}
		if len(s.write) > 0 {
			emitLeave(f, q, s)
		}
	}
	for _, r := range q.regions {
		var mine []*subPlan
		for i := range q.subs {
			if s := &q.subs[i]; len(s.write) > 0 && q.of[q.Nodes[s.node].Inner] == r {
				mine = append(mine, s)
			}
		}
		if len(mine) == 0 {
			continue
		}
		f.add(comment("Leave commits the results of a sub-process that has completed (S3.6)."),
			jen.Func().Add(r.receiver("d")).Id("Leave").Params(jen.Id("scope").Int32(), jen.Id("changed").Add(rt("Changes"))).Error().BlockFunc(func(g *jen.Group) {
				g.Switch(jen.Id("scope")).BlockFunc(func(g *jen.Group) {
					for _, s := range mine {
						call := jen.Id("d." + s.leave(q)).Call(jen.Id("changed"))
						if q.anyFails(s.write) {
							call = jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
						}
						g.Case(jen.Lit(q.Nodes[s.node].Inner)).Block(call)
					}
					g.Default().Block(jen.Return(rt("UnknownIndex").Call(jen.Lit("scope to leave"), jen.Id("scope"))))
				})
				g.Add(r.stale())
				g.Return(jen.Nil())
			}))
	}
}

func emitEnter(f *file, q *processPlan, s *subPlan) {
	n := &q.Nodes[s.node]
	recv := ""
	for _, m := range s.fill {
		if q.emissions[m.expr].readsVars {
			recv = "d"
		}
	}
	fails := q.anyFails(s.fill)
	method := jen.Func().Add(q.of[n.Scope].receiver(recv)).Id(s.enter(q)).Params(jen.Id("in").Op("*").Id(q.of[n.Inner].data))
	if fails {
		method.Error()
	}
	f.add(comment(s.enter(q)+" gives the "+describe(n)+" its inputs."), method.BlockFunc(func(g *jen.Group) {
		q.errVar(g, s.fill)
		for i, m := range s.fill {
			x := source(q.emissions[m.expr].Expr)
			g.Comment(said(&q.Exprs[m.expr]))
			if q.mayFail(m) {
				name := fmt.Sprintf("value%d", i+1)
				q.evaluate(g, f, m, name, jen.Return)
				x = jen.Id(name)
			}
			g.Id("in.vars." + m.selector).Op("=").Add(f.plan.types.clone(m.typ, x))
		}
		if fails {
			g.Return(jen.Nil())
		}
	}))
}

func emitLeave(f *file, q *processPlan, s *subPlan) {
	n := &q.Nodes[s.node]
	fails := q.anyFails(s.write)
	method := jen.Func().Add(q.of[n.Inner].receiver("d")).Id(s.leave(q)).Params(jen.Id("changed").Add(rt("Changes")))
	if fails {
		method.Error()
	}
	f.add(comment(s.leave(q)+" writes the results of the "+describe(n)+"."),
		method.BlockFunc(func(g *jen.Group) { q.writeValuesFrom(g, f, n.Inner, s.write, fails) }))
}
