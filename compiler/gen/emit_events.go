package gen

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// emitEventData writes what events need of the variables: runtime.EventData.
func emitEventData(f *file, q *processPlan) {
	if !q.eventful() {
		return
	}
	for _, r := range q.regions {
		emitKey(f, q, r)
		emitDue(f, q, r)
		emitText(f, q, r)
		emitPayload(f, q, r)
		emitReceive(f, q, r)
	}
	for _, pl := range q.makes {
		emitMake(f, q, pl)
	}
	for _, pl := range q.receives {
		emitBind(f, q, pl)
	}
}

// regionOf is the region of a node.
func (q *processPlan) regionOf(node int) *regionPlan { return q.of[q.Nodes[node].Scope] }

// readsVars is "d", the receiver, where one of the expressions reads variables.
func (q *processPlan) readsVars(exprs ...int) string {
	for _, x := range exprs {
		if x != model.None && q.emissions[x].readsVars {
			return "d"
		}
	}
	return ""
}

// checked adds a variable with the value of an expression, and leaves with the
// error of its evaluation. It returns the value's name, type, and whether it may be null.
func (q *processPlan) checked(g *jen.Group, x int, name string, leave ...jen.Code) (*types.Type, bool) {
	e := q.emissions[x]
	g.Id(name).Op(":=").Add(source(e.Expr))
	if e.Fails {
		g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(append(leave, jen.Err())...))
	}
	return types.Resolve(e.Type), e.Nullable
}

// emitKey writes the correlation keys (S4.4).
func emitKey(f *file, q *processPlan, r *regionPlan) {
	unknown := jen.Return(jen.Lit(""), jen.False(), rt("UnknownIndex").Call(jen.Lit("key"), jen.Id("i")))
	var exprs []int
	some := false
	for _, k := range q.keys {
		if q.of[q.armed(k.node)] == r {
			some = true
			exprs = append(exprs, k.parts...)
		}
	}
	doc := "Key is the correlation key that a message event waits for or sends; one without a value matches nothing (S4.4)."
	if !some {
		doc = "Key has nothing to make: no message event has a correlation key."
	}
	f.add(comment(doc), jen.Func().Add(r.receiver(q.readsVars(exprs...))).Id("Key").Params(jen.Id("i").Int32()).
		Params(jen.Id("key").String(), jen.Id("ok").Bool(), jen.Err().Error()).BlockFunc(func(g *jen.Group) {
		if some {
			g.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
				for i, k := range q.keys {
					if q.of[q.armed(k.node)] != r {
						continue
					}
					g.Case(jen.Lit(i)).Comment("// " + describe(&q.Nodes[k.node]))
					q.keyBody(g, k)
				}
			})
		}
		g.Add(unknown)
	}))
}

func (q *processPlan) keyBody(g *jen.Group, k keyPlan) {
	none := []jen.Code{jen.Lit(""), jen.False()}
	var parts []jen.Code
	for i, x := range k.parts {
		e := q.emissions[x]
		g.Comment(said(&q.Exprs[x]))
		if !e.Fails && !e.Nullable {
			parts = append(parts, keyText(types.Resolve(e.Type), source(e.Expr)))
			continue
		}
		name := "part" + strconv.Itoa(i+1)
		t, null := q.checked(g, x, name, none...)
		value := jen.Id(name)
		if null {
			g.If(jen.Id(name).Op("==").Nil()).Block(jen.Return(append(none, jen.Nil())...))
			if t.Kind == types.Optional {
				value = jen.Op("*").Id(name)
			}
		}
		parts = append(parts, keyText(types.NonNull(t), value))
	}
	g.Return(rt("CorrelationKey").Call(parts...), jen.True(), jen.Nil())
}

// keyText is a part of a key as text.
func keyText(t *types.Type, value *jen.Statement) jen.Code {
	if t.Kind == types.String {
		return value
	}
	return rt("KeyText").Call(value)
}

var dueOf = map[model.TimerKind]string{model.TimeDate: "DueDate", model.TimeDuration: "DueDuration", model.TimeCycle: "DueCycle"}

// emitDue writes when timers are due (S5.2).
func emitDue(f *file, q *processPlan, r *regionPlan) {
	unknown := jen.Return(jen.Lit(0), jen.False(), rt("UnknownIndex").Call(jen.Lit("timer"), jen.Id("i")))
	var exprs []int
	uses := map[string]bool{}
	some := false
	for _, t := range q.timers {
		if q.of[q.armed(t.node)] != r {
			continue
		}
		some = true
		exprs = append(exprs, t.Expr)
		for _, a := range dueArgs[t.Timer] {
			uses[a] = true
		}
		if t.Expr != model.None && t.Timer == model.TimeCycle {
			uses["cycle"] = true
		}
		if t.Expr != model.None {
			uses["now"] = uses["now"] || q.emissions[t.Expr].Clock
			uses["fired"] = true
		}
	}
	param := func(name string) *jen.Statement {
		if uses[name] {
			return jen.Id(name)
		}
		return jen.Id("_")
	}
	doc := "Due is when a timer fires, counted from when it was armed or was due last (S5.2)."
	if !some {
		doc = "Due has nothing to tell: the process has no timers."
	}
	f.add(comment(doc), jen.Func().Add(r.receiver(q.readsVars(exprs...))).Id("Due").
		Params(jen.Id("i").Int32(), jen.List(param("now"), param("last")).Int64(), param("fired").Int32(), param("cycle").Op("*").String()).
		Params(jen.Id("due").Int64(), jen.Id("ok").Bool(), jen.Err().Error()).BlockFunc(func(g *jen.Group) {
		if some {
			g.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
				for i, t := range q.timers {
					if q.of[q.armed(t.node)] != r {
						continue
					}
					g.Case(jen.Lit(i)).Comment("// " + describe(&q.Nodes[t.node]))
					q.dueBody(g, t)
				}
			})
		}
		g.Add(unknown)
	}))
}

// dueArgs are what the functions that tell due times take after the text.
var dueArgs = map[model.TimerKind][]string{
	model.TimeDate: {"fired"}, model.TimeDuration: {"now", "fired"}, model.TimeCycle: {"now", "last", "fired"},
}

func (q *processPlan) dueBody(g *jen.Group, t timerPlan) {
	call := func(text jen.Code) {
		args := []jen.Code{text}
		for _, a := range dueArgs[t.Timer] {
			args = append(args, jen.Id(a))
		}
		due := dueOf[t.Timer]
		if t.Quartz {
			due = "DueCycleQuartz"
		}
		g.Return(rt(due).Call(args...))
	}
	if t.Expr == model.None {
		call(jen.Lit(t.Text))
		return
	}
	if t.Timer == model.TimeCycle { // evaluated once, when it is armed (S5.2)
		g.If(jen.Id("fired").Op("==").Lit(0)).BlockFunc(func(g *jen.Group) {
			q.timeText(g, t, func(text jen.Code) { g.Op("*").Id("cycle").Op("=").Add(text) })
		})
		call(jen.Op("*").Id("cycle"))
		return
	}
	g.If(jen.Id("fired").Op(">").Lit(0)).Block(jen.Return(jen.Lit(0), jen.False(), jen.Nil()))
	q.timeText(g, t, call)
}

// timeText evaluates the expression of a timer and gives use its text.
func (q *processPlan) timeText(g *jen.Group, t timerPlan, use func(jen.Code)) {
	x := &q.Exprs[t.Expr]
	g.Comment(said(x))
	typ, null := q.checked(g, t.Expr, "when", jen.Lit(0), jen.False())
	value := jen.Id("when")
	if null {
		g.If(jen.Id("when").Op("==").Nil()).Block(jen.Return(jen.Lit(0), jen.False(), rt("Missing").Call(jen.Lit(oneLine(x.Source)))))
		if typ.Kind == types.Optional {
			value = jen.Parens(jen.Op("*").Id("when"))
		}
	}
	switch typ = types.NonNull(typ); {
	case typ.Kind == types.String && null:
		use(jen.Op("*").Id("when"))
	case typ.Kind == types.String:
		use(value)
	case typ.Kind == types.Any || typ.Kind == types.Named:
		use(rt("KeyText").Call(value))
	default:
		use(value.Dot("String").Call())
	}
}

// emitPayload writes the payloads of throws.
func emitPayload(f *file, q *processPlan, r *regionPlan) {
	unknown := jen.Return(jen.Nil(), rt("UnknownIndex").Call(jen.Lit("payload"), jen.Id("i")))
	recv, doc := "d", "Payload makes what an event throws."
	some := q.anyIn(r, q.makes)
	if !some {
		recv, doc = "", "Payload has nothing to make: no event sends data."
	}
	f.add(comment(doc), jen.Func().Add(r.receiver(recv)).Id("Payload").Params(jen.Id("i").Int32()).
		Params(jen.Any(), jen.Error()).BlockFunc(func(g *jen.Group) {
		if some {
			g.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
				for i, pl := range q.makes {
					if q.regionOf(pl.node) != r {
						continue
					}
					g.Case(jen.Lit(i)).Block(jen.Return(jen.Id("d." + pl.method).Call()))
				}
			})
		}
		g.Add(unknown)
	}))
}

// anyIn reports whether one of the payloads is of a node in the region.
func (q *processPlan) anyIn(r *regionPlan, list []payloadPlan) bool {
	for _, pl := range list {
		if q.regionOf(pl.node) == r {
			return true
		}
	}
	return false
}

// emitMake writes how the payload of one throw is made.
func emitMake(f *file, q *processPlan, pl payloadPlan) {
	recv := ""
	for _, m := range pl.moves {
		if q.emissions[m.expr].readsVars {
			recv = "d"
		}
	}
	y := f.plan.types
	f.add(comment(pl.method+" makes the payload of the "+describe(&q.Nodes[pl.node])+"."),
		jen.Func().Add(q.regionOf(pl.node).receiver(recv)).Id(pl.method).Params().Params(jen.Any(), jen.Error()).BlockFunc(func(g *jen.Group) {
			q.errVar(g, pl.moves)
			leave := func(err ...jen.Code) *jen.Statement { return jen.Return(append([]jen.Code{jen.Nil()}, err...)...) }
			g.Var().Id("payload").Add(y.goType(pl.typ))
			for i, m := range pl.moves {
				g.Comment(said(&q.Exprs[m.expr]))
				x := source(q.emissions[m.expr].Expr)
				if q.mayFail(m) {
					name := "value" + strconv.Itoa(i+1)
					q.evaluate(g, f, m, name, leave)
					x = jen.Id(name)
				}
				target := jen.Id("payload")
				if m.selector != "" {
					target = jen.Id("payload." + m.selector)
				}
				g.Add(target).Op("=").Add(y.clone(m.typ, x))
			}
			g.Return(jen.Id("payload"), jen.Nil())
		}))
}

// emitReceive writes how payloads reach the variables (S6.4).
func emitReceive(f *file, q *processPlan, r *regionPlan) {
	unknown := jen.Return(rt("UnknownIndex").Call(jen.Lit("payload"), jen.Id("i")))
	method := func(recv, payload, changed string) *jen.Statement {
		return jen.Func().Add(r.receiver(recv)).Id("Receive").
			Params(jen.Id("i").Int32(), jen.Id(payload).Any(), jen.Id(changed).Add(rt("Changes"))).Error()
	}
	if !q.anyIn(r, q.receives) {
		f.add(comment("Receive has nothing to write: no event takes data."), method("", "_", "_").Block(unknown))
		return
	}
	f.add(comment("Receive commits the payload that an event was given, and marks the paths that differ from before (S6.4)."),
		method("d", "payload", "changed").BlockFunc(func(g *jen.Group) {
			g.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
				for i, pl := range q.receives {
					if q.regionOf(pl.node) != r {
						continue
					}
					g.Case(jen.Lit(i)).BlockFunc(func(g *jen.Group) { q.receiveBody(g, f, pl) })
				}
				g.Default().Block(unknown)
			})
			g.Add(r.stale())
			g.Return(jen.Nil())
		}))
}

// receiveBody binds what an event was given: its payload, and where it is told
// more, code and message.
func (q *processPlan) receiveBody(g *jen.Group, f *file, pl payloadPlan) {
	call := func(g *jen.Group, method, arg string, moves []mappingPlan) {
		c := jen.Id("d."+method).Call(jen.Id(arg), jen.Id("changed"))
		if q.anyFails(moves) {
			g.If(jen.Err().Op(":=").Add(c), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
			return
		}
		g.Add(c)
	}
	bind := func(g *jen.Group, payload string) {
		g.List(jen.Id("p"), jen.Id("ok")).Op(":=").Id(payload).Assert(f.plan.types.goType(pl.typ))
		g.If(jen.Op("!").Id("ok")).Block(jen.Return(rt("WrongPayload").Call(jen.Lit("the "+pl.what), jen.Id("p"), jen.Id(payload))))
		call(g, pl.method, "p", pl.moves)
	}
	if pl.toldMethod == "" {
		bind(g, "payload")
		return
	}
	g.List(jen.Id("caught"), jen.Id("ok")).Op(":=").Id("payload").Assert(jen.Op("*").Add(rt("Caught")))
	g.If(jen.Op("!").Id("ok")).Block(jen.Return(rt("WrongPayload").Call(jen.Lit("a catch"), jen.Id("caught"), jen.Id("payload"))))
	call(g, pl.toldMethod, "caught", pl.told)
	if pl.method != "" {
		g.If(jen.Id("caught.Payload").Op("!=").Nil()).BlockFunc(func(g *jen.Group) { bind(g, "caught.Payload") })
	}
}

// emitTold writes how the code and the message of what one catch takes are bound.
func emitTold(f *file, q *processPlan, pl payloadPlan) {
	if pl.toldMethod == "" {
		return
	}
	fails := q.anyFails(pl.told)
	method := jen.Func().Add(q.regionOf(pl.node).receiver("d")).Id(pl.toldMethod).
		Params(jen.Id("caught").Op("*").Add(rt("Caught")), jen.Id("changed").Add(rt("Changes")))
	if fails {
		method.Error()
	}
	f.add(comment(pl.toldMethod+" binds the code and the message of what the "+describe(&q.Nodes[pl.node])+" takes."),
		method.BlockFunc(func(g *jen.Group) { q.writeValues(g, f, pl.node, pl.told, fails) }))
}

// emitBind writes how the payload of one catch is bound.
func emitBind(f *file, q *processPlan, pl payloadPlan) {
	emitTold(f, q, pl)
	if pl.method == "" {
		return
	}
	payload := "payload"
	if len(pl.merges) == 0 && !q.readsOutputs(pl.moves) {
		payload = "_"
	}
	fails := q.anyFails(pl.moves)
	method := jen.Func().Add(q.regionOf(pl.node).receiver("d")).Id(pl.method).
		Params(jen.Id(payload).Add(f.plan.types.goType(pl.typ)), jen.Id("changed").Add(rt("Changes")))
	if fails {
		method.Error()
	}
	f.add(comment(pl.method+" binds the payload of the "+describe(&q.Nodes[pl.node])+"."),
		method.BlockFunc(func(g *jen.Group) {
			q.writeMerges(g, f, pl.node, pl.merges)
			q.writeValues(g, f, pl.node, pl.moves, fails)
		}))
}
