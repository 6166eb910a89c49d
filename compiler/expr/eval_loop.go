package expr

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// filter is list[condition] or list[position] (DMN 1.4 §10.3.2.5).
func (ev *evaluator) filter(n *Node) (any, error) {
	recv, err := ev.eval(n.Kids[0])
	if err != nil {
		return nil, err
	}
	list := feel.ListOf(recv)
	numeric := class(n.Kids[1].Type) == types.Int
	dynamic := class(n.Kids[1].Type) == types.Any
	if numeric || dynamic && len(list) == 0 {
		ev.push(n.locals[0], nil)
		at, err := ev.eval(n.Kids[1])
		ev.pop(1)
		if err != nil {
			return nil, err
		}
		if feel.KindOf(at) == feel.KindNumber {
			return feel.Index(list, at), nil
		}
		if numeric {
			return nil, nil
		}
		return []any{}, nil
	}
	out := []any{}
	for _, item := range list {
		item = feel.Normalize(item)
		ev.push(n.locals[0], item)
		c, err := ev.eval(n.Kids[1])
		ev.pop(1)
		if err != nil {
			return nil, err
		}
		if dynamic && feel.KindOf(c) == feel.KindNumber {
			return feel.Index(list, c), nil
		}
		if c == true {
			out = append(out, item)
		}
	}
	return out, nil
}

// iterate runs for, some and every: the last iterator turns fastest.
func (ev *evaluator) iterate(n *Node) (any, error) {
	results := []any{}
	seenNull, nullDomain := false, false
	var stop any
	body := n.Kids[len(n.Names)]
	var run func(i int) error
	run = func(i int) error {
		if i == len(n.Names) {
			if n.Op == For {
				ev.push(n.locals[i], results[:len(results):len(results)])
				defer ev.pop(1)
			}
			v, err := ev.eval(body)
			if err != nil {
				return err
			}
			switch {
			case n.Op == For:
				results = append(results, v)
			case v == nil:
				seenNull = true
			case v == (n.Op == Some):
				stop = v
			}
			return nil
		}
		d, err := ev.eval(n.Kids[i])
		if err != nil {
			return err
		}
		if r, ok := d.(feel.Range); d == nil || ok && n.Kids[i].Op == Iter && (r.Low == nil || r.High == nil) {
			nullDomain = true
			return nil
		}
		return each(d, func(item any) (bool, error) {
			ev.push(n.locals[i], item)
			defer ev.pop(1)
			if ev.steps++; ev.steps > maxSteps {
				return false, errSteps
			}
			err := run(i + 1)
			return stop == nil, err
		})
	}
	if err := run(0); err != nil {
		return nil, err
	}
	switch {
	case n.Op == For && nullDomain && types.Nullable(n.Type):
		return nil, nil
	case n.Op == For:
		return results, nil
	case stop != nil:
		return stop, nil
	case (seenNull || nullDomain) && types.Nullable(n.Type):
		return nil, nil
	}
	return n.Op == Every, nil
}

// each calls f with every element of a list or range, until f says stop.
func each(d any, f func(any) (bool, error)) error {
	r, ok := d.(feel.Range)
	if !ok {
		for _, item := range feel.ListOf(d) {
			if more, err := f(feel.Normalize(item)); err != nil || !more {
				return err
			}
		}
		return nil
	}
	switch low := r.Low.(type) {
	case feel.Date:
		high, ok := r.High.(feel.Date)
		if !ok {
			return nil
		}
		return eachDate(low, high, r, f)
	}
	low, ok1 := decimalOf(r.Low)
	high, ok2 := decimalOf(r.High)
	a, ok3 := low.Int64()
	b, ok4 := high.Int64()
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return nil
	}
	step := int64(1)
	if a > b {
		step = -1
	}
	for i := a; ; i += step {
		skip := i == a && !r.LowClosed || i == b && !r.HighClosed
		if !skip {
			if more, err := f(i); err != nil || !more {
				return err
			}
		}
		if i == b {
			return nil
		}
	}
}

func eachDate(a, b feel.Date, r feel.Range, f func(any) (bool, error)) error {
	day, _ := feel.ParseDayTimeDuration("P1D")
	up := a.Compare(b) <= 0
	for d := a; ; {
		skip := d.Equal(a) && !r.LowClosed || d.Equal(b) && !r.HighClosed
		if !skip {
			if more, err := f(d); err != nil || !more {
				return err
			}
		}
		if d.Equal(b) {
			return nil
		}
		next := d.Add(day)
		if !up {
			next = d.Subtract(day)
		}
		if next == nil {
			return nil
		}
		d = *next
	}
}

// in is value in tests: true if one holds.
func (ev *evaluator) in(n *Node) (any, error) {
	v, err := ev.eval(n.Kids[0])
	if err != nil {
		return nil, err
	}
	r := new(false)
	for _, t := range n.Kids[1:] {
		b, err := ev.test(v, t)
		if err != nil {
			return nil, err
		}
		r = feel.Or3(r, b)
	}
	return feel.NullOf(r), nil
}

func (ev *evaluator) test(v any, t *Node) (*bool, error) {
	switch t.Op {
	case Test:
		k, err := ev.eval(t.Kids[0])
		if err != nil {
			return nil, err
		}
		op := map[string]Op{"<": Lt, "<=": Le, ">": Gt, ">=": Ge, "=": Eq, "!=": Ne}[t.Name]
		return feel.Truth(compareValues(op, v, k)), nil
	case ListLit:
		if feel.KindOf(v) == feel.KindList || !hasTest(t) {
			break
		}
		r := new(false)
		for _, k := range t.Kids {
			b, err := ev.test(v, k)
			if err != nil {
				return nil, err
			}
			r = feel.Or3(r, b)
		}
		return r, nil
	}
	k, err := ev.eval(t)
	if err != nil {
		return nil, err
	}
	return feel.In(v, k), nil
}

// hasTest reports whether a list of tests holds one with an operator, so that
// it is no list of values.
func hasTest(t *Node) bool {
	return slices.ContainsFunc(t.Kids, func(k *Node) bool { return k.Op == Test || k.Op == ListLit && hasTest(k) })
}
