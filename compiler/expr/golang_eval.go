package expr

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// errZeroDivisor is Go's panic on an integer division by zero, as a fault.
var errZeroDivisor = errors.New("integer division by zero")

// goArith is Go's arithmetic: integers wrap around and divide to integers.
func goArith(n *Node, k []any) (any, error) {
	sh := types.Shape(n.Type)
	switch sh.Kind {
	case types.Int:
		x, ok1 := k[0].(int64)
		y := int64(0)
		ok2 := true
		if len(k) > 1 {
			y, ok2 = k[1].(int64)
		}
		if !ok1 || !ok2 {
			return nil, errNotGo
		}
		if (n.Op == Div || n.Op == Mod) && y == 0 {
			return nil, errZeroDivisor
		}
		return wrapInt(goInt(n.Op, x, y), sh.Basic), nil
	case types.Float:
		x, y, ok := floats(k)
		if !ok {
			return nil, errNotGo
		}
		v, err := floatArith(n, x, y, JUEL)
		if f, ok := v.(float64); ok && sh.Basic == "float32" {
			return float64(float32(f)), err
		}
		return v, err
	case types.String:
		a, _ := k[0].(string)
		b, _ := k[1].(string)
		return a + b, nil
	}
	return nil, errNotGo
}

func goInt(op Op, x, y int64) int64 {
	switch op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case Div:
		return x / y
	case Mod:
		return x % y
	}
	return -x
}

// wrapInt cuts an integer to the size of its Go type.
func wrapInt(i int64, basic string) int64 {
	switch basic {
	case "int8":
		return int64(int8(i))
	case "int16":
		return int64(int16(i))
	case "int32", "rune":
		return int64(int32(i))
	case "uint8", "byte":
		return int64(uint8(i))
	case "uint16":
		return int64(uint16(i))
	case "uint32":
		return int64(uint32(i))
	}
	return i
}

var errNotGo = errors.New("this Go expression can't be evaluated without the Go compiler")

// goText are functions over texts alone.
var goText = map[string]func(a []string) any{
	"strings.Compare":        func(a []string) any { return int64(strings.Compare(a[0], a[1])) },
	"strings.Contains":       func(a []string) any { return strings.Contains(a[0], a[1]) },
	"strings.ContainsAny":    func(a []string) any { return strings.ContainsAny(a[0], a[1]) },
	"strings.Count":          func(a []string) any { return int64(strings.Count(a[0], a[1])) },
	"strings.EqualFold":      func(a []string) any { return strings.EqualFold(a[0], a[1]) },
	"strings.HasPrefix":      func(a []string) any { return strings.HasPrefix(a[0], a[1]) },
	"strings.HasSuffix":      func(a []string) any { return strings.HasSuffix(a[0], a[1]) },
	"strings.Index":          func(a []string) any { return int64(strings.Index(a[0], a[1])) },
	"strings.LastIndex":      func(a []string) any { return int64(strings.LastIndex(a[0], a[1])) },
	"strings.ReplaceAll":     func(a []string) any { return strings.ReplaceAll(a[0], a[1], a[2]) },
	"strings.ToLower":        func(a []string) any { return strings.ToLower(a[0]) },
	"strings.ToUpper":        func(a []string) any { return strings.ToUpper(a[0]) },
	"strings.Trim":           func(a []string) any { return strings.Trim(a[0], a[1]) },
	"strings.TrimLeft":       func(a []string) any { return strings.TrimLeft(a[0], a[1]) },
	"strings.TrimRight":      func(a []string) any { return strings.TrimRight(a[0], a[1]) },
	"strings.TrimPrefix":     func(a []string) any { return strings.TrimPrefix(a[0], a[1]) },
	"strings.TrimSuffix":     func(a []string) any { return strings.TrimSuffix(a[0], a[1]) },
	"strings.TrimSpace":      func(a []string) any { return strings.TrimSpace(a[0]) },
	"strings.Fields":         func(a []string) any { return anys(strings.Fields(a[0])) },
	"strings.Split":          func(a []string) any { return anys(strings.Split(a[0], a[1])) },
	"strconv.Quote":          func(a []string) any { return strconv.Quote(a[0]) },
	"utf8.RuneCountInString": func(a []string) any { return int64(utf8.RuneCountInString(a[0])) },
	"utf8.ValidString":       func(a []string) any { return utf8.ValidString(a[0]) },
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// goFloat are functions over floats alone.
var goFloat = map[string]func(a []float64) any{
	"math.Abs": func(a []float64) any { return math.Abs(a[0]) }, "math.Ceil": func(a []float64) any { return math.Ceil(a[0]) },
	"math.Exp": func(a []float64) any { return math.Exp(a[0]) }, "math.Floor": func(a []float64) any { return math.Floor(a[0]) },
	"math.IsNaN": func(a []float64) any { return math.IsNaN(a[0]) }, "math.Log": func(a []float64) any { return math.Log(a[0]) },
	"math.Max": func(a []float64) any { return math.Max(a[0], a[1]) }, "math.Min": func(a []float64) any { return math.Min(a[0], a[1]) },
	"math.Mod": func(a []float64) any { return math.Mod(a[0], a[1]) }, "math.Pow": func(a []float64) any { return math.Pow(a[0], a[1]) },
	"math.Round": func(a []float64) any { return math.Round(a[0]) }, "math.Sqrt": func(a []float64) any { return math.Sqrt(a[0]) },
	"math.Trunc": func(a []float64) any { return math.Trunc(a[0]) },
}

// goCallValue evaluates a call in a Go expression.
func (ev *evaluator) goCallValue(n *Node, k []any) (any, error) {
	if f, ok := goText[n.Name]; ok {
		args := make([]string, len(k))
		for i, v := range k {
			args[i], ok = v.(string)
			if !ok {
				return nil, errNotGo
			}
		}
		return f(args), nil
	}
	if f, ok := goFloat[n.Name]; ok {
		args := make([]float64, len(k))
		for i, v := range k {
			d, ok := v.(float64)
			if !ok {
				return nil, errNotGo
			}
			args[i] = d
		}
		return f(args), nil
	}
	switch n.Name {
	case "now":
		return feel.DateTimeOf(ev.env.Now), nil
	case "len":
		switch x := k[0].(type) {
		case string:
			return int64(len(x)), nil
		case []any:
			return int64(len(x)), nil
		case feel.Context:
			return int64(len(x)), nil
		case nil:
			return int64(0), nil
		}
	case "min", "max":
		best := k[0]
		for _, v := range k[1:] {
			if less := compareValues(Lt, v, best) == true; less == (n.Name == "min") && compareValues(Eq, v, best) != true {
				best = v
			}
		}
		return best, nil
	case "convert":
		return goConvert(k[0], n.Type)
	case "slices.Contains", "slices.Index":
		list, ok := k[0].([]any)
		if !ok && k[0] != nil {
			return nil, errNotGo
		}
		at := slices.IndexFunc(list, func(v any) bool { return compareValues(Eq, v, k[1]) == true })
		if n.Name == "slices.Contains" {
			return at >= 0, nil
		}
		return int64(at), nil
	case "strconv.Itoa":
		return fmt.Sprint(k[0]), nil
	case "strconv.FormatBool":
		return fmt.Sprint(k[0]), nil
	case "strings.Repeat":
		s, _ := k[0].(string)
		c, _ := k[1].(int64)
		if c < 0 || c*int64(len(s)) > 1<<20 {
			return nil, errNotGo
		}
		return strings.Repeat(s, int(c)), nil
	case "strings.Join":
		list, _ := k[0].([]any)
		parts := make([]string, len(list))
		for i, v := range list {
			parts[i], _ = v.(string)
		}
		sep, _ := k[1].(string)
		return strings.Join(parts, sep), nil
	}
	return goTime(n, k)
}

// goConvert is a Go conversion between basic types.
func goConvert(v any, t *types.Type) (any, error) {
	sh := types.Shape(t)
	switch sh.Kind {
	case types.Int:
		switch x := v.(type) {
		case int64:
			return wrapInt(x, sh.Basic), nil
		case float64:
			return wrapInt(int64(x), sh.Basic), nil
		}
	case types.Float:
		var f float64
		switch x := v.(type) {
		case int64:
			f = float64(x)
		case float64:
			f = x
		default:
			return nil, errNotGo
		}
		if sh.Basic == "float32" {
			f = float64(float32(f))
		}
		return f, nil
	case types.String:
		switch x := v.(type) {
		case string:
			return x, nil
		case int64:
			return string(rune(x)), nil
		}
	case types.Bool:
		if b, ok := v.(bool); ok {
			return b, nil
		}
	}
	return nil, errNotGo
}

// goTime evaluates methods of time.Time and time.Duration.
func goTime(n *Node, k []any) (any, error) {
	if len(k) == 0 {
		return nil, errNotGo
	}
	if d, ok := k[0].(feel.DateTime); ok {
		t := d.GoTime(nil)
		var u feel.DateTime
		if len(k) > 1 {
			u, ok = k[1].(feel.DateTime)
		}
		switch n.Name {
		case ".After":
			if ok {
				return t.After(u.GoTime(nil)), nil
			}
		case ".Before":
			if ok {
				return t.Before(u.GoTime(nil)), nil
			}
		case ".Equal":
			if ok {
				return t.Equal(u.GoTime(nil)), nil
			}
		case ".Year":
			return int64(t.Year()), nil
		case ".Day":
			return int64(t.Day()), nil
		case ".Hour":
			return int64(t.Hour()), nil
		case ".Minute":
			return int64(t.Minute()), nil
		case ".Unix":
			return t.Unix(), nil
		}
	}
	return nil, errNotGo
}
