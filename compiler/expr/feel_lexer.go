package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// maxDepth bounds the nesting of an expression, so that a hostile one can't
// exhaust the stack.
const maxDepth = 200

// feelParser reads FEEL (DMN 1.4 §10.3.1). It has no token list: where a name
// ends depends on the names in scope, so tokens are read when they are asked for.
type feelParser struct {
	src   Source
	text  string
	pos   int
	depth int
	// known are the names that may hold spaces or operator characters, by
	// their first word; longest first within one.
	known map[string][]string
	// rangeEnd: the end point of a range is being read, so `[` may close it.
	rangeEnd int
	// attempts counts look-aheads, so that they stay linear.
	attempts int
	// env is the scope; nil where there is none. warnings go with the tree.
	env      *Env
	warnings []diag.Diagnostic
	// bound are the names that the expression itself binds.
	bound map[string]bool
}

// fixSyntax is the way out where nothing better is known.
const fixSyntax = "write what is missing here, or take out what is left over"

// syntaxError leaves the parser; Parse recovers it.
type syntaxError struct{ d diag.Diagnostic }

func (p *feelParser) fail(sp Span, format string, args ...any) {
	p.failFix(sp, fixSyntax, format, args...)
}

func (p *feelParser) failFix(sp Span, fix, format string, args ...any) {
	panic(syntaxError{p.src.diagnostic("BG3001", sp, format, args...).WithFix("%s", fix)})
}

func isNameStart(r rune) bool {
	return r == '?' || r == '_' || r == '$' || unicode.IsLetter(r) || r > 0x1F000 && !unicode.IsSpace(r) && r != utf8.RuneError
}

func isNamePart(r rune) bool {
	return isNameStart(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == 0xB7 || r == 0x203F || r == 0x2040
}

// isFEELSpace is the white space of DMN 1.4 §10.3.1.2 rules 61 and 62.
func isFEELSpace(r rune) bool {
	return unicode.IsSpace(r) || r == 0xFEFF || r == 0x180E || r >= 0x200B && r <= 0x200D || r == 0x2060
}

// space skips white space and comments.
func (p *feelParser) space() {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case strings.HasPrefix(rest, "//"):
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				p.pos += i + 1
			} else {
				p.pos = len(p.text)
			}
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest[2:], "*/")
			if i < 0 {
				p.fail(Span{p.pos, 2}, "comment is not closed")
			}
			p.pos += i + 4
		default:
			r, n := utf8.DecodeRuneInString(rest)
			if !isFEELSpace(r) {
				return
			}
			p.pos += n
		}
	}
}

// peek reports whether the operator comes next.
func (p *feelParser) peek(op string) bool {
	p.space()
	return strings.HasPrefix(p.text[p.pos:], op)
}

// accept takes the operator if it comes next.
func (p *feelParser) accept(op string) bool {
	if p.peek(op) {
		p.pos += len(op)
		return true
	}
	return false
}

func (p *feelParser) expect(op, where string) {
	if !p.accept(op) {
		p.fail(p.here(), "expected %q %s, found %s", op, where, p.found())
	}
}

// here is the span of the next character or word.
func (p *feelParser) here() Span {
	p.space()
	if p.pos >= len(p.text) {
		return Span{len(p.text), 0}
	}
	if n := len(p.word(p.pos)); n > 0 {
		return Span{p.pos, n}
	}
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	return Span{p.pos, n}
}

// found says what comes next, for messages.
func (p *feelParser) found() string {
	sp := p.here()
	if sp.Len == 0 {
		return "the end of the expression"
	}
	return "\"" + p.text[sp.Off:sp.Off+sp.Len] + "\""
}

// word returns the identifier at a position, without its surroundings.
func (p *feelParser) word(at int) string {
	for i, r := range p.text[at:] {
		if i == 0 && !isNameStart(r) || !isNamePart(r) {
			return p.text[at : at+i]
		}
	}
	if at < len(p.text) {
		return p.text[at:]
	}
	return ""
}

// keyword takes a keyword if it comes next as a whole word.
func (p *feelParser) keyword(words ...string) bool {
	save := p.pos
	for _, w := range words {
		p.space()
		if p.word(p.pos) != w {
			p.pos = save
			return false
		}
		p.pos += len(w)
	}
	return true
}

// peekKeyword reports whether a keyword comes next.
func (p *feelParser) peekKeyword(w string) bool {
	p.space()
	return p.word(p.pos) == w
}

var feelKeywords = map[string]bool{
	"if": true, "then": true, "else": true, "for": true, "in": true, "return": true, "some": true, "every": true,
	"satisfies": true, "and": true, "or": true, "between": true, "instance": true, "of": true, "function": true,
	"true": true, "false": true, "null": true, "external": true,
}

// number reads a numeric literal's text; "" where none stands.
func (p *feelParser) number() string {
	start := p.pos
	digits := func() bool {
		from := p.pos
		for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
			p.pos++
		}
		return p.pos > from
	}
	whole := digits()
	if strings.HasPrefix(p.text[p.pos:], ".") && !strings.HasPrefix(p.text[p.pos:], "..") {
		dot := p.pos
		p.pos++
		if !digits() {
			p.pos = dot
		} else {
			whole = true
		}
	}
	if !whole {
		p.pos = start
		return ""
	}
	if p.pos < len(p.text) && (p.text[p.pos] == 'e' || p.text[p.pos] == 'E') {
		save := p.pos
		p.pos++
		if p.pos < len(p.text) && (p.text[p.pos] == '+' || p.text[p.pos] == '-') {
			p.pos++
		}
		if !digits() {
			p.pos = save
		}
	}
	return p.text[start:p.pos]
}

// str reads a string literal; the opening quote comes next.
func (p *feelParser) str() string {
	start := p.pos
	p.pos++
	var b strings.Builder
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		if c == '"' {
			p.pos++
			return b.String()
		}
		if c != '\\' || p.pos+1 >= len(p.text) {
			b.WriteByte(c)
			p.pos++
			continue
		}
		switch e := p.text[p.pos+1]; e {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case '"', '\\', '\'', '/':
			b.WriteByte(e)
		case 'u', 'U':
			if r, n := p.unicodeEscape(p.pos); n > 0 {
				b.WriteRune(r)
				p.pos += n
				continue
			}
			b.WriteByte('\\')
			b.WriteByte(e)
		default:
			// Kept as it is: regular expressions are written with single backslashes.
			b.WriteByte('\\')
			b.WriteByte(e)
		}
		p.pos += 2
	}
	p.fail(Span{start, 1}, "string is not closed")
	return ""
}

// unicodeEscape reads \uXXXX (a surrogate pair is one character) or \UXXXXXX.
func (p *feelParser) unicodeEscape(at int) (rune, int) {
	n := 4
	if p.text[at+1] == 'U' {
		n = 6
	}
	r, ok := hex(p.text, at+2, n)
	if !ok {
		return 0, 0
	}
	if r >= 0xD800 && r < 0xDC00 && n == 4 && strings.HasPrefix(p.text[at+6:], "\\u") {
		if low, ok := hex(p.text, at+8, 4); ok && low >= 0xDC00 && low < 0xE000 {
			return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12
		}
	}
	return r, n + 2
}

func hex(s string, at, n int) (rune, bool) {
	if at+n > len(s) {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[at : at+n]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 + rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 + rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 + rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
