package runtime

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// BPMNError is an error that a process can catch by its code (S6.2): handlers
// return one, or an error that wraps one.
type BPMNError = machine.Error

// Caught is what an error or escalation brought to a catch that binds its code or message.
type Caught = machine.Caught

// EventData is the Data of a process with events.
type EventData = machine.EventData

// Message is what Publish publishes; generated functions make it, typed.
type Message struct {
	Name string
	// Key correlates it; Keyed says that it has one. Without one it correlates
	// by name alone (S4.4).
	Key     string
	Keyed   bool
	ID      string // "" or what makes publishing it again do nothing
	Payload any
}

// PublishOption changes a message before it is published.
type PublishOption func(*Message)

// with is the message as the options make it; apart, for it moves to the heap there.
func (m Message) with(opts []PublishOption) Message {
	for _, o := range opts {
		o(&m)
	}
	return m
}

// MessageID names a message: published again, it is delivered once (S4.1).
func MessageID(id string) PublishOption { return func(m *Message) { m.ID = id } }

// Publish gives a message to the one waiter that it correlates with and that
// waits longest, else to the process that it starts unless an instance owns its
// key already, else to the inbox (S4.2). hub.ErrInboxFull says that it could be
// given to nobody, ErrLimit that no instance could be made for it.
func (e *Engine) Publish(ctx context.Context, m Message, opts ...PublishOption) error {
	if len(opts) > 0 {
		m = m.with(opts)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.closing.Load() {
		return ErrShutdown
	}
	out := outboxes.Get().(*outbox)
	msg := messages.Get().(*hub.Message)
	msg.Name, msg.Key, msg.Keyed, msg.ID, msg.Payload = m.Name, m.Key, m.Keyed, m.ID, m.Payload
	err := e.send(msg, out)
	e.bring(out)
	return err
}

// Broadcast gives a signal to every current catch, in the order of arming, and
// starts the latest version of each process that begins with it (S5.1).
func (e *Engine) Broadcast(ctx context.Context, signal string, payload any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.closing.Load() {
		return ErrShutdown
	}
	out := outboxes.Get().(*outbox)
	e.sendSignal(signal, payload, nil, out)
	e.bring(out)
	return nil
}

// newSubscription makes a machine's subscription within the hub's waiter: one allocation.
func newSubscription() *machine.Subscription {
	return &new(hub.Waiter).Sub
}

// subscribe registers what the machine waits for. What has happened already is
// brought as the next inputs, in order.
func (i *Instance) subscribe(s *scratch, ef *machine.Effect) {
	e := i.proc.engine
	sub := ef.Work.(*machine.Subscription)
	w := hub.WaiterOf(sub)
	w.Owner = i
	if sub.Event == machine.None { // when failed work is tried again
		if e.hub.Arm(w) {
			e.setAlarm(sub.Due)
		}
		return
	}
	ev := &i.m.Definition().Events[sub.Event]
	switch ev.Trigger {
	case machine.MessageTrigger:
		if sub.Keyless {
			return // it matches nothing
		}
		if m := e.hub.Await(w, i.m.NameOf(sub)); m != nil {
			s.follow(happen(sub, m.Payload, s.in.Now, m), m)
		}
	case machine.SignalTrigger:
		e.hub.Listen(w, i.m.NameOf(sub))
	case machine.TimerTrigger:
		i.tellTimer(TimerArmed, sub)
		if sub.Due <= s.in.Now {
			i.tellTimer(TimerFired, sub)
			s.follow(happen(sub, nil, s.in.Now, nil), nil)
			return
		}
		if e.hub.Arm(w) {
			e.setAlarm(sub.Due)
		}
	}
}

// follow brings an input that answers an effect, once all effects are acted on.
func (s *scratch) follow(in machine.Input, m *hub.Message) {
	in.Follows = true
	s.letters = append(s.letters, &letter{in: in, message: m})
}

// unsubscribe removes what the machine no longer waits for.
func (i *Instance) unsubscribe(ef *machine.Effect) {
	e := i.proc.engine
	sub := ef.Work.(*machine.Subscription)
	w := hub.WaiterOf(sub)
	if sub.Event == machine.None {
		e.hub.Disarm(w)
		return
	}
	switch i.m.Definition().Events[sub.Event].Trigger {
	case machine.MessageTrigger:
		if !sub.Keyless {
			e.hub.Cease(w)
		}
	case machine.SignalTrigger:
		e.hub.Unlisten(w)
	case machine.TimerTrigger:
		e.hub.Disarm(w)
	}
}

// publish gives a thrown message to the broker and tells the thrower how that
// went, or has the host's sender send it.
func (i *Instance) publish(s *scratch, ef *machine.Effect) {
	e := i.proc.engine
	th := ef.Work.(*machine.Thrown)
	ev := &i.m.Definition().Events[th.Event]
	m := messages.Get().(*hub.Message)
	m.Name, m.Key, m.Keyed, m.Payload = th.Name, th.Key, !th.Keyless, th.Payload
	if ev.Conversation != 0 && m.Keyed {
		i.own(hub.Claim{Group: i.m.Definition().Key, Key: m.Key})
	}
	if e.published != nil {
		e.published(Message{Name: m.Name, Key: m.Key, Keyed: m.Keyed, Payload: m.Payload})
	}
	if sender := e.senders[th.Name]; sender != nil {
		i.sendOut(sender, m, th, ef)
		return
	}
	err := e.send(m, s.out)
	s.follow(machine.Input{Kind: machine.Done, Ref: ef.Ref, Err: err}, nil)
}

// broadcast gives a thrown signal to the catches of other instances.
func (i *Instance) broadcast(s *scratch, ef *machine.Effect) {
	th := ef.Work.(*machine.Thrown)
	i.proc.engine.sendSignal(th.Name, th.Payload, i, s.out)
}

// tellTimer tells of an event's timer; that of work which is tried again is none.
func (i *Instance) tellTimer(kind FactKind, sub *machine.Subscription) {
	e := i.proc.engine
	if e.teller == nil || sub.Event == machine.None {
		return
	}
	def := i.m.Definition()
	e.teller.tell(Fact{Kind: kind, Time: e.clock.Now(), Process: def.Key, Version: i.proc.version.number, Instance: i.id,
		Node: def.Nodes[sub.Node].ID, Due: time.Unix(0, sub.Due)})
}

// fireTimer lets a timer's event happen.
func (e *Engine) fireTimer(w *hub.Waiter, now int64) {
	if st, ok := w.Owner.(*startPoint); ok {
		e.fireStart(st, now)
		return
	}
	i := w.Owner.(*Instance)
	i.tellTimer(TimerFired, &w.Sub)
	in := happen(&w.Sub, nil, now, nil)
	i.post(&in, false, nil, nil, nil)
}

// CorrelationKey joins the values of a correlation key's properties, each as
// text. Equal keys have equal values, whatever characters they hold (S4.4).
func CorrelationKey(values ...string) string {
	if len(values) == 1 {
		return values[0]
	}
	var b strings.Builder
	for _, v := range values {
		b.WriteString(strconv.Itoa(len(v)))
		b.WriteByte(':')
		b.WriteString(v)
	}
	return b.String()
}

// KeyText is a value of a correlation key's property as text: equal values have
// equal texts, whatever their type (S4.4). Generated code calls it for what is no string.
func KeyText(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}
