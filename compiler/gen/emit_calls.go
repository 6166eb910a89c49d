package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// calls reports the work of a call activity.
func (q *processPlan) calls(t *taskPlan) bool { return q.Nodes[t.node].Kind == model.CallActivity }

// callRow is what a call activity calls.
func (q *processPlan) callRow(rt string, c *model.Call) callRow {
	var r row
	r.text("Key", c.Key)
	r.text("Namespace", c.Namespace)
	switch {
	case c.VersionExpr != model.None || c.TagExpr != model.None:
		r.index("Version", model.None) // computed, or there is none
	case c.Version != 0:
		r.index("Version", c.Version)
	}
	r.text("Tag", c.Tag)
	if c.Build != model.None {
		r.text("Fingerprint", q.builds[c.Build])
	}
	r.text("BusinessKey", c.BusinessText)
	if c.InheritBusinessKey {
		r.field("InheritBusinessKey", "true")
	}
	return callRow{rt, r}
}

type callRow struct {
	rt  string
	row row
}

func (c callRow) String() string { return "&" + c.rt + "CallDef" + c.row.String() }

// emitCallee writes the variables of the process by name, for call activities of
// other processes (SC §2.7).
func emitCallee(f *file, q *processPlan) {
	y := f.plan.types
	if len(q.fields) == 0 {
		f.add(comment("SetVariable has nothing to set: the process has no variables."),
			jen.Func().Add(q.receiver("")).Id("SetVariable").Params(jen.String(), jen.Any()).Params(jen.Bool(), jen.Error()).
				Block(jen.Return(jen.False(), jen.Nil())))
		f.add(comment("Variable has nothing to give: the process has no variables."),
			jen.Func().Add(q.receiver("")).Id("Variable").Params(jen.String()).Params(jen.Any(), jen.Bool()).
				Block(jen.Return(jen.Nil(), jen.False())))
		return
	}
	f.add(comment("SetVariable sets a variable for a call activity that calls the process (SC §2.7)."),
		jen.Func().Add(q.receiver("d")).Id("SetVariable").Params(jen.Id("name").String(), jen.Id("value").Any()).Params(jen.Bool(), jen.Error()).
			BlockFunc(func(g *jen.Group) {
				g.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
					for _, v := range q.fields {
						g.Case(jen.Lit(v.Name)).Block(jen.Return(jen.True(), assign(v.Type, jen.Op("&").Id("d.vars."+v.GoName), v.Name)))
					}
				})
				g.Return(jen.False(), jen.Nil())
			}))
	f.add(comment("Variable copies a variable for a call activity that has called the process."),
		jen.Func().Add(q.receiver("d")).Id("Variable").Params(jen.Id("name").String()).Params(jen.Any(), jen.Bool()).
			BlockFunc(func(g *jen.Group) {
				g.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
					for _, v := range q.fields {
						value := y.clone(v.Type, jen.Id("d.vars."+v.GoName))
						if types.Resolve(v.Type).Kind == types.Optional {
							value = rt("OrNull").Call(value)
						}
						g.Case(jen.Lit(v.Name)).Block(jen.Return(value, jen.True()))
					}
				})
				g.Return(jen.Nil(), jen.False())
			}))
}

// assign sets a variable to the value that crossed.
func assign(t *types.Type, to jen.Code, name string) jen.Code {
	fn := "Assign"
	if types.Resolve(t).Kind == types.Optional {
		fn = "AssignOptional"
	}
	return rt(fn).Call(to, jen.Lit(name), jen.Id("value"))
}

// aimOf are the parts of a call that are known only when it is made.
func aimOf(c *model.Call) []mappingPlan {
	if c == nil {
		return nil
	}
	var out []mappingPlan
	for _, part := range []struct {
		expr  int
		field string
		typ   *types.Type
	}{
		{c.KeyExpr, "Key", types.StringType}, {c.VersionExpr, "Version", types.IntType},
		{c.TagExpr, "Tag", types.StringType}, {c.BusinessKey, "BusinessKey", types.StringType},
	} {
		if part.expr != model.None {
			out = append(out, mappingPlan{expr: part.expr, selector: part.field, typ: part.typ})
		}
	}
	return out
}

func (t *taskPlan) aimMethod(q *processPlan) string { return "aim" + q.Nodes[t.node].GoName }

func aimed(q *processPlan, t *taskPlan) filling {
	return filling{t.aimMethod(q), t.aimMethod(q) + " says what the " + describe(&q.Nodes[t.node]) + " calls.", "call", rt("Invocation"), t.aim}
}

// contractRow is what the process declares of the data that crosses into and out of it.
func contractRow(rt string, c *model.Contract) string {
	side := func(name string, list []model.Declared) string {
		if len(list) == 0 {
			return ""
		}
		s := name + ": []" + rt + "ParamDef{"
		for i, d := range list {
			if i > 0 {
				s += ", "
			}
			var r row
			r.text("Name", d.Name)
			if d.Optional {
				r.field("Optional", "true")
			}
			s += r.String()
		}
		return s + "}"
	}
	in, out := side("Inputs", c.Inputs), side("Outputs", c.Outputs)
	if in != "" && out != "" {
		in += ", "
	}
	return "&" + rt + "ContractDef{" + in + out + "}"
}

// beginCall makes the work of a call activity with what it sends.
func (q *processPlan) beginCall(t *taskPlan) []jen.Code {
	if t.io == nil && len(t.aim) == 0 {
		return []jen.Code{jen.Return(jen.New(q.jobElem(t)), jen.Nil())}
	}
	body := []jen.Code{jen.Id("w").Op(":=").New(q.jobElem(t))}
	if len(t.aim) > 0 {
		to := jen.Id("w")
		if t.io != nil {
			to = jen.Op("&").Id("w.Invocation")
		}
		aim := jen.Id("d." + t.aimMethod(q)).Call(to)
		if q.anyFails(t.aim) {
			body = append(body, jen.If(jen.Err().Op(":=").Add(aim), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())))
		} else {
			body = append(body, aim)
		}
	}
	if t.io == nil {
		return append(body, jen.Return(jen.Id("w"), jen.Nil()))
	}
	if len(t.fill) > 0 {
		fill := jen.Id("d." + t.fillMethod(q)).Call(jen.Op("&").Id("w.In"))
		if q.fillFails(t) {
			body = append(body, jen.If(jen.Err().Op(":=").Add(fill), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())))
		} else {
			body = append(body, fill)
		}
	}
	if len(t.io.Inputs) > 0 {
		body = append(body, jen.Id("w.Args").Op("=").Index().Add(rt("Argument")).ValuesFunc(func(g *jen.Group) {
			for _, p := range t.io.Inputs {
				value := jen.Id("w.In." + p.GoName)
				if types.Resolve(p.Type).Kind == types.Optional {
					value = rt("OrNull").Call(value)
				}
				g.Values(jen.Id("Name").Op(":").Lit(p.Crosses()), jen.Id("Value").Op(":").Add(value))
			}
		}))
	}
	return append(body, jen.Return(jen.Id("w"), jen.Nil()))
}

// commitCall takes back what the called process has, and writes it where the
// model says. A variable that it need not have stays as it is.
func (q *processPlan) commitCall(t *taskPlan) []jen.Code {
	body := []jen.Code{jen.Id("w").Op(":=").Id("job").Assert(q.jobType(t))}
	if len(t.io.Outputs) == 0 {
		return []jen.Code{jen.Comment("Nothing comes back.")}
	}
	for _, p := range t.io.Outputs {
		var missing []jen.Code
		if p.Optional {
			if v := q.variable(p.Name, q.Nodes[t.node].Scope); v != nil {
				missing = append(missing, jen.Id("w.Out."+p.GoName).Op("=").Id(q.path(q.Nodes[t.node].Scope, v.Scope)+v.GoName))
			}
		} else {
			missing = append(missing, jen.Return(rt("NoResult").Call(jen.Lit(p.Crosses()))))
		}
		body = append(body, jen.If(jen.List(jen.Id("value"), jen.Id("known")).Op(":=").Id("w.Result").Call(jen.Lit(p.Name)), jen.Op("!").Id("known")).
			Block(missing...).Else().If(jen.Err().Op(":=").Add(assign(p.Type, jen.Op("&").Id("w.Out."+p.GoName), p.Crosses())), jen.Err().Op("!=").Nil()).
			Block(jen.Return(jen.Err())))
	}
	if len(t.write) > 0 {
		body = append(body, q.callWrite(t, jen.Id("w"), jen.Id("changed")))
	}
	return body
}
