package bpmn

import (
	"sync/atomic"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// stride is the distance in bytes between two checkpoints of a source. A
// position costs one table look-up and at most this many bytes of counting, so
// that a file of one endless line is read as fast as any other.
const stride = 64

// source is the text of one file in UTF-8 with what it takes to turn a byte
// offset into a line and a column.
type source struct {
	file string
	text []byte
	// marks holds line and column of every stride-th byte.
	marks []mark
	// last is the trail of the long text that was asked for last.
	last atomic.Pointer[trail]
}

type mark struct{ line, col int32 }

func newSource(file string, text []byte) *source {
	s := &source{file: file, text: text, marks: make([]mark, 0, len(text)/stride+1)}
	m := mark{1, 1}
	for off := 0; ; off += stride {
		s.marks = append(s.marks, m)
		if off+stride > len(text) {
			return s
		}
		m = s.advance(m, off, off+stride)
	}
}

// advance counts lines and columns from one offset to a later one. A line ends
// with a line feed, or with a carriage return that none follows (XML 1.0 §2.11).
func (s *source) advance(m mark, from, to int) mark {
	for i := from; i < to; i++ {
		switch b := s.text[i]; {
		case b == '\n', b == '\r' && (i+1 >= len(s.text) || s.text[i+1] != '\n'):
			m.line++
			m.col = 1
		case b == '\r': // the line feed ends the line
		case b&0xC0 != 0x80:
			m.col++
		}
	}
	return m
}

// span is the stretch from one byte offset to another; offsets outside the
// text are clamped, so that every span lies inside the file.
func (s *source) span(from, to int) diag.Span {
	from = min(max(from, 0), len(s.text))
	to = min(max(to, from), len(s.text))
	i := from / stride
	m := s.advance(s.marks[i], i*stride, from)
	return diag.Span{File: s.file, Line: int(m.line), Col: int(m.col), Len: utf8.RuneCount(s.text[from:to])}
}
