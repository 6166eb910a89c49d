package bpmn

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// PosAt is the place in the file of the byte at offset in Value: entities,
// CDATA sections, comments and line breaks inside the text are accounted for.
// An offset outside of Value is clamped to it. A Text that was not read from a
// file answers its Span. Safe for concurrent use.
func (t Text) PosAt(offset int) diag.Span {
	if t.src == nil {
		return t.Span
	}
	return t.src.posIn(cursor{text: t.src.text, pos: t.start, cdata: t.cdata}, len(t.Value), offset)
}

// PosAt is the place in the file of the byte at offset in Value, entities and
// line breaks accounted for. An offset outside of Value is clamped to it. An
// Attr that was not read from a file answers its ValueSpan. Safe for concurrent use.
func (a Attr) PosAt(offset int) diag.Span {
	if a.src == nil {
		return a.ValueSpan
	}
	return a.src.posIn(cursor{text: a.src.text[:a.end], pos: a.start, attr: true}, len(a.Value), offset)
}

// posIn walks a cursor over the raw text until offset bytes of decoded text are passed.
func (s *source) posIn(c cursor, length, offset int) diag.Span {
	offset = min(max(offset, 0), length)
	w := walk{cursor: c, last: c.pos}
	if length > 2*pace {
		w = s.trail(w).before(offset)
	}
	for {
		r, at, ok := w.next()
		if !ok {
			// The end of the text: right behind its last character.
			return s.span(w.last, w.last)
		}
		n := utf8.RuneLen(r)
		if w.done+n > offset {
			if w.done == length {
				// Trimmed white space follows; the text's end is what was asked for.
				return s.span(w.last, w.last)
			}
			return s.span(at, w.pos)
		}
		w.done, w.last = w.done+n, w.pos
	}
}

// walk is a cursor on its way: done bytes of decoded text are behind it, the
// last of which ends at last.
type walk struct {
	cursor
	done, last int
}

// pace is about how many bytes of decoded text lie between two stops of a trail.
const pace = 256

// trail is one walk over a long text with stops on its way: an expression is
// asked for the places of all its parts, and must not be walked anew for each.
type trail []walk

// trail is the trail that starts there; the last one that was asked for is remembered.
func (s *source) trail(from walk) trail {
	if t := s.last.Load(); t != nil && (*t)[0].pos == from.pos && (*t)[0].attr == from.attr {
		return *t
	}
	t := trail{from}
	for w := from; ; {
		r, _, ok := w.next()
		if !ok {
			break
		}
		w.done, w.last = w.done+utf8.RuneLen(r), w.pos
		if w.done-t[len(t)-1].done >= pace {
			t = append(t, w)
		}
	}
	s.last.Store(&t)
	return t
}

// before is the last stop that is not behind the offset.
func (t trail) before(offset int) walk {
	return t[sort.Search(len(t), func(i int) bool { return t[i].done > offset })-1]
}

// cursor decodes character data or an attribute's value, one character at a
// time, keeping the place where each was written. It is only walked over text
// that the XML reader has accepted.
type cursor struct {
	text  []byte
	pos   int
	attr  bool // an attribute's value: the text ends where the value does
	cdata bool
	depth int // of child elements that are being passed over
}

// next returns the next character and the offset at which it is written.
func (c *cursor) next() (r rune, at int, ok bool) {
	for c.pos < len(c.text) {
		b := c.text[c.pos]
		switch {
		case c.cdata && b == ']' && c.has("]]>"):
			c.cdata = false
			c.pos += len("]]>")
			continue
		case b == '<' && !c.cdata && !c.attr:
			if !c.markup() {
				return 0, c.pos, false
			}
			continue
		case b == '&' && !c.cdata:
			at = c.pos
			r = c.entity()
		case b == '\r':
			at = c.pos
			r = '\n'
			c.pos++
			if c.pos < len(c.text) && c.text[c.pos] == '\n' {
				c.pos++
			}
		default:
			at = c.pos
			var n int
			r, n = utf8.DecodeRune(c.text[c.pos:])
			c.pos += n
		}
		if c.depth == 0 {
			return r, at, true
		}
	}
	return 0, c.pos, false
}

func (c *cursor) has(prefix string) bool {
	return len(c.text)-c.pos >= len(prefix) && string(c.text[c.pos:c.pos+len(prefix)]) == prefix
}

// markup passes over what is no text of this element; false at its end tag.
func (c *cursor) markup() bool {
	switch {
	case c.has("<![CDATA["):
		c.cdata = true
		c.pos += len("<![CDATA[")
	case c.has("<!--"):
		c.skipTo("-->", len("<!--"))
	case c.has("<?"):
		c.skipTo("?>", len("<?"))
	case c.has("</"):
		if c.depth == 0 {
			return false
		}
		c.depth--
		c.skipTo(">", len("</"))
	default:
		t, err := scanTag(c.text, c.pos, nil)
		if err != nil {
			return false
		}
		if !t.selfClosing {
			c.depth++
		}
		c.pos = t.end
	}
	return true
}

func (c *cursor) skipTo(end string, from int) {
	i := bytes.Index(c.text[min(c.pos+from, len(c.text)):], []byte(end))
	if i < 0 {
		c.pos = len(c.text)
		return
	}
	c.pos += from + i + len(end)
}

// predefined are the entities of XML itself; no other one is taken (BG1011).
var predefined = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "apos": '\'', "quot": '"'}

// entity decodes the reference at the cursor.
func (c *cursor) entity() rune {
	rest := c.text[c.pos:]
	semi := bytes.IndexByte(rest[:min(len(rest), maxReference)], ';')
	if semi < 0 {
		c.pos++
		return '&'
	}
	name := string(rest[1:semi])
	c.pos += semi + 1
	if r, ok := predefined[name]; ok {
		return r
	}
	digits, base := strings.TrimPrefix(name, "#"), 10
	if strings.HasPrefix(digits, "x") {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return utf8.RuneError
	}
	return rune(n)
}

// maxReference bounds the length of a reference such as &#x0010FFFF;, leading zeros included.
const maxReference = 64

// isSpace is the white space of XML.
func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// trim takes the white space of XML off both ends.
func trim(s string) string { return strings.Trim(s, " \t\r\n") }
