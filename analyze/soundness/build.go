package soundness

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// builder makes the net of a system: one process, or the processes that a
// collaboration joins.
type builder struct {
	*net
	scopes []*scope
	// receives and sends are the channels of nodes; a catch without any is open:
	// what it waits for can come at any time.
	receives, sends map[*graph.Node][]int32
	// repeats is how often an event that may repeat is let happen to one
	// activation: enough for a second token on a flow, and for one on every flow of
	// the widest join.
	repeats int
	// fed are the catches of errors and escalations that some throw of the model reaches.
	fed map[catchAt]bool
	// passed are catches of errors that a throw of the model inside them goes by, with that throw.
	passed map[catchAt]*graph.Node
	// callees finds the process that a call activity calls; nil: it is opaque.
	callees func(*graph.Node) *graph.Level
	// never are flows that the ranges of their conditions rule out.
	never   map[*graph.Flow]bool
	raising *graph.Node // see workRaise
	over    bool        // the net is too large to be made
}

// catchAt is a catch in one of the places that its process is composed into.
type catchAt struct {
	node  *graph.Node
	scope int32
}

// scope is one level where it is used: the process, a sub-process, or a callee
// inside the call activity that calls it.
type scope struct {
	index int32
	level *graph.Level
	up    *scope
	host  *graph.Node // the composite in up, nil for a process of its own
	act   int32       // its place in up, none for a process of its own
	wait  int32       // tokens that wait until it is free
	span  span
	// broken is set while an interrupting event sub-process has the scope; none
	// where there is no such.
	broken int32
	ready  int32 // of a process: before it starts
	esps   []*scope
	esp    bool
	start  *graph.Node // of an event sub-process
	part   int32
	path   string
	calls  []*graph.Level

	flows map[*graph.Flow]int32
	at    map[*graph.Node]int32
	seeds map[*graph.Node]int32
	inner map[*graph.Node]*scope
	// fired are the places between join and split; counts the times that a boundary
	// event has happened to its activity, a flag each; done what can be compensated.
	fired  map[*graph.Node]int32
	counts map[*graph.Node][]int32
	done   map[*graph.Node]int32
	taken  map[*graph.Node][]int32 // of complex gateways
	phase  map[*graph.Node]int32
	once   int32   // of an event sub-process that can happen once only: that it has
	cancel int32   // of a transaction that is being cancelled
	clears []int32 // flags to take off when it drains
}

// maxPlaces bounds a net, composed calls included.
const maxPlaces = 60_000

func (b *builder) place(s *scope, kind placeKind, n *graph.Node, f *graph.Flow) int32 {
	if len(b.places) >= maxPlaces {
		b.over = true
		return 0
	}
	b.places = append(b.places, place{kind: kind, node: n, flow: f, scope: s.index, part: s.part, path: s.path})
	return int32(len(b.places)) - 1
}

// allocate gives places to a scope and all that is in it, as one range.
func (b *builder) allocate(level *graph.Level, up *scope, host *graph.Node, part int32, path string, calls []*graph.Level) *scope {
	s := &scope{
		index: int32(len(b.scopes)), level: level, up: up, host: host, act: none, wait: none, broken: none, ready: none, cancel: none, once: none, part: part, path: path, calls: calls,
		flows: make(map[*graph.Flow]int32, len(level.Flows)), at: make(map[*graph.Node]int32, len(level.Nodes)), seeds: map[*graph.Node]int32{}, inner: map[*graph.Node]*scope{},
		fired: map[*graph.Node]int32{}, counts: map[*graph.Node][]int32{}, done: map[*graph.Node]int32{}, taken: map[*graph.Node][]int32{}, phase: map[*graph.Node]int32{},
	}
	b.scopes = append(b.scopes, s)
	s.span.lo = int32(len(b.places))
	if up == nil {
		s.ready = b.place(s, before, nil, nil)
	}
	for _, f := range level.Flows {
		if f.Source != nil && f.Target != nil {
			s.flows[f] = b.place(s, onFlow, f.Target, f)
		}
	}
	adHoc := level.Sub != nil && level.Sub.Kind == bpmn.AdHocSubProcess
	for _, n := range level.Nodes {
		if b.over {
			break
		}
		switch {
		case n.IsEventSubProcess():
			s.composite(b, n, n.Inner, part, path, calls)
			continue
		case n.Inner != nil:
			s.composite(b, n, n.Inner, part, path, calls)
		case n.Call != nil:
			if callee := b.callee(n, calls); callee != nil {
				s.composite(b, n, callee, part, path+n.Key+"/", append(calls[:len(calls):len(calls)], callee))
			} else {
				b.arrive(s, n)
			}
		case n.Act != nil, n.Is(bpmn.IntermediateCatchEvent) && !isLink(n), n.IsGateway(bpmn.EventBasedGateway):
			b.arrive(s, n)
		case compensates(n):
			s.at[n] = b.place(s, atNode, n, nil)
		case n.IsGateway(bpmn.InclusiveGateway) && len(n.In) > 1:
			s.fired[n] = b.place(s, fired, n, nil)
		case n.IsGateway(bpmn.ComplexGateway) && len(n.In) > 1:
			s.fired[n] = b.place(s, fired, n, nil)
			s.phase[n] = b.place(s, flag, n, nil)
			s.clears = append(s.clears, s.phase[n])
			for range n.In {
				p := b.place(s, flag, n, nil)
				s.taken[n] = append(s.taken[n], p)
				s.clears = append(s.clears, p)
			}
		}
		if n.Is(bpmn.StartEvent) && up != nil && !level.IsEventSubProcess() || graph.ImplicitStart(n) && len(n.In) == 0 {
			s.seeds[n] = b.place(s, before, n, nil)
		}
		if adHoc && len(n.In) == 0 && n.Act != nil && !n.Act.IsForCompensation && s.seeds[n] == 0 {
			s.seeds[n] = b.place(s, before, n, nil)
		}
		if n.Is(bpmn.BoundaryEvent) && n.Attached != nil {
			if !n.Event.CancelActivity {
				for range b.times(n) {
					s.counts[n] = append(s.counts[n], b.place(s, flag, n, nil))
				}
			}
			if triggered(n, bpmn.CompensateTrigger) {
				s.done[n.Attached] = b.place(s, flag, n.Attached, nil)
			}
		}
		if n.Inner != nil && s.inner[n] != nil {
			for _, h := range s.inner[n].esps {
				if triggered(h.start, bpmn.CompensateTrigger) {
					if _, ok := s.done[n]; !ok {
						s.done[n] = b.place(s, flag, n, nil)
					}
				}
			}
			if n.Sub != nil && n.Sub.Kind == bpmn.Transaction {
				s.inner[n].cancel = b.place(s, atNode, n, nil)
			}
		}
	}
	for _, h := range s.esps {
		if h.start != nil && h.start.Event.IsInterrupting && !triggered(h.start, bpmn.CompensateTrigger) {
			s.broken = b.place(s, flag, nil, nil)
			s.clears = append(s.clears, s.broken)
			break
		}
	}
	s.span.hi = int32(len(b.places))
	return s
}

// arrive gives a place to the tokens that work or wait at a node. Where one flow
// leads there it is that of the flow: what comes has come.
func (b *builder) arrive(s *scope, n *graph.Node) {
	if len(n.In) == 1 {
		if p, ok := s.flows[n.In[0]]; ok {
			b.places[p].kind = atNode
			s.at[n] = p
			return
		}
	}
	s.at[n] = b.place(s, atNode, n, nil)
}

func (s *scope) composite(b *builder, n *graph.Node, level *graph.Level, part int32, path string, calls []*graph.Level) {
	act := b.place(s, open, n, nil)
	wait := b.place(s, queued, n, nil)
	inner := b.allocate(level, s, n, part, path, calls)
	inner.act, inner.wait = act, wait
	s.inner[n] = inner
	if n.IsEventSubProcess() {
		inner.esp = true
		for _, m := range level.Nodes {
			if m.Is(bpmn.StartEvent) {
				inner.start = m
				break
			}
		}
		if inner.start != nil {
			s.esps = append(s.esps, inner)
			if !inner.start.Event.IsInterrupting && onceOnly(inner.start) {
				inner.once = b.place(s, flag, inner.start, nil)
				s.clears = append(s.clears, inner.once)
			}
		}
	}
}

// callee finds the process that is composed into a call activity. What calls
// itself is cut there.
func (b *builder) callee(n *graph.Node, calls []*graph.Level) *graph.Level {
	if b.callees == nil {
		return nil
	}
	level := b.callees(n)
	if level == nil {
		return nil // an activity like another
	}
	for _, c := range calls {
		if c == level {
			b.cut = append(b.cut, cutCall{n, "the process calls itself"})
			return nil
		}
	}
	const deepest = 12
	if len(calls) > deepest {
		b.cut = append(b.cut, cutCall{n, "the calls nest too deep"})
		return nil
	}
	return level
}

// definitions are the event definitions of a node.
func definitions(n *graph.Node) []*bpmn.EventDefinition {
	if n == nil || n.Event == nil {
		return nil
	}
	return n.Level.File.Definitions(n.Event)
}

func triggered(n *graph.Node, kind bpmn.TriggerKind) bool {
	for _, d := range definitions(n) {
		if d.Kind == kind {
			return true
		}
	}
	return false
}

func isLink(n *graph.Node) bool { return triggered(n, bpmn.LinkTrigger) }

// compensates reports a throw or end event that runs compensation.
func compensates(n *graph.Node) bool {
	return (n.Is(bpmn.IntermediateThrowEvent) || n.Is(bpmn.EndEvent) || n.Is(bpmn.ImplicitThrowEvent)) && triggered(n, bpmn.CompensateTrigger)
}

// times is how often a non-interrupting boundary event may happen to one
// activation: as often as its timer says, else without a bound, which repeats stands for.
func (b *builder) times(n *graph.Node) int {
	most := 0
	for _, d := range definitions(n) {
		once := b.repeats
		switch {
		case d.Kind == bpmn.TimerTrigger && d.TimeCycle == nil:
			once = 1
		case d.Kind == bpmn.TimerTrigger:
			once = min(b.repeats, cycles(d.TimeCycle.Text.Value, b.repeats))
		}
		most = max(most, once)
	}
	return max(most, 1)
}

// cycles reads the number of repetitions of a literal R3/PT1H; many where it has no bound.
func cycles(text string, many int) int {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "R")
	if !ok {
		return many
	}
	n, digits := 0, 0
	for _, c := range rest {
		if c < '0' || c > '9' || n > 1000 {
			break
		}
		n = n*10 + int(c-'0')
		digits++
	}
	if digits == 0 {
		return many
	}
	return max(n, 1)
}

// widest is the number of flows of the widest parallel join of the levels.
func widest(levels []*graph.Level) int {
	most := 2
	for _, l := range levels {
		for _, n := range l.Nodes {
			if n.IsGateway(bpmn.ParallelGateway) {
				most = max(most, len(n.In))
			}
		}
	}
	return min(most, 4)
}

// onceOnly reports an event that a timer without repetitions brings, and nothing else.
func onceOnly(n *graph.Node) bool {
	for _, d := range definitions(n) {
		if d.Kind != bpmn.TimerTrigger || d.TimeCycle != nil {
			return false
		}
	}
	return len(definitions(n)) > 0
}
