package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// loopPlan is a repeated activity.
type loopPlan struct {
	*model.Loop
	host int
	name string // of the type of one run of the whole
	// condition and throws are indexes into processPlan.conditions.
	condition int
	throws    []int
	// count is how many instances there are, where a cardinality says it; items
	// the collection and item the type of its elements, result what an instance
	// gives to the output, and list where that goes.
	count, items, result *mappingPlan
	item                 *types.Type
	list                 *mappingPlan
}

// around and inner are the scopes around and of the instances.
func (l *loopPlan) around(q *processPlan) int { return q.Nodes[l.host].Scope }
func (l *loopPlan) inner(q *processPlan) int  { return q.Nodes[l.host].Inner }

// loopOf is the repeated activity whose instances a region is the data of, nil
// where it is none.
func (q *processPlan) loopOf(r *regionPlan) *loopPlan {
	for i := range q.loops {
		if q.loops[i].inner(q) == r.scope {
			return &q.loops[i]
		}
	}
	return nil
}

// goName is the Go name of a node: of the host of a repeated activity, the activity's.
func (q *processPlan) goName(node int) string {
	if l := q.Nodes[node].Loop; l != nil {
		return q.Nodes[l.Body].GoName
	}
	return q.Nodes[node].GoName
}

// constant is a node in Go; the host of a repeated activity has no constant.
func (q *processPlan) constant(node int) jen.Code {
	if name := q.nodes[node].name; name != "" {
		return jen.Id(name)
	}
	return jen.Lit(node)
}

// loopsIn are the repeated activities whose hosts stand in a region.
func (q *processPlan) loopsIn(r *regionPlan) []*loopPlan {
	var out []*loopPlan
	for i := range q.loops {
		if q.of[q.loops[i].around(q)] == r {
			out = append(out, &q.loops[i])
		}
	}
	return out
}

// planLoops plans the repeated activities.
func (p *plan) planLoops(q *processPlan) error {
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Loop == nil {
			continue
		}
		l := loopPlan{Loop: n.Loop, host: i, condition: model.None}
		condition := func(x int, what string) int {
			if x == model.None {
				return model.None
			}
			q.conditions = append(q.conditions, conditionPlan{expr: x, scope: n.Inner, repetition: true,
				goName: fmt.Sprintf("%sRepeats%d", q.Nodes[n.Loop.Body].GoName, len(q.conditions)), of: what + " of the " + describe(n)})
			return len(q.conditions) - 1
		}
		l.condition = condition(n.Loop.Condition, "the repetition")
		for _, t := range n.Loop.Throws {
			l.throws = append(l.throws, condition(t.Condition, "a behavior"))
		}
		if err := p.planLoop(q, &l); err != nil {
			return fmt.Errorf("%s: %w", describe(n), err)
		}
		q.loops = append(q.loops, l)
	}
	for i := range q.loops {
		n := &q.Nodes[q.loops[i].Body]
		p.names.want(&q.loops[i].name, unexported(p.opts.Prefix+q.GoName)+n.GoName+"Loop", n.ID)
	}
	return nil
}

func (p *plan) planLoop(q *processPlan, l *loopPlan) error {
	if l.Kind != model.StandardLoop && (l.Cardinality == model.None) == (l.Collection == model.None) {
		return fmt.Errorf("it does not say how many instances there are")
	}
	if l.Counter == model.None {
		return fmt.Errorf("its instances are not counted")
	}
	if l.Cardinality != model.None {
		l.count = &mappingPlan{expr: l.Cardinality, typ: types.IntType}
	}
	if l.Collection != model.None {
		x := &q.Exprs[l.Collection]
		if x.Typed == nil {
			return fmt.Errorf("its collection is not compiled")
		}
		t := types.NonNull(x.Typed.Root.Type)
		if l.Item != model.None {
			t = types.ListOf(q.Vars[l.Item].Type)
		}
		list := types.Shape(types.Resolve(t))
		if list.Kind != types.List {
			return fmt.Errorf("its collection is %s, not a list", t)
		}
		l.items, l.item = &mappingPlan{expr: l.Collection, typ: t}, list.Elem
		if err := p.types.check("its collection", t); err != nil {
			return err
		}
		p.types.needClone(list.Elem)
	}
	if l.Element == model.None {
		return nil
	}
	list, err := q.variableTarget(model.None, l.Output.Var, l.Output.Path)
	if err != nil {
		return err
	}
	elem := types.AnyType
	switch s := types.Shape(types.Resolve(list.typ)); s.Kind {
	case types.List:
		elem = s.Elem
	case types.Any:
	default:
		return fmt.Errorf("its output is %s, not a list", list.typ)
	}
	l.list, l.result = &list, &mappingPlan{expr: l.Element, typ: elem}
	p.types.needClone(elem)
	return nil
}

// loopExpressions emits the Go of what repeated activities evaluate; conditions
// are among the others.
func (p *plan) loopExpressions(q *processPlan) error {
	for i := range q.loops {
		l := &q.loops[i]
		for _, m := range []*mappingPlan{l.count, l.items, l.result} {
			if m == nil {
				continue
			}
			if err := p.emit(q, m.expr, nil); err != nil {
				return fmt.Errorf("%s: %w", describe(&q.Nodes[l.host]), err)
			}
		}
	}
	return nil
}
