package expr

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

func (p *feelParser) primary() *Node {
	p.space()
	start := p.pos
	if p.pos >= len(p.text) {
		p.fail(p.here(), "expected a value, found the end of the expression")
	}
	switch c := p.text[p.pos]; {
	case c == '"':
		s := p.str()
		return &Node{Op: Lit, Span: p.span(start), Value: s}
	case c == '@':
		return p.atLiteral()
	case c == '(':
		return p.parenthesis()
	case c == '[':
		return p.listOrRange()
	case c == ']':
		p.pos++
		return p.rangeFrom(start, true, nil)
	case c == '{':
		return p.context()
	case c >= '0' && c <= '9' || c == '.':
		if n := p.number(); n != "" {
			return p.numberLiteral(start, n)
		}
	case c == '\'':
		p.failFix(Span{start, 1}, "write strings in double quotes", "unexpected quote")
	case c == '!':
		p.failFix(Span{start, 1}, "write not(...)", "! is no FEEL operator")
	}
	w := p.word(p.pos)
	switch w {
	case "true", "false":
		p.pos += len(w)
		return &Node{Op: Lit, Span: p.span(start), Value: w == "true"}
	case "null":
		p.pos += len(w)
		return &Node{Op: Lit, Span: p.span(start)}
	case "function":
		if n := p.function(); n != nil {
			return n
		}
	case "if", "for", "some", "every":
		return p.expression()
	}
	name, sp := p.name()
	if name == "" || feelKeywords[name] && p.text[start] != '`' && name == w {
		if name != "" {
			p.pos = start
		}
		p.fail(p.here(), "expected a value, found %s", p.found())
	}
	name, sp = p.spread(name, sp)
	return &Node{Op: Name, Span: sp, Name: name}
}

func (p *feelParser) numberLiteral(start int, text string) *Node {
	n := &Node{Op: Lit, Span: p.span(start)}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.Value = i
		return n
	}
	d, err := feel.ParseDecimal(text)
	if err != nil {
		p.fail(n.Span, "number %s can't be represented: %v", text, err)
	}
	n.Value = d
	return n
}

// atLiteral reads @"..." (DMN 1.4 §10.3.1.2 rule 62).
func (p *feelParser) atLiteral() *Node {
	start := p.pos
	p.pos++
	if !p.peek("\"") {
		p.fail(p.here(), "expected a string after @, found %s", p.found())
	}
	text := p.str()
	n := &Node{Op: Lit, Span: p.span(start)}
	v, err := temporalLiteral(text)
	if err != nil {
		p.failFix(n.Span, `write it like @"2024-01-31", @"10:30:00", @"2024-01-31T10:30:00Z", @"PT2H" or @"P1Y6M"`,
			"%q is no date, time, date and time or duration", text)
	}
	n.Value = v
	return n
}

// temporalLiteral is the date, time, date and time or duration that a text is.
func temporalLiteral(text string) (any, error) {
	if v, err := feel.ParseDate(text); err == nil {
		return v, nil
	}
	if strings.Contains(text, "T") && !strings.HasPrefix(text, "T") {
		if v, err := feel.ParseDateTime(text); err == nil {
			return v, nil
		}
	}
	if v, err := feel.ParseTime(text); err == nil {
		return v, nil
	}
	if v := feel.Duration(text); v != nil {
		return v, nil
	}
	return nil, errors.New("no temporal literal")
}

// parenthesis reads ( expression ), or a range with an open start, or a unary test as a value.
func (p *feelParser) parenthesis() *Node {
	start := p.pos
	p.pos++
	p.enter()
	defer p.leave()
	var inner *Node
	if t := p.operatorTest(); t != nil {
		inner = t
	} else {
		inner = p.expression()
	}
	if p.peek("..") {
		return p.rangeFrom(start, true, inner)
	}
	p.expect(")", "after the expression in parentheses")
	if inner.Op == Test {
		return p.testRange(start, inner)
	}
	return inner
}

// testRange makes a range value of a unary test: (> 5) is (5..).
func (p *feelParser) testRange(start int, t *Node) *Node {
	r := &Node{Op: RangeLit, Span: p.span(start), Kids: []*Node{nil, nil}, lowOpen: true, highOpen: true}
	switch t.Name {
	case "<":
		r.Kids[1] = t.Kids[0]
	case "<=":
		r.Kids[1], r.highOpen = t.Kids[0], false
	case ">":
		r.Kids[0] = t.Kids[0]
	case ">=":
		r.Kids[0], r.lowOpen = t.Kids[0], false
	case "=":
		r.Kids[0], r.Kids[1], r.lowOpen, r.highOpen = t.Kids[0], t.Kids[0], false, false
	default:
		p.fail(t.Span, "a test with %s is no value", t.Name)
	}
	return r
}

// rangeFrom reads the rest of a range; low is nil where it has not been read.
func (p *feelParser) rangeFrom(start int, open bool, low *Node) *Node {
	p.enter()
	defer p.leave()
	n := &Node{Op: RangeLit, lowOpen: open}
	if low == nil {
		low = p.endpoint()
	}
	p.expect("..", "in the range")
	high := p.endpoint()
	n.Kids = []*Node{low, high}
	switch {
	case p.accept("]"):
	case p.accept(")"), p.accept("["):
		n.highOpen = true
	default:
		p.fail(p.here(), "expected the end of the range, found %s", p.found())
	}
	n.Span = p.span(start)
	return n
}

func (p *feelParser) endpoint() *Node {
	p.rangeEnd++
	defer func() { p.rangeEnd-- }()
	return p.additive()
}

func (p *feelParser) listOrRange() *Node {
	start := p.pos
	p.pos++
	p.enter()
	defer p.leave()
	n := &Node{Op: ListLit}
	for !p.accept("]") {
		if len(n.Kids) > 0 && !p.accept(",") {
			p.fail(p.here(), "expected \",\" or \"]\" in the list, found %s", p.found())
		}
		if p.here().Len == 0 {
			p.fail(Span{start, 1}, "bracket is not closed")
		}
		if t := p.operatorTest(); t != nil {
			n.Kids = append(n.Kids, p.testRange(t.Span.Off, t))
			continue
		}
		e := p.expression()
		if len(n.Kids) == 0 && p.peek("..") {
			return p.rangeFrom(start, false, e)
		}
		n.Kids = append(n.Kids, e)
	}
	n.Span = p.span(start)
	return n
}

func (p *feelParser) context() *Node {
	start := p.pos
	p.pos++
	p.enter()
	defer p.leave()
	n := &Node{Op: Context}
	for !p.accept("}") {
		if len(n.Kids) > 0 && !p.accept(",") {
			p.fail(p.here(), "expected \",\" or \"}\" in the context, found %s", p.found())
		}
		var key string
		sp := p.here()
		if p.peek("\"") {
			key = p.str()
			sp = p.span(sp.Off)
		} else {
			key, sp = p.key(":")
		}
		if key == "" && sp.Len == 0 {
			if p.here().Len == 0 {
				p.fail(Span{start, 1}, "brace is not closed")
			}
			p.fail(p.here(), "expected a key and a colon, found %s", p.found())
		}
		p.expect(":", "after the key")
		for _, k := range n.Names {
			if k == key {
				p.fail(sp, "context has the key %q twice", key)
			}
		}
		n.Names = append(n.Names, key)
		n.Kids = append(n.Kids, p.expression())
		p.know(key)
	}
	n.Span = p.span(start)
	return n
}

// function reads a function literal; nil where the word is a plain name.
func (p *feelParser) function() *Node {
	start := p.pos
	p.keyword("function")
	if !p.peek("(") {
		p.pos = start
		return nil
	}
	p.pos++
	p.enter()
	defer p.leave()
	n := &Node{Op: FuncLit}
	for !p.accept(")") {
		if len(n.Names) > 0 {
			p.expect(",", "among the parameters")
		}
		name, _ := p.key(":", ",", ")")
		if name == "" {
			p.fail(p.here(), "expected a parameter's name, found %s", p.found())
		}
		p.know(name)
		var t *types.Type
		if p.accept(":") {
			t = p.typeName()
		}
		n.Names = append(n.Names, name)
		n.paramTypes = append(n.paramTypes, t)
	}
	if p.keyword("external") {
		p.failFix(p.span(start), "call a host function instead (language=\"go\")", "external functions can't be compiled")
	}
	n.Kids = []*Node{p.expression()}
	n.Span = p.span(start)
	return n
}

// typeName reads a type (DMN 1.4 §10.3.1.2 rule 55).
func (p *feelParser) typeName() *types.Type {
	p.enter()
	defer p.leave()
	p.space()
	start := p.pos
	for _, t := range feelTypeNames {
		if p.keyword(strings.Fields(t.name)...) {
			return t.t
		}
	}
	switch {
	case p.keyword("list"):
		return types.ListOf(p.typeArgument())
	case p.keyword("range"):
		return types.RangeOf(p.typeArgument())
	case p.keyword("context"):
		return p.contextType()
	case p.keyword("function"):
		return p.functionType()
	}
	name, sp := p.name()
	if name == "" {
		p.fail(p.here(), "expected a type, found %s", p.found())
	}
	p.pos = start + sp.Len
	p.failFix(sp, "use number, string, boolean, date, time, date and time, a duration, list<>, range<>, context<> or function<>", "unknown type %q", name)
	return nil
}

var numberType = &types.Type{Kind: types.Decimal, Name: "number"}

var feelTypeNames = []struct {
	name string
	t    *types.Type
}{
	{"Any", types.AnyType}, {"Null", types.NullType}, {"number", numberType}, {"string", types.StringType}, {"boolean", types.BoolType},
	{"date and time", types.DateTimeType}, {"date", types.DateType}, {"time", types.TimeType},
	{"days and time duration", types.DurationType}, {"years and months duration", types.MonthsType},
	{"day time duration", types.DurationType}, {"year month duration", types.MonthsType},
}

func (p *feelParser) typeArgument() *types.Type {
	if !p.accept("<") {
		return types.AnyType
	}
	t := p.typeName()
	p.expect(">", "after the type")
	return t
}

func (p *feelParser) contextType() *types.Type {
	t := &types.Type{Kind: types.Struct}
	if !p.accept("<") {
		return t
	}
	for !p.accept(">") {
		if len(t.Fields) > 0 {
			p.expect(",", "among the entries")
		}
		name, _ := p.key(":")
		if name == "" {
			p.fail(p.here(), "expected an entry's name, found %s", p.found())
		}
		p.expect(":", "after the name")
		t.Fields = append(t.Fields, types.Field{Name: name, Type: p.typeName()})
	}
	return t
}

func (p *feelParser) functionType() *types.Type {
	t := &types.Type{Kind: types.Func, Result: types.AnyType}
	if !p.accept("<") {
		return t
	}
	t.Params = []*types.Type{}
	for !p.accept(">") {
		if len(t.Params) > 0 {
			p.expect(",", "among the types")
		}
		t.Params = append(t.Params, p.typeName())
	}
	if p.accept("->") {
		t.Result = p.typeName()
	}
	return t
}
