package machine

// An interrupting event sub-process and an interrupting boundary event of its
// composite that share a declaration share one budget (SC §2.10, S6.5): the event
// sub-process receives, and only what is thrown again from inside it reaches the
// boundary event.

// shared reports whether a boundary event leaves what it declares to an event
// sub-process inside its host: the compiler says so, or, for messages and signals,
// their names do. Errors and escalations need no such test, they come to the
// event sub-process first.
func (m *Machine) shared(n *Node, boundary int32) bool {
	ev := &m.def.Events[m.def.Nodes[boundary].Event]
	inner := n.Inner
	if n.Loop != nil { // of an instance
		inner = m.def.Nodes[m.def.Scopes[inner].Seeds[0]].Inner
	}
	if ev.Shared || inner == None {
		return ev.Shared
	}
	for _, start := range m.def.Scopes[inner].Handlers {
		if same(ev, &m.def.Events[m.def.Nodes[start].Event]) {
			return true
		}
	}
	return false
}

// same reports two interrupting events with one declaration that can be thrown.
func same(a, b *Event) bool {
	return a.Interrupting && b.Interrupting && a.Trigger == b.Trigger && a.Name == b.Name && a.Text == 0 && b.Text == 0 &&
		(a.Trigger == MessageTrigger || a.Trigger == SignalTrigger)
}

// decorated is a boundary event that a handler's throw comes to, with the token of
// its host.
type decorated struct {
	host     Ref
	boundary int32
}

// throwsAgain finds the boundary events that a message or signal thrown in a scope
// reaches because it is thrown inside the handlers of the same declaration, the
// innermost first.
func (m *Machine) throwsAgain(scope int32, thrown *Event) []decorated {
	var out []decorated
	for ; scope != None; scope = m.scope(scope).parent {
		host := m.scope(scope).host
		if host == None || m.def.Nodes[m.tokens[host].node].Kind != EventSubProcess {
			continue
		}
		start := m.startOf(m.scope(scope).def)
		guarded := m.scope(m.tokens[host].scope).host
		if start == nil || guarded == None || start.Trigger != thrown.Trigger || start.Name != thrown.Name {
			continue
		}
		if around := m.scope(m.tokens[guarded].scope).host; around != None && m.repeats(around) {
			guarded = around // of an instance: the boundary events are the whole's
		}
		for _, b := range m.def.Nodes[m.tokens[guarded].node].Boundaries {
			if same(start, &m.def.Events[m.def.Nodes[b].Event]) {
				out = append(out, decorated{refOf(guarded, m.tokens[guarded].gen), b})
			}
		}
	}
	return out
}

// startOf is what starts the event sub-process whose scope is def.
func (m *Machine) startOf(def int32) *Event {
	for _, start := range m.def.Scopes[m.def.Scopes[def].Parent].Handlers {
		if n := &m.def.Nodes[start]; n.Scope == def {
			return &m.def.Events[n.Event]
		}
	}
	return nil
}

// tripAgain lets such a boundary event happen, unless its host is gone.
func (m *Machine) tripAgain(s *Scratch, d decorated, payload any) {
	t, slot := m.current(d.host)
	if m.status.Over() || t == nil || t.state != hosting {
		return
	}
	if s.Facts {
		s.tell(SubscriptionDelivered, d.boundary, m.def.Nodes[d.boundary].Scope, d.host)
	}
	m.trip(s, slot, d.boundary, happened{event: m.def.Nodes[d.boundary].Event, payload: payload})
}

// accepts reports whether the boundary event takes a message with that key.
func (m *Machine) accepts(d decorated, th *Thrown) bool {
	var sub Subscription
	_, slot := m.current(d.host)
	if err := m.waitForKey(&sub, m.tokens[slot].scope, &m.def.Events[m.def.Nodes[d.boundary].Event]); err != nil || sub.Keyless {
		return false
	}
	return sub.Open || sub.Keyed == !th.Keyless && sub.Key == th.Key
}
