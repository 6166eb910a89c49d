package machine

import (
	"errors"
	"fmt"
)

// A complex gateway (S2.5, §13.4.5) is in one of two phases. Waiting for start
// it holds tokens until its activation condition is true, takes one of each flow
// that holds some and sends tokens on. Waiting for reset it waits for one on each
// of the others, as long as one can still come (S2.4), takes those, and may send
// tokens on once more. A scope in which one waits for reset stays open.

var errNoGate = errors.New("the definition's data does not evaluate the conditions of complex gateways")

// Gate is what the conditions of a complex gateway read beside data: those on its
// outgoing flows too. It is the caller's and valid until the condition returns.
type Gate struct {
	// WaitingForStart is the phase in which the gateway is asked: false once it
	// waits for reset.
	WaitingForStart bool
	// Counts has for each incoming flow, in their order, how many tokens it holds.
	Counts []int32
}

// ActivationCount is how many tokens all incoming flows hold.
func (g *Gate) ActivationCount() int64 {
	var n int64
	for _, c := range g.Counts {
		n += int64(c)
	}
	return n
}

// On is how many tokens the incoming flow at that place holds.
func (g *Gate) On(flow int) int64 {
	if flow < 0 || flow >= len(g.Counts) {
		return 0
	}
	return int64(g.Counts[flow])
}

// GateData is the Data of a scope with complex gateways.
type GateData interface {
	Data
	// GateCondition is Condition for the activation condition of a complex gateway
	// and those of its outgoing flows.
	GateCondition(i int32, g *Gate) (bool, error)
}

// ActivationError is an activation condition that could not be evaluated.
type ActivationError struct {
	Gateway string // BPMN id
	Err     error
}

// Error names the gateway and the cause.
func (e *ActivationError) Error() string {
	return fmt.Sprintf("activation condition of complex gateway %s: %v", e.Gateway, e.Err)
}

// Unwrap is the cause.
func (e *ActivationError) Unwrap() error { return e.Err }

// enterComplex holds the token; the gateway is asked before anything else moves.
// With one incoming flow it has no phases: it is a split.
func enterComplex(m *Machine, s *Scratch, slot int32, n *Node) {
	if len(n.In) < 2 {
		s.gate.WaitingForStart = true
		s.gate.Counts = append(s.gate.Counts[:0], 1)
		m.startComplex(s, slot, n)
		return
	}
	if m.tokens[slot].arg == None {
		m.noFlowToJoin(s, slot)
		return
	}
	w := &m.extra.inclusive.waiting[m.hold(slot, n)]
	w.asked = false
	if s.Facts {
		m.tell(s, NodeJoined, slot)
	}
	m.release(slot) // its scope still counts it
}

// settleComplex lets a complex gateway fire in the phase in which it is, and
// reports whether it did.
func (m *Machine) settleComplex(s *Scratch, at int) bool {
	w := &m.extra.inclusive.waiting[at]
	if w.taken != nil {
		if m.heldBack(s, w, None) {
			return false
		}
		m.resetComplex(s, at)
		return true
	}
	if w.asked {
		return false
	}
	w.asked = true
	node, scope := w.def.Node, w.scope
	s.at = node
	s.gate.WaitingForStart = true
	s.gate.Counts = append(s.gate.Counts[:0], m.extra.joins[w.join].counts...)
	if w.def.Activation != None {
		ok, err := m.gateCondition(s, scope, w.def.Activation)
		if err != nil {
			m.raiseOutside(s, m.beside(s, scope, node), &ActivationError{m.def.Nodes[node].ID, err})
			return true
		}
		if !ok {
			return false
		}
	}
	slot := m.beside(s, scope, node)
	m.tokens[slot].origin = m.extra.joins[w.join].origin
	w.taken = make(NodeSet, (len(s.gate.Counts)+63)>>6)
	m.scope(scope).active += 1 - m.takeTokens(w)
	w.blocker = 0
	m.startComplex(s, slot, &m.def.Nodes[node])
	return true
}

// takeTokens takes a token of each flow that holds some and of which none was
// taken in this round, and tells how many that were.
func (m *Machine) takeTokens(w *waitingJoin) (n int32) {
	counts := m.extra.joins[w.join].counts
	for i, c := range counts {
		if c > 0 && !w.taken.Has(int32(i)) {
			counts[i]--
			w.taken[i>>6] |= 1 << (i & 63)
			n++
		}
	}
	return n
}

// startComplex sends the token on from a complex gateway that starts, as an
// inclusive one does (S2.3).
func (m *Machine) startComplex(s *Scratch, slot int32, n *Node) {
	s.taken = s.taken[:0]
	scope := m.tokens[slot].scope
	for _, f := range n.Out {
		if f == n.Default {
			continue
		}
		if c := m.def.Flows[f].Condition; c != None {
			ok, err := m.gateCondition(s, scope, c)
			if err != nil {
				m.badCondition(s, slot, f, err)
				return
			}
			if !ok {
				continue
			}
		}
		s.taken = append(s.taken, f)
	}
	if len(s.taken) == 0 && n.Default != None {
		s.taken = append(s.taken, n.Default)
	}
	if len(s.taken) == 0 {
		m.raiseOutside(s, slot, ErrNoFlow)
		return
	}
	m.pass(s, slot)
	m.takeFlows(s, slot)
}

// resetComplex takes what came late and sends tokens along the flows whose
// conditions are true now, else along the default. A flow without a condition
// is for the start alone, and nothing here is a fault: a condition that fails is not true.
func (m *Machine) resetComplex(s *Scratch, at int) {
	w := &m.extra.inclusive.waiting[at]
	counts := m.extra.joins[w.join].counts
	scope, node := w.scope, w.def.Node
	n := &m.def.Nodes[node]
	s.at = node
	s.gate.WaitingForStart = false
	s.gate.Counts = append(s.gate.Counts[:0], counts...)
	m.scope(scope).active -= 1 + m.takeTokens(w)
	w.taken, w.asked, w.blocker = nil, false, 0
	left := false
	for _, c := range counts {
		left = left || c > 0
	}
	if !left {
		m.extra.inclusive.forget(w.join)
	}
	slot := m.beside(s, scope, node)
	m.tokens[slot].origin = m.extra.joins[w.join].origin
	s.taken = s.taken[:0]
	for _, f := range n.Out {
		if c := m.def.Flows[f].Condition; f != n.Default && c != None {
			if ok, err := m.gateCondition(s, scope, c); ok && err == nil {
				s.taken = append(s.taken, f)
			}
		}
	}
	if len(s.taken) == 0 && n.Default != None {
		s.taken = append(s.taken, n.Default)
	}
	if len(s.taken) == 0 {
		m.die(s, slot)
		return
	}
	m.pass(s, slot)
	m.takeFlows(s, slot)
}

func (m *Machine) gateCondition(s *Scratch, scope, i int32) (bool, error) {
	d, ok := m.scope(scope).data.(GateData)
	if !ok {
		return false, errNoGate
	}
	return gateSafely(d, i, &s.gate)
}

// dataChanged has the gateways that wait for start asked again: their conditions
// may read what a commit has changed.
func (in *inclusive) dataChanged() {
	for i := range in.waiting {
		in.waiting[i].asked = false
	}
}

// resetting counts a complex gateway that waits for reset: its scope is held open by it.
func (in *inclusive) resetting(join int32) int32 {
	if in != nil {
		for i := range in.waiting {
			if w := &in.waiting[i]; w.join == join && w.taken != nil {
				return 1
			}
		}
	}
	return 0
}
