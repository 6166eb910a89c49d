package graph

import "github.com/bpmngen/bpmngen/compiler/bpmn"

// Lookup resolves a QName reference (§8.1): within the file, or, where its
// prefix names the target namespace of another file of this compilation, there.
// A prefix that names the file's own namespace, or nothing that is known, is
// taken as the file's own: modelers write prefixes that they don't declare.
func (f *File) Lookup(r bpmn.Ref) (bpmn.Element, bool) {
	e, _, ok := f.LookupFile(r)
	return e, ok
}

// LookupFile is Lookup that also tells the file where the element stands.
func (f *File) LookupFile(r bpmn.Ref) (bpmn.Element, *File, bool) {
	if r.IsZero() {
		return nil, nil, false
	}
	if r.Prefix != "" && r.Space != "" && r.Space != f.Defs.TargetNamespace {
		for _, other := range f.Graph.spaces[r.Space] {
			if e, ok := other.Defs.IDs[r.Local]; ok {
				return e, other, true
			}
		}
		if e, ok := f.Defs.IDs[r.Raw]; ok {
			return e, f, true
		}
		return nil, nil, false
	}
	for _, id := range []string{r.Local, r.Raw} {
		if e, ok := f.Defs.IDs[id]; ok {
			return e, f, true
		}
	}
	for _, other := range f.Graph.spaces[f.Defs.TargetNamespace] {
		if e, ok := other.Defs.IDs[r.Local]; ok {
			return e, other, true
		}
	}
	return nil, nil, false
}

// Foreign reports that a reference names another namespace of which no file is
// part of this compilation: what it means can't be known here.
func (f *File) Foreign(r bpmn.Ref) bool {
	return r.Prefix != "" && r.Space != "" && r.Space != f.Defs.TargetNamespace && len(f.Graph.spaces[r.Space]) == 0
}

// LookupRaw resolves a reference to an element that is kept raw.
func (f *File) LookupRaw(r bpmn.Ref) (*bpmn.Raw, bool) {
	for _, id := range []string{r.Local, r.Raw} {
		if e, ok := f.Defs.RawIDs[id]; ok {
			return e, true
		}
	}
	return nil, false
}

// Definitions are the event definitions of an event: its own, then those of the
// file that it refers to (§10.5.1).
func (f *File) Definitions(e *bpmn.Event) []*bpmn.EventDefinition {
	if len(e.DefinitionRefs) == 0 {
		return e.Definitions
	}
	out := append([]*bpmn.EventDefinition(nil), e.Definitions...)
	for _, r := range e.DefinitionRefs {
		if x, ok := f.Lookup(r); ok {
			if d, ok := x.(*bpmn.EventDefinition); ok {
				out = append(out, d)
			}
		}
	}
	return out
}

// HasSpace reports that a file with that target namespace is part of the compilation.
func (g *Graph) HasSpace(namespace string) bool { return len(g.spaces[namespace]) > 0 }
