package render

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// lines is the text of one file, split once however many findings it has.
type lines struct {
	text  []byte
	start []int // offset of each line
	// marks are the characters before every markStride-th byte of line marked:
	// a file may be one endless line with thousands of findings.
	marked int
	marks  []int
}

const markStride = 1 << 12

// split finds the lines of a text. A line ends with a line feed, or with a
// carriage return that none follows, as positions count them (XML 1.0 §2.11).
func split(text []byte) lines {
	l := lines{text: text, start: []int{0}}
	for i, b := range text {
		if b == '\n' || b == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.start = append(l.start, i+1)
		}
	}
	return l
}

// line returns the nth line, counted from 1, without its end.
func (l *lines) line(n int) ([]byte, bool) {
	if n < 1 || n > len(l.start) {
		return nil, false
	}
	end := len(l.text)
	if n < len(l.start) {
		end = l.start[n]
	}
	return bytes.TrimRight(l.text[l.start[n-1]:end], "\r\n"), true
}

// window is a part of a line.
type window struct {
	text         string
	from         int  // the character that the column names, counted from 0 in text
	before, more bool // the line goes on before it, behind it
}

// window returns what stands around a column of the nth line, at least size
// characters on both sides where there are as many.
func (l *lines) window(n, col, size int) (window, bool) {
	line, ok := l.line(n)
	if !ok {
		return window{}, false
	}
	if len(line) <= markStride {
		text := string(line)
		return window{text: text, from: min(col-1, utf8.RuneCountInString(text))}, true
	}
	if l.marked != n {
		l.marked, l.marks = n, l.marks[:0]
		runes := 0
		for i, b := range line {
			if i%markStride == 0 {
				l.marks = append(l.marks, runes)
			}
			if b&0xC0 != 0x80 {
				runes++
			}
		}
	}
	// The last mark at or before the column, then on by characters.
	k := max(sort.Search(len(l.marks), func(i int) bool { return l.marks[i] > col-1 })-1, 0)
	at := next(line, k*markStride, 0)
	for runes := l.marks[k]; runes < col-1 && at < len(line); runes++ {
		at = next(line, at, 1)
	}
	lo, from := at, 0
	for ; from < size && lo > 0; from++ {
		_, w := utf8.DecodeLastRune(line[:lo])
		lo -= w
	}
	hi := next(line, at, size)
	return window{text: string(line[lo:hi]), from: from, before: lo > 0, more: hi < len(line)}, true
}

// next is the offset n characters behind an offset, which may lie within a character.
func next(line []byte, at, n int) int {
	for at < len(line) && line[at]&0xC0 == 0x80 {
		at++
	}
	for ; n > 0 && at < len(line); n-- {
		_, w := utf8.DecodeRune(line[at:])
		at += w
	}
	return at
}

// tabStop is the distance of tab stops in excerpts.
const tabStop = 4

// cell is one character of an excerpt as a terminal shows it: the text that is
// written for it and the columns that this takes.
type cell struct {
	text  string
	width int
}

// cells lays a line out for a terminal. Each rune has one cell, so that the
// column of a span is an index: a tab becomes blanks up to its stop, wide
// letters take two columns, marks that combine take none, and what would
// change the terminal or the order of reading is shown by a stand-in.
func cells(line string) []cell {
	out := make([]cell, 0, utf8.RuneCountInString(line))
	col := 0
	for _, r := range line {
		c := cellOf(r, col)
		col += c.width
		out = append(out, c)
	}
	return out
}

func cellOf(r rune, col int) cell {
	switch {
	case r == '\t':
		n := tabStop - col%tabStop
		return cell{strings.Repeat(" ", n), n}
	case r >= ' ' && r < 0x7F:
		return cell{string(r), 1}
	case hidden(r):
		return cell{standIn(r), 1}
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return cell{string(r), 0}
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return cell{string(r), 2}
	}
	return cell{string(r), 1}
}

// hidden reports control characters and those that turn the direction of
// reading: a model must not be able to write to the terminal or to look like another.
func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == utf8.RuneError:
		return true
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069', r == '\u200E', r == '\u200F', r == '\u061C':
		return true
	}
	return false
}

// standIn is the control picture of a control character, or the replacement character.
func standIn(r rune) string {
	switch {
	case r < ' ':
		return string('\u2400' + r)
	case r == 0x7F:
		return "\u2421"
	}
	return "\uFFFD"
}

// clean makes a text of a model safe for one line of output.
func clean(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			b.WriteString(standIn(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func join(cs []cell) string {
	var b strings.Builder
	for _, c := range cs {
		b.WriteString(c.text)
	}
	return b.String()
}

func widthOf(cs []cell) int {
	n := 0
	for _, c := range cs {
		n += c.width
	}
	return n
}

// cut is the mark of what a long line leaves out.
const cut = "..."

// excerpt is the part of a line that is shown, and what stands under it.
type excerpt struct {
	line  string
	blank int // columns before the marks
	marks int // columns of marks, at least 1
}

// fit lays a line out in at most limit columns. A longer line is cut so that
// the start of the span, and as much of it as there is room for, is seen with
// some of what stands before it.
func fit(w window, length, limit int) excerpt {
	all := cells(w.text)
	from := min(w.from, len(all))
	to := min(from+max(length, 1), len(all))
	lo, hi := 0, len(all)
	head, tail := "", ""
	if w.before || w.more || widthOf(all) > limit {
		// First the span itself, then half of the rest behind it, what stands before it, and what is left over behind.
		room := limit - 2*len(cut)
		lo, hi = from, from
		room -= grow(all, &hi, to, room*3/4)
		room -= grow(all, &hi, len(all), room/2)
		for lo > 0 && all[lo-1].width <= room {
			lo--
			room -= all[lo].width
		}
		grow(all, &hi, len(all), room)
		if lo > 0 || w.before {
			head = cut
		}
		if hi < len(all) || w.more {
			tail = cut
		}
		to = min(to, hi)
	}
	return excerpt{
		line:  strings.TrimRight(head+join(all[lo:hi])+tail, " "),
		blank: len(head) + widthOf(all[lo:from]),
		marks: max(widthOf(all[from:max(to, from)]), 1),
	}
}

// grow moves hi towards end as long as the cells passed fit into room, and
// returns the columns that they take.
func grow(all []cell, hi *int, end, room int) int {
	used := 0
	for *hi < end && used+all[*hi].width <= room {
		used += all[*hi].width
		*hi++
	}
	return used
}
