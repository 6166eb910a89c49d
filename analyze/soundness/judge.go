package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/graph"
)

// judge says what a search has found. given is the whole net, fired are
// its transitions that are possible.
func (v *Verdict) judge(x *search, end outcome, given *net, fired []uint64) {
	n := x.n
	v.width = x.width
	v.How, v.States = "search", len(x.off)
	v.Safe, v.Bounded = len(x.unsafe) == 0, true
	switch end {
	case whole:
		v.Decided = true
	case endless:
		v.Bounded = false
		v.findings = append(v.findings, finding{what: unboundedRun, trace: x.trace(x.unbounded.from), cycle: x.trace(x.unbounded.to)[len(x.trace(x.unbounded.from)):], end: x.stateAt(x.unbounded.to), from: x.stateAt(x.unbounded.from), width: x.width, net: n})
	case narrow:
		v.Why = "a place may hold more tokens than can be counted"
	case exceeded:
		v.Why = "there are more states than the budget allows"
	}
	v.unsafeFlows(x)
	v.uncaught(x)
	v.OptionToComplete, v.ProperCompletion, v.Delivered = len(x.deadlocks) == 0, true, x.left == none
	seen := map[string]bool{}
	for _, d := range x.deadlocks {
		s := x.stateAt(d)
		if key := x.stuckKey(&s); !seen[key] && len(seen) < 4 {
			seen[key] = true
			v.findings = append(v.findings, finding{what: deadlock, trace: x.trace(d), end: s, width: x.width, net: n})
		}
	}
	if x.left != none {
		v.findings = append(v.findings, finding{what: leftover, trace: x.trace(x.left), end: x.stateAt(x.left), width: x.width, net: n})
	}
	if end != endless && !x.done {
		v.findings = append(v.findings, finding{what: unknown, why: v.Why})
		v.NoDead = true
		return
	}
	v.Decided = true
	for _, i := range x.cuts {
		v.findings = append(v.findings, finding{what: endsWork, node: n.trans[i].node, net: n})
	}
	v.dead(x, given, fired, end == endless)
	v.messages(x, end == endless)
	if !x.back && !x.endOpen && end != endless {
		return
	}
	g := x.graphOf()
	var open []int32 // what was not looked at could still end
	for i := x.seen; i < len(x.off); i++ {
		open = append(open, int32(i))
	}
	g.ends = g.backward(append(g.finals(), open...))
	g.stuck = g.backward(x.deadlocks)
	if t := g.trap(); t != none {
		v.OptionToComplete = false
		in, cycle := g.circle(t)
		what := livelock
		if aside(n, cycle) { // only handlers beside it go on
			what = deadlock
		}
		v.findings = append(v.findings, finding{what: what, beside: what == deadlock, trace: x.trace(in), cycle: cycle, end: x.stateAt(in), width: x.width, net: n})
	}
	if x.endOpen {
		for e, at := range n.ends {
			node := at.node
			if run := g.twice(int32(e) + 1); run != nil {
				v.ProperCompletion = false
				v.rootTwice = v.rootTwice || node.Level.Parent == nil
				v.findings = append(v.findings, finding{what: twiceEnded, node: node, trace: run, end: x.stateAt(0), width: x.width, net: n})
			}
		}
	}
}

// stateAt is a copy of a stored state.
func (x *search) stateAt(id int32) state {
	var s state
	x.load(id, &s)
	return s
}

// stuckKey names the nodes where tokens are left.
func (x *search) stuckKey(s *state) string {
	var key []byte
	for p := range x.n.places {
		if x.n.places[p].kind.token() && x.get(s.w, int32(p)) > 0 && x.n.places[p].kind != open {
			key = append(key, byte(p), byte(p>>8), byte(p>>16))
		}
	}
	return string(key)
}

func (v *Verdict) unsafeFlows(x *search) {
	var flows []int32
	for p := range x.unsafe {
		flows = append(flows, p)
	}
	slices.SortFunc(flows, func(a, b int32) int {
		if c := x.unsafe[a].state - x.unsafe[b].state; c != 0 {
			return int(c)
		}
		return int(a - b)
	})
	for i, p := range flows {
		a := x.unsafe[p]
		f := finding{what: unsafeFlow, flow: x.n.places[p].flow, node: x.n.places[p].node, trace: append(x.trace(a.state), a.step), end: x.stateAt(a.state), width: x.width, net: x.n}
		if i > 0 {
			v.findings[len(v.findings)-1].others = append(v.findings[len(v.findings)-1].others, f.flow)
			continue
		}
		if !x.ordered {
			f.play() // to where both are
		}
		v.findings = append(v.findings, f)
	}
}

// uncaught are errors that nothing takes, with the first run to each.
func (v *Verdict) uncaught(x *search) {
	said := map[*graph.Node]bool{}
	for _, a := range x.uncaught {
		t := &x.n.trans[a.step]
		if said[t.node] {
			continue
		}
		said[t.node] = true
		s, to := x.stateAt(a.state), state{}
		x.fire(a.step, &s, &to)
		v.findings = append(v.findings, finding{what: uncaughtError, node: t.node, code: t.code, trace: append(x.trace(a.state), a.step), end: to, width: x.width, net: x.n})
	}
}

// aside reports that all steps are of event sub-processes that run beside what they guard.
func aside(n *net, steps []int32) bool {
	for _, i := range steps {
		node := n.trans[i].node
		if node == nil {
			return false
		}
		l := node.Level
		if node.IsEventSubProcess() {
			continue
		}
		for l != nil && !l.IsEventSubProcess() {
			l = l.Parent
		}
		if l == nil {
			return false
		}
	}
	return true
}
