package feel

import (
	"strings"
	"unicode/utf8"
)

// RangeFrom is FEEL's range(from): a range literal whose endpoints are literals, a
// number, a quoted string, @"..." or a call such as date("..."). Nil (null) for
// anything else, for endpoints of two kinds or in the wrong order (DMN 1.5 table 72).
func RangeFrom(s string) *Range {
	s = strings.TrimSpace(s)
	if len(s) < 2 || len(s) > maxPatternText {
		return nil
	}
	first, last := s[0], s[len(s)-1]
	if !strings.ContainsRune("[](", rune(first)) || !strings.ContainsRune("[])", rune(last)) {
		return nil
	}
	low, rest, ok := literal(s[1 : len(s)-1])
	if !ok {
		return nil
	}
	if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), ".."); !ok {
		return nil
	}
	high, rest, ok := literal(rest)
	if !ok || strings.TrimSpace(rest) != "" {
		return nil
	}
	if c := Compare(low, high); c == nil || *c > 0 {
		return nil
	}
	return &Range{Low: low, High: high, LowClosed: first == '[', HighClosed: last == ']'}
}

// literalCalls are the calls that count as literals of a range.
var literalCalls = []struct {
	name string
	from func(string) any
}{
	{"date and time", func(s string) any { return deref(DateAndTimeFrom(s)) }},
	{"date", func(s string) any { return deref(DateFrom(s)) }},
	{"time", func(s string) any { return deref(TimeFrom(s)) }},
	{"duration", Duration},
}

// literal reads one literal off the front of s.
func literal(s string) (v any, rest string, ok bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, `"`) {
		return stringLiteral(s)
	}
	if strings.HasPrefix(s, "@") {
		text, rest, ok := stringLiteral(s[1:])
		if !ok {
			return nil, s, false
		}
		v := AtLiteral(text.(string))
		return v, rest, v != nil
	}
	for _, c := range literalCalls {
		inner, found := strings.CutPrefix(s, c.name)
		if inner = strings.TrimSpace(inner); !found || !strings.HasPrefix(inner, "(") {
			continue
		}
		text, rest, ok := stringLiteral(strings.TrimSpace(inner[1:]))
		if rest = strings.TrimSpace(rest); !ok || !strings.HasPrefix(rest, ")") {
			return nil, s, false
		}
		v := c.from(text.(string))
		return v, rest[1:], v != nil
	}
	return numberLiteral(s)
}

func numberLiteral(s string) (v any, rest string, ok bool) {
	end := 0
	if strings.HasPrefix(s, "-") {
		end++
	}
	end += digitRun(s[end:])
	if strings.HasPrefix(s[end:], ".") && !strings.HasPrefix(s[end:], "..") {
		end++
		end += digitRun(s[end:])
	}
	d, err := ParseDecimal(s[:end])
	return d, s[end:], err == nil
}

// stringLiteral reads a quoted string with FEEL's escapes.
func stringLiteral(s string) (v any, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return nil, s, false
	}
	var b strings.Builder
	for i := 1; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case c == '"':
			return b.String(), s[i:], true
		case c == '\\' && i < len(s):
			e := s[i]
			i++
			switch e {
			case 'n':
				e = '\n'
			case 'r':
				e = '\r'
			case 't':
				e = '\t'
			case '"', '\\', '\'':
			default:
				return nil, s, false
			}
			b.WriteByte(e)
		default:
			b.WriteRune(c)
		}
	}
	return nil, s, false
}

// AtLiteral is FEEL's @"...": the date, time, date and time or duration that the
// text spells; nil (null) where it is none (DMN 1.4 grammar rule 65).
func AtLiteral(s string) any {
	if d := DateFrom(s); d != nil {
		return *d
	}
	if d := DateAndTimeFrom(s); d != nil {
		return *d
	}
	if t := TimeFrom(s); t != nil {
		return *t
	}
	return Duration(s)
}
