package feel

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of patterns: what is over them is refused.
const (
	maxPatternText = 4096
	maxPatternNest = 250
	maxRepeat      = 1_000_000
)

// reKind tells the nodes of a pattern apart.
type reKind uint8

const (
	reEmpty reKind = iota
	reSet
	reBegin
	reEnd
	reCat
	reAlt
	reRepeat
	reGroup
	reBackref
)

// reNode is one node of a parsed pattern.
type reNode struct {
	kind     reKind
	set      runeSet // reSet
	sub      []*reNode
	min, max int  // reRepeat; max < 0 is no bound
	lazy     bool // reRepeat
	group    int  // reGroup: its number, 0 where it does not capture; reBackref
}

// reFlags are the flags of XPath's regular expressions (F&O 2.0 §7.6.1.1).
type reFlags struct{ dotAll, multiline, ignoreCase, extended bool }

func parseFlags(s string) (f reFlags, err error) {
	for _, c := range s {
		switch c {
		case 's':
			f.dotAll = true
		case 'm':
			f.multiline = true
		case 'i':
			f.ignoreCase = true
		case 'x':
			f.extended = true
		default:
			return f, fmt.Errorf("%q is no flag; the flags are s, m, i and x", c)
		}
	}
	return f, nil
}

// reParser reads the regular expressions of XPath 2.0 (F&O 2.0 §7.6.1 over XML
// Schema part 2 appendix F), and (?: ) besides.
type reParser struct {
	src    string
	pos    int
	flags  reFlags
	groups int   // groups opened so far
	closed []int // groups closed so far
	depth  int
}

func parsePattern(src string, flags reFlags) (*reNode, int, error) {
	if len(src) > maxPatternText {
		return nil, 0, errors.New("pattern is too long")
	}
	if !utf8.ValidString(src) {
		return nil, 0, errors.New("pattern is not valid UTF-8")
	}
	if flags.extended {
		src = stripSpace(src)
	}
	p := &reParser{src: src, flags: flags}
	n, err := p.alternatives()
	if err == nil && p.pos < len(p.src) {
		err = errors.New("unmatched )")
	}
	if err != nil {
		return nil, 0, fmt.Errorf("pattern %s, at byte %d: %w", quoteShort(p.src), p.pos, err)
	}
	return n, p.groups, nil
}

// stripSpace takes white space out, except within character classes: the flag x.
func stripSpace(src string) string {
	var b strings.Builder
	depth, escaped := 0, false
	for _, c := range src {
		if depth == 0 && setSpace.has(c) {
			continue
		}
		b.WriteRune(c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '[':
			depth++
		case c == ']' && depth > 0:
			depth--
		}
	}
	return b.String()
}

func (p *reParser) peek() rune {
	if p.pos >= len(p.src) {
		return -1
	}
	c, _ := utf8.DecodeRuneInString(p.src[p.pos:])
	return c
}

func (p *reParser) next() rune {
	if p.pos >= len(p.src) {
		return -1
	}
	c, n := utf8.DecodeRuneInString(p.src[p.pos:])
	p.pos += n
	return c
}

func (p *reParser) accept(s string) bool {
	if strings.HasPrefix(p.src[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *reParser) alternatives() (*reNode, error) {
	if p.depth++; p.depth > maxPatternNest {
		return nil, errors.New("groups are nested too deep")
	}
	defer func() { p.depth-- }()
	var alts []*reNode
	for {
		n, err := p.branch()
		if err != nil {
			return nil, err
		}
		alts = append(alts, n)
		if !p.accept("|") {
			break
		}
	}
	if len(alts) == 1 {
		return alts[0], nil
	}
	return &reNode{kind: reAlt, sub: alts}, nil
}

func (p *reParser) branch() (*reNode, error) {
	n := &reNode{kind: reCat}
	for {
		if c := p.peek(); c == -1 || c == '|' || c == ')' {
			return n, nil
		}
		atom, err := p.atom()
		if err != nil {
			return nil, err
		}
		if atom, err = p.quantified(atom); err != nil {
			return nil, err
		}
		n.sub = append(n.sub, atom)
	}
}

func (p *reParser) atom() (*reNode, error) {
	switch c := p.next(); c {
	case '.':
		if p.flags.dotAll {
			return &reNode{kind: reSet, set: setAll}, nil
		}
		return &reNode{kind: reSet, set: setDot}, nil
	case '^':
		return &reNode{kind: reBegin}, nil
	case '$':
		return &reNode{kind: reEnd}, nil
	case '(':
		return p.groupNode()
	case '[':
		set, err := p.class()
		return &reNode{kind: reSet, set: set}, err
	case '\\':
		return p.escape()
	case '?', '*', '+', '{', '}', ']':
		return nil, fmt.Errorf("%q stands for itself only after a backslash", c)
	default:
		return p.literal(c), nil
	}
}

func (p *reParser) literal(c rune) *reNode {
	set := runeSet{{c, c}}
	if p.flags.ignoreCase {
		set = set.fold()
	}
	return &reNode{kind: reSet, set: set}
}

func (p *reParser) groupNode() (*reNode, error) {
	number := 0
	if p.accept("?") {
		if !p.accept(":") {
			return nil, errors.New("a group starts with ( or (?: and nothing else")
		}
	} else {
		p.groups++
		number = p.groups
	}
	inner, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.accept(")") {
		return nil, errors.New("a group lacks its )")
	}
	if number > 0 {
		p.closed = append(p.closed, number)
	}
	return &reNode{kind: reGroup, sub: []*reNode{inner}, group: number}, nil
}

// quantified reads what may follow an atom: ?, *, +, {n}, {n,}, {n,m}, and ? for
// the reluctant kind.
func (p *reParser) quantified(atom *reNode) (*reNode, error) {
	r := &reNode{kind: reRepeat, sub: []*reNode{atom}}
	switch {
	case p.accept("?"):
		r.min, r.max = 0, 1
	case p.accept("*"):
		r.min, r.max = 0, -1
	case p.accept("+"):
		r.min, r.max = 1, -1
	case p.accept("{"):
		if err := p.bounds(r); err != nil {
			return nil, err
		}
	default:
		return atom, nil
	}
	r.lazy = p.accept("?")
	if c := p.peek(); c == '?' || c == '*' || c == '+' || c == '{' {
		return nil, errors.New("a quantifier follows a quantifier")
	}
	return r, nil
}

func (p *reParser) bounds(r *reNode) error {
	var err error
	if r.min, err = p.count(); err != nil {
		return err
	}
	r.max = r.min
	if p.accept(",") {
		r.max = -1
		if p.peek() != '}' {
			if r.max, err = p.count(); err != nil {
				return err
			}
			if r.max < r.min {
				return errors.New("a quantifier's bounds are in the wrong order")
			}
		}
	}
	if !p.accept("}") {
		return errors.New("a quantifier lacks its }")
	}
	return nil
}

func (p *reParser) count() (int, error) {
	n := digitRun(p.src[p.pos:])
	if n == 0 {
		return 0, errors.New("a quantifier needs a number")
	}
	digits := p.src[p.pos : p.pos+n]
	p.pos += n
	if n > 7 || number(digits) > maxRepeat {
		return 0, errors.New("a quantifier's number is too big")
	}
	return int(number(digits)), nil
}
