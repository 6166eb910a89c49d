package feel

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxText bounds what a replacement can grow to, in bytes; more is null.
const maxText = 64 << 20

// maxGoPattern bounds the text of a pattern whose classes are spelt out, in bytes.
const maxGoPattern = 2 << 20

// Pattern is a compiled regular expression of XPath 2.0 (DMN 1.4 table 74, footnote
// 2; F&O 2.0 §7.6). It is safe for concurrent use. The methods of a nil *Pattern
// answer null, so that generated code can hold the result of CompilePattern as it
// is.
type Pattern struct {
	re         *regexp.Regexp // where Go's engine can run it, in linear time
	vm         *vmProgram     // where it can't
	groups     int
	matchEmpty bool
}

// CompilePattern reads a pattern and its flags (any of s, m, i, x). The error says
// what in them is no XPath regular expression.
func CompilePattern(pattern, flags string) (*Pattern, error) {
	f, err := parseFlags(flags)
	if err != nil {
		return nil, err
	}
	n, groups, err := parsePattern(pattern, f)
	if err != nil {
		return nil, err
	}
	p := &Pattern{groups: groups}
	if goCanRun(n, f) {
		var b strings.Builder
		writeGo(&b, n, f)
		if b.Len() > maxGoPattern {
			return nil, fmt.Errorf("pattern %s: its classes are too many", quoteShort(pattern))
		}
		if re, err := regexp.Compile(b.String()); err == nil {
			p.re = re
		}
	}
	if p.re == nil {
		if p.vm, err = compileVM(n, groups, f); err != nil {
			return nil, fmt.Errorf("pattern %s: %w", quoteShort(pattern), err)
		}
	}
	empty, err := p.find("", 0, new(maxSteps))
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", quoteShort(pattern), err)
	}
	p.matchEmpty = empty != nil
	return p, nil
}

// goCanRun tells whether Go's regexp means the same by a pattern.
func goCanRun(n *reNode, f reFlags) bool {
	if n.kind == reBackref || n.kind == reBegin && f.multiline {
		return false
	}
	for _, s := range n.sub {
		if !goCanRun(s, f) {
			return false
		}
	}
	return true
}

// writeGo writes a pattern in Go's syntax, with every class spelt out.
func writeGo(b *strings.Builder, n *reNode, f reFlags) {
	switch n.kind {
	case reSet:
		if b.Len() > maxGoPattern {
			return
		}
		b.WriteString(`[`)
		set := n.set
		if len(set) == 0 {
			b.WriteString(`^`)
			set = setAll
		}
		for _, p := range set {
			fmt.Fprintf(b, `\x{%x}-\x{%x}`, p[0], p[1])
		}
		b.WriteString(`]`)
	case reBegin:
		b.WriteString(`\A`)
	case reEnd:
		b.WriteString(pick(f.multiline, `(?m:$)`, `\z`))
	case reCat:
		for _, s := range n.sub {
			writeGo(b, s, f)
		}
	case reAlt:
		b.WriteString(`(?:`)
		for i, s := range n.sub {
			if i > 0 {
				b.WriteString(`|`)
			}
			writeGo(b, s, f)
		}
		b.WriteString(`)`)
	case reGroup:
		b.WriteString(pick(n.group == 0, `(?:`, `(`))
		writeGo(b, n.sub[0], f)
		b.WriteString(`)`)
	case reRepeat:
		b.WriteString(`(?:`)
		writeGo(b, n.sub[0], f)
		b.WriteString(`){` + strconv.Itoa(n.min))
		if n.max != n.min {
			b.WriteString(`,`)
			if n.max >= 0 {
				b.WriteString(strconv.Itoa(n.max))
			}
		}
		b.WriteString(pick(n.lazy, `}?`, `}`))
	}
}

// find gives the bounds of the first match at or after from and of its groups, nil
// where there is none.
func (p *Pattern) find(input string, from int, steps *int) ([]int, error) {
	if p.vm != nil {
		return p.vm.find(input, from, steps)
	}
	return p.re.FindStringSubmatchIndex(input), nil
}

// all gives the matches from left to right, none overlapping.
func (p *Pattern) all(input string) ([][]int, error) {
	if p.vm == nil {
		return p.re.FindAllStringSubmatchIndex(input, -1), nil
	}
	var r [][]int
	steps := maxSteps
	for from := 0; from <= len(input); {
		m, err := p.vm.find(input, from, &steps)
		if m == nil || err != nil {
			return r, err
		}
		r = append(r, m)
		from = max(m[1], m[0]+1)
	}
	return r, nil
}

// Matches is FEEL's matches(input, pattern): whether the pattern matches somewhere
// in input. Nil (null) where that takes too long.
func (p *Pattern) Matches(input string) *bool {
	if p == nil {
		return nil
	}
	if p.re != nil {
		return new(p.re.MatchString(input))
	}
	m, err := p.find(input, 0, new(maxSteps))
	if err != nil {
		return nil
	}
	return new(m != nil)
}

// Replace is FEEL's replace(input, pattern, replacement): $0 to $9 and more stand
// for what the groups matched, \$ and \\ for themselves. Nil (null) for a pattern
// that matches the empty string, for any other use of $ and \ (F&O 2.0 §7.6.3), and
// where it takes too long or grows too big.
func (p *Pattern) Replace(input, replacement string) *string {
	if p == nil || p.matchEmpty {
		return nil
	}
	parts, ok := parseReplacement(replacement, p.groups)
	if !ok {
		return nil
	}
	matches, err := p.all(input)
	if err != nil {
		return nil
	}
	var b strings.Builder
	last := 0
	for _, m := range matches {
		b.WriteString(input[last:m[0]])
		for _, part := range parts {
			b.WriteString(part.text)
			if g := part.group; g >= 0 && m[2*g] >= 0 {
				b.WriteString(input[m[2*g]:m[2*g+1]])
			}
		}
		last = m[1]
		if b.Len() > maxText {
			return nil
		}
	}
	b.WriteString(input[last:])
	return new(b.String())
}

// replacementPart is text, then a group's match unless group is -1.
type replacementPart struct {
	text  string
	group int
}

func parseReplacement(s string, groups int) ([]replacementPart, bool) {
	var parts []replacementPart
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
			if i >= len(s) || s[i] != '\\' && s[i] != '$' {
				return nil, false
			}
			text.WriteByte(s[i])
		case s[i] == '$':
			if i+1 >= len(s) || s[i+1] < '0' || s[i+1] > '9' {
				return nil, false
			}
			i++
			g := int(s[i] - '0')
			for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' && g*10+int(s[i+1]-'0') <= groups {
				i++
				g = g*10 + int(s[i]-'0')
			}
			if g > groups {
				g = -1 // a group that is not there matched nothing
			}
			parts = append(parts, replacementPart{text.String(), g})
			text.Reset()
		default:
			text.WriteByte(s[i])
		}
	}
	return append(parts, replacementPart{text.String(), -1}), true
}

// Split is FEEL's split(string, delimiter): what stands between the matches. Nil
// (null) for a pattern that matches the empty string (F&O 2.0 §7.6.4), and where it
// takes too long.
func (p *Pattern) Split(s string) *[]string {
	if p == nil || p.matchEmpty {
		return nil
	}
	matches, err := p.all(s)
	if err != nil {
		return nil
	}
	r := make([]string, 0, len(matches)+1)
	last := 0
	for _, m := range matches {
		r = append(r, s[last:m[0]])
		last = m[1]
	}
	r = append(r, s[last:])
	return &r
}

// Matches is FEEL's matches(input, pattern, flags) with a pattern that is not known
// before; "" for no flags. Nil (null) for a pattern or flags that are none.
func Matches(input, pattern, flags string) *bool {
	p, _ := CompilePattern(pattern, flags)
	return p.Matches(input)
}

// Replace is FEEL's replace(input, pattern, replacement, flags); see Matches and
// Pattern.Replace.
func Replace(input, pattern, replacement, flags string) *string {
	p, _ := CompilePattern(pattern, flags)
	return p.Replace(input, replacement)
}

// Split is FEEL's split(string, delimiter); see Pattern.Split.
func Split(s, delimiter string) *[]string {
	p, _ := CompilePattern(delimiter, "")
	return p.Split(s)
}
