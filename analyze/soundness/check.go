package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Verdict is what was found out about one system: a process, or the processes
// that the message flows of a collaboration join.
type Verdict struct {
	// System is the process or collaboration; Processes are the processes that
	// were checked together.
	System    *bpmn.Base
	Processes []*graph.Level
	// Decided: every reachable state is covered by what is said. Else Why tells
	// what was in the way, and only what was found counts.
	Decided bool
	Why     string
	// How is the way in which it was decided: "reduction", "search" or "diagrams"; States
	// is how many states were stored or counted.
	How    string
	States int

	// OptionToComplete: from every reachable state the end can be reached.
	OptionToComplete bool
	// ProperCompletion: no run that ends reaches one end event twice.
	ProperCompletion bool
	// NoDead: every activity has a run that reaches it.
	NoDead bool
	// Safe: no flow ever holds two tokens. Bounded: there is a bound on tokens and messages.
	Safe, Bounded bool
	// Delivered: no message is left when all processes have ended.
	Delivered bool

	rootTwice bool
	width     uint // of the places in the search
	findings  []finding
	sys       system
}

// Sound reports that all processes end, each end event is reached once and no message is left.
func (v *Verdict) Sound() bool { return v.MessagesApart() && v.Delivered }

// MessagesApart is Sound but for messages that are left.
func (v *Verdict) MessagesApart() bool { return v.OptionToComplete && !v.rootTwice }

// property is what a finding is about.
type property uint8

const (
	deadlock property = iota
	livelock
	unsafeFlow
	unboundedRun
	twiceEnded
	deadNode
	deadFlow
	deadHandler
	leftover
	uncaughtError
	zeroWait
	unknown
	cutOff
	neverSent
	endsWork
)

// finding is one thing that is wrong, with the run that shows it.
type finding struct {
	what  property
	node  *graph.Node
	flow  *graph.Flow
	trace []int32 // transitions
	cycle []int32 // what is repeated for ever
	end   state   // where the run ends
	width uint
	net   *net
	code  string
	// others are more elements of the same kind: flows, for one finding.
	others []*graph.Flow
	why    string
	from   state // where a cycle starts
	warn   bool
	beside bool // event sub-processes can still run beside a deadlock
	// ordered: the machine takes the run as it stands.
	ordered bool
}

// Options steer a check.
type Options struct {
	Budget  Budget
	Network Network
	// Callees finds the process that a call activity calls, nil where it is not
	// part of the same compilation; nil: every call is opaque.
	Callees func(*graph.Node) *graph.Level
	// Never are flows whose conditions are never true.
	Never map[*graph.Flow]bool
	// Full takes no reduction and no diagrams: every state is searched.
	Full bool
	// Diagrams takes decision diagrams of the whole net and nothing else.
	Diagrams bool
}

// Check checks every process and collaboration of a file. It never panics on a
// graph that graph.Build made, and takes no more time and memory than its budget
// allows. Safe for concurrent use on one graph.
func Check(f *graph.File, opts Options) []*Verdict {
	var out []*Verdict
	for _, sys := range systems(f) {
		out = append(out, check(sys, opts))
	}
	return out
}

func check(sys system, opts Options) *Verdict {
	v := &Verdict{System: sys.name, Processes: sys.levels, sys: sys}
	b, ok := compose(sys, opts.Callees, opts.Never)
	if !ok {
		v.Why = "the model is too large to be made into states"
		v.findings = append(v.findings, finding{what: unknown, why: v.Why})
		return v
	}
	v.decide(b.net, opts)
	v.wentBy(b)
	v.inMachineOrder(b.net, v.width, opts)
	v.zeroWait()
	return v
}

// decide finds out what can be said: of the net made smaller, and where something
// is wrong with it and there is room of the whole net, for the shortest run.
func (v *Verdict) decide(n *net, opts Options) {
	if opts.Full {
		x, end := explore(n, opts)
		v.judge(x, end, n, x.fired)
		return
	}
	if opts.Diagrams {
		if !v.byDiagrams(n, n, nil, opts) {
			*v = Verdict{System: v.System, Processes: v.Processes, sys: v.sys, Why: "decision diagrams can't say it"}
			v.findings = append(v.findings, finding{what: unknown, why: v.Why})
		}
		v.play()
		return
	}
	r := reduce(n)
	if t, ok := r.trivial(); ok {
		v.proved(r, t)
		return
	}
	small := r.small()
	x, end := explore(small, opts)
	w := &Verdict{System: v.System, Processes: v.Processes, sys: v.sys}
	if end != exceeded || !w.byDiagrams(small, n, r, opts) {
		w = &Verdict{System: v.System, Processes: v.Processes, sys: v.sys}
		w.judge(x, end, n, r.did(x))
	}
	for e := range r.many {
		w.ProperCompletion = false
		w.rootTwice = w.rootTwice || n.ends[e-1].node.Level.Parent == nil
		w.findings = append(w.findings, finding{what: twiceEnded, node: n.ends[e-1].node})
	}
	notes := slices.ContainsFunc(n.trans, func(t transition) bool { return t.act == actTerminate })
	if notes || slices.ContainsFunc(w.findings, func(f finding) bool { return f.trace != nil || f.what == unknown }) {
		whole := opts
		whole.Budget.States = wholeStates
		if opts.Budget.States > 0 {
			whole.Budget.States = min(wholeStates, opts.Budget.States)
		}
		if y, end := explore(n, whole); end != exceeded {
			v.judge(y, end, n, y.fired)
			return
		}
	}
	*v = *w
	v.lift(r, small, n)
}

// wholeStates is up to how many states the whole net is searched for a run that
// the small one has shown to be there.
const wholeStates = 20_000

// explore searches with as few bits a place as will do.
func explore(n *net, opts Options) (x *search, end outcome) {
	for _, width := range []uint{1, 2, 4, 8} {
		x = newSearch(n, width, opts.Network, false, opts.Budget)
		if end, _ = x.run(nil); end != narrow {
			break
		}
	}
	return x, end
}

// proved: nothing is left of the net but its start and its end.
func (v *Verdict) proved(r *reducer, t int32) {
	v.How, v.Decided, v.States = "reduction", true, 1
	v.OptionToComplete, v.ProperCompletion, v.NoDead, v.Safe, v.Bounded, v.Delivered = true, true, true, true, true, true
	fired := make([]uint64, (len(r.n.trans)+63)/64)
	for _, l := range [][]int32{r.run[t], r.also[t]} {
		for _, i := range l {
			fired[i>>6] |= 1 << (i & 63)
		}
	}
	x := newSearch(&net{init: r.n.init, parts: r.n.parts, places: r.n.places}, 1, Unordered, false, Budget{})
	v.dead(x, r.n, fired, false)
	for _, e := range r.ends[t] {
		if count(r.ends[t], e) > 1 {
			r.many[e] = true
		}
	}
	for e := range r.n.ends {
		if !r.many[int32(e)+1] {
			continue
		}
		v.ProperCompletion = false
		v.rootTwice = v.rootTwice || r.n.ends[e].node.Level.Parent == nil
		f := finding{what: twiceEnded, node: r.n.ends[e].node}
		if count(endsOf(r.n, r.run[t]), int32(e)+1) > 1 {
			f.trace, f.net, f.width = r.run[t], r.n, 1
		}
		v.findings = append(v.findings, f)
	}
}

func endsOf(n *net, run []int32) []int32 {
	var out []int32
	for _, t := range run {
		if e := n.trans[t].end; e != 0 {
			out = append(out, e)
		}
	}
	return out
}

// lift tells the findings of the small net by runs of the whole.
func (v *Verdict) lift(r *reducer, small, n *net) {
	for i := range v.findings {
		f := &v.findings[i]
		if f.net != small || f.trace == nil {
			continue
		}
		f.trace, f.cycle, f.net, f.width = r.lift(small, f.trace), r.lift(small, f.cycle), n, 8
		f.play()
	}
}

// play does the runs of all findings from the start, to know where they end.
func (v *Verdict) play() {
	for i := range v.findings {
		if f := &v.findings[i]; f.trace != nil && f.net != nil {
			f.play()
		}
	}
}

// play does the run of a finding from the start, and takes from it where it ends.
func (f *finding) play() {
	f.width = 8
	x := newSearch(f.net, 8, Unordered, false, Budget{})
	var s, to state
	x.start(&s)
	for k, t := range f.trace {
		if !x.enabled(&x.steps[t], s.w) || !x.fire(t, &s, &to) {
			f.trace, f.cycle = f.trace[:k], nil
			break
		}
		s, to = to, s
		if f.what == unsafeFlow && len(x.unsafe) > 0 {
			first := int32(none)
			for p := range x.unsafe {
				if f.flow != nil && f.net.places[p].flow == f.flow {
					first = p
					break
				}
				if first == none || p < first {
					first = p
				}
			}
			f.flow, f.node = f.net.places[first].flow, f.net.places[first].node
			f.trace = f.trace[:k+1]
			break
		}
	}
	f.end = s
	f.from.copyFrom(&s)
}

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
		v.findings = append(v.findings, finding{what: unboundedRun, trace: x.trace(x.unbounded.from), cycle: x.trace(x.unbounded.to)[len(x.trace(x.unbounded.from)):], end: x.at_(x.unbounded.to), from: x.at_(x.unbounded.from), width: x.width, net: n})
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
		s := x.at_(d)
		if key := x.stuckKey(&s); !seen[key] && len(seen) < 4 {
			seen[key] = true
			v.findings = append(v.findings, finding{what: deadlock, trace: x.trace(d), end: s, width: x.width, net: n})
		}
	}
	if x.left != none {
		v.findings = append(v.findings, finding{what: leftover, trace: x.trace(x.left), end: x.at_(x.left), width: x.width, net: n})
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
		v.findings = append(v.findings, finding{what: what, beside: what == deadlock, trace: x.trace(in), cycle: cycle, end: x.at_(in), width: x.width, net: n})
	}
	if x.endOpen {
		for e, at := range n.ends {
			node := at.node
			if run := g.twice(int32(e) + 1); run != nil {
				v.ProperCompletion = false
				v.rootTwice = v.rootTwice || node.Level.Parent == nil
				v.findings = append(v.findings, finding{what: twiceEnded, node: node, trace: run, end: x.at_(0), width: x.width, net: n})
			}
		}
	}
}

// at_ is a copy of a stored state.
func (x *search) at_(id int32) state {
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
		f := finding{what: unsafeFlow, flow: x.n.places[p].flow, node: x.n.places[p].node, trace: append(x.trace(a.state), a.step), end: x.at_(a.state), width: x.width, net: x.n}
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
		s, to := x.at_(a.state), state{}
		x.fire(a.step, &s, &to)
		v.findings = append(v.findings, finding{what: uncaughtError, node: t.node, code: t.code, trace: append(x.trace(a.state), a.step), end: to, width: x.width, net: x.n})
	}
}

// dead finds what no run reaches: fired are the transitions of n that are possible.
func (v *Verdict) dead(x *search, n *net, fired []uint64, some bool) {
	v.NoDead = true
	if some { // what was not looked at may be alive
		return
	}
	stuck := map[*graph.Node]bool{} // what a run gets stuck at is reached
	for _, d := range x.deadlocks {
		s := x.at_(d)
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
