package bpmntest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// carrier finds a message, signal, error or escalation: by its name, its code, else
// its id. What the model computes a name for can be any other one, if it is the only one.
func (p *player) carrier(list func(*Process) []Carrier, name string) *Carrier {
	for _, of := range []func(*Carrier) string{
		func(c *Carrier) string { return c.Name },
		func(c *Carrier) string { return c.Code },
		func(c *Carrier) string { return c.ID },
	} {
		for i := range p.processes {
			all := list(&p.processes[i])
			for j := range all {
				if of(&all[j]) == name {
					return &all[j]
				}
			}
		}
	}
	var only *Carrier
	for i := range p.processes {
		all := list(&p.processes[i])
		for j := range all {
			switch {
			case !all[j].Computed:
			case only == nil:
				only = &all[j]
			case only.ID != all[j].ID: // every process lists the package's
				return nil
			}
		}
	}
	return only
}

// payload makes the payload of a carrier from a scenario's value; nil where it has none.
func (c *Carrier) payload(v scenario.Value) (any, error) {
	if v == nil || string(v) == "null" {
		return nil, nil
	}
	if c == nil || c.Make == nil {
		return nil, errors.New("the model declares no payload here: write the mapping or the itemRef that says what it is")
	}
	return c.Make(func(to any) error { return decode(v, reflect.ValueOf(to).Elem()) })
}

// publish publishes a message.
func (p *player) publish(s *scenario.Publish) error {
	c := p.carrier(func(q *Process) []Carrier { return q.Messages }, s.Message)
	payload, err := c.payload(s.Payload)
	if err != nil {
		return fmt.Errorf("message %s: %w", s.Message, err)
	}
	m := runtime.Message{Name: s.Message, Payload: payload}
	var parts []string
	if c != nil {
		parts = c.Key
	}
	if c != nil && !c.Computed {
		m.Name = cmp.Or(c.Name, c.ID)
	}
	values, err := keyOf(s, parts)
	if err != nil {
		return fmt.Errorf("message %s: %w", s.Message, err)
	}
	if len(values) > 0 {
		m.Keyed, m.Key = true, runtime.CorrelationKey(values...)
	}
	return p.kit.Engine.Publish(context.Background(), m)
}

// keyOf are the parts of a key as text: a scenario's key, or what its payload
// says under the names of the parts.
func keyOf(s *scenario.Publish, parts []string) ([]string, error) {
	from := s.Key
	if from == nil {
		if len(parts) == 0 {
			return nil, nil
		}
		if from = s.Payload; from == nil {
			return nil, fmt.Errorf("it needs a key: %s", strings.Join(parts, ", "))
		}
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(from, &fields) != nil {
		text, err := keyText(from)
		return []string{text}, err
	}
	if len(parts) == 0 {
		return nil, errors.New("the model has no composite key for it")
	}
	var values []string
	for _, name := range parts {
		v, ok := fields[name]
		if !ok {
			return nil, fmt.Errorf("its key needs %s", name)
		}
		text, err := keyText(v)
		if err != nil {
			return nil, err
		}
		values = append(values, text)
	}
	return values, nil
}

// keyText is a JSON value as the text that keys compare.
func keyText(v scenario.Value) (string, error) {
	dec := json.NewDecoder(bytes.NewReader(v))
	dec.UseNumber()
	var x any
	if err := dec.Decode(&x); err != nil {
		return "", err
	}
	switch x := x.(type) {
	case json.Number:
		return runtime.KeyText(number(x)), nil
	case string, bool:
		return runtime.KeyText(x), nil
	}
	return "", fmt.Errorf("%s is no part of a key", v)
}

// signal broadcasts a signal.
func (p *player) signal(s *scenario.Signal) error {
	c := p.carrier(func(q *Process) []Carrier { return q.Signals }, s.Name)
	payload, err := c.payload(s.Payload)
	if err != nil {
		return fmt.Errorf("signal %s: %w", s.Name, err)
	}
	name := s.Name
	if c != nil && c.Name != "" && !c.Computed {
		name = c.Name
	}
	return p.kit.Engine.Broadcast(context.Background(), name, payload)
}

// bpmnError is the error with a code that work throws.
func (p *player) bpmnError(code string, v scenario.Value) (error, error) {
	c := p.carrier(func(q *Process) []Carrier { return q.Errors }, code)
	payload, err := c.payload(v)
	if err != nil {
		return nil, fmt.Errorf("error %s: %w", code, err)
	}
	e := &runtime.BPMNError{Code: code, Payload: payload}
	if c != nil {
		e.Message = c.Name
	}
	if c != nil && !c.Computed {
		e.Code = c.Code
	}
	return e, nil
}

// fire moves the clock to when the first timer of a node is due and fires those
// of that node that are due by then.
func (p *player) fire(name string) error {
	ids := p.names.find(name)
	if len(ids) == 0 {
		return fmt.Errorf("there is no node %s", name)
	}
	for _, id := range ids {
		if at, ok := p.kit.Engine.NextDueAt(id); ok {
			p.kit.Clock.jump(at)
			p.kit.Engine.TickAt(id)
			return nil
		}
	}
	return fmt.Errorf("no timer of %s is armed", name)
}

// throw has the oldest token at a task throw an error, or an escalation, which
// does not end the task (S6.3).
func (p *player) throw(s *scenario.Throw) error {
	if s.Escalation != nil {
		return p.escalate(s)
	}
	thrown, err := p.bpmnError(*s.Error, s.Payload)
	if err != nil {
		return err
	}
	j, err := p.oldest(s.Task)
	if err != nil {
		return err
	}
	return p.finish(j, doing{err: thrown})
}

// startBy lets an event happen that starts an instance.
func (p *player) startBy(s *scenario.Start) error {
	if len(s.Vars) > 0 {
		return errors.New("an event that starts an instance brings a payload, no vars")
	}
	before := p.instances()
	var err error
	switch {
	case s.Message != "":
		err = p.publish(&scenario.Publish{Message: s.Message, Key: s.Key, Payload: s.Payload})
	case s.Signal != "":
		err = p.signal(&scenario.Signal{Name: s.Signal, Payload: s.Payload})
	default:
		err = p.startByTimer(s)
	}
	if err == nil && p.instances() == before {
		err = errors.New("it starts no instance")
	}
	return err
}

// startByTimer fires the timer start of a process that is due first.
func (p *player) startByTimer(s *scenario.Start) error {
	q, err := p.process(s.Process)
	if err != nil {
		return err
	}
	first := ""
	for _, n := range q.Definition.EventStarts {
		id := q.Definition.Nodes[n].ID
		at, ok := p.kit.Engine.NextDueAt(id)
		if !ok {
			continue
		}
		if best, some := p.kit.Engine.NextDueAt(first); !some || at.Before(best) {
			first = id
		}
	}
	if first == "" {
		return fmt.Errorf("process %s has no start event with a timer that is armed", q.Definition.Key)
	}
	return p.fire(first)
}

// instances counts the instances that were opened.
func (p *player) instances() int {
	p.kit.mu.Lock()
	defer p.kit.mu.Unlock()
	n := 0
	for _, k := range p.kit.opened {
		n += k
	}
	return n
}
