package gen

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// hostCode is how an expression calls code of the host: a Go function by its
// qualified name, a bean by the handlers of the instance's registration.
func (q *processPlan) hostCode(x *model.Expression, c *expr.HostCall) (code expr.Code, bean bool) {
	if b := q.Bean(c.Bean, c.Method); c.Bean != "" && b != nil {
		return word(strings.TrimSuffix(q.path(x.Scope, 0), "vars.") + "host()." + b.GoName), true
	}
	return expr.Code{{Text: c.Method, Import: c.Path}}, false
}

// beanMethods writes the methods of the interface.
func beanMethods(f *file, q *processPlan, g *jen.Group) {
	for i := range q.Beans {
		b := &q.Beans[i]
		g.Add(comment(b.GoName+" is "+oneLine(b.Bean)+"."+oneLine(b.Method)+" of expressions (first at "+b.At.String()+"). It is called",
			"while the instance moves, so it must not wait for anything."))
		g.Id(b.GoName).Add(f.plan.beanSignature(b, true))
	}
}

// beanSignature is its parameters and results.
func (p *plan) beanSignature(b *model.Bean, named bool) *jen.Statement {
	return jen.ParamsFunc(func(g *jen.Group) {
		for _, a := range b.Args {
			if named {
				g.Id(paramName(a.GoName)).Add(p.types.goType(a.Type))
			} else {
				g.Add(p.types.goType(a.Type))
			}
		}
	}).Params(p.types.goType(b.Result), jen.Error())
}

// paramName is a parameter's name: no keyword and nothing predeclared.
func paramName(goName string) string {
	name := unexported(goName)
	if slices.Contains(keywords, name) || slices.Contains(predeclared, name) {
		name += "Value"
	}
	return name
}

// beanStubs writes those of the struct that fails in each.
func beanStubs(f *file, q *processPlan) {
	for i := range q.Beans {
		b := &q.Beans[i]
		f.add(comment(b.GoName+" fails with runtime.ErrUnimplemented."),
			jen.Func().Params(jen.Id(q.unimplemented)).Id(b.GoName).Add(f.plan.beanSignature(b, false)).Block(
				jen.Var().Id("none").Add(f.plan.types.goType(b.Result)),
				jen.Return(jen.Id("none"), rt("Unimplemented").Call(jen.Lit(b.GoName)))))
	}
}

// emitBeanHost writes how expressions reach the host's code.
func emitBeanHost(f *file, q *processPlan) {
	if len(q.Beans) == 0 {
		return
	}
	f.add(comment("host is the host's code that expressions call."),
		jen.Func().Add(q.receiver("d")).Id("host").Params().Id(q.handlers).Block(
			jen.Return(jen.Id("d.Program").Call().Assert(jen.Op("*").Id(q.program)).Dot("handlers"))))
}

// driveBeans writes those of the scenario runner.
func driveBeans(g *jen.File, p *plan, q *processPlan, script string) {
	for i := range q.Beans {
		b := &q.Beans[i]
		g.Func().Params(jen.Id("s").Id(script)).Id(b.GoName).Add(p.beanSignature(b, false)).Block(
			jen.Var().Id("out").Struct(jen.Id("Result").Add(p.types.goType(b.Result)).Tag(map[string]string{"json": "result"})),
			jen.Err().Op(":=").Id("s.w.Call").Call(jen.Lit(b.Bean+"."+b.Method), jen.Op("&").Id("out")),
			jen.Return(jen.Id("out.Result"), jen.Err()))
	}
}

// beanNames are the names that scenarios call them by.
func (q *processPlan) beanNames() []jen.Code {
	var out []jen.Code
	for i := range q.Beans {
		out = append(out, jen.Lit(q.Beans[i].Bean+"."+q.Beans[i].Method))
	}
	return out
}
