package expr

import "strings"

var comparators = []struct {
	text string
	op   Op
}{{"<=", Le}, {">=", Ge}, {"!=", Ne}, {"<", Lt}, {">", Gt}, {"=", Eq}}

func (p *feelParser) comparator() (string, Op, bool) {
	for _, c := range comparators {
		if p.peek(c.text) {
			if c.op == Eq && p.peek("==") {
				return "", BadOp, false
			}
			p.pos += len(c.text)
			return c.text, c.op, true
		}
	}
	return "", BadOp, false
}

// tests reads what follows in: one test, or several in parentheses.
func (p *feelParser) tests() []*Node {
	p.space()
	start := p.pos
	if !p.accept("(") {
		return []*Node{p.test()}
	}
	p.enter()
	defer p.leave()
	first := p.testOrExpression()
	if p.peek("..") {
		return p.again(start)
	}
	list := []*Node{first}
	for p.accept(",") {
		list = append(list, p.testOrExpression())
	}
	if p.peek("]") || p.peek("[") {
		return p.again(start)
	}
	p.expect(")", "after the tests")
	if len(list) == 1 && (p.peek("[") || p.peek(".") && !p.peek("..") || strings.ContainsAny(p.next(), "+-*/")) {
		return p.again(start)
	}
	return list
}

// again reads the tests from start as one value: what looked like several
// tests in parentheses goes on. Text that makes it do so over and over is refused.
func (p *feelParser) again(start int) []*Node {
	if p.attempts++; p.attempts > 200 {
		p.fail(Span{start, 1}, "too many nested tests in parentheses")
	}
	p.pos = start
	return []*Node{p.test()}
}

func (p *feelParser) next() string {
	p.space()
	if p.pos < len(p.text) && !strings.HasPrefix(p.text[p.pos:], "->") {
		return p.text[p.pos : p.pos+1]
	}
	return " "
}

func (p *feelParser) testOrExpression() *Node {
	if n := p.operatorTest(); n != nil {
		return n
	}
	return p.expression()
}

// operatorTest reads `> 5` and its kin; nil where none stands.
func (p *feelParser) operatorTest() *Node {
	p.space()
	start := p.pos
	op, _, ok := p.comparator()
	if !ok {
		return nil
	}
	n := p.node(Test, start, p.additive())
	n.Name = op
	n.Span = p.span(start)
	return n
}

func (p *feelParser) test() *Node {
	if n := p.operatorTest(); n != nil {
		return n
	}
	return p.additive()
}
