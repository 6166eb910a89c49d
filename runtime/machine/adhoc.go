package machine

import (
	"errors"
	"fmt"
	"slices"
)

// An ad-hoc sub-process (S8.4, §13.3.5) opens its scope without a token. Its
// activities without incoming flows are enabled as long as it is open; one with
// some is enabled once for each token that a flow has brought, which waits
// there. Which of them run its host picks. Its scope stays open until its
// completion condition is true after an activity, or the host finishes it.

// Why Apply did not take a Pick.
var (
	ErrNotEnabled = errors.New("the activity is not enabled in the ad-hoc sub-process")
	ErrSequential = errors.New("the ad-hoc sub-process is sequential and another activity runs in it")
)

// AdHoc is what an ad-hoc sub-process has beside its scope.
type AdHoc struct {
	// Sequential: one activity at a time.
	Sequential bool
	// KeepRemaining: when it completes, activities that run are waited for; else they are cancelled.
	KeepRemaining bool
	// Automatic: what a flow leads to runs without being picked, and without a
	// completion condition it completes when nothing is left to run.
	Automatic bool
	// Completion is the index of its completion condition, None for none.
	Completion int32
	// Elements is the index by which AdHocData tells what runs at once, None for nothing.
	Elements int32
}

// AdHocData is the Data of a scope with ad-hoc sub-processes that say what runs at once.
type AdHocData interface {
	Data
	// Elements are the BPMN ids of the elements that run when the ad-hoc
	// sub-process opens. It is asked of the data inside of that.
	Elements(i int32) ([]string, error)
}

// openAdHoc is an ad-hoc sub-process that is open.
type openAdHoc struct {
	scope int32 // slot
	// held: it stays open without a token; finishing: no activity begins any more.
	held, finishing bool
}

// adHocs are those that are open, the oldest first.
type adHocs struct{ open []openAdHoc }

// adHocs are the ad-hoc sub-processes that are open; nil where none ever was.
func (x *extra) adHocs() *adHocs {
	if x.inclusive == nil {
		return nil
	}
	return &x.inclusive.adHoc
}

func (a *adHocs) of(scope int32) *openAdHoc {
	if a != nil {
		for i := range a.open {
			if a.open[i].scope == scope {
				return &a.open[i]
			}
		}
	}
	return nil
}

func enterAdHoc(m *Machine, s *Scratch, slot int32, n *Node) {
	if len(n.Boundaries) > 0 && !m.guard(s, slot, n) {
		return
	}
	scope, ok := m.openScope(s, slot, n.Inner)
	if !ok {
		return
	}
	if m.extra.inclusive == nil {
		m.extra.inclusive = &inclusive{}
	}
	open := m.extra.adHocs()
	open.open = append(open.open, openAdHoc{scope: scope, held: true})
	m.scope(scope).active++
	s.ask(OpenAdHoc, m.tokens[slot].node, n.Scope, refOf(slot, m.tokens[slot].gen), nil)
	if !m.watch(s, scope) || n.AdHoc.Elements == None {
		return
	}
	d, ok := m.scope(scope).data.(AdHocData)
	if !ok {
		m.raise(s, slot, invariant("the data does not tell the elements of %s", n.ID))
		return
	}
	ids, err := d.Elements(n.AdHoc.Elements)
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	nodes := s.taken[:0]
	for _, id := range ids {
		node := m.def.element(n.Inner, id)
		if node == None || len(m.def.Nodes[node].In) > 0 {
			m.raise(s, slot, fmt.Errorf("%q: %w", id, ErrNotEnabled))
			return
		}
		nodes = append(nodes, node)
	}
	for i, node := range nodes {
		if i > 0 && n.AdHoc.Sequential {
			m.tokens[m.beside(s, scope, node)].state = enabled
			continue
		}
		m.spawn(s, scope, node, None)
	}
	s.taken = nodes
	if len(ids) > 0 {
		m.picked(scope, n.AdHoc)
	}
}

// element finds what may run in an ad-hoc scope by its BPMN id.
func (d *Definition) element(scope int32, id string) int32 {
	for i := d.Scopes[scope].First; i < d.Scopes[scope].End; i++ {
		if n := &d.Nodes[i]; n.ID == id && n.Scope == scope && d.pickable(i) {
			return i
		}
	}
	return None
}

// pickable reports an element of an ad-hoc sub-process that may run by itself:
// an activity, or an event or gateway without incoming flows.
func (d *Definition) pickable(node int32) bool {
	n := &d.Nodes[node]
	return n.InAdHoc || len(n.In) == 0 && n.Kind != BoundaryEvent && n.Kind != EventSubProcess && !activity(n.Kind)
}

func activity(k Kind) bool {
	return k == Task || k == CallActivity || k == SubProcess || k == Transaction || k == AdHocSubProcess
}

// picked says that something has begun: one without a condition then ends with
// the last of it, where it is automatic.
func (m *Machine) picked(scope int32, a *AdHoc) {
	if o := m.extra.adHocs().of(scope); a.Automatic && a.Completion == None && o.held {
		o.held = false
		m.scope(scope).active--
	}
}

// adHocOf is the ad-hoc sub-process of an open scope.
func (m *Machine) adHocOf(scope int32) (host int32, a *AdHoc) {
	host = m.scope(scope).host
	return host, m.def.Nodes[m.tokens[host].node].AdHoc
}

// park holds a token that a flow has brought to an activity of an ad-hoc
// sub-process, until that is picked. It reports false where the activity is to begin.
func (m *Machine) park(s *Scratch, slot int32) bool {
	scope := m.tokens[slot].scope
	if m.tokens[slot].arg == None {
		return false // picked
	}
	if m.extra.adHocs().of(scope).finishing {
		m.die(s, slot)
		return true
	}
	_, a := m.adHocOf(scope)
	if a.Automatic && (!a.Sequential || !m.running(scope, slot)) {
		return false
	}
	m.tokens[slot].state = enabled
	return true
}

// running reports whether some activity of an ad-hoc sub-process runs beside one token.
func (m *Machine) running(scope, except int32) bool {
	for t := m.scope(scope).first; t != None; t = m.tokens[t].next {
		if t != except && m.runs(t) {
			return true
		}
	}
	return false
}

// runs reports whether a token is at an activity that has begun or is about to.
func (m *Machine) runs(t int32) bool {
	tok := &m.tokens[t]
	return m.def.Nodes[tok.node].InAdHoc && tok.state != enabled && (tok.state != ready || tok.arg == None)
}

// activityDone is asked when an activity of an ad-hoc sub-process has completed:
// it evaluates the completion condition and reports whether the token goes on.
func (m *Machine) activityDone(s *Scratch, slot int32) bool {
	scope := m.tokens[slot].scope
	host, a := m.adHocOf(scope)
	if m.extra.adHocs().of(scope).finishing {
		m.die(s, slot)
		return false
	}
	if a.Completion != None {
		done, err := m.decide(scope, host, a)
		if err != nil { // it may stand as an incident, and what runs goes on
			gen := m.tokens[slot].gen
			m.undecided(s, host, err)
			return !m.status.Over() && m.tokens[slot].gen == gen
		}
		if done {
			m.finishAdHoc(s, scope, slot, a)
			return false
		}
	}
	m.activityGone(s, scope, slot, a)
	return true
}

// decide evaluates the completion condition.
func (m *Machine) decide(scope, host int32, a *AdHoc) (bool, error) {
	done, err := m.scope(scope).data.Condition(a.Completion)
	if err != nil {
		err = fmt.Errorf("completion condition of ad-hoc sub-process %s: %w", m.def.Nodes[m.tokens[host].node].ID, err)
	}
	return done, err
}

// undecided lets the failure of a completion condition climb.
func (m *Machine) undecided(s *Scratch, host int32, err error) {
	s.failed = mishap{stage: deciding}
	m.raise(s, host, err)
}

// decideAgain evaluates the completion condition once more (S9.2).
func (m *Machine) decideAgain(s *Scratch, host int32) {
	scope, a := m.tokens[host].arg, m.def.Nodes[m.tokens[host].node].AdHoc
	done, err := m.decide(scope, host, a)
	switch {
	case err != nil:
		m.undecided(s, host, err)
	case done:
		m.finishAdHoc(s, scope, None, a)
	}
}

// activityGone lets the next activity of a sequential one begin that picks by itself.
func (m *Machine) activityGone(s *Scratch, scope, slot int32, a *AdHoc) {
	if !a.Sequential || !a.Automatic || m.running(scope, slot) {
		return
	}
	for t := m.scope(scope).first; t != None; t = m.tokens[t].next {
		if m.tokens[t].state == enabled {
			m.begins(s, t)
			return
		}
	}
}

// begins lets an enabled token enter its activity.
func (m *Machine) begins(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	t.state, t.arg = ready, None
	s.queue = append(s.queue, refOf(slot, t.gen))
}

// finishAdHoc completes an ad-hoc sub-process, at the completion of a token's
// activity or, with None, at the host's will. Where it keeps what remains it
// completes with the last of that; nothing new begins.
func (m *Machine) finishAdHoc(s *Scratch, scope, slot int32, a *AdHoc) {
	o := m.extra.adHocs().of(scope)
	o.finishing = true
	for t := m.scope(scope).first; t != None; {
		next := m.tokens[t].next
		if t != slot && (!a.KeepRemaining || !m.runs(t)) {
			m.cancelToken(s, t)
			m.release(t)
			m.scope(scope).active--
		}
		t = next
	}
	m.dropHeld(m.scope(scope))
	if o.held {
		o.held = false
		m.scope(scope).active--
	}
	switch {
	case slot != None:
		m.die(s, slot)
	case m.scope(scope).active == 0:
		m.drained(s, scope)
	}
}

// abandon ends the picking in an ad-hoc scope that an event sub-process has interrupted.
func (a *adHocs) abandon(sc *scope, slot int32) {
	if o := a.of(slot); o != nil {
		o.finishing = true
		if o.held {
			o.held = false
			sc.active--
		}
	}
}

// closeAdHoc forgets an ad-hoc sub-process whose scope closes.
func (m *Machine) closeAdHoc(s *Scratch, scope, host int32) {
	t := &m.tokens[host]
	a := m.extra.adHocs()
	if a.of(scope) == nil {
		return
	}
	a.open = slices.DeleteFunc(a.open, func(o openAdHoc) bool { return o.scope == scope })
	s.ask(CloseAdHoc, t.node, m.def.Nodes[t.node].Scope, refOf(host, t.gen), nil)
}

// openAdHocAt finds the ad-hoc sub-process that a reference names.
func (m *Machine) openAdHocAt(r Ref) (scope int32, a *AdHoc, ok bool) {
	slot := r.slot()
	if slot < 0 || int(slot) >= len(m.tokens) || m.extra == nil {
		return None, nil, false
	}
	t := &m.tokens[slot]
	if t.gen != r.gen() || t.state != hosting || m.def.Nodes[t.node].AdHoc == nil {
		return None, nil, false
	}
	if o := m.extra.adHocs().of(t.arg); o == nil || o.finishing {
		return None, nil, false
	}
	return t.arg, m.def.Nodes[t.node].AdHoc, true
}

// takePick lets an enabled activity begin (§13.3.5).
func takePick(m *Machine, s *Scratch, in *Input) error {
	scope, a, ok := m.openAdHocAt(in.Ref)
	if !ok {
		return ErrStale
	}
	if !m.def.isNode(in.Node) || m.def.Nodes[in.Node].Scope != m.scope(scope).def || !m.def.pickable(in.Node) {
		return ErrNotEnabled
	}
	if a.Sequential && m.running(scope, None) {
		return ErrSequential
	}
	if len(m.def.Nodes[in.Node].In) == 0 {
		m.spawn(s, scope, in.Node, None)
		m.picked(scope, a)
		return nil
	}
	for t := m.scope(scope).first; t != None; t = m.tokens[t].next {
		if m.tokens[t].state == enabled && m.tokens[t].node == in.Node {
			m.begins(s, t)
			return nil
		}
	}
	return ErrNotEnabled
}

// takeFinish completes an ad-hoc sub-process at the host's will.
func takeFinish(m *Machine, s *Scratch, in *Input) error {
	scope, a, ok := m.openAdHocAt(in.Ref)
	if !ok {
		return ErrStale
	}
	m.finishAdHoc(s, scope, None, a)
	return nil
}

// Enabled lists, for an open ad-hoc sub-process, the elements that may be picked
// now, in document order, one with incoming flows once for each token that waits
// at it, and the activities that run, in the order in which their tokens came. ok is false where the reference is no longer current.
func (m *Machine) Enabled(r Ref) (enabledNow, runningNow []int32, ok bool) {
	scope, a, ok := m.openAdHocAt(r)
	if !ok {
		return nil, nil, false
	}
	for t := m.scope(scope).first; t != None; t = m.tokens[t].next {
		switch {
		case m.runs(t):
			runningNow = append(runningNow, m.tokens[t].node)
		case m.tokens[t].state == enabled:
			enabledNow = append(enabledNow, m.tokens[t].node)
		}
	}
	if a.Sequential && len(runningNow) > 0 {
		return nil, runningNow, true
	}
	def := &m.def.Scopes[m.scope(scope).def]
	for i := def.First; i < def.End; i++ {
		if n := &m.def.Nodes[i]; n.Scope == m.scope(scope).def && len(n.In) == 0 && m.def.pickable(i) {
			enabledNow = append(enabledNow, i)
		}
	}
	slices.Sort(enabledNow)
	return enabledNow, runningNow, true
}

// validateAdHoc checks an ad-hoc sub-process.
func (d *Definition) validateAdHoc(n *Node) error {
	if n.AdHoc == nil {
		return fmt.Errorf("it does not say how its activities are picked")
	}
	if sc := &d.Scopes[n.Inner]; len(sc.Seeds) > 0 {
		return fmt.Errorf("an ad-hoc sub-process starts with no token")
	}
	return nil
}
