package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitCommit writes how finished work reaches the variables.
func emitCommit(f *file, q *processPlan) {
	f.add(comment("Commit writes what finished work changed, and marks the paths that differ from before (S3.3)."),
		jen.Func().Add(q.receiver(q.commitReceiver())).Id("Commit").
			Params(jen.Id("work").Int32(), jen.Id("job").Add(rt("Job")), jen.Id("changed").Add(rt("Changes"))).Error().
			BlockFunc(func(g *jen.Group) {
				if !q.copies() {
					g.Return(jen.Nil())
					return
				}
				body := []jen.Code{
					jen.Id("w").Op(":=").Id("job").Assert(jen.Op("*").Add(rt("Copy")).Index(jen.Id(q.vars))),
					jen.Id("base").Op(":=").Id("w.Base"),
					jen.If(jen.Id("base").Op("==").Nil()).Block(jen.Id("base").Op("=").Op("&").Id("d.vars")),
					jen.Id("d.vars.merge").Call(jen.Id("base"), jen.Op("&").Id("w.V"), jen.Id("changed")),
				}
				if cases := q.commitCases(); len(cases) > 0 {
					g.Switch(jen.Id("work")).Block(append(cases, jen.Default().Block(body...))...)
				} else {
					for _, c := range body {
						g.Add(c)
					}
				}
				g.If(jen.Id("changed.Any").Call()).Block(jen.Id("d.base").Op("=").Nil())
				g.Return(jen.Nil())
			}))
	emitScript(f, q)
	if q.deep {
		emitVarsClone(f, q)
	}
	if q.copies() {
		emitMerge(f, q)
	}
}

func (q *processPlan) commitReceiver() string {
	if len(q.fields) > 0 {
		return "d"
	}
	return ""
}

// commitCases are the works that commit no plain private copy.
func (q *processPlan) commitCases() []jen.Code {
	var out []jen.Code
	for i := range q.tasks {
		t := &q.tasks[i]
		by := q.Nodes[t.node].Performer
		switch {
		case by == model.ByScript:
		case t.io != nil && len(t.write) == 0:
			out = append(out, jen.Case(jen.Id(t.work)).Comment("// Its results go nowhere."))
		case t.io != nil:
			out = append(out, jen.Case(jen.Id(t.work)).Block(q.callWrite(t, jen.Id("job").Assert(q.jobType(t)), jen.Id("changed"))))
		case by == model.ByUser:
			out = append(out, jen.Case(jen.Id(t.work)).Block(
				jen.Id("w").Op(":=").Id("job").Assert(q.jobType(t)),
				jen.Id("d.vars.merge").Call(jen.Op("&").Id("w.Saw"), jen.Id("w.V"), jen.Id("changed"))))
		}
	}
	return out
}

// callWrite calls the method that writes a task's results.
func (q *processPlan) callWrite(t *taskPlan, args ...jen.Code) jen.Code {
	call := jen.Id("d." + t.writeMethod(q)).Call(args...)
	if !q.writeFails(t) {
		return call
	}
	return jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
}

// emitScript writes the switch over script tasks.
func emitScript(f *file, q *processPlan) {
	scripts := q.performed(model.ByScript)
	unknown := jen.Return(rt("UnknownIndex").Call(jen.Lit("script"), jen.Id("work")))
	method := func(recv jen.Code, changed string) *jen.Statement {
		return jen.Func().Add(recv).Id("Script").
			Params(jen.Id("work").Int32(), jen.Id(changed).Add(rt("Changes"))).Error()
	}
	if len(scripts) == 0 {
		f.add(comment("Script has nothing to evaluate: the process has no script tasks."),
			method(q.receiver(""), "_").Block(unknown))
		return
	}
	f.add(comment("Script evaluates a script task and commits its result."),
		method(q.receiver("d"), "changed").BlockFunc(func(g *jen.Group) {
			g.Switch(jen.Id("work")).BlockFunc(func(g *jen.Group) {
				for _, t := range scripts {
					g.Case(jen.Id(t.work)).Block(q.callWrite(t, jen.Id("changed")))
				}
				g.Default().Block(unknown)
			})
			g.If(jen.Id("changed.Any").Call()).Block(jen.Id("d.base").Op("=").Nil())
			g.Return(jen.Nil())
		}))
}

// emitVarsClone writes the copy of variables that hold references.
func emitVarsClone(f *file, q *processPlan) {
	y := f.plan.types
	f.add(comment("clone copies the variables to the bottom."),
		jen.Func().Params(jen.Id("v").Op("*").Id(q.vars)).Id("clone").Params().Id(q.vars).BlockFunc(func(g *jen.Group) {
			g.Id("c").Op(":=").Op("*").Id("v")
			for _, v := range q.fields {
				if y.deep(v.Type) {
					g.Id("c." + v.GoName).Op("=").Add(y.clone(v.Type, jen.Id("v."+v.GoName)))
				}
			}
			g.Return(jen.Id("c"))
		}))
}

// emitMerge writes the commit of a private copy, field by field: what the work
// did not change is not written, what is equal is no change (S3.2, S3.3).
func emitMerge(f *file, q *processPlan) {
	y := f.plan.types
	f.add(comment("merge writes what w changed against base, and marks what differs from before."),
		jen.Func().Params(jen.Id("v").Op("*").Id(q.vars)).Id("merge").
			Params(jen.List(jen.Id("base"), jen.Id("w")).Op("*").Id(q.vars), jen.Id("changed").Add(rt("Changes"))).
			BlockFunc(func(g *jen.Group) {
				for _, field := range q.fields {
					for _, l := range field.leaves {
						v, w, base := jen.Id("v."+l.selector), jen.Id("w."+l.selector), jen.Id("base."+l.selector)
						g.If(y.differ(l.typ, w, base).Op("&&").Add(y.differ(l.typ, w, v))).
							Block(writeLeaf(y, l, v, w)...)
					}
				}
			}))
}

// writeLeaf assigns a changed path and marks it and the paths around it.
func writeLeaf(y *typer, l leaf, to, from jen.Code) []jen.Code {
	out := []jen.Code{jen.Add(to).Op("=").Add(y.clone(l.typ, from))}
	for _, bit := range l.bits {
		out = append(out, jen.Id("changed.Set").Call(jen.Lit(bit)))
	}
	return out
}
