package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// juelToken is one token of an expression inside ${}.
type juelToken struct {
	kind juelKind
	text string // operators in symbols, names as written, strings unescaped
	span Span
}

type juelKind uint8

const (
	juelEnd juelKind = iota
	juelName
	juelNumber
	juelString
	juelOp
)

// juelWords are the spelled-out operators (EL 2.2 §1.13).
var juelWords = map[string]string{
	"eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "and": "&&", "or": "||", "not": "!",
	"div": "/", "mod": "%", "empty": "empty", "instanceof": "instanceof",
}

var juelOps = []string{"==", "!=", "<=", ">=", "&&", "||", "+=", "->", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", "[", "]", "(", ")", ",", "=", ";", "{", "}"}

// juelTokens reads the tokens of text[from:], up to the brace that closes the
// expression; it returns where that brace stands, -1 where there is none.
func juelTokens(src Source, from int) (toks []juelToken, end int, err *diag.Diagnostic) {
	text := src.Text
	depth := 0
	fail := func(sp Span, fix, format string, args ...any) (int, *diag.Diagnostic) {
		d := src.diagnostic("BG3001", sp, format, args...).WithFix("%s", fix)
		return -1, &d
	}
	for i := from; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			i += n
		case r == '}' && depth == 0:
			toks = append(toks, juelToken{kind: juelEnd, span: Span{i, 1}})
			return toks, i, nil
		case r == '\'' || r == '"':
			s, next := juelStringAt(text, i)
			if next < 0 {
				end, err = fail(Span{i, 1}, "close the string with the quote that opened it", "string is not closed")
				return nil, end, err
			}
			toks = append(toks, juelToken{juelString, s, Span{i, next - i}})
			i = next
		case r >= '0' && r <= '9' || r == '.' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
			j := juelNumberEnd(text, i)
			toks = append(toks, juelToken{juelNumber, text[i:j], Span{i, j - i}})
			i = j
		case r == '_' || r == '$' || unicode.IsLetter(r):
			j := i
			for j < len(text) {
				c, m := utf8.DecodeRuneInString(text[j:])
				if c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
					break
				}
				j += m
			}
			t := juelToken{juelName, text[i:j], Span{i, j - i}}
			if op, ok := juelWords[t.text]; ok && !afterDot(toks) {
				t.kind, t.text = juelOp, op
			}
			toks = append(toks, t)
			i = j
		default:
			op := ""
			for _, o := range juelOps {
				if strings.HasPrefix(text[i:], o) {
					op = o
					break
				}
			}
			switch op {
			case "":
				end, err = fail(Span{i, n}, "remove it", "unexpected character %q", string(r))
				return nil, end, err
			case "{":
				depth++
			case "}":
				depth--
			}
			toks = append(toks, juelToken{juelOp, op, Span{i, len(op)}})
			i += len(op)
		}
	}
	toks = append(toks, juelToken{kind: juelEnd, span: Span{len(text), 0}})
	return toks, -1, nil
}

// afterDot: a word after a dot is a property, whatever it spells.
func afterDot(toks []juelToken) bool {
	return len(toks) > 0 && toks[len(toks)-1].kind == juelOp && toks[len(toks)-1].text == "."
}

func juelStringAt(text string, at int) (string, int) {
	quote := text[at]
	var b strings.Builder
	for i := at + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b.String(), i + 1
		case c == '\\' && i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '"' || text[i+1] == '\''):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", -1
}

func juelNumberEnd(text string, at int) int {
	i := at
	digits := func() {
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
	}
	digits()
	if i < len(text) && text[i] == '.' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
		i++
		digits()
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		save := i
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		from := i
		if digits(); i == from {
			i = save
		}
	}
	return i
}
