package bpmn

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"testing"
)

// countTree counts the XML elements that a syntax tree stands for: typed
// elements, raw ones with all below them, and references written as elements.
// It walks every field by reflection, so that a reader that drops what it reads is found.
func countTree(d *Definitions) int {
	c := counter{seen: map[any]bool{}}
	c.value(reflect.ValueOf(d))
	return c.n
}

type counter struct {
	n    int
	seen map[any]bool
}

func (c *counter) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || c.seen[v.Interface()] {
			return
		}
		c.seen[v.Interface()] = true
		if raw, ok := v.Interface().(*Raw); ok {
			c.raw(raw)
			return
		}
		if _, ok := v.Interface().(Element); ok {
			c.n++
		}
		c.value(v.Elem())
	case reflect.Interface:
		if !v.IsNil() {
			c.value(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	case reflect.Struct:
		if r, ok := v.Interface().(Ref); ok {
			if r.element {
				c.n++
			}
			return
		}
		switch v.Interface().(type) {
		case Text, Attr, Name:
			return
		}
		for i := range v.NumField() {
			// What is raw in two fields, such as Extensions and Kept, counts once, as do ids.
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Extensions" && f.Name != "IDs" && f.Name != "RawIDs" {
				c.value(v.Field(i))
			}
		}
	}
}

func (c *counter) raw(r *Raw) {
	c.n++
	for _, k := range r.Children {
		c.raw(k)
	}
}

// countXML counts the start tags of a document, with encoding/xml alone.
func countXML(t *testing.T, src io.Reader) int {
	t.Helper()
	dec, n := xml.NewDecoder(src), 0
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	dec.Strict = false // bytes of other encodings are no matter here
	for {
		tok, err := dec.RawToken()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := tok.(xml.StartElement); ok {
			n++
		}
	}
}
