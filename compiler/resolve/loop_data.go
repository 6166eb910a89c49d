package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// collection is where the items of a multi-instance activity come from.
type collection struct {
	move  // what is evaluated
	known bool
}

// zeebeLoop is the zeebe:loopCharacteristics of a loop, nil where it has none.
func zeebeLoop(l *bpmn.Loop) *bpmn.Raw {
	for _, x := range l.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "loopCharacteristics" {
			return x
		}
	}
	return nil
}

// vendorAttr is an attribute of Camunda 7, Activiti or Flowable.
func vendorAttr(l *bpmn.Loop, name string) (bpmn.Attr, bool) {
	for _, a := range l.Attrs {
		if (a.Name.Space == camundaNS || a.Name.Space == activitiNS || a.Name.Space == flowableNS) && a.Name.Local == name && strings.TrimSpace(a.Value) != "" {
			return a, true
		}
	}
	return bpmn.Attr{}, false
}

// counterName is what the loopCounter is called: Flowable lets the file say it.
func counterName(l *bpmn.Loop) string {
	if a, ok := vendorAttr(l, "elementIndexVariable"); ok {
		return strings.TrimSpace(a.Value)
	}
	return "loopCounter"
}

// collectionOf finds the input collection: the standard's loopDataInputRef, any
// collection in scope that it names (S7.2), or what an extension says.
func (b *builder) collectionOf(l *loop) collection {
	spec := l.spec()
	if x := zeebeLoop(spec); x != nil {
		if a, ok := x.Attr("", "inputCollection"); ok && strings.TrimSpace(a.Value) != "" {
			return collection{move{text: a.Value, language: "feel", at: attrAt(a), span: a.ValueSpan}, true}
		}
	}
	if a, ok := vendorAttr(spec, "collection"); ok {
		mv := move{text: a.Value, at: attrAt(a), span: a.ValueSpan}
		if !computed(a.Value) {
			mv.text, mv.copied = strings.TrimSpace(a.Value), true
		}
		return collection{mv, true}
	}
	if spec.DataInputRef.IsZero() {
		return collection{}
	}
	mv, ok := b.collectionRef(l, spec.DataInputRef, false)
	return collection{mv, ok}
}

// collectionRef is the data that a reference to a collection means. An input or
// output of the activity itself stands for what its association joins it with.
func (b *builder) collectionRef(l *loop, ref bpmn.Ref, output bool) (move, bool) {
	copied := func(name string) move {
		return move{name: name, nameAt: ref.Span, text: name, copied: true, at: placed(ref.Span), span: ref.Span}
	}
	e, ok := b.file.Lookup(ref)
	if !ok {
		if b.file.DeclaresVariable(ref.Local) {
			return copied(ref.Local), true // a variable has no id to refer to
		}
		return move{}, false
	}
	if item, ok := e.(*bpmn.DataItem); ok && l.node.Act.IO != nil && own(l.node.Act.IO, item) {
		list := l.node.Act.DataInputs
		if output {
			list = l.node.Act.DataOutputs
		}
		for _, a := range list {
			target, _ := b.file.Lookup(a.TargetRef)
			m := &taskMapping{}
			switch {
			case !output && target == e:
				if mvs := b.association(m, b.file, a, itemName(&item.Base), nil); len(mvs) == 1 && m.odd == "" {
					return mvs[0], true
				}
			case output && len(a.SourceRefs) == 1 && target != nil:
				if source, _ := b.file.Lookup(a.SourceRefs[0]); source == e {
					if name, ok := b.dataName(b.file, target); ok {
						return copied(name), true
					}
				}
			}
		}
		return copied(itemName(&item.Base)), true // noSource says so
	}
	name, ok := b.dataName(b.file, e)
	return copied(name), ok
}

// own reports an input or output of the activity itself.
func own(io *bpmn.InputOutput, item *bpmn.DataItem) bool {
	for _, list := range [][]*bpmn.DataItem{io.Inputs, io.Outputs} {
		for _, d := range list {
			if d == item {
				return true
			}
		}
	}
	return false
}

// itemOf is the variable that takes an item, with its declared type; "" where
// the instances don't look at it.
func (b *builder) itemOf(l *loop) (name string, t *types.Type, e *bpmn.Base) {
	spec := l.spec()
	if x := zeebeLoop(spec); x != nil {
		if a, ok := x.Attr("", "inputElement"); ok {
			return strings.TrimSpace(a.Value), nil, nil
		}
	}
	if a, ok := vendorAttr(spec, "elementVariable"); ok {
		return strings.TrimSpace(a.Value), nil, nil
	}
	if i := spec.InputItem; i != nil && l.collection.known {
		return itemName(&i.Base), b.itemType(b.file, i.ItemSubjectRef, false), &i.Base
	}
	return "", nil, nil
}

// outputVariable is the variable that zeebe's outputElement is, or that it is a
// part of: each instance has one of its own, so that parallel ones keep theirs apart.
func outputVariable(l *bpmn.Loop) (string, diag.Span) {
	x := zeebeLoop(l)
	if x == nil {
		return "", diag.Span{}
	}
	a, _ := x.Attr("", "outputElement")
	text, marked := strings.CutPrefix(strings.TrimSpace(a.Value), "=")
	parts := strings.Split(text, ".")
	for i, p := range parts {
		if parts[i] = strings.TrimSpace(p); !marked || !isName(parts[i]) {
			return "", diag.Span{}
		}
	}
	switch parts[0] {
	case "true", "false", "null":
		return "", diag.Span{}
	}
	return parts[0], a.ValueSpan
}

// input adds the input collection: a list of what the item is.
func (b *builder) input(l *loop, scope int) []diag.Diagnostic {
	c := l.collection
	if !c.known {
		return nil
	}
	ds := b.noSource(l)
	elem := l.item
	if elem == nil {
		elem = b.envs[scope].Child().Declare("item of "+l.node.Key, nil, c.span)
	}
	m := model.Expression{Origin: origin(l.node.Base), Scope: scope, Purpose: model.MappingValue}
	want := func() typeOf { return types.ListOf(elem.Type) }
	done := func(x int) { l.model().Collection = x }
	if c.copied {
		b.copied(c.move, b.envs[scope], want, m, done)
		return ds
	}
	return append(ds, b.expression(c.text, c.language, c.at, b.envs[scope], want, m, done)...)
}

// output adds what an instance gives to the output, and where the list goes.
func (b *builder) output(l *loop) []diag.Diagnostic {
	spec := l.spec()
	var to, element move
	if x := zeebeLoop(spec); x != nil {
		list, ok := x.Attr("", "outputCollection")
		a, ok2 := x.Attr("", "outputElement")
		if !ok || !ok2 || strings.TrimSpace(list.Value) == "" || strings.TrimSpace(a.Value) == "" {
			return nil
		}
		to = move{name: strings.TrimSpace(list.Value), nameAt: list.ValueSpan}
		to.split()
		element = move{text: a.Value, language: "feel", at: attrAt(a), span: a.ValueSpan}
	} else {
		if spec.DataOutputRef.IsZero() || spec.OutputItem == nil {
			return nil
		}
		mv, ok := b.collectionRef(l, spec.DataOutputRef, true)
		if !ok {
			return nil
		}
		name := itemName(&spec.OutputItem.Base)
		to = mv
		element = move{text: name, copied: true, at: placed(spec.OutputItem.Span), span: spec.OutputItem.Span}
	}
	scope := b.p.Nodes[l.host].Scope
	sym, ok := b.envs[scope].Lookup(to.name)
	if !ok {
		sym = b.envs[0].Declare(to.name, nil, to.nameAt)
	}
	l.output, l.outputPath = sym, to.path
	list := to.target(b.envs[scope], sym)
	elem := b.envs[l.scope].Child().Declare("result of "+l.node.Key, nil, element.span)
	if t := list(); t != nil {
		b.envs[scope].Constrain(t, types.ListOf(elem.Type), to.nameAt, "the output of "+l.node.Key)
	}
	m := model.Expression{Origin: origin(l.node.Base), Scope: l.scope, Purpose: model.MappingValue}
	want := func() typeOf { return elem.Type }
	before := len(b.pending)
	defer func() {
		if len(b.pending) > before {
			b.pending[before].fits = l.fits(to, sym, list)
		}
	}()
	done := func(x int) { l.model().Element = x }
	if element.copied {
		b.copied(element, b.envs[l.scope], want, m, done)
		return nil
	}
	return b.expression(element.text, element.language, element.at, b.envs[l.scope], want, m, done)
}

// noSource says that the collection is an input of the activity that nothing
// fills: it is a variable of that name then, which the host may set.
func (b *builder) noSource(l *loop) []diag.Diagnostic {
	spec := l.spec()
	input, _ := b.collections(b.file, l.node)
	if input == nil || l.collection.text != itemName(&input.Base) || zeebeLoop(spec) != nil {
		return nil
	}
	for _, a := range l.node.Act.DataInputs {
		if e, _ := b.file.Lookup(a.TargetRef); e == bpmn.Element(input) {
			return nil
		}
	}
	d := l.node.Report(CodeLoopInput, spec.DataInputRef.Span, "nothing fills the collection of %s, %s; it is taken for a variable of that name",
		l.node.Label(), graph.Label(&input.Base)).
		WithRelated(input.Span, "the collection")
	return []diag.Diagnostic{d.WithFix("give it a dataInputAssociation with the data that it comes from, or refer to that data")}
}

// fits says that the output has no place for a list.
func (l *loop) fits(to move, sym *expr.Symbol, list func() typeOf) func() *diag.Diagnostic {
	part := to.fits(l.node, sym)
	return func() *diag.Diagnostic {
		if part != nil {
			if d := part(); d != nil {
				return d
			}
		}
		t := types.Resolve(list())
		if k := types.Shape(t).Kind; k == types.List || k == types.Any {
			return nil
		}
		d := l.node.Report(CodeLoopOutput, to.nameAt, "the output collection of %s is %s, not a list", l.node.Label(), t).
			WithFix("declare it as a list: a type with [] in front, or an itemDefinition with isCollection")
		return &d
	}
}

// collections are the input and the output of an activity that are the
// collections which it is repeated over, nil where it has none of its own.
func (r *resolver) collections(f *graph.File, n *graph.Node) (input, output *bpmn.DataItem) {
	if n.Act.Loop == nil || n.Act.IO == nil {
		return nil, nil
	}
	find := func(ref bpmn.Ref) *bpmn.DataItem {
		e, _ := f.Lookup(ref)
		if d, ok := e.(*bpmn.DataItem); ok && own(n.Act.IO, d) {
			return d
		}
		return nil
	}
	return find(n.Act.Loop.DataInputRef), find(n.Act.Loop.DataOutputRef)
}

// gives reports a data association whose source is the output collection.
func gives(f *graph.File, a *bpmn.DataAssociation, output *bpmn.DataItem) bool {
	if output == nil || len(a.SourceRefs) != 1 {
		return false
	}
	e, _ := f.Lookup(a.SourceRefs[0])
	return e == bpmn.Element(output)
}
