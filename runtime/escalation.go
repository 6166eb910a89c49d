package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Escalation is a BPMN escalation (S6.3); the generated constructors make them.
// Unlike an error it does not end what throws it.
type Escalation = machine.Raised

// What Escalate refuses, for errors.Is.
var (
	ErrNoTask   = errors.New("the context is not that of a task's handler; pass the one that the handler was given, or one made from it")
	ErrTaskOver = errors.New("the task is over; escalate while it is active")
)

// Escalate throws an escalation out of the task whose handler was given ctx, or a
// context made from it. It climbs from the task outward, its own boundary events
// first. The handler goes on: beside what a non-interrupting catch starts; where an
// interrupting one takes it, ctx ends and the handler's result is ignored. What
// nothing takes is a fact and no more (S6.3).
//
// Where the handler runs in line, the escalation climbs when it returns, before
// its result is committed. ErrTaskOver says that the task's token is gone already.
func Escalate(ctx context.Context, e *Escalation) error {
	t, ok := TaskFrom(ctx)
	if !ok {
		return ErrNoTask
	}
	if e == nil {
		return errors.New("nothing to escalate: make the escalation with its generated constructor")
	}
	if t.inLine {
		t.inst.raiseLater(t.ref, e)
		return nil
	}
	// An interrupting catch ends ctx, which must not hide that it was taken.
	return t.inst.raise(context.WithoutCancel(ctx), t.ref, e)
}

// EscalateTask throws an escalation out of an active task from outside of its
// handler: an open user task, or work that somebody else does. The task stays
// open unless an interrupting catch takes it (S6.3). One that is not active is ErrTaskOver.
func (e *Engine) EscalateTask(ctx context.Context, id TaskID, esc *Escalation) error {
	if esc == nil {
		return errors.New("nothing to escalate: make the escalation with its generated constructor")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.closing.Load() {
		return ErrShutdown
	}
	i := e.lookup(id.Instance)
	if i == nil {
		return fmt.Errorf("task %s: %w", id, ErrTaskOver)
	}
	return i.raise(ctx, id.ref, esc)
}

// raise lets an escalation climb from an activation.
func (i *Instance) raise(ctx context.Context, ref machine.Ref, e *Escalation) error {
	err := i.ask(ctx, machine.Input{Kind: machine.Raise, Ref: ref, Work: e})
	if err == ErrOver || err == machine.ErrStale || err == machine.ErrOver {
		return fmt.Errorf("task %s: %w", TaskID{Instance: i.id, ref: ref}, ErrTaskOver)
	}
	return err
}

// raised is an escalation that an in-line handler threw.
type raised struct {
	ref machine.Ref
	e   *Escalation
}

// raiseLater keeps an escalation until the in-line handler that throws it returns.
func (i *Instance) raiseLater(ref machine.Ref, e *Escalation) {
	x := i.more()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.raised = append(x.raised, raised{ref, e})
}

// escalated puts what an in-line handler threw before its result, which is s.in.
func (i *Instance) escalated(s *scratch) {
	x := i.extra.Load()
	if x == nil {
		return
	}
	x.mu.Lock()
	all := x.raised
	x.raised = nil
	x.mu.Unlock()
	if len(all) == 0 {
		return
	}
	first := make([]*letter, 0, len(all)+len(s.letters))
	for _, r := range all {
		first = append(first, &letter{in: machine.Input{Kind: machine.Raise, Ref: r.ref, Work: r.e}})
	}
	s.letters = append(append(first[1:], &letter{in: s.in}), s.letters...)
	s.in = first[0].in
}
