package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// event moves tokens through events that stand in the flow.
func (b *builder) event(s *scope, n *graph.Node) {
	in := s.arrivals(n)
	switch {
	case n.Is(bpmn.StartEvent):
		if p, ok := s.seeds[n]; ok {
			b.pass(s, n, transition{act: actPass, take: []int32{p}})
		}
	case n.Is(bpmn.IntermediateCatchEvent) && !isLink(n):
		at := s.at[n]
		b.enter(s, n, at)
		wait := len(definitions(n)) > 0
		b.delivered(n, transition{act: actHappen, take: []int32{at}, wait: wait}, func(t transition) { b.pass(s, n, t) })
	case n.Is(bpmn.IntermediateThrowEvent), n.Is(bpmn.EndEvent), n.Is(bpmn.ImplicitThrowEvent):
		if compensates(n) {
			b.compensation(s, n, in)
			return
		}
		for _, f := range in {
			b.throw(s, n, f)
		}
	}
}

// throw moves a token through a throw or end event.
func (b *builder) throw(s *scope, n *graph.Node, f int32) {
	end := n.Is(bpmn.EndEvent)
	t := transition{act: actPass, take: []int32{f}, node: n}
	if end {
		t.act, t.end = actEnd, b.endOf(s, n)
	}
	defs := definitions(n)
	kind := bpmn.TriggerKind(0)
	for _, d := range defs {
		switch d.Kind {
		case bpmn.TerminateTrigger, bpmn.ErrorTrigger, bpmn.EscalationTrigger, bpmn.CancelTrigger:
			kind = d.Kind
		}
	}
	switch kind {
	case bpmn.TerminateTrigger:
		t.act = actTerminate
		t.clear = []span{s.span}
		b.add(s, n, t)
	case bpmn.ErrorTrigger:
		for _, c := range b.climbs(s, n, bpmn.ErrorTrigger) {
			b.raise(s, t, c, true)
		}
	case bpmn.EscalationTrigger:
		for _, c := range b.climbs(s, n, bpmn.EscalationTrigger) {
			if c.node == nil {
				u := t
				u.some, u.act = append(slices.Clone(t.some), c.some...), actUncaught
				u.code = codeOf(n, bpmn.EscalationTrigger)
				b.pass(s, n, u)
				continue
			}
			b.raise(s, t, c, false)
		}
	case bpmn.CancelTrigger:
		for c := s; c != nil; c = c.up {
			if c.cancel == none {
				continue
			}
			t.clear = c.besides(b)
			t.put = []int32{c.cancel}
			break
		}
		b.add(s, n, t)
	default:
		if c, ok := again(s, n); ok {
			t.sends = b.sends[n]
			b.raise(s, t, c, true)
			return
		}
		if end {
			t.sends = b.sends[n]
			b.add(s, n, t)
			return
		}
		b.pass(s, n, t)
	}
}

// endOf numbers an end event where it stands.
func (b *builder) endOf(s *scope, n *graph.Node) int32 {
	for i, e := range b.ends {
		if e == (endAt{n, s.path}) {
			return int32(i) + 1
		}
	}
	b.ends = append(b.ends, endAt{n, s.path})
	return int32(len(b.ends))
}

// boundaries lets the boundary events of an activity happen while it is active.
// Errors, escalations and cancel are thrown inside, unless nothing is known of the inside.
func (b *builder) boundaries(s *scope, n *graph.Node, active []int32, inside []span) {
	for _, e := range n.Boundaries {
		outside := false
		for _, d := range definitions(e) {
			switch d.Kind {
			case bpmn.CompensateTrigger, bpmn.CancelTrigger:
			case bpmn.ErrorTrigger, bpmn.EscalationTrigger:
				if s.inner[n] == nil { // the work of a task, or of what is called
					outside = true
				}
			default:
				outside = true
			}
		}
		if len(definitions(e)) == 0 {
			outside = true
		}
		if !outside {
			continue
		}
		if in := s.inner[n]; in != nil && sharedWith(in, e) != nil {
			continue // its event sub-process receives; only what that throws reaches it (S6.5)
		}
		t := transition{act: actHappen, node: e, catch: e, wait: true}
		if e.Event.CancelActivity {
			t.take = active
			t.clear = append(slices.Clone(inside), s.leaves(n)...)
			b.delivered(e, t, func(t transition) { b.pass(s, e, t) })
			continue
		}
		t.some = append(t.some, active...)
		counts := s.counts[e]
		for i := range counts {
			u := t
			u.zero = []int32{counts[i]}
			u.mark = []int32{counts[i]}
			if i > 0 {
				u.some = append(slices.Clone(t.some), counts[i-1])
			}
			b.delivered(e, u, func(t transition) { b.pass(s, e, t) })
		}
	}
}

// sharedWith is the interrupting event sub-process inside that has the declaration of
// an interrupting boundary event too, nil where there is none.
func sharedWith(in *scope, e *graph.Node) *scope {
	if !e.Event.CancelActivity {
		return nil
	}
	for _, h := range in.esps {
		if h.start.Event.IsInterrupting && sameDeclaration(h.start, e) {
			return h
		}
	}
	return nil
}

// sameDeclaration reports two events of one message or signal.
func sameDeclaration(a, b *graph.Node) bool {
	for _, x := range definitions(a) {
		for _, y := range definitions(b) {
			if x.Kind == y.Kind && (x.Kind == bpmn.MessageTrigger || x.Kind == bpmn.SignalTrigger) && !x.Ref.IsZero() && x.Ref.Local == y.Ref.Local {
				return true
			}
		}
	}
	return false
}

// again finds the boundary event that a throw reaches because it throws, inside an
// event sub-process, what that was started by (S6.5).
func again(s *scope, n *graph.Node) (caught, bool) {
	for cur := s; cur != nil; cur = cur.up {
		if !cur.esp || !sameDeclaration(cur.start, n) || cur.up.host == nil || cur.up.esp {
			continue
		}
		for _, e := range cur.up.host.Boundaries {
			if sameDeclaration(e, n) && sharedWith(cur.up, e) == cur {
				return caught{node: e, scope: cur.up.up, inner: cur.up}, true
			}
		}
	}
	return caught{}, false
}

// eventSubProcess arms an event sub-process for as long as its scope is open.
func (b *builder) eventSubProcess(s, h *scope) {
	defer b.emit(h)
	outer := []int32{s.act}
	if s.act == none {
		if b.parts[s.part].live == none {
			return
		}
		outer = []int32{b.parts[s.part].live}
	}
	b.add(s, h.host, transition{act: actDrain, take: []int32{h.act}, empty: []span{h.span}, clear: flags(h.clears), urgent: true})
	if h.start == nil {
		return
	}
	b.add(s, h.start, transition{act: actEnter, take: []int32{h.wait}, zero: []int32{h.act}, put: append([]int32{h.act}, firstOuts(b, h)...), urgent: true})
	outside := len(definitions(h.start)) == 0
	for _, d := range definitions(h.start) {
		switch d.Kind {
		case bpmn.ErrorTrigger, bpmn.EscalationTrigger, bpmn.CompensateTrigger:
		default:
			outside = true
		}
	}
	if !outside {
		return
	}
	t := transition{act: actHappen, node: h.start, catch: h.start, some: outer, wait: true, put: []int32{h.act}}
	if s.broken != none {
		t.zero = append(t.zero, s.broken)
	}
	if h.start.Event.IsInterrupting {
		t.clear = s.besides(b)
		t.mark = []int32{s.broken}
	} else {
		t.zero = append(t.zero, h.act, h.wait)
		if h.once != none {
			t.zero = append(t.zero, h.once)
			t.mark = []int32{h.once}
		}
	}
	b.delivered(h.start, t, func(t transition) { b.pass(h, h.start, t) })
}

// firstOuts is the first way out of the start of an event sub-process.
func firstOuts(b *builder, h *scope) []int32 {
	for _, w := range b.outs(h, h.start) {
		return w.put
	}
	return nil
}
