package expr

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// maxSteps bounds a reference evaluation, so that `for i in 1..1e12` ends.
const maxSteps = 5_000_000

// ErrNoValue is the fault of S3.5: a value is needed and there is none.
var ErrNoValue = errors.New("a value is needed and there is none")

// ErrOverflow is the fault of integer arithmetic that leaves int64.
var ErrOverflow = errors.New("integer overflow")

// errSteps ends an evaluation that runs away.
var errSteps = errors.New("evaluation takes too many steps")

// Eval is the reference evaluation: the value of a typed expression over vars,
// by the tree alone and without a Go compiler. Values are those of
// runtime/feel (int64, float64, feel.Decimal, string, bool, feel.Date, ...,
// []any, feel.Context, nil for null); vars may hold other Go values that
// feel.Normalize knows. A name that vars lacks is null. now is the engine's
// clock. The error is a fault (S9.1): a missing value (S3.5), an overflow, a
// host function, which Eval can't call.
func Eval(t *Typed, vars map[string]any, now time.Time) (any, error) {
	ev := &evaluator{vars: vars, env: feel.Env{Now: now, Random: func() float64 { return 0.5 }}, lang: t.Source.Lang}
	v, err := ev.eval(t.Root)
	if err == nil {
		err = ev.err
	}
	return v, err
}

// evaluator walks one expression.
type evaluator struct {
	vars   map[string]any
	cache  map[*Symbol]any
	locals []binding
	env    feel.Env
	lang   Lang
	steps  int
	depth  int
	// err is a fault inside a function value, which can't return it.
	err error
}

type binding struct {
	id    int
	value any
}

func (ev *evaluator) push(l *local, v any) { ev.locals = append(ev.locals, binding{l.id, v}) }

func (ev *evaluator) pop(n int) { ev.locals = ev.locals[:len(ev.locals)-n] }

func (ev *evaluator) local(id int) any {
	for i := len(ev.locals) - 1; i >= 0; i-- {
		if ev.locals[i].id == id {
			return ev.locals[i].value
		}
	}
	return nil
}

// eval is the value of a node, of the kind that its type says.
func (ev *evaluator) eval(n *Node) (any, error) {
	if n == nil {
		return nil, nil
	}
	if ev.steps++; ev.steps > maxSteps {
		return nil, errSteps
	}
	if ev.depth++; ev.depth > 4000 {
		return nil, errors.New("evaluation is nested too deep")
	}
	v, err := ev.node(n)
	ev.depth--
	if err != nil {
		return nil, err
	}
	return conform(v, n.Type)
}

func (ev *evaluator) all(list []*Node) ([]any, error) {
	out := make([]any, len(list))
	for i, k := range list {
		v, err := ev.eval(k)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (ev *evaluator) node(n *Node) (any, error) {
	switch n.Op {
	case Lit:
		return n.Value, nil
	case Var:
		return ev.variable(n.Sym)
	case Local:
		return ev.local(n.locals[0].id), nil
	case And, Or:
		return ev.logic(n)
	case If:
		c, err := ev.eval(n.Kids[0])
		if err != nil {
			return nil, err
		}
		if c == true {
			return ev.eval(n.Kids[1])
		}
		return ev.eval(n.Kids[2])
	case Filter:
		return ev.filter(n)
	case For, Some, Every:
		return ev.iterate(n)
	case FuncLit:
		return ev.function(n, nil), nil
	case Context:
		return ev.context(n)
	case In:
		return ev.in(n)
	case Convert:
		v, err := ev.eval(n.Kids[0])
		if err != nil {
			return nil, err
		}
		x, err := convertValue(v, n.Type, n.mode)
		if err == ErrOverflow && class(n.Kids[0].Type) == types.Any {
			// A value of unknown type that does not fit is null, and null as the mode says.
			return convertValue(nil, n.Type, n.mode)
		}
		return x, err
	case Field:
		v, err := ev.eval(n.Kids[0])
		if err != nil {
			return nil, err
		}
		return member(v, n), nil
	case FuncRef:
		return ev.functionRef(n), nil
	case Host:
		return nil, fmt.Errorf("host function %s can't be called without the host", n.Call.GoName)
	case GoExpr:
		if len(n.Kids) == 1 && n.goNode != nil {
			return ev.eval(n.Kids[0])
		}
		return nil, errNotGo
	}
	k, err := ev.all(n.Kids)
	if err != nil {
		return nil, err
	}
	return ev.strict(n, k)
}

// strict evaluates the operations whose operands are all needed.
func (ev *evaluator) strict(n *Node, k []any) (any, error) {
	switch n.Op {
	case Not:
		return feel.NullOf(feel.Not3(feel.Truth(k[0]))), nil
	case Eq, Ne, Lt, Le, Gt, Ge:
		return compareValues(n.Op, k[0], k[1]), nil
	case Add, Sub, Mul, Div, Mod, Pow, Neg:
		return ev.arith(n, k)
	case Between:
		return feel.NullOf(feel.Between(k[0], k[1], k[2])), nil
	case RangeLit:
		return feel.Range{Low: k[0], High: k[1], LowClosed: !n.lowOpen, HighClosed: !n.highOpen,
			LowOpen: n.Kids[0] == nil, HighOpen: n.Kids[1] == nil}, nil
	case Iter:
		return feel.Range{Low: k[0], High: k[1], LowClosed: true, HighClosed: true}, nil
	case ListLit:
		return k, nil
	case Index:
		return feel.ItemOrEntry(k[0], k[1]), nil
	case Call:
		v := feel.Normalize(feel.Lookup(n.Name).Call(ev.env, k...))
		if ev.err != nil {
			return nil, ev.err
		}
		return v, nil
	case Invoke:
		return ev.invoke(n, k)
	case Instance:
		return instanceOf(k[0], n.Value.(*types.Type)), nil
	case Empty:
		return feel.IsEmpty(k[0]), nil
	case Concat:
		s := ""
		for _, v := range k {
			s += feel.Text(v)
		}
		return s, nil
	case Method:
		return method(n.Name, k)
	case GoCall:
		return ev.goCallValue(n, k)
	}
	return nil, fmt.Errorf("operation %d can't be evaluated", n.Op)
}

func (ev *evaluator) variable(s *Symbol) (any, error) {
	if v, ok := ev.cache[s]; ok {
		return v, nil
	}
	v, err := deepConform(feel.Normalize(ev.vars[s.Name]), s.Type)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	if ev.cache == nil {
		ev.cache = map[*Symbol]any{}
	}
	ev.cache[s] = v
	return v, nil
}

// logic is and and or. Where no operand can be null the second is evaluated
// only if the first does not decide, as in Go; else both are.
func (ev *evaluator) logic(n *Node) (any, error) {
	a, err := ev.eval(n.Kids[0])
	if err != nil {
		return nil, err
	}
	if n.Type.Kind == types.Bool && a == (n.Op == Or) {
		return a, nil
	}
	b, err := ev.eval(n.Kids[1])
	if err != nil {
		return nil, err
	}
	if n.Op == And {
		return feel.NullOf(feel.And3(feel.Truth(a), feel.Truth(b))), nil
	}
	return feel.NullOf(feel.Or3(feel.Truth(a), feel.Truth(b))), nil
}

// compareValues compares; two floats as floats, mixed numbers exactly.
func compareValues(op Op, a, b any) any {
	if x, ok := a.(float64); ok {
		if y, ok := b.(float64); ok {
			switch op {
			case Eq:
				return x == y
			case Ne:
				return x != y
			case Lt:
				return x < y
			case Le:
				return x <= y
			case Gt:
				return x > y
			}
			return x >= y
		}
	}
	switch op {
	case Eq:
		return feel.NullOf(feel.Equal(a, b))
	case Ne:
		return feel.NullOf(feel.NotEqual(a, b))
	case Lt:
		return feel.NullOf(feel.Less(a, b))
	case Le:
		return feel.NullOf(feel.LessEqual(a, b))
	case Gt:
		return feel.NullOf(feel.Greater(a, b))
	}
	return feel.NullOf(feel.GreaterEqual(a, b))
}

// arith is number arithmetic by the static type, and FEEL's dynamic one for
// all else.
func (ev *evaluator) arith(n *Node, k []any) (any, error) {
	t := types.Shape(types.NonNull(n.Type))
	if ev.lang == Go {
		return goArith(n, k)
	}
	if t.Kind == types.Any && n.Op == Add && ev.lang == JUEL {
		return feel.AddOrJoin(k[0], k[1]), nil
	}
	if k[0] == nil || len(k) > 1 && k[1] == nil {
		return nil, nil
	}
	switch t.Kind {
	case types.Float:
		if x, y, ok := floats(k); ok {
			return floatArith(n, x, y, ev.lang)
		}
	case types.Int:
		if n.Op == Mod {
			y, _ := k[1].(int64)
			if y == 0 {
				return nil, ErrNoValue
			}
			x, _ := k[0].(int64)
			return x % y, nil
		}
		v := dynamicArith(n.Op, k)
		if _, ok := v.(int64); !ok {
			return nil, ErrOverflow
		}
		return v, nil
	}
	return dynamicArith(n.Op, k), nil
}

func dynamicArith(op Op, k []any) any {
	switch op {
	case Add:
		return feel.Add(k[0], k[1])
	case Sub:
		return feel.Sub(k[0], k[1])
	case Mul:
		return feel.Mul(k[0], k[1])
	case Div:
		return feel.Div(k[0], k[1])
	case Pow:
		return feel.Pow(k[0], k[1])
	}
	return feel.Neg(k[0])
}

func floats(k []any) (x, y float64, ok bool) {
	x, ok = k[0].(float64)
	if ok && len(k) > 1 {
		y, ok = k[1].(float64)
	}
	return x, y, ok
}

func floatArith(n *Node, x, y float64, lang Lang) (any, error) {
	switch n.Op {
	case Add:
		return x + y, nil
	case Sub:
		return x - y, nil
	case Mul:
		return x * y, nil
	case Mod:
		return math.Mod(x, y), nil
	case Neg:
		return -x, nil
	case Div:
		if lang == JUEL || !types.Nullable(n.Type) {
			return x / y, nil
		}
		return feel.NullOf(feel.DivFloat(x, y)), nil
	}
	return feel.NullOf(feel.PowFloat(x, y)), nil
}

func (ev *evaluator) context(n *Node) (any, error) {
	c := make(feel.Context, 0, len(n.Kids))
	defer func(top int) { ev.locals = ev.locals[:top] }(len(ev.locals))
	for i, k := range n.Kids {
		var v any
		var err error
		if k.Op == FuncLit {
			v = ev.function(k, n.locals[i])
		} else if v, err = ev.eval(k); err != nil {
			return nil, err
		}
		c = append(c, feel.Entry{Key: n.Names[i], Value: v})
		ev.push(n.locals[i], v)
	}
	return c, nil
}

// function is a function value; self is the name that it can call itself by.
func (ev *evaluator) function(n *Node, self *local) *feel.Func {
	captured := append([]binding(nil), ev.locals...)
	f := &feel.Func{Params: n.Names}
	f.Call = func(args ...any) any {
		if ev.err != nil || len(args) != len(n.locals) {
			return nil
		}
		saved := ev.locals
		ev.locals = append([]binding(nil), captured...)
		defer func() { ev.locals = saved }()
		if self != nil {
			ev.push(self, f)
		}
		for i, l := range n.locals {
			v, err := convertValue(args[i], l.typ, nullKeep)
			if err != nil {
				v = nil
			}
			ev.push(l, v)
		}
		v, err := ev.eval(n.Kids[0])
		if err != nil {
			ev.err = err
		}
		return v
	}
	return f
}

func (ev *evaluator) functionRef(n *Node) *feel.Func {
	b := feel.Lookup(n.Name)
	f := &feel.Func{Call: func(args ...any) any { return b.Call(ev.env, args...) }}
	for _, p := range n.fn.params {
		f.Params = append(f.Params, p.name)
	}
	return f
}

func (ev *evaluator) invoke(n *Node, k []any) (any, error) {
	f, ok := k[0].(*feel.Func)
	if !ok {
		return nil, nil
	}
	v := callFunc(f, n.Names, k[1:])
	return v, ev.err
}

// callFunc calls a function value with positional or named arguments; null
// where they don't fit.
func callFunc(f *feel.Func, names []string, args []any) any {
	if len(args) != len(f.Params) {
		return nil
	}
	if len(names) > 0 {
		ordered := make([]any, len(args))
		for i, p := range f.Params {
			found := false
			for j, name := range names {
				if name == p {
					ordered[i], found = args[j], true
				}
			}
			if !found {
				return nil
			}
		}
		args = ordered
	}
	return feel.Normalize(f.Call(args...))
}
