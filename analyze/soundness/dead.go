package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// dead finds what no run reaches: fired are the transitions of n that are possible.
func (v *Verdict) dead(x *search, n *net, fired []uint64, some bool) {
	v.NoDead = true
	if some { // what was not looked at may be alive
		return
	}
	stuck := map[*graph.Node]bool{} // what a run gets stuck at is reached
	for _, d := range x.deadlocks {
		s := x.stateAt(d)
		for p := range x.n.places {
			if x.get(s.w, int32(p)) > 0 {
				stuck[x.n.places[p].node] = true
			}
		}
	}
	x = &search{n: n} // from here on it is the net that counts
	var reached map[*graph.Node]bool
	alive := make(map[*graph.Node]bool, len(n.places))
	flows := make(map[*graph.Flow]bool, len(n.places))
	for i := range n.trans {
		if fired[i>>6]>>(i&63)&1 == 0 {
			continue
		}
		t := &n.trans[i]
		alive[t.node], alive[t.catch] = true, true
		for _, f := range t.out {
			flows[f] = true
		}
		for _, l := range [][]int32{t.take, t.put} {
			for _, p := range l {
				pl := &n.places[p]
				switch {
				case pl.kind == flag || pl.kind == message || pl.node == nil:
				default:
					if pl.flow != nil {
						flows[pl.flow] = true
					}
					if pl.flow == nil || pl.kind == atNode {
						alive[pl.node] = true
					}
				}
			}
		}
	}
	// What stands in several places of a composition is alive if one of them is.
	for _, l := range x.levels() {
		if l.Host != nil && !alive[l.Host] && !l.IsEventSubProcess() {
			continue // said of the composite
		}
		if l.IsEventSubProcess() && !alive[startOf(l.Host)] && startOf(l.Host) != nil {
			n := startOf(l.Host)
			if h := l.Parent.Host; (h == nil || alive[h] || l.Parent.IsEventSubProcess()) && begins(l.Parent) {
				f := finding{what: deadHandler, node: n, net: x.n, warn: x.fromOutside(n)}
				if triggered(n, bpmn.CompensateTrigger) && !throwsCompensation(x) {
					f.why, f.warn = "the model throws no compensation", true
				}
				v.findings = append(v.findings, f)
			}
			continue
		}
		for _, n := range l.Nodes {
			switch {
			case alive[n], n.IsEventSubProcess() && alive[startOf(n)], isLink(n), n.Act != nil && n.Act.IsForCompensation && handlesNothing(n):
			case n.Is(bpmn.StartEvent) && alive[l.Host]:
			case n.Is(bpmn.BoundaryEvent) && triggered(n, bpmn.CompensateTrigger):
			case n.Is(bpmn.BoundaryEvent) && n.Attached != nil && !alive[n.Attached]:
			case n.Act != nil && n.Act.IsForCompensation:
				f := finding{what: deadHandler, node: n, net: x.n, why: "no run compensates what it is the handler of"}
				if !throwsCompensation(x) {
					f.why, f.warn = "the model throws no compensation", true
				}
				v.findings = append(v.findings, f)
			case n.Is(bpmn.BoundaryEvent):
				v.findings = append(v.findings, finding{what: deadHandler, node: n, net: x.n, warn: x.fromOutside(n)})
			case n.IsEventSubProcess(): // said of its start event
			case n.Act == nil && (stuck[n] || !slices.ContainsFunc(n.In, func(f *graph.Flow) bool { return f.Source != nil && alive[f.Source] })):
				// said of what is in front of it
			case !x.reaches(&reached, n): // the rules say so (BG2115)
				v.NoDead = v.NoDead && n.Act == nil
			default:
				v.findings = append(v.findings, finding{what: deadNode, node: n, net: x.n, warn: n.Act == nil})
				v.NoDead = v.NoDead && n.Act == nil
			}
		}
		for _, f := range l.Flows {
			if f.Source != nil && f.Target != nil && !flows[f] && !isLink(f.Source) && alive[f.Source] && alive[f.Target] {
				v.findings = append(v.findings, finding{what: deadFlow, flow: f, net: x.n})
			}
		}
	}
}

func startOf(n *graph.Node) *graph.Node {
	for _, m := range n.Inner.Nodes {
		if m.Is(bpmn.StartEvent) {
			return m
		}
	}
	return nil
}

// handlesNothing reports a compensation activity that nothing is joined to; the
// rules say so.
func handlesNothing(n *graph.Node) bool {
	for _, m := range n.Level.Nodes {
		if m.Is(bpmn.BoundaryEvent) && triggered(m, bpmn.CompensateTrigger) && handlerActivity(m) == n {
			return false
		}
	}
	return true
}

// levels are those that are part of the net, callees included, each once.
func (x *search) levels() []*graph.Level {
	var out []*graph.Level
	seen := map[*graph.Level]bool{}
	add := func(l *graph.Level) {
		if !seen[l] {
			seen[l] = true
			out = append(out, below(l)...)
			for _, m := range below(l) {
				seen[m] = true
			}
		}
	}
	for _, p := range x.n.parts {
		add(p.level)
	}
	for i := range x.n.places {
		if n := x.n.places[i].node; n != nil {
			l := n.Level
			for l.Parent != nil {
				l = l.Parent
			}
			add(l)
		}
	}
	return out
}

// messages finds the channels that nothing is ever sent on.
func (v *Verdict) messages(x *search, some bool) {
	if some {
		return
	}
	sent := make([]bool, len(x.n.channels))
	for i := range x.n.trans {
		if x.fired[i>>6]>>(i&63)&1 != 0 {
			for _, c := range x.n.trans[i].sends {
				sent[c] = true
			}
		}
	}
	for i := range x.n.channels {
		if n := x.n.places[x.n.channels[i].place].node; !sent[i] {
			v.findings = append(v.findings, finding{what: neverSent, node: n})
		}
	}
}

// begins reports that a level has a token when it opens.
func begins(l *graph.Level) bool {
	return slices.ContainsFunc(l.Nodes, func(n *graph.Node) bool { return n.Is(bpmn.StartEvent) || graph.ImplicitStart(n) })
}

// throwsCompensation reports a throw of compensation, or a transaction that can be cancelled, in the net.
func throwsCompensation(x *search) bool {
	for _, l := range x.levels() {
		for _, n := range l.Nodes {
			if compensates(n) || n.Is(bpmn.EndEvent) && triggered(n, bpmn.CancelTrigger) {
				return true
			}
		}
	}
	return false
}

// reaches asks reachable, which is made when it is asked first.
func (x *search) reaches(all *map[*graph.Node]bool, n *graph.Node) bool {
	if *all == nil {
		*all = reachable(x)
	}
	return (*all)[n]
}

// reachable are the nodes that some way leads to from where tokens can begin.
func reachable(x *search) map[*graph.Node]bool {
	seen := map[*graph.Node]bool{}
	for _, l := range x.levels() {
		started := slices.ContainsFunc(l.Nodes, func(n *graph.Node) bool { return n.Is(bpmn.StartEvent) })
		for _, n := range l.Nodes {
			if n.Is(bpmn.StartEvent) || graph.ImplicitStart(n) && !started || n.IsEventSubProcess() || n.Act != nil && n.Act.IsForCompensation {
				for _, k := range onward(n) {
					seen[k] = true
				}
			}
		}
	}
	return seen
}

// fromOutside reports an event that nothing of the model has to bring: where no run
// is at rest while it is armed it can't happen, and that may be meant.
func (x *search) fromOutside(n *graph.Node) bool {
	for i := range x.n.trans {
		if t := &x.n.trans[i]; t.receives != none && (t.node == n || t.catch == n) {
			return false
		}
	}
	return triggered(n, bpmn.TimerTrigger) || triggered(n, bpmn.SignalTrigger) || triggered(n, bpmn.ConditionalTrigger) || triggered(n, bpmn.MessageTrigger)
}

// wentBy tells of handlers of composites that no throw of the model reaches,
// though one goes by them: the code is another than the handler's. What they could
// still take is what the work of a task throws.
func (v *Verdict) wentBy(b *builder) {
	said := map[*graph.Node]bool{}
	for _, s := range b.scopes {
		if s.host == nil || s.esp {
			continue
		}
		for _, e := range s.host.Boundaries {
			by := b.passed[catchAt{e, s.index}]
			if by == nil || b.fed[catchAt{e, s.index}] || said[e] {
				continue
			}
			said[e] = true
			why := "what is thrown inside is " + graph.Quote(codeOf(by, bpmn.ErrorTrigger)) + ", by " + by.Label()
			i := slices.IndexFunc(v.findings, func(f finding) bool { return f.what == deadHandler && f.node == e })
			if i >= 0 {
				v.findings[i].why = why
				continue
			}
			v.findings = append(v.findings, finding{what: deadHandler, node: e, why: why + "; only what the work of a task throws could", warn: true})
		}
	}
}
