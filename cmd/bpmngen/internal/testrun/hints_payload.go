package testrun

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// addPayloads adds what the scenario's messages and signals bring to processes that
// catch them without a mapping: it goes to variables of the same names, which
// nothing in the model need speak of.
func (h hints) addPayloads(pkg *model.Package, s *scenario.Scenario) {
	start := func(st *scenario.Start) {
		if st == nil {
			return
		}
		h.addPayload(pkg, st.Message, model.MessageTrigger, st.Payload)
		h.addPayload(pkg, st.Signal, model.SignalTrigger, st.Payload)
	}
	start(s.Start)
	for i := range s.Steps {
		st := &s.Steps[i]
		start(st.Start)
		if st.Publish != nil {
			h.addPayload(pkg, st.Publish.Message, model.MessageTrigger, st.Publish.Payload)
		}
		if st.Signal != nil {
			h.addPayload(pkg, st.Signal.Name, model.SignalTrigger, st.Signal.Payload)
		}
	}
}

func (h hints) addPayload(pkg *model.Package, name string, kind model.TriggerKind, payload scenario.Value) {
	var fields map[string]json.RawMessage
	if name == "" || json.Unmarshal(payload, &fields) != nil {
		return
	}
	for _, p := range pkg.Processes {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Kind == model.EndEvent || n.Kind == model.ThrowEvent {
				continue
			}
			for _, t := range n.Triggers {
				if t.Kind != kind || t.Ref == model.None || t.IO != nil && len(t.IO.Merged) == 0 {
					continue
				}
				o, typ := carrierOf(pkg, t)
				if o.Name != name && o.ID != name {
					continue
				}
				for _, f := range slices.Sorted(maps.Keys(fields)) {
					if _, known := fieldOf(typ, f); !known {
						h.add(p.ID, []scenario.Var{{Name: f, Value: fields[f]}})
					}
				}
			}
		}
	}
}

func carrierOf(pkg *model.Package, t model.Trigger) (model.Origin, *types.Type) {
	if t.Kind == model.SignalTrigger {
		return pkg.Signals[t.Ref].Origin, pkg.Signals[t.Ref].Payload
	}
	return pkg.Messages[t.Ref].Origin, pkg.Messages[t.Ref].Payload
}

// fieldOf is a field of a payload; what is no struct has none to add to.
func fieldOf(t *types.Type, name string) (types.Field, bool) {
	if t == nil {
		return types.Field{}, false
	}
	shape := types.Shape(t)
	if shape.Kind != types.Struct {
		return types.Field{}, true
	}
	return shape.Lookup(name)
}
