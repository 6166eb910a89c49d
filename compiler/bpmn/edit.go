package bpmn

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Edited makes edits in the bytes of a file, in its own encoding and with its own
// line ends; all other bytes stay as they are. Places are those of findings about
// these bytes. Edits that overlap an earlier one, and equal ones, are left out; made
// is how many were made. It makes none where the file can't be written in the
// encoding that it was read in without another byte changing. Safe for concurrent use.
func Edited(src []byte, edits []diag.Edit) (out []byte, made int) {
	d := decode("", src, &diag.Bag{})
	text := d.src.text
	back := func(b []byte) ([]byte, bool) {
		if d.enc == nil {
			return b, true
		}
		e, err := d.enc.NewEncoder().Bytes(b)
		return e, err == nil
	}
	if same, ok := back(text); !ok || !bytes.Equal(same, src[d.mark:]) {
		return src, 0
	}
	type change struct {
		from, to int
		text     string
	}
	newline := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	var changes []change
	for _, e := range edits {
		from, ok := d.src.offset(e.Span.Line, e.Span.Col)
		if !ok {
			continue
		}
		to := from
		for range e.Span.Len {
			_, n := utf8.DecodeRune(text[to:])
			to += n
		}
		c := change{from, to, strings.ReplaceAll(e.New, "\n", newline+d.src.indent(from))}
		if !slices.Contains(changes, c) {
			changes = append(changes, c)
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	var b bytes.Buffer
	b.Write(src[:d.mark])
	last := 0
	for _, c := range changes {
		if c.from < last {
			continue
		}
		kept, ok := back(text[last:c.from])
		added, ok2 := back([]byte(c.text))
		if !ok || !ok2 {
			continue // it holds a letter that the encoding has not
		}
		b.Write(kept)
		b.Write(added)
		last = c.to
		made++
	}
	rest, _ := back(text[last:])
	b.Write(rest)
	return b.Bytes(), made
}

// offset is the byte of the text at a line and column, both from 1.
func (s *source) offset(line, col int) (int, bool) {
	i, found := slices.BinarySearchFunc(s.marks, mark{int32(line), int32(col)}, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col))
	})
	if !found {
		i--
	}
	if i < 0 {
		return 0, false
	}
	m, at := s.marks[i], i*stride
	for m.line != int32(line) || m.col != int32(col) {
		if at >= len(s.text) || m.line > int32(line) {
			return 0, false
		}
		_, n := utf8.DecodeRune(s.text[at:])
		m = s.advance(m, at, at+n)
		at += n
	}
	// A mark inside a character has the column behind it.
	for at < len(s.text) && !utf8.RuneStart(s.text[at]) {
		at++
	}
	return at, true
}

// indent is the white space that the line of an offset begins with.
func (s *source) indent(at int) string {
	from := bytes.LastIndexAny(s.text[:at], "\r\n") + 1
	to := from
	for to < at && (s.text[to] == ' ' || s.text[to] == '\t') {
		to++
	}
	return string(s.text[from:to])
}
