package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitCommit writes, for each scope with data, how finished work reaches the variables.
func emitCommit(f *file, q *processPlan) {
	for _, r := range q.regions {
		emitCommitIn(f, q, r)
	}
}

func emitCommitIn(f *file, q *processPlan, r *regionPlan) {
	f.add(comment("Commit writes what finished work changed, and marks the paths that differ from before (S3.3)."),
		jen.Func().Add(r.receiver(r.commitReceiver())).Id("Commit").
			Params(jen.Id("work").Int32(), jen.Id("job").Add(rt("Job")), jen.Id("changed").Add(rt("Changes"))).Error().
			BlockFunc(func(g *jen.Group) {
				if !r.copies() {
					g.Return(jen.Nil())
					return
				}
				body := []jen.Code{
					jen.Id("w").Op(":=").Id("job").Assert(jen.Op("*").Add(rt("Copy")).Index(jen.Id(r.vars))),
					jen.Id("base").Op(":=").Id("w.Base"),
					jen.If(jen.Id("base").Op("==").Nil()).Block(r.liveBase()...),
					jen.Id(r.merge()).Call(jen.Id("base"), jen.Op("&").Id("w.V"), jen.Id("changed")),
				}
				if cases := q.commitCases(r); len(cases) > 0 {
					g.Switch(jen.Id("work")).Block(append(cases, jen.Default().Block(body...))...)
				} else {
					for _, c := range body {
						g.Add(c)
					}
				}
				g.Add(r.stale())
				g.Return(jen.Nil())
			}))
	emitScript(f, q, r)
	if r.deep {
		emitVarsClone(f, r)
	}
	switch {
	case r.outer != nil:
		emitNestedMerge(f, r)
	case r.copies():
		emitMerge(f, r)
	}
}

func (r *regionPlan) commitReceiver() string {
	if r.copies() {
		return "d"
	}
	return ""
}

// commitCases are the works that commit no plain private copy.
func (q *processPlan) commitCases(r *regionPlan) []jen.Code {
	var out []jen.Code
	for i := range q.tasks {
		t := &q.tasks[i]
		if q.taskRegion(t) != r {
			continue
		}
		by := q.Nodes[t.node].Performer
		switch {
		case q.calls(t) && t.io == nil:
			out = append(out, jen.Case(jen.Id(t.work)).Comment("// Nothing comes back."))
		case q.calls(t):
			out = append(out, jen.Case(jen.Id(t.work)).Block(q.commitCall(t)...))
		case by == model.ByScript:
		case t.io != nil && len(t.write) == 0:
			out = append(out, jen.Case(jen.Id(t.work)).Comment("// Its results go nowhere."))
		case t.io != nil:
			out = append(out, jen.Case(jen.Id(t.work)).Block(q.callWrite(t, jen.Id("job").Assert(q.jobType(t)), jen.Id("changed"))))
		case by == model.ByUser:
			out = append(out, jen.Case(jen.Id(t.work)).Block(
				jen.Id("w").Op(":=").Id("job").Assert(q.jobType(t)),
				jen.Id(r.merge()).Call(jen.Op("&").Id("w.Saw"), jen.Id("w.V"), jen.Id("changed"))))
		}
	}
	return out
}

// merge is the Go of what commits a copy.
func (r *regionPlan) merge() string {
	if r.outer != nil {
		return "d.merge"
	}
	return "d.vars.merge"
}

// liveBase sets the base of work that was alone: the live variables.
func (r *regionPlan) liveBase() []jen.Code {
	if r.outer == nil {
		return []jen.Code{jen.Id("base").Op("=").Op("&").Id("d.vars")}
	}
	return []jen.Code{
		jen.Id("live").Op(":=").Id("d.snapshot").Call(),
		jen.Id("base").Op("=").Op("&").Id("live"),
	}
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
func emitScript(f *file, q *processPlan, r *regionPlan) {
	scripts := q.performedIn(r, model.ByScript)
	unknown := jen.Return(rt("UnknownIndex").Call(jen.Lit("script"), jen.Id("work")))
	method := func(recv jen.Code, changed string) *jen.Statement {
		return jen.Func().Add(recv).Id("Script").
			Params(jen.Id("work").Int32(), jen.Id(changed).Add(rt("Changes"))).Error()
	}
	if len(scripts) == 0 {
		f.add(comment("Script has nothing to evaluate: the process has no script tasks."),
			method(r.receiver(""), "_").Block(unknown))
		return
	}
	f.add(comment("Script evaluates a script task and commits its result."),
		method(r.receiver("d"), "changed").BlockFunc(func(g *jen.Group) {
			g.Switch(jen.Id("work")).BlockFunc(func(g *jen.Group) {
				for _, t := range scripts {
					g.Case(jen.Id(t.work)).Block(q.callWrite(t, jen.Id("changed")))
				}
				g.Default().Block(unknown)
			})
			g.Add(r.stale())
			g.Return(jen.Nil())
		}))
}

// emitVarsClone writes the copy of variables that hold references.
func emitVarsClone(f *file, r *regionPlan) {
	y := f.plan.types
	f.add(comment("clone copies the variables to the bottom."),
		jen.Func().Params(jen.Id("v").Op("*").Id(r.vars)).Id("clone").Params().Id(r.vars).BlockFunc(func(g *jen.Group) {
			g.Id("c").Op(":=").Op("*").Id("v")
			if r.outer != nil && r.outer.deep {
				g.Id("c." + r.outer.vars).Op("=").Id("v." + r.outer.vars + ".clone").Call()
			}
			for _, v := range r.fields {
				if y.deep(v.Type) {
					g.Id("c." + v.GoName).Op("=").Add(y.clone(v.Type, jen.Id("v."+v.GoName)))
				}
			}
			g.Return(jen.Id("c"))
		}))
}

// emitMerge writes the commit of a private copy, field by field: what the work
// did not change is not written, what is equal is no change (S3.2, S3.3).
func emitMerge(f *file, r *regionPlan) {
	f.add(comment("merge writes what w changed against base, and marks what differs from before."),
		jen.Func().Params(jen.Id("v").Op("*").Id(r.vars)).Id("merge").
			Params(jen.List(jen.Id("base"), jen.Id("w")).Op("*").Id(r.vars), jen.Id("changed").Add(rt("Changes"))).
			BlockFunc(func(g *jen.Group) { r.mergeFields(f, g, "v.") }))
}

// writeLeaf assigns a changed path and marks it and the paths around it.
func writeLeaf(y *typer, l leaf, to, from jen.Code) []jen.Code {
	out := []jen.Code{jen.Add(to).Op("=").Add(y.clone(l.typ, from))}
	for _, bit := range l.bits {
		out = append(out, jen.Id("changed.Set").Call(jen.Lit(bit)))
	}
	return out
}
