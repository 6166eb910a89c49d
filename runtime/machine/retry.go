package machine

import "errors"

// RetryPolicy is how often a task's work is tried, as the model says it (S9.1).
// The machine only carries it: its host says with each failure whether and when
// the work is tried again (Input.Retry).
type RetryPolicy struct {
	Attempts int32 // in all, the first one included; at least 1
	// Backoff is what passes before the second attempt, the third and so on, in
	// nanoseconds; the last repeats. Without any the next attempt begins at once.
	Backoff []int64
}

// Attempt counts the attempts of an activation's work: 1 while it is tried for
// the first time.
func (m *Machine) Attempt(r Ref) int {
	if f := m.failureOf(r, 0); f != nil {
		return int(f.attempts) + 1
	}
	return 1
}

// workFailed is what becomes of work that came back with an error: it is tried
// again where the host says so, else what went wrong enters the chain (S9.1).
// The activation stays the same, so that its boundary events are not reset and
// what it is known by outside stays.
//
//go:noinline
func (m *Machine) workFailed(s *Scratch, slot int32, n *Node, in *Input) {
	s.failed.seen = in.Work
	if n.Performer != ByHandler {
		m.raise(s, slot, in.Err)
		return
	}
	retry := in.Retry != 0 && retryable(in.Err)
	f := m.failureOf(in.Ref, 0)
	if f == nil && (retry || s.Incidents) {
		f = m.addFailure(in.Ref, 0)
	}
	if f != nil {
		f.attempts++
	}
	if !retry {
		m.raise(s, slot, in.Err)
		return
	}
	f.err = in.Err
	s.failed = mishap{}
	t := &m.tokens[slot]
	if s.Facts {
		s.Effects = append(s.Effects, Effect{Kind: Tell, Fact: WorkRetried, Node: t.node, Scope: n.Scope, Ref: in.Ref, Work: in.Err})
	}
	if in.Retry <= in.Now {
		performHandler(m, s, slot, n)
		return
	}
	t.state = retrying
	sub := s.subscription()
	sub.Ref, sub.Node, sub.Event, sub.Due = in.Ref, t.node, None, in.Retry
	sub.next = t.subs
	t.subs = sub
	s.ask(Subscribe, t.node, n.Scope, sub.Ref, sub)
}

// retryable reports whether trying again may help: a BPMN error is a result of
// the work, no failure (S6.2), and a bug of ours stays one.
func retryable(err error) bool {
	var be *Error
	return !errors.As(err, &be) && catchable(err)
}

// retryNow tries work again whose time has come.
func (m *Machine) retryNow(s *Scratch, slot int32, sub *Subscription) error {
	t := &m.tokens[slot]
	if t.state != retrying {
		return ErrStale
	}
	m.forget(s, slot, sub)
	n := &m.def.Nodes[t.node]
	s.at, s.current = t.node, sub.Ref
	performHandler(m, s, slot, n)
	return nil
}
