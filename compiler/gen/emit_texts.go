package gen

import (
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// emitText writes the names and codes of events that are expressions: runtime.TextData.
func emitText(f *file, q *processPlan, r *regionPlan) {
	if len(q.texts) == 0 {
		return
	}
	unknown := jen.Return(jen.Lit(""), rt("UnknownIndex").Call(jen.Lit("name or code"), jen.Id("i")))
	var exprs []int
	for _, t := range q.texts {
		if q.of[q.armed(t.node)] == r {
			exprs = append(exprs, t.expr)
		}
	}
	doc := "Text is a name or code of an event that is an expression, evaluated when it is armed or thrown."
	if len(exprs) == 0 {
		doc = "Text has nothing to tell: no event that is armed here has a name or code that is an expression."
	}
	f.add(comment(doc), jen.Func().Add(r.receiver(q.readsVars(exprs...))).Id("Text").Params(jen.Id("i").Int32()).
		Params(jen.String(), jen.Error()).BlockFunc(func(g *jen.Group) {
		if len(exprs) > 0 {
			g.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
				for i, t := range q.texts {
					if q.of[q.armed(t.node)] != r {
						continue
					}
					g.Case(jen.Lit(i)).Comment("// " + describe(&q.Nodes[t.node]))
					q.textBody(g, t)
				}
			})
		}
		g.Add(unknown)
	}))
}

func (q *processPlan) textBody(g *jen.Group, t textPlan) {
	x := &q.Exprs[t.expr]
	g.Comment(said(x))
	typ, null := q.checked(g, t.expr, "text", jen.Lit(""))
	value := jen.Id("text")
	if null {
		g.If(jen.Id("text").Op("==").Nil()).Block(jen.Return(jen.Lit(""), rt("Missing").Call(jen.Lit(oneLine(x.Source)))))
		if typ.Kind == types.Optional {
			value = jen.Op("*").Id("text")
		}
	}
	g.Return(keyText(types.NonNull(typ), value), jen.Nil())
}
