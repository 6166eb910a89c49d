package resolve

import (
	"cmp"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// A payload is the value of the itemDefinition that a message, signal, error or
// escalation names, as a whole; or a struct of the fields that the vendors'
// mappings at its events read and fill, and of its correlation key (S6.4, EV §2.9.1).

// carrier is what has a payload.
type carrier struct {
	kind model.TriggerKind
	ref  int
}

// whole is the name of a payload that is one value.
const whole = ""

// payloads is what the processes tell of one payload.
type payloads struct {
	names []string // in the order of their first use
	types map[string]*types.Type
	// goNames are its fields' in Go.
	goNames map[string]string
}

func (r *resolver) payloadOf(c carrier) *payloads {
	if r.payloads == nil {
		r.payloads = map[carrier]*payloads{}
	}
	p := r.payloads[c]
	if p == nil {
		p = &payloads{types: map[string]*types.Type{}, goNames: map[string]string{}}
		r.payloads[c] = p
		r.carriers = append(r.carriers, c)
	}
	return p
}

// declarePayloads takes the types that the file declares.
func (r *resolver) declarePayloads(f *graph.File, e bpmn.Element) {
	i, ok := r.global[e]
	if !ok {
		return
	}
	var c carrier
	var item bpmn.Ref
	switch e := e.(type) {
	case *bpmn.Message:
		c, item = carrier{model.MessageTrigger, i}, e.ItemRef
	case *bpmn.Signal:
		c, item = carrier{model.SignalTrigger, i}, e.StructureRef
	case *bpmn.Error:
		c, item = carrier{model.ErrorTrigger, i}, e.StructureRef
	case *bpmn.Escalation:
		c, item = carrier{model.EscalationTrigger, i}, e.StructureRef
	default:
		return
	}
	if t := r.itemType(f, item, false); t != nil {
		p := r.payloadOf(c)
		p.names, p.types[whole] = []string{whole}, t
	}
}

// eventMapping is what a node says of its payload: the extension of a vendor, or
// the data associations of the standard; nil where it has none.
func (b *builder) eventMapping(n *graph.Node) *taskMapping {
	if m := mappingOf(n); m != nil {
		return m
	}
	if n.Event == nil {
		return b.specOf(b.file, n)
	}
	return b.eventAssociations(n, n.Event.DataOutputs, n.Event.DataInputs)
}

// eventAssociations are the data associations of an event that move some of its
// data outputs and inputs; nil where there are none.
func (b *builder) eventAssociations(n *graph.Node, outputs, inputs []*bpmn.DataItem) *taskMapping {
	ev := n.Event
	if len(ev.OutputAssociations)+len(ev.InputAssociations) == 0 {
		return nil
	}
	m := &taskMapping{at: n.Span, explicit: true}
	items := map[bpmn.Element]string{}
	for _, d := range outputs {
		items[d] = itemName(&d.Base)
		m.results = append(m.results, declared{name: itemName(&d.Base), typ: b.itemType(b.file, d.ItemSubjectRef, d.IsCollection), at: d.Span})
	}
	for _, d := range inputs {
		items[d] = itemName(&d.Base)
		m.params = append(m.params, declared{name: itemName(&d.Base), typ: b.itemType(b.file, d.ItemSubjectRef, d.IsCollection), at: d.Span})
	}
	others := len(ev.DataOutputs)+len(ev.DataInputs) > len(outputs)+len(inputs)
	for _, a := range ev.OutputAssociations {
		if others && !slices.ContainsFunc(a.SourceRefs, func(r bpmn.Ref) bool { return b.names(items, r) }) {
			continue
		}
		target, _ := b.file.Lookup(a.TargetRef)
		if name, ok := b.dataName(b.file, target); ok {
			m.out = append(m.out, b.association(m, b.file, a, name, items)...)
		} else {
			m.strange(a.Span, "a data association that leads to no variable")
		}
	}
	for _, a := range ev.InputAssociations {
		target, _ := b.file.Lookup(a.TargetRef)
		if name, ok := items[target]; ok {
			m.in = append(m.in, b.association(m, b.file, a, name, nil)...)
		}
	}
	if len(m.results) > 1 || len(m.params) > 1 {
		m.strange(n.Span, "an event with several payloads")
	}
	return m
}

// names reports whether a reference means one of the items.
func (b *builder) names(items map[bpmn.Element]string, r bpmn.Ref) bool {
	e, _ := b.file.Lookup(r)
	_, ok := items[e]
	return ok
}

// mappingAt is what a node says of the payload of its k-th definition. Of several
// definitions those that have data have a data output or input each, in the same
// order (§10.5.1); BG2530 says where they don't.
func (b *builder) mappingAt(n *graph.Node, k int) *taskMapping {
	node := &b.p.Nodes[b.at[n]]
	if len(node.Triggers) == 1 {
		m := b.eventMapping(n)
		if m == nil && node.Triggers[0].Kind == model.SignalTrigger {
			m = b.signalVariables(b.definitions(n)[0])
		}
		return m
	}
	if n.Event == nil || mappingOf(n) != nil {
		return nil
	}
	at := 0
	for j := range node.Triggers {
		if !b.carries(node.Triggers[j]) {
			continue
		}
		if j == k {
			var outputs, inputs []*bpmn.DataItem
			if list := n.Event.DataOutputs; catches(n) && at < len(list) {
				outputs = list[at : at+1]
			}
			if list := n.Event.DataInputs; !catches(n) && at < len(list) {
				inputs = list[at : at+1]
			}
			return b.eventAssociations(n, outputs, inputs)
		}
		at++
	}
	return b.signalVariables(b.definitions(n)[k])
}

// carries reports a trigger whose payload the file declares.
func (b *builder) carries(t model.Trigger) bool {
	if t.Ref == model.None {
		return false
	}
	p := b.payloads[carrier{t.Kind, t.Ref}]
	return p != nil && p.types[whole] != nil
}

// payload adds how the payloads of an event are made or bound.
func (b *builder) payload(n *graph.Node, i, scope int) []diag.Diagnostic {
	node := &b.p.Nodes[i]
	ds := b.severalData(n)
	for k := range node.Triggers {
		node.Triggers[k].IO = nil
		if node.Kind == model.Task && node.Performer == model.ByHandler {
			continue
		}
		ds = append(ds, b.toldCodes(n, i, k, scope)...)
		ds = append(ds, b.payloadAt(n, i, k, scope)...)
	}
	return ds
}

// io is the IO of a trigger, made where it has none yet.
func ioOf(t *model.Trigger) *model.IO {
	if t.IO == nil {
		t.IO = &model.IO{}
	}
	return t.IO
}

// payloadAt adds how the payload of the k-th definition of an event is made or bound.
func (b *builder) payloadAt(n *graph.Node, i, k, scope int) []diag.Diagnostic {
	t := &b.p.Nodes[i].Triggers[k]
	m := b.mappingAt(n, k)
	if m != nil && m.odd != "" {
		return nil
	}
	if t.Ref == model.None {
		return b.withoutPayload(n, i, k, scope, m)
	}
	c := carrier{t.Kind, t.Ref}
	if m == nil {
		b.mergesAt(n, i, k, scope, c)
		return nil
	}
	io := ioOf(t)
	p := pendingIO{node: i, trigger: k + 1, explicit: true}
	var ds []diag.Diagnostic
	if catches(n) {
		outs := b.envs[scope].Child()
		add := func(name, local string, typ *types.Type, at diag.Span) {
			io.Outputs = append(io.Outputs, model.Param{Name: local, Span: at})
			p.outputs = append(p.outputs, b.carried(c, name, local, typ, outs, at))
		}
		for _, d := range m.results {
			add(whole, d.name, d.typ, d.at)
		}
		for _, name := range b.told(m, c, scope) {
			add(name.name, name.name, nil, name.at)
		}
		for _, mv := range m.out {
			target := b.target(mv, scope)
			ds = append(ds, b.moved(n, mv, outs, scope, target, func(e int) {
				io.Out = append(io.Out, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[target], Path: mv.path}, Span: mv.span})
			})...)
		}
	} else {
		ins := b.envs[scope].Child()
		for j, mv := range m.in {
			name := mv.name
			if m.explicit {
				name = whole
			}
			sym := b.carried(c, name, mv.name, nil, ins, mv.nameAt)
			io.Inputs = append(io.Inputs, model.Param{Name: mv.name, Span: mv.nameAt})
			p.inputs = append(p.inputs, sym)
			ds = append(ds, b.moved(n, mv, b.envs[scope], scope, sym, func(e int) {
				io.In = append(io.In, model.Mapping{Expr: e, Target: model.Target{Param: j, Var: model.None, Path: mv.path}, Span: mv.span})
			})...)
		}
		p.sendAll = m.allIn
	}
	b.ios = append(b.ios, p)
	return ds
}

// target is the variable that a mapping writes: what declares its name, else one
// of the process (S3.1).
func (b *builder) target(mv move, scope int) *expr.Symbol {
	if sym, ok := b.envs[scope].Lookup(mv.name); ok {
		return sym
	}
	return b.envs[0].Declare(mv.name, nil, mv.nameAt)
}

// told are the names by which a vendor's output mappings read the payload: those
// that the file does not declare as variables, that the correlation key has, or that
// go into a variable of the same name.
func (b *builder) told(m *taskMapping, c carrier, scope int) []declared {
	var out []declared
	if m.explicit {
		return nil
	}
	for _, mv := range m.out {
		for _, name := range freeNames(mv) {
			sym, ok := b.envs[scope].Lookup(name)
			if ok && b.declared[sym] != nil && name != mv.name && !b.keyed(c, name) {
				continue
			}
			if !slices.ContainsFunc(out, func(d declared) bool { return d.name == name }) {
				out = append(out, declared{name: name, at: mv.span})
			}
		}
	}
	return out
}

// keyed reports a name that is a part of a message's correlation key.
func (b *builder) keyed(c carrier, name string) bool {
	return c.kind == model.MessageTrigger && slices.ContainsFunc(b.pkg.Messages[c.ref].Key, func(k model.KeyPart) bool { return k.Name == name })
}

// carried declares a part of a payload where a mapping reads or fills it. All
// events of one payload agree on its type.
func (b *builder) carried(c carrier, name, local string, typ *types.Type, env *expr.Env, at diag.Span) *expr.Symbol {
	if known := b.payloadOf(c).types[name]; known != nil {
		typ = known
	}
	sym := env.Declare(local, typ, at)
	key := fieldKey{c, name}
	if first, ok := b.fields[key]; ok {
		b.envs[0].Constrain(first.Type, sym.Type, at, "the payload")
		return sym
	}
	b.fields[key] = sym
	b.fieldOrder = append(b.fieldOrder, key)
	return sym
}

// fieldKey names a part of a payload.
type fieldKey struct {
	carrier
	name string
}

// keepPayloads keeps for the processes to come what this one told of payloads.
func (b *builder) keepPayloads() {
	for _, k := range b.fieldOrder {
		p := b.payloadOf(k.carrier)
		if p.types[k.name] == nil {
			p.types[k.name] = b.fields[k].Type
			p.names = append(p.names, k.name)
		}
	}
	b.resolver.merges = append(b.resolver.merges, b.merges...)
}

// finishPayloads makes the types of all payloads, and names their fields.
func (r *resolver) finishPayloads() {
	r.keyTypes()
	for i := range r.pkg.Messages {
		m := &r.pkg.Messages[i]
		c := carrier{model.MessageTrigger, i}
		for j := range m.Key {
			part := &m.Key[j]
			if part.Type == nil {
				part.Type = types.StringType
			}
			if known := r.payloads[c]; known != nil && known.types[whole] != nil {
				part.Field = false
			}
			if !part.Field {
				continue
			}
			if p := r.payloadOf(c); p.types[part.Name] == nil {
				p.types[part.Name] = part.Type
				p.names = append(p.names, part.Name)
			}
		}
	}
	r.mayBring()
	slices.SortFunc(r.carriers, func(a, b carrier) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.ref, b.ref)) })
	var ws []names.Wish
	var structs []*types.Type
	for _, c := range r.carriers {
		typ, name := r.payloadSlot(c)
		p := r.payloads[c]
		if t := p.types[whole]; t != nil {
			*typ = t
			continue
		}
		if len(p.names) == 0 {
			continue
		}
		*typ = p.structure()
		structs = append(structs, *typ)
		ws = append(ws, names.Wish{Explicit: name, ID: wordOf[c.kind]})
	}
	taken := append([]string(nil), names.Reserved...)
	for _, t := range r.pkg.Structs {
		taken = append(taken, t.Name)
	}
	for i, n := range names.Allot(ws, taken...) {
		structs[i].Name = n
	}
	r.pkg.Structs = append(r.pkg.Structs, structs...)
	slices.SortFunc(r.pkg.Structs, func(a, b *types.Type) int { return cmp.Compare(a.Name, b.Name) })
	for i := range r.pkg.Messages {
		m := &r.pkg.Messages[i]
		ws := make([]names.Wish, len(m.Key))
		for j, part := range m.Key {
			ws[j] = names.Wish{Name: part.Name, ID: part.Name, Fallback: "Key"}
		}
		for j, n := range names.Allot(ws) {
			m.Key[j].GoName = n
			if m.Key[j].Field {
				m.Key[j].GoName = r.payloads[carrier{model.MessageTrigger, i}].goNames[m.Key[j].Name]
			}
		}
	}
	r.nameFields()
	r.merge()
}

// nameFields tells the mappings of all events the Go names of what they move.
func (r *resolver) nameFields() {
	for _, p := range r.pkg.Processes {
		for i := range p.Nodes {
			for k := range p.Nodes[i].Triggers {
				t := &p.Nodes[i].Triggers[k]
				if t.IO == nil || t.Ref == model.None {
					continue
				}
				of := r.payloads[carrier{t.Kind, t.Ref}]
				if of == nil {
					continue
				}
				for _, list := range [][]model.Param{t.IO.Inputs, t.IO.Outputs} {
					for j := range list {
						list[j].GoName = of.goNames[list[j].Name]
					}
				}
			}
		}
	}
}

// wordOf tells payloads apart that want one name.
var wordOf = map[model.TriggerKind]string{
	model.MessageTrigger: "message", model.SignalTrigger: "signal", model.ErrorTrigger: "error", model.EscalationTrigger: "escalation",
}

// structure is the struct type of a payload's fields.
func (p *payloads) structure() *types.Type {
	ws := make([]names.Wish, len(p.names))
	for i, n := range p.names {
		ws[i] = names.Wish{Name: n, ID: n, Fallback: "Value"}
	}
	t := &types.Type{Kind: types.Struct}
	for i, goName := range names.Allot(ws) {
		p.goNames[p.names[i]] = goName
		t.Fields = append(t.Fields, types.Field{Name: p.names[i], Go: goName, Type: types.Resolve(p.types[p.names[i]])})
	}
	return t
}

// payloadSlot is where the type of a payload goes, and what its struct is called.
func (r *resolver) payloadSlot(c carrier) (**types.Type, string) {
	switch c.kind {
	case model.SignalTrigger:
		return &r.pkg.Signals[c.ref].Payload, r.pkg.Signals[c.ref].GoName
	case model.ErrorTrigger:
		return &r.pkg.Errors[c.ref].Payload, r.pkg.Errors[c.ref].GoName
	case model.EscalationTrigger:
		return &r.pkg.Escalations[c.ref].Payload, r.pkg.Escalations[c.ref].GoName
	}
	return &r.pkg.Messages[c.ref].Payload, r.pkg.Messages[c.ref].GoName
}
