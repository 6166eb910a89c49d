package bpmn

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// tag is the place of one start tag, in bytes.
type tag struct {
	from, end int32 // '<' and behind '>'
	text      int32 // first character of its text that is no white space; 0 where it has none
	cdata     bool  // that character stands in a CDATA section
}

// scanned is what the first pass over a document found.
type scanned struct {
	tags []tag
	// skip lists the stretches that the tree needs nothing of, in order:
	// comments, processing instructions, white space between tags.
	skip []stretch
	// attrs is the number of attributes in the document.
	attrs int
}

type stretch struct{ from, to int32 }

// scanner is the first pass: raw tokens of encoding/xml, each with its place.
// It decides whether the document is well-formed and within its bounds, so
// that the second pass, etree's, can't fail or grow.
type scanner struct {
	src   *source
	opts  Options
	bag   *diag.Bag
	out   scanned
	stack []openTag
	root  bool // the root element was seen
	after bool // the root element was closed
	stop  bool // something was found that nothing can follow
	typed bool // a document type was seen
	// blank is white space that is dropped if a tag follows; last tells that a tag came before it.
	blank stretch
	last  bool
	// pieces counts towards the bounds of Options.
	pieces int
	buf    []attrScan
}

type openTag struct {
	name []byte
	tag  int32
}

// scan reads the document once. ok is false where an error in the bag ended it.
func scan(d decoded, opts Options, bag *diag.Bag) (scanned, bool) {
	s := &scanner{src: d.src, opts: opts, bag: bag}
	text := d.src.text
	dec := xml.NewDecoder(bytes.NewReader(text[d.body:]))
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is UTF-8 already
	for !s.stop {
		at := d.body + int(dec.InputOffset())
		var t tagScan
		if at+1 < len(text) && text[at] == '<' && text[at+1] != '/' && text[at+1] != '!' && text[at+1] != '?' {
			var bad *scanError
			if t, bad = scanTag(text, at, s.buf); bad != nil {
				s.broken(bad)
				return s.out, false
			}
			s.buf = t.attrs
			if !s.room(t) {
				return s.out, false
			}
		}
		tok, err := dec.RawToken()
		end := d.body + int(dec.InputOffset())
		switch {
		case err == io.EOF:
			return s.out, s.finish()
		case err != nil:
			s.syntax(at, end, err)
			return s.out, false
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			s.start(at, end, t)
			if t.selfClosing && !s.stop {
				if _, err := dec.RawToken(); err != nil { // the end that encoding/xml adds
					s.syntax(at, end, err)
					return s.out, false
				}
				s.close()
			}
		case xml.EndElement:
			s.end(at, end)
		case xml.CharData:
			s.chars(at, end, tok)
		case xml.Directive:
			s.directive(at, end)
			s.drop(at, end)
		case xml.ProcInst:
			if strings.EqualFold(tok.Target, "xml") {
				s.secondDeclaration(at)
			}
			s.drop(at, end)
		default: // comments
			s.drop(at, end)
		}
	}
	return s.out, false
}

func (s *scanner) fail(d diag.Diagnostic) {
	s.bag.Add(d)
	s.stop = true
}

// room checks the bounds on elements and attributes before anything is built.
func (s *scanner) room(t tagScan) bool {
	s.out.attrs += len(t.attrs)
	switch {
	case len(s.out.tags) >= s.opts.MaxElements:
		s.fail(diag.New(codeTooMany, s.src.span(t.nameFrom, t.nameTo), "the file has more than %d elements", s.opts.MaxElements).
			WithFix("split the file"))
	case s.out.attrs > maxAttrsPerElement*s.opts.MaxElements || len(t.attrs) > maxAttrs:
		s.fail(diag.New(codeTooMany, s.src.span(t.nameFrom, t.nameTo), "the file has too many attributes").
			WithFix("take attributes out, or split the file"))
	}
	return !s.stop
}

// piece counts what becomes a node of the tree beside the elements: stretches of
// text, CDATA sections.
func (s *scanner) piece(at, end int) {
	if s.pieces++; s.pieces > maxPiecesPerElement*s.opts.MaxElements && !s.stop {
		s.fail(diag.New(codeTooMany, s.src.span(at, min(at+1, end)), "the text of the file is cut into too many pieces").
			WithFix("take CDATA sections out, or split the file"))
	}
}

// maxAttrs bounds the attributes of one element, maxAttrsPerElement their mean,
// maxPiecesPerElement the mean of text pieces.
const (
	maxAttrs            = 256
	maxAttrsPerElement  = 4
	maxPiecesPerElement = 4
)

func (s *scanner) start(at, end int, t tagScan) {
	name := s.src.span(t.nameFrom, t.nameTo)
	switch {
	case s.after:
		s.fail(diag.New(codeOutsideRoot, name, "a second element, <%s>, stands beside the root element", clip(s.src.text[t.nameFrom:t.nameTo])).
			WithFix("keep one root element, definitions, with everything inside it"))
		return
	case len(s.stack) >= s.opts.MaxDepth:
		s.fail(diag.New(codeTooDeep, name, "elements are nested more than %d deep", s.opts.MaxDepth).
			WithFix("flatten the model; no process needs this depth"))
		return
	}
	s.tagSeen()
	s.root = true
	s.stack = append(s.stack, openTag{s.src.text[t.nameFrom:t.nameTo], int32(len(s.out.tags))})
	s.out.tags = append(s.out.tags, tag{from: int32(at), end: int32(end)})
	s.last = true
}

func (s *scanner) close() {
	s.stack = s.stack[:len(s.stack)-1]
	s.after = len(s.stack) == 0
	s.last = true
}

func (s *scanner) end(at, end int) {
	from := at + len("</")
	to := scanName(s.src.text, from)
	name := s.src.text[from:to]
	if len(s.stack) == 0 {
		s.fail(diag.New(codeMismatchedTag, s.src.span(from, to), "</%s> closes an element that was never opened", clip(name)).
			WithFix("take the end tag out"))
		return
	}
	top := s.stack[len(s.stack)-1]
	if !bytes.Equal(top.name, name) {
		s.fail(diag.New(codeMismatchedTag, s.src.span(from, to), "</%s> does not close <%s>, the element that is open here", clip(name), clip(top.name)).
			WithRelated(s.opened(top), "<%s> is opened here", clip(top.name)).
			WithFix("close <%s> first, or mend the name of the end tag", clip(top.name)))
		return
	}
	s.tagSeen()
	s.close()
}

func (s *scanner) opened(o openTag) diag.Span {
	from := int(s.out.tags[o.tag].from) + 1
	return s.src.span(from, from+len(o.name))
}

// tagSeen drops the white space between the last tag and the one that comes.
func (s *scanner) tagSeen() {
	if s.blank.to > s.blank.from {
		s.addSkip(s.blank)
	}
	s.blank = stretch{}
}

func (s *scanner) addSkip(b stretch) {
	if n := len(s.out.skip); n > 0 && s.out.skip[n-1].to == b.from {
		s.out.skip[n-1].to = b.to
		return
	}
	s.out.skip = append(s.out.skip, b)
}

// drop keeps a comment or processing instruction from the tree. One that
// follows a ] stays: the text around it could join to the forbidden ]]>.
func (s *scanner) drop(at, end int) {
	if at > 0 && s.src.text[at-1] == ']' {
		s.piece(at, end)
		return
	}
	if s.blank.to > s.blank.from {
		s.blank, s.last = stretch{}, false
	}
	s.addSkip(stretch{int32(at), int32(end)})
}

func (s *scanner) chars(at, end int, text []byte) {
	if len(bytes.Trim(text, " \t\r\n")) == 0 {
		if s.last {
			s.blank = stretch{int32(at), int32(end)}
		}
		s.last = false
		return
	}
	s.blank, s.last = stretch{}, false
	s.piece(at, end)
	c := cursor{text: s.src.text[:end], pos: at}
	first := at
	for r, p, ok := c.next(); ok; r, p, ok = c.next() {
		if r > ' ' || !isSpace(byte(r)) {
			first = p
			break
		}
	}
	if len(s.stack) == 0 {
		from, what := first, "before"
		if s.after {
			what = "after"
		}
		to := from
		for to < end && !isSpace(s.src.text[to]) {
			to++
		}
		s.fail(diag.New(codeOutsideRoot, s.src.span(from, to), "text stands %s the root element: %q", what, clip(s.src.text[from:to])).
			WithFix("take the text out, or put it into a comment"))
		return
	}
	if t := &s.out.tags[s.stack[len(s.stack)-1].tag]; t.text == 0 {
		t.text, t.cdata = int32(first), c.cdata
	}
}

// directive judges what starts with <!: only a document type may.
func (s *scanner) directive(at, end int) {
	text := s.src.text[at:end]
	where := s.src.span(at, at+min(len("<!DOCTYPE"), len(text)))
	if !bytes.HasPrefix(text, []byte("<!DOCTYPE")) || s.root || s.typed {
		s.fail(diag.New(codeSyntax, where, "a declaration that starts with <! can't stand here").WithFix("take it out"))
		return
	}
	if i := bytes.Index(text, []byte("<!ENTITY")); i >= 0 {
		s.fail(diag.New(codeEntity, s.src.span(at+i, at+i+len("<!ENTITY")), "the document type defines entities, which are refused").
			WithFix("write the text in place of the entities and take the DOCTYPE out"))
		return
	}
	s.typed = true
	s.bag.Add(diag.New(codeDoctype, where, "the document type declaration is not read").WithFix("take the DOCTYPE out"))
}

// finish judges the end of the file.
func (s *scanner) finish() bool {
	if s.stop {
		return false
	}
	if n := len(s.stack); n > 0 {
		top := s.stack[n-1]
		end := len(bytes.TrimRight(s.src.text, " \t\r\n"))
		_, last := utf8.DecodeLastRune(s.src.text[:end])
		s.fail(diag.New(codeTruncated, s.src.span(end-last, end), "the file ends before <%s> is closed", clip(top.name)).
			WithRelated(s.opened(top), "<%s> is opened here", clip(top.name)).
			WithFix("restore the rest of the file, which may be cut off, or add the end tags"))
		return false
	}
	if !s.root {
		s.fail(diag.New(codeEmpty, s.src.span(0, 0), "the file has no element").
			WithFix("draw a new model in a BPMN modeler, or bring back the file that was here"))
		return false
	}
	return true
}
