package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitInstance writes the struct of one instance, engine part and variables in
// one allocation, and its simple methods.
func emitInstance(f *file, q *processPlan) {
	f.add(comment(q.data+" is one instance of the process together with its variables; it implements", "runtime.Typed."),
		jen.Type().Id(q.data).StructFunc(func(g *jen.Group) {
			g.Add(rt("Instance"))
			g.Id("vars").Id(q.vars)
			if q.copies() {
				g.Comment("// base is an immutable copy of vars that running work shares, nil after a change.")
				g.Id("base").Op("*").Id(q.vars)
			}
		}))
	recv := q.receiver("d")
	f.add(comment("VarsPointer points to the live variables."), jen.Func().Add(recv).Id("VarsPointer").Params().Any().Block(jen.Return(jen.Op("&").Id("d.vars"))))
	f.add(comment("Snapshot copies the variables."), jen.Func().Add(recv).Id("Snapshot").Params().Id(q.vars).Block(jen.Return(q.cloneVars("d.vars"))))
	emitBeanHost(f, q)
	emitOpenScope(f, q, q.regionPlan)
}

// emitConditions writes, for each scope with data, the switch over the
// conditions of the sequence flows and conditional events in it.
func emitConditions(f *file, q *processPlan) {
	for _, r := range q.regions {
		emitConditionsIn(f, q, r)
	}
	for _, c := range q.conditions {
		if c.method != "" {
			emitWhen(f, q, c)
		}
	}
}

// conditionRegion is the region in which a condition is evaluated.
func (q *processPlan) conditionRegion(c conditionPlan) *regionPlan {
	return q.of[c.scope]
}

func emitConditionsIn(f *file, q *processPlan, r *regionPlan) {
	unknown := jen.Return(jen.False(), rt("UnknownIndex").Call(jen.Lit("condition"), jen.Id("i")))
	method := func(recv jen.Code) *jen.Statement {
		return jen.Func().Add(recv).Id("Condition").Params(jen.Id("i").Int32()).Params(jen.Bool(), jen.Error())
	}
	recv, some := "", false
	of := "a sequence flow"
	for _, c := range q.conditions {
		if q.conditionRegion(c) != r || c.gate != nil {
			continue
		}
		some = true
		switch {
		case c.event:
			of = "a sequence flow or a conditional event"
		case c.repetition:
			of = "the repetition"
		}
		if c.method != "" || q.emissions[c.expr].readsVars {
			recv = "d"
		}
	}
	if !some {
		f.add(comment("Condition has nothing to evaluate: no sequence flow has a condition."),
			method(r.receiver("")).Block(unknown))
		return
	}
	f.add(comment("Condition evaluates the condition of "+of+"."),
		method(r.receiver(recv)).Block(jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
			for i, c := range q.conditions {
				if q.conditionRegion(c) != r || c.gate != nil {
					continue
				}
				g.Case(jen.Lit(i)).Comment(said(&q.Exprs[c.expr]))
				if c.method != "" {
					g.Return(jen.Id("d." + c.method).Call())
				} else {
					g.Return(source(q.emissions[c.expr].Expr), jen.Nil())
				}
			}
		}), unknown))
}

// emitWhen writes a condition that can fail or be null, which is a fault (S2.1).
func emitWhen(f *file, q *processPlan, c conditionPlan) {
	x := &q.Exprs[c.expr]
	e := q.emissions[c.expr]
	recv := ""
	if e.readsVars {
		recv = "d"
	}
	f.add(comment(c.method+" is the condition of "+c.of+": "+oneLine(x.Source)),
		jen.Func().Add(q.conditionRegion(c).receiver(recv)).Id(c.method).Params(c.gateParam()...).Params(jen.Bool(), jen.Error()).BlockFunc(func(g *jen.Group) {
			if e.Fails {
				g.Var().Err().Error()
			}
			g.Id("ok").Op(":=").Add(source(e.Expr))
			if e.Nullable {
				if e.Fails {
					g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.False(), jen.Err()))
				}
				g.If(jen.Id("ok").Op("==").Nil()).Block(jen.Return(jen.False(), rt("Missing").Call(jen.Lit(oneLine(x.Source)))))
				g.Return(jen.Op("*").Id("ok"), jen.Nil())
				return
			}
			g.Return(jen.Id("ok"), jen.Err())
		}))
}

// emitBegin writes how the work of a task is made, with what it reads.
func emitBegin(f *file, q *processPlan) {
	for _, r := range q.regions {
		emitBeginIn(f, q, r)
	}
}

func emitBeginIn(f *file, q *processPlan, r *regionPlan) {
	f.add(comment("Begin makes one run of a task's work with its private copy or its inputs (S3.2)."),
		jen.Func().Add(r.receiver("d")).Id("Begin").
			Params(jen.Id("work").Int32(), jen.Id("shared").Bool(), jen.Id("s").Op("*").Add(rt("Scratch"))).
			Params(rt("Job"), jen.Error()).BlockFunc(func(g *jen.Group) {
			if cases := q.beginCases(r); len(cases) > 0 {
				g.Switch(jen.Id("work")).Block(cases...)
			}
			if r.copies() {
				base := jen.Id("d.shared").Call()
				var make []jen.Code
				if r.outer == nil && len(r.inner) == 0 {
					base = jen.Id("d.base")
					make = append(make, jen.If(jen.Id("d.base").Op("==").Nil()).Block(
						jen.Id("base").Op(":=").Add(r.cloneVars("d.vars")),
						jen.Id("d.base").Op("=").Op("&").Id("base")))
				}
				g.If(jen.Id("shared")).Block(append(make,
					jen.Return(jen.Op("&").Add(rt("Copy")).Index(jen.Id(r.vars)).Values(jen.Id("Base").Op(":").Add(base)), jen.Nil()))...)
			}
			g.Id("w").Op(":=").Add(rt("NewCopy")).Index(jen.Id(r.vars)).Call(jen.Id("s"))
			g.Id("w.V").Op("=").Add(r.live())
			g.Return(jen.Id("w"), jen.Nil())
		}))
}

// beginCases are the works that are no plain private copy.
func (q *processPlan) beginCases(r *regionPlan) []jen.Code {
	var out []jen.Code
	for i := range q.tasks {
		t := &q.tasks[i]
		if q.taskRegion(t) != r {
			continue
		}
		user := q.Nodes[t.node].Performer == model.ByUser
		switch {
		case q.calls(t):
			out = append(out, jen.Case(jen.Id(t.work)).Block(q.beginCall(t)...))
		case t.io != nil && len(t.fill) > 0:
			fill := jen.Id("d." + t.fillMethod(q)).Call(jen.Op("&").Id("w.In"))
			body := []jen.Code{jen.Id("w").Op(":=").New(q.jobElem(t))}
			if q.fillFails(t) {
				body = append(body, jen.If(jen.Err().Op(":=").Add(fill), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())))
			} else {
				body = append(body, fill)
			}
			out = append(out, jen.Case(jen.Id(t.work)).Block(append(body, jen.Return(jen.Id("w"), jen.Nil()))...))
		case t.io != nil:
			out = append(out, jen.Case(jen.Id(t.work)).Block(jen.Return(jen.New(q.jobElem(t)), jen.Nil())))
		case user:
			out = append(out, jen.Case(jen.Id(t.work)).Block(
				jen.Return(jen.Op("&").Add(q.jobElem(t)).Values(jen.Id("Saw").Op(":").Add(r.live())), jen.Nil())))
		}
	}
	return out
}
