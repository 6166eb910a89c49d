package expr

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// normalName is a name as scopes hold it: one space between words, none at its ends.
func normalName(s string) string { return strings.Join(strings.Fields(s), " ") }

// know adds a name that needs more than an identifier to be read.
func (p *feelParser) know(name string) {
	name = normalName(name)
	if p.bound != nil {
		p.bound[name] = true
	}
	addName(p.known, name)
}

// addName puts a name into a table by its first word, longer ones first.
func addName(known map[string][]string, name string) {
	first := firstWord(name)
	if first == "" || first == name {
		return
	}
	list := known[first]
	at := len(list)
	for i, k := range list {
		if k == name {
			return
		}
		if len(k) < len(name) && i < at {
			at = i
		}
	}
	known[first] = slices.Insert(slices.Clip(list), at, name)
}

func firstWord(name string) string {
	for i, r := range name {
		if i == 0 && !isNameStart(r) {
			return ""
		}
		if !isNamePart(r) {
			return name[:i]
		}
	}
	return name
}

// match reports where a known name that starts at a position ends, -1 if it
// does not stand there. White space in the text is free where the name has a
// space, and may stand around operator characters.
func (p *feelParser) match(at int, name string) int {
	i, j := at, 0
	for j < len(name) {
		r, n := utf8.DecodeRuneInString(name[j:])
		if r == ' ' {
			j += n
			k := i
			for k < len(p.text) {
				t, m := utf8.DecodeRuneInString(p.text[k:])
				if !isFEELSpace(t) {
					break
				}
				k += m
			}
			prev, _ := utf8.DecodeLastRuneInString(p.text[:i])
			next, _ := utf8.DecodeRuneInString(name[j:])
			if k == i && isNamePart(prev) && isNamePart(next) {
				return -1
			}
			i = k
			continue
		}
		if i >= len(p.text) {
			return -1
		}
		t, m := utf8.DecodeRuneInString(p.text[i:])
		if t != r {
			return -1
		}
		i, j = i+m, j+n
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	if i < len(p.text) && isNamePart(last) {
		if t, _ := utf8.DecodeRuneInString(p.text[i:]); isNamePart(t) {
			return -1
		}
	}
	return i
}

// name reads a name: in backticks, the longest known one, or one identifier.
// It returns "" where none stands.
func (p *feelParser) name() (string, Span) {
	p.space()
	start := p.pos
	if start < len(p.text) && p.text[start] == '`' {
		end := strings.IndexByte(p.text[start+1:], '`')
		if end < 0 {
			p.fail(Span{start, 1}, "name in backticks is not closed")
		}
		p.pos = start + end + 2
		n := normalName(p.text[start+1 : start+1+end])
		if n == "" {
			p.fail(Span{start, 2}, "name in backticks is empty")
		}
		return n, Span{start, p.pos - start}
	}
	w := p.word(start)
	if w == "" {
		return "", Span{start, 0}
	}
	best, end := "", 0
	for _, table := range p.tables() {
		for _, k := range table[w] {
			if e := p.match(start, k); e > end {
				best, end = k, e
				break
			}
		}
	}
	if best != "" {
		p.pos = end
		return best, Span{start, end - start}
	}
	p.pos = start + len(w)
	return w, Span{start, len(w)}
}

// tables are where names of several words are known from.
func (p *feelParser) tables() []map[string][]string {
	if p.env == nil {
		return []map[string][]string{p.known, commonNames}
	}
	return []map[string][]string{p.known, p.env.state.known, commonNames}
}

// spread goes on with a name that nothing knows: in a scope whose variables are
// inferred, words in a row are one name, as FEEL has it (DMN 1.4 §10.3.1.2 rule 27).
func (p *feelParser) spread(name string, sp Span) (string, Span) {
	if p.env == nil || p.env.Strict || p.text[sp.Off] == '`' || strings.Contains(name, " ") || p.isKnown(name) {
		return name, sp
	}
	words := 1
	for {
		save := p.pos
		p.space()
		w := p.word(p.pos)
		if w == "" || feelKeywords[w] || p.isKnown(w) {
			p.pos = save
			break
		}
		p.pos += len(w)
		name += " " + w
		words++
	}
	if words == 1 {
		return name, sp
	}
	sp.Len = p.pos - sp.Off
	p.know(name)
	p.warnings = append(p.warnings, p.src.diagnostic("BG3017", sp, "%q is read as the name of one variable", name).
		WithFix("declare the variable, put its name in backticks, or write an operator between the words"))
	return name, sp
}

// isKnown reports whether a word means something by itself.
func (p *feelParser) isKnown(name string) bool {
	if p.bound[name] || builtins[name] != nil {
		return true
	}
	s, ok := p.env.Lookup(name)
	return ok && s != nil
}

// key reads a name that is being defined: all up to one of the stops, which
// must follow. It restores the position and returns "" where no such name stands.
func (p *feelParser) key(stops ...string) (string, Span) {
	p.space()
	start := p.pos
	if start < len(p.text) && p.text[start] == '`' {
		n, sp := p.name()
		for _, s := range stops {
			if p.peek(s) {
				return n, sp
			}
		}
		p.pos = start
		return "", Span{}
	}
	if p.word(start) == "" {
		return "", Span{}
	}
	end := start
	for p.pos < len(p.text) {
		for _, s := range stops {
			if !strings.HasPrefix(p.text[p.pos:], s) {
				continue
			}
			if isNameStart(rune(s[0])) && (p.word(p.pos) != s || p.pos == start) {
				continue
			}
			name := normalName(p.text[start:end])
			return name, Span{start, end - start}
		}
		if w := p.word(p.pos); w != "" {
			p.pos += len(w)
			end = p.pos
			continue
		}
		r, n := utf8.DecodeRuneInString(p.text[p.pos:])
		switch {
		case unicode.IsDigit(r), strings.ContainsRune("./-'+*", r):
			p.pos += n
			end = p.pos
		case isFEELSpace(r):
			p.pos += n
		default:
			p.pos = start
			return "", Span{}
		}
	}
	p.pos = start
	return "", Span{}
}
