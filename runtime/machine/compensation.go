package machine

import (
	"cmp"
	"errors"
	"slices"
)

// Compensation is what undoes an activity that has completed (§10.7, S8.1). An
// activity without one leaves nothing in the ledger.
type Compensation struct {
	// Handler is the activity that its compensation boundary event is joined to, or
	// the start event of its compensation event sub-process. None: what completed
	// inside it is compensated instead (§13.5.5).
	Handler int32
}

// Compensate is what a compensation event throws (S8.2).
type Compensate struct {
	Activity int32 // whose completed runs; None: the whole ledger
	Wait     bool  // the thrower waits until all is compensated
}

// CompensationData is the Data of a definition with compensation. What a
// handler reads is the data with which its activity completed; what it changes
// is written to the live data, field by field (S8.1).
type CompensationData interface {
	Data
	// Completed is an immutable copy of what is visible in the scope.
	Completed() any
	// Restore makes data of the scope's kind that nobody else sees, with the
	// values of a copy.
	Restore(completed any) Data
	// Adopt writes what differs between two copies, and marks every path whose
	// value differs from before.
	Adopt(before, after any, changed Changes)
	// Region is the scope whose data it is: of scopes that share data the outermost.
	Region() int32
	// Around is the data around it, and the part of a copy that is a copy of that;
	// nil of the process's.
	Around(completed any) (Data, any)
}

// entry is one completed run of an activity that can be compensated.
type entry struct {
	node   int32
	origin int32  // of its token, see origin
	home   int32  // the scope slot whose ledger it was claimed from
	ref    Ref    // its activation
	seq    uint64 // its place in the order of completion
	saw    any    // CompensationData.Completed of where its handler reads
	data   Data   // of a composite: what its variables are kept in
	inner  []entry
}

// ledgers is what an instance keeps for compensation.
type ledgers struct {
	// of are the ledgers by scope slot, each in the order of completion.
	of          [][]entry
	completions uint64 // how many entries there were
	// sweeps are the compensations in progress, in the order of their throws.
	sweeps []*sweep
	// origins are where tokens come from, but for those that are forgotten once
	// there are enough.
	origins []origin
	enough  int
}

func (m *Machine) ledgers() *ledgers {
	x := m.more()
	if x.ledgers == nil {
		x.ledgers = &ledgers{}
	}
	return x.ledgers
}

// ledger is what has completed in an open scope.
func (m *Machine) ledger(slot int32) *[]entry {
	l := m.ledgers()
	for int(slot) >= len(l.of) {
		l.of = append(l.of, nil)
	}
	return &l.of[slot]
}

// takeLedger empties the ledger of a scope.
func (m *Machine) takeLedger(slot int32) []entry {
	if m.extra == nil || m.extra.ledgers == nil || int(slot) >= len(m.extra.ledgers.of) {
		return nil
	}
	l := m.extra.ledgers.of[slot]
	m.extra.ledgers.of[slot] = nil
	return l
}

// enter enters a token's activity, which has just completed, into the ledger of
// its scope, with the data that it completed with (S8.1).
//
//go:noinline
func (m *Machine) enter(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	m.record(s, t.scope, entry{node: t.node, ref: refOf(slot, t.gen), origin: t.origin, saw: completed(m.scope(t.scope).data)})
}

// record appends an entry to the ledger of a scope.
func (m *Machine) record(s *Scratch, scope int32, e entry) {
	l := m.ledger(scope)
	m.extra.ledgers.completions++
	e.seq = m.extra.ledgers.completions
	*l = append(*l, e)
	if s.Facts {
		s.tell(CompensationEnabled, e.node, m.def.Nodes[e.node].Scope, e.ref)
	}
}

// completed is a copy of what is visible in a scope; nil where the data keeps none.
func completed(data Data) any {
	if d, ok := data.(CompensationData); ok {
		return d.Completed()
	}
	return nil
}

// fold makes an entry of a composite whose scope has drained, with the ledger of
// that (S8.1). Of one whose own handler is outside only the handler is left of
// it; one without a handler is no more than what completed inside.
func (m *Machine) fold(s *Scratch, scope int32) {
	host := m.scope(scope).host
	t := &m.tokens[host]
	c := m.def.Nodes[t.node].Compensation
	if c == nil {
		return
	}
	e := entry{node: t.node, ref: refOf(host, t.gen), origin: t.origin}
	switch {
	case c.Handler == None:
		if e.inner = m.takeLedger(scope); len(e.inner) == 0 {
			return
		}
		e.data = m.scope(scope).data
	case m.def.Nodes[c.Handler].Kind == StartEvent:
		e.inner, e.data = m.takeLedger(scope), m.scope(scope).data
		e.saw = completed(e.data)
	default:
		e.saw = completed(m.scope(t.scope).data)
	}
	m.record(s, t.scope, e)
}

// claim takes out of the ledgers what a throw in a scope compensates: of one
// activity or of all, of that scope and, inside an event sub-process, of the one
// that it guards (S8.2). It returns them in the order in which that is done.
func (m *Machine) claim(scope, activity int32) []entry {
	claimed := m.claimFrom(nil, scope, activity)
	if sc := m.scope(scope); sc.host != None && m.def.Nodes[m.tokens[sc.host].node].Kind == EventSubProcess {
		claimed = m.claimFrom(claimed, sc.parent, activity)
	}
	return m.inOrder(claimed)
}

func (m *Machine) claimFrom(claimed []entry, scope, activity int32) []entry {
	l := m.takeLedger(scope)
	left := l[:0]
	for _, e := range l {
		if activity != None && e.node != activity {
			left = append(left, e)
			continue
		}
		e.home = scope
		claimed = append(claimed, e)
	}
	clear(l[len(left):])
	if len(left) > 0 {
		*m.ledger(scope) = left
	}
	return claimed
}

// inOrder sorts entries into the order in which they are compensated: the
// reverse of that of their completion, except that what was reached from an
// activity's boundary event comes before that activity (S8.1).
func (m *Machine) inOrder(entries []entry) []entry {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(b.seq, a.seq) })
	if !slices.ContainsFunc(entries, func(e entry) bool { return e.origin != 0 }) {
		return entries
	}
	// The activations from whose boundary events something may come, until that has
	// its place; the instances of a repeated activity share one.
	branched := map[Ref]bool{}
	for _, o := range m.extra.ledgers.origins {
		branched[o.ref] = true
	}
	done := make([]bool, len(entries))
	ordered := make([]entry, 0, len(entries))
	var take func(i int)
	take = func(i int) {
		done[i] = true
		ref := entries[i].ref
		first := branched[ref]
		delete(branched, ref)
		for k := i + 1; first && k < len(entries); k++ { // those before it have their place
			if !done[k] && m.comesFrom(entries[k].origin, ref) {
				take(k)
			}
		}
		ordered = append(ordered, entries[i])
	}
	for i := range entries {
		if !done[i] {
			take(i)
		}
	}
	return ordered
}

// giveBack puts entries back into the ledgers that they were claimed from.
func (m *Machine) giveBack(entries []entry) {
	var homes []int32 // two at most: an event sub-process's own, and that of what it guards
	for _, e := range entries {
		l := m.ledger(e.home)
		*l = append(*l, e)
		if !slices.Contains(homes, e.home) {
			homes = append(homes, e.home)
		}
	}
	for _, home := range homes {
		slices.SortFunc(*m.ledger(home), func(a, b entry) int { return cmp.Compare(a.seq, b.seq) })
	}
}

// guardsLater reports a boundary event that nothing arms: for compensation, or
// of a transaction for its cancel.
func (d *Definition) guardsLater(n *Node) bool {
	if n.Event == None || !d.isNode(n.Attached) {
		return false
	}
	ev := &d.Events[n.Event]
	host := &d.Nodes[n.Attached]
	if host.Loop != nil && host.Inner > 0 && int(host.Inner) < len(d.Scopes) && len(d.Scopes[host.Inner].Seeds) == 1 {
		host = &d.Nodes[d.Scopes[host.Inner].Seeds[0]]
	}
	return ev.Trigger == CompensateTrigger || ev.Trigger == CancelTrigger && ev.Interrupting && host.Kind == Transaction
}

// validateCompensation checks what a node says of compensation.
func (d *Definition) validateCompensation(n *Node, i int32) error {
	if n.Kind == ThrowEvent || n.Kind == EndEvent {
		if n.Event == None {
			return nil
		}
		for _, e := range append([]int32{n.Event}, d.Events[n.Event].Parts...) {
			ev := &d.Events[e]
			if ev.Trigger == CompensateTrigger && (ev.Compensate == nil || ev.Compensate.Activity != None && !d.isNode(ev.Compensate.Activity)) {
				return errors.New("it does not say what it compensates")
			}
		}
		return nil
	}
	if n.Compensation == nil || n.Compensation.Handler == None {
		return nil
	}
	h := n.Compensation.Handler
	if !d.isNode(h) {
		return errors.New("what compensates it does not exist")
	}
	handler := &d.Nodes[h]
	if handler.Kind != StartEvent {
		if handler.Scope != n.Scope && (n.Loop == nil || handler.Scope != n.Inner) || handler.Kind == EventSubProcess || h == i {
			return errors.New("what compensates it stands in another scope")
		}
		return nil
	}
	if n.Inner <= 0 || handler.Scope <= 0 || int(handler.Scope) >= len(d.Scopes) || d.Scopes[handler.Scope].Parent != n.Inner {
		return errors.New("what compensates it is no event sub-process of it")
	}
	return nil
}
