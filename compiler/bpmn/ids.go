package bpmn

import "github.com/bpmngen/bpmngen/compiler/diag"

// identify records the id of a typed element; the first of two keeps it.
func (r *reader) identify(raw *Raw, e Element) {
	if id, ok := r.claim(raw, codeDuplicateID); ok {
		r.defs.IDs[id] = e
	}
}

// claim takes the id of an element for it, and reports one that is taken
// already, an empty one, and one that is no xsd:ID.
func (r *reader) claim(raw *Raw, twice diag.Code) (string, bool) {
	a, ok := raw.Attr("", "id")
	if !ok {
		return "", false
	}
	id := trim(a.Value)
	if !isNCName(id) {
		d := diag.New(codeBadID, r.value(a), "the id %q is no XML name", clip(a.Value)).
			WithFix("write an id of letters, digits, '_', '-' and '.' that starts with a letter or '_'")
		if id == "" {
			d.Message = "the id is empty"
		}
		r.add(on(d, raw))
		if id == "" {
			return "", false
		}
	}
	if first, taken := r.places[id]; taken {
		r.add(on(diag.New(twice, a.ValueSpan, "the id %q is given to two elements", clip(id)).
			WithRelated(first, "first given here").
			WithFix("give one of the two another id, and change what refers to it"), raw))
		return "", false
	}
	r.places[id] = a.ValueSpan
	return id, true
}

// keep keeps a child that the standard knows but nothing reads further.
func (r *reader) keep(b *Base, c *Raw) {
	b.Kept = append(b.Kept, c)
	r.opaque(c)
}

// keepIDs records the ids of BPMN and diagram elements in a tree that is kept
// raw. Those of other namespaces are their own business.
func (r *reader) keepIDs(e *Raw) {
	switch e.Name.Space {
	case NS:
		if id, ok := r.claim(e, codeDuplicateID); ok {
			r.defs.RawIDs[id] = e
		}
	case nsBPMNDI, nsDI, nsDC:
		if id, ok := r.claim(e, codeDuplicateDIID); ok {
			r.defs.RawIDs[id] = e
		}
	}
	for _, c := range e.Children {
		r.keepIDs(c)
	}
}
