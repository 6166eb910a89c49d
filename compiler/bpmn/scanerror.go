package bpmn

import (
	"bytes"
	"encoding/xml"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// broken reports a start tag that is none.
func (s *scanner) broken(e *scanError) {
	code := codeSyntax
	if e.eof {
		code = codeTruncated
	}
	s.fail(diag.New(code, s.src.span(e.from, e.to), "%s", e.msg).WithFix("%s", e.fix))
}

// syntax places what encoding/xml found wrong outside of start tags.
func (s *scanner) syntax(at, end int, err error) {
	text := s.src.text
	msg := err.Error()
	var se *xml.SyntaxError
	if errors.As(err, &se) {
		msg = se.Msg
	}
	rest := text[at:]
	starts := func(p string) bool { return bytes.HasPrefix(rest, []byte(p)) }
	one := func(p int) diag.Span {
		_, n := utf8.DecodeRune(text[min(p, len(text)):])
		return s.src.span(p, p+n)
	}
	switch {
	case strings.HasPrefix(msg, "invalid character entity"):
		// The reader stops behind the reference, or where one stops being one.
		from := at + max(bytes.LastIndexByte(text[at:min(end, len(text))], '&'), 0)
		to := end
		semi := bytes.IndexByte(text[from:min(from+maxReference, len(text))], ';')
		if semi > 1 && scanName(text, from+1) == from+semi {
			s.fail(diag.New(codeUndefinedEntity, s.src.span(from, from+semi+1), "the entity %s is not defined", clip(text[from:from+semi+1])).
				WithFix("write the character itself, or its number as in &#160;"))
			return
		}
		if semi > 1 && text[from+1] == '#' {
			s.fail(diag.New(codeSyntax, s.src.span(from, from+semi+1), "%s is no character that XML has", clip(text[from:from+semi+1])).
				WithFix("take the reference out"))
			return
		}
		s.fail(diag.New(codeSyntax, s.src.span(from, max(to, from+1)), "this & starts no character reference").
			WithFix("write &amp; for a & that is part of the text"))
	case strings.HasPrefix(msg, "invalid XML name: "):
		// encoding/xml goes by the tables of the fourth edition of XML 1.0.
		name := strings.TrimPrefix(msg, "invalid XML name: ")
		p := at + max(bytes.Index(rest, []byte(name)), 0)
		s.fail(diag.New(codeSyntax, s.src.span(p, p+len(name)), "%s is no name in XML", clip(name)).
			WithFix("write names in letters, digits, '_', '-' and '.'"))
	case msg == "unexpected EOF" && rest[0] != '<' && bytes.IndexByte(rest, '&') >= 0:
		p := at + bytes.LastIndexByte(rest, '&')
		s.fail(diag.New(codeSyntax, s.src.span(p, p+1), "this & starts no character reference").
			WithFix("write &amp; for a & that is part of the text"))
	case strings.HasPrefix(msg, "illegal character code"):
		s.illegal(at, end)
	case strings.HasPrefix(msg, "unescaped ]]>"):
		p := at + max(bytes.Index(rest, []byte("]]>")), 0)
		s.fail(diag.New(codeSyntax, s.src.span(p, p+3), "]]> can't stand in text").WithFix("write ]]&gt;"))
	case strings.HasPrefix(msg, "invalid sequence \"--\""):
		p := at + len("<!--")
		p += max(bytes.Index(text[p:], []byte("--")), 0)
		s.fail(diag.New(codeSyntax, s.src.span(p, p+2), "-- can't stand in a comment").
			WithRelated(s.src.span(at, at+4), "the comment starts here").WithFix("take the -- out of the comment"))
	case starts("<!--"):
		s.unfinished(at, at+4, "comment", "-->")
	case starts("<![CDATA["):
		s.unfinished(at, at+9, "CDATA section", "]]>")
	case starts("<?xml ") && bytes.Contains(rest, []byte("?>")):
		s.secondDeclaration(at)
	case starts("<?"):
		if bytes.Contains(rest, []byte("?>")) {
			s.fail(diag.New(codeSyntax, s.src.span(at, at+2), "this is no processing instruction").WithFix("take the <? … ?> out"))
			return
		}
		s.unfinished(at, at+2, "processing instruction", "?>")
	case starts("<!DOCTYPE") && end >= len(text):
		s.unfinished(at, at+len("<!DOCTYPE"), "document type declaration", ">")
	case starts("</"):
		from := at + 2
		to := scanName(text, from)
		if end >= len(text) && bytes.IndexByte(rest, '>') < 0 {
			s.fail(diag.New(codeTruncated, s.src.span(at, max(to, from)), "the file ends inside an end tag").
				WithFix("restore the rest of the file, which may be cut off"))
			return
		}
		s.fail(diag.New(codeSyntax, s.src.span(at, max(to, from)), "this end tag is malformed").WithFix("write </name> and nothing else inside it"))
	case starts("<!"):
		s.fail(diag.New(codeSyntax, s.src.span(at, at+2), "nothing known to XML starts with this <!").WithFix("write &lt; for a < that is part of the text"))
	case starts("<") && len(rest) == 1:
		s.fail(diag.New(codeTruncated, one(at), "the file ends inside a tag").WithFix("restore the rest of the file, which may be cut off"))
	default:
		p := min(max(end-1, at), max(len(text)-1, 0))
		s.fail(diag.New(codeSyntax, one(p), "this is not well-formed XML: %s", clip(msg)).WithFix("mend the XML at this place"))
	}
}

// illegal finds the character between two offsets that XML excludes (XML 1.0
// §2.2), written as it is or by its number.
func (s *scanner) illegal(at, end int) {
	text := s.src.text[:end]
	c := cursor{text: text, pos: at, attr: true, cdata: bytes.HasPrefix(text[at:], []byte("<![CDATA["))}
	for r, p, ok := c.next(); ok; r, p, ok = c.next() {
		switch {
		case r >= ' ' && r != 0xFFFE && r != 0xFFFF && (r != utf8.RuneError || text[p] != '&'), r < ' ' && isSpace(byte(r)):
			continue
		case text[p] == '&':
			s.fail(diag.New(codeSyntax, s.src.span(p, c.pos), "%s is no character that XML has", clip(text[p:c.pos])).
				WithFix("take the reference out"))
		default:
			s.fail(diag.New(codeSyntax, s.src.span(p, c.pos), "the character U+%04X can't stand in XML", r).WithFix("take the character out"))
		}
		return
	}
	s.fail(diag.New(codeSyntax, s.src.span(at, at+1), "a character that XML excludes stands in what starts here").WithFix("take the character out"))
}

func (s *scanner) secondDeclaration(at int) {
	s.fail(diag.New(codeSyntax, s.src.span(at, at+len("<?xml")), "an XML declaration can only stand at the very start of the file").
		WithFix("take it out; if two files were joined here, split them"))
}

func (s *scanner) unfinished(from, to int, what, end string) {
	s.fail(diag.New(codeTruncated, s.src.span(from, to), "the %s that starts here never ends", what).
		WithFix("end it with %s; the file may be cut off", end))
}
