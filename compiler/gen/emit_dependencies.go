package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// emitDependencies writes, for each conditional event, what its condition depends
// on by name: for people, tests and tools. The engine goes by the event table.
func emitDependencies(f *file, q *processPlan) {
	for i := range q.events {
		ev := &q.events[i]
		if ev.condition == "" {
			continue
		}
		n := &q.Nodes[ev.node]
		x := &q.Exprs[n.Triggers[ev.trigger].Expr]
		f.add(comment(ev.condition+" is the condition of the "+describe(n)+": "+oneLine(x.Source)), jen.Type().Id(ev.condition).Struct())
		doc := comment("Dependencies are the paths of data that it reads (EV §2.7): a change of one of them, of", "what holds it or of a part of it evaluates it.")
		value := jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, p := range slices.Compact(slices.Sorted(slices.Values(ev.paths))) {
				g.Lit(p)
			}
		})
		if len(ev.paths) == 0 {
			doc = comment("Dependencies is nil: it may read anything (EV §2.7), so that every change of data evaluates it.")
			value = jen.Nil()
		}
		f.add(doc, jen.Func().Params(jen.Id(ev.condition)).Id("Dependencies").Params().Index().String().Block(jen.Return(value)))
	}
}
