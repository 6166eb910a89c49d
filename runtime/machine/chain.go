package machine

import (
	"errors"
	"fmt"
)

// Error is a BPMN error (S6.2): a value with a code that catch events take.
// Handlers return one, or an error that wraps one.
type Error struct {
	Code    string
	Message string
	Payload any
	// verdict: it comes from an Error End Event, which is no failure of anything (S9.2).
	verdict bool
}

// Error tells code and message.
func (e *Error) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("BPMN error %s", e.Code)
	}
	return fmt.Sprintf("BPMN error %s: %s", e.Code, e.Message)
}

// raise lets an error climb from the node where a token is: its own boundary
// events, then those of the composites around it, nearest first (S6.1). A
// technical failure climbs as an error without a code (S6.2). What nothing
// takes fails the instance (S9.2). The token may be gone afterwards.
//
//go:noinline
func (m *Machine) raise(s *Scratch, slot int32, err error) {
	m.climb(s, slot, slot, m.tokens[slot].scope, err)
}

// raiseOutside is raise for a token that has left its node: the node's own
// boundary events are no longer armed.
//
//go:noinline
func (m *Machine) raiseOutside(s *Scratch, slot int32, err error) {
	m.climb(s, slot, None, m.tokens[slot].scope, err)
}

// climb looks for a catch from an activity outward, for what went wrong at a
// token: the activity of from, or where that is None, the scope first.
func (m *Machine) climb(s *Scratch, slot, from, scope int32, err error) {
	node, was, why := m.tokens[slot].node, m.tokens[slot].state, s.failed
	s.failed = mishap{}
	if s.Facts {
		m.tell(s, NodeFailed, slot)
	}
	var be *Error
	if !m.tokens[slot].hosts() {
		m.tokens[slot].state = failing
	}
	if errors.As(err, &be) && s.Facts {
		m.tell(s, ErrorThrown, slot)
	}
	if catchable(err) {
		if c, payload := m.catchOf(from, scope, err); c.node != None {
			if s.Facts {
				s.tell(ErrorCaught, c.node, m.def.Nodes[c.node].Scope, 0)
			}
			m.take(s, c, payload)
			return
		}
	}
	if s.Facts && be != nil {
		m.tell(s, ErrorUnresolved, slot)
	}
	if s.Incidents && incidental(err) {
		m.stand(s, slot, from, was, err, why)
		return
	}
	m.more().fault = &Fault{Node: node, Err: err}
	m.end(s, Failed)
}

// catchOf is the catch of an error, by its code and payload; what is no BPMN
// error has neither (S6.2).
func (m *Machine) catchOf(from, scope int32, err error) (catch, any) {
	var be *Error
	if errors.As(err, &be) {
		return m.nearest(from, scope, ErrorTrigger, be.Code), be.Payload
	}
	return m.nearest(from, scope, ErrorTrigger, ""), nil
}

// catchable reports whether a failure may climb: a bug of ours may not (S9.4),
// and neither may a runaway loop, whose catch could be a part of it (S1.7), nor
// calls that go too deep (S10.2).
func catchable(err error) bool {
	var broken *InvariantError
	var runaway *RunawayError
	var depth *DepthError
	return !errors.As(err, &broken) && !errors.As(err, &runaway) && !errors.As(err, &depth)
}

// catch is what takes an error or escalation: a boundary event of the activity
// where a token is, or the start event of an event sub-process of a scope.
type catch struct {
	node         int32 // None: nothing takes it
	token, scope int32 // one of the two is None
}

// nearest looks for a catch (S6.1, SC §2.6): the boundary events of the
// activity of from, where that is given; then along the catch chain of the scope
// in that slot.
func (m *Machine) nearest(from, scope int32, trigger Trigger, code string) catch {
	if from != None {
		if b := m.catcher(from, trigger, code); b != None {
			return catch{b, from, None}
		}
	}
	for {
		frame := m.frameOf(scope)
		if c := m.nearestIn(scope, frame, trigger, code); c.node != None || frame == None {
			return c
		}
		scope = m.scope(frame).parent
	}
}

// nearestIn looks along the catch chain of a scope, up to the frame of a
// compensation handler that it is in, if any: what comes out of that climbs on
// from the throw and not from where the handler stands (S8.2).
func (m *Machine) nearestIn(scope, frame int32, trigger Trigger, code string) catch {
	steps := m.def.Scopes[m.scope(scope).def].Catches
	if steps == nil {
		steps = m.def.catches(m.scope(scope).def)
	}
	for i := range steps {
		c := &steps[i]
		if c.Trigger != trigger || c.Code != "" && c.Code != code {
			continue
		}
		for scope != frame && m.scope(scope).def != c.Scope {
			scope = m.scope(scope).parent
		}
		switch {
		case scope == frame:
			return catch{node: None}
		case m.def.Nodes[c.Node].Kind == BoundaryEvent:
			return catch{c.Node, m.scope(scope).host, None}
		case m.scope(scope).sentry != interrupted:
			return catch{c.Node, None, scope}
		}
	}
	return catch{node: None}
}

// take lets a catch happen.
func (m *Machine) take(s *Scratch, c catch, payload any) {
	got := happened{m.def.Nodes[c.node].Event, payload}
	if c.token != None {
		m.trip(s, c.token, c.node, got)
		return
	}
	m.handle(s, c.scope, c.node, got)
}

// catcher is the boundary event of a token's activity that takes an error or
// escalation: one with the code, else one without (S6.1).
func (m *Machine) catcher(slot int32, trigger Trigger, code string) int32 {
	all := None
	for _, b := range m.def.Nodes[m.tokens[slot].node].Boundaries {
		ev := &m.def.Events[m.def.Nodes[b].Event]
		if ev.Trigger != trigger {
			continue
		}
		if ev.Code == "" {
			if all == None {
				all = int(b)
			}
		} else if ev.Code == code {
			return b
		}
	}
	return int32(all)
}

// endError throws the event's error at the border of its scope (SC §2.6). Where
// something takes it the end event is cancelled with its scope; else the
// instance fails.
func endError(m *Machine, s *Scratch, slot int32) {
	ev := m.eventOf(slot)
	th, err := m.thrown(s, slot, ev, m.def.Nodes[m.tokens[slot].node].Event)
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	m.raiseOutside(s, slot, &Error{Code: ev.Code, Message: ev.Name, Payload: th.Payload, verdict: true})
}

func (m *Machine) eventOf(slot int32) *Event {
	return &m.def.Events[m.def.Nodes[m.tokens[slot].node].Event]
}

// escalate lets an escalation climb (S6.3) and reports whether the thrower's
// token is still there. Unresolved it is a fact and no more.
func escalate(m *Machine, s *Scratch, slot, index int32) bool {
	ev := &m.def.Events[index]
	th, err := m.thrown(s, slot, ev, index)
	if err != nil {
		m.raise(s, slot, err)
		return false
	}
	gen := m.tokens[slot].gen
	if s.Facts {
		m.tell(s, EscalationThrown, slot)
	}
	m.escalateFrom(s, slot, None, &Raised{Code: ev.Code, Payload: th.Payload})
	return !m.status.Over() && m.tokens[slot].gen == gen
}
