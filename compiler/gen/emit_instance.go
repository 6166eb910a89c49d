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
	f.add(comment("Open has nothing to open: no scope but the process has data of its own."),
		jen.Func().Add(q.receiver("")).Id("Open").Params(jen.Id("scope").Int32()).
			Params(rt("Data"), jen.Error()).
			Block(jen.Return(jen.Nil(), rt("UnknownIndex").Call(jen.Lit("scope"), jen.Id("scope")))))
}

// receiver is the receiver of the instance's methods; "" where it is not used.
func (q *processPlan) receiver(name string) jen.Code {
	if name == "" {
		return jen.Params(jen.Op("*").Id(q.data))
	}
	return jen.Params(jen.Id(name).Op("*").Id(q.data))
}

// copies reports whether there is something to copy: a process without
// variables shares nothing.
func (q *processPlan) copies() bool { return len(q.fields) > 0 }

// emitConditions writes the switch over the conditions of sequence flows.
func emitConditions(f *file, q *processPlan) {
	unknown := jen.Return(jen.False(), rt("UnknownIndex").Call(jen.Lit("condition"), jen.Id("i")))
	method := func(recv jen.Code) *jen.Statement {
		return jen.Func().Add(recv).Id("Condition").Params(jen.Id("i").Int32()).Params(jen.Bool(), jen.Error())
	}
	if len(q.conditions) == 0 {
		f.add(comment("Condition has nothing to evaluate: no sequence flow has a condition."),
			method(q.receiver("")).Block(unknown))
		return
	}
	recv := ""
	for _, c := range q.conditions {
		if c.method != "" || q.emissions[q.Flows[c.flow].Condition].readsVars {
			recv = "d"
		}
	}
	f.add(comment("Condition evaluates the condition of a sequence flow."),
		method(q.receiver(recv)).Block(jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
			for i, c := range q.conditions {
				flow := &q.Flows[c.flow]
				x := &q.Exprs[flow.Condition]
				g.Case(jen.Lit(i)).Comment(said(x))
				if c.method != "" {
					g.Return(jen.Id("d." + c.method).Call())
				} else {
					g.Return(source(q.emissions[flow.Condition].Expr), jen.Nil())
				}
			}
		}), unknown))
	for _, c := range q.conditions {
		if c.method != "" {
			emitWhen(f, q, c)
		}
	}
}

// emitWhen writes a condition that can fail or be null, which is a fault (S2.1).
func emitWhen(f *file, q *processPlan, c conditionPlan) {
	flow := &q.Flows[c.flow]
	x := &q.Exprs[flow.Condition]
	e := q.emissions[flow.Condition]
	recv := ""
	if e.readsVars {
		recv = "d"
	}
	f.add(comment(c.method+" is the condition of the sequence flow "+describeFlow(flow)+": "+oneLine(x.Source)),
		jen.Func().Add(q.receiver(recv)).Id(c.method).Params().Params(jen.Bool(), jen.Error()).BlockFunc(func(g *jen.Group) {
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
	f.add(comment("Begin makes one run of a task's work with its private copy or its inputs (S3.2)."),
		jen.Func().Add(q.receiver("d")).Id("Begin").
			Params(jen.Id("work").Int32(), jen.Id("shared").Bool(), jen.Id("s").Op("*").Add(rt("Scratch"))).
			Params(rt("Job"), jen.Error()).BlockFunc(func(g *jen.Group) {
			if cases := q.beginCases(f); len(cases) > 0 {
				g.Switch(jen.Id("work")).Block(cases...)
			}
			if q.copies() {
				g.If(jen.Id("shared")).Block(
					jen.If(jen.Id("d.base").Op("==").Nil()).Block(
						jen.Id("base").Op(":=").Add(q.cloneVars("d.vars")),
						jen.Id("d.base").Op("=").Op("&").Id("base")),
					jen.Return(jen.Op("&").Add(rt("Copy")).Index(jen.Id(q.vars)).Values(jen.Id("Base").Op(":").Id("d.base")), jen.Nil()))
			}
			g.Id("w").Op(":=").Add(rt("NewCopy")).Index(jen.Id(q.vars)).Call(jen.Id("s"))
			g.Id("w.V").Op("=").Add(q.cloneVars("d.vars"))
			g.Return(jen.Id("w"), jen.Nil())
		}))
}

// beginCases are the works that are no plain private copy.
func (q *processPlan) beginCases(f *file) []jen.Code {
	var out []jen.Code
	for i := range q.tasks {
		t := &q.tasks[i]
		user := q.Nodes[t.node].Performer == model.ByUser
		switch {
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
				jen.Return(jen.Op("&").Add(q.jobElem(t)).Values(jen.Id("Saw").Op(":").Add(q.cloneVars("d.vars"))), jen.Nil())))
		}
	}
	return out
}
