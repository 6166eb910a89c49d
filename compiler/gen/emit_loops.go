package gen

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

var loopKinds = map[model.LoopKind]string{
	model.StandardLoop: "StandardLoop", model.SequentialInstances: "SequentialInstances", model.ParallelInstances: "ParallelInstances",
}

// loopRow says how often an activity is done.
func (q *processPlan) loopRow(rt string, host int) string {
	for i := range q.loops {
		l := &q.loops[i]
		if l.host != host {
			continue
		}
		var r row
		r.field("Kind", rt+loopKinds[l.Kind])
		r.index("Repetition", i)
		r.field("Maximum", strconv.FormatInt(l.Maximum, 10))
		if l.TestBefore {
			r.field("TestBefore", "true")
		}
		r.index("Condition", l.condition)
		var throws []string
		for k, t := range l.Throws {
			var x row
			x.index("Node", t.Node)
			x.index("Condition", l.throws[k])
			if t.First {
				x.field("First", "true")
			}
			throws = append(throws, x.String())
		}
		if len(throws) > 0 {
			r.field("Throws", "[]"+rt+"LoopThrowDef{"+strings.Join(throws, ", ")+"}")
		}
		return "&" + rt + "LoopDef" + r.String()
	}
	return "nil"
}

// emitLoops writes, for each repeated activity, the type of one run of the whole:
// it gives every instance its data and takes what instances give to the output.
func emitLoops(f *file, q *processPlan) {
	if len(q.loops) == 0 {
		return
	}
	for _, r := range q.regions {
		if loops := q.loopsIn(r); len(loops) > 0 {
			f.add(comment("Repeat begins one run of a repeated activity (S7)."),
				jen.Func().Add(r.receiver("d")).Id("Repeat").Params(jen.Id("i").Int32()).Params(rt("Repetition"), jen.Error()).Block(
					jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
						for i := range q.loops {
							if l := &q.loops[i]; q.of[l.around(q)] == r {
								g.Case(jen.Lit(i)).Block(jen.Return(jen.Id("d." + l.beginMethod(q)).Call()))
							}
						}
					}),
					jen.Return(jen.Nil(), rt("UnknownIndex").Call(jen.Lit("repetition"), jen.Id("i")))))
		}
	}
	for i := range q.loops {
		emitLoop(f, q, &q.loops[i])
	}
}

func (l *loopPlan) beginMethod(q *processPlan) string  { return "repeat" + q.Nodes[l.Body].GoName }
func (l *loopPlan) resultMethod(q *processPlan) string { return "result" + q.Nodes[l.Body].GoName }

func emitLoop(f *file, q *processPlan, l *loopPlan) {
	y := f.plan.types
	n := &q.Nodes[l.host]
	around, inner := q.of[l.around(q)], q.of[l.inner(q)]
	f.add(comment(l.name+" is one run of the "+describe(n)+" with all its instances; it implements", "runtime.Repetition."),
		jen.Type().Id(l.name).StructFunc(func(g *jen.Group) {
			g.Id("outer").Op("*").Id(around.data)
			if l.count != nil {
				g.Id("count").Int()
			}
			if l.items != nil {
				g.Id("items").Add(y.goType(l.items.typ))
			}
			if l.list != nil {
				g.Comment("// results are what the instances give to the output, by their position.")
				g.Id("results").Index().Add(y.goType(l.result.typ))
			}
		}))
	emitRepeat(f, q, l)
	method := func(recv string) *jen.Statement {
		x := jen.Op("*").Id(l.name)
		if recv == "" {
			return jen.Func().Params(x)
		}
		return jen.Func().Params(jen.Id(recv).Add(x))
	}
	counter := func(doc, recv string, x jen.Code) {
		f.add(comment(doc), method(recv).Id("Count").Params().Int().Block(jen.Return(x)))
	}
	switch {
	case l.count != nil:
		counter("Count is how many instances there are.", "l", jen.Id("l.count"))
	case l.items != nil:
		counter("Count is how many instances there are.", "l", jen.Len(jen.Id("l.items")))
	default:
		counter("Count is not asked: the loop goes on as its condition says.", "", jen.Lit(0))
	}
	c := "_"
	if len(l.Counts) > 0 {
		c = "c"
	}
	see := func(g *jen.Group) {
		for _, v := range l.Counts {
			g.Id("d.vars." + q.Vars[v.Var].GoName).Op("=").Int64().Call(jen.Id("c." + counts[v.Count]))
		}
	}
	f.add(comment("Open makes the data of an instance."), method("l").Id("Open").
		Params(jen.Id("instance").Int(), jen.Id(c).Add(rt("Counts"))).Params(rt("Data"), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("d").Op(":=").Op("&").Id(inner.data).Values(jen.Id("outer").Op(":").Id("l.outer"))
		if l.Item != model.None {
			g.Id("d.vars." + q.Vars[l.Item].GoName).Op("=").Add(y.clone(l.item, jen.Id("l.items").Index(jen.Id("instance"))))
		}
		number := jen.Int64().Call(jen.Id("instance"))
		if l.First != 0 {
			number.Op("+").Lit(int(l.First))
		}
		g.Id("d.vars." + q.Vars[l.Counter].GoName).Op("=").Add(number)
		see(g)
		g.Return(jen.Id("d"), jen.Nil())
	}))
	if len(l.Counts) == 0 {
		f.add(comment("See has nothing to tell: no expression reads how many instances there are."), method("").Id("See").
			Params(jen.Id("_").Add(rt("Data")), jen.Id("_").Add(rt("Counts"))).Block())
	} else {
		f.add(comment("See tells the conditions of an instance how many instances there are."), method("").Id("See").
			Params(jen.Id("data").Add(rt("Data")), jen.Id("c").Add(rt("Counts"))).BlockFunc(func(g *jen.Group) {
			g.Id("d").Op(":=").Id("data").Assert(jen.Op("*").Id(inner.data))
			see(g)
			g.Id("d.base").Op("=").Nil()
		}))
	}
	if l.list == nil {
		f.add(comment("Keep has nothing to keep: there is no output."), method("").Id("Keep").
			Params(jen.Int(), rt("Data")).Error().Block(jen.Return(jen.Nil())))
		f.add(comment("Commit has nothing to write: there is no output."), method("").Id("Commit").
			Params(rt("Changes")).Error().Block(jen.Return(jen.Nil())))
		return
	}
	f.add(comment("Keep takes what an instance gives to the output to its place."), method("l").Id("Keep").
		Params(jen.Id("instance").Int(), jen.Id("data").Add(rt("Data"))).Error().Block(
		jen.List(jen.Id("result"), jen.Err()).Op(":=").Id("data").Assert(jen.Op("*").Id(inner.data)).Dot(l.resultMethod(q)).Call(),
		jen.Id("l.results").Index(jen.Id("instance")).Op("=").Id("result"),
		jen.Return(jen.Err())))
	emitResult(f, q, l)
	emitOutput(f, q, l, method("l"))
}

var counts = map[model.Count]string{
	model.AllInstances: "Instances", model.ActiveInstances: "Active", model.CompletedInstances: "Completed", model.TerminatedInstances: "Terminated",
}

// emitRepeat writes what reads the cardinality or the collection.
func emitRepeat(f *file, q *processPlan, l *loopPlan) {
	y := f.plan.types
	n := &q.Nodes[l.host]
	f.add(comment(l.beginMethod(q)+" begins one run of the "+describe(n)+"."),
		jen.Func().Add(q.of[l.around(q)].receiver("d")).Id(l.beginMethod(q)).Params().Params(rt("Repetition"), jen.Error()).BlockFunc(func(g *jen.Group) {
			values := []jen.Code{jen.Id("outer").Op(":").Id("d")}
			leave := func(err ...jen.Code) *jen.Statement { return jen.Return(append([]jen.Code{jen.Nil()}, err...)...) }
			size := jen.Code(jen.Len(jen.Id("items")))
			for _, m := range []*mappingPlan{l.count, l.items} {
				if m != nil {
					q.errVar(g, []mappingPlan{*m})
					g.Comment(said(&q.Exprs[m.expr]))
				}
			}
			if l.count != nil {
				q.evaluate(g, f, *l.count, "count", leave)
				g.If(jen.Id("count").Op("<").Lit(0)).Block(leave(rt("ErrNegativeCount")))
				g.If(jen.Id("count").Op(">").Add(rt("MaxInstances"))).Block(leave(rt("TooManyInstances").Call(jen.Id("count"))))
				size = jen.Id("count")
				values = append(values, jen.Id("count").Op(":").Int().Call(jen.Id("count")))
			}
			if l.items != nil {
				q.evaluate(g, f, *l.items, "items", leave)
				values = append(values, jen.Id("items").Op(":").Id("items"))
			}
			if l.list != nil {
				values = append(values, jen.Id("results").Op(":").Make(jen.Index().Add(y.goType(l.result.typ)), size))
			}
			g.Return(jen.Op("&").Id(l.name).Values(values...), jen.Nil())
		}))
}

// emitResult writes what an instance gives to the output.
func emitResult(f *file, q *processPlan, l *loopPlan) {
	y := f.plan.types
	recv := ""
	if q.emissions[l.result.expr].readsVars {
		recv = "d"
	}
	f.add(comment(l.resultMethod(q)+" is what an instance of the "+describe(&q.Nodes[l.host])+" gives to the output."),
		jen.Func().Add(q.of[l.inner(q)].receiver(recv)).Id(l.resultMethod(q)).Params().
			Params(jen.Id("result").Add(y.goType(l.result.typ)), jen.Err().Error()).BlockFunc(func(g *jen.Group) {
			g.Comment(said(&q.Exprs[l.result.expr]))
			leave := func(err ...jen.Code) *jen.Statement {
				return jen.Return(append([]jen.Code{jen.Id("result")}, err...)...)
			}
			q.evaluate(g, f, *l.result, "value", leave)
			g.Return(y.clone(l.result.typ, jen.Id("value")), jen.Nil())
		}))
}

// emitOutput writes the list of all results as one step.
func emitOutput(f *file, q *processPlan, l *loopPlan, method *jen.Statement) {
	y := f.plan.types
	f.add(comment("Commit writes what all instances gave, and marks the paths that differ from before (S3.3)."),
		method.Id("Commit").Params(jen.Id("changed").Add(rt("Changes"))).Error().BlockFunc(func(g *jen.Group) {
			g.Id("d").Op(":=").Id("l.outer")
			from := jen.Id("l.results")
			if l.list.typ != nil && y.code(l.list.typ)[0].Text == "any" {
				from = jen.Any().Call(from)
			}
			next := l.list.firstBit
			for _, lf := range leaves(nil, l.list.selector, l.list.typ, l.list.around, l.list.depth, &next) {
				to := jen.Id(q.path(l.around(q), l.list.scope) + lf.selector)
				g.If(y.differ(lf.typ, to, from)).BlockFunc(func(g *jen.Group) {
					g.Add(to).Op("=").Add(from)
					for _, bit := range lf.bits {
						g.Id("changed.Set").Call(jen.Lit(bit))
					}
				})
			}
			g.Add(q.of[l.around(q)].stale())
			g.Return(jen.Nil())
		}))
}
