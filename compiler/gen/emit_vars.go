package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitVars writes the struct of a process's variables.
func emitVars(f *file, q *processPlan) {
	doc := fmt.Sprintf("%s are the variables of process %s.", q.vars, describeProcess(q.Process))
	if len(q.fields) == 0 {
		f.add(comment(doc, "The process has none."), jen.Type().Id(q.vars).Struct())
		return
	}
	f.add(comment(doc), jen.Type().Id(q.vars).StructFunc(func(g *jen.Group) {
		for _, v := range q.fields {
			g.Add(variableDoc(v.Variable))
			g.Id(v.GoName).Add(f.plan.types.goType(v.Type)).Add(tag(v.Name, v.GoName))
		}
	}))
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
