package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// ErrNotWaiting is the error of Receive where the token waits for no message.
var ErrNotWaiting = errors.New("the token waits for no message")

// Receive lets a token go on that waits for a message at a receive task or a
// catch event, as if the message had come with that payload, of the type that the
// generated Publish function takes; nil brings none. It is for tests and for repair by
// hand: the broker is not asked, and no other message is used up.
func (h AnyHandle) Receive(ctx context.Context, task TaskID, payload any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	i := h.root.instance()
	var sub *machine.Subscription
	i.view(func(*scratch) {
		if i.isOver() {
			return
		}
		sub = i.m.WaitsForMessage(task.ref)
		if sub != nil && !sub.Keyless && !i.proc.engine.hub.Cease(hub.WaiterOf(sub)) {
			sub = nil // a message is on its way to it
		}
	})
	if sub == nil {
		return fmt.Errorf("task %s: %w", task, ErrNotWaiting)
	}
	err := i.ask(ctx, happen(sub, payload, i.proc.engine.now(), nil))
	if err == ErrOver || err == machine.ErrStale || err == machine.ErrOver {
		return fmt.Errorf("task %s: %w", task, ErrNotWaiting)
	}
	return err
}
