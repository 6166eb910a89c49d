package expr

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// feelImport is what emitted code calls where plain Go can't say it.
const feelImport = "github.com/bpmngen/bpmngen/runtime/feel"

func text1(s string) Code { return Code{{Text: s}} }

func feelName(name string) Code { return Code{{Text: name, Import: feelImport}} }

func qualified(path, name string) Code { return Code{{Text: name, Import: path}} }

// join puts pieces of code together; strings are Go as written.
func join(parts ...any) Code {
	var out Code
	for _, p := range parts {
		switch x := p.(type) {
		case string:
			if x == "" {
				continue
			}
			if n := len(out); n > 0 && out[n-1].Import == "" {
				out[n-1].Text += x
				continue
			}
			out = append(out, Part{Text: x})
		case Code:
			for _, q := range x {
				if n := len(out); q.Import == "" && n > 0 && out[n-1].Import == "" {
					out[n-1].Text += q.Text
					continue
				}
				out = append(out, q)
			}
		}
	}
	return out
}

// String is the code as one text, qualified identifiers with the last segment
// of their import path: for messages and tests.
func (c Code) String() string {
	s := ""
	for _, p := range c {
		if p.Import != "" {
			s += lastSegment(p.Import) + "."
		}
		s += p.Text
	}
	return s
}

func lastSegment(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

// GoType is the Go type of a data type: decimals and temporal values are those
// of runtime/feel, Optional is a pointer, unnamed structs are struct types with
// the entries' names as JSON names. Function values are any.
func GoType(t *types.Type) Code { return goType(t, nil, 0) }

var feelTypes = map[types.Kind]string{
	types.Decimal: "Decimal", types.Date: "Date", types.Time: "Time", types.DateTime: "DateTime",
	types.Duration: "DayTimeDuration", types.Months: "YearMonthDuration", types.Range: "Range",
}

// goType asks named for struct and host types that have a name.
func goType(t *types.Type, named func(*types.Type) Code, depth int) Code {
	t = types.Resolve(t)
	if depth > 32 {
		return text1("any")
	}
	elem := func(prefix string) Code { return join(prefix, goType(t.Elem, named, depth+1)) }
	switch t.Kind {
	case types.Bool:
		return text1("bool")
	case types.String:
		return text1("string")
	case types.Bytes:
		return text1("[]byte")
	case types.Int, types.Float:
		if t.Basic != "" {
			return text1(t.Basic)
		}
		if t.Kind == types.Int {
			return text1("int64")
		}
		return text1("float64")
	case types.List:
		return elem("[]")
	case types.Map:
		return elem("map[string]")
	case types.Optional:
		return elem("*")
	case types.Named:
		if named != nil {
			return named(t)
		}
		return Code{{Text: t.Name, Import: t.Path}}
	case types.Struct:
		if t.Name != "" {
			if named != nil {
				return named(t)
			}
			return text1(t.Name)
		}
		c := text1("struct{")
		for i, f := range t.Fields {
			sep := "; "
			if i == 0 {
				sep = ""
			}
			c = join(c, sep, goField(f), " ", goType(f.Type, named, depth+1), " ", strconv.Quote("json:"+strconv.Quote(f.Name)))
		}
		return join(c, "}")
	}
	if name, ok := feelTypes[t.Kind]; ok {
		return feelName(name)
	}
	return text1("any")
}

func goField(f types.Field) string {
	if f.Go != "" {
		return f.Go
	}
	return exportedName(f.Name, nil)
}
