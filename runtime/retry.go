package runtime

import (
	"errors"
	"fmt"
	"time"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// RetryDef is a task's retry policy as the model says it; generated tables are made of it.
type RetryDef = machine.RetryPolicy

// RetryPolicy is how often the work of a task is tried where it fails: by an
// error that is no BPMN error, or a panic (S9.1). Once it is spent the failure
// enters the chain of catchers. Attempts share the task's ID and its boundary
// events, whose timers go on (S5.3); each gets the data as they stand then.
type RetryPolicy struct {
	// Attempts is how often the work is tried in all; 0 and 1 mean once.
	Attempts int
	// Backoff is what passes before the second attempt, the third and so on, by
	// the engine's clock; the last repeats. Without any the next begins at once.
	Backoff []time.Duration
}

// ExponentialBackoff is a policy whose delays double from first up to most.
func ExponentialBackoff(attempts int, first, most time.Duration) RetryPolicy {
	p := RetryPolicy{Attempts: attempts}
	for d := first; len(p.Backoff) < attempts-1; d *= 2 {
		if d >= most || d <= 0 {
			p.Backoff = append(p.Backoff, most)
			break
		}
		p.Backoff = append(p.Backoff, d)
	}
	return p
}

func (p RetryPolicy) check() error {
	if p.Attempts < 0 {
		return fmt.Errorf("a task can't be tried %d times; give 1 for no retries", p.Attempts)
	}
	for _, d := range p.Backoff {
		if d < 0 {
			return fmt.Errorf("work can't be tried again after %s; give delays that are not negative", d)
		}
	}
	return nil
}

// policyOf is a policy as the model has one.
func (p RetryPolicy) policyOf() *machine.RetryPolicy {
	m := &machine.RetryPolicy{Attempts: int32(min(p.Attempts, 1<<31-1))}
	for _, d := range p.Backoff {
		m.Backoff = append(m.Backoff, int64(d))
	}
	return m
}

// WithRetry is the policy of tasks of which the model says nothing. Without it
// their work is tried once.
func WithRetry(p RetryPolicy) Option {
	return func(c *config) error {
		if err := p.check(); err != nil {
			return fmt.Errorf("WithRetry: %w", err)
		}
		c.retry = p.policyOf()
		return nil
	}
}

// taskKey names a task of any version of a process by BPMN ids.
type taskOf struct{ process, task string }

// WithTaskRetry is the policy of one task, by the BPMN ids of its process and
// itself, whatever the model says of it.
func WithTaskRetry(process, task string, p RetryPolicy) Option {
	return func(c *config) error {
		if err := p.check(); err != nil {
			return fmt.Errorf("WithTaskRetry(%q, %q): %w", process, task, err)
		}
		if c.taskRetry == nil {
			c.taskRetry = map[taskOf]*machine.RetryPolicy{}
		}
		c.taskRetry[taskOf{process, task}] = p.policyOf()
		return nil
	}
}

// NoRetry wraps an error of a handler that trying again can't mend: whatever
// the policy says, the failure enters the chain at once. Nil stays nil.
func NoRetry(err error) error {
	if err == nil {
		return nil
	}
	return &retryError{err: err}
}

// RetryAfter wraps an error of a handler that says when trying again may help:
// the next attempt, if the policy has one left, begins after d. Nil stays nil.
func RetryAfter(err error, d time.Duration) error {
	if err == nil {
		return nil
	}
	return &retryError{err: err, again: true, after: max(d, 0)}
}

type retryError struct {
	err   error
	again bool
	after time.Duration
}

// Error is that of the wrapped error.
func (e *retryError) Error() string { return e.err.Error() }

// Unwrap is the wrapped error.
func (e *retryError) Unwrap() error { return e.err }

// Attempt is which attempt of the task's work this is, counted from 1 (S9.1).
// The attempts of one task have one ID.
func (t Task) Attempt() int { return max(int(t.attempt), 1) }

// retryOf is a task's policy, nil for none: the host's for it, else the
// model's, else the host's default.
func (p *process) retryOf(n *machine.Node) *machine.RetryPolicy {
	e := p.engine
	if len(e.taskRetry) > 0 {
		if r := e.taskRetry[taskOf{p.def.Key, n.ID}]; r != nil {
			return r
		}
	}
	if n.Retry != nil {
		return n.Retry
	}
	return e.retry
}

// mayRetry says in the input that brings a failure when the work is tried again.
//
//go:noinline
func (i *Instance) mayRetry(in *machine.Input) {
	if in.Kind != machine.Done {
		return
	}
	in.Now, in.Retry = i.proc.engine.now(), 0
	_, node, ok := i.m.Working(in.Ref)
	if !ok {
		return
	}
	n := &i.m.Definition().Nodes[node]
	if n.Performer != machine.ByHandler {
		return
	}
	p := i.proc.retryOf(n)
	if p == nil {
		return
	}
	tried := i.m.Attempt(in.Ref)
	var told *retryError
	if tried >= int(p.Attempts) || errors.As(in.Err, &told) && !told.again {
		return
	}
	var after int64
	switch {
	case told != nil:
		after = int64(told.after)
	case len(p.Backoff) > 0:
		after = p.Backoff[min(tried, len(p.Backoff))-1]
	}
	if in.Retry = in.Now + after; in.Retry < in.Now {
		in.Retry = 1<<63 - 1
	}
	in.Retry = max(in.Retry, 1)
}

// attempt is which attempt of an activation's work begins now, 0 for the first.
func (i *Instance) attempt(r machine.Ref) int32 {
	if n := i.m.Attempt(r); n > 1 {
		return int32(n)
	}
	return 0
}
