package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// emission is the Go of an expression with what it reads.
type emission struct {
	expr.Emission
	readsVars, readsOut bool
}

// expressions emits the Go of all expressions that the process evaluates, and
// decides the shape that each needs around it.
func (p *plan) expressions(q *processPlan) error {
	for i := range q.conditions {
		c := &q.conditions[i]
		f := &q.Flows[c.flow]
		if err := p.emit(q, f.Condition, nil, types.BoolType); err != nil {
			return fmt.Errorf("sequence flow %s: %w", describeFlow(f), err)
		}
		if e := q.emissions[f.Condition]; e.Fails || e.Nullable {
			c.method = "when" + f.GoName
		}
	}
	for i := range q.tasks {
		t := &q.tasks[i]
		for _, m := range t.fill {
			if err := p.emit(q, m.expr, nil, m.typ); err != nil {
				return fmt.Errorf("%s: %w", describe(&q.Nodes[t.node]), err)
			}
		}
		for _, m := range t.write {
			if err := p.emit(q, m.expr, t.io, m.typ); err != nil {
				return fmt.Errorf("%s: %w", describe(&q.Nodes[t.node]), err)
			}
		}
	}
	return nil
}

// emit emits one expression; io is of the task whose outputs it may read.
func (p *plan) emit(q *processPlan, index int, io *model.IO, want *types.Type) error {
	if index < 0 || index >= len(q.Exprs) || q.Exprs[index].Typed == nil {
		return fmt.Errorf("its expression is not compiled")
	}
	x := &q.Exprs[index]
	var e emission
	var unknown string
	var err error
	e.Emission, err = expr.Emit(x.Typed, expr.Refs{
		Var: func(s *expr.Symbol) expr.Code {
			if o := output(s.Name, io); o != "" {
				e.readsOut = true
				return word("w.Out." + o)
			}
			if v := q.variable(s.Name, x.Scope); v != nil {
				e.readsVars = true
				return word(q.path(x.Scope, v.Scope) + v.GoName)
			}
			unknown = s.Name
			return nil
		},
		GoType: p.types.code,
	})
	if err == nil && unknown != "" {
		err = fmt.Errorf("nothing declares %s", unknown)
	}
	if err != nil {
		return fmt.Errorf("expression %q at %s: %w", oneLine(x.Source), place(x.Origin), err)
	}
	q.emissions[index] = e
	return nil
}

// output is the Go field of a task's output, "" where it has none of that name.
func output(name string, io *model.IO) string {
	if io != nil {
		for _, o := range io.Outputs {
			if o.Name == name {
				return o.GoName
			}
		}
	}
	return ""
}

// variable finds a name: own scope, then outward (S3.1).
func (q *processPlan) variable(name string, scope int) *model.Variable {
	for ; scope != model.None; scope = q.Scopes[scope].Parent {
		s := &q.Scopes[scope]
		for i := s.FirstVar; i < s.EndVar; i++ {
			if q.Vars[i].Name == name {
				return &q.Vars[i]
			}
		}
	}
	return nil
}
