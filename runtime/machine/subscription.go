package machine

// Subscription is an event that is waited for: by a token at a catch event, a
// receive task or an event-based gateway, or by a boundary event for as long as
// its activity is active (EV §2.3). It belongs to the machine until the host
// was asked to Unsubscribe or brought Happen for it.
type Subscription struct {
	// Ref is the token's activation and Node the event's node: the two name the
	// subscription in Happen.
	Ref  Ref
	Node int32
	// Event is the index of what is waited for.
	Event int32
	// Key is what a message must carry; Keyless: nothing matches (S4.4).
	Key     string
	Keyless bool
	// Due is when a timer fires, in nanoseconds of Unix time.
	Due int64
	// Host is for the host's own links; the machine never looks at it.
	Host any

	next  *Subscription // of the same token, in the order of arming
	fired int32         // how often a timer did
	last  bool          // a conditional's last value (EV §2.7)
}

// Thrown is a message or signal that leaves the instance.
type Thrown struct {
	Event   int32
	Key     string // of a message; Keyless: it has none, it matches by name alone
	Keyless bool
	Payload any
}

// events is the scope's data as a definition with events must have it.
func (m *Machine) events(scope int32) (EventData, error) {
	d, ok := m.scope(scope).data.(EventData)
	if !ok {
		return nil, invariant("the data of a definition with events has no keys, timers and payloads")
	}
	return d, nil
}

// arm arms an event for a token. It reports whether the event is satisfied
// already, which only a conditional can be here (EV §2.7).
func (m *Machine) arm(s *Scratch, slot, node int32) (satisfied bool, err error) {
	t := &m.tokens[slot]
	ev := &m.def.Events[m.def.Nodes[node].Event]
	if !ev.Trigger.armed() {
		return false, nil // errors and escalations look for their catch themselves
	}
	var sub *Subscription
	if s.NewSubscription != nil && ev.Trigger != ConditionalTrigger {
		sub = s.NewSubscription()
	} else {
		sub = new(Subscription)
	}
	sub.Ref, sub.Node, sub.Event = refOf(slot, t.gen), node, m.def.Nodes[node].Event
	switch ev.Trigger {
	case MessageTrigger, TimerTrigger:
		d, err := m.events(t.scope)
		if err != nil {
			return false, err
		}
		if ev.Trigger == MessageTrigger && ev.Expr != None {
			var ok bool
			if sub.Key, ok, err = d.Key(ev.Expr); err != nil {
				return false, err
			}
			sub.Keyless = !ok
		}
		if ev.Trigger == TimerTrigger {
			var ok bool
			if sub.Due, ok, err = d.Due(ev.Expr, s.now, 0, 0); err != nil {
				return false, err
			}
			if !ok {
				return false, nil // a cycle that fires zero times
			}
		}
	case SignalTrigger:
		m.more().signals = append(m.more().signals, sub)
	case ConditionalTrigger:
		sub.last = m.holds(s, sub)
		satisfied = sub.last
		m.more().conditionals = append(m.more().conditionals, sub)
	}
	at := &t.subs
	for *at != nil {
		at = &(*at).next
	}
	*at = sub
	if ev.Trigger != ConditionalTrigger {
		s.ask(Subscribe, node, m.def.Nodes[node].Scope, sub.Ref, sub)
	}
	if s.Facts {
		s.tell(SubscriptionRegistered, node, m.def.Nodes[node].Scope, sub.Ref)
	}
	return satisfied, nil
}

// armed reports whether events with that trigger are subscribed.
func (t Trigger) armed() bool {
	return t == MessageTrigger || t == TimerTrigger || t == SignalTrigger || t == ConditionalTrigger
}

// disarm ends all that a token waits for and what guards it.
func (m *Machine) disarm(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	if t.subs == nil {
		return
	}
	for sub := t.subs; sub != nil; sub = sub.next {
		m.remove(sub)
		if m.trigger(sub) != ConditionalTrigger {
			s.ask(Unsubscribe, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref, sub)
		}
		if s.Facts {
			s.tell(SubscriptionRemoved, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref)
		}
	}
	t.subs = nil
}

func (m *Machine) trigger(sub *Subscription) Trigger { return m.def.Events[sub.Event].Trigger }

// remove takes a subscription off the machine's own lists.
func (m *Machine) remove(sub *Subscription) {
	switch m.trigger(sub) {
	case ConditionalTrigger:
		m.extra.conditionals = without(m.extra.conditionals, sub)
	case SignalTrigger:
		m.extra.signals = without(m.extra.signals, sub)
	}
}

func without(all []*Subscription, sub *Subscription) []*Subscription {
	for i, x := range all {
		if x == sub {
			copy(all[i:], all[i+1:])
			all[len(all)-1] = nil
			return all[:len(all)-1]
		}
	}
	return all
}

// find is the subscription that Happen names, nil where it is gone.
func (m *Machine) find(r Ref, node int32) (sub *Subscription, slot int32) {
	slot = r.slot()
	if slot < 0 || int(slot) >= len(m.tokens) {
		return nil, None
	}
	t := &m.tokens[slot]
	if t.gen != r.gen() {
		return nil, None
	}
	for sub := t.subs; sub != nil; sub = sub.next {
		if sub.Node == node {
			return sub, slot
		}
	}
	return nil, None
}

// takeHappen lets an event happen that is waited for (EV §2.1).
func takeHappen(m *Machine, s *Scratch, in *Input) error {
	sub, slot := m.find(in.Ref, in.Node)
	if sub == nil {
		return ErrStale
	}
	s.at = in.Node
	m.fire(s, slot, sub, in.Work)
	return nil
}

// fire lets the event of a subscription happen to its token.
func (m *Machine) fire(s *Scratch, slot int32, sub *Subscription, payload any) {
	if s.Facts {
		s.tell(SubscriptionFired, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref)
	}
	n := &m.def.Nodes[sub.Node]
	if n.Kind != BoundaryEvent {
		m.caught(s, slot, sub, payload)
		return
	}
	if !m.def.Events[n.Event].Interrupting {
		if err := m.again(s, slot, sub); err != nil {
			m.raise(s, slot, err)
			return
		}
	} else {
		m.forget(s, slot, sub)
	}
	m.trip(s, slot, sub.Node, payload)
}

// forget takes a subscription that happened off its token. The host has let go
// of a message's or a timer's; a signal's stays until it is told.
func (m *Machine) forget(s *Scratch, slot int32, sub *Subscription) {
	m.remove(sub)
	if m.trigger(sub) == SignalTrigger {
		s.ask(Unsubscribe, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref, sub)
	}
	for at := &m.tokens[slot].subs; *at != nil; at = &(*at).next {
		if *at == sub {
			*at = sub.next
			return
		}
	}
}

// again arms a non-interrupting boundary event once more. A signal stays
// armed with the host; a message's waiter was used up.
func (m *Machine) again(s *Scratch, slot int32, sub *Subscription) error {
	scope := m.def.Nodes[sub.Node].Scope
	switch m.trigger(sub) {
	case MessageTrigger:
		s.ask(Subscribe, sub.Node, scope, sub.Ref, sub)
	case TimerTrigger:
		d, err := m.events(m.tokens[slot].scope)
		if err != nil {
			return err
		}
		sub.fired++
		due, ok, err := d.Due(m.def.Events[sub.Event].Expr, s.now, sub.Due, sub.fired)
		if err != nil {
			return err
		}
		if !ok {
			m.forget(s, slot, sub)
			return nil
		}
		sub.Due = due
		s.ask(Subscribe, sub.Node, scope, sub.Ref, sub)
	}
	return nil
}
