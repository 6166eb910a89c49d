package gen

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

func (t *taskPlan) fillMethod(q *processPlan) string { return "fill" + q.Nodes[t.node].GoName }

func (t *taskPlan) writeMethod(q *processPlan) string { return "write" + q.Nodes[t.node].GoName }

// fillFails reports whether an input mapping can fail.
func (q *processPlan) fillFails(t *taskPlan) bool { return q.anyFails(t.fill) }

// writeFails reports whether an output mapping or a script can fail.
func (q *processPlan) writeFails(t *taskPlan) bool { return q.anyFails(t.write) }

func (q *processPlan) anyFails(list []mappingPlan) bool {
	for _, m := range list {
		if q.mayFail(m) {
			return true
		}
	}
	return false
}

// mayFail: evaluation fails, or is null where a value is needed (S3.5).
func (q *processPlan) mayFail(m mappingPlan) bool {
	e := q.emissions[m.expr]
	return e.Fails || e.Nullable && !types.Nullable(m.typ)
}

// emitMappings writes, for each task that has some, the method that fills its
// inputs and the one that writes its results; scripts are results without a handler.
func emitMappings(f *file, q *processPlan) {
	for i := range q.tasks {
		t := &q.tasks[i]
		if len(t.fill) > 0 {
			emitFill(f, q, t, fillOf(q, t))
		}
		if len(t.aim) > 0 {
			emitFill(f, q, t, aimed(q, t))
		}
		if len(t.write) > 0 {
			emitWrite(f, q, t)
		}
	}
}

// filling is a method that sets fields of what a task's work is made with.
type filling struct {
	method, doc, param string
	typ                jen.Code
	moves              []mappingPlan
}

func fillOf(q *processPlan, t *taskPlan) filling {
	return filling{t.fillMethod(q), t.fillMethod(q) + " gives the " + describe(&q.Nodes[t.node]) + " its inputs.", "in", jen.Id(t.in), t.fill}
}

func emitFill(f *file, q *processPlan, t *taskPlan, w filling) {
	recv := ""
	for _, m := range w.moves {
		if q.emissions[m.expr].readsVars {
			recv = "d"
		}
	}
	fails := q.anyFails(w.moves)
	method := jen.Func().Add(q.taskRegion(t).receiver(recv)).Id(w.method).Params(jen.Id(w.param).Op("*").Add(w.typ))
	if fails {
		method.Error()
	}
	f.add(comment(w.doc),
		method.BlockFunc(func(g *jen.Group) {
			q.errVar(g, w.moves)
			for i, m := range w.moves {
				x := source(q.emissions[m.expr].Expr)
				g.Comment(said(&q.Exprs[m.expr]))
				if q.mayFail(m) {
					name := "value" + strconv.Itoa(i+1)
					q.evaluate(g, f, m, name, jen.Return)
					x = jen.Id(name)
				}
				g.Id(w.param + "." + m.selector).Op("=").Add(f.plan.types.clone(m.typ, x))
			}
			if fails {
				g.Return(jen.Nil())
			}
		}))
}

// emitWrite evaluates all results before it writes the first, so that a failure
// writes none (S3.2: one step).
func emitWrite(f *file, q *processPlan, t *taskPlan) {
	var params []jen.Code
	by := q.Nodes[t.node].Performer
	if by != model.ByScript {
		w := "w"
		if !q.readsOutputs(t.write) {
			w = "_"
		}
		params = append(params, jen.Id(w).Add(q.jobType(t)))
	}
	method := jen.Func().Add(q.taskRegion(t).receiver("d")).Id(t.writeMethod(q)).
		Params(append(params, jen.Id("changed").Add(rt("Changes")))...)
	fails := q.writeFails(t)
	if fails {
		method.Error()
	}
	doc := t.writeMethod(q) + " commits the results of the " + describe(&q.Nodes[t.node]) + "."
	f.add(comment(doc), method.BlockFunc(func(g *jen.Group) { q.writeValues(g, f, t.node, t.write, fails) }))
}

// writeValues evaluates all values that come from a node, then writes those that
// differ from before.
func (q *processPlan) writeValues(g *jen.Group, f *file, node int, moves []mappingPlan, fails bool) {
	q.writeValuesFrom(g, f, q.Nodes[node].Scope, moves, fails)
}

// writeValuesFrom is writeValues in a method of the data of a scope.
func (q *processPlan) writeValuesFrom(g *jen.Group, f *file, scope int, moves []mappingPlan, fails bool) {
	q.errVar(g, moves)
	for i, m := range moves {
		g.Comment(said(&q.Exprs[m.expr]))
		q.evaluate(g, f, m, "value"+strconv.Itoa(i+1), jen.Return)
	}
	y := f.plan.types
	for i, m := range moves {
		next := m.firstBit
		for _, l := range leaves(nil, m.selector, m.typ, m.around, m.depth, &next) {
			from := jen.Id("value" + strconv.Itoa(i+1) + l.selector[len(m.selector):])
			to := jen.Id(q.path(scope, m.scope) + l.selector)
			g.If(y.differ(l.typ, to, from)).Block(writeLeaf(y, l, to, from)...)
		}
	}
	if fails {
		g.Return(jen.Nil())
	}
}

// errVar declares the error variable that failing expressions set.
func (q *processPlan) errVar(g *jen.Group, list []mappingPlan) {
	for _, m := range list {
		if q.emissions[m.expr].Fails {
			g.Var().Err().Error()
			return
		}
	}
}

// evaluate sets a new variable to a mapping's value, or leaves with an error.
func (q *processPlan) evaluate(g *jen.Group, f *file, m mappingPlan, name string, leave func(...jen.Code) *jen.Statement) {
	e := q.emissions[m.expr]
	x := &q.Exprs[m.expr]
	pointed := e.Nullable && !types.Nullable(m.typ)
	target := name
	if pointed {
		target = name + "OrNil"
	}
	switch x.Typed.Root.Op {
	case expr.Var, expr.Field:
		g.Id(target).Op(":=").Add(source(e.Expr))
	default:
		typ := f.plan.types.goType(m.typ)
		if pointed {
			typ = jen.Op("*").Add(typ)
		}
		g.Var().Id(target).Add(typ).Op("=").Add(source(e.Expr))
	}
	if e.Fails {
		g.If(jen.Err().Op("!=").Nil()).Block(leave(jen.Err()))
	}
	if pointed {
		g.If(jen.Id(target).Op("==").Nil()).Block(leave(rt("Missing").Call(jen.Lit(oneLine(x.Source)))))
		g.Id(name).Op(":=").Op("*").Id(target)
	}
}

// readsOutputs reports whether some mapping reads what the handler returned.
func (q *processPlan) readsOutputs(list []mappingPlan) bool {
	for _, m := range list {
		if q.emissions[m.expr].readsOut {
			return true
		}
	}
	return false
}
