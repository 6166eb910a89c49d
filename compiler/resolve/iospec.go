package resolve

import (
	"regexp"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// declared is a data input or output that an ioSpecification declares.
type declared struct {
	name string
	typ  *types.Type
	at   diag.Span
	list bool // a list of what its use tells
}

// specOf reads the ioSpecification of a task with the data associations that
// fill it (§10.4, S3.6); nil where a task has none that move anything.
func (r *resolver) specOf(f *graph.File, n *graph.Node) *taskMapping {
	if n.Level.Global != nil {
		return r.globalTask(f, n.Level)
	}
	if n.Task == nil && n.Call == nil || n.Act.IO == nil || len(n.Act.DataInputs)+len(n.Act.DataOutputs) == 0 {
		return nil
	}
	io := n.Act.IO
	m := &taskMapping{at: io.Span, explicit: true}
	if len(io.InputSets) > 1 || len(io.OutputSets) > 1 {
		m.strange(io.Span, "an ioSpecification with several input or output sets")
	}
	inputs, outputs := map[bpmn.Element]string{}, map[bpmn.Element]string{}
	input, output := r.collections(f, n)
	for _, d := range io.Inputs {
		if d == input {
			continue // the whole has it, not its instances
		}
		inputs[d] = itemName(&d.Base)
		m.params = append(m.params, declared{name: itemName(&d.Base), typ: r.itemType(f, d.ItemSubjectRef, d.IsCollection), at: d.Span})
	}
	for _, d := range io.Outputs {
		if d == output {
			continue
		}
		outputs[d] = itemName(&d.Base)
		m.results = append(m.results, declared{name: itemName(&d.Base), typ: r.itemType(f, d.ItemSubjectRef, d.IsCollection), at: d.Span})
	}
	for _, a := range n.Act.DataInputs {
		target, ok := f.Lookup(a.TargetRef)
		name, mine := inputs[target]
		if !ok || !mine {
			continue
		}
		if !m.storeInput(f, a, name) {
			m.in = append(m.in, r.association(m, f, a, name, nil)...)
		}
	}
	for _, a := range n.Act.DataOutputs {
		target, ok := f.Lookup(a.TargetRef)
		if !ok || gives(f, a, output) {
			continue
		}
		if m.storeOutput(f, a, outputs) {
			continue
		}
		if name, ok := r.dataName(f, target); ok {
			m.out = append(m.out, r.association(m, f, a, name, outputs)...)
		} else {
			m.strange(a.Span, "a data association with "+graph.An(graph.Words(target.Elem().XML.Local)))
		}
	}
	if (input != nil || output != nil) && len(m.params)+len(m.results) == 0 {
		return nil // it only says where the collections are
	}
	return m
}

// association is what one data association moves into a name: what its
// transformation yields, what its assignments give, or its one source (§10.4.2).
func (r *resolver) association(m *taskMapping, f *graph.File, a *bpmn.DataAssociation, to string, outputs map[bpmn.Element]string) []move {
	at := a.TargetRef.Span
	expression := func(e *bpmn.Expression) move {
		language := e.Language
		if language == "" {
			language = f.Defs.ExpressionLanguage
		}
		return move{name: to, nameAt: at, text: e.Text.Value, language: language, at: textAt(e.Text), span: a.Span}
	}
	switch {
	case a.Transformation != nil:
		return []move{expression(a.Transformation)}
	case len(a.Assignments) > 0:
		var out []move
		for _, s := range a.Assignments {
			if s.From == nil || s.To == nil {
				continue // the rules say so
			}
			mv := expression(s.From)
			ok := false
			if mv.path, ok = partNamed(s.To, a.TargetRef, to); !ok {
				m.strange(s.Span, "an assignment to "+graph.Quote(strings.TrimSpace(s.To.Text.Value))+", which is no plain path into its association's target (name, name.part, name/part)")
				continue
			}
			mv.nameAt = s.To.Span
			out = append(out, mv)
		}
		return out
	case len(a.SourceRefs) != 1:
		return nil
	}
	source, ok := f.Lookup(a.SourceRefs[0])
	if !ok {
		return nil
	}
	name, ok := outputs[source]
	if !ok {
		name, ok = r.dataName(f, source)
	}
	if !ok {
		m.strange(a.Span, "a data association with "+graph.An(graph.Words(source.Elem().XML.Local)))
		return nil
	}
	return []move{{name: to, nameAt: at, text: name, copied: true, at: placed(a.SourceRefs[0].Span), span: a.Span}}
}

// partNamed is the part of its association's target that an assignment is to:
// none where it names the target as a whole, by id or by name (§10.4.2).
func partNamed(to *bpmn.Expression, target bpmn.Ref, name string) ([]string, bool) {
	text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(to.Text.Value), "="))
	text = strings.TrimSuffix(strings.TrimPrefix(text, "${"), "}")
	if path, ok := plainXPath(text); ok {
		text = path
	}
	if text == "." {
		return nil, true // XPath's own node
	}
	for _, whole := range []string{name, target.Local} {
		if text == whole {
			return nil, true
		}
		if rest, ok := strings.CutPrefix(text, whole+"."); ok {
			mv := move{name: whole + "." + rest}
			if mv.split() {
				return mv.path, true
			}
		}
	}
	return nil, false
}

// dataAccess are the standard's XPath functions for what a path starts at (§10.4.3 table 10.78).
var dataAccess = regexp.MustCompile(`^(?:[A-Za-z_][\w.-]*:)?get(?:DataObject|DataInput|DataOutput|ProcessProperty|ActivityProperty|EventProperty)\(\s*(?:'([^']*)'|"([^"]*)")\s*\)`)

// step is one step of a plain XPath: a name, its prefix left out.
var step = regexp.MustCompile(`^@?(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_-]*)$`)

// plainXPath is the path that an XPath of names alone means, as name.part: steps
// without conditions and axes, from the root, a variable or what the standard's
// functions give. false: it is none, or there is nothing of XPath in it.
func plainXPath(text string) (string, bool) {
	rest := text
	var names []string
	if m := dataAccess.FindStringSubmatch(text); m != nil {
		names = append(names, m[1]+m[2])
		rest = text[len(m[0]):]
		if rest != "" && rest[0] != '/' {
			return "", false
		}
	}
	rest = strings.TrimSuffix(rest, "/text()")
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "/"), "$")
	if rest != "" {
		for s := range strings.SplitSeq(rest, "/") {
			m := step.FindStringSubmatch(s)
			if m == nil {
				return "", false
			}
			names = append(names, m[1])
		}
	}
	path := strings.Join(names, ".")
	return path, len(names) > 0 && path != text
}

// placed is a stretch of text that stands at one place as a whole.
func placed(at diag.Span) func(int, int) diag.Span {
	return func(int, int) diag.Span { return at }
}

// dataName is the name of the variable that a reference to data means: a
// property, a data object, by itself or through a reference, or an input or
// output of the process (§10.4.1).
func (r *resolver) dataName(f *graph.File, e bpmn.Element) (string, bool) {
	switch e := e.(type) {
	case *bpmn.Property, *bpmn.DataItem:
		return itemName(e.Elem()), true
	case *bpmn.DataObject:
		return r.objectName(e), true
	case *bpmn.DataObjectReference:
		if o, ok := f.Lookup(e.DataObjectRef); ok {
			if o, ok := o.(*bpmn.DataObject); ok {
				return r.objectName(o), true
			}
		}
	}
	return "", false
}

// objectName is the name of a data object: its own, or that of its first
// reference that has one. Modelers write it where the diagram shows it.
func (r *resolver) objectName(o *bpmn.DataObject) string {
	if o.Name != "" {
		return o.Name
	}
	if r.objectNames == nil {
		r.objectNames = map[bpmn.Element]string{}
		for _, file := range r.graph.Files {
			for _, l := range file.Levels {
				for _, e := range l.Container().FlowElements {
					ref, ok := e.(*bpmn.DataObjectReference)
					if !ok || ref.Name == "" {
						continue
					}
					if t, ok := file.Lookup(ref.DataObjectRef); ok && r.objectNames[t] == "" {
						r.objectNames[t] = ref.Name
					}
				}
			}
		}
	}
	if name := r.objectNames[o]; name != "" {
		return name
	}
	return o.ID
}

func itemName(b *bpmn.Base) string {
	if b.Name != "" {
		return b.Name
	}
	return b.ID
}
