package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitScopes writes, for each sub-process with data of its own, the struct of
// one opening of it: its variables and a pointer to those around it (SC §2.1).
func emitScopes(f *file, q *processPlan) {
	for _, r := range q.regions[1:] {
		f.add(comment(r.data+" is the data of one run of the "+r.composite+"; it implements", "runtime.Data."),
			jen.Type().Id(r.data).StructFunc(func(g *jen.Group) {
				g.Id("outer").Op("*").Id(r.outer.data)
				g.Id("vars").StructFunc(func(g *jen.Group) {
					for _, v := range r.fields {
						g.Id(v.GoName).Add(f.plan.types.goType(v.Type))
					}
				})
				g.Comment("// base is an immutable copy of what is visible here that running work shares, around the one")
				g.Comment("// that it was made from; nil after a change.")
				g.Id("base").Op("*").Id(r.vars)
				if r.outer.copies() {
					g.Id("around").Op("*").Id(r.outer.vars)
				}
			}))
		emitOpenScope(f, q, r)
		if len(r.hidden) > 0 {
			emitVisible(f, r)
		}
		emitSnapshot(f, r)
	}
	for _, r := range q.regions {
		if r.outer != nil || r.copies() && (len(r.inner) > 0 || q.compensates()) {
			emitShared(f, q, r)
		}
	}
}

// emitOpenScope writes how the data of the scopes in a region is made.
func emitOpenScope(f *file, q *processPlan, r *regionPlan) {
	unknown := jen.Return(jen.Nil(), rt("UnknownIndex").Call(jen.Lit("scope"), jen.Id("scope")))
	method := func(recv string) *jen.Statement {
		return jen.Func().Add(r.receiver(recv)).Id("Open").Params(jen.Id("scope").Int32()).Params(rt("Data"), jen.Error())
	}
	opened := q.opened(r)
	if len(opened) == 0 {
		where := "no scope but the process has data of its own."
		if r.outer != nil {
			where = "no scope in it has data of its own."
		}
		f.add(comment("Open has nothing to open: "+where), method("").Block(unknown))
		return
	}
	f.add(comment("Open makes the data of a scope inside (SC §2.4)."), method("d").Block(
		jen.Switch(jen.Id("scope")).BlockFunc(func(g *jen.Group) {
			for _, in := range opened {
				g.Case(jen.Lit(in.scope)).Comment("// " + in.composite)
				q.openScope(g, in)
			}
		}), unknown))
}

// opened are the regions in a region that its data opens: those of the
// instances of repeated activities are opened by their repetition.
func (q *processPlan) opened(r *regionPlan) []*regionPlan {
	var out []*regionPlan
	for _, in := range r.inner {
		if q.loopOf(in) == nil {
			out = append(out, in)
		}
	}
	return out
}

// emitSnapshot writes how what is visible in a nested scope is copied.
func emitSnapshot(f *file, r *regionPlan) {
	copied := r.visible(f, r.outer.liveOf("d.outer"))
	if len(r.hidden) > 0 {
		copied = jen.Id("d.shared").Call().Dot("clone").Call()
	}
	f.add(comment("snapshot copies the variables that are visible in the scope."),
		jen.Func().Add(r.receiver("d")).Id("snapshot").Params().Id(r.vars).Block(jen.Return(copied)))
}

// liveOf copies the live variables of the region whose data x is.
func (r *regionPlan) liveOf(x string) jen.Code {
	if r.outer != nil {
		return jen.Id(x + ".snapshot").Call()
	}
	return r.cloneVars(x + ".vars")
}

// visible is a value of what work in a nested scope sees: what is around it, and
// copies of its own variables.
func (r *regionPlan) visible(f *file, around jen.Code) *jen.Statement {
	y := f.plan.types
	return jen.Id(r.vars).ValuesFunc(func(g *jen.Group) {
		g.Id(r.outer.vars).Op(":").Add(around)
		for _, v := range r.fields {
			g.Id(v.GoName).Op(":").Add(y.clone(v.Type, jen.Id("d.vars."+v.GoName)))
		}
	})
}

// emitShared writes the immutable copy that work beside other tokens shares. It
// is made anew after a change, of its own variables or of any around it.
func emitShared(f *file, q *processPlan, r *regionPlan) {
	method := jen.Func().Add(r.receiver("d")).Id("shared").Params().Op("*").Id(r.vars)
	doc := comment("shared is an immutable copy of the variables, for work beside other tokens.")
	if r.outer == nil {
		whole := r.cloneVars("d.vars")
		if len(q.loops) > 0 {
			// What a variable refers to is never written, only replaced. For each
			// instance of a repeated activity to copy it all would cost too much.
			whole = jen.Id("d.vars")
		}
		f.add(doc, method.Block(
			jen.If(jen.Id("d.base").Op("==").Nil()).Block(
				jen.Id("base").Op(":=").Add(whole),
				jen.Id("d.base").Op("=").Op("&").Id("base")),
			jen.Return(jen.Id("d.base"))))
		return
	}
	if !r.outer.copies() {
		f.add(doc, method.Block(
			jen.If(jen.Id("d.base").Op("==").Nil()).Block(
				jen.Id("d.base").Op("=").Op("&").Add(r.visible(f, jen.Id(r.outer.vars).Values()))),
			jen.Return(jen.Id("d.base"))))
		return
	}
	seen := jen.Op("&").Add(r.visible(f, jen.Op("*").Id("around")))
	if len(r.hidden) > 0 {
		seen = jen.Id("d.visible").Call(jen.Op("*").Id("around"))
	}
	f.add(doc, method.Block(
		jen.If(jen.Id("around").Op(":=").Id("d.outer.shared").Call(), jen.Id("d.base").Op("==").Nil().Op("||").Id("d.around").Op("!=").Id("around")).Block(
			jen.Id("d.around").Op("=").Id("around"),
			jen.Id("d.base").Op("=").Add(seen)),
		jen.Return(jen.Id("d.base"))))
}

// emitNestedMerge writes the commit of work in a nested scope: each variable in
// the nearest scope that declares it (S3.1).
func emitNestedMerge(f *file, r *regionPlan) {
	f.add(comment("merge writes what w changed against base, each variable in the nearest scope that declares it,",
		"and marks what differs from before."),
		jen.Func().Add(r.receiver("d")).Id("merge").
			Params(jen.List(jen.Id("base"), jen.Id("w")).Op("*").Id(r.vars), jen.Id("changed").Add(rt("Changes"))).
			BlockFunc(func(g *jen.Group) {
				if r.outer.copies() {
					to := "d.outer.vars.merge"
					if r.outer.outer != nil {
						to = "d.outer.merge"
					}
					g.Id(to).Call(jen.Op("&").Id("base."+r.outer.vars), jen.Op("&").Id("w."+r.outer.vars), jen.Id("changed"))
				}
				r.mergeFields(f, g, "d.vars.")
			}))
}

// mergeFields writes the comparison of each variable of the region; live is
// where it stands.
func (r *regionPlan) mergeFields(f *file, g *jen.Group, live string) {
	y := f.plan.types
	for _, field := range r.fields {
		for _, l := range field.leaves {
			v, w, base := jen.Id(live+l.selector), jen.Id("w."+l.selector), jen.Id("base."+l.selector)
			g.If(y.differ(l.typ, w, base).Op("&&").Add(y.differ(l.typ, w, v))).
				Block(writeLeaf(y, l, v, w)...)
		}
	}
}

// stale forgets the shared copies that a change makes stale.
func (r *regionPlan) stale() *jen.Statement {
	var lines []jen.Code
	for at, x := r, "d."; at != nil; at, x = at.outer, x+"outer." {
		if at.copies() {
			lines = append(lines, jen.Id(x+"base").Op("=").Nil())
		}
	}
	return jen.If(jen.Id("changed.Any").Call()).Block(lines...)
}

// performedIn are the tasks of a region with that performer.
func (q *processPlan) performedIn(r *regionPlan, by model.Performer) []*taskPlan {
	var out []*taskPlan
	for _, t := range q.performed(by) {
		if q.taskRegion(t) == r {
			out = append(out, t)
		}
	}
	return out
}
