package reach_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/reach"
)

// net is a process of one scope: nodes by number, flows by their ends.
func net(nodes int, joins []int, flows ...[2]int) *model.Process {
	p := &model.Process{Nodes: make([]model.Node, nodes), Scopes: []model.Scope{{Parent: model.None, Host: model.None, End: nodes}}}
	for i := range p.Nodes {
		p.Nodes[i].Kind = model.Task
		if slices.Contains(joins, i) {
			p.Nodes[i].Kind = model.InclusiveGateway
		}
	}
	for _, f := range flows {
		connect(p, f[0], f[1])
	}
	return p
}

func connect(p *model.Process, from, to int) {
	f := len(p.Flows)
	p.Flows = append(p.Flows, model.Flow{Source: from, Target: to, Condition: model.None})
	p.Nodes[from].Out = append(p.Nodes[from].Out, f)
	p.Nodes[to].In = append(p.Nodes[to].In, f)
}

func set(nodes ...int) []uint64 {
	s := make([]uint64, 1)
	for _, n := range nodes {
		s[0] |= 1 << n
	}
	return s
}

// §13.4.3: a path does not visit the join: behind it only a way round it counts.
func TestPathsDoNotVisitTheJoin(t *testing.T) {
	// 0 splits to 1 and 2, both lead to the join 3; behind it 4 leads back to 1 and on to 5.
	p := net(6, []int{3}, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 3}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 1}, [2]int{4, 5})
	want := []reach.Join{{Node: 3, From: [][]uint64{set(0, 1, 4), set(0, 2)}}}
	if d := cmp.Diff(want, reach.Inclusive(p)); d != "" {
		t.Error(d)
	}
}

// EV §2.8: a Link jump is a flow; what follows the Link is reached by all of its throws.
func TestLinkJumpsAreFlows(t *testing.T) {
	// 0 and 1 are silent throws that share the flow from their target into the join 3.
	p := net(4, []int{3}, [2]int{0, 3}, [2]int{2, 3})
	p.Nodes[1].Out = p.Nodes[0].Out
	want := []reach.Join{{Node: 3, From: [][]uint64{set(0, 1), set(2)}}}
	if d := cmp.Diff(want, reach.Inclusive(p)); d != "" {
		t.Error(d)
	}
}

// A gateway of one incoming flow never waits.
func TestOneFlowIsNoJoin(t *testing.T) {
	if got := reach.Inclusive(net(2, []int{1}, [2]int{0, 1})); len(got) > 0 {
		t.Errorf("%v", got)
	}
}

// S2.4, on random graphs with nested scopes: the sets are what a search forward from each node finds.
func TestRandomGraphs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	joins := 0
	for round := range 3000 {
		n := 2 + rnd.IntN(100)
		first := rnd.IntN(n)
		p := net(n, nil)
		p.Scopes = append(p.Scopes, model.Scope{Parent: 0, First: first, End: n})
		for i := range p.Nodes {
			if i >= first {
				p.Nodes[i].Scope = 1
			}
			if rnd.IntN(5) == 0 {
				p.Nodes[i].Kind = model.InclusiveGateway
			}
		}
		for range 1 + rnd.IntN(2*n) {
			if from, to := rnd.IntN(n), rnd.IntN(n); p.Nodes[from].Scope == p.Nodes[to].Scope {
				connect(p, from, to)
			}
		}
		got := reach.Inclusive(p)
		at := -1
		for _, j := range got {
			if j.Node <= at {
				t.Fatalf("round %d: the joins do not rise", round)
			}
			at = j.Node
			joins++
			sc := p.Scopes[p.Nodes[j.Node].Scope]
			for slot, end := range p.Nodes[j.Node].In {
				for i := sc.First; i < sc.End; i++ {
					if p.Nodes[i].Scope != p.Nodes[j.Node].Scope {
						continue
					}
					want := i != j.Node && leads(p, i, end, j.Node, map[int]bool{})
					if has := j.From[slot][(i-sc.First)/64]>>((i-sc.First)%64)&1 != 0; has != want {
						t.Fatalf("round %d: node %d to flow %d of join %d: %t, want %t", round, i, slot, j.Node, has, want)
					}
				}
			}
		}
	}
	if joins < 3000 {
		t.Errorf("only %d joins: the test sees too little", joins)
	}
}

func leads(p *model.Process, node, end, join int, seen map[int]bool) bool {
	seen[node] = true
	for _, f := range p.Nodes[node].Out {
		to := p.Flows[f].Target
		if f == end || to != join && !seen[to] && leads(p, to, end, join, seen) {
			return true
		}
	}
	return false
}
