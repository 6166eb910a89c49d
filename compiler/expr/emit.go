package expr

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// Emit makes Go from a typed expression. What Go has is emitted as Go, without
// an allocation: `total > 100 and customer.tier = "gold"` becomes
// `d.total > 100 && d.customer.Tier == "gold"`. Null, decimals, dates and what
// only the value tells call runtime/feel. The error says what the caller's refs
// lack.
func Emit(t *Typed, refs Refs) (Emission, error) {
	e := &emitter{refs: refs, names: map[int]string{}, lang: t.Source.Lang, typed: t}
	if refs.Err == "" {
		e.refs.Err = "err"
	}
	x := e.emit(t.Root)
	if e.err != nil {
		return Emission{}, e.err
	}
	return Emission{Expr: x.code, Type: t.Root.Type, Nullable: types.Nullable(t.Root.Type), Fails: e.fails, Clock: e.clock}, nil
}

// emitter writes one expression.
type emitter struct {
	refs  Refs
	lang  Lang
	typed *Typed
	names map[int]string // locals by id
	next  int
	fails bool
	clock bool
	err   error
}

// ex is a piece of Go and how tight it binds.
type ex struct {
	code Code
	prec int
}

// The precedences of Go's operators.
const (
	precOr = iota + 1
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
	precPrimary
)

func primary(parts ...any) ex { return ex{join(parts...), precPrimary} }

// at is the code of x where an operator of a precedence takes it.
func (x ex) at(prec int) Code {
	if x.prec < prec {
		return join("(", x.code, ")")
	}
	return x.code
}

func (e *emitter) fail(format string, args ...any) ex {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
	return primary("nil")
}

// errArg is the address that a fault is stored at.
func (e *emitter) errArg() string {
	e.fails = true
	return "&" + e.refs.Err
}

func (e *emitter) goType(t *types.Type) Code { return goType(t, e.refs.GoType, 0) }

// call is a call of a function of runtime/feel.
func (e *emitter) call(name string, args ...any) ex {
	c := join(feelName(name), "(")
	for i, a := range args {
		if i > 0 {
			c = join(c, ", ")
		}
		switch x := a.(type) {
		case ex:
			c = join(c, x.code)
		default:
			c = join(c, x)
		}
	}
	return ex{join(c, ")"), precPrimary}
}

// fresh is a new name for a local variable of emitted code.
func (e *emitter) fresh(base string) string {
	e.next++
	return base + strconv.Itoa(e.next)
}

func (e *emitter) bind(l *local) string {
	n := e.fresh("x")
	e.names[l.id] = n
	return n
}

// emit is the Go of a node; its Go type is goType of the node's type.
func (e *emitter) emit(n *Node) ex {
	if e.err != nil {
		return primary("nil")
	}
	switch n.Op {
	case Lit:
		return e.literal(n.Value, n.Type)
	case Var:
		if e.refs.Var == nil {
			return e.fail("nothing tells how to read %s", n.Sym.Name)
		}
		return ex{e.refs.Var(n.Sym), precPrimary}
	case Local:
		if name, ok := e.names[n.locals[0].id]; ok {
			return primary(name)
		}
		return e.fail("%s is not bound", n.Name)
	case Convert:
		return e.convert(n)
	case And, Or:
		return e.logic(n)
	case Not:
		if types.Nullable(n.Type) {
			return e.call("Not3", e.emit(n.Kids[0]))
		}
		return e.negate(n.Kids[0])
	case Eq, Ne:
		return e.equality(n)
	case Lt, Le, Gt, Ge:
		return e.order(n)
	case Add, Sub, Mul, Div, Mod, Pow, Neg:
		return e.arith(n)
	case If:
		return e.ifThenElse(n)
	case Between:
		c := e.call("Between", e.dynamic(n.Kids[0]), e.dynamic(n.Kids[1]), e.dynamic(n.Kids[2]))
		if !types.Nullable(n.Type) {
			return e.call("IsTrue", c)
		}
		return c
	case In:
		return e.in(n)
	case Field:
		return e.field(n)
	case Index:
		return e.index(n)
	case Filter:
		return e.filter(n)
	case RangeLit:
		return e.rangeLit(n)
	case ListLit:
		return e.list(n)
	case Context:
		return e.context(n)
	case For:
		return e.forLoop(n)
	case Some, Every:
		return e.quantified(n)
	case FuncLit:
		return e.function(n)
	case FuncRef:
		args := []any{strconv.Quote(n.Name)}
		for _, p := range n.fn.params {
			args = append(args, strconv.Quote(p.name))
		}
		return e.call("FuncNamed", args...)
	case Invoke:
		return e.invoke(n)
	case Call:
		return e.builtin(n)
	case Method:
		return e.method(n)
	case Empty:
		return e.empty(n.Kids[0])
	case Concat:
		return e.concat(n)
	case Instance:
		return e.instance(n)
	case Host:
		return e.host(n)
	case GoExpr:
		return e.goExpr(n)
	}
	return e.fail("operation %d can't be emitted", n.Op)
}

// dynamic is a node's value as any.
func (e *emitter) dynamic(n *Node) ex { return e.toAny(e.emit(n), n.Type) }

// lifted emits an operation whose operands can be null by way of a function
// over values: null if one is.
func (e *emitter) lifted(n *Node, emit func(*Node) ex) ex {
	m := *n
	m.Kids = append([]*Node(nil), n.Kids...)
	var args, params Code
	count := 0
	for i, k := range m.Kids {
		if k == nil || !types.Nullable(k.Type) || types.NonNull(k.Type).Kind == types.Any {
			continue
		}
		inner := types.NonNull(k.Type)
		l := &local{name: "x", typ: inner, id: -1 - e.next}
		arg := e.emit(k)
		name := e.bind(l)
		if count > 0 {
			args, params = join(args, ", "), join(params, ", ")
		}
		args, params = join(args, arg.code), join(params, name, " ", e.goType(inner))
		m.Kids[i] = &Node{Op: Local, Span: k.Span, Type: inner, locals: []*local{l}}
		count++
	}
	result := types.NonNull(n.Type)
	m.Type = result
	if resultNull(n) {
		m.Type = n.Type
	}
	body := emit(&m)
	name, rt := "Lift"+strconv.Itoa(count), e.goType(result)
	if types.Nullable(m.Type) {
		name, rt = name+"Null", join("*", rt)
	}
	if count > 2 || count == 0 {
		return e.fail("more than two operands can be null")
	}
	return ex{join(feelName(name), "(", args, ", func(", params, ") ", rt, " { return ", body.code, " })"), precPrimary}
}

// resultNull reports whether an operation can be null though its operands are not.
func resultNull(n *Node) bool {
	switch n.Op {
	case Div, Pow:
		if n.Op == Div && n.Kids[1].Op == Lit {
			if d, ok := decimalOf(n.Kids[1].Value); ok && d.Sign() != 0 {
				return false
			}
		}
		return types.Nullable(n.Type) && !types.IsTemporal(n.Type)
	case Field:
		t := types.NonNull(n.Kids[0].Type)
		if f, ok := t.Lookup(n.Name); ok {
			return types.Nullable(f.Type)
		}
		if types.Shape(t).Kind == types.Map {
			return true
		}
		if p, ok := propertyType(types.Shape(t), n.Name); ok {
			return types.Nullable(p)
		}
	case Lt, Le, Gt, Ge, Eq, Ne:
		return mixedDates(types.NonNull(n.Kids[0].Type), types.NonNull(n.Kids[1].Type))
	}
	return false
}

func anyNullable(list []*Node) bool {
	for _, k := range list {
		if k != nil && types.Nullable(k.Type) {
			return true
		}
	}
	return false
}

func anyOf(list []*Node, kind types.Kind) bool {
	for _, k := range list {
		if k != nil && class(k.Type) == kind {
			return true
		}
	}
	return false
}

var errNoHost = errors.New("the caller has no host to call")

func (e *emitter) host(n *Node) ex {
	if e.refs.Host == nil {
		if e.err == nil {
			e.err = errNoHost
		}
		return primary("nil")
	}
	c := join(e.refs.Host(n.Call), "(")
	if n.Call.Data && e.refs.Data != nil {
		c = join(c, e.refs.Data(n.Call))
	}
	for i, k := range n.Kids {
		if i > 0 {
			c = join(c, ", ")
		}
		c = join(c, e.emit(k).code)
	}
	c = join(c, ")")
	if n.Call.Fails {
		return primary(feelName("Keep"), "[", e.goType(n.Type), "](", e.errArg(), ")(", c, ")")
	}
	return ex{c, precPrimary}
}
