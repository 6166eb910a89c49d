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
	// Key is what a message must carry, if Keyed; else it must carry none. Of a timer
	// it is the cycle, where that was computed; of an error or escalation the code.
	Key string
	// Name is the name of a message or signal that was computed, nil where the event says it.
	Name *string
	// Due is when a timer fires, in nanoseconds of Unix time; of a signal or a
	// conditional it is the place in the order of arming.
	Due int64

	next  *Subscription // of the same token, in the order of arming
	fired int32         // how often a timer did
	Keyed bool
	// Keyless: a part of its key has no value, no message matches (S4.4).
	Keyless bool
	// Open: a message with any key matches, and with none: the first one of a
	// conversation (S4.4).
	Open bool
	last bool // a conditional's last value (EV §2.7)
}

// Thrown is a message or signal that leaves the instance.
type Thrown struct {
	Event   int32
	Name    string // of the message or signal
	Key     string // of a message; Keyless: it has none, it matches by name alone
	Keyless bool
	Payload any
	// Host is for the host's own part of it; the machine never looks at it.
	Host any
}

// events is the scope's data as a definition with events must have it.
func (m *Machine) events(scope int32) (EventData, error) {
	d, ok := m.scope(scope).data.(EventData)
	if !ok {
		return nil, invariant("the data of a definition with events has no keys, timers and payloads")
	}
	return d, nil
}

// subscription makes one, within the host's own memory if it likes.
func (s *Scratch) subscription() *Subscription {
	if s.NewSubscription != nil {
		return s.NewSubscription()
	}
	return new(Subscription)
}

// arm arms one event of a node for a token. It returns its subscription where
// it is satisfied already, which only a conditional can be here (EV §2.7).
func (m *Machine) arm(s *Scratch, slot, node, index int32) (satisfied *Subscription, err error) {
	t := &m.tokens[slot]
	ev := &m.def.Events[index]
	if !ev.Trigger.armed() { // errors and escalations look for their catch themselves
		if ev.Text == 0 {
			return nil, nil
		}
		return nil, m.armCode(slot, node, index)
	}
	var sub *Subscription
	if ev.Trigger != ConditionalTrigger {
		sub = s.subscription()
	} else {
		sub = new(Subscription)
	}
	sub.Ref, sub.Node, sub.Event = refOf(slot, t.gen), node, index
	if ev.Text != 0 {
		if err := m.name(sub, t.scope, ev); err != nil {
			return nil, err
		}
	}
	switch ev.Trigger {
	case MessageTrigger:
		if err := m.waitForKey(sub, t.scope, ev); err != nil {
			return nil, err
		}
	case TimerTrigger:
		d, err := m.events(t.scope)
		if err != nil {
			return nil, err
		}
		var ok bool
		if sub.Due, ok, err = dueSafely(d, ev.Expr, s.now, 0, 0, &sub.Key); err != nil || !ok {
			return nil, err // a cycle that fires zero times is not armed
		}
	case SignalTrigger:
		s.armed++
		sub.Due = int64(s.input<<24 | uint64(s.armed)) // one Apply arms fewer than 2^24
	case ConditionalTrigger:
		sub.last = m.holds(s, sub)
		if sub.last {
			satisfied = sub
		}
		m.armCondition(sub)
	}
	t.hold(sub)
	if ev.Trigger != ConditionalTrigger {
		s.ask(Subscribe, node, m.def.Nodes[node].Scope, sub.Ref, sub)
	}
	if s.Facts {
		s.tell(SubscriptionRegistered, node, m.def.Nodes[node].Scope, sub.Ref)
	}
	return satisfied, nil
}

// waitForKey says which messages a subscription takes (S4.4).
func (m *Machine) waitForKey(sub *Subscription, scope int32, ev *Event) error {
	if ev.Conversation != 0 {
		sub.Key, sub.Keyed = m.Conversation(ev.Conversation)
		sub.Open = !sub.Keyed
		return nil
	}
	if ev.Expr == None {
		return nil
	}
	d, err := m.events(scope)
	if err != nil {
		return err
	}
	sub.Key, sub.Keyed, err = keySafely(d, ev.Expr)
	sub.Keyless = !sub.Keyed
	return err
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
		m.disarmOne(s, sub)
	}
	t.subs = nil
	if m.extra != nil && len(m.extra.partials) > 0 {
		m.dropPartials(refOf(slot, t.gen), None)
	}
}

// disarmOne ends one subscription; the caller takes it off its token.
func (m *Machine) disarmOne(s *Scratch, sub *Subscription) {
	m.remove(sub)
	if !m.trigger(sub).armed() {
		return // a computed code, which only the machine knows of
	}
	if m.trigger(sub) != ConditionalTrigger {
		s.ask(Unsubscribe, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref, sub)
	}
	if s.Facts && sub.Event != None {
		s.tell(SubscriptionRemoved, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref)
	}
}

// trigger is what a subscription waits for; None stands for the time at which
// failed work is tried again (S9.1).
func (m *Machine) trigger(sub *Subscription) Trigger {
	if sub.Event == None {
		return TimerTrigger
	}
	return m.def.Events[sub.Event].Trigger
}

// remove takes a subscription off the machine's own lists.
func (m *Machine) remove(sub *Subscription) {
	if m.trigger(sub) == ConditionalTrigger {
		m.disarmCondition(sub)
	}
}

// find is the first subscription of a node's event, nil where it is gone.
func (m *Machine) find(r Ref, node int32) (sub *Subscription, slot int32) {
	t, slot := m.current(r)
	if t == nil {
		return nil, None
	}
	for sub := t.subs; sub != nil; sub = sub.next {
		if sub.Node == node && m.trigger(sub).armed() {
			return sub, slot
		}
	}
	return nil, None
}

// WaitsForMessage is the subscription of a token that waits at a catch event or a
// receive task for a message, nil where it does not.
func (m *Machine) WaitsForMessage(r Ref) *Subscription {
	t, _ := m.current(r)
	if t == nil || t.state != waiting {
		return nil
	}
	for sub := t.subs; sub != nil; sub = sub.next {
		if sub.Node == t.node && m.trigger(sub) == MessageTrigger {
			return sub
		}
	}
	return nil
}

// holder is the token that waits with a subscription, None where it is gone.
func (m *Machine) holder(sub *Subscription) int32 {
	t, slot := m.current(sub.Ref)
	if t == nil {
		return None
	}
	for x := t.subs; x != nil; x = x.next {
		if x == sub {
			return slot
		}
	}
	return None
}

// current is the token that a reference names, nil where it is gone.
func (m *Machine) current(r Ref) (*token, int32) {
	slot := r.slot()
	if slot < 0 || int(slot) >= len(m.tokens) {
		return nil, None
	}
	if t := &m.tokens[slot]; t.gen == r.gen() {
		return t, slot
	}
	return nil, None
}

// takeHappen lets an event happen that is waited for (EV §2.1).
func takeHappen(m *Machine, s *Scratch, in *Input) error {
	sub, slot := in.Sub, int32(None)
	if sub != nil {
		slot = m.holder(sub)
	} else {
		sub, slot = m.find(in.Ref, in.Node)
	}
	if slot != None && sub.Event == None {
		return m.retryNow(s, slot, sub)
	}
	if slot == None || !m.agrees(sub, in) {
		return ErrStale
	}
	s.at = sub.Node
	if c := m.def.Events[sub.Event].Conversation; c != 0 && sub.Open && in.Keyed {
		sub.Open = false
		m.converse(s, c, in.Key)
	}
	m.fire(s, slot, sub, in.Work)
	return nil
}

// fire lets the event of a subscription happen to its token.
func (m *Machine) fire(s *Scratch, slot int32, sub *Subscription, payload any) {
	if s.Facts {
		s.tell(SubscriptionFired, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref)
	}
	ev := &m.def.Events[m.def.Nodes[sub.Node].Event]
	if ev.Parallel {
		m.forget(s, slot, sub)
		m.fireParallel(s, slot, sub.Node, happened{event: sub.Event, payload: payload})
		return
	}
	if m.stays(slot, sub.Node) {
		if err := m.again(s, slot, sub); err != nil {
			m.cannotArm(s, slot, sub.Node, err)
			return
		}
	} else {
		m.forget(s, slot, sub)
	}
	m.arrive(s, slot, sub.Node, happened{event: sub.Event, payload: payload})
}

// fireParallel lets a part of an event happen that needs them all, and the
// event with the last one.
func (m *Machine) fireParallel(s *Scratch, slot, node int32, part happened) {
	all := m.gather(refOf(slot, m.tokens[slot].gen), node, part)
	if all == nil {
		return
	}
	if m.stays(slot, node) {
		m.dropCodes(slot, node)
		if _, err := m.armAll(s, slot, node); err != nil {
			m.cannotArm(s, slot, node, err)
			return
		}
	}
	m.arrive(s, slot, node, all...)
}

// stays reports whether a node's event goes on being waited for when it
// happens: it interrupts nothing.
func (m *Machine) stays(slot, node int32) bool {
	n := &m.def.Nodes[node]
	return (n.Kind == BoundaryEvent || m.tokens[slot].state == guarding) && !m.def.Events[n.Event].Interrupting
}

// cannotArm lets the failure to arm an event once more climb from its activity
// or from the scope of its event sub-process.
func (m *Machine) cannotArm(s *Scratch, slot, node int32, err error) {
	if m.tokens[slot].state == guarding {
		m.cannotWatch(s, m.tokens[slot].scope, node, err)
		return
	}
	s.failed = mishap{stage: arming, node: node + 1}
	m.raise(s, slot, err)
}

// arrive lets an event happen where it is waited for.
func (m *Machine) arrive(s *Scratch, slot, node int32, got ...happened) {
	if s.Facts {
		s.tell(SubscriptionDelivered, node, m.def.Nodes[node].Scope, refOf(slot, m.tokens[slot].gen))
	}
	switch {
	case m.tokens[slot].state == guarding:
		m.handle(s, m.tokens[slot].scope, node, got...)
	case m.def.Nodes[node].Kind == BoundaryEvent:
		m.trip(s, slot, node, got...)
	default:
		m.caught(s, slot, node, got...)
	}
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
		due, ok, err := dueSafely(d, m.def.Events[sub.Event].Expr, s.now, sub.Due, sub.fired, &sub.Key)
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
