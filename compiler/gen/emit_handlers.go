package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitIO writes the In and Out structs of tasks with declared inputs and outputs.
func emitIO(f *file, q *processPlan) {
	for i := range q.tasks {
		t := &q.tasks[i]
		if t.io == nil {
			continue
		}
		task := "the " + describe(&q.Nodes[t.node])
		f.add(comment(t.in+" is what "+task+" takes."), params(f, t.in, t.io.Inputs, "input"))
		f.add(comment(t.out+" is what "+task+" returns."), params(f, t.out, t.io.Outputs, "output"))
	}
}

func params(f *file, name string, list []model.Param, what string) jen.Code {
	return jen.Type().Id(name).StructFunc(func(g *jen.Group) {
		for _, p := range list {
			g.Add(comment(p.GoName + " is the " + what + " " + oneLine(p.Name) + "."))
			g.Id(p.GoName).Add(f.plan.types.goType(p.Type)).Add(tag(p.Name, p.GoName))
		}
	})
}

// emitHandlers writes the interface of what the host supplies, one method a
// task, and the struct that implements it by failing.
func emitHandlers(f *file, q *processPlan) {
	tasks := q.handlerTasks()
	if q.handlers == "" {
		return
	}
	f.add(comment(q.handlers+" do the work of the process's tasks. They are called from many goroutines.",
		"A handler without declared inputs gets a private copy of the variables, which no one else",
		"reads or writes; what it changed is committed when it returns nil (S3.2)."),
		jen.Type().Id(q.handlers).InterfaceFunc(func(g *jen.Group) {
			for _, t := range tasks {
				n := &q.Nodes[t.node]
				g.Add(comment(n.GoName+" is the "+describe(n)+".", decides(n), sentence(n.Doc)))
				ctx := jen.Id("ctx").Qual("context", "Context")
				if t.io != nil {
					g.Id(n.GoName).Params(ctx, jen.Id("in").Id(t.in)).Params(jen.Id(t.out), jen.Error())
				} else {
					g.Id(n.GoName).Params(ctx, jen.Id("v").Op("*").Id(q.taskRegion(t).vars)).Error()
				}
			}
			beanMethods(f, q, g)
		}))
	f.add(comment(q.unimplemented+" has every handler and fails in each: embed it while the handlers",
		"are being written, or in tests."), jen.Type().Id(q.unimplemented).Struct())
	f.addBare(jen.Var().Id("_").Id(q.handlers).Op("=").Id(q.unimplemented).Values())
	for _, t := range tasks {
		n := &q.Nodes[t.node]
		fails := rt("Unimplemented").Call(jen.Lit(n.GoName))
		method := jen.Func().Params(jen.Id(q.unimplemented)).Id(n.GoName)
		if t.io != nil {
			method.Params(jen.Qual("context", "Context"), jen.Id(t.in)).Params(jen.Id(t.out), jen.Error()).
				Block(jen.Return(jen.Id(t.out).Values(), fails))
		} else {
			method.Params(jen.Qual("context", "Context"), jen.Op("*").Id(q.taskRegion(t).vars)).Error().Block(jen.Return(fails))
		}
		f.add(comment(n.GoName+" fails with runtime.ErrUnimplemented."), method)
	}
	beanStubs(f, q)
}

// decides says which decision the handler of a business rule task makes.
func decides(n *model.Node) string {
	if n.Task == model.BusinessRuleTask {
		for _, m := range n.Meta {
			if m.Key == "decision" && m.Value != "" {
				return "It makes the decision " + oneLine(m.Value) + "."
			}
		}
	}
	return ""
}
