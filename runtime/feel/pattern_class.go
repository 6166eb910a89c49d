package feel

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// escape reads what follows a backslash outside of a class.
func (p *reParser) escape() (*reNode, error) {
	if c := p.peek(); c >= '1' && c <= '9' {
		return p.backref()
	}
	set, single, err := p.escaped()
	if err != nil {
		return nil, err
	}
	if single && p.flags.ignoreCase {
		set = set.fold()
	}
	return &reNode{kind: reSet, set: set}, nil
}

// backref reads \N: as many digits as name a group that is closed.
func (p *reParser) backref() (*reNode, error) {
	n := int(p.next() - '0')
	for {
		c := p.peek()
		if c < '0' || c > '9' || n > maxPatternText {
			break
		}
		longer := n*10 + int(c-'0')
		if longer > p.groups {
			break
		}
		n = longer
		p.next()
	}
	if !slices.Contains(p.closed, n) {
		return nil, fmt.Errorf("\\%d refers to no group that ends before it", n)
	}
	return &reNode{kind: reBackref, group: n}, nil
}

// escaped reads an escape that is allowed anywhere; single for one code point.
func (p *reParser) escaped() (set runeSet, single bool, err error) {
	c := p.next()
	switch c {
	case -1:
		return nil, false, errors.New("a backslash at the end")
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'p', 'P':
		set, err := p.property()
		if c == 'P' {
			set = set.negate()
		}
		return set, false, err
	default:
		if set := escapeSet(c); set != nil {
			return set, false, nil
		}
		if !strings.ContainsRune(`\|.-^?*+{}()[]$`, c) {
			return nil, false, fmt.Errorf("\\%c is no escape", c)
		}
	}
	return runeSet{{c, c}}, true, nil
}

func (p *reParser) property() (runeSet, error) {
	if !p.accept("{") {
		return nil, errors.New(`\p needs a {category}`)
	}
	end := strings.IndexByte(p.src[p.pos:], '}')
	if end < 0 {
		return nil, errors.New(`\p{ lacks its }`)
	}
	name := p.src[p.pos : p.pos+end]
	p.pos += end + 1
	set, ok := propertySet(name)
	if !ok {
		return nil, fmt.Errorf("%s is no category or block of Unicode", quoteShort(name))
	}
	return set, nil
}

// class reads a character class after its [ : items, a leading ^, and a subtracted
// class at its end. Case is folded before the set is negated or subtracted from.
func (p *reParser) class() (runeSet, error) {
	if p.depth++; p.depth > maxPatternNest {
		return nil, errors.New("classes are nested too deep")
	}
	defer func() { p.depth-- }()
	negated := p.accept("^")
	var pairs [][2]rune
	for first := true; ; first = false {
		switch {
		case p.pos >= len(p.src):
			return nil, errors.New("a class lacks its ]")
		case p.accept("]"):
			if first {
				return nil, errors.New("a class is empty")
			}
			return p.finish(pairs, negated), nil
		case !first && p.accept("-["):
			sub, err := p.class()
			if err != nil {
				return nil, err
			}
			if !p.accept("]") {
				return nil, errors.New("a subtracted class is not the last of its class")
			}
			return p.finish(pairs, negated).minus(sub), nil
		}
		item, err := p.classItem()
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, item...)
	}
}

func (p *reParser) finish(pairs [][2]rune, negated bool) runeSet {
	set := union(pairs...)
	if p.flags.ignoreCase {
		set = set.fold()
	}
	if negated {
		set = set.negate()
	}
	return set
}

// classItem reads a code point, a range or an escape within a class.
func (p *reParser) classItem() (runeSet, error) {
	low, single, err := p.classAtom()
	if err != nil || !single {
		return low, err
	}
	rest := p.src[p.pos:]
	if !strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "-]") || strings.HasPrefix(rest, "-[") {
		return low, nil
	}
	p.next()
	high, single, err := p.classAtom()
	if err != nil {
		return nil, err
	}
	if !single || high[0][0] < low[0][0] {
		return nil, errors.New("a range of a class has no order")
	}
	return runeSet{{low[0][0], high[0][0]}}, nil
}

func (p *reParser) classAtom() (set runeSet, single bool, err error) {
	switch c := p.next(); c {
	case -1:
		return nil, false, errors.New("a class lacks its ]")
	case '\\':
		return p.escaped()
	case '[':
		return nil, false, errors.New("[ in a class needs a backslash")
	default:
		return runeSet{{c, c}}, true, nil
	}
}
