package gen

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// regionPlan is a scope with data of its own together with the scopes inside it
// that have none: one machine.Data. The process is the first.
type regionPlan struct {
	scope int
	outer *regionPlan // around it, nil for the process
	// vars is the type that work in it sees: its own variables and, embedded, the
	// type of the region around it. data is the type of one opening of it.
	vars, data string
	open       string // what gives a handler its copy, "" where none needs it
	fields     []fieldPlan
	unknown    bool     // copying some variable of it may fail
	deep       bool     // some variable in it or around it holds references
	hidden     []hidden // of the instances of a repeated activity
	inner      []*regionPlan
	composite  string // what it is, for comments; "" for the process
}

// regions plans which scopes have data of their own; the process has, always.
func (q *processPlan) planRegions() {
	q.of = make([]*regionPlan, len(q.Scopes))
	for i := range q.Scopes {
		s := &q.Scopes[i]
		if i > 0 && s.FirstVar == s.EndVar {
			q.of[i] = q.of[s.Parent]
			continue
		}
		r := &regionPlan{scope: i}
		if i > 0 {
			r.outer = q.of[s.Parent]
			r.outer.inner = append(r.outer.inner, r)
			r.composite = describe(&q.Nodes[s.Host])
		}
		q.of[i] = r
		q.regions = append(q.regions, r)
	}
	q.regionPlan = q.regions[0]
}

// taskRegion is the region of a task.
func (q *processPlan) taskRegion(t *taskPlan) *regionPlan { return q.of[q.Nodes[t.node].Scope] }

// armed is the scope in which an event is armed: its own, and for the start of
// an event sub-process the one that this guards (SC §2.10).
func (q *processPlan) armed(node int) int {
	n := &q.Nodes[node]
	if n.Kind == model.StartEvent && n.Scope != 0 {
		return q.Scopes[n.Scope].Parent
	}
	return n.Scope
}

// path is the Go from the receiver of one scope's data to the variables of
// another around it, with the dot behind: "d.outer.vars.".
func (q *processPlan) path(from, to int) string {
	var b strings.Builder
	b.WriteString("d.")
	for r := q.of[from]; r != nil && r != q.of[to]; r = r.outer {
		b.WriteString("outer.")
	}
	b.WriteString("vars.")
	return b.String()
}

// copies reports whether there is something to copy: without variables nothing is shared.
func (r *regionPlan) copies() bool {
	return len(r.fields) > 0 || r.outer != nil && r.outer.copies()
}

// receiver is the receiver of the methods of its data; "" where it is not used.
func (r *regionPlan) receiver(name string) jen.Code {
	if name == "" {
		return jen.Params(jen.Op("*").Id(r.data))
	}
	return jen.Params(jen.Id(name).Op("*").Id(r.data))
}

// cloneVars copies a value of the type that work sees.
func (r *regionPlan) cloneVars(x string) *jen.Statement {
	if r.deep {
		return jen.Id(x + ".clone").Call()
	}
	return jen.Id(x)
}

// live copies the live variables.
func (r *regionPlan) live() *jen.Statement {
	if r.outer != nil {
		return jen.Id("d.snapshot").Call()
	}
	return r.cloneVars("d.vars")
}

// variables plans the fields of the structs of variables and the bits of change sets.
func (p *plan) variables(q *processPlan) error {
	for _, r := range q.regions {
		s := &q.Scopes[r.scope]
		seen := map[string]string{}
		for i := s.FirstVar; i < s.EndVar; i++ {
			v := &q.Vars[i]
			if other, ok := seen[v.GoName]; ok {
				return fmt.Errorf("variables %s and %s are both called %s in Go", other, v.Name, v.GoName)
			}
			seen[v.GoName] = v.Name
			if err := p.types.check("variable "+v.Name, v.Type); err != nil {
				return err
			}
			f := fieldPlan{Variable: v}
			next := v.FirstPath
			f.leaves = leaves(nil, v.GoName, v.Type, nil, 0, &next)
			r.fields = append(r.fields, f)
			r.deep = r.deep || p.types.deep(v.Type)
			r.unknown = r.unknown || p.types.unknown(v.Type, 12)
			p.types.needClone(v.Type)
			for _, l := range f.leaves {
				p.types.needEqual(l.typ)
			}
		}
		r.deep = r.deep || r.outer != nil && r.outer.deep
	}
	return nil
}

// embedded checks, when all names are allotted, that no variable of a
// sub-process is called in Go as the struct of the variables around it is.
func (q *processPlan) embedded() error {
	for _, r := range q.regions[1:] {
		for _, f := range r.fields {
			if f.GoName == r.outer.vars {
				return fmt.Errorf("%s: its variable %s is called %s in Go, as the variables around it are together; give it another name by bpmngen:name",
					describe(&q.Nodes[q.Scopes[r.scope].Host]), f.Name, f.GoName)
			}
		}
	}
	return nil
}

// scopeOf is the model scope of a region.
func (q *processPlan) scopeOf(r *regionPlan) *model.Scope { return &q.Scopes[r.scope] }
