package runtime

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"sync"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// outbox is what is to be brought to instances once the one that threw it is
// at rest: a list, never recursion.
type outbox struct{ deliveries []delivery }

// outboxes lends outboxes: what is brought at once allocates none.
var outboxes = sync.Pool{New: func() any { return new(outbox) }}

// keptDeliveries bounds the memory that an outbox in the pool holds.
const keptDeliveries = 64

// bring brings everything in an outbox that was lent, and gives that back.
func (e *Engine) bring(out *outbox) {
	e.flush(out)
	if cap(out.deliveries) <= keptDeliveries {
		out.deliveries = out.deliveries[:0]
		outboxes.Put(out)
	}
}

// delivery is an event on its way to who waits for it, or to a new instance.
type delivery struct {
	inst    *Instance
	sub     *machine.Subscription // nil: it starts inst
	start   *startPoint
	payload any
	message *hub.Message
}

// flush brings everything, and what comes of it.
func (e *Engine) flush(out *outbox) {
	for n := 0; n < len(out.deliveries); n++ {
		d := out.deliveries[n]
		out.deliveries[n] = delivery{}
		if n >= 1024 && 2*n >= len(out.deliveries) { // a chain without an end must not grow
			out.deliveries = out.deliveries[:copy(out.deliveries, out.deliveries[n+1:])]
			n = -1
		}
		if n&127 == 127 {
			goruntime.Gosched() // let the handlers that were started run: they must not pile up
		}
		var in machine.Input
		if d.sub != nil {
			in = happen(d.sub, d.payload, 0, d.message)
		} else {
			in = d.start.input(d.payload, d.message)
		}
		d.inst.post(&in, false, nil, d.message, out)
	}
}

// happen is the input that lets a subscription's event happen.
func happen(sub *machine.Subscription, payload any, now int64, m *hub.Message) machine.Input {
	in := machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Sub: sub, Work: payload, Now: now}
	if m != nil {
		in.Key, in.Keyed = m.Key, m.Keyed
	}
	return in
}

// send publishes to the broker; who receives it is put into out.
func (e *Engine) send(m *hub.Message, out *outbox) error {
	e.tellMessage(MessagePublished, m)
	r, err := e.hub.Publish(m)
	if err == nil {
		if err = e.route(m, r, out); err != nil {
			claim := m.Claim
			m.Claim = nil
			e.hub.Drop(m)
			if claim != nil {
				e.release(*claim, out)
			}
		}
	}
	if err != nil {
		e.tellMessage(MessageRefused, m)
		return fmt.Errorf("message %s: %w", m.Name, err)
	}
	if r.Nobody() && !r.Duplicate {
		e.buffered(m)
	}
	return nil
}

// buffered tells that a message waits in the inbox.
func (e *Engine) buffered(m *hub.Message) {
	if e.log != nil {
		e.log.Debug("nobody waits", "kind", "message", "name", m.Name) // EV §5
	}
	e.tellMessage(MessageBuffered, m)
	e.setAlarm(e.now() + int64(e.inboxTTL))
}

// route puts a message's receiver into out; where that is a start, it makes the
// instance. The error says that it could not.
func (e *Engine) route(m *hub.Message, r hub.Receiver, out *outbox) error {
	switch {
	case r.Waiter != nil:
		out.deliveries = append(out.deliveries,
			delivery{inst: r.Waiter.Owner.(*Instance), sub: &r.Waiter.Sub, payload: m.Payload, message: m})
	case r.Start != nil:
		st := r.Start.Owner.(*startPoint)
		inst, err := e.born(st)
		if err != nil {
			return err
		}
		out.deliveries = append(out.deliveries, delivery{inst: inst, start: st, payload: m.Payload, message: m})
	}
	return nil
}

// routeAll is route for messages that waited in the inbox: one that no instance
// can be made for goes on waiting.
func (e *Engine) routeAll(all []hub.Delivery, out *outbox) {
	for _, d := range all {
		if err := e.route(d.Message, d.Receiver, out); err != nil {
			e.keep(d.Message, out)
			if errors.Is(err, ErrLimit) {
				e.kept.add(d.Message, false)
			}
			if e.log != nil {
				e.log.Error("message starts no instance", "name", d.Message.Name, "cause", err.Error())
			}
		}
	}
}

// keep lets a message that can start nothing now wait in the inbox, or gives it
// to who came to wait for it meanwhile.
func (e *Engine) keep(m *hub.Message, out *outbox) {
	if w := e.hub.Keep(m).Waiter; w != nil {
		out.deliveries = append(out.deliveries, delivery{inst: w.Owner.(*Instance), sub: &w.Sub, payload: m.Payload, message: m})
	}
}

// release gives back a correlation key and lets the next message with it start
// an instance (S4.2).
func (e *Engine) release(c hub.Claim, out *outbox) {
	next := e.hub.Release(c)
	if e.closing.Load() {
		for _, d := range next {
			e.keep(d.Message, out)
		}
		return
	}
	e.routeAll(next, out)
}

func (e *Engine) sendSignal(name string, payload any, except any, out *outbox) {
	catchers := e.hub.Catchers(name, except)
	out.deliveries = slices.Grow(out.deliveries, len(catchers))
	for _, w := range catchers {
		out.deliveries = append(out.deliveries, delivery{inst: w.Owner.(*Instance), sub: &w.Sub, payload: payload})
	}
	reached := len(catchers) + e.startBySignal(name, payload, out)
	if reached == 0 && e.log != nil {
		e.log.Debug("nobody waits", "kind", "signal", "name", name) // EV §5
	}
	if e.teller != nil {
		e.teller.tell(Fact{Kind: SignalBroadcast, Time: e.clock.Now(), Name: name, Count: reached})
	}
}

// giveBack returns a message that its receiver refused to the broker, for the
// next one, or to its old place (S4.3).
func (e *Engine) giveBack(m *hub.Message, out *outbox) {
	if e.teller != nil {
		e.teller.tell(Fact{Kind: SubscriptionDropped, Time: e.clock.Now(), Name: m.Name})
	}
	claim := m.Claim
	r := e.hub.Return(m)
	next := []hub.Delivery{{Message: m, Receiver: r}}
	if r.Nobody() {
		e.setAlarm(e.now() + int64(e.inboxTTL))
		next = nil
	}
	if claim != nil {
		next = append(next, e.hub.Offer(*claim)...)
	}
	if len(next) == 0 {
		return
	}
	own := out
	if own == nil {
		own = new(outbox)
	}
	e.routeAll(next, own)
	if out == nil {
		e.flush(own)
	}
}

// delivered ends the delivery of the message that s.in brought.
func (i *Instance) delivered(s *scratch, err error) {
	m := s.message
	s.message = nil
	if err != nil {
		i.proc.engine.giveBack(m, s.out)
		return
	}
	if m.Claim != nil {
		i.keep(*m.Claim)
		m.Claim = nil
	}
	i.proc.engine.tellMessage(MessageCorrelated, m)
	if m.Reusable() {
		*m = hub.Message{}
		messages.Put(m)
	}
}

// messages lends messages: one that finds its receiver at once allocates none.
var messages = sync.Pool{New: func() any { return new(hub.Message) }}

// own makes the instance the owner of a key, unless another is.
func (i *Instance) own(c hub.Claim) {
	if i.proc.engine.hub.Claim(c) {
		i.keep(c)
	}
}

// keep remembers a key that the instance owns until it ends. Only whoever runs
// the instance calls it.
func (i *Instance) keep(c hub.Claim) {
	x := i.more()
	x.claims = append(x.claims, c)
}

// disown gives back the keys of an instance that ends. Messages that came too
// late for it go to their old places first: one of them may be the elder (S4.3).
//
//go:noinline
func (i *Instance) disown(s *scratch, x *extra) {
	i.empty(s, &s.running)
	for _, l := range s.letters[s.taken:] {
		if l.message != nil {
			i.proc.engine.giveBack(l.message, s.out)
			l.message = nil
		}
	}
	for _, c := range x.claims {
		i.proc.engine.release(c, s.out)
	}
	x.claims = nil
}

func (e *Engine) tellMessage(kind FactKind, m *hub.Message) {
	if e.teller != nil {
		e.teller.tell(Fact{Kind: kind, Time: e.clock.Now(), Name: m.Name, Count: e.hub.Waiting(m.Name)})
	}
}
