package bpmntest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// Published is a message that a process threw.
type Published struct {
	runtime.Message
	// ByHandler: a handler sent it, so that its key and payload are not known here.
	ByHandler bool
}

// publish keeps a message that a process threw.
func (k *Kit) publish(m runtime.Message) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.published = append(k.published, Published{Message: m})
}

// Published are the messages that processes threw, in order: to the broker and
// to senders, and in scenarios also those that handlers sent.
func (k *Kit) Published() []Published {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.published)
}

// sent keeps a message that the handler of a task sent.
func (p *player) sent(j job) {
	for i := range p.processes {
		q := &p.processes[i]
		if name, ok := q.Sends[j.node]; ok && q.Definition.Key == j.process {
			p.kit.mu.Lock()
			p.kit.published = append(p.kit.published, Published{Message: runtime.Message{Name: name}, ByHandler: true})
			p.kit.mu.Unlock()
			return
		}
	}
}

// expectPublished: exactly these messages were thrown, in no order.
func (p *player) expectPublished(e *scenario.Expect, _ []string) []string {
	if e.Published == nil {
		return nil
	}
	seen := p.kit.Published()
	rest := slices.Clone(seen)
	var bad []string
	for i := range e.Published {
		want := &e.Published[i]
		at := -1
		why := ""
		for k := range rest {
			if why = p.differs(want, &rest[k]); why == "" {
				at = k
				break
			}
		}
		if at < 0 {
			if why != "" && len(rest) > 0 {
				why = ", " + why
			}
			bad = append(bad, one("expected the message %s to be published%s, saw %s", tellPublished(want), why, listPublished(seen))...)
			continue
		}
		rest = slices.Delete(rest, at, at+1)
	}
	if len(bad) == 0 && len(rest) > 0 {
		return one("expected no other message to be published, saw %s", listPublished(rest))
	}
	return bad
}

// differs says why a message is not the one that is expected, "" where it is.
func (p *player) differs(want *scenario.Published, m *Published) string {
	c := p.carrier(func(q *Process) []Carrier { return q.Messages }, want.Message)
	name := want.Message
	if c != nil && !c.Computed {
		if name = c.Name; name == "" {
			name = c.ID
		}
	}
	if name != m.Name {
		return "another was"
	}
	if want.Key != nil {
		var parts []string
		if c != nil {
			parts = c.Key
		}
		values, err := keyOf(&scenario.Publish{Key: want.Key}, parts)
		switch {
		case err != nil:
			return err.Error()
		case m.ByHandler:
			return "a handler sent it, so its key is not known"
		case !m.Keyed || m.Key != runtime.CorrelationKey(values...):
			return "its key was " + m.Key
		}
	}
	if want.Payload != nil {
		v, err := c.payload(want.Payload)
		switch {
		case err != nil:
			return err.Error()
		case m.ByHandler:
			return "a handler sent it, so its payload is not known"
		case m.Payload == nil || !same(reflect.ValueOf(v), reflect.ValueOf(m.Payload)):
			return fmt.Sprintf("its payload was %v", m.Payload)
		}
	}
	return ""
}

func tellPublished(w *scenario.Published) string {
	if w.Key != nil {
		return fmt.Sprintf("%s with the key %s", w.Message, w.Key)
	}
	return w.Message
}

func listPublished(all []Published) string {
	var names []string
	for _, m := range all {
		if m.Keyed {
			names = append(names, fmt.Sprintf("%s (%s)", m.Name, m.Key))
			continue
		}
		names = append(names, m.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
