package bpmn

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/beevik/etree"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// scope is what the namespace prefixes mean at an element: a chain of the
// declarations around it.
type scope struct {
	parent      *scope
	prefix, uri string
	length      int
}

// maxScope bounds the declarations around one element: looking a prefix up walks over them.
const maxScope = 256

// declare adds a declaration. One too many, which no real file has, is dropped;
// what uses it is then reported as unbound.
func (s *scope) declare(prefix, uri string) *scope {
	if s.length >= maxScope {
		return s
	}
	return &scope{s, prefix, uri, s.length + 1}
}

// lookup returns the namespace that a prefix is bound to.
func (s *scope) lookup(prefix string) (string, bool) {
	for ; s != nil; s = s.parent {
		if s.prefix == prefix {
			return s.uri, s.uri != "" || prefix == ""
		}
	}
	return "", false
}

// xmlNS is what the prefix xml is bound to always, xmlnsNS what declarations are in.
const (
	xmlNS   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNS = "http://www.w3.org/2000/xmlns/"
	xsiNS   = "http://www.w3.org/2001/XMLSchema-instance"
)

// rereader gives the second pass the document without what the first pass found the tree
// to need nothing of, so that 50 MB of comments cost no memory there.
type rereader struct {
	text []byte
	pos  int
	skip []stretch
}

func (r *rereader) Read(p []byte) (int, error) {
	for len(r.skip) > 0 && r.pos >= int(r.skip[0].from) {
		r.pos, r.skip = int(r.skip[0].to), r.skip[1:]
	}
	end := len(r.text)
	if len(r.skip) > 0 {
		end = int(r.skip[0].from)
	}
	if r.pos >= end {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.pos:end])
	r.pos += n
	return n, nil
}

// tree is the second pass: etree's elements, matched one to one in document
// order with the places of the first pass.
type tree struct {
	src  *source
	tags []tag
	next int
	buf  []attrScan
	// One allocation holds all elements, one all attributes: their numbers are known.
	raws  []Raw
	attrs []Attr
	*findings
	// names and unbound keep each name once, and each unbound prefix reported once.
	names   map[string]string
	unbound map[string]bool
}

// build reads the document again, with etree, and returns the root with places.
func build(d decoded, sc scanned, opts Options, found *findings) *Raw {
	doc := etree.NewDocument()
	doc.ReadSettings = etree.ReadSettings{PreserveDuplicateAttrs: true, MaxDepth: opts.MaxDepth + 1}
	text := d.src.text
	_, err := doc.ReadFrom(&rereader{text: text, pos: d.body, skip: sc.skip})
	if err == nil && doc.Root() != nil {
		if tags, attrs := measure(doc.Root()); tags != len(sc.tags) || attrs != sc.attrs {
			err = fmt.Errorf("%d elements with %d attributes became %d with %d", len(sc.tags), sc.attrs, tags, attrs)
		}
	}
	if err != nil || doc.Root() == nil {
		found.add(diag.New(codeSyntax, d.src.span(d.body, d.body), "the document reads differently a second time: %v", err).
			WithFix("report this file as a bug of bpmngen"))
		return nil
	}
	t := &tree{
		src: d.src, tags: sc.tags, findings: found, names: map[string]string{}, unbound: map[string]bool{},
		raws: make([]Raw, len(sc.tags)), attrs: make([]Attr, 0, sc.attrs),
	}
	return t.element(doc.Root(), &scope{prefix: "xml", uri: xmlNS})
}

// measure counts the elements and attributes of a tree, to hold the two passes against each other.
func measure(e *etree.Element) (tags, attrs int) {
	tags, attrs = 1, len(e.Attr)
	for _, c := range e.Child {
		if c, ok := c.(*etree.Element); ok {
			t, a := measure(c)
			tags, attrs = tags+t, attrs+a
		}
	}
	return tags, attrs
}

// intern keeps one copy of a name that is written thousands of times.
func (t *tree) intern(s string) string {
	if k, ok := t.names[s]; ok {
		return k
	}
	t.names[s] = s
	return s
}

// element turns one etree element and all below it into Raw. The depth of the
// recursion is bounded by Options.MaxDepth.
func (t *tree) element(e *etree.Element, ns *scope) *Raw {
	at, r := t.tags[t.next], &t.raws[t.next]
	t.next++
	scan, _ := scanTag(t.src.text[:at.end], int(at.from), t.buf) // the first pass has accepted it
	t.buf = scan.attrs
	r.Span = t.src.span(scan.nameFrom, scan.nameTo)
	for _, a := range e.Attr {
		switch {
		case a.Space == "xmlns":
			ns = ns.declare(a.Key, a.Value)
		case a.Space == "" && a.Key == "xmlns":
			ns = ns.declare("", a.Value)
		}
	}
	r.ns = ns
	r.Name = t.name(e.Space, e.Tag, r.Span, ns, true)
	t.attributes(r, e, scan)

	var own strings.Builder
	single, pieces, children := "", 0, 0
	for _, c := range e.Child {
		switch c := c.(type) {
		case *etree.CharData:
			if pieces++; pieces == 1 {
				single = c.Data
				continue
			}
			if pieces == 2 {
				own.WriteString(single)
			}
			own.WriteString(c.Data)
		case *etree.Element:
			children++
		}
	}
	if pieces > 1 {
		single = own.String()
	}
	r.Text = Text{Value: trim(single), Span: r.Span}
	if r.Text.Value != "" && at.text > 0 {
		r.Text.src, r.Text.start, r.Text.cdata = t.src, int(at.text), at.cdata
		r.Text.Span = t.textSpan(int(at.text), at.cdata)
	}
	if children > 0 {
		r.Children = make([]*Raw, 0, children)
		for _, c := range e.Child {
			if c, ok := c.(*etree.Element); ok {
				r.Children = append(r.Children, t.element(c, ns))
			}
		}
	}
	return r
}

// textSpan is the first line of a text that starts at an offset: up to the
// next markup or line end, white space before that left out.
func (t *tree) textSpan(from int, cdata bool) diag.Span {
	text, end := t.src.text, byte('<')
	if cdata {
		end = ']'
	}
	to := from
	for to < len(text) && text[to] != '\n' && text[to] != '\r' {
		if text[to] == end && (!cdata || bytes.HasPrefix(text[to:], []byte("]]>"))) {
			break
		}
		to++
	}
	for to > from && isSpace(text[to-1]) {
		to--
	}
	return t.src.span(from, to)
}

// attributes places the attributes of an element; of a doubled one the first counts.
func (t *tree) attributes(r *Raw, e *etree.Element, scan tagScan) {
	if len(e.Attr) == 0 {
		return
	}
	n := len(t.attrs)
	t.attrs = t.attrs[:n+len(e.Attr)] // the first pass has counted them
	r.Attrs = t.attrs[n : n : n+len(e.Attr)]
	for i, a := range e.Attr {
		s := scan.attrs[i]
		at := Attr{
			Value:     a.Value,
			NameSpan:  t.src.span(s.nameFrom, s.nameTo),
			ValueSpan: t.src.span(s.valueFrom, s.valueTo),
			src:       t.src, start: s.valueFrom, end: s.valueTo,
		}
		switch {
		case a.Space == "xmlns":
			at.Name = Name{Space: xmlnsNS, Local: t.intern(a.Key), Prefix: "xmlns"}
		case a.Space == "" && a.Key == "xmlns":
			at.Name = Name{Space: xmlnsNS, Local: "xmlns"}
		case a.Space == "":
			at.Name = Name{Local: t.intern(a.Key)} // the default namespace is not for attributes
		default:
			at.Name = t.name(a.Space, a.Key, at.NameSpan, r.ns, false)
		}
		if j := indexName(r.Attrs, at.Name); j >= 0 {
			t.add(diag.New(codeDuplicateAttr, at.NameSpan, "the attribute %s is given twice", clip(full(at.Name))).
				WithRelated(r.Attrs[j].NameSpan, "first given here").
				WithFix("take one of the two out"))
			continue
		}
		r.Attrs = append(r.Attrs, at)
	}
}

func indexName(attrs []Attr, n Name) int {
	for i, a := range attrs {
		if a.Name.Local == n.Local && a.Name.Space == n.Space && (n.Space != "" || a.Name.Prefix == n.Prefix) {
			return i
		}
	}
	return -1
}

// full is a name as written.
func full(n Name) string {
	if n.Prefix == "" {
		return n.Local
	}
	return n.Prefix + ":" + n.Local
}

// name expands a qualified name and reports a prefix that is bound to nothing.
func (t *tree) name(prefix, local string, at diag.Span, ns *scope, element bool) Name {
	n := Name{Local: t.intern(local), Prefix: t.intern(prefix)}
	uri, ok := ns.lookup(prefix)
	n.Space = uri
	if ok || prefix == "" {
		return n
	}
	if element && wellKnown[prefix] {
		n.Space = NS
	}
	if !t.unbound[prefix] {
		t.unbound[prefix] = true
		uri := "…"
		if wellKnown[prefix] {
			uri = NS
		}
		t.add(diag.New(codeUnboundPrefix, at, "the prefix %s is bound to no namespace", clip(prefix)).
			WithFix("declare xmlns:%s=%q on the root element", clip(prefix), uri))
	}
	return n
}

// wellKnown are the prefixes that modelers give the BPMN namespace; one of them
// without a declaration still says what is meant.
var wellKnown = map[string]bool{"bpmn": true, "bpmn2": true, "semantic": true, "model": true, "bpmn20": true}
