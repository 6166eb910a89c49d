package runtime

import (
	"context"
	"fmt"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// BPMNError is an error that a process can catch by its code (S6.2): handlers
// return one, or an error that wraps one.
type BPMNError = machine.Error

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

// MessageID names a message: published again, it is delivered once (S4.1).
func MessageID(id string) PublishOption { return func(m *Message) { m.ID = id } }

// Publish gives a message to the one waiter that it correlates with and that
// waits longest, else to the inbox (S4.2). hub.ErrInboxFull says that it could
// be given to nobody.
func (e *Engine) Publish(ctx context.Context, m Message, opts ...PublishOption) error {
	for _, o := range opts {
		o(&m)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.closing.Load() {
		return ErrShutdown
	}
	var out outbox
	err := e.send(&hub.Message{Name: m.Name, Key: m.Key, Keyed: m.Keyed, ID: m.ID, Payload: m.Payload}, &out)
	e.flush(&out)
	return err
}

// Broadcast gives a signal to every current catch, in the order of arming (S5.1).
func (e *Engine) Broadcast(ctx context.Context, signal string, payload any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.closing.Load() {
		return ErrShutdown
	}
	var out outbox
	e.sendSignal(signal, payload, nil, &out)
	e.flush(&out)
	return nil
}

// outbox is what is to be brought to instances once the one that threw it is
// at rest: a list, never recursion.
type outbox struct{ deliveries []delivery }

type delivery struct {
	w       *hub.Waiter
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
		in := happen(&d.w.Sub, d.payload, 0)
		d.w.Owner.(*Instance).post(&in, false, nil, d.message, out)
	}
}

// happen is the input that lets a subscription's event happen.
func happen(sub *machine.Subscription, payload any, now int64) machine.Input {
	return machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Work: payload, Now: now}
}

// send publishes to the broker; who waits for it is put into out.
func (e *Engine) send(m *hub.Message, out *outbox) error {
	e.tellMessage(MessagePublished, m)
	w, err := e.hub.Publish(m)
	switch {
	case err != nil:
		e.tellMessage(MessageRefused, m)
		return fmt.Errorf("message %s: %w", m.Name, err)
	case w != nil:
		out.deliveries = append(out.deliveries, delivery{w, m.Payload, m})
	default:
		e.tellMessage(MessageBuffered, m)
		e.setAlarm(e.now() + int64(e.inboxTTL))
	}
	return nil
}

func (e *Engine) sendSignal(name string, payload any, except any, out *outbox) {
	catchers := e.hub.Catchers(name, except)
	if len(catchers) == 0 && e.log != nil {
		e.log.Debug("nobody waits", "kind", "signal", "name", name) // EV §5
	}
	if e.teller != nil {
		e.teller.tell(Fact{Kind: SignalBroadcast, Time: e.clock.Now(), Name: name})
	}
	out.deliveries = slices.Grow(out.deliveries, len(catchers))
	for _, w := range catchers {
		out.deliveries = append(out.deliveries, delivery{w: w, payload: payload})
	}
}

// giveBack returns a message that its waiter refused to the broker, for the
// next one, or to its old place (S4.3).
func (e *Engine) giveBack(m *hub.Message, out *outbox) {
	w := e.hub.Return(m)
	if w == nil {
		return
	}
	if out != nil {
		out.deliveries = append(out.deliveries, delivery{w, m.Payload, m})
		return
	}
	var own outbox
	own.deliveries = append(own.deliveries, delivery{w, m.Payload, m})
	e.flush(&own)
}

// delivered ends the delivery of the message that s.in brought.
func (i *Instance) delivered(s *scratch, err error) {
	m := s.message
	s.message = nil
	if err != nil {
		i.proc.engine.giveBack(m, s.out)
		return
	}
	i.proc.engine.tellMessage(MessageCorrelated, m)
}

func (e *Engine) tellMessage(kind FactKind, m *hub.Message) {
	if e.teller != nil {
		e.teller.tell(Fact{Kind: kind, Time: e.clock.Now(), Name: m.Name})
	}
}

// newSubscription makes a machine's subscription within the hub's waiter: one allocation.
func newSubscription() *machine.Subscription {
	w := new(hub.Waiter)
	w.Sub.Host = w
	return &w.Sub
}

// subscribe registers what the machine waits for. What has happened already is
// brought as the next inputs, in order.
func (i *Instance) subscribe(s *scratch, ef *machine.Effect) {
	e := i.proc.engine
	sub := ef.Work.(*machine.Subscription)
	ev := &i.m.Definition().Events[sub.Event]
	w := sub.Host.(*hub.Waiter)
	w.Owner = i
	switch ev.Trigger {
	case machine.MessageTrigger:
		if sub.Keyless {
			return // it matches nothing
		}
		if m := e.hub.Await(w, ev.Name, ev.Expr != machine.None); m != nil {
			s.follow(happen(sub, m.Payload, s.in.Now), m)
		}
	case machine.SignalTrigger:
		e.hub.Listen(w, ev.Name)
	case machine.TimerTrigger:
		if sub.Due <= s.in.Now {
			s.follow(happen(sub, nil, s.in.Now), nil)
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
	w := sub.Host.(*hub.Waiter)
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

// publish gives a thrown message to the broker and tells the thrower how that went.
func (i *Instance) publish(s *scratch, ef *machine.Effect) {
	th := ef.Work.(*machine.Thrown)
	m := &hub.Message{Name: i.m.Definition().Events[th.Event].Name, Key: th.Key, Keyed: !th.Keyless, Payload: th.Payload}
	err := i.proc.engine.send(m, s.out)
	s.follow(machine.Input{Kind: machine.Done, Ref: ef.Ref, Err: err}, nil)
}

// broadcast gives a thrown signal to the catches of other instances.
func (i *Instance) broadcast(s *scratch, ef *machine.Effect) {
	th := ef.Work.(*machine.Thrown)
	i.proc.engine.sendSignal(i.m.Definition().Events[th.Event].Name, th.Payload, i, s.out)
}

// fireTimer lets a timer's event happen.
func (e *Engine) fireTimer(w *hub.Waiter, now int64) {
	i := w.Owner.(*Instance)
	if e.teller != nil {
		e.teller.tell(Fact{Kind: TimerFired, Time: e.clock.Now(), Instance: i.id,
			Node: i.m.Definition().Nodes[w.Sub.Node].ID, Process: i.m.Definition().Key, Version: i.proc.version.number})
	}
	in := happen(&w.Sub, nil, now)
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
