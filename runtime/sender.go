package runtime

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Sender sends a message to the outside (S4.1). It is called on a goroutine of
// its own, as handlers are, with a context that ends when the thrower is
// cancelled; TaskFrom finds the thrower by it. An error is a fault of the thrower.
//
// Delivery is at least once: what receives the message drops what it has seen
// by the message's ID, which is the same whenever the same throw is repeated (S10.4).
type Sender func(ctx context.Context, m Message) error

// WithSender has the messages of that name that processes throw sent to the
// outside by send, and not given to the broker: the receiver is none of the
// engine's processes (S4.1). What a host itself publishes goes to the broker all
// the same. Messages to external pools need no such option: their throws are
// methods of the generated Handlers.
func WithSender(message string, send Sender) Option {
	return func(c *config) error {
		if message == "" || send == nil {
			return fmt.Errorf("WithSender(%q): give the message's name and a function that sends it", message)
		}
		if c.senders == nil {
			c.senders = map[string]Sender{}
		}
		c.senders[message] = send
		return nil
	}
}

// WithPublished has fn told of each message that a process throws, before it goes to the
// broker or to its sender. It is for tests: fn is called on the goroutine that
// moves the instance and must not wait. Messages that a handler sends, and those that a host
// publishes, are not among them.
func WithPublished(fn func(Message)) Option {
	return func(c *config) error { c.published = fn; return nil }
}

// sending is the work of a throw whose message the host sends.
type sending struct {
	TaskContext
	send Sender
	m    Message
}

// sendOut has the host send a message beside the instance.
func (i *Instance) sendOut(send Sender, m *hub.Message, th *machine.Thrown, ef *machine.Effect) {
	job := &sending{send: send, m: Message{Name: m.Name, Key: m.Key, Keyed: m.Keyed,
		ID: TaskID{Instance: i.id, ref: ef.Ref}.String(), Payload: m.Payload}}
	th.Host = job
	out := *ef
	out.Work = job
	i.proc.engine.startWork(i, &out)
}
