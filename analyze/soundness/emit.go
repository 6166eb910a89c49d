package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// emit makes the transitions of a scope and of all that is in it.
func (b *builder) emit(s *scope) {
	for _, n := range s.level.Nodes {
		if b.over {
			return
		}
		switch {
		case n.IsEventSubProcess():
			b.eventSubProcess(s, s.inner[n])
		case s.inner[n] != nil:
			b.composite(s, n)
		case n.Act != nil:
			b.activity(s, n)
		case n.Gateway != nil:
			b.gateway(s, n)
		case n.Event != nil:
			b.event(s, n)
		default: // what BPMN has no tokens for
			for _, f := range s.arrivals(n) {
				b.pass(s, n, transition{act: actPass, take: []int32{f}})
			}
		}
	}
}

// arrivals are the places from which tokens come to a node.
func (s *scope) arrivals(n *graph.Node) []int32 {
	in := make([]int32, 0, len(n.In)+1)
	for _, f := range n.In {
		if p, ok := s.flows[f]; ok {
			in = append(in, p)
		}
	}
	if p, ok := s.seeds[n]; ok {
		in = append(in, p)
	}
	return in
}

func (b *builder) add(s *scope, n *graph.Node, t transition) {
	const most = 400_000
	if len(b.trans) >= most {
		b.over = true
		return
	}
	if t.node == nil {
		t.node = n
	}
	if t.join == 0 {
		t.join = none
	} else {
		t.join--
	}
	if t.receives == 0 {
		t.receives = none
	} else {
		t.receives--
	}
	t.part, t.scope, t.path = s.part, s.index, s.path
	b.trans = append(b.trans, t)
}

// branch is one way out of a node.
type branch struct {
	put  []int32
	flow []*graph.Flow // chosen among several
}

// outs are the ways out of an activity or event (S1.4): unconditional flows
// always, of the others those that are true, else the default.
func (b *builder) outs(s *scope, n *graph.Node) []branch {
	if isLink(n) && n.Is(bpmn.IntermediateThrowEvent) {
		for _, m := range n.Level.Nodes {
			if isLink(m) && m.Is(bpmn.IntermediateCatchEvent) && graph.LinkName(m) == graph.LinkName(n) {
				return b.outs(s, m)
			}
		}
	}
	if len(n.Out) == 1 && n.Out[0].Condition == nil && n.Out[0].Target != nil && len(b.never) == 0 {
		return []branch{{put: s.puts(n.Out)}}
	}
	def := defaultFlow(n)
	var always []*graph.Flow
	var maybe []*graph.Flow
	for _, f := range n.Out {
		switch {
		case f == def || f.Target == nil || b.never[f]:
		case f.Condition == nil:
			always = append(always, f)
		default:
			maybe = append(maybe, f)
		}
	}
	return b.subsets(s, always, maybe, def, false)
}

// subsets are the sets of flows that a split may take: all of always, some of
// maybe, and the default where none of maybe is true (of an inclusive gateway:
// where nothing else is).
func (b *builder) subsets(s *scope, always, maybe []*graph.Flow, def *graph.Flow, inclusive bool) []branch {
	if len(maybe) == 0 && (def == nil || inclusive && len(always) > 0) {
		return []branch{{put: s.puts(always)}}
	}
	const most = 10
	if len(maybe) > most { // beyond it one of them, or all
		b.over = true
		return nil
	}
	var out []branch
	for set := range 1 << len(maybe) {
		flows := slices.Clone(always)
		for i, f := range maybe {
			if set>>i&1 != 0 {
				flows = append(flows, f)
			}
		}
		if set == 0 && def != nil && (!inclusive || len(always) == 0) {
			flows = append(flows, def)
		}
		if len(flows) == 0 {
			continue // a fault; the ranges of the conditions say whether it can be (BG3501)
		}
		out = append(out, branch{s.puts(flows), flows})
	}
	return out
}

func (s *scope) puts(flows []*graph.Flow) []int32 {
	put := make([]int32, 0, len(flows))
	for _, f := range flows {
		if p, ok := s.flows[f]; ok {
			put = append(put, p)
		}
	}
	return put
}

func defaultFlow(n *graph.Node) *graph.Flow {
	var ref bpmn.Ref
	switch {
	case n.Act != nil:
		ref = n.Act.Default
	case n.Gateway != nil:
		ref = n.Gateway.Default
	}
	if ref.IsZero() {
		return nil
	}
	for _, f := range n.Out {
		if f.ID == ref.Local || f.ID == ref.Raw {
			return f
		}
	}
	return nil
}

// pass adds a transition by which a token leaves a node, once for each way out.
func (b *builder) pass(s *scope, n *graph.Node, t transition) {
	b.leave(s, n, b.outs(s, n), t)
}

func (b *builder) leave(s *scope, n *graph.Node, ways []branch, t transition) {
	if more := b.sends[n]; len(more) > 0 {
		t.sends = append(slices.Clone(t.sends), more...)
	}
	if d, ok := s.done[n]; ok && (t.act == actDone || t.act == actDrain) {
		t.mark = append(slices.Clone(t.mark), d)
	}
	for _, w := range ways {
		u := t
		u.put, u.out = w.put, w.flow
		if len(t.put) > 0 {
			u.put = append(slices.Clone(t.put), w.put...)
		}
		b.add(s, n, u)
	}
}

// delivered adds a transition once for each channel by which what it waits for
// can come; where there is none it can come at any time.
func (b *builder) delivered(n *graph.Node, t transition, add func(transition)) {
	in := b.receives[n]
	if len(in) == 0 || !triggeredBy(n, bpmn.MessageTrigger) {
		add(t)
		return
	}
	for _, c := range in {
		u := t
		u.receives = c + 1
		add(u)
	}
	for _, d := range definitions(n) { // a multiple event may happen by another
		if d.Kind != bpmn.MessageTrigger && !(n.Event != nil && n.Event.ParallelMultiple) {
			add(t)
			return
		}
	}
}

// triggeredBy is triggered for events and receive tasks.
func triggeredBy(n *graph.Node, kind bpmn.TriggerKind) bool {
	if n.Task != nil {
		return kind == bpmn.MessageTrigger
	}
	return triggered(n, kind)
}

// activity is a task, or a call of what is not compiled here.
func (b *builder) activity(s *scope, n *graph.Node) {
	at := s.at[n]
	b.enter(s, n, at)
	done := transition{act: actDone, take: []int32{at}, wait: !passThrough(n), clear: s.leaves(n)}
	if n.Act.IsForCompensation {
		done.act = actDone
		b.add(s, n, done)
	} else {
		b.delivered(n, done, func(t transition) { b.pass(s, n, t) })
	}
	b.boundaries(s, n, []int32{at}, nil)
	if n.Task != nil {
		b.workRaises(s, n, at)
	}
}

// enter lets tokens come to where they work or wait.
func (b *builder) enter(s *scope, n *graph.Node, at int32) {
	for _, f := range s.arrivals(n) {
		if f != at {
			b.add(s, n, transition{act: actEnter, take: []int32{f}, put: []int32{at}})
		}
	}
}

// passThrough reports a task that completes when it is entered (§13.3.3).
func passThrough(n *graph.Node) bool {
	return n.Task != nil && (n.Task.Kind == bpmn.NoneTask || n.Task.Kind == bpmn.ManualTask)
}

// leaves is what a token that leaves an activity takes with it: how often its boundary events happened.
func (s *scope) leaves(n *graph.Node) []span {
	var out []span
	for _, e := range n.Boundaries {
		if c := s.counts[e]; len(c) > 0 {
			out = append(out, span{c[0], c[len(c)-1] + 1})
		}
	}
	return out
}

// composite is a sub-process of any kind, or a call activity with its callee.
// One activation of it runs at a time; other tokens wait in front of it, which
// changes no verdict, for activations share nothing but what encloses them.
func (b *builder) composite(s *scope, n *graph.Node) {
	in := s.inner[n]
	begin := append([]int32{in.act}, in.begin()...)
	for _, f := range s.arrivals(n) {
		b.add(s, n, transition{act: actEnter, take: []int32{f}, zero: []int32{in.act}, put: begin})
		b.add(s, n, transition{act: actEnter, take: []int32{f}, some: []int32{in.act}, put: []int32{in.wait}})
		if n.Act.Loop != nil {
			b.pass(s, n, transition{act: actSkip, take: []int32{f}})
		}
	}
	b.add(s, n, transition{act: actEnter, take: []int32{in.wait}, zero: []int32{in.act}, put: begin, urgent: true})
	out := append(s.leaves(n), flags(in.clears)...)
	adHoc := n.Sub != nil && n.Sub.Kind == bpmn.AdHocSubProcess
	drain := transition{act: actDrain, take: []int32{in.act}, empty: []span{in.span}, clear: out, urgent: !adHoc, wait: adHoc}
	if in.cancel != none {
		drain.zero = []int32{in.cancel}
	}
	if n.Act.IsForCompensation {
		b.add(s, n, drain)
	} else {
		b.pass(s, n, drain)
	}
	if adHoc {
		b.adHoc(s, n, in)
	}
	b.boundaries(s, n, []int32{in.act}, []span{in.span})
	b.emit(in)
	if in.cancel != none {
		b.cancelled(s, n, in)
	}
}

// begin are the places of the tokens with which a scope opens (SC §2.3).
func (s *scope) begin() []int32 {
	if s.level.Sub != nil && s.level.Sub.Kind == bpmn.AdHocSubProcess {
		return nil
	}
	if s.up != nil && s.ready == none && s.level.Sub == nil { // a callee: at its none start
		var seeds []int32
		for _, n := range s.level.Nodes {
			if p, ok := s.seeds[n]; ok && n.Is(bpmn.StartEvent) && len(definitions(n)) == 0 {
				return []int32{p}
			} else if ok && !n.Is(bpmn.StartEvent) {
				seeds = append(seeds, p)
			}
		}
		return seeds
	}
	var seeds []int32
	for _, n := range s.level.Nodes {
		if p, ok := s.seeds[n]; ok {
			seeds = append(seeds, p)
		}
	}
	return seeds
}

func flags(places []int32) []span {
	var out []span
	for _, p := range places {
		out = append(out, span{p, p + 1})
	}
	return out
}

// adHoc lets anybody pick an enabled activity, in any order and as often as
// wanted (§13.3.5); the completion condition may hold at any time.
func (b *builder) adHoc(s *scope, n *graph.Node, in *scope) {
	for _, m := range in.level.Nodes {
		seed, ok := in.seeds[m]
		if !ok {
			continue
		}
		// Once again only when what it led to is over: more changes no verdict.
		t := transition{act: actPick, some: []int32{in.act}, put: []int32{seed}, zero: []int32{seed}, wait: true}
		for _, k := range onward(m) {
			if at, ok := in.at[k]; ok {
				t.zero = append(t.zero, at)
			} else if inner := in.inner[k]; inner != nil {
				t.zero = append(t.zero, inner.act)
			}
			for _, f := range k.Out {
				if p, ok := in.flows[f]; ok {
					t.zero = append(t.zero, p)
				}
			}
		}
		if n.Sub.Ordering == "Sequential" {
			t.zero, t.empty = nil, []span{in.span}
		}
		b.add(in, m, t)
	}
	if n.Sub.CompletionCondition != nil && n.Sub.CancelRemaining != "false" {
		b.pass(s, n, transition{act: actDrain, take: []int32{in.act}, clear: append(s.leaves(n), in.span), wait: true})
	}
}

// onward are a node and those that a token can come to from it, on its level.
func onward(n *graph.Node) []*graph.Node {
	out := []*graph.Node{n}
	seen := map[*graph.Node]bool{n: true}
	for i := 0; i < len(out); i++ {
		next := out[i].Boundaries
		for _, f := range out[i].Out {
			if f.Target != nil {
				next = append(next[:len(next):len(next)], f.Target)
			}
		}
		if isLink(out[i]) && out[i].Is(bpmn.IntermediateThrowEvent) {
			for _, m := range n.Level.Nodes {
				if isLink(m) && m.Is(bpmn.IntermediateCatchEvent) && graph.LinkName(m) == graph.LinkName(out[i]) {
					next = append(next[:len(next):len(next)], m)
				}
			}
		}
		for _, k := range next {
			if !seen[k] {
				seen[k] = true
				out = append(out, k)
			}
		}
	}
	return out
}
