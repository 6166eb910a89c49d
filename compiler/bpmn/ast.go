// Package bpmn reads BPMN 2.0 XML into a typed syntax tree that keeps the
// position of every element and attribute, and every element that it does not know.
//
// Parse goes through four stages, a file each:
//
//	decode.go    bytes to UTF-8, by byte order mark and XML declaration
//	scan.go      raw tokens of encoding/xml: is it well-formed and within bounds, where does each tag stand
//	tree.go      etree's elements, matched one to one with those places, namespaces resolved: Raw
//	fields.go    Raw to the typed elements, by tables of what the standard knows of each
//
// A new element is a type in an ast file, a table of fields and a reader in
// the file of its family (events.go, activities.go, ...), and an entry in
// registry.go. Elements that nothing reads further have a rule in opaque.go.
package bpmn

import "github.com/bpmngen/bpmngen/compiler/diag"

// Name is an expanded XML name: the namespace URI, the local name, and the prefix as written.
type Name struct{ Space, Local, Prefix string }

// Attr is one attribute with the spans of its name and of its value (without quotes).
// PosAt gives the place of any byte of the value.
type Attr struct {
	Name      Name
	Value     string
	NameSpan  diag.Span
	ValueSpan diag.Span

	src        *source
	start, end int // of the value as written
}

// Text is the character data of an element, white space at both ends taken
// off. Span is its first line or the whole of it; it starts at the first
// character of Value (at the element where Value is empty). PosAt gives the
// place of any byte of the value.
type Text struct {
	Value string
	Span  diag.Span

	src   *source
	start int  // of the first character as written
	cdata bool // it stands in a CDATA section
}

// Raw is an element kept as written: what stands in extensionElements and
// whatever the standard does not know at its place.
type Raw struct {
	Name     Name
	Span     diag.Span // of the start tag's name
	Attrs    []Attr    // in document order, declarations of namespaces included
	Text     Text      // all of its own text; that of children is theirs
	Children []*Raw

	ns *scope
}

// Attr finds an attribute by name; space "" means an unprefixed one.
func (r *Raw) Attr(space, local string) (Attr, bool) { return findAttr(r.Attrs, space, local) }

// Child finds the first child of a name, or nil.
func (r *Raw) Child(space, local string) *Raw {
	for _, c := range r.Children {
		if c.Name.Local == local && c.Name.Space == space {
			return c
		}
	}
	return nil
}

func findAttr(attrs []Attr, space, local string) (Attr, bool) {
	for _, a := range attrs {
		if a.Name.Local == local && a.Name.Space == space {
			return a, true
		}
	}
	return Attr{}, false
}

// Base is what every BPMN element has.
type Base struct {
	XML  Name
	ID   string
	Name string // the name attribute, "" where absent
	// Span is the start tag's name in the file.
	Span diag.Span
	// Attrs holds every attribute in document order, foreign ones included.
	Attrs         []Attr
	Documentation []Text
	Extensions    []*Raw // children of extensionElements
	Unknown       []*Raw // children that the standard does not know here
	// Kept holds what the standard knows here but nothing reads further:
	// documentation and extensionElements themselves, auditing, monitoring,
	// categoryValueRef, ioBinding and so on, in document order.
	Kept []*Raw
}

// Elem returns the base; it makes *Base part of every element interface.
func (b *Base) Elem() *Base { return b }

// Attr finds an attribute by local name; space "" means an unprefixed one.
func (b *Base) Attr(space, local string) (Attr, bool) {
	return findAttr(b.Attrs, space, local)
}

// At is the span of the value of an unprefixed attribute, or of the element where it is absent.
func (b *Base) At(local string) diag.Span {
	if a, ok := b.Attr("", local); ok {
		return a.ValueSpan
	}
	return b.Span
}

// Element is any BPMN element.
type Element interface{ Elem() *Base }

// Ref is a QName reference as written, whether attribute or child element.
// Local is the part after the prefix; Space the namespace that the prefix is bound to ("" where none).
type Ref struct {
	Raw, Prefix, Space, Local string
	Span                      diag.Span

	element bool // written as an element of its own, not as an attribute
}

// IsZero reports that there is no reference.
func (r Ref) IsZero() bool { return r.Raw == "" }

// Expression is a tExpression or tFormalExpression: its text is where the language's own parser starts.
type Expression struct {
	Base
	Text            Text
	Language        string // as written on the element, "" where absent
	EvaluatesToType Ref
	Formal          bool // xsi:type says tFormalExpression
}

// Definitions is the root of a file.
type Definitions struct {
	Base
	File               string
	TargetNamespace    string
	ExpressionLanguage string
	TypeLanguage       string
	Exporter           string
	ExporterVersion    string
	Encoding           string // as declared or detected
	// Namespaces binds the prefixes declared on the root.
	Namespaces map[string]string
	Imports    []*Import
	Roots      []Element // root elements in document order: the typed ones of this package
	Diagrams   []*Raw    // BPMNDI, kept
	// IDs maps every id of the file to its element (the first, where doubled).
	IDs map[string]Element
	// Suppressions are the findings that the file says are meant, in document order.
	Suppressions []Suppression
	// RawIDs maps the ids of BPMN and diagram elements that are kept Raw.
	RawIDs map[string]*Raw
}

// Import is an import of another document.
type Import struct {
	Base
	Namespace, Location, ImportType string
}

// RootElement covers root elements whose content no stage reads beyond Base and
// Children: resource, endPoint, category, interface parts, partner roles, relationship,
// conversations, choreographies, global ones and so on. Kind is the local XML name.
type RootElement struct {
	Base
	Kind     string
	Children []*Raw
}
