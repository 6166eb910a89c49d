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
		if c, what := m.catchOf(from, scope, err); c.node != None {
			if s.Facts {
				s.tell(ErrorCaught, c.node, m.def.Nodes[c.node].Scope, 0)
			}
			m.take(s, c, what)
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

// catchOf is the catch of an error, and what that is given. What is no BPMN error
// has a message alone (S6.2).
func (m *Machine) catchOf(from, scope int32, err error) (catch, happened) {
	var be *Error
	if errors.As(err, &be) {
		return m.nearest(from, scope, ErrorTrigger, be.Code), happened{payload: be.Payload, code: be.Code, message: be.Message}
	}
	return m.nearest(from, scope, ErrorTrigger, ""), happened{message: err.Error()}
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
	event        int32 // the node's, or the one of its parts that takes it
	token, scope int32 // one of the two is None
}

// none is the catch that nothing is.
var none = catch{node: None}

// nearest looks for a catch (S6.1, SC §2.6): the boundary events of the
// activity of from, where that is given; then along the catch chain of the scope
// in that slot.
func (m *Machine) nearest(from, scope int32, trigger Trigger, code string) catch {
	if from != None {
		if c := m.catcher(from, trigger, code); c.node != None {
			return c
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
	all := none // a catch whose computed code is empty: what its place has with the code comes first
	for i := range steps {
		c := &steps[i]
		if all.node != None && !samePlace(&steps[i-1], c, m.def) {
			return all
		}
		ev := &m.def.Events[c.Event]
		if c.Trigger != trigger || ev.Text == 0 && c.Code != "" && c.Code != code {
			continue
		}
		for scope != frame && m.scope(scope).def != c.Scope {
			scope = m.scope(scope).parent
		}
		if scope == frame {
			return all
		}
		at := catch{node: c.Node, event: c.Event, token: None, scope: None}
		holder := int32(None)
		switch {
		case m.def.Nodes[c.Node].Kind == BoundaryEvent:
			at.token = m.scope(scope).host
			holder = at.token
		case m.scope(scope).sentry != interrupted:
			at.scope = scope
			holder = m.scope(scope).sentry - 1
		default:
			continue
		}
		if m.def.Events[m.def.Nodes[c.Node].Event].Parallel && m.hasHappened(holder, c.Node, c.Event) {
			continue
		}
		if ev.Text == 0 {
			if c.Code == "" && all.node != None {
				return all
			}
			return at
		}
		switch computed, armed := m.codeOf(holder, c.Node, c.Event); {
		case !armed:
		case computed == "":
			if all.node == None {
				all = at
			}
		case computed == code:
			return at
		}
	}
	return all
}

// samePlace reports whether two steps of a chain are asked together: the event
// sub-processes of one scope, or the boundary events of one composite.
func samePlace(a, b *Catch, d *Definition) bool {
	return a.Scope == b.Scope && (d.Nodes[a.Node].Kind == BoundaryEvent) == (d.Nodes[b.Node].Kind == BoundaryEvent)
}

// take lets a catch happen: an event that needs all of its parts once it was the last.
func (m *Machine) take(s *Scratch, c catch, what happened) {
	what.event = c.event
	got := []happened{what}
	at := c.token
	if at == None {
		at = m.scope(c.scope).sentry - 1
	}
	if m.def.Events[m.def.Nodes[c.node].Event].Parallel {
		m.fireParallel(s, at, c.node, what)
		return
	}
	if c.token != None {
		m.trip(s, c.token, c.node, got...)
		return
	}
	m.handle(s, c.scope, c.node, got...)
}

// catcher is the boundary event of a token's activity that takes an error or
// escalation: one with the code, else one without (S6.1).
func (m *Machine) catcher(slot int32, trigger Trigger, code string) catch {
	all := none
	for _, b := range m.def.Nodes[m.tokens[slot].node].Boundaries {
		event, exact := m.takes(slot, b, trigger, code)
		switch c := (catch{b, event, slot, None}); {
		case event == None:
		case exact:
			return c
		case all.node == None:
			all = c
		}
	}
	return all
}

// takes is the event of a node, or its part, that takes an error or escalation,
// None where none does; exact: it names the code. slot is the token that the node
// is armed for.
func (m *Machine) takes(slot, node int32, trigger Trigger, code string) (event int32, exact bool) {
	index := m.def.Nodes[node].Event
	ev := &m.def.Events[index]
	if ev.Trigger == trigger {
		return m.takesCode(slot, node, index, code)
	}
	event = None
	for _, part := range ev.Parts {
		if m.def.Events[part].Trigger != trigger || ev.Parallel && m.hasHappened(slot, node, part) {
			continue
		}
		if e, exact := m.takesCode(slot, node, part, code); exact {
			return e, true
		} else if event == None {
			event = e
		}
	}
	return event, false
}

func (m *Machine) takesCode(slot, node, index int32, code string) (event int32, exact bool) {
	switch c, armed := m.codeOf(slot, node, index); {
	case !armed:
	case c == "":
		return index, false
	case c == code:
		return index, true
	}
	return None, false
}

// throwError throws the error of an end event at the border of its scope (SC
// §2.6). Where something takes it the end event is cancelled with its scope; else
// the instance fails. Either way its token goes no further.
func throwError(m *Machine, s *Scratch, slot, index int32) bool {
	ev := &m.def.Events[index]
	th, err := m.thrown(s, slot, ev, index)
	var code string
	if err == nil {
		code, err = m.text(m.tokens[slot].scope, ev)
	}
	if err != nil {
		m.raise(s, slot, err)
		return false
	}
	m.raiseOutside(s, slot, &Error{Code: code, Message: ev.Name, Payload: th.Payload, verdict: true})
	return false
}

func (m *Machine) eventOf(slot int32) *Event {
	return &m.def.Events[m.def.Nodes[m.tokens[slot].node].Event]
}

// escalate lets an escalation climb (S6.3) and reports whether the thrower's
// token is still there. Unresolved it is a fact and no more.
func escalate(m *Machine, s *Scratch, slot, index int32) bool {
	ev := &m.def.Events[index]
	th, err := m.thrown(s, slot, ev, index)
	var code string
	if err == nil {
		code, err = m.text(m.tokens[slot].scope, ev)
	}
	if err != nil {
		m.raise(s, slot, err)
		return false
	}
	gen := m.tokens[slot].gen
	if s.Facts {
		m.tell(s, EscalationThrown, slot)
	}
	m.escalateFrom(s, slot, None, &Raised{Code: code, Payload: th.Payload})
	return !m.status.Over() && m.tokens[slot].gen == gen
}
