package soundness

import (
	"cmp"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/reach"
)

// system is what is checked together: a process, or the processes that the
// message flows of a collaboration join.
type system struct {
	levels []*graph.Level
	flows  []*bpmn.MessageFlow
	file   *graph.File
	name   *bpmn.Base
}

// systems are what there is to check in a file: the processes of each
// collaboration that has message flows between them, and every other process by itself.
func systems(f *graph.File) []system {
	taken := map[*graph.Level]bool{}
	var out []system
	for _, c := range f.Collaborations {
		if c.Kind != "collaboration" {
			continue
		}
		var pools []*graph.Level
		for _, p := range c.Participants {
			if e, ok := f.Lookup(p.ProcessRef); ok {
				if l := f.LevelOf(e); l != nil && l.Parent == nil && len(l.Nodes) > 0 && !taken[l] {
					pools = append(pools, l)
				}
			}
		}
		s := system{file: f, name: &c.Base}
		joined := map[*graph.Level]bool{}
		for _, m := range c.MessageFlows {
			from, to := ends(f, m)
			if from == nil || to == nil || from.Level.Process == to.Level.Process {
				continue
			}
			s.flows = append(s.flows, m)
			for _, n := range []*graph.Node{from, to} {
				joined[f.LevelOf(n.Level.Process)] = true
			}
		}
		for _, l := range pools {
			if joined[l] {
				s.levels = append(s.levels, l)
				taken[l] = true
			}
		}
		if len(s.levels) > 1 {
			out = append(out, s)
		} else if len(s.levels) == 1 {
			taken[s.levels[0]] = false
		}
	}
	for _, l := range f.Processes {
		if !taken[l] && len(l.Nodes) > 0 {
			out = append(out, system{levels: []*graph.Level{l}, file: f, name: l.Elem()})
		}
	}
	return out
}

// ends are the nodes that a message flow joins, nil where it ends at a pool.
func ends(f *graph.File, m *bpmn.MessageFlow) (from, to *graph.Node) {
	if e, ok := f.Lookup(m.SourceRef); ok {
		from = f.Node(e)
	}
	if e, ok := f.Lookup(m.TargetRef); ok {
		to = f.Node(e)
	}
	return from, to
}

// compose makes the net of a system.
func compose(sys system, callees func(*graph.Node) *graph.Level, never map[*graph.Flow]bool) (*builder, bool) {
	b := &builder{net: &net{}, receives: map[*graph.Node][]int32{}, sends: map[*graph.Node][]int32{}, fed: map[catchAt]bool{}, passed: map[catchAt]*graph.Node{}, callees: callees, never: never}
	var levels []*graph.Level
	for _, l := range sys.levels {
		levels = append(levels, below(l)...)
	}
	b.repeats = widest(levels)
	nodes, flows := 0, 0
	for _, l := range levels {
		nodes, flows = nodes+len(l.Nodes), flows+len(l.Flows)
	}
	b.places = make([]place, 0, nodes+flows+16)
	b.trans = make([]transition, 0, nodes+flows/2+16)
	var roots []*scope
	part1 := map[*graph.Level]int32{}
	for i, l := range sys.levels {
		b.parts = append(b.parts, part{level: l, live: none})
		s := b.allocate(l, nil, nil, int32(i), "", []*graph.Level{l})
		b.parts[i].places = s.span
		if len(s.esps) > 0 {
			b.parts[i].live = b.place(s, live, nil, nil)
		}
		roots = append(roots, s)
		part1[l] = int32(i)
	}
	if b.over {
		return b, false
	}
	b.messages(sys, part1)
	for _, s := range b.scopes {
		b.feed(s)
	}
	for _, s := range roots {
		b.starts(s)
		b.emit(s)
	}
	b.watches()
	return b, !b.over
}

// below are a level and all levels in it.
func below(l *graph.Level) []*graph.Level {
	out := []*graph.Level{l}
	for _, n := range l.Nodes {
		if n.Inner != nil {
			out = append(out, below(n.Inner)...)
		}
	}
	return out
}

// messages makes the channels of a collaboration: one for each name between two processes.
func (b *builder) messages(sys system, parts map[*graph.Level]int32) {
	type key struct {
		from, to int32
		name     string
	}
	known := map[key]int32{}
	for _, m := range sys.flows {
		from, to := ends(sys.file, m)
		p, okP := parts[sys.file.LevelOf(from.Level.Process)]
		q, okQ := parts[sys.file.LevelOf(to.Level.Process)]
		if !okP || !okQ || !waitsForMessages(to) {
			continue
		}
		name := m.Name
		if e, ok := sys.file.Lookup(m.MessageRef); ok && e.Elem().Name != "" {
			name = cmp.Or(name, e.Elem().Name)
		}
		k := key{p, q, cmp.Or(name, m.ID)}
		c, ok := known[k]
		if !ok {
			c = int32(len(b.channels))
			known[k] = c
			b.places = append(b.places, place{kind: message, node: to, part: q, scope: none})
			b.channels = append(b.channels, channel{from: p, to: q, name: k.name, place: int32(len(b.places)) - 1})
		}
		b.sends[from] = append(b.sends[from], c)
		b.receives[to] = append(b.receives[to], c)
	}
}

// feed notes which catches the throws of a scope reach.
func (b *builder) feed(s *scope) {
	for _, n := range s.level.Nodes {
		for _, kind := range []bpmn.TriggerKind{bpmn.ErrorTrigger, bpmn.EscalationTrigger} {
			if (n.Is(bpmn.EndEvent) || n.Is(bpmn.IntermediateThrowEvent)) && triggered(n, kind) {
				for _, c := range b.climbs(s, n, kind) {
					if c.node != nil {
						b.fed[catchAt{c.node, c.inner.index}] = true
					}
					if kind == bpmn.ErrorTrigger {
						b.wentBy(s, n, c)
					}
				}
			}
		}
	}
}

// starts lets a process start: at one of its start events, or without any at its
// implicit starts (S1.5). A process that only messages of the collaboration start
// has no token before one comes.
func (b *builder) starts(s *scope) {
	var seeds []int32
	var events []*graph.Node
	fedOnly := true
	for _, n := range s.level.Nodes {
		switch {
		case n.Is(bpmn.StartEvent),
			len(n.In) == 0 && n.Task != nil && n.Task.Instantiate,
			len(n.In) == 0 && n.IsGateway(bpmn.EventBasedGateway) && n.Gateway.Instantiate:
			events = append(events, n)
			if len(b.receives[n]) == 0 || !triggeredBy(n, bpmn.MessageTrigger) {
				fedOnly = false
			}
		default:
			if p, ok := s.seeds[n]; ok {
				seeds = append(seeds, p)
			}
		}
	}
	if len(events) > 0 && fedOnly {
		b.places[s.ready].kind = flag // nothing has begun
	}
	b.init = append(b.init, s.ready)
	t := transition{act: actStart, take: []int32{s.ready}, wait: true}
	if l := b.parts[s.part].live; l != none {
		t.put = []int32{l}
		b.add(s, nil, transition{act: actDrain, take: []int32{l}, empty: []span{s.span}, clear: flags(s.clears), urgent: true})
	}
	if len(events) == 0 {
		t.put = append(t.put, seeds...)
		b.add(s, nil, t)
		return
	}
	for _, n := range events {
		// A further message starts a further instance, which is not followed.
		if n.Is(bpmn.StartEvent) {
			for _, c := range b.receives[n] {
				b.add(s, n, transition{act: actStart, receives: c + 1, zero: []int32{s.ready}, wait: true})
			}
		}
		u := t
		u.node = n
		switch {
		case n.Is(bpmn.StartEvent):
			b.delivered(n, u, func(u transition) { b.pass(s, n, u) })
		case n.Task != nil:
			b.delivered(n, u, func(u transition) { b.pass(s, n, u) })
		default:
			u.put = append(u.put, s.at[n])
			b.add(s, n, u)
		}
	}
}

// watches tells the inclusive joins from where tokens could come (S2.4).
func (b *builder) watches() {
	if len(b.joins) == 0 {
		return
	}
	by := map[*graph.Level]map[*graph.Node]reach.Join{}
	index := map[*graph.Level]map[*graph.Node]int{}
	for i := range b.joins {
		j := &b.joins[i]
		if j.sure {
			continue
		}
		l := j.node.Level
		if by[l] == nil {
			by[l], index[l] = joinsOf(l)
		}
		from := by[l][j.node].From
		if len(from) > 64 {
			b.over = true
			return
		}
		at := index[l]
		sc := b.places[j.in[0]].scope
		mask := func(n *graph.Node) (m uint64) {
			k, ok := at[n]
			if !ok {
				return 0
			}
			for slot, set := range from {
				if set[k/64]>>(k%64)&1 != 0 {
					m |= 1 << slot
				}
			}
			return m
		}
		for p := range b.places {
			pl := &b.places[p]
			if pl.scope != sc || pl.node == nil || pl.node == j.node || !pl.kind.token() || pl.node.IsEventSubProcess() {
				continue
			}
			w := orWatch{place: int32(p), normal: mask(pl.node)}
			for _, e := range pl.node.Boundaries {
				w.exc |= mask(e)
			}
			if w.normal|w.exc != 0 {
				j.watch = append(j.watch, w)
			}
		}
	}
}

// joinsOf precomputes the inclusive joins of a level, complex ones included.
func joinsOf(l *graph.Level) (map[*graph.Node]reach.Join, map[*graph.Node]int) {
	p := &model.Process{Nodes: make([]model.Node, len(l.Nodes)), Scopes: []model.Scope{{Parent: model.None, Host: model.None, End: len(l.Nodes)}}}
	at := map[*graph.Node]int{}
	for i, n := range l.Nodes {
		at[n] = i
		p.Nodes[i].Kind = model.Task
		if n.IsGateway(bpmn.InclusiveGateway) || n.IsGateway(bpmn.ComplexGateway) {
			p.Nodes[i].Kind = model.InclusiveGateway
		}
	}
	number := map[*graph.Flow]int{}
	for _, f := range l.Flows {
		if f.Source == nil || f.Target == nil {
			continue
		}
		k := len(p.Flows)
		number[f] = k
		p.Flows = append(p.Flows, model.Flow{Source: at[f.Source], Target: at[f.Target], Condition: model.None})
	}
	for i, n := range l.Nodes {
		for _, f := range n.In {
			if k, ok := number[f]; ok {
				p.Nodes[i].In = append(p.Nodes[i].In, k)
			}
		}
		for _, f := range n.Out {
			if k, ok := number[f]; ok {
				p.Nodes[i].Out = append(p.Nodes[i].Out, k)
			}
		}
	}
	for i, n := range l.Nodes { // a Link jump is a flow
		if isLink(n) && n.Is(bpmn.IntermediateThrowEvent) {
			for _, m := range l.Nodes {
				if isLink(m) && m.Is(bpmn.IntermediateCatchEvent) && graph.LinkName(m) == graph.LinkName(n) {
					p.Nodes[i].Out = p.Nodes[at[m]].Out
				}
			}
		}
	}
	joins := map[*graph.Node]reach.Join{}
	for _, j := range reach.Inclusive(p) {
		joins[l.Nodes[j.Node]] = j
	}
	return joins, at
}

// wentBy notes the catches of errors that an error goes by on its way to what takes it.
func (b *builder) wentBy(s *scope, n *graph.Node, c caught) {
	for cur := s; cur != nil && cur != c.inner && cur != c.scope; cur = cur.up {
		if cur.host == nil || cur.esp {
			continue
		}
		for _, e := range cur.host.Boundaries {
			if at := (catchAt{e, cur.index}); triggered(e, bpmn.ErrorTrigger) && b.passed[at] == nil {
				b.passed[at] = n
			}
		}
	}
}

// waitsForMessages reports a node that waits for what its message flows bring. A task of
// another kind than a receive task does not: what is drawn to it is said to people.
func waitsForMessages(n *graph.Node) bool {
	return n.Task != nil && n.Task.Kind == bpmn.ReceiveTask || triggered(n, bpmn.MessageTrigger)
}
