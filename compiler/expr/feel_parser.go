package expr

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// parseFEEL parses a whole FEEL expression (DMN 1.4 §10.3.1.2 rule 1).
func parseFEEL(src Source, env *Env) (tree *Tree, ds []diag.Diagnostic) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case syntaxError:
			tree, ds = nil, []diag.Diagnostic{r.d}
		default:
			panic(r)
		}
	}()
	p := &feelParser{src: src, text: src.Text, known: map[string][]string{}, env: env, bound: map[string]bool{}}
	p.space()
	if p.pos == len(p.text) {
		p.failFix(Span{0, 0}, "write an expression, or remove the element", "expression is empty")
	}
	root := p.expression()
	p.space()
	if p.pos < len(p.text) {
		p.trailing()
	}
	return &Tree{Source: src, Root: root}, p.warnings
}

// trailing reports what can't follow an expression, with the usual slips of
// those who come from another language.
func (p *feelParser) trailing() {
	sp := p.here()
	rest := p.text[sp.Off:]
	switch {
	case strings.HasPrefix(rest, "=="):
		p.failFix(Span{sp.Off, 2}, "write = instead of ==", "== is no FEEL operator")
	case strings.HasPrefix(rest, "&&"):
		p.failFix(Span{sp.Off, 2}, "write and instead of &&", "&& is no FEEL operator")
	case strings.HasPrefix(rest, "||"):
		p.failFix(Span{sp.Off, 2}, "write or instead of ||", "|| is no FEEL operator")
	case p.word(sp.Off) != "" && !feelKeywords[p.word(sp.Off)]:
		p.failFix(sp, "put a name that contains spaces in backticks, or write an operator between the two names", "unexpected name %s", p.found())
	}
	p.fail(sp, "unexpected %s", p.found())
}

// enter counts nesting; leave undoes it.
func (p *feelParser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(syntaxError{p.src.diagnostic("BG3002", p.here(), "expression is nested more than %d deep", maxDepth).
			WithFix("split the expression, or move it into a host function")})
	}
}

func (p *feelParser) leave() { p.depth-- }

// span is from start to the end of what has been read, without the white space
// that a look ahead skipped.
func (p *feelParser) span(start int) Span {
	return Span{start, len(strings.TrimRightFunc(p.text[start:p.pos], isFEELSpace))}
}

func (p *feelParser) node(op Op, start int, kids ...*Node) *Node {
	return &Node{Op: op, Span: p.span(start), Kids: kids}
}

func (p *feelParser) expression() *Node {
	p.enter()
	defer p.leave()
	save := p.rangeEnd
	p.rangeEnd = 0
	defer func() { p.rangeEnd = save }()
	p.space()
	switch p.word(p.pos) {
	case "if":
		return p.ifExpression()
	case "for":
		return p.forExpression()
	case "some":
		return p.quantified("some", Some)
	case "every":
		return p.quantified("every", Every)
	}
	return p.disjunction()
}

func (p *feelParser) ifExpression() *Node {
	start := p.pos
	p.keyword("if")
	cond := p.expression()
	if !p.keyword("then") {
		p.fail(p.here(), "expected then after the condition, found %s", p.found())
	}
	yes := p.expression()
	if !p.keyword("else") {
		p.failFix(p.here(), "add else and a value, null for none", "if has no else")
	}
	no := p.expression()
	return p.node(If, start, cond, yes, no)
}

func (p *feelParser) forExpression() *Node {
	start := p.pos
	p.keyword("for")
	names, kids := p.iterators()
	if !p.keyword("return") {
		p.fail(p.here(), "expected return in for, found %s", p.found())
	}
	n := &Node{Op: For, Names: names, Kids: append(kids, p.expression())}
	n.Span = p.span(start)
	return n
}

func (p *feelParser) quantified(word string, op Op) *Node {
	start := p.pos
	p.keyword(word)
	names, kids := p.iterators()
	if !p.keyword("satisfies") {
		p.fail(p.here(), "expected satisfies in %s, found %s", word, p.found())
	}
	n := &Node{Op: op, Names: names, Kids: append(kids, p.expression())}
	n.Span = p.span(start)
	return n
}

// iterators reads `name in domain, ...`; a domain may be low..high.
func (p *feelParser) iterators() (names []string, domains []*Node) {
	for {
		name, _ := p.key("in")
		if name == "" || !p.keyword("in") {
			p.fail(p.here(), "expected a name and in, found %s", p.found())
		}
		p.know(name)
		names = append(names, name)
		start := p.here().Off
		d := p.expression()
		if p.accept("..") {
			d = p.node(Iter, start, d, p.expression())
		}
		domains = append(domains, d)
		if !p.accept(",") {
			return names, domains
		}
	}
}

func (p *feelParser) disjunction() *Node {
	start := p.here().Off
	left := p.conjunction()
	for p.keyword("or") {
		left = p.node(Or, start, left, p.conjunction())
	}
	return left
}

func (p *feelParser) conjunction() *Node {
	start := p.here().Off
	left := p.comparison()
	for p.keyword("and") {
		left = p.node(And, start, left, p.comparison())
	}
	return left
}

func (p *feelParser) comparison() *Node {
	start := p.here().Off
	left := p.additive()
	for {
		if _, op, ok := p.comparator(); ok {
			left = p.node(op, start, left, p.additive())
			continue
		}
		if p.keyword("between") {
			low := p.additive()
			if !p.keyword("and") {
				p.fail(p.here(), "expected and in between, found %s", p.found())
			}
			left = p.node(Between, start, left, low, p.additive())
			continue
		}
		if p.keyword("in") {
			n := &Node{Op: In, Kids: append([]*Node{left}, p.tests()...)}
			n.Span = p.span(start)
			left = n
			continue
		}
		return left
	}
}

func (p *feelParser) additive() *Node {
	start := p.here().Off
	left := p.multiplicative()
	for {
		switch {
		case p.accept("+"):
			left = p.node(Add, start, left, p.multiplicative())
			left.Span = p.span(start)
		case p.peek("-"):
			p.pos++
			left = p.node(Sub, start, left, p.multiplicative())
			left.Span = p.span(start)
		default:
			return left
		}
	}
}

func (p *feelParser) multiplicative() *Node {
	start := p.here().Off
	left := p.power()
	for {
		switch {
		case p.peek("**"):
			return left
		case p.accept("*"):
			left = p.node(Mul, start, left, p.power())
		case p.accept("/"):
			left = p.node(Div, start, left, p.power())
		default:
			return left
		}
		left.Span = p.span(start)
	}
}

// power is left-associative, and a sign binds tighter (DMN 1.4 §10.3.1.2).
func (p *feelParser) power() *Node {
	start := p.here().Off
	left := p.unary()
	for p.accept("**") {
		left = p.node(Pow, start, left, p.unary())
		left.Span = p.span(start)
	}
	return left
}

func (p *feelParser) unary() *Node {
	p.space()
	start := p.pos
	if p.accept("-") {
		p.enter()
		defer p.leave()
		return p.negated(start, p.unary())
	}
	left := p.postfix()
	for p.peekKeyword("instance") {
		p.keyword("instance")
		if !p.keyword("of") {
			p.fail(p.here(), "expected of after instance, found %s", p.found())
		}
		t := p.typeName()
		left = p.node(Instance, start, left)
		left.Value = t
		left.Span = p.span(start)
	}
	return left
}

// negated makes a negative number literal of a literal, so that its type and
// range are those of the constant.
func (p *feelParser) negated(start int, n *Node) *Node {
	if n.Op == Lit {
		switch v := n.Value.(type) {
		case int64:
			return &Node{Op: Lit, Span: p.span(start), Value: -v}
		case feel.Decimal:
			return &Node{Op: Lit, Span: p.span(start), Value: v.Neg()}
		}
	}
	m := p.node(Neg, start, n)
	m.Span = p.span(start)
	return m
}

func (p *feelParser) postfix() *Node {
	start := p.here().Off
	left := p.primary()
	for {
		switch {
		case p.peek(".."):
			return left
		case p.accept("."):
			name, sp := p.name()
			if name == "" {
				p.fail(p.here(), "expected a name after the dot, found %s", p.found())
			}
			left = p.node(Field, start, left)
			left.Name = name
			left.Span = p.span(start)
			left.nameSpan = sp
		case p.peek("["):
			if p.rangeEnd > 0 && !p.filterFollows() {
				return left
			}
			p.pos++
			cond := p.expression()
			p.expect("]", "after the filter")
			left = p.node(Filter, start, left, cond)
		case p.peek("("):
			left = p.call(start, left)
		default:
			return left
		}
	}
}

// filterFollows tells `[1..list[2]]` from `[1..3[`: a filter is closed and
// something that ends the range follows.
func (p *feelParser) filterFollows() (ok bool) {
	save, depth, end := p.pos, p.depth, p.rangeEnd
	defer func() {
		if r := recover(); r != nil {
			if _, syntax := r.(syntaxError); !syntax {
				panic(r)
			}
			ok = false
		}
		p.pos, p.depth, p.rangeEnd = save, depth, end
	}()
	p.pos++
	if p.attempts++; p.attempts > 64 {
		return false
	}
	p.expression()
	return p.accept("]") && (p.peek("]") || p.peek(")") || p.peek("["))
}

func (p *feelParser) call(start int, callee *Node) *Node {
	open := p.pos
	p.expect("(", "")
	p.enter()
	defer p.leave()
	n := &Node{Op: Invoke, Kids: []*Node{callee}}
	if callee.Op == Name {
		n.Op, n.Name, n.nameSpan, n.Kids = Call, callee.Name, callee.Span, nil
	}
	named := false
	for !p.accept(")") {
		if len(n.Kids) > 1 || n.Op == Call && len(n.Kids) > 0 {
			if !p.accept(",") {
				p.fail(p.here(), "expected \",\" or \")\" among the arguments, found %s", p.found())
			}
		}
		if p.pos >= len(p.text) {
			p.fail(Span{open, 1}, "parenthesis is not closed")
		}
		if name, _ := p.key(":"); name != "" {
			p.accept(":")
			named = true
			n.Names = append(n.Names, name)
		} else if named {
			p.fail(p.here(), "positional argument after a named one")
		}
		if t := p.operatorTest(); t != nil {
			n.Kids = append(n.Kids, t)
			continue
		}
		n.Kids = append(n.Kids, p.expression())
	}
	n.Span = p.span(start)
	return n
}
