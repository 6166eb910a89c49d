package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitVars writes the struct of a process's variables, and one for each
// sub-process that declares some: it embeds what is visible around it, so that
// names read outward and the nearer hides the farther (S3.1).
func emitVars(f *file, q *processPlan) {
	emitRootVars(f, q)
	for _, r := range q.regions[1:] {
		doc := fmt.Sprintf("%s are the variables of the %s, and those around it.", r.vars, r.composite)
		f.add(comment(doc), jen.Type().Id(r.vars).StructFunc(func(g *jen.Group) {
			g.Id(r.outer.vars)
			fieldsOf(f, g, r)
			r.hiddenFields(f, g)
		}))
	}
}

func fieldsOf(f *file, g *jen.Group, r *regionPlan) {
	for _, v := range r.fields {
		g.Add(variableDoc(v.Variable))
		g.Id(v.GoName).Add(f.plan.types.goType(v.Type)).Add(tag(v.Name, v.GoName))
	}
}

func emitRootVars(f *file, q *processPlan) {
	doc := fmt.Sprintf("%s are the variables of process %s.", q.vars, describeProcess(q.Process))
	if len(q.fields) == 0 {
		f.add(comment(doc, "The process has none."), jen.Type().Id(q.vars).Struct())
		return
	}
	f.add(comment(doc), jen.Type().Id(q.vars).StructFunc(func(g *jen.Group) { fieldsOf(f, g, q.regionPlan) }))
}

// variableDoc says what a variable is: its documentation, id and place.
func variableDoc(v *model.Variable) jen.Code {
	what := "is the variable " + oneLine(v.Name)
	if v.Name == "" {
		what = "is the variable " + oneLine(v.ID)
	}
	var at []string
	if v.ID != "" && v.ID != v.Name {
		at = append(at, oneLine(v.ID))
	}
	if p := place(v.Origin); p != "" {
		if !v.Declared {
			p = "its type told by its use at " + p
		}
		at = append(at, p)
	}
	return comment(v.GoName+" "+what+inBrackets(at)+".", sentence(v.Doc))
}

func describeProcess(p *model.Process) string {
	at := []string{oneLine(p.ID)}
	if pos := place(p.Origin); pos != "" {
		at = append(at, pos)
	}
	return called(p.Origin) + inBrackets(at)
}
