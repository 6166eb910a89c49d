package expr

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// direct are the built-ins that have a typed Go function of their own, by name
// and argument kinds; S text, N integer, L list, D a date, T a date and time.
var direct = map[string]struct {
	kinds  string
	name   string
	path   string
	result string // the Go result: "" the node's own, "*" a pointer to it
}{
	"contains":         {"SS", "Contains", "strings", ""},
	"starts with":      {"SS", "HasPrefix", "strings", ""},
	"ends with":        {"SS", "HasSuffix", "strings", ""},
	"upper case":       {"S", "ToUpper", "strings", ""},
	"lower case":       {"S", "ToLower", "strings", ""},
	"string length":    {"S", "StringLength", feelImport, ""},
	"substring before": {"SS", "SubstringBefore", feelImport, ""},
	"substring after":  {"SS", "SubstringAfter", feelImport, ""},
	"substring":        {"SN", "Substring", feelImport, "*"},
	"count":            {"L", "Count", feelImport, ""},
	"reverse":          {"L", "Reverse", feelImport, ""},
	"date":             {"S", "DateFrom", feelImport, "*"},
	"time":             {"S", "TimeFrom", feelImport, "*"},
	"date and time":    {"S", "DateAndTimeFrom", feelImport, "*"},
	"day of week":      {"D", "DayOfWeek", "", ""},
	"day of year":      {"D", "DayOfYear", "", ""},
	"month of year":    {"D", "MonthOfYear", "", ""},
	"week of year":     {"D", "WeekOfYear", "", ""},
}

// builtin emits the call of a built-in: a typed function where there is one
// for these types, else the dynamic one.
func (e *emitter) builtin(n *Node) ex {
	switch n.Name {
	case "now", "today":
		return e.clockCall(n)
	case "random number":
		return e.call("Must", e.errArg(), primary(feelName("RandomNumber"), "(", qualified("math/rand/v2", "Float64"), ")"))
	case "not":
		if class(n.Kids[0].Type) == types.Bool {
			if types.Nullable(n.Kids[0].Type) {
				return e.call("Not3", e.emit(n.Kids[0]))
			}
			return ex{join("!", e.emit(n.Kids[0]).at(precUnary)), precUnary}
		}
	}
	if d, ok := direct[n.Name]; ok && kindsMatch(n.Kids, d.kinds) {
		var args []any
		for _, k := range n.Kids {
			args = append(args, e.native(k, nil))
		}
		var c ex
		switch d.path {
		case "":
			c = primary(args[0].(ex).at(precPrimary), ".", d.name, "()")
		case feelImport:
			c = e.call(d.name, args...)
		default:
			c = primary(qualified(d.path, d.name), "(", argList(args), ")")
		}
		if d.result == "*" && !types.Nullable(n.Type) {
			return e.call("Must", e.errArg(), c)
		}
		return c
	}
	args := []any{strconv.Quote(n.Name)}
	for _, k := range n.Kids {
		args = append(args, e.dynamic(k))
	}
	return e.result(e.call("Call", args...), n.Type)
}

func argList(args []any) Code {
	var c Code
	for i, a := range args {
		if i > 0 {
			c = join(c, ", ")
		}
		c = join(c, a.(ex).code)
	}
	return c
}

// result is a dynamic result as a value of a node's type.
func (e *emitter) result(c ex, t *types.Type) ex {
	t = types.Resolve(t)
	switch {
	case t.Kind == types.Any:
		return c
	case types.Nullable(t):
		return e.fromAny(c, t)
	}
	return e.call("Must", e.errArg(), e.fromAny(c, types.OptionalOf(t)))
}

func kindsMatch(args []*Node, kinds string) bool {
	if len(args) != len(kinds) {
		return false
	}
	for i, a := range args {
		if types.Nullable(a.Type) {
			return false
		}
		sh := types.Shape(a.Type)
		ok := false
		switch kinds[i] {
		case 'S':
			ok = sh.Kind == types.String
		case 'N':
			ok = sh.Kind == types.Int && (sh.Basic == "" || sh.Basic == "int64") && a.Type.Kind == types.Int
		case 'L':
			ok = sh.Kind == types.List && sh.Elem != emptyElem
		case 'D':
			ok = sh.Kind == types.Date
		}
		if !ok {
			return false
		}
	}
	return true
}

func (e *emitter) clockCall(n *Node) ex {
	if e.refs.Now == nil {
		return e.fail("%s() needs the engine's clock, and nothing gives it here", n.Name)
	}
	e.clock = true
	name := "Now"
	if n.Name == "today" {
		name = "Today"
	}
	return e.call(name, ex{e.refs.Now(), precPrimary})
}

// method emits a Java method.
func (e *emitter) method(n *Node) ex {
	recv, bare, _ := strings.Cut(n.Name, ".")
	if recv == "String" && class(n.Kids[0].Type) == types.String {
		if x, ok := e.textMethod(bare, n); ok {
			return x
		}
	}
	if recv == "List" && class(n.Kids[0].Type) == types.List {
		x := e.emit(n.Kids[0])
		switch bare {
		case "size":
			return primary("int64(len(", x.code, "))")
		case "isEmpty":
			return ex{join("len(", x.code, ") == 0"), precCompare}
		}
	}
	if recv == "Map" && class(n.Kids[0].Type) == types.Map {
		x := e.emit(n.Kids[0])
		switch bare {
		case "size":
			return primary("int64(len(", x.code, "))")
		case "isEmpty":
			return ex{join("len(", x.code, ") == 0"), precCompare}
		}
	}
	if recv == "Any" && bare == "toString" {
		return e.call("Text", e.dynamic(n.Kids[0]))
	}
	args := []any{e.errArg(), strconv.Quote(bare)}
	for _, k := range n.Kids {
		args = append(args, e.dynamic(k))
	}
	return e.result(e.call("JavaMethod", args...), n.Type)
}

func (e *emitter) textMethod(bare string, n *Node) (ex, bool) {
	var args []any
	for _, k := range n.Kids {
		args = append(args, e.native(k, nil))
	}
	std := func(name string, extra ...any) (ex, bool) {
		return primary(qualified("strings", name), "(", argList(append(args, extra...)), ")"), true
	}
	x := args[0].(ex)
	switch bare {
	case "length":
		return e.call("StringLength", x), true
	case "isEmpty":
		return ex{join(x.at(precCompare), ` == ""`), precCompare}, true
	case "isBlank":
		t, _ := std("TrimSpace")
		return ex{join(t.code, ` == ""`), precCompare}, true
	case "startsWith":
		return std("HasPrefix")
	case "endsWith":
		return std("HasSuffix")
	case "contains":
		return std("Contains")
	case "equalsIgnoreCase":
		return std("EqualFold")
	case "toUpperCase":
		return std("ToUpper")
	case "toLowerCase":
		return std("ToLower")
	case "trim":
		return std("TrimSpace")
	case "replace":
		return std("ReplaceAll")
	case "concat":
		return infix(Add, x, args[1].(ex)), true
	case "compareTo":
		c, _ := std("Compare")
		return primary("int64(", c.code, ")"), true
	}
	return ex{}, false
}

// empty is JUEL's empty.
func (e *emitter) empty(n *Node) ex {
	if isNull(n) {
		return primary("true")
	}
	x := e.emit(n)
	t := types.Resolve(n.Type)
	if t.Kind == types.Optional {
		sh := types.Shape(types.NonNull(t))
		switch sh.Kind {
		case types.String, types.List, types.Map:
			if !simple(n) || x.prec < precPrimary {
				return e.call("IsEmpty", e.toAny(x, t))
			}
			test := join("*", x.code, ` == ""`)
			if sh.Kind != types.String {
				test = join("len(*", x.code, ") == 0")
			}
			return ex{join(x.code, " == nil || ", test), precOr}
		}
		return ex{join(x.at(precCompare), " == nil"), precCompare}
	}
	switch types.Shape(t).Kind {
	case types.Any:
		return e.call("IsEmpty", x)
	case types.String:
		return ex{join(x.at(precCompare), ` == ""`), precCompare}
	case types.List, types.Map:
		return ex{join("len(", x.code, ") == 0"), precCompare}
	}
	return primary("false")
}

// concat joins the text of values.
func (e *emitter) concat(n *Node) ex {
	var out ex
	for i, k := range n.Kids {
		var x ex
		switch t := types.Resolve(k.Type); {
		case t.Kind == types.String:
			x = e.emit(k)
		case t.Kind == types.Int && (t.Basic == "" || t.Basic == "int64") && k.Op != Lit:
			x = primary(qualified("strconv", "FormatInt"), "(", e.emit(k).code, ", 10)")
		default:
			x = e.call("Text", e.dynamic(k))
		}
		if i == 0 {
			out = x
			continue
		}
		out = infix(Add, out, x)
	}
	return out
}

// instance is known at compile time where the type of the value is.
func (e *emitter) instance(n *Node) ex {
	return e.isA(e.dynamic(n.Kids[0]), n.Value.(*types.Type), 0)
}

func (e *emitter) isA(x ex, t *types.Type, depth int) ex {
	kind := func(name string) ex {
		return ex{join(e.call("KindOf", x).code, " == ", feelName(name)), precCompare}
	}
	name := e.fresh("x")
	switch t.Kind {
	case types.Any:
		return ex{join(e.call("KindOf", x).code, " != ", feelName("KindNull")), precCompare}
	case types.List:
		if t.Elem.Kind == types.Any {
			return kind("KindList")
		}
		return e.call("EveryItem", x, join("func(", name, " any) bool { return ", e.isA(primary(name), t.Elem, depth+1).code, " }"))
	case types.Struct:
		c := join("func(", name, " any) bool { return ", e.kindTest(name, "KindContext"))
		for _, f := range t.Fields {
			c = join(c, " && ", e.call("HasEntry", name, strconv.Quote(f.Name), join("func(", name, " any) bool { return ", e.isA(primary(name), f.Type, depth+1).code, " }")).code)
		}
		return primary(c, " }(", x.code, ")")
	case types.Range:
		if t.Elem.Kind == types.Any {
			return kind("KindRange")
		}
		return e.call("RangeOver", x, join("func(", name, " any) bool { return ", e.isA(primary(name), t.Elem, depth+1).code, " }"))
	case types.Func:
		n := -1
		if t.Params != nil {
			n = len(t.Params)
		}
		return e.call("IsFunction", x, strconv.Itoa(n))
	}
	for k, tk := range kinds {
		if tk == t.Kind {
			return kind(kindConstants[k.String()])
		}
	}
	if types.IsNumeric(t) {
		return kind("KindNumber")
	}
	return kind("KindNull")
}

func (e *emitter) kindTest(name, kind string) Code {
	return join(feelName("KindOf"), "(", name, ") == ", feelName(kind))
}

var kindConstants = map[string]string{
	"boolean": "KindBoolean", "string": "KindString", "date": "KindDate", "time": "KindTime", "date and time": "KindDateTime",
	"days and time duration": "KindDayTimeDuration", "years and months duration": "KindYearMonthDuration", "list": "KindList",
	"context": "KindContext", "range": "KindRange", "function": "KindFunction",
}
