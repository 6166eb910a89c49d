package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// A catch without a mapping binds nothing in the standard (§10.4.2, S6.4). The
// engines that files are drawn for set the variables that a delivery brings:
// Zeebe merges them into the scope, Camunda 7 sets them on the instance. So in a file with
// the namespace of one of them such a catch writes each field of the payload to
// the variable of its name that is visible where it stands (S3.1), and a message or
// signal whose payload the file does not declare may bring any of those variables.

// pendingMerge is a catch without a mapping.
type pendingMerge struct {
	builder             *builder
	node, trigger, from int // from: the scope whose data it sees
	of                  carrier
	at                  diag.Span
}

// merges reports a file whose catches without a mapping write variables.
func merges(f *graph.File) bool {
	for _, space := range f.Defs.Namespaces {
		switch space {
		case zeebeNS, camundaNS, activitiNS, flowableNS:
			return true
		}
	}
	return false
}

// mergesAt notes a catch without a mapping.
func (b *builder) mergesAt(n *graph.Node, i, k, scope int, c carrier) {
	if catches(n) && merges(b.file) {
		b.merges = append(b.merges, pendingMerge{b, i, k, scope, c, n.Span})
	}
}

// visible are the variables that a scope sees, the nearest of each name first.
func (b *builder) visible(scope int) []int {
	var out []int
	seen := map[string]bool{}
	for s := scope; s != model.None; s = b.p.Scopes[s].Parent {
		for v := b.p.Scopes[s].FirstVar; v < b.p.Scopes[s].EndVar; v++ {
			if name := b.p.Vars[v].Name; !seen[name] {
				seen[name] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// keyTypes gives a part of a key whose type no event tells the type of the
// variable that the message brings it to.
func (r *resolver) keyTypes() {
	for _, m := range r.merges {
		if m.of.kind != model.MessageTrigger {
			continue
		}
		for j := range r.pkg.Messages[m.of.ref].Key {
			part := &r.pkg.Messages[m.of.ref].Key[j]
			for _, v := range m.builder.visible(m.from) {
				if x := &m.builder.p.Vars[v]; part.Type == nil && part.Field && x.Name == part.Name {
					part.Type = keyType(x.Type)
				}
			}
		}
	}
}

// mayBring adds to the payloads that the files don't declare the variables that
// their catches without a mapping write.
func (r *resolver) mayBring() {
	for _, m := range r.merges {
		p := r.payloadOf(m.of)
		if p.types[whole] != nil || m.of.kind != model.MessageTrigger && m.of.kind != model.SignalTrigger {
			continue
		}
		for _, v := range m.builder.visible(m.from) {
			x := &m.builder.p.Vars[v]
			if p.types[x.Name] != nil {
				continue
			}
			p.names = append(p.names, x.Name)
			p.types[x.Name] = x.Type
			if !types.Nullable(types.Resolve(x.Type)) {
				p.types[x.Name] = types.OptionalOf(types.Resolve(x.Type))
			}
		}
	}
}

// merge says which fields of the payload each catch without a mapping writes.
func (r *resolver) merge() {
	for _, m := range r.merges {
		slot, _ := r.payloadSlot(m.of)
		t := *slot
		if t == nil || types.Shape(t).Kind != types.Struct {
			continue
		}
		shape := types.Shape(t)
		node := &m.builder.p.Nodes[m.node]
		var merged []model.Merge
		for _, v := range m.builder.visible(m.from) {
			x := &m.builder.p.Vars[v]
			for i := range shape.Fields {
				f := &shape.Fields[i]
				if f.Name != x.Name {
					continue
				}
				if have, want := types.Resolve(f.Type), types.Resolve(x.Type); !fitsMerge(have, want) {
					r.bag.Add(diag.New(CodeNotMerged, m.at, "%s brings %s as %s, which the variable of that name, %s, does not take", r.carrierLabel(m.of), graph.Quote(f.Name), have, want).
						On(node.ID, node.Name).
						WithFix("give both one type, or map the field at this event"))
					continue
				}
				merged = append(merged, model.Merge{Field: f, Var: v})
			}
		}
		if len(merged) > 0 {
			io := ioOf(&node.Triggers[m.trigger])
			io.Merged = merged
		}
	}
}

// fitsMerge: a field is what the variable is, or that and optional.
func fitsMerge(field, variable *types.Type) bool {
	return field.String() == variable.String() || field.Kind == types.Optional && types.Resolve(field.Elem).String() == variable.String()
}

// carrierLabel names what has a payload.
func (r *resolver) carrierLabel(c carrier) string {
	o := r.pkg.Messages
	switch c.kind {
	case model.SignalTrigger:
		s := r.pkg.Signals[c.ref]
		return "signal " + graph.Quote(orElse(s.Name, s.ID))
	case model.ErrorTrigger:
		e := r.pkg.Errors[c.ref]
		return "error " + graph.Quote(orElse(e.Name, e.ID))
	case model.EscalationTrigger:
		e := r.pkg.Escalations[c.ref]
		return "escalation " + graph.Quote(orElse(e.Name, e.ID))
	}
	return "message " + graph.Quote(orElse(o[c.ref].Name, o[c.ref].ID))
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
