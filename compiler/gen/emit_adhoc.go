package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// adHocPlan is one ad-hoc sub-process (S8.4).
type adHocPlan struct {
	node int
	// completion is the index of its condition, elements that of its list, None for none.
	completion, elements int
	// activity is the type of its activities, typ that of one opening of it, list,
	// begin and finish the host's functions.
	activity, typ, list, begin, finish string
	// picks are what the host may let begin: nodes, and the names of their constants.
	picks []adHocPick
}

type adHocPick struct {
	node int
	name string
}

func (q *processPlan) planAdHoc(p *plan) {
	pre := p.opts.Prefix + q.Prefix
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.AdHoc == nil || n.Inner == model.None {
			continue
		}
		a := &adHocPlan{node: i, completion: model.None, elements: model.None}
		if n.AdHoc.Completion != model.None {
			a.completion = len(q.conditions)
			q.conditions = append(q.conditions, conditionPlan{expr: n.AdHoc.Completion, scope: n.Inner, goName: n.GoName + "Done", of: "the completion of the " + describe(n)})
		}
		if n.AdHoc.Elements != model.None {
			a.elements = len(q.elements)
			q.elements = append(q.elements, a)
		}
		for _, w := range []struct {
			dst  *string
			name string
		}{
			{&a.activity, pre + n.GoName + "Activity"},
			{&a.typ, pre + n.GoName + "AdHoc"},
			{&a.list, pre + n.GoName + "AdHocs"},
			{&a.begin, "Begin" + pre + n.GoName + "Activity"},
			{&a.finish, "Finish" + pre + n.GoName},
		} {
			p.names.want(w.dst, w.name, n.ID)
		}
		for k := q.Scopes[n.Inner].First; k < q.Scopes[n.Inner].End; k++ {
			if q.Nodes[k].Scope == n.Inner && q.Pickable(k) {
				a.picks = append(a.picks, adHocPick{node: k})
			}
		}
		for k := range a.picks {
			pick := &a.picks[k]
			p.names.want(&pick.name, pre+n.GoName+q.goName(pick.node), q.Nodes[pick.node].ID)
		}
		q.adHocs = append(q.adHocs, a)
	}
}

// adHocRow is what the node table says of it.
func (q *processPlan) adHocRow(rt string, i int) string {
	var r row
	n := &q.Nodes[i]
	for _, a := range q.adHocs {
		if a.node != i {
			continue
		}
		for _, f := range []struct {
			name string
			on   bool
		}{{"Sequential", n.AdHoc.Sequential}, {"KeepRemaining", n.AdHoc.KeepRemaining}, {"Automatic", n.AdHoc.Automatic}} {
			if f.on {
				r.field(f.name, "true")
			}
		}
		r.index("Completion", a.completion)
		r.index("Elements", a.elements)
	}
	return "&" + rt + "AdHocDef" + r.String()
}

// emitAdHoc writes what the host has of each ad-hoc sub-process: a type for its
// activities, the list of the open ones, and what begins an activity or finishes all.
func emitAdHoc(f *file, q *processPlan) {
	for _, a := range q.adHocs {
		n := &q.Nodes[a.node]
		f.add(comment(a.activity+" is an activity of the "+describe(n)+"."), jen.Type().Id(a.activity).Add(rt("Node")))
		f.add(comment("The activities of the "+describe(n)+"."), jen.Const().DefsFunc(func(g *jen.Group) {
			for _, p := range a.picks {
				g.Add(comment(p.name + " is the " + describe(&q.Nodes[p.node]) + "."))
				g.Id(p.name).Id(a.activity).Op("=").Id(a.activity).Call(q.constant(p.node))
			}
		}))
		f.add(comment(a.typ+" is an open "+describe(n)+": what may begin now and what runs."),
			jen.Type().Id(a.typ).Struct(rt("AdHocInfo"), jen.List(jen.Id("Enabled"), jen.Id("Running")).Index().Id(a.activity)))
		as := func(what string) jen.Code {
			return jen.Id(what).Op(":").Add(rt("NodesAs")).Index(jen.Id(a.activity)).Call(jen.Id("info." + what))
		}
		f.add(comment(a.list+" lists the open ones of the "+describe(n)+", the oldest first."),
			jen.Func().Id(a.list).Params(jen.Id("eng").Op("*").Add(rt("Engine"))).Index().Id(a.typ).Block(
				jen.Return(rt("ListAdHoc").Call(jen.Id("eng"), jen.Op("&").Id(q.definition), jen.Id(q.nodes[a.node].name),
					jen.Func().Params(jen.Id("info").Add(rt("AdHocInfo"))).Id(a.typ).Block(
						jen.Return(jen.Id(a.typ).Values(jen.Id("AdHocInfo").Op(":").Id("info"), as("Enabled"), as("Running"))))))))
		params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("eng").Op("*").Add(rt("Engine")), jen.Id("id").Add(rt("TaskID"))}
		args := []jen.Code{jen.Id("ctx"), jen.Id("eng"), jen.Op("&").Id(q.definition), jen.Id(q.nodes[a.node].name), jen.Id("id")}
		f.add(comment(a.begin+" begins an enabled activity of the open "+describe(n)+" with that id.",
			"runtime.ErrNotEnabled and runtime.ErrSequential say that it may not begin now."),
			jen.Func().Id(a.begin).Params(append(params, jen.Id("activity").Id(a.activity))...).Error().Block(
				jen.Return(rt("BeginActivityOf").Call(append(args, rt("Node").Call(jen.Id("activity")))...))))
		what := "what runs in it is cancelled"
		if n.AdHoc.KeepRemaining {
			what = "it completes with the last of what runs in it"
		}
		f.add(comment(a.finish+" completes the open "+describe(n)+" with that id; "+what+"."),
			jen.Func().Id(a.finish).Params(params...).Error().Block(jen.Return(rt("FinishAdHocOf").Call(args...))))
	}
}

// elementsType is the type of a list of elements.
var elementsType = types.ListOf(types.StringType)

// emitElements writes, for each scope in which an ad-hoc sub-process says what
// runs at once, the switch over those lists: runtime.AdHocData.
func emitElements(f *file, q *processPlan) {
	for _, r := range q.regions {
		var mine []*adHocPlan
		recv := ""
		for _, a := range q.elements {
			if q.of[q.Nodes[a.node].Inner] == r {
				mine = append(mine, a)
				recv += q.readsVars(q.Nodes[a.node].AdHoc.Elements)
			}
		}
		if len(mine) == 0 {
			continue
		}
		if recv != "" {
			recv = "d"
		}
		leave := func(codes ...jen.Code) *jen.Statement { return jen.Return(append([]jen.Code{jen.Nil()}, codes...)...) }
		f.add(comment("Elements tells what runs at once in an ad-hoc sub-process (S8.4)."),
			jen.Func().Add(r.receiver(recv)).Id("Elements").Params(jen.Id("i").Int32()).Params(jen.Index().String(), jen.Error()).Block(
				jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
					for _, a := range mine {
						x := q.Nodes[a.node].AdHoc.Elements
						g.Case(jen.Lit(a.elements)).BlockFunc(func(g *jen.Group) {
							m := mappingPlan{expr: x, typ: elementsType}
							g.Comment(said(&q.Exprs[x]))
							q.errVar(g, []mappingPlan{m})
							q.evaluate(g, f, m, "ids", leave)
							g.Return(jen.Id("ids"), jen.Nil())
						})
					}
				}),
				jen.Return(jen.Nil(), rt("UnknownIndex").Call(jen.Lit("list of elements"), jen.Id("i")))))
	}
}

// adHocExpressions emits the Go of the lists of elements.
func (p *plan) adHocExpressions(q *processPlan) error {
	for _, a := range q.elements {
		if err := p.emit(q, q.Nodes[a.node].AdHoc.Elements, nil); err != nil {
			return err
		}
	}
	return nil
}
