package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitProgram writes the registration of the process: its definition with the
// host's handlers, and the switch from work to handler.
func emitProgram(f *file, q *processPlan) {
	fields := []jen.Code{}
	if q.handlers != "" {
		fields = append(fields, jen.Id("handlers").Id(q.handlers))
	}
	if len(q.stores) > 0 {
		fields = append(fields, jen.Id("stores").Id(q.storesType))
	}
	f.add(comment(q.program+" implements runtime.Program."), jen.Type().Id(q.program).Struct(fields...))
	recv := jen.Params(jen.Op("*").Id(q.program))
	f.add(comment("Definition is the process's table."), jen.Func().Add(recv).Id("Definition").Params().Op("*").Add(rt("Definition")).
		Block(jen.Return(jen.Op("&").Id(q.definition))))
	f.add(comment("New makes an instance whose variables are zero."), jen.Func().Add(recv).Id("New").Params().Add(rt("Root")).
		Block(jen.Return(jen.New(jen.Id(q.data)))))
	if len(q.tasks) > 0 {
		f.add(comment("What the process has done, by work index."), jen.Const().DefsFunc(func(g *jen.Group) {
			for i := range q.tasks {
				c := g.Id(q.tasks[i].work)
				if i == 0 {
					c.Int32().Op("=").Iota()
				}
			}
		}))
	}
	emitDo(f, q)
	for _, r := range q.regions {
		if r.open != "" {
			emitOpen(f, r, len(q.handlerTasks()))
		}
	}
}

func emitDo(f *file, q *processPlan) {
	tasks := q.handlerTasks()
	unknown := jen.Return(rt("UnknownIndex").Call(jen.Lit("work"), jen.Id("work")))
	if len(tasks) == 0 {
		f.add(comment("Do has nothing to call: the process has no handlers."),
			jen.Func().Params(jen.Op("*").Id(q.program)).Id("Do").
				Params(jen.Id("_").Add(rt("Task")), jen.Id("work").Int32(), jen.Id("_").Add(rt("Job"))).Error().Block(unknown))
		return
	}
	f.add(comment("Do calls the handler of a work."),
		jen.Func().Params(jen.Id("p").Op("*").Id(q.program)).Id("Do").
			Params(jen.Id("t").Add(rt("Task")), jen.Id("work").Int32(), jen.Id("job").Add(rt("Job"))).Error().Block(
			jen.Switch(jen.Id("work")).BlockFunc(func(g *jen.Group) {
				for _, t := range tasks {
					call := jen.Id("p.handlers." + q.Nodes[t.node].GoName)
					if t.io == nil {
						g.Case(jen.Id(t.work)).Block(
							jen.List(jen.Id("ctx"), jen.Id("v")).Op(":=").Id(q.taskRegion(t).open).Call(jen.Id("t"), jen.Id("job")),
							jen.Return(call.Call(jen.Id("ctx"), jen.Id("v"))))
						continue
					}
					if len(t.reads)+len(t.writes) > 0 {
						g.Case(jen.Id(t.work)).Block(q.callWithStores(f, t, call)...)
						continue
					}
					g.Case(jen.Id(t.work)).Block(
						jen.Id("w").Op(":=").Id("job").Assert(q.jobType(t)),
						jen.List(jen.Id("out"), jen.Err()).Op(":=").Add(call).Call(jen.Id("w.Begin").Call(jen.Id("t")), jen.Id("w.In")),
						jen.Id("w.Out").Op("=").Id("out"),
						jen.Return(jen.Err()))
				}
			}),
			unknown))
}

// manyCalls is how many calls of one function the Go compiler may put in line in
// another: the time that it takes for them grows with their square.
const manyCalls = 100

// emitOpen writes what gives a handler its context and its copy: taken here,
// on the handler's own goroutine, where its base is shared.
func emitOpen(f *file, r *regionPlan, calls int) {
	doc := comment(r.open + " gives a handler its context and its private copy of the variables.")
	if calls > manyCalls {
		doc = jen.Add(doc).Line().Comment("//").Line().Comment("//go:noinline")
	}
	f.add(doc,
		jen.Func().Id(r.open).Params(jen.Id("t").Add(rt("Task")), jen.Id("job").Add(rt("Job"))).
			Params(jen.Qual("context", "Context"), jen.Op("*").Id(r.vars)).BlockFunc(func(g *jen.Group) {
			g.Id("w").Op(":=").Id("job").Assert(jen.Op("*").Add(rt("Copy")).Index(jen.Id(r.vars)))
			if r.copies() {
				base := jen.Op("*").Id("w.Base")
				if r.deep {
					base = jen.Id("w.Base.clone").Call()
				}
				g.If(jen.Id("w.Base").Op("!=").Nil()).Block(jen.Id("w.V").Op("=").Add(base))
			}
			g.Return(jen.Id("w.Begin").Call(jen.Id("t")), jen.Op("&").Id("w.V"))
		}))
}

// jobType is the type of a task's work: a pointer to jobElem.
func (q *processPlan) jobType(t *taskPlan) jen.Code { return jen.Op("*").Add(q.jobElem(t)) }

func (q *processPlan) jobElem(t *taskPlan) *jen.Statement {
	user := q.Nodes[t.node].Performer == model.ByUser
	vars := q.taskRegion(t).vars
	switch {
	case q.calls(t) && t.io == nil:
		return rt("Invocation")
	case q.calls(t):
		return rt("CallJob").Index(jen.List(jen.Id(t.in), jen.Id(t.out)))
	case t.io != nil && user:
		return rt("UserCall").Index(jen.List(jen.Id(t.in), jen.Id(t.out)))
	case t.io != nil:
		return rt("Call").Index(jen.List(jen.Id(t.in), jen.Id(t.out)))
	case user:
		return rt("UserCopy").Index(jen.Id(vars))
	}
	return rt("Copy").Index(jen.Id(vars))
}
