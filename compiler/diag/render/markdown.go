package render

import (
	"strings"
	"unicode/utf8"
)

// Plain lays Markdown out as text of at most width columns: the subset that the
// catalogue is written in, which is paragraphs, headings, lists, quotes, tables, fenced code,
// emphasis, code spans and links. Code and tables are kept as they are.
func Plain(markdown string, width int) string {
	p := plain{width: max(width, minWidth)}
	fenced := false
	for _, line := range strings.Split(strings.Trim(markdown, "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			p.flush()
			fenced = !fenced
		case fenced, strings.HasPrefix(line, "    ") && len(p.words) == 0:
			p.flush()
			p.out = append(p.out, strings.TrimRight("    "+strings.TrimPrefix(line, "    "), " "))
		case strings.HasPrefix(trimmed, "|"):
			p.flush()
			p.out = append(p.out, trimmed)
		case trimmed == "":
			p.flush()
			p.out = append(p.out, "")
		case strings.HasPrefix(trimmed, "#"):
			p.flush()
			p.out = append(p.out, inline(strings.TrimSpace(strings.TrimLeft(trimmed, "#"))))
		default:
			if marker := bullet(trimmed); marker != "" {
				p.flush()
				at := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " ")))
				p.first, p.rest = at+marker+" ", at+strings.Repeat(" ", len(marker)+1)
				trimmed = strings.TrimSpace(trimmed[len(marker):])
			}
			p.words = append(p.words, strings.Fields(inline(trimmed))...)
		}
	}
	p.flush()
	return strings.Join(p.out, "\n") + "\n"
}

type plain struct {
	width       int
	out         []string
	words       []string
	first, rest string // what the first and the other lines of the paragraph start with
}

// flush ends a paragraph: its words are broken into lines.
func (p *plain) flush() {
	line, lead := p.first, p.first
	for _, w := range p.words {
		if line != lead && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > p.width {
			p.out = append(p.out, line)
			line, lead = p.rest, p.rest
		}
		if line != lead {
			line += " "
		}
		line += w
	}
	if len(p.words) > 0 {
		p.out = append(p.out, line)
	}
	p.words, p.first, p.rest = nil, "", ""
}

// bullet returns the marker that a list item starts with, "" where none does.
func bullet(s string) string {
	if strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") {
		return s[:1]
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits > 0 && digits < 4 && strings.HasPrefix(s[digits:], ". ") {
		return s[:digits+1]
	}
	return ""
}

// inline takes the marks of emphasis out and writes links as text and address.
// Code spans keep their backticks, which set them apart.
func inline(s string) string {
	var b strings.Builder
	for s != "" {
		switch {
		case s[0] == '`':
			if end := strings.IndexByte(s[1:], '`'); end >= 0 {
				b.WriteString(s[:end+2])
				s = s[end+2:]
				continue
			}
		case strings.HasPrefix(s, "**"):
			s = s[2:]
			continue
		case s[0] == '[':
			if text, rest, ok := strings.Cut(s[1:], "]("); ok && !strings.Contains(text, "[") {
				if address, rest, ok := strings.Cut(rest, ")"); ok {
					b.WriteString(text + " (" + address + ")")
					s = rest
					continue
				}
			}
		}
		_, n := utf8.DecodeRuneInString(s)
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String()
}
