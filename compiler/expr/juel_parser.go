package expr

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// juelParser reads the expression language of Camunda 7 and Flowable (the
// Unified Expression Language, JSR 245).
type juelParser struct {
	src   Source
	toks  []juelToken
	at    int
	depth int
	host  []*HostCall
}

// parseJUEL parses a text with one or more ${...} or #{...}: one alone is its
// value; text around it, or several, make a string.
func parseJUEL(src Source) (tree *Tree, ds []diag.Diagnostic) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case syntaxError:
			tree, ds = nil, []diag.Diagnostic{r.d}
		default:
			panic(r)
		}
	}()
	p := &juelParser{src: src}
	var parts []*Node
	text := src.Text
	var lit strings.Builder
	litFrom := 0
	flush := func(end int) {
		if lit.Len() > 0 {
			parts = append(parts, &Node{Op: Lit, Span: Span{litFrom, end - litFrom}, Value: lit.String()})
			lit.Reset()
		}
	}
	for i := 0; i < len(text); {
		switch {
		case text[i] == '\\' && i+2 < len(text) && (text[i+1] == '$' || text[i+1] == '#') && text[i+2] == '{':
			lit.WriteString(text[i+1 : i+3])
			i += 3
		case (text[i] == '$' || text[i] == '#') && i+1 < len(text) && text[i+1] == '{':
			flush(i)
			toks, end, err := juelTokens(src, i+2)
			if err != nil {
				return nil, []diag.Diagnostic{*err}
			}
			if end < 0 {
				p.fail(Span{i, 2}, "add the closing brace", "%s is not closed", text[i:i+2])
			}
			p.toks, p.at = toks, 0
			if p.peek().kind == juelEnd {
				p.fail(Span{i, end + 1 - i}, "write an expression between the braces", "expression is empty")
			}
			n := p.ternary()
			if t := p.peek(); t.kind != juelEnd {
				p.unexpected(t)
			}
			parts = append(parts, n)
			i = end + 1
			litFrom = i
		default:
			lit.WriteByte(text[i])
			i++
		}
	}
	flush(len(text))
	root := &Node{Op: Concat, Span: Span{0, len(text)}, Kids: parts}
	if len(parts) == 1 {
		root = parts[0]
	}
	if len(parts) == 0 {
		p.fail(Span{0, 0}, "write an expression, or remove the element", "expression is empty")
	}
	return &Tree{Source: src, Root: root, Host: p.host}, nil
}

func (p *juelParser) fail(sp Span, fix, format string, args ...any) {
	panic(syntaxError{p.src.diagnostic("BG3001", sp, format, args...).WithFix("%s", cmp.Or(fix, fixSyntax))})
}

func (p *juelParser) unexpected(t juelToken) {
	if t.kind == juelEnd {
		p.fail(t.span, "", "expected a value, found the end of the expression")
	}
	text := p.src.Text[t.span.Off : t.span.Off+t.span.Len]
	if t.text == "=" {
		p.fail(t.span, "write == to compare", "= is no operator of a condition")
	}
	if t.text == "instanceof" || t.text == "->" || t.text == ";" || t.text == "{" {
		p.fail(t.span, "move it into a host function", "%s is not supported", text)
	}
	p.fail(t.span, "", "unexpected %q", text)
}

func (p *juelParser) peek() juelToken { return p.toks[p.at] }

func (p *juelParser) next() juelToken {
	t := p.toks[p.at]
	if t.kind != juelEnd {
		p.at++
	}
	return t
}

func (p *juelParser) accept(op string) bool {
	if t := p.peek(); t.kind == juelOp && t.text == op {
		p.at++
		return true
	}
	return false
}

func (p *juelParser) expect(op string) {
	if !p.accept(op) {
		t := p.peek()
		if t.kind == juelEnd {
			p.fail(t.span, "", "expected %q, found the end of the expression", op)
		}
		p.fail(t.span, "", "expected %q, found %q", op, p.src.Text[t.span.Off:t.span.Off+t.span.Len])
	}
}

func (p *juelParser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(syntaxError{p.src.diagnostic("BG3002", p.peek().span, "expression is nested more than %d deep", maxDepth).
			WithFix("split the expression, or move it into a host function")})
	}
}

func (p *juelParser) leave() { p.depth-- }

func (p *juelParser) span(start int) Span {
	last := p.toks[max(p.at-1, 0)].span
	return Span{start, last.Off + last.Len - start}
}

func (p *juelParser) ternary() *Node {
	p.enter()
	defer p.leave()
	start := p.peek().span.Off
	cond := p.binary(0)
	if !p.accept("?") {
		return cond
	}
	yes := p.ternary()
	p.expect(":")
	no := p.ternary()
	return &Node{Op: If, Span: p.span(start), Kids: []*Node{cond, yes, no}}
}

// juelLevels are the binary operators, loosest first (EL 2.2 §1.14).
var juelLevels = []map[string]Op{
	{"||": Or},
	{"&&": And},
	{"==": Eq, "!=": Ne},
	{"<": Lt, "<=": Le, ">": Gt, ">=": Ge},
	{"+=": Concat},
	{"+": Add, "-": Sub},
	{"*": Mul, "/": Div, "%": Mod},
}

func (p *juelParser) binary(level int) *Node {
	if level == len(juelLevels) {
		return p.unary()
	}
	start := p.peek().span.Off
	left := p.binary(level + 1)
	for {
		t := p.peek()
		op, ok := juelLevels[level][t.text]
		if t.kind != juelOp || !ok {
			return left
		}
		p.at++
		right := p.binary(level + 1)
		left = &Node{Op: op, Span: p.span(start), Kids: []*Node{left, right}}
	}
}

func (p *juelParser) unary() *Node {
	t := p.peek()
	op := map[string]Op{"!": Not, "-": Neg, "empty": Empty}[t.text]
	if t.kind != juelOp || op == BadOp {
		return p.postfix()
	}
	p.enter()
	defer p.leave()
	p.at++
	k := p.unary()
	if op == Neg && k.Op == Lit {
		switch v := k.Value.(type) {
		case int64:
			return &Node{Op: Lit, Span: p.span(t.span.Off), Value: -v}
		case float64:
			return &Node{Op: Lit, Span: p.span(t.span.Off), Value: -v}
		}
	}
	return &Node{Op: op, Span: p.span(t.span.Off), Kids: []*Node{k}}
}

func (p *juelParser) postfix() *Node {
	start := p.peek().span.Off
	left := p.primary()
	for {
		switch {
		case p.accept("."):
			t := p.next()
			if t.kind != juelName {
				p.unexpected(t)
			}
			if p.peek().text == "(" && p.peek().kind == juelOp {
				args := p.arguments()
				left = &Node{Op: Method, Span: p.span(start), Name: t.text, nameSpan: t.span, Kids: append([]*Node{left}, args...)}
				continue
			}
			left = &Node{Op: Field, Span: p.span(start), Name: t.text, nameSpan: t.span, Kids: []*Node{left}}
		case p.accept("["):
			p.enter()
			i := p.ternary()
			p.leave()
			p.expect("]")
			if s, ok := i.Value.(string); ok && i.Op == Lit {
				left = &Node{Op: Field, Span: p.span(start), Name: s, nameSpan: i.Span, Kids: []*Node{left}}
				continue
			}
			left = &Node{Op: Index, Span: p.span(start), Kids: []*Node{left, i}}
		default:
			return left
		}
	}
}

func (p *juelParser) arguments() []*Node {
	p.expect("(")
	p.enter()
	defer p.leave()
	var args []*Node
	for !p.accept(")") {
		if len(args) > 0 {
			p.expect(",")
		}
		args = append(args, p.ternary())
	}
	return args
}

func (p *juelParser) primary() *Node {
	t := p.next()
	n := &Node{Op: Lit, Span: t.span}
	switch t.kind {
	case juelString:
		n.Value = t.text
		return n
	case juelNumber:
		if i, err := strconv.ParseInt(t.text, 10, 64); err == nil {
			n.Value = i
			return n
		}
		f, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.fail(t.span, "", "number %s can't be represented", t.text)
		}
		n.Value = f
		return n
	case juelName:
		switch t.text {
		case "true", "false":
			n.Value = t.text == "true"
			return n
		case "null":
			return n
		}
		if p.peek().kind == juelOp && p.peek().text == "(" {
			args := p.arguments()
			return &Node{Op: Call, Span: p.span(t.span.Off), Name: t.text, nameSpan: t.span, Kids: args}
		}
		if p.peek().kind == juelOp && p.peek().text == ":" && p.at+2 < len(p.toks) && p.toks[p.at+1].kind == juelName &&
			p.toks[p.at+2].text == "(" && p.toks[p.at+1].span.Off == t.span.Off+t.span.Len+1 {
			p.at++
			f := p.next()
			args := p.arguments()
			return &Node{Op: Call, Span: p.span(t.span.Off), Name: t.text + ":" + f.text, nameSpan: t.span, Kids: args}
		}
		return &Node{Op: Name, Span: t.span, Name: t.text}
	case juelOp:
		if t.text == "(" {
			p.enter()
			defer p.leave()
			inner := p.ternary()
			p.expect(")")
			return inner
		}
	}
	p.unexpected(t)
	return nil
}
