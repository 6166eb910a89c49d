package bpmntest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// receiveTasks finds the receive tasks that wait for a message.
func (p *player) receiveTasks() {
	p.kit.receives = map[nodeKey]bool{}
	for _, x := range p.names.nodes {
		if isReceive(x.def) && x.def.Performer == runtime.ByEvent {
			p.kit.receives[nodeKey{x.process, x.def.ID}] = true
		}
	}
}

// receive completes a receive task as if its message had come. What it is given
// is the payload where the message has one with these fields, else a change of the variables.
func (p *player) receive(j job, d doing) error {
	if d.err != nil {
		return d.err
	}
	h, err := p.kit.Engine.Instance(j.id.Instance)
	if err != nil {
		return err
	}
	var payload any
	if len(d.out) > 0 {
		c := p.carrierAt(p.names.node(j.process, j.node), j.process)
		if payload, err = c.payload(object(d.out)); err != nil {
			payload = nil
			if err := p.setAt(j.process, h, d.out); err != nil {
				return err
			}
		}
	}
	return h.Receive(context.Background(), j.id, payload)
}

// setAt commits variables of the instance.
func (p *player) setAt(process string, h runtime.AnyHandle, vars []scenario.Var) error {
	for i := range p.processes {
		if q := &p.processes[i]; q.Definition.Key == process && q.Handle != nil {
			return q.Handle(h).Set(context.Background(), func(v any) error { return assign(v, vars) })
		}
	}
	return fmt.Errorf("there is no process %s", process)
}

// carrierAt is the message or signal that a node waits for, nil where it waits for
// none; of several the first.
func (p *player) carrierAt(n *runtime.NodeDef, process string) *Carrier {
	for i := range p.processes {
		def := p.processes[i].Definition
		if def.Key != process || n == nil || n.Event == runtime.None {
			continue
		}
		for _, e := range append([]int32{n.Event}, def.Events[n.Event].Parts...) {
			switch ev := &def.Events[e]; ev.Trigger {
			case runtime.MessageTrigger:
				return p.carrier(func(q *Process) []Carrier { return q.Messages }, ev.Name)
			case runtime.SignalTrigger:
				return p.carrier(func(q *Process) []Carrier { return q.Signals }, ev.Name)
			}
		}
	}
	return nil
}

// object is the JSON object with these fields.
func object(vars []scenario.Var) scenario.Value {
	fields := map[string]json.RawMessage{}
	for _, v := range vars {
		fields[v.Name] = v.Value
	}
	b, _ := json.Marshal(fields) // they are JSON
	return b
}

// startWith starts an instance at a start event with a trigger, with what that brings.
func (p *player) startWith(q *Process, at string, s *scenario.Start) (Instance, error) {
	c := p.carrierAt(p.names.node(q.Definition.Key, at), q.Definition.Key)
	payload, err := c.payload(s.Payload)
	if err != nil {
		return nil, fmt.Errorf("start event %s: %w", at, err)
	}
	m := runtime.Message{Payload: payload}
	if s.Key != nil {
		var parts []string
		if c != nil {
			parts = c.Key
		}
		values, err := keyOf(&scenario.Publish{Key: s.Key}, parts)
		if err != nil {
			return nil, fmt.Errorf("start event %s: %w", at, err)
		}
		m.Key, m.Keyed = runtime.CorrelationKey(values...), len(values) > 0
	}
	h, err := p.kit.Engine.StartProcessBy(context.Background(), q.Definition.Key, runtime.Latest, at, m,
		func(vars any) error { return assign(vars, s.Vars) })
	if err != nil {
		return nil, err
	}
	return q.Handle(h), nil
}
