package feel

import (
	"strconv"
	"strings"
)

// String is FEEL's string(from): a string as it is, everything else as FEEL would
// write it. Nil (null) for null (DMN 1.4 table 72).
func String(v any) *string {
	v = Normalize(v)
	switch x := v.(type) {
	case nil:
		return nil
	case string:
		return &x
	}
	var b strings.Builder
	writeValue(&b, v, maxDepth)
	return new(b.String())
}

// writeValue writes a value as it stands in lists and contexts: strings quoted.
func writeValue(b *strings.Builder, v any, depth int) {
	if depth == 0 {
		b.WriteString("...")
		return
	}
	switch x := Normalize(v).(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(x))
	case int64:
		b.WriteString(strconv.FormatInt(x, 10))
	case float64:
		b.WriteString(floatDecimal(x).String())
	case string:
		writeQuoted(b, x)
	case []any:
		b.WriteByte('[')
		for i, item := range x {
			if i > 0 {
				b.WriteString(", ")
			}
			writeValue(b, item, depth-1)
		}
		b.WriteByte(']')
	case Context:
		b.WriteByte('{')
		for i, e := range x {
			if i > 0 {
				b.WriteString(", ")
			}
			writeKey(b, e.Key)
			b.WriteString(": ")
			writeValue(b, e.Value, depth-1)
		}
		b.WriteByte('}')
	case Range:
		writeRange(b, x, depth)
	case *Func:
		b.WriteString("function(" + strings.Join(x.Params, ", ") + ")")
	case interface{ String() string }:
		b.WriteString(x.String())
	default:
		b.WriteString("?")
	}
}

// writeKey writes a key bare where it reads back as a name, else quoted.
func writeKey(b *strings.Builder, key string) {
	bare := key != "" && (key[0] < '0' || key[0] > '9') && strings.TrimSpace(key) == key &&
		!strings.ContainsAny(key, "\"\\{}[](),:\n\r\t")
	if bare {
		b.WriteString(key)
		return
	}
	writeQuoted(b, key)
}

func writeQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// writeRange writes [1..10], or < 10 and the like where a side is open.
func writeRange(b *strings.Builder, r Range, depth int) {
	switch {
	case r.LowOpen && r.HighOpen:
		b.WriteString("(null..null)")
		return
	case r.LowOpen:
		b.WriteString(pick(r.HighClosed, "<= ", "< "))
		writeValue(b, r.High, depth-1)
		return
	case r.HighOpen:
		b.WriteString(pick(r.LowClosed, ">= ", "> "))
		writeValue(b, r.Low, depth-1)
		return
	}
	b.WriteString(pick(r.LowClosed, "[", "("))
	writeValue(b, r.Low, depth-1)
	b.WriteString("..")
	writeValue(b, r.High, depth-1)
	b.WriteString(pick(r.HighClosed, "]", ")"))
}

func pick(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}
