package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// handler is a compensation handler: an activity, or an event sub-process.
type handler struct {
	scope *scope // of the activity that it compensates
	done  int32  // flag: that activity has completed
	busy  int32  // the handler runs
	begin []int32
	node  *graph.Node
}

// handlers are what a throw in a scope runs: the handlers of what can have
// completed in it, a sub-process without one being compensated through its children (§13.5.5).
func (b *builder) handlers(s *scope, only *graph.Node) []handler {
	var out []handler
	for _, n := range s.level.Nodes {
		if n.IsEventSubProcess() { // what it has done is part of its scope
			if h := s.inner[n]; h != nil && h.start != nil && !triggered(h.start, bpmn.CompensateTrigger) {
				out = append(out, b.handlers(h, only)...)
			}
			continue
		}
		if only != nil && n != only {
			continue
		}
		done, compensable := s.done[n]
		in := s.inner[n]
		if compensable {
			out = append(out, b.handlersOf(s, n, in, done)...)
			continue
		}
		if in != nil {
			out = append(out, b.handlers(in, nil)...)
		}
	}
	return out
}

func (b *builder) handlersOf(s *scope, n *graph.Node, in *scope, done int32) []handler {
	for _, e := range n.Boundaries {
		if !triggered(e, bpmn.CompensateTrigger) {
			continue
		}
		h := handlerActivity(e)
		if h == nil {
			continue
		}
		if at, ok := s.at[h]; ok {
			return []handler{{s, done, at, []int32{at}, h}}
		}
		if body := s.inner[h]; body != nil {
			return []handler{{s, done, body.act, append([]int32{body.act}, body.begin()...), h}}
		}
	}
	if in == nil {
		return nil
	}
	for _, h := range in.esps {
		if triggered(h.start, bpmn.CompensateTrigger) {
			return []handler{{s, done, h.act, append([]int32{h.act}, firstOuts(b, h)...), h.start}}
		}
	}
	return nil
}

// handlerActivity is the activity that an association joins to a compensation boundary event.
func handlerActivity(e *graph.Node) *graph.Node {
	f := e.Level.File
	find := func(list []*bpmn.Artifact) *graph.Node {
		for _, a := range list {
			x, _ := f.Lookup(a.SourceRef)
			y, _ := f.Lookup(a.TargetRef)
			if x == nil || y == nil {
				continue
			}
			from, to := f.Node(x), f.Node(y)
			if to == e {
				from, to = to, from
			}
			if from == e && to != nil && to.Act != nil && to.Act.IsForCompensation {
				return to
			}
		}
		return nil
	}
	for l := e.Level; l != nil; l = l.Parent {
		if h := find(l.Container().Artifacts); h != nil {
			return h
		}
	}
	for _, c := range f.Collaborations {
		if h := find(c.Artifacts); h != nil {
			return h
		}
	}
	return nil
}

// compensation is a throw or end event that runs compensation: one handler at a
// time, in any order, each once for what has completed, then the token goes on.
func (b *builder) compensation(s *scope, n *graph.Node, in []int32) {
	at := s.at[n]
	for _, f := range in {
		b.add(s, n, transition{act: actEnter, take: []int32{f}, put: []int32{at}})
	}
	from := s
	for from.esp { // inside an event sub-process: what that guards
		from = from.up
	}
	var only *graph.Node
	for _, d := range definitions(n) {
		if d.Kind == bpmn.CompensateTrigger && !d.Ref.IsZero() {
			if e, ok := n.Level.File.Lookup(d.Ref); ok {
				only = n.Level.File.Node(e)
			}
		}
	}
	list := b.handlers(from, only)
	if s != from {
		list = append(list, b.handlers(s, only)...)
	}
	t := transition{act: actDone, take: []int32{at}}
	if n.Is(bpmn.EndEvent) {
		t.end = b.endOf(s, n)
	}
	b.run(s, n, at, list)
	for _, h := range list {
		t.zero = append(t.zero, h.done, h.busy)
	}
	if n.Is(bpmn.EndEvent) {
		b.add(s, n, t)
		return
	}
	b.pass(s, n, t)
}

// run starts handlers one after the other while a place is marked.
func (b *builder) run(s *scope, n *graph.Node, at int32, list []handler) {
	var busy []int32
	for _, h := range list {
		busy = append(busy, h.busy)
	}
	for _, h := range list {
		b.add(s, n, transition{act: actComp, node: h.node, catch: n, some: []int32{at}, take: []int32{h.done}, zero: busy, put: h.begin})
	}
}

// besides are the ranges of a transaction's scope that its cancellation empties
// first: all but what its compensation needs.
func (s *scope) besides(b *builder) []span {
	keep := map[int32]bool{}
	for _, in := range b.scopes {
		if within(in, s) {
			for _, d := range in.done {
				keep[d] = true
			}
		}
	}
	var out []span
	lo := s.span.lo
	for p := s.span.lo; p <= s.span.hi; p++ {
		if p == s.span.hi || keep[p] {
			if p > lo {
				out = append(out, span{lo, p})
			}
			lo = p + 1
		}
	}
	return out
}

// cancelled compensates a transaction that is being cancelled and lets it leave
// by its Cancel boundary event (S8.3).
func (b *builder) cancelled(s *scope, n *graph.Node, in *scope) {
	list := b.handlers(in, nil)
	b.run(s, n, in.cancel, list)
	t := transition{act: actDone, node: n, take: []int32{in.cancel, in.act}, clear: append(s.leaves(n), in.span)}
	for _, h := range list {
		t.zero = append(t.zero, h.done, h.busy)
	}
	for _, e := range n.Boundaries { // a handler that fails: nothing inside is armed any more
		if !triggered(e, bpmn.ErrorTrigger) {
			continue
		}
		for _, h := range list {
			for _, w := range b.outs(s, e) {
				b.add(s, n, transition{act: actRaise, node: h.node, catch: e, code: codeOf(e, bpmn.ErrorTrigger), some: []int32{h.busy, in.cancel}, take: []int32{in.act}, clear: append(s.leaves(n), in.span), put: w.put, wait: true})
			}
		}
	}
	for _, e := range n.Boundaries {
		if triggered(e, bpmn.CancelTrigger) {
			t.catch = e
			for _, w := range b.outs(s, e) {
				u := t
				u.put = slices.Clone(w.put)
				b.add(s, n, u)
			}
			return
		}
	}
	b.pass(s, n, t)
}
