package gen

import (
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// A handler gets a private copy of all that it sees (S3.2). Each instance of a
// multi-instance activity would get one of the whole collection, so that their
// cost together would grow with the square of its length. So the lists that some
// activity of the process is repeated over, or makes, are no plain fields of what
// instances see, but runtime.Collections, which copy when they are asked.

// hidden is a list around an instance that its copies do not hold.
type hidden struct {
	selector string // Go, from the variables that the instance sees: "Vars.Items"
	*model.Variable
	elem *types.Type
}

// collections are the variables that activities are repeated over, or that they make.
func (q *processPlan) collections() map[*model.Variable]bool {
	out := map[*model.Variable]bool{}
	for i := range q.loops {
		l := &q.loops[i]
		if l.Collection != model.None {
			x := &q.Exprs[l.Collection]
			if root := x.Typed.Root; root.Op == expr.Var && root.Sym != nil {
				if v := q.variable(root.Sym.Name, x.Scope); v != nil {
					out[v] = true
				}
			}
		}
		if l.list != nil && len(l.Output.Path) == 0 {
			out[&q.Vars[l.Output.Var]] = true
		}
	}
	return out
}

// planHidden finds what instances don't see as plain fields, once all names are allotted.
func (q *processPlan) planHidden() {
	lists := q.collections()
	for _, r := range q.regions {
		if q.loopOf(r) == nil {
			continue
		}
		taken := map[string]bool{}
		for _, f := range r.fields {
			taken[f.GoName] = true
		}
		selector := ""
		for at := r.outer; at != nil; at = at.outer {
			selector += at.vars + "."
			for _, f := range at.fields {
				t := types.Resolve(f.Type)
				if lists[f.Variable] && t.Kind == types.List && !taken[f.GoName] {
					r.hidden = append(r.hidden, hidden{selector + f.GoName, f.Variable, t.Elem})
				}
				taken[f.GoName] = true
			}
			if q.loopOf(at) != nil {
				break // it hides what is around it
			}
		}
	}
}

// hiddenFields writes the fields by which instances reach the lists around them.
func (r *regionPlan) hiddenFields(f *file, g *jen.Group) {
	for _, h := range r.hidden {
		g.Comment("// " + h.GoName + " is " + oneLine(h.Name) + ", which is around the instances: All copies it, the copies that handlers")
		g.Comment("// get don't hold it.")
		g.Id(h.GoName).Add(rt("Collection")).Index(f.plan.types.goType(h.elem)).Tag(map[string]string{"json": "-"})
	}
}

// emitVisible writes what work in an instance sees.
func emitVisible(f *file, r *regionPlan) {
	y := f.plan.types
	f.add(comment("visible is what work in the instance sees of that and of what is around it."),
		jen.Func().Add(r.receiver("d")).Id("visible").Params(jen.Id("around").Id(r.outer.vars)).Op("*").Id(r.vars).BlockFunc(func(g *jen.Group) {
			g.Id("v").Op(":=").Op("&").Add(r.visible(f, jen.Id("around")))
			for _, h := range r.hidden {
				clone := jen.Code(jen.Nil())
				if y.deep(h.elem) {
					clone = y.cloneFunc(h.elem)
				}
				g.Id("v."+h.GoName).Op("=").Add(rt("CollectionOf")).Call(jen.Id("v."+h.selector), clone)
				g.Id("v." + h.selector).Op("=").Nil()
			}
			g.Return(jen.Id("v"))
		}))
}
