package bpmn

import (
	"maps"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// reader is the second stage: from the raw tree to the typed one. It holds
// what readers of elements share; none of it outlives Parse.
type reader struct {
	*findings
	src    *source
	defs   *Definitions
	places map[string]diag.Span // where each id was first given
}

// attrReader stores one attribute of a T, kidReader one child element.
type (
	attrReader[T any] func(r *reader, t *T, e *Raw, a Attr)
	kidReader[T any]  func(r *reader, t *T, c *Raw)
)

// fields is what the standard knows of one element: its attributes and its
// children, each with what reads it. Names that aren't here are reported with
// the nearest one that is.
type fields[T any] struct {
	attrs map[string]attrReader[T]
	kids  map[string]kid[T]
	// family reads children that are looked up by their own name, such as flow elements.
	family []family[T]
	text   bool // character data is content
	once   int  // bits allotted
}

type kid[T any] struct {
	read kidReader[T]
	// once is a bit for a child that may stand only once, shared by those that exclude each other; else 0.
	once uint64
}

// family is a group of elements that stand in each other's place: the
// substitution groups of the schema. A function, so that families may contain
// each other.
type family[T any] struct {
	members func() map[string]memberReader
	take    func(t *T, e Element)
}

// memberReader reads one element of a family.
type memberReader func(r *reader, e *Raw) Element

// option adds to the fields of an element.
type option[T any] func(*fields[T])

func fieldsOf[T any](opts ...option[T]) *fields[T] {
	f := &fields[T]{attrs: map[string]attrReader[T]{}, kids: map[string]kid[T]{}}
	for _, o := range opts {
		o(f)
	}
	for name := range f.attrs {
		attrNames[name] = true
	}
	return f
}

// attrNames are the attributes that some element has; filled as the package's fields are.
var attrNames = map[string]bool{"id": true}

// inherit takes over all fields of the embedded P.
func inherit[T, P any](parent *fields[P], up func(*T) *P) option[T] {
	return func(f *fields[T]) {
		for name, read := range parent.attrs {
			f.attrs[name] = func(r *reader, t *T, e *Raw, a Attr) { read(r, up(t), e, a) }
		}
		bits := map[uint64]uint64{} // children that share a bit go on sharing one
		for name, k := range parent.kids {
			n := kid[T]{read: func(r *reader, t *T, c *Raw) { k.read(r, up(t), c) }}
			if k.once != 0 {
				if bits[k.once] == 0 {
					bits[k.once] = f.bit()
				}
				n.once = bits[k.once]
			}
			f.kids[name] = n
		}
		for _, fam := range parent.family {
			f.family = append(f.family, family[T]{fam.members, func(t *T, e Element) { fam.take(up(t), e) }})
		}
		f.text = f.text || parent.text
	}
}

// attr declares an attribute with a reader of its own.
func attr[T any](name string, read attrReader[T]) option[T] {
	return func(f *fields[T]) { f.attrs[name] = read }
}

// str declares an attribute that is kept as written.
func str[T any](name string, to func(*T) *string) option[T] {
	return attr(name, func(_ *reader, t *T, _ *Raw, a Attr) { *to(t) = a.Value })
}

// ref declares an attribute that is a QName.
func ref[T any](name string, to func(*T) *Ref) option[T] {
	return attr(name, func(r *reader, t *T, e *Raw, a Attr) { *to(t) = r.attrRef(e, a) })
}

// boolean declares an xsd:boolean.
func boolean[T any](name string, to func(*T) *bool) option[T] {
	return attr(name, func(r *reader, t *T, e *Raw, a Attr) {
		if v, ok := r.boolean(e, a); ok {
			*to(t) = v
		}
	})
}

// boolText declares an xsd:boolean of which absence means something of its own: "true", "false" or "".
func boolText[T any](name string, to func(*T) *string) option[T] {
	return attr(name, func(r *reader, t *T, e *Raw, a Attr) {
		if v, ok := r.boolean(e, a); ok {
			*to(t) = map[bool]string{true: "true", false: "false"}[v]
		}
	})
}

// integer declares an xsd:integer that is kept as written, without white space.
func integer[T any](name string, to func(*T) *string) option[T] {
	return attr(name, func(r *reader, t *T, e *Raw, a Attr) { *to(t) = r.integer(e, a) })
}

// choice declares an attribute with a closed list of values.
func choice[T any](name string, to func(*T) *string, values ...string) option[T] {
	return attr(name, func(r *reader, t *T, e *Raw, a Attr) { *to(t) = r.choice(e, a, values) })
}

// plain declares attributes that nothing reads beyond Base.Attrs.
func plain[T any](names ...string) option[T] {
	return func(f *fields[T]) {
		for _, n := range names {
			f.attrs[n] = func(*reader, *T, *Raw, Attr) {}
		}
	}
}

// many declares a child that may stand any number of times.
func many[T any](name string, read kidReader[T]) option[T] {
	return func(f *fields[T]) { f.kids[name] = kid[T]{read: read} }
}

// one declares a child that may stand once.
func one[T any](name string, read kidReader[T]) option[T] {
	return func(f *fields[T]) {
		f.kids[name] = kid[T]{read: read, once: f.bit()}
	}
}

// oneOf declares children of which one may stand, once.
func oneOf[T any](names []string, read kidReader[T]) option[T] {
	return func(f *fields[T]) {
		once := f.bit()
		for _, n := range names {
			f.kids[n] = kid[T]{read: read, once: once}
		}
	}
}

// bit allots the bit of a child that may stand once.
func (f *fields[T]) bit() uint64 {
	f.once++
	return 1 << (f.once - 1)
}

// refs declares a child that is a QName and may be repeated.
func refs[T any](name string, to func(*T) *[]Ref) option[T] {
	return many(name, func(r *reader, t *T, c *Raw) { *to(t) = append(*to(t), r.kidRef(c)) })
}

// oneRef declares a child that is a QName.
func oneRef[T any](name string, to func(*T) *Ref) option[T] {
	return one(name, func(r *reader, t *T, c *Raw) { *to(t) = r.kidRef(c) })
}

// members declares that any element of a family may stand here.
func members[T any](of func() map[string]memberReader, take func(*T, Element)) option[T] {
	return func(f *fields[T]) { f.family = append(f.family, family[T]{of, take}) }
}

// content declares that character data is content, not a mistake.
func content[T any]() option[T] { return func(f *fields[T]) { f.text = true } }

// read fills the base of an element and then, through its fields, everything
// that the standard knows of it.
func read[T any](r *reader, e *Raw, b *Base, t *T, f *fields[T]) {
	b.XML, b.Span, b.Attrs = e.Name, e.Span, e.Attrs
	if id, ok := e.Attr("", "id"); ok {
		b.ID = trim(id.Value)
	}
	if n, ok := e.Attr("", "name"); ok {
		b.Name = n.Value
	}
	for _, a := range e.Attrs {
		if a.Name.Space != "" || a.Name.Prefix != "" || a.Name.Local == "id" {
			if a.Name.Space == NS {
				r.prefixedAttr(e, a)
			}
			continue
		}
		if set, ok := f.attrs[a.Name.Local]; ok {
			set(r, t, e, a)
		} else {
			r.unknownAttr(e, a, func() []string { return slices.Sorted(maps.Keys(f.attrs)) })
		}
	}
	if !f.text && e.Text.Value != "" {
		r.strayText(e)
	}
	var seen uint64
	for _, c := range e.Children {
		if !readChild(r, e, c, b, t, f, &seen) {
			b.Unknown = append(b.Unknown, c)
			r.keepIDs(c)
		}
	}
}

// readChild hands one child to what reads it; false keeps it in Unknown.
func readChild[T any](r *reader, e, c *Raw, b *Base, t *T, f *fields[T], seen *uint64) bool {
	if c.Name.Space != NS {
		if f.text {
			return false // mixed content may hold anything
		}
		r.foreignChild(e, c)
		return false
	}
	switch c.Name.Local {
	case "documentation":
		b.Documentation = append(b.Documentation, c.Text)
		r.keep(b, c)
		return true
	case "extensionElements":
		b.Extensions = append(b.Extensions, c.Children...)
		r.keep(b, c)
		return true
	}
	if k, ok := f.kids[c.Name.Local]; ok {
		if *seen&k.once != 0 {
			r.repeated(e, c)
			return false
		}
		*seen |= k.once
		k.read(r, t, c)
		return true
	}
	for _, fam := range f.family {
		if m, ok := fam.members()[c.Name.Local]; ok {
			fam.take(t, m(r, c))
			return true
		}
	}
	r.unknownChild(e, c, f.names)
	return false
}

// open reads the element that raw stands for into t.
func open[T any, E interface {
	*T
	Element
}](r *reader, raw *Raw, t E, f *fields[T]) E {
	r.identify(raw, t)
	read(r, raw, t.Elem(), (*T)(t), f)
	return t
}

// names lists the children that the standard knows here, sorted.
func (f *fields[T]) names() []string {
	all := []string{"documentation", "extensionElements"}
	all = slices.AppendSeq(all, maps.Keys(f.kids))
	for _, fam := range f.family {
		all = slices.AppendSeq(all, maps.Keys(fam.members()))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
