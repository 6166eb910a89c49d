package machine

import (
	"errors"
	"slices"
)

// ErrNeedsFlow refuses to complete the incident of a node that a flow must be
// chosen for.
var ErrNeedsFlow = errors.New("the node is to be left by flows that its completion names, of its own outgoing ones, and an exclusive gateway by one")

// Flows are the flows by which CompleteIncident lets a token leave its node.
type Flows []int32

// standing is the incident that an input speaks of.
func (m *Machine) standing(in *Input) (f *failure, slot int32) {
	if t, slot := m.current(in.Ref); t != nil {
		if f := m.failureOf(in.Ref, in.Node+1); f != nil && f.stage != noStage && !f.asking {
			return f, slot
		}
	}
	return nil, None
}

// takeRetry does again what failed (S9.2). Its attempts go on being counted.
func takeRetry(m *Machine, s *Scratch, in *Input) error {
	f, slot := m.standing(in)
	if f == nil {
		return ErrStale
	}
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	s.at, s.current = t.node, in.Ref
	m.incident(s, CloseIncident, f)
	why, err, tried := f.mishap, f.err, f.attempts > 0
	var runaway *RunawayError
	fresh := errors.As(err, &runaway)
	f.mishap = mishap{node: f.node}
	if why.stage != arming && why.stage != draining && why.stage != deciding {
		t.state = ready
	}
	switch why.stage {
	case arming:
		if _, err := m.armAll(s, slot, why.node-1); err != nil {
			m.cannotArm(s, slot, why.node-1, err)
		}
	case committing:
		m.commit(s, slot, n, why.result)
	case receiving:
		if m.receive(s, slot, why.got...) {
			m.complete(s, slot)
		}
	case leaving:
		m.leaveAgain(s, slot, n, err)
	case draining:
		m.drained(s, t.arg)
	case deciding:
		m.decideAgain(s, slot)
	case looping:
		m.testAgain(s, slot)
	case settling:
		m.settleAgain(s, slot)
	default:
		switch {
		case tried && n.Performer == ByHandler:
			performHandler(m, s, slot, n)
		case n.Kind == EventSubProcess:
			m.openHandler(s, slot, m.def.handlerOf(n), why.got)
		case !fresh && n.Event != None && m.def.Events[n.Event].Trigger == MultipleTrigger && (n.Kind == ThrowEvent || n.Kind == EndEvent):
			t.arg-- // the part that failed
			m.sent(s, slot, n, nil)
		default:
			s.queue = append(s.queue, in.Ref)
		}
	}
	return nil
}

// leaveAgain chooses once more by which flows a token leaves its node.
func (m *Machine) leaveAgain(s *Scratch, slot int32, n *Node, err error) {
	switch n.Kind {
	case ExclusiveGateway:
		enterExclusive(m, s, slot, n)
	case InclusiveGateway:
		m.splitInclusive(s, slot, n)
	case ComplexGateway:
		m.activateAgain(s, slot, n, err)
	default:
		m.leaveSplit(s, slot)
	}
}

// activateAgain has a complex gateway asked once more whether it starts, or, where
// it has, by which flows it is left.
func (m *Machine) activateAgain(s *Scratch, slot int32, n *Node, err error) {
	var activation *ActivationError
	w := m.gate(slot)
	if w != nil && errors.As(err, &activation) {
		w.asked = false
		m.die(s, slot)
		return
	}
	s.gate.WaitingForStart = true
	s.gate.Counts = append(s.gate.Counts[:0], 1)
	if w != nil { // what it took counts as it did then
		s.gate.Counts = append(s.gate.Counts[:0], m.extra.joins[w.join].counts...)
		for i := range s.gate.Counts {
			if w.taken != nil && w.taken.Has(int32(i)) {
				s.gate.Counts[i]++
			}
		}
	}
	m.startComplex(s, slot, n)
}

// gate is the complex gateway at which a token is, nil where it has no phases.
func (m *Machine) gate(slot int32) *waitingJoin {
	if m.extra == nil || m.extra.inclusive == nil {
		return nil
	}
	t := &m.tokens[slot]
	for i := range m.extra.inclusive.waiting {
		if w := &m.extra.inclusive.waiting[i]; w.scope == t.scope && w.def.Node == t.node {
			return w
		}
	}
	return nil
}

// takeComplete lets a token go on whose incident the host has settled by itself
// (S9.2): Work is the work with its result, or the Flows to leave by.
func takeComplete(m *Machine, s *Scratch, in *Input) error {
	f, slot := m.standing(in)
	if f == nil {
		return ErrStale
	}
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	s.at, s.current = t.node, in.Ref
	if f.stage == arming {
		m.incident(s, CloseIncident, f)
		f.mishap = mishap{node: f.node}
		return nil
	}
	if f.stage == settling {
		m.incident(s, CloseIncident, f)
		f.mishap = mishap{}
		m.extra.scopes[t.scope-1].phase++ // without what failed
		m.settleAgain(s, slot)
		return nil
	}
	if f.stage == deciding {
		m.incident(s, CloseIncident, f)
		f.mishap = mishap{}
		m.finishAdHoc(s, t.arg, None, n.AdHoc)
		return nil
	}
	if f.stage == draining {
		m.incident(s, CloseIncident, f)
		f.mishap = mishap{}
		m.leftScope(s, t.arg, true)
		return nil
	}
	if m.needsFlow(t.node, f.stage) {
		return m.leaveBy(s, slot, n, f, in.Work)
	}
	if _, flows := in.Work.(Flows); flows {
		return ErrNeedsFlow
	}
	changed := m.clearChanges(s)
	if in.Work != nil {
		if err := m.commitSafely(t.scope, n.Work, in.Work, changed); err != nil {
			return err
		}
	}
	m.incident(s, CloseIncident, f)
	f.mishap = mishap{}
	t.state = ready
	m.disarm(s, slot)
	if !m.committed(s, slot, changed) {
		return nil
	}
	if n.Kind == EndEvent {
		m.pass(s, slot)
		m.die(s, slot)
		return nil
	}
	m.complete(s, slot)
	return nil
}

// leaveBy lets a token leave by flows that the host has chosen.
func (m *Machine) leaveBy(s *Scratch, slot int32, n *Node, f *failure, w Work) error {
	flows, _ := w.(Flows)
	if len(flows) == 0 || len(flows) > 1 && (n.Kind == ExclusiveGateway || n.Kind == EventBasedGateway) {
		return ErrNeedsFlow
	}
	for i, fl := range flows {
		if !slices.Contains(n.Out, fl) || slices.Contains(flows[:i], fl) {
			return ErrNeedsFlow
		}
	}
	m.incident(s, CloseIncident, f)
	done := f.stage == leaving && f.err != nil && n.Kind != ExclusiveGateway && n.Kind != InclusiveGateway && n.Kind != ComplexGateway
	var activation *ActivationError
	if w := m.gate(slot); w != nil && errors.As(f.err, &activation) { // it starts by the host's word
		w.taken = make(NodeSet, (len(n.In)+63)>>6)
		m.scope(w.scope).active += 1 - m.takeTokens(w)
		w.blocker = 0
	}
	f.mishap = mishap{}
	if m.tokens[slot].state = ready; !done {
		m.pass(s, slot)
	}
	s.taken = append(s.taken[:0], flows...)
	m.takeFlows(s, slot)
	return nil
}

// handlerOf is the start event of an event sub-process.
func (d *Definition) handlerOf(n *Node) int32 {
	for _, start := range d.Scopes[n.Scope].Handlers {
		if d.Nodes[start].Scope == n.Inner {
			return start
		}
	}
	if host := d.Scopes[n.Scope].Host; host != None && d.Nodes[host].Compensation != nil {
		return d.Nodes[host].Compensation.Handler
	}
	return None
}

// Prepare makes the work of a task that stands as an incident, for its host to
// fill and bring by CompleteIncident: with a private copy of the data as they
// stand, and the shared one that it was made of. ErrStale says that it is gone.
func (m *Machine) Prepare(r Ref) (w Work, err error) {
	t, _ := m.current(r)
	f := m.failureOf(r, 0)
	if t == nil || f == nil || f.stage == noStage || f.asking {
		return nil, ErrStale
	}
	n := &m.def.Nodes[t.node]
	if m.needsFlow(t.node, f.stage) {
		return nil, ErrNeedsFlow
	}
	defer safely(&err)
	var s Scratch
	d := m.scope(t.scope).data
	shared, err := d.Begin(n.Work, true, &s)
	if err != nil {
		return nil, err
	}
	if p, ok := shared.(interface{ Private() bool }); !ok || p.Private() {
		return shared, nil
	}
	own, err := d.Begin(n.Work, false, &s)
	if err != nil {
		return nil, err
	}
	if b, ok := own.(interface{ Rebase(Work) }); ok {
		b.Rebase(shared)
	}
	return own, nil
}
