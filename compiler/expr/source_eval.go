package expr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// EvalSource evaluates an expression given as text over variables given as a
// JSON object, each typed by its value: what `bpmngen eval` does. Numbers are
// exact: whole ones are integers, others decimals. Dates, times and durations
// are objects of one key, {"date": "2024-01-31"}, {"time": ...}, {"dateTime":
// ...}, {"duration": ...}; {"number": "1.5"} and {"context": {...}} are read
// too. The value is one of Eval's. Diagnostics say what is wrong with the
// expression; the error is a fault of evaluation or a bad vars object.
func EvalSource(lang Lang, text string, vars []byte, now time.Time) (any, []diag.Diagnostic, error) {
	data, err := ParseVars(vars)
	if err != nil {
		return nil, nil, err
	}
	env := NewEnv()
	env.Strict = true
	names := make([]string, 0, len(data))
	for name := range data {
		names = append(names, name)
	}
	slices.Sort(names)
	norm := make(map[string]any, len(data))
	for _, name := range names {
		env.Declare(name, TypeOfValue(data[name]), diag.Span{})
		norm[normalName(name)] = data[name]
	}
	src := Source{Lang: lang, Text: text}
	if lang == Unknown {
		var ds []diag.Diagnostic
		if src, ds = Detect(text, "", nil); len(ds) > 0 {
			return nil, ds, nil
		}
	}
	if lang == FEEL && len(text) > 0 && text[0] == '=' {
		src, _ = Detect(text, "", nil)
	}
	if lang == JUEL && !bytes.Contains([]byte(text), []byte("{")) {
		src.Text = "${" + text + "}"
	}
	tree, ds := Parse(src, env)
	if tree == nil {
		return nil, ds, nil
	}
	if more := env.Infer(tree, nil); hasErrors(more) {
		return nil, append(ds, more...), nil
	}
	if more := env.Solve(); hasErrors(more) {
		return nil, append(ds, more...), nil
	}
	typed, more := env.Check(tree, nil)
	ds = append(ds, more...)
	if typed == nil {
		return nil, ds, nil
	}
	v, err := Eval(typed, norm, now)
	return v, ds, err
}

func hasErrors(ds []diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// ParseVars reads a JSON object of variables into Eval's values.
func ParseVars(b []byte) (map[string]any, error) {
	out := map[string]any{}
	if len(bytes.TrimSpace(b)) == 0 {
		return out, nil
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	v, err := readValue(dec, 0)
	if err != nil {
		return nil, fmt.Errorf("variables: %w", err)
	}
	if dec.More() {
		return nil, errors.New("variables: more than one JSON value")
	}
	c, ok := v.(feel.Context)
	if !ok {
		return nil, errors.New("variables: not a JSON object")
	}
	for _, e := range c {
		out[e.Key] = e.Value
	}
	return out, nil
}

// readValue reads one JSON value, keeping the order of an object's entries.
func readValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := tok.(type) {
	case json.Number:
		return number(t.String())
	case json.Delim:
		if t == '[' {
			list := []any{}
			for dec.More() {
				v, err := readValue(dec, depth+1)
				if err != nil {
					return nil, err
				}
				list = append(list, v)
			}
			_, err := dec.Token()
			return list, err
		}
		c := feel.Context{}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := readValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			c = append(c, feel.Entry{Key: k.(string), Value: v})
		}
		if _, err := dec.Token(); err != nil {
			return nil, err
		}
		return tagged(c)
	}
	return tok, nil
}

func number(s string) (any, error) {
	d, err := feel.ParseDecimal(s)
	if err != nil {
		return nil, err
	}
	if i, ok := d.Int64(); ok {
		return i, nil
	}
	return d, nil
}

// tagged reads an object of one key that says what JSON has no value for.
func tagged(c feel.Context) (any, error) {
	if len(c) != 1 {
		return c, nil
	}
	if inner, ok := c[0].Value.(feel.Context); ok && c[0].Key == "context" {
		return inner, nil
	}
	s, ok := c[0].Value.(string)
	if !ok {
		return c, nil
	}
	var v any
	var err error
	switch c[0].Key {
	case "number":
		v, err = number(s)
	case "date":
		v, err = feel.ParseDate(s)
	case "time":
		v, err = feel.ParseTime(s)
	case "dateTime":
		v, err = feel.ParseDateTime(s)
	case "duration":
		if v = feel.Duration(s); v == nil {
			err = fmt.Errorf("%q is no duration", s)
		}
	default:
		return c, nil
	}
	return v, err
}

// TypeOfValue is the type of a value of Eval: null is any.
func TypeOfValue(v any) *types.Type {
	switch x := feel.Normalize(v).(type) {
	case nil:
		return types.AnyType
	case []any:
		if len(x) == 0 {
			return types.ListOf(types.AnyType)
		}
		elem := typeOfItem(x[0])
		for _, e := range x[1:] {
			elem = joinTypes(elem, typeOfItem(e))
		}
		if elem.Kind == types.Null {
			elem = types.AnyType
		}
		return types.ListOf(elem)
	case feel.Context:
		t := &types.Type{Kind: types.Struct}
		taken := map[string]bool{}
		for _, e := range x {
			g := exportedName(e.Key, taken)
			taken[g] = true
			t.Fields = append(t.Fields, types.Field{Name: e.Key, Go: g, Type: TypeOfValue(e.Value)})
		}
		return t
	case feel.Range:
		return types.RangeOf(types.AnyType)
	case *feel.Func:
		return types.FuncOf(types.AnyType)
	default:
		return literalType(x)
	}
}

func typeOfItem(v any) *types.Type {
	if feel.Normalize(v) == nil {
		return types.NullType
	}
	return TypeOfValue(v)
}
