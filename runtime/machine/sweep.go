package machine

import (
	"encoding/binary"
	"slices"
)

// A sweep is a compensation in progress: one handler after the other, in the
// order of claim (S8.1). A token stands for it: the one that threw, where that
// waits, else one beside it. It hosts the frame of the handler that runs: a scope
// of its own, in which the handler is and in which the data is what its activity
// completed with. So whatever cancels the thrower's scope cancels the handler,
// and what the handler throws climbs from the throw (S8.2).

// sweep is one.
type sweep struct {
	ref    Ref
	arg    int32 // what the token's arg was
	cancel bool  // it is the Cancel End Event's: the transaction then leaves by its Cancel boundary
	// levels are the entries left to compensate, those inside the first one of the
	// level before.
	levels []level
	// frame is the slot of the scope of the handler that runs, 0 for none; live is
	// where it writes, and saw its data as last written there.
	frame int32
	live  Data
	saw   any
}

// level is entries of one ledger, the next one first.
type level struct {
	left []entry
	data Data // of the scope that they completed in, of an inner level
}

// sweeps reports whether a compensation is in progress.
func (m *Machine) sweeps() bool {
	return m.extra != nil && m.extra.ledgers != nil && len(m.extra.ledgers.sweeps) > 0
}

// sweepOf is the sweep that a token stands for, nil for none.
func (m *Machine) sweepOf(slot int32) *sweep {
	if !m.sweeps() {
		return nil
	}
	for _, sw := range m.extra.ledgers.sweeps {
		if sw.ref == refOf(slot, m.tokens[slot].gen) {
			return sw
		}
	}
	return nil
}

// framed is the sweep whose handler runs in a scope, nil for none.
func (m *Machine) framed(scope int32) *sweep {
	if scope == 0 || !m.sweeps() {
		return nil
	}
	for _, sw := range m.extra.ledgers.sweeps {
		if sw.frame == scope {
			return sw
		}
	}
	return nil
}

// frameOf is the innermost frame that a scope is in, None for none.
func (m *Machine) frameOf(scope int32) int32 {
	if !m.sweeps() {
		return None
	}
	for ; scope != None; scope = m.scope(scope).parent {
		if m.framed(scope) != nil {
			return scope
		}
	}
	return None
}

// compensate throws compensation (S8.2). It reports whether the thrower may go
// on at once: there is nothing to compensate, or it does not wait.
func compensate(m *Machine, s *Scratch, slot, index int32) bool {
	what := m.def.Events[index].Compensate
	if s.Facts {
		m.tell(s, CompensationThrown, slot)
	}
	t := &m.tokens[slot]
	entries := m.claim(t.scope, what.Activity)
	if len(entries) == 0 {
		if s.Facts {
			m.tell(s, CompensationEmpty, slot)
		}
		return true
	}
	if what.Wait {
		m.sweep(s, slot, hosting, entries, false)
		return false
	}
	gen := t.gen
	beside := m.beside(s, t.scope, t.node)
	m.sweep(s, beside, sweeping, entries, false)
	return !m.status.Over() && m.tokens[slot].gen == gen
}

// sweep begins to compensate.
func (m *Machine) sweep(s *Scratch, slot int32, as state, entries []entry, cancel bool) {
	t := &m.tokens[slot]
	x := m.ledgers()
	x.sweeps = append(x.sweeps, &sweep{ref: refOf(slot, t.gen), arg: t.arg, cancel: cancel, levels: []level{{left: entries}}})
	t.state = as
	m.advance(s, slot)
}

// advance starts the next handler of a sweep, or ends it.
func (m *Machine) advance(s *Scratch, slot int32) {
	sw := m.sweepOf(slot)
	for {
		top := &sw.levels[len(sw.levels)-1]
		if len(top.left) == 0 {
			if sw.levels = sw.levels[:len(sw.levels)-1]; len(sw.levels) == 0 {
				m.swept(s, slot, sw)
				return
			}
			m.undone(s, sw)
			continue
		}
		e := &top.left[0]
		if s.Facts {
			s.tell(CompensationStarted, e.node, m.def.Nodes[e.node].Scope, e.ref)
		}
		if m.def.Nodes[e.node].Compensation.Handler != None {
			m.startHandler(s, slot, sw, e)
			return
		}
		inner := level{m.inOrder(e.inner), e.data}
		e.inner = nil
		sw.levels = append(sw.levels, inner)
	}
}

// startHandler opens the frame of an entry's handler and puts its token there.
func (m *Machine) startHandler(s *Scratch, slot int32, sw *sweep, e *entry) {
	n := &m.def.Nodes[e.node]
	handler := n.Compensation.Handler
	def := n.Scope
	switch {
	case m.def.Nodes[handler].Scope != n.Scope: // inside what it undoes
		def, sw.live = n.Inner, e.data
	case len(sw.levels) > 1:
		sw.live = sw.levels[len(sw.levels)-1].data
	default:
		sw.live = m.scope(e.home).data
		if around := m.framed(e.home); around != nil { // it is a copy itself
			sw.live = around.live
		}
	}
	data := sw.live
	if d, ok := data.(CompensationData); ok {
		data, sw.saw = d.Restore(e.saw), e.saw
	}
	frame := m.newScope(scope{def: def, parent: m.tokens[slot].scope, host: slot, first: None, last: None, joins: None,
		sentry: interrupted, data: data})
	sw.frame = frame
	m.tokens[slot].arg = frame
	if m.def.Nodes[handler].Kind != StartEvent {
		m.spawn(s, frame, handler, None)
		return
	}
	// What its event sub-process compensates is what completed in the scope that it
	// guards.
	if len(e.inner) > 0 {
		*m.ledger(frame) = e.inner
		e.inner = nil
	}
	m.scope(frame).active++ // a handler that ends at once ends the frame below
	alive := m.stillOpen(frame)
	m.startBody(s, frame, handler)
	if !alive() {
		return
	}
	sc := m.scope(frame)
	if sc.active--; sc.active == 0 {
		m.drained(s, frame)
	}
}

// handled goes on with the sweep whose frame has drained.
func (m *Machine) handled(s *Scratch, sw *sweep) {
	slot := m.close(s, sw.frame, NoFact)
	sw.frame, sw.live, sw.saw = 0, nil, nil
	m.undone(s, sw)
	m.advance(s, slot)
}

// undone says that the entry in progress is compensated.
func (m *Machine) undone(s *Scratch, sw *sweep) {
	top := &sw.levels[len(sw.levels)-1]
	if s.Facts {
		e := &top.left[0]
		s.tell(CompensationCompleted, e.node, m.def.Nodes[e.node].Scope, e.ref)
	}
	top.left[0] = entry{}
	top.left = top.left[1:]
}

// swept ends a sweep that has nothing left: its thrower goes on.
func (m *Machine) swept(s *Scratch, slot int32, sw *sweep) {
	m.forgetSweep(sw)
	t := &m.tokens[slot]
	was := t.state
	t.state, t.arg = ready, sw.arg
	switch {
	case sw.cancel:
		m.leaveCancelled(s, slot)
	case was == sweeping:
		m.die(s, slot)
	default:
		m.sent(s, slot, &m.def.Nodes[t.node], nil)
	}
}

func (m *Machine) forgetSweep(sw *sweep) {
	x := m.extra.ledgers
	i := slices.Index(x.sweeps, sw)
	x.sweeps = slices.Delete(x.sweeps, i, i+1)
}

// cancelSweep ends a sweep whose token is cancelled: what was not compensated
// stays in the ledger, the one whose handler was cancelled among it.
func (m *Machine) cancelSweep(s *Scratch, sw *sweep) {
	m.forgetSweep(sw)
	if frame := sw.frame; frame != 0 {
		m.cancelTokens(s, frame)
		last := &sw.levels[len(sw.levels)-1].left[0]
		if m.def.Nodes[last.node].Scope != m.scope(frame).def {
			last.inner = m.takeLedger(frame)
		}
		m.close(s, frame, NoFact)
	}
	for i := len(sw.levels) - 1; i > 0; i-- {
		sw.levels[i-1].left[0].inner = sw.levels[i].left
	}
	if len(sw.levels) > 0 {
		m.giveBack(sw.levels[0].left)
	}
}

// passOn writes what a commit in a handler's frame changed to the live data, and
// marks what changed there instead of what changed in the frame. Around a
// frame can be that of a compensation event sub-process, which sees what the handlers
// write that it throws for; seen is marked with what changes in those.
//
//go:noinline
func (m *Machine) passOn(scope int32, changed, seen Changes) {
	var in CompensationData
	var before, after any
	for ; scope != None; scope = m.scope(scope).parent {
		sw := m.framed(scope)
		if sw == nil {
			continue
		}
		frame, ok := m.scope(scope).data.(CompensationData)
		live, ok2 := sw.live.(CompensationData)
		if !ok || !ok2 {
			continue
		}
		if in == nil {
			clear(changed)
		} else if was, is, ok := part(in, frame.Region(), before, after); ok {
			frame.Adopt(was, is, seen)
		}
		in, before, after = frame, sw.saw, frame.Completed()
		live.Adopt(before, after, changed)
		sw.saw = after
	}
}

// part is the part of two copies that is of a region around theirs.
func part(of CompensationData, region int32, before, after any) (was, is any, ok bool) {
	for of.Region() != region {
		outer, was := of.Around(before)
		_, after = of.Around(after)
		if before, ok = was, false; outer == nil {
			return nil, nil, false
		}
		if of, ok = outer.(CompensationData); !ok {
			return nil, nil, false
		}
	}
	return before, after, true
}

// append appends the ledgers, the compensations in progress with
// their position, and what tokens come from (S10.3). The data that entries keep
// is its owner's to write.
func (x *ledgers) append(dst []byte) []byte {
	if x == nil {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	dst = binary.AppendUvarint(dst, x.completions)
	dst = binary.AppendUvarint(dst, uint64(len(x.of)))
	for _, l := range x.of {
		dst = appendEntries(dst, l)
	}
	dst = binary.AppendUvarint(dst, uint64(len(x.sweeps)))
	for _, sw := range x.sweeps {
		dst = binary.AppendUvarint(dst, uint64(sw.ref))
		dst = binary.AppendVarint(append(dst, boolByte(sw.cancel)), int64(sw.arg))
		dst = binary.AppendVarint(dst, int64(sw.frame))
		dst = binary.AppendUvarint(dst, uint64(len(sw.levels)))
		for _, l := range sw.levels {
			dst = appendEntries(dst, l.left)
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(x.origins)))
	for _, o := range x.origins {
		dst = binary.AppendUvarint(dst, uint64(o.ref))
		dst = binary.AppendVarint(dst, int64(o.a))
		dst = binary.AppendVarint(dst, int64(o.b))
	}
	return binary.AppendUvarint(dst, uint64(x.enough))
}

func appendEntries(dst []byte, entries []entry) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(entries)))
	for i := range entries {
		e := &entries[i]
		dst = binary.AppendVarint(dst, int64(e.node))
		dst = binary.AppendVarint(dst, int64(e.origin))
		dst = binary.AppendVarint(dst, int64(e.home))
		dst = binary.AppendUvarint(dst, uint64(e.ref))
		dst = binary.AppendUvarint(dst, e.seq)
		dst = appendEntries(dst, e.inner)
	}
	return dst
}
