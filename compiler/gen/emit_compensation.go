package gen

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// compensates reports a process whose data keeps copies for compensation.
func (q *processPlan) compensates() bool {
	for i := range q.Nodes {
		if q.Nodes[i].Compensation != nil {
			return true
		}
	}
	return false
}

// emitCompensation writes, for each scope with data, the copies that compensation
// handlers read and how what they change is written (S8.1).
func emitCompensation(f *file, q *processPlan) {
	if !q.compensates() {
		return
	}
	for _, r := range q.regions {
		emitCompensationIn(f, r)
	}
}

func emitCompensationIn(f *file, r *regionPlan) {
	method := func(recv, name string) *jen.Statement { return jen.Func().Add(r.receiver(recv)).Id(name) }
	defer emitAround(f, r)
	if !r.copies() {
		f.add(comment("Completed has nothing to copy: there are no variables."), method("", "Completed").Params().Any().Block(jen.Return(jen.Nil())))
		f.add(comment("Restore has nothing to restore."), method("d", "Restore").Params(jen.Any()).Add(rt("Data")).Block(jen.Return(jen.Id("d"))))
		f.add(comment("Adopt has nothing to write."), method("", "Adopt").Params(jen.List(jen.Id("_"), jen.Id("_")).Any(), jen.Id("_").Add(rt("Changes"))).Block())
		return
	}
	f.add(comment("Completed is an immutable copy of the variables: what an activity completed with (S8.1)."),
		method("d", "Completed").Params().Any().Block(jen.Return(jen.Id("d.shared").Call())))
	f.add(comment("Restore makes the variables that a compensation handler reads and writes, from a copy."),
		method("d", "Restore").Params(jen.Id("completed").Any()).Add(rt("Data")).Block(
			jen.Return(jen.Id("d.restore").Call(jen.Id("completed").Assert(jen.Op("*").Id(r.vars))))))
	emitRestore(f, r)
	body := []jen.Code{
		jen.Id(r.merge()).Call(jen.Id("before").Assert(jen.Op("*").Id(r.vars)), jen.Id("after").Assert(jen.Op("*").Id(r.vars)), jen.Id("changed")),
		r.stale(),
	}
	f.add(comment("Adopt writes what a compensation handler changed, and marks the paths that differ from before."),
		method("d", "Adopt").Params(jen.List(jen.Id("before"), jen.Id("after")).Any(), jen.Id("changed").Add(rt("Changes"))).Block(body...))
}

// emitAround writes where a scope's data and its copies stand among the others.
func emitAround(f *file, r *regionPlan) {
	method := func(recv, name string) *jen.Statement { return jen.Func().Add(r.receiver(recv)).Id(name) }
	f.add(comment("Region is the scope whose data it is."), method("", "Region").Params().Int32().Block(jen.Return(jen.Lit(r.scope))))
	results := jen.Params(rt("Data"), jen.Any())
	switch {
	case r.outer == nil:
		f.add(comment("Around is nothing: the process has nothing around it."), method("", "Around").Params(jen.Any()).Add(results).Block(jen.Return(jen.Nil(), jen.Nil())))
	case !r.outer.copies():
		f.add(comment("Around is the data around the scope, which has nothing to copy."), method("d", "Around").Params(jen.Any()).Add(results).Block(jen.Return(jen.Id("d.outer"), jen.Nil())))
	default:
		f.add(comment("Around is the data around the scope, and its part of a copy."), method("d", "Around").Params(jen.Id("completed").Any()).Add(results).Block(
			jen.Return(jen.Id("d.outer"), jen.Op("&").Id("completed").Assert(jen.Op("*").Id(r.vars)).Dot(r.outer.vars))))
	}
}

// emitRestore writes how a copy becomes data: of the process a stand-in for the
// instance, of a nested scope one around which its outer scopes are copies too.
func emitRestore(f *file, r *regionPlan) {
	doc := comment("restore makes data that nobody else sees.")
	whole := jen.Op("*").Id("v")
	if r.deep {
		whole = r.cloneVars("v")
	}
	method := jen.Func().Add(r.receiver("d")).Id("restore").Params(jen.Id("v").Op("*").Id(r.vars)).Op("*").Id(r.data)
	if r.outer == nil {
		f.add(doc, method.Block(
			jen.Id("c").Op(":=").Op("&").Id(r.data).Values(jen.Id("vars").Op(":").Add(whole)),
			jen.Id("c.StandIn").Call(jen.Op("&").Id("d.Instance")),
			jen.Return(jen.Id("c"))))
		return
	}
	y := f.plan.types
	outer := jen.Id("d.outer")
	if r.outer.copies() {
		outer = jen.Id("d.outer.restore").Call(jen.Op("&").Id("v." + r.outer.vars))
	}
	f.add(doc, method.BlockFunc(func(g *jen.Group) {
		if len(r.hidden) > 0 { // the copy is shared
			g.Id("whole").Op(":=").Op("*").Id("v")
			g.Id("v").Op("=").Op("&").Id("whole")
		}
		for _, h := range r.hidden {
			g.Id("v." + h.selector).Op("=").Id("v." + h.GoName).Dot("Shared").Call()
		}
		g.Id("c").Op(":=").Op("&").Id(r.data).Values(jen.Id("outer").Op(":").Add(outer))
		for _, v := range r.fields {
			g.Id("c.vars." + v.GoName).Op("=").Add(y.clone(v.Type, jen.Id("v."+v.GoName)))
		}
		g.Return(jen.Id("c"))
	}))
}

// compensation adds to a node's row what undoes it.
func (r *row) compensation(rt string, q *processPlan, i int) {
	if c := q.Nodes[i].Compensation; c != nil {
		r.field("Compensation", "&"+rt+"CompensationDef{Handler: "+strconv.Itoa(c.Handler)+"}")
	}
}

// compensateRow is what a compensation event throws.
func compensateRow(rt string, t model.Trigger) string {
	var r row
	r.index("Activity", t.Activity)
	if !t.NoWait {
		r.field("Wait", "true")
	}
	return "&" + rt + "CompensateDef" + r.String()
}
