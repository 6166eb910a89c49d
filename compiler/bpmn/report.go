package bpmn

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// unknownChild reports a BPMN element that the standard does not know in its parent.
func (r *reader) unknownChild(parent, c *Raw, known func() []string) {
	code := codeUnknownElement
	if allNames()[c.Name.Local] {
		code = codeMisplaced
	}
	if !r.wanted(code, c.Span) {
		return
	}
	here := known()
	near, found := nearest(c.Name.Local, here)
	if code == codeUnknownElement {
		d := diag.New(code, c.Span, "BPMN has no element %s", clip(c.Name.Local)).
			WithFix("take the element out, or move it into extensionElements in a namespace of its own")
		if !found {
			near, found = nearest(c.Name.Local, sortedNames())
		}
		if found {
			d = d.WithFix("did you mean %s?", near)
		}
		r.bag.Add(on(d, c))
		return
	}
	d := diag.New(code, c.Span, "%s can't stand in %s; it has no effect here", clip(c.Name.Local), clip(parent.Name.Local)).
		WithFix("move the element to where BPMN has it, or take it out")
	if found {
		d = d.WithFix("did you mean %s?", near)
	}
	r.bag.Add(on(d, c))
}

// foreignChild reports what stands beside extensionElements instead of inside,
// and BPMN elements that are written in a wrong namespace.
func (r *reader) foreignChild(parent, c *Raw) {
	if allNames()[c.Name.Local] && (c.Name.Space == "" && c.Name.Prefix == "" || c.Name.Space != "" && bpmnNearMiss(c.Name.Space)) {
		what := "in no namespace"
		if c.Name.Space != "" {
			what = "in the namespace " + clip(c.Name.Space)
		}
		r.add(on(diag.New(codeWrongNamespace, c.Span, "%s is written %s, not in that of BPMN 2.0; it has no effect", clip(full(c.Name)), what).
			WithFix("write it with the prefix of definitions, %s", full(Name{Prefix: r.defs.XML.Prefix, Local: c.Name.Local})), c))
		return
	}
	r.add(on(diag.New(codeForeignPlace, c.Span, "%s stands outside of extensionElements; it has no effect there", clip(full(c.Name))).
		WithFix("put it into the extensionElements of %s", clip(full(parent.Name))), parent))
}

// unknownAttr reports an attribute that the standard does not know on its element.
// One that no element has is an error: the schema refuses it, and it is most likely misspelt.
func (r *reader) unknownAttr(e *Raw, a Attr, known func() []string) {
	code := codeUnknownAttr
	if !attrNames[a.Name.Local] {
		code = codeNoSuchAttr
	}
	if !r.wanted(code, a.NameSpan) {
		return
	}
	d := diag.New(code, a.NameSpan, "%s has no attribute %s", clip(e.Name.Local), clip(a.Name.Local)).
		WithFix("take the attribute out, or give it the prefix of its own namespace")
	if near, ok := nearest(a.Name.Local, append(known(), "id")); ok {
		d = d.WithFix("did you mean %s?", near)
	}
	r.bag.Add(on(d, e))
}

// prefixedAttr reports a BPMN attribute with a prefix: the schema has them without.
func (r *reader) prefixedAttr(e *Raw, a Attr) {
	r.add(on(diag.New(codeUnknownAttr, a.NameSpan, "BPMN's own attributes have no prefix; %s has no effect", clip(full(a.Name))).
		WithFix("write %s without the prefix", clip(a.Name.Local)), e))
}

func (r *reader) strayText(e *Raw) {
	r.add(on(diag.New(codeStrayText, e.Text.Span, "text between the elements of %s has no effect", clip(e.Name.Local)).
		WithFix("take the text out, or put it into documentation"), e))
}

func (r *reader) repeated(e, c *Raw) {
	r.add(on(diag.New(codeRepeated, c.Span, "%s has %s already; only the first counts", clip(e.Name.Local), already(c.Name.Local)).
		WithFix("keep one of them"), e))
}

// already words what an element has once.
func already(local string) string {
	if strings.HasSuffix(local, "LoopCharacteristics") {
		return "loop characteristics"
	}
	return "a " + clip(local)
}

// simple checks an element that holds text alone.
func (r *reader) simple(e *Raw) {
	for _, a := range e.Attrs {
		if a.Name.Space == "" && a.Name.Prefix == "" {
			r.unknownAttr(e, a, nothing)
		}
	}
	for _, c := range e.Children {
		r.unknownChild(e, c, nothing)
	}
}

func nothing() []string { return nil }

// nearest finds the name that a misspelt one was most likely meant to be.
func nearest(name string, known []string) (string, bool) {
	if len(name) > 64 {
		return "", false
	}
	best, most := "", 1+len(name)/4
	for _, k := range known {
		if k == name {
			continue // known, but not here
		}
		if strings.EqualFold(k, name) {
			return k, true
		}
		if d := distance(name, k, most); d <= most {
			if d < most || best == "" {
				best, most = k, d
			}
		}
	}
	return best, best != ""
}

// distance is the number of letters to change, add, take out or swap with their
// neighbour, or more than most.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
