// Package dialect knows the extensions of the tools that write BPMN: what each
// element and attribute of theirs means for execution. A dialect is a file.
// What is in no table is kept and has no effect; it is never an error.
package dialect

import "github.com/bpmngen/bpmngen/compiler/bpmn"

// Effect is what becomes of an extension.
type Effect uint8

// The effects.
const (
	// Unknown is in none of a dialect's tables.
	Unknown Effect = iota
	// Model decides what is generated: mappings, correlation, calls, repetition.
	Model
	// Data reaches the host under a key: handlers and user-task lists read it.
	Data
	// Editor is of the modeler, of the drawing, or of how another engine is operated.
	Editor
	// Lost is what other engines act on and this one does not.
	Lost
)

// Rule is what is known of one extension.
type Rule struct {
	Effect Effect
	// Key is where the host finds Data: the key of runtime.Task.Meta.
	Key string
	// Instead says how to get here what is Lost: an imperative or a statement.
	Instead string
}

// Dialect is the extensions of one tool.
type Dialect struct {
	// Name is the tool's, as its users know it.
	Name string
	// Spaces are its XML namespaces.
	Spaces []string
	// Elements are those of extensionElements, Attrs the attributes that it adds to
	// BPMN's own elements, both by local name.
	Elements, Attrs map[string]Rule
	// Parts are the keys under which the host finds the attributes of an element
	// of extensionElements, by "element@attribute".
	Parts map[string]string
	// Headers are the elements that hold free keys and values for the host: a
	// child each, or one itself.
	Headers []string
	// Open says that nothing else of the dialect concerns execution, so that what
	// is in no table needs no word.
	Open bool
}

// all are the dialects, in the order of the docs page.
var all = []*Dialect{zeebe, camunda, flowable, activiti, drools, signavio, bpmnio, trisotech}

var bySpace = func() map[string]*Dialect {
	m := map[string]*Dialect{}
	for _, d := range all {
		for _, s := range d.Spaces {
			m[s] = d
		}
	}
	return m
}()

// All returns the dialects. The slice is the caller's, the dialects are shared.
func All() []*Dialect { return append([]*Dialect(nil), all...) }

// Of finds the dialect of an XML namespace; nil: it is of none that is known.
func Of(space string) *Dialect { return bySpace[space] }

// Element is the rule of an element of extensionElements, and its dialect; nil where
// the namespace is of none.
func Element(name bpmn.Name) (Rule, *Dialect) {
	d := Of(name.Space)
	if d == nil {
		return Rule{}, nil
	}
	return d.rule(d.Elements[name.Local]), d
}

// Attr is the rule of an attribute on an element of BPMN.
func Attr(name bpmn.Name) (Rule, *Dialect) {
	d := Of(name.Space)
	if d == nil {
		return Rule{}, nil
	}
	return d.rule(d.Attrs[name.Local]), d
}

func (d *Dialect) rule(r Rule) Rule {
	if r.Effect == Unknown && d.Open {
		r.Effect = Editor
	}
	return r
}

// Entry is one key and value for the host.
type Entry struct {
	Key, Value string
	// At is the attribute that holds the value; nil where it is the element's text.
	At *bpmn.Attr
	On *bpmn.Raw
}

// DataOf is what an element's extensions tell the host: its attributes first,
// then its extension elements, each in document order.
func DataOf(b *bpmn.Base) []Entry {
	var out []Entry
	for i, a := range b.Attrs {
		if r, _ := Attr(a.Name); r.Effect == Data {
			out = append(out, Entry{Key: r.Key, Value: a.Value, At: &b.Attrs[i]})
		}
	}
	for _, x := range b.Extensions {
		r, d := Element(x.Name)
		if d == nil {
			continue
		}
		if r.Effect == Data && r.Key != "" && x.Text.Value != "" {
			out = append(out, Entry{Key: r.Key, Value: x.Text.Value, On: x})
		}
		for i, a := range x.Attrs {
			if key, ok := d.Parts[x.Name.Local+"@"+a.Name.Local]; ok && a.Name.Space == "" {
				out = append(out, Entry{Key: key, Value: a.Value, At: &x.Attrs[i], On: x})
			}
		}
		for _, h := range d.Headers {
			if h == x.Name.Local {
				out = append(out, headers(x)...)
			}
		}
	}
	return out
}

// headers are the free keys and values that a modeler lets one add to a task:
// taskHeaders and properties have a child each, a field is one itself, with its
// value as an attribute or as a child (field injection).
func headers(x *bpmn.Raw) []Entry {
	if key, ok := x.Attr("", "name"); ok {
		e := Entry{Key: key.Value, On: x}
		for i, a := range x.Attrs {
			if a.Name.Local == "stringValue" || a.Name.Local == "expression" {
				e.Value, e.At = a.Value, &x.Attrs[i]
			}
		}
		for _, c := range x.Children {
			if c.Name.Local == "string" || c.Name.Local == "expression" {
				e.Value, e.On = c.Text.Value, c
			}
		}
		return []Entry{e}
	}
	var out []Entry
	for _, h := range x.Children {
		key, ok := h.Attr("", "key")
		if !ok {
			key, ok = h.Attr("", "name")
		}
		value, _ := h.Attr("", "value")
		if ok {
			out = append(out, Entry{Key: key.Value, Value: value.Value, On: h})
		}
	}
	return out
}

// The words of the tables.
var (
	inModel = Rule{Effect: Model}
	editor  = Rule{Effect: Editor}
)

func data(key string) Rule     { return Rule{Effect: Data, Key: key} }
func lost(instead string) Rule { return Rule{Effect: Lost, Instead: instead} }

// What several engines have is told in the same words.
const (
	useHandler  = "do its work in the task's handler"
	useObserver = "do its work in the task's handler, or in an observer of the engine"
	isDurable   = "state is saved at every wait anyway; what runs between two waits is the engine's to choose"
	oneTenant   = "a host runs an engine for each tenant"
	isHosts     = "who may do what is the host's to decide"
)

// table makes one of rules and the names that they are for.
func table(groups ...group) map[string]Rule {
	m := map[string]Rule{}
	for _, g := range groups {
		for _, n := range g.names {
			m[n] = g.rule
		}
	}
	return m
}

type group struct {
	rule  Rule
	names []string
}

func are(r Rule, names ...string) group { return group{r, names} }
