package bpmn

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// tagScan is what one start tag looks like in the file, all places in bytes.
type tagScan struct {
	nameFrom, nameTo int
	attrs            []attrScan
	end              int // behind the '>'
	selfClosing      bool
}

type attrScan struct {
	nameFrom, nameTo   int
	valueFrom, valueTo int // without the quotes
}

// scanError is a place where a tag stops being one.
type scanError struct {
	from, to int
	msg, fix string
	eof      bool // the file ends inside the tag
}

func (e *scanError) Error() string { return e.msg }

func failAt(from, to int, fix, format string, args ...any) *scanError {
	return &scanError{from: from, to: to, msg: fmt.Sprintf(format, args...), fix: fix}
}

// scanTag reads the start tag at text[at] == '<'. encoding/xml tells what a tag
// says but neither where its attributes stand nor, for a broken one, the
// place that is wrong; this tells both.
// The attributes are appended to buf, which callers in a loop reuse.
func scanTag(text []byte, at int, buf []attrScan) (tagScan, *scanError) {
	t := tagScan{nameFrom: at + 1, attrs: buf[:0]}
	p := scanName(text, at+1)
	if p == at+1 {
		return t, failAt(at, at+1, "write &lt; for a < that is part of the text", "no element name follows this <")
	}
	t.nameTo = p
	name := text[t.nameFrom:t.nameTo]
	if bytes.Count(name, []byte(":")) > 1 {
		return t, failAt(t.nameFrom, t.nameTo, "write one prefix, one colon and one name", "the name %s has two colons", clip(name))
	}
	for {
		before := p
		p = skipSpace(text, p)
		if p >= len(text) {
			e := failAt(at, t.nameTo, "finish the tag; the file may be cut off", "the file ends inside the tag <%s", clip(name))
			e.eof = true
			return t, e
		}
		switch text[p] {
		case '>':
			t.end = p + 1
			return t, nil
		case '/':
			if p+1 < len(text) && text[p+1] == '>' {
				t.end, t.selfClosing = p+2, true
				return t, nil
			}
			return t, failAt(p, p+1, "write /> at the end of the tag, or take the / out", "a / inside the tag <%s is not followed by >", clip(name))
		case '<':
			return t, failAt(at, t.nameTo, "close the tag with > or />", "the tag <%s is not closed before the next one starts", clip(name))
		}
		if p == before && scanName(text, p) == p {
			_, n := utf8.DecodeRune(text[p:])
			return t, failAt(p, p+n, "write names in letters, digits, '_', '-' and '.', and attributes as name=\"value\"", "%q can't stand in the tag <%s", text[p:p+n], clip(name))
		}
		if p == before {
			return t, failAt(p, p+1, "separate the attributes with a space", "no space before the next attribute of <%s>", clip(name))
		}
		a := attrScan{nameFrom: p}
		p = scanName(text, p)
		if p == a.nameFrom {
			_, n := utf8.DecodeRune(text[p:])
			return t, failAt(p, p+n, "write attributes as name=\"value\"", "an attribute name of <%s> cannot start with %q", clip(name), text[p:p+n])
		}
		a.nameTo = p
		attr := text[a.nameFrom:a.nameTo]
		if bytes.Count(attr, []byte(":")) > 1 {
			return t, failAt(a.nameFrom, a.nameTo, "write one prefix, one colon and one name", "the name %s has two colons", clip(attr))
		}
		p = skipSpace(text, p)
		if p >= len(text) || text[p] != '=' {
			return t, failAt(a.nameFrom, a.nameTo, "write attributes as name=\"value\"", "the attribute %s of <%s> has no value", clip(attr), clip(name))
		}
		p = skipSpace(text, p+1)
		if p >= len(text) || text[p] != '"' && text[p] != '\'' {
			return t, failAt(a.nameFrom, a.nameTo, "put the value in quotes", "the value of attribute %s of <%s> is not in quotes", clip(attr), clip(name))
		}
		quote := text[p]
		a.valueFrom = p + 1
		n := bytes.IndexByte(text[a.valueFrom:], quote)
		if lt := bytes.IndexByte(text[a.valueFrom:a.valueFrom+max(n, 0)], '<'); n >= 0 && lt >= 0 {
			return t, failAt(a.valueFrom+lt, a.valueFrom+lt+1, "close the value's quote, or write &lt; for a < inside it",
				"a < stands inside the value of attribute %s of <%s>", clip(attr), clip(name))
		}
		if n < 0 {
			e := failAt(a.nameFrom, a.valueFrom, "close the value with the quote that opened it", "the value of attribute %s of <%s> is never closed", clip(attr), clip(name))
			e.eof = true
			return t, e
		}
		a.valueTo = a.valueFrom + n
		p = a.valueTo + 1
		t.attrs = append(t.attrs, a)
	}
}

// scanName returns the offset behind the XML name at p, or p where none starts there.
func scanName(text []byte, p int) int {
	start := p
	for p < len(text) {
		b := text[p]
		if b < utf8.RuneSelf {
			letter := 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b == ':'
			if !letter && (p == start || b != '-' && b != '.' && (b < '0' || b > '9')) {
				return p
			}
			p++
			continue
		}
		r, n := utf8.DecodeRune(text[p:])
		if r == utf8.RuneError || !unicode.Is(nameStart, r) && (p == start || !unicode.Is(nameMore, r)) {
			return p
		}
		p += n
	}
	return p
}

// The characters of names beyond ASCII: those that start one, and those that
// only go on with it (XML 1.0, fifth edition, §2.3).
var (
	nameStart = &unicode.RangeTable{
		R16: []unicode.Range16{
			{0xC0, 0xD6, 1}, {0xD8, 0xF6, 1}, {0xF8, 0x2FF, 1}, {0x370, 0x37D, 1}, {0x37F, 0x1FFF, 1}, {0x200C, 0x200D, 1},
			{0x2070, 0x218F, 1}, {0x2C00, 0x2FEF, 1}, {0x3001, 0xD7FF, 1}, {0xF900, 0xFDCF, 1}, {0xFDF0, 0xFFFD, 1},
		},
		R32:         []unicode.Range32{{0x10000, 0xEFFFF, 1}},
		LatinOffset: 2,
	}
	nameMore = &unicode.RangeTable{
		R16:         []unicode.Range16{{0xB7, 0xB7, 1}, {0x300, 0x36F, 1}, {0x203F, 0x2040, 1}},
		LatinOffset: 1,
	}
)

func skipSpace(text []byte, p int) int {
	for p < len(text) && isSpace(text[p]) {
		p++
	}
	return p
}

// clip shortens what a message quotes of the file.
func clip[S ~string | ~[]byte](s S) string {
	const most = 60
	str := string(s[:min(len(s), 4*most)])
	if n := utf8.RuneCountInString(str); n <= most && len(str) == len(s) {
		return str
	}
	r := []rune(str)
	return string(r[:min(len(r), most)]) + "…"
}
