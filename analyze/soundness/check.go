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
	v.cutOff(b.net)
	return v
}

// cutOff says which calls the verdict knows nothing of.
func (v *Verdict) cutOff(n *net) {
	seen := map[*graph.Node]bool{}
	for _, c := range n.cut {
		if !seen[c.node] {
			seen[c.node] = true
			v.findings = append(v.findings, finding{what: cutOff, node: c.node, why: c.why})
		}
	}
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
