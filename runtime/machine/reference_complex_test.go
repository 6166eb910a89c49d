package machine_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

var complexModels = flag.Int("complex.models", 0, "how many random models the complex gateway is tried on; 0: as many as a few seconds allow")

// activates is what the activation condition with that index says in random
// models: so many tokens, so many flows, or a token on a certain one.
func activates(i int32, counts []int32) bool {
	tokens, flows := 0, 0
	for _, c := range counts {
		tokens += int(c)
		if c > 0 {
			flows++
		}
	}
	switch need := 1 + int(i/3)%len(counts); i % 3 {
	case 0:
		return tokens >= need
	case 1:
		return flows >= need
	default:
		return counts[need-1] > 0 || flows >= 2
	}
}

// GateCondition tosses for the outgoing flows; which coin lies there depends on the phase.
func (d coinData) GateCondition(i int32, g *machine.Gate) (bool, error) {
	if g.WaitingForStart && len(g.Counts) > 0 && d.activation[i] {
		return activates(i, g.Counts), nil
	}
	return d.flip(i) == g.WaitingForStart, nil
}

// complex is §13.4.5 for a token that comes: one incoming flow makes a split,
// several hold it.
func (r *reference) complex(t *refToken, n machine.Node) {
	if len(n.In) < 2 {
		r.complexOut(t, n, true)
		return
	}
	t.state = "held"
	if w := (refWait{t.node, t.scope}); !slices.Contains(r.waiting, w) {
		r.waiting = append(r.waiting, w)
	}
}

// complexReady is §13.4.5: waiting for start, the activation condition over the
// tokens that are there, once there are some; waiting for reset, the rule of the
// inclusive join, for which the flows of the first phase count as holding.
func (r *reference) complexReady(w refWait) bool {
	held := r.held(w)
	if before := r.late[w]; before != nil {
		return r.nothingComes(w, func(flow int32) bool { return len(held[flow]) > 0 || before[flow] })
	}
	if len(held) == 0 {
		return false
	}
	var counts []int32
	for _, f := range r.def.Nodes[w.node].In {
		counts = append(counts, int32(len(held[f])))
	}
	for _, j := range r.def.Joins {
		if j.Node == w.node {
			return activates(j.Activation, counts)
		}
	}
	panic("no such join")
}

// complexFires takes what there is: of each flow one token in both phases together.
func (r *reference) complexFires(w refWait) {
	n := r.def.Nodes[w.node]
	before := r.late[w]
	took := map[int32]bool{}
	for flow, tokens := range r.held(w) {
		if !before[flow] {
			r.kill(tokens[0])
			took[flow] = true
		}
	}
	t := &refToken{node: w.node, flow: machine.None, scope: w.scope, state: "going"}
	r.tokens = append(r.tokens, t)
	if before == nil {
		r.late[w] = took
	} else {
		delete(r.late, w)
	}
	if len(r.held(w)) == 0 && r.late[w] == nil {
		r.waiting = slices.DeleteFunc(r.waiting, func(x refWait) bool { return x == w })
	}
	r.complexOut(t, n, before == nil)
}

// complexOut chooses the outgoing flows: all whose condition is true, else the
// default; in the first phase a flow without a condition too, and none is a
// fault; in the second none is no fault.
func (r *reference) complexOut(t *refToken, n machine.Node, start bool) {
	var flows []int32
	for _, f := range n.Out {
		c := r.def.Flows[f].Condition
		switch {
		case f == n.Default:
		case c == machine.None:
			if start {
				flows = append(flows, f)
			}
		case r.condition(c) == start:
			flows = append(flows, f)
		}
	}
	if len(flows) == 0 && n.Default != machine.None {
		flows = append(flows, n.Default)
	}
	if len(flows) == 0 && !start {
		r.kill(t)
		r.ended(t.scope)
		return
	}
	if len(flows) > 0 {
		r.completed(t)
	}
	r.take(t, flows)
}

// S2.5, §13.4.5: on random graphs with loops, boundary events, nested scopes and
// inclusive joins beside them, complex gateways start and reset exactly when the
// reference says so, with the tokens that it says. The full size:
//
//	go test ./runtime/machine -run TestComplexGatewayAgainstReference -complex.models 100000
func TestComplexGatewayAgainstReference(t *testing.T) {
	joinsAgainstReference(t, *complexModels, 11, machine.ComplexGateway, func(t testing.TB, rnd *rand.Rand) *process { return randomJoins(t, rnd, 3) })
}
