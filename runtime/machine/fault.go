package machine

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Why Apply did not take an input.
var (
	ErrStale        = errors.New("what the input speaks of is gone")
	ErrOver         = errors.New("the instance has ended")
	ErrStarted      = errors.New("the instance has started already")
	ErrNotStarted   = errors.New("the instance has not started yet")
	ErrNoStart      = errors.New("the node is no start event that the host may name")
	ErrUnknownInput = errors.New("the machine does not know this kind of input")
)

// ErrNoFlow is the fault of a token that cannot be routed: no condition is true
// and there is no default flow (S2.1, S2.3, S1.4).
var ErrNoFlow = errors.New("no outgoing flow's condition is true and there is no default flow; give the node a default flow")

// ErrNoKey is the fault of a message throw whose correlation key has no value (S3.5, S4.4).
var ErrNoKey = errors.New("a property of the message's correlation key has no value; set it before the message is thrown")

// Fault is a technical failure of an instance (S9.1), as a value.
type Fault struct {
	Node int32 // where it happened
	Err  error
}

// Error tells the cause; the host knows the names.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap is the cause.
func (f *Fault) Unwrap() error { return f.Err }

// ConditionError is a condition that could not be evaluated (S2.1).
type ConditionError struct {
	Flow string // BPMN id
	Err  error
}

// Error names the flow and the cause.
func (e *ConditionError) Error() string {
	return fmt.Sprintf("condition of flow %s: %v", e.Flow, e.Err)
}

// Unwrap is the cause.
func (e *ConditionError) Unwrap() error { return e.Err }

// LoopConditionError is a condition of a repeated activity that could not be evaluated (S7.1, S7.2).
type LoopConditionError struct{ Err error }

// Error names the cause; the fault names the activity.
func (e *LoopConditionError) Error() string {
	return fmt.Sprintf("condition of the repetition: %v", e.Err)
}

// Unwrap is the cause.
func (e *LoopConditionError) Unwrap() error { return e.Err }

//go:noinline
func (m *Machine) badCondition(s *Scratch, slot, flow int32, err error) {
	m.raiseOutside(s, slot, &ConditionError{Flow: m.def.Flows[flow].ID, Err: err})
}

// RunawayError is a loop that moved too often without waiting (S1.7).
type RunawayError struct {
	Limit int
	Cycle []string // BPMN ids of the nodes that keep repeating, in the order in which they do
}

// Error names the cycle and the way out.
func (e *RunawayError) Error() string {
	return fmt.Sprintf("more than %d moves without waiting; the cycle is %s: let one of its nodes wait, or end it by a condition",
		e.Limit, strings.Join(e.Cycle, " -> "))
}

// InvariantError is a bug of this package or of a definition, never of a model or a host (S9.4).
type InvariantError struct{ What string }

// Error tells what does not hold.
func (e *InvariantError) Error() string { return "invariant violated: " + e.What }

func invariant(format string, args ...any) error {
	return &InvariantError{What: fmt.Sprintf(format, args...)}
}

// PanicError is a panic of the host's code, in a handler or in an expression,
// contained as a fault of its node.
type PanicError struct {
	Value any
	Stack []byte
}

// Error tells the value and where it came from.
func (e *PanicError) Error() string {
	return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack)
}

// Unwrap is the value where it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// contain makes a fault of a panic of the instance's data, which enters the
// chain as any other (S9.1), and goes on. The machine calls data only where its
// own state is whole, or in a function that contains the panic itself.
func (m *Machine) contain(s *Scratch, in *Input) {
	if v := recover(); v != nil {
		for v != nil {
			v = m.resume(s, in, v)
		}
	}
}

// resume goes on after a panic, up to the next one.
//
//go:noinline
func (m *Machine) resume(s *Scratch, in *Input, v any) (next any) {
	defer func() { next = recover() }()
	m.crashed(s, in, &PanicError{Value: v, Stack: debug.Stack()})
	m.run(s)
	return nil
}

func (m *Machine) crashed(s *Scratch, in *Input, err error) {
	if m.status.Over() {
		return // how it ended stands
	}
	slot := s.current.slot()
	if s.current == 0 || int(slot) >= len(m.tokens) || m.tokens[slot].state == vacant {
		if s.Facts && s.at != None {
			s.tell(NodeFailed, s.at, m.def.Nodes[s.at].Scope, 0)
		}
		m.more().fault = &Fault{Node: s.at, Err: err}
		m.end(s, Failed)
		return
	}
	t := &m.tokens[slot]
	switch {
	case in.Kind == Done && in.Ref == s.current && t.gen == in.Ref.gen() && t.state == working && t.work == nil && in.Err == nil:
		m.cannotCommit(s, slot, in.Work, err)
	case t.gen != s.current.gen() || m.needsFlow(t.node, noStage):
		m.raiseOutside(s, slot, err)
	default:
		m.raise(s, slot, err)
	}
}

// safely makes an error of a panic of the instance's data, where the machine
// is in the middle of something.
func safely(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Value: v, Stack: debug.Stack()}
	}
}

func conditionSafely(d Data, i int32) (ok bool, err error) {
	defer safely(&err)
	return d.Condition(i)
}

func leaveSafely(d LeaveData, scope int32, changed Changes) (err error) {
	defer safely(&err)
	return d.Leave(scope, changed)
}

func gateSafely(d GateData, i int32, g *Gate) (ok bool, err error) {
	defer safely(&err)
	return d.GateCondition(i, g)
}

func openSafely(d Data, scope int32) (inner Data, err error) {
	defer safely(&err)
	return d.Open(scope)
}

func keySafely(d EventData, i int32) (key string, ok bool, err error) {
	defer safely(&err)
	return d.Key(i)
}

func dueSafely(d EventData, i int32, now, last int64, fired int32, cycle *string) (due int64, ok bool, err error) {
	defer safely(&err)
	return d.Due(i, now, last, fired, cycle)
}

func payloadSafely(d EventData, i int32) (payload any, err error) {
	defer safely(&err)
	return d.Payload(i)
}

func receiveSafely(d EventData, i int32, payload any, changed Changes) (err error) {
	defer safely(&err)
	return d.Receive(i, payload, changed)
}

func (m *Machine) commitSafely(scope, work int32, w Work, changed Changes) (err error) {
	defer safely(&err)
	return m.scope(scope).data.Commit(work, w, changed)
}

// trailLength is how many moves before the limit are remembered to name the cycle.
const trailLength = 512

// tooFar remembers the last moves before the limit, and fails an instance that
// goes beyond it.
//
//go:noinline
func (m *Machine) tooFar(s *Scratch, slot int32, limit int) bool {
	s.trail = append(s.trail, m.tokens[slot].node)
	if s.moves <= limit {
		return false
	}
	var cycle []string
	for _, n := range period(s.trail) {
		cycle = append(cycle, m.def.Nodes[n].ID)
	}
	s.trail = s.trail[:0]
	m.raise(s, slot, &RunawayError{Limit: limit, Cycle: cycle})
	return true
}

// period is the shortest sequence that the end of the trail repeats, or, where
// several loops interleave without a period, every node of it once.
func period(trail []int32) []int32 {
	for p := 1; p <= len(trail)/2; p++ {
		repeats := true
		for i := len(trail) - 1; i >= p; i-- {
			if trail[i] != trail[i-p] {
				repeats = false
				break
			}
		}
		if repeats {
			return trail[len(trail)-p:]
		}
	}
	var all []int32
	for _, n := range trail {
		seen := false
		for _, a := range all {
			seen = seen || a == n
		}
		if !seen {
			all = append(all, n)
		}
	}
	return all
}
