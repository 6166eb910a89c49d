package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
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
		if err := p.emit(q, c.expr, gateNames(c.gate)); err != nil {
			return fmt.Errorf("%s: %w", c.of, err)
		}
		if e := q.emissions[c.expr]; e.Fails || e.Nullable {
			c.method = "when" + c.goName
		}
	}
	for i := range q.tasks {
		t := &q.tasks[i]
		for _, m := range append(slices.Clone(t.fill), t.aim...) {
			if err := p.emit(q, m.expr, nil); err != nil {
				return fmt.Errorf("%s: %w", describe(&q.Nodes[t.node]), err)
			}
		}
		for _, m := range t.write {
			if err := p.emit(q, m.expr, results(t.io)); err != nil {
				return fmt.Errorf("%s: %w", describe(&q.Nodes[t.node]), err)
			}
		}
	}
	if err := p.adHocExpressions(q); err != nil {
		return err
	}
	if err := p.subExpressions(q); err != nil {
		return err
	}
	if err := p.loopExpressions(q); err != nil {
		return err
	}
	return p.eventExpressions(q)
}

// results says where the outputs of a task are.
func results(io *model.IO) func(string) string {
	return func(name string) string {
		if io != nil {
			for _, o := range io.Outputs {
				if o.Name == name {
					return "w.Out." + o.GoName
				}
			}
		}
		return ""
	}
}

// emit emits one expression; from says where it reads names that are no
// variables, "" where there are none; it may be nil.
func (p *plan) emit(q *processPlan, index int, from func(name string) string) error {
	if index < 0 || index >= len(q.Exprs) || q.Exprs[index].Typed == nil {
		return fmt.Errorf("its expression is not compiled")
	}
	x := &q.Exprs[index]
	var e emission
	var unknown string
	var err error
	e.Emission, err = expr.Emit(x.Typed, expr.Refs{
		Var: func(s *expr.Symbol) expr.Code {
			if from != nil {
				if o := from(s.Name); o != "" {
					e.readsOut = true
					return word(o)
				}
			}
			if v := q.variable(s.Name, x.Scope); v != nil {
				e.readsVars = true
				return word(q.path(x.Scope, v.Scope) + v.GoName)
			}
			unknown = s.Name
			return nil
		},
		Now:    q.clockOf(x),
		GoType: p.types.code,
		Host: func(c *expr.HostCall) expr.Code {
			code, bean := q.hostCode(x, c)
			e.readsVars = e.readsVars || bean
			return code
		},
	})
	if e.Clock && x.Purpose != model.TimerValue {
		q.clock, e.readsVars = true, true
	}
	if err == nil && unknown != "" {
		err = fmt.Errorf("nothing declares %s", unknown)
	}
	if err != nil {
		return fmt.Errorf("expression %q at %s: %w", oneLine(x.Source), place(x.Origin), err)
	}
	q.emissions[index] = e
	return nil
}

// clockOf is the engine's time: a timer is told it when it is armed, all else
// asks the instance, whose time stands still while one input is worked off.
func (q *processPlan) clockOf(x *model.Expression) func() expr.Code {
	if x.Purpose == model.TimerValue {
		return func() expr.Code {
			return expr.Code{{Text: "Unix", Import: "time"}, {Text: "(0, now).UTC()"}}
		}
	}
	return func() expr.Code { return word(strings.TrimSuffix(q.path(x.Scope, 0), "vars.") + "Now()") }
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
