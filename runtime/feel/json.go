package feel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The tags of the objects that stand for what JSON has no form for.
const (
	tagNumber   = "number"
	tagDate     = "date"
	tagTime     = "time"
	tagDateTime = "dateTime"
	tagDuration = "duration"
	tagContext  = "context"
)

// MarshalValue writes a dynamic value as JSON: null, booleans, numbers, strings,
// lists and contexts as JSON has them, contexts in their order; dates, times and
// durations as {"date": "2021-01-31"} with the tags date, time, dateTime and
// duration. A context that would read as such an object is written as {"context":
// {...}}. Ranges and functions are written as their text. The error is for values
// that are nested too deep.
func MarshalValue(v any) ([]byte, error) { return appendValue(nil, v, false, maxDepth) }

// MarshalTagged is MarshalValue with every number as {"number": "12.5"} and every
// context as {"context": {...}}, so that no value depends on a reader's idea of
// numbers.
func MarshalTagged(v any) ([]byte, error) { return appendValue(nil, v, true, maxDepth) }

var errDeep = errors.New("value is nested too deep")

func appendValue(b []byte, v any, tagged bool, depth int) ([]byte, error) {
	if depth == 0 {
		return nil, errDeep
	}
	switch x := Normalize(v).(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return fmt.Appendf(b, "%t", x), nil
	case int64, float64, Decimal:
		d, _ := toDecimal(x)
		if tagged {
			return appendTag(b, tagNumber, d.String()), nil
		}
		return d.Append(b), nil
	case string:
		return appendString(b, x), nil
	case Date:
		return appendTag(b, tagDate, x.String()), nil
	case Time:
		return appendTag(b, tagTime, x.String()), nil
	case DateTime:
		return appendTag(b, tagDateTime, x.String()), nil
	case DayTimeDuration:
		return appendTag(b, tagDuration, x.String()), nil
	case YearMonthDuration:
		return appendTag(b, tagDuration, x.String()), nil
	case []any:
		return appendList(b, x, tagged, depth)
	case Context:
		if tagged || looksTagged(x) {
			b = append(b, `{"`+tagContext+`":`...)
			b, err := appendContext(b, x, tagged, depth)
			return append(b, '}'), err
		}
		return appendContext(b, x, tagged, depth)
	default:
		return appendString(b, *String(x)), nil
	}
}

func appendList(b []byte, list []any, tagged bool, depth int) ([]byte, error) {
	b = append(b, '[')
	for i, item := range list {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendValue(b, item, tagged, depth-1); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendContext(b []byte, c Context, tagged bool, depth int) ([]byte, error) {
	b = append(b, '{')
	for i, e := range c {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, e.Key), ':')
		var err error
		if b, err = appendValue(b, e.Value, tagged, depth-1); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func appendTag(b []byte, tag, text string) []byte {
	b = append(b, `{"`+tag+`":`...)
	return append(appendString(b, text), '}')
}

func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return append(b, `""`...) // a string always encodes
	}
	return append(b, bytes.TrimRight(buf.Bytes(), "\n")...)
}

// looksTagged tells whether a context, written plainly, would read as a tagged value.
func looksTagged(c Context) bool {
	if len(c) != 1 {
		return false
	}
	switch c[0].Key {
	case tagNumber, tagDate, tagTime, tagDateTime, tagDuration, tagContext:
		return true
	}
	return false
}

// UnmarshalValue reads what MarshalValue and MarshalTagged write, and any other
// JSON: numbers as Decimal, lists as []any, objects as Context in their order. An
// object whose only entry has a tag for its key and a text of that tag's form for
// its value is the tagged value. The error says what is wrong, with the text.
func UnmarshalValue(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := readValue(dec, maxDepth)
	if err != nil {
		return nil, fmt.Errorf("read a value: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read a value: something follows it")
	}
	return v, nil
}

func readValue(dec *json.Decoder, depth int) (any, error) {
	v, err := readRaw(dec, depth)
	return untag(v), err
}

// readRaw reads a value whose outermost tag is still to be taken for one: what
// stands in {"context": ...} is a context even where it looks like a tag.
func readRaw(dec *json.Decoder, depth int) (any, error) {
	if depth == 0 {
		return nil, errDeep
	}
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch x := t.(type) {
	case json.Number:
		return numberValue(x)
	case json.Delim:
		if x == '[' {
			return readList(dec, depth)
		}
		return readObject(dec, depth)
	}
	return t, nil
}

func numberValue(n json.Number) (any, error) {
	d, err := ParseDecimal(n.String())
	if err != nil {
		return nil, err
	}
	return d, nil
}

func readList(dec *json.Decoder, depth int) (any, error) {
	list := []any{}
	for dec.More() {
		v, err := readValue(dec, depth-1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.Token()
	return list, err
}

func readObject(dec *json.Decoder, depth int) (any, error) {
	c := Context{}
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := t.(string)
		if seen[key] {
			return nil, fmt.Errorf("key %s comes twice", quoteShort(key))
		}
		seen[key] = true
		v, err := readRaw(dec, depth-1)
		if err != nil {
			return nil, err
		}
		c = append(c, Entry{key, v})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if inner, ok := tagged(c); ok {
		return inner, nil
	}
	for i := range c {
		c[i].Value = untag(c[i].Value)
	}
	return c, nil
}

// tagged gives the context in {"context": {...}}.
func tagged(c Context) (rawContext, bool) {
	if len(c) != 1 || c[0].Key != tagContext {
		return nil, false
	}
	inner, ok := c[0].Value.(Context)
	return rawContext(inner), ok
}

// rawContext is a context that is one whatever its keys are.
type rawContext Context

// untag turns an object with a tag into its value, and leaves others alone.
func untag(raw any) any {
	switch c := raw.(type) {
	case rawContext:
		return Context(c)
	case Context:
		if v := tagValue(c); v != nil {
			return v
		}
	}
	return raw
}

func tagValue(c Context) any {
	if !looksTagged(c) {
		return nil
	}
	s, ok := c[0].Value.(string)
	if !ok {
		return nil
	}
	switch c[0].Key {
	case tagNumber:
		if d, err := ParseDecimal(s); err == nil {
			return d
		}
	case tagDate:
		return deref(DateFrom(s))
	case tagTime:
		return deref(TimeFrom(s))
	case tagDateTime:
		return deref(DateAndTimeFrom(s))
	case tagDuration:
		return Duration(s)
	}
	return nil
}
