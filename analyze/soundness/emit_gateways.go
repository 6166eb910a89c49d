package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// gateway moves tokens through a gateway (S2).
func (b *builder) gateway(s *scope, n *graph.Node) {
	in := s.arrivals(n)
	if len(in) == 0 && !n.IsGateway(bpmn.EventBasedGateway) {
		return
	}
	def := defaultFlow(n)
	switch n.Gateway.Kind {
	case bpmn.ParallelGateway:
		b.add(s, n, transition{act: actJoin, take: in, put: s.puts(n.Out)})
	case bpmn.ExclusiveGateway:
		var ways []branch
		for _, f := range n.Out {
			if p, ok := s.flows[f]; ok && !b.never[f] {
				ways = append(ways, branch{[]int32{p}, []*graph.Flow{f}})
				if f != def && f.Condition == nil && len(n.Out) > 1 && hasConditions(n) {
					break // the first without a condition wins (S2.1)
				}
			}
		}
		if len(n.Out) == 0 {
			ways = []branch{{}}
		}
		if len(ways) == 1 {
			ways[0].flow = nil
		}
		for _, f := range in {
			b.leave(s, n, ways, transition{act: actPass, take: []int32{f}})
		}
	case bpmn.InclusiveGateway:
		ways := b.inclusive(s, n, def)
		if len(n.In) < 2 {
			for _, f := range in {
				b.leave(s, n, ways, transition{act: actPass, take: []int32{f}})
			}
			return
		}
		b.orJoin(s, n, in, ways)
	case bpmn.ComplexGateway:
		b.complex(s, n, in)
	case bpmn.EventBasedGateway:
		b.eventGateway(s, n)
	}
}

func hasConditions(n *graph.Node) bool {
	return slices.ContainsFunc(n.Out, func(f *graph.Flow) bool { return f.Condition != nil })
}

// inclusive are the ways out of an inclusive gateway. In a drawing without any
// condition every flow may be taken or not.
func (b *builder) inclusive(s *scope, n *graph.Node, def *graph.Flow) []branch {
	var always, maybe []*graph.Flow
	drawn := len(n.Out) > 1 && !hasConditions(n)
	for _, f := range n.Out {
		switch {
		case f == def || f.Target == nil || b.never[f]:
		case f.Condition == nil && !drawn:
			always = append(always, f)
		default:
			maybe = append(maybe, f)
		}
	}
	return b.subsets(s, always, maybe, def, true)
}

func (b *builder) orJoin(s *scope, n *graph.Node, in []int32, ways []branch) {
	j := orJoin{node: n, in: in}
	b.joins = append(b.joins, j)
	t := transition{act: actJoin, join: int32(len(b.joins)), urgent: true}
	if len(ways) == 1 {
		b.leave(s, n, ways, t)
		return
	}
	t.put = []int32{s.fired[n]}
	b.add(s, n, t)
	b.leave(s, n, ways, transition{act: actPass, take: []int32{s.fired[n]}, urgent: true})
}

// complex activates when its condition holds, of which nothing is known: as soon
// as it has a token and not later than it would wait for ever; then it resets once
// nothing can come by the other flows (S2.5).
func (b *builder) complex(s *scope, n *graph.Node, in []int32) {
	var maybe []*graph.Flow
	for _, f := range n.Out {
		if f.Target != nil && !b.never[f] {
			maybe = append(maybe, f)
		}
	}
	var ways []branch
	switch {
	case !hasConditions(n):
		ways = []branch{{put: s.puts(maybe)}}
	default:
		ways = b.subsets(s, nil, maybe, nil, true)
	}
	if len(n.In) < 2 {
		for _, f := range in {
			b.leave(s, n, ways, transition{act: actPass, take: []int32{f}})
		}
		return
	}
	phase, taken := s.phase[n], s.taken[n]
	b.joins = append(b.joins, orJoin{node: n, in: in, taken: taken, sure: true})
	b.add(s, n, transition{act: actJoin, join: int32(len(b.joins)), zero: []int32{phase}, mark: []int32{phase}, put: []int32{s.fired[n]}})
	b.leave(s, n, ways, transition{act: actPass, take: []int32{s.fired[n]}, urgent: true})
	b.joins = append(b.joins, orJoin{node: n, in: in, taken: taken, reset: true})
	reset := transition{act: actReset, join: int32(len(b.joins)), some: []int32{phase}, zero: []int32{s.fired[n]}, clear: append(flags(taken), span{phase, phase + 1}), urgent: true}
	if hasConditions(n) { // at a reset it may emit on what it did not at first
		ways = append(ways, branch{})
	} else {
		ways = []branch{{}}
	}
	b.leave(s, n, ways, reset)
}

// eventGateway waits for the first of its arms (S2.6).
func (b *builder) eventGateway(s *scope, n *graph.Node) {
	at := s.at[n]
	b.enter(s, n, at)
	for _, f := range n.Out {
		if arm := f.Target; arm != nil {
			b.delivered(arm, transition{act: actHappen, take: []int32{at}, wait: true, node: arm, catch: n, out: []*graph.Flow{f}}, func(t transition) {
				ways := b.outs(s, arm)
				for _, w := range ways {
					u := t
					u.put = w.put
					if w.flow != nil {
						u.out = append(slices.Clone(u.out), w.flow...)
					}
					b.add(s, n, u)
				}
			})
		}
	}
}
