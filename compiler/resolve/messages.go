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

// sentByWork reports a throw or a send task whose sending is the host's work: it
// has a vendor's implementation or job type, or its receiver is outside (S4.1).
func (b *builder) sentByWork(n *graph.Node) bool {
	if vendorImplementation(n.Attrs, n.Extensions) {
		return true
	}
	if n.Event != nil {
		for _, d := range b.file.Definitions(n.Event) {
			if d.Kind == bpmn.MessageTrigger && vendorImplementation(d.Attrs, d.Extensions) {
				return true
			}
		}
	}
	return b.toOutside(n)
}

// sendsMessage reports an event that throws a message and nothing else.
func (b *builder) sendsMessage(n *graph.Node) bool {
	ds := b.file.Definitions(n.Event)
	return len(ds) == 1 && ds[0].Kind == bpmn.MessageTrigger
}

// sends is the message that a reference names, None where there is none.
func (b *builder) sends(ref bpmn.Ref) int {
	if e, ok := b.file.Lookup(ref); ok {
		if m, ok := e.(*bpmn.Message); ok {
			return b.global[m]
		}
	}
	return model.None
}

// sendMeta is what a throwing event and its definition tell the host.
func (b *builder) sendMeta(n *graph.Node) []model.Meta {
	out := meta(n)
	for _, d := range b.file.Definitions(n.Event) {
		out = append(out, metaOfBase(&d.Base)...)
	}
	return out
}

// messageTask makes a receive task wait for its message, and a send task a throw (S4.1).
func (b *builder) messageTask(n *graph.Node, m *model.Node) {
	if n.Task.Kind == bpmn.ReceiveTask {
		m.Performer = model.ByEvent
		return
	}
	m.Kind, m.Performer = model.ThrowEvent, model.PassThrough
}

// vendorImplementation reports attributes or elements that say who does a task's work.
func vendorImplementation(attrs []bpmn.Attr, extensions []*bpmn.Raw) bool {
	for _, a := range attrs {
		switch a.Name.Space {
		case camundaNS, activitiNS, flowableNS:
			switch a.Name.Local {
			case "class", "delegateExpression", "expression", "topic", "type":
				return true
			}
		}
	}
	for _, x := range extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "taskDefinition" || x.Name.Space == camundaNS && x.Name.Local == "connector" {
			return true
		}
	}
	return false
}

// toOutside reports a node whose message flow leads to a pool without a process.
func (b *builder) toOutside(n *graph.Node) bool {
	if n.ID == "" {
		return false
	}
	for _, c := range b.file.Collaborations {
		for _, m := range c.MessageFlows {
			if m.SourceRef.Local != n.ID {
				continue
			}
			if e, ok := b.file.Lookup(m.TargetRef); ok {
				if p, ok := e.(*bpmn.Participant); ok && p.ProcessRef.IsZero() {
					return true
				}
			}
		}
	}
	return false
}

// message is the message that a node's k-th definition names.
func (b *builder) message(i, k int) (*bpmn.Message, int) {
	ref := b.p.Nodes[i].Triggers[k].Ref
	if ref == model.None {
		return nil, ref
	}
	return b.messages[ref], ref
}

// subscription is the zeebe:subscription of a message: the text of its key.
func subscription(m *bpmn.Message) (bpmn.Attr, bool) {
	for _, x := range m.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "subscription" {
			if a, ok := x.Attr("", "correlationKey"); ok && strings.TrimSpace(a.Value) != "" {
				return a, true
			}
		}
	}
	return bpmn.Attr{}, false
}

// key adds the correlation key that a catch waits for or a throw sends (S4.4). A
// start has none of its own: the message brings it.
func (b *builder) key(n *graph.Node, i, k, scope int) []diag.Diagnostic {
	b.p.Nodes[i].Triggers[k].Key = nil
	m, ref := b.message(i, k)
	if m == nil {
		return nil
	}
	start := startsProcess(n)
	if a, ok := subscription(m); ok {
		b.keyPart(ref, 0, zeebePart(a.Value), true, nil)
		if start {
			b.sharedStart(n, i, k)
			return nil // the message brings it
		}
		return b.keyExpression(n, i, k, 0, scope, a.Value, "feel", attrAt(a))
	}
	s := b.standardKey(m)
	b.p.Nodes[i].Triggers[k].Conversation = s.conversation
	var ds []diag.Diagnostic
	for j, p := range s.properties {
		name, plain := plainName(p.path)
		b.keyPart(ref, j, name, plain, b.itemType(b.file, p.property.Type, false))
		e := p.binding
		if !catches(n) {
			e = p.path // a throw's payload has the values under the names of the scope
		} else if start || s.conversation != 0 {
			continue
		}
		ds = append(ds, b.keyExpression(n, i, k, j, scope, e.Text.Value, b.language(e), textAt(e.Text))...)
	}
	return ds
}

// keyExpression adds one part of a key.
func (b *builder) keyExpression(n *graph.Node, i, k, part, scope int, text, language string, at expr.Positions) []diag.Diagnostic {
	t := &b.p.Nodes[i].Triggers[k]
	t.Key = append(t.Key, model.None)
	ref := t.Ref
	from := len(b.pending)
	ds := b.expression(text, language, at, b.envs[scope], untyped, model.Expression{
		Origin: origin(n.Base), Scope: scope, Purpose: model.KeyValue,
	}, func(x int) {
		b.p.Nodes[i].Triggers[k].Key[part] = x
		p := &b.pkg.Messages[ref].Key[part]
		if p.Type == nil {
			p.Type = keyType(b.p.Exprs[x].Typed.Root.Type)
		}
	})
	if len(b.pending) > from {
		b.pending[from].otherwise = types.StringType
	}
	return ds
}

// keyType is the type of a key's part in the payload: text where it is not told.
func keyType(t *types.Type) *types.Type {
	t = types.NonNull(t)
	switch types.Shape(t).Kind {
	case types.String, types.Int, types.Bool, types.Date, types.Decimal:
		return t
	}
	return types.StringType
}

// keyPart makes sure that a message has the part of its key.
func (b *builder) keyPart(ref, j int, name string, field bool, t *types.Type) {
	m := &b.pkg.Messages[ref]
	for len(m.Key) <= j {
		m.Key = append(m.Key, model.KeyPart{Name: name, Field: field, Type: t})
	}
}

// zeebePart names the key of a zeebe:subscription by what its expression reads:
// =orderId is orderId, =order.id is orderId, anything else correlationKey.
func zeebePart(text string) string {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "="))
	parts := strings.Split(text, ".")
	for i, p := range parts {
		if !isName(p) {
			return "correlationKey"
		}
		if i > 0 {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

// plainName is the name that a path is, with the marks of its language or without.
func plainName(e *bpmn.Expression) (string, bool) {
	t := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(e.Text.Value), "="))
	t = strings.TrimSuffix(strings.TrimPrefix(t, "${"), "}")
	return t, isName(t)
}

func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// standardKey is how a message correlates by the standard's elements (§8.4.2).
type standardKey struct {
	properties []keyProperty
	// conversation counts, from 1, the key that the process does not bind to data:
	// the first message of the conversation sets it. 0: none.
	conversation int
}

// keyProperty is a part of a key: what the process compares, and where the message has it.
type keyProperty struct {
	property *bpmn.CorrelationProperty
	path     *bpmn.Expression
	binding  *bpmn.Expression
}

// standardKey finds the key of the process's correlationSubscriptions of which the
// message has every property.
func (b *builder) standardKey(m *bpmn.Message) standardKey {
	for _, s := range b.level.Process.Correlations {
		e, ok := b.file.Lookup(s.KeyRef)
		if !ok {
			continue
		}
		key, ok := e.(*bpmn.CorrelationKey)
		if !ok {
			continue
		}
		if ps := b.bound(m, key, s); len(ps) > 0 {
			return standardKey{properties: ps}
		}
	}
	n := 0
	for _, c := range b.file.Collaborations {
		for _, key := range c.CorrelationKeys {
			n++
			if ps := b.retrieved(m, key); len(ps) > 0 {
				return standardKey{properties: ps, conversation: n}
			}
		}
	}
	return standardKey{}
}

// retrieved are the properties of a key, each with where the message has it; none
// where the message lacks one.
func (b *builder) retrieved(m *bpmn.Message, key *bpmn.CorrelationKey) []keyProperty {
	var out []keyProperty
	for _, ref := range key.PropertyRefs {
		e, _ := b.file.Lookup(ref)
		p, ok := e.(*bpmn.CorrelationProperty)
		if !ok {
			return nil
		}
		found := false
		for _, r := range p.Retrievals {
			if of, _ := b.file.Lookup(r.MessageRef); of == m && r.MessagePath != nil {
				out = append(out, keyProperty{property: p, path: r.MessagePath})
				found = true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return out
}

// bound are the properties of a key with what the process binds them to; none
// where the message lacks one or the process binds not all.
func (b *builder) bound(m *bpmn.Message, key *bpmn.CorrelationKey, s *bpmn.CorrelationSubscription) []keyProperty {
	ps := b.retrieved(m, key)
	for i := range ps {
		for _, x := range s.Bindings {
			if of, _ := b.file.Lookup(x.PropertyRef); of == ps[i].property && x.DataPath != nil {
				ps[i].binding = x.DataPath
			}
		}
		if ps[i].binding == nil {
			return nil
		}
	}
	return ps
}

// sharedStart makes one conversation of the messages that a start event needs all of:
// the first brings the key by which the others find the instance.
func (b *builder) sharedStart(n *graph.Node, i, k int) {
	if n.Event == nil || !n.Event.ParallelMultiple {
		return
	}
	keys := 0
	for _, c := range b.file.Collaborations {
		keys += len(c.CorrelationKeys)
	}
	b.p.Nodes[i].Triggers[k].Conversation = keys + 1
}

// startsProcess reports a node whose message makes the instance and has its key
// with it. The arms of a gateway that starts the process may also wait.
func startsProcess(n *graph.Node) bool {
	return n.Level.Sub == nil && (n.Is(bpmn.StartEvent) || instantiates(n))
}
