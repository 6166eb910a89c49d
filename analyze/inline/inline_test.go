package inline

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/google/go-cmp/cmp"
)

// net builds a process from lines of nodes ("a task", "f parallel") and flows.
type net struct {
	p    model.Process
	node map[string]int
}

func newNet() *net {
	n := &net{node: map[string]int{}}
	n.p.DefaultStart = model.None
	n.p.Scopes = []model.Scope{{Parent: model.None, Host: model.None}}
	return n
}

func (n *net) add(name string, kind model.Kind) *net {
	m := model.Node{Kind: kind, Default: model.None, Attached: model.None, Inner: model.None}
	m.ID = name
	if kind == model.Task {
		m.Performer = model.ByHandler
	}
	n.node[name] = len(n.p.Nodes)
	n.p.Nodes = append(n.p.Nodes, m)
	n.p.Scopes[0].End = len(n.p.Nodes)
	return n
}

func (n *net) seed(names ...string) *net {
	for _, s := range names {
		n.p.Scopes[0].Seeds = append(n.p.Scopes[0].Seeds, n.node[s])
	}
	return n
}

func (n *net) flow(from, to string, conditional bool) int {
	f := model.Flow{Source: n.node[from], Target: n.node[to], Condition: model.None}
	if conditional {
		f.Condition = 0
	}
	i := len(n.p.Flows)
	n.p.Flows = append(n.p.Flows, f)
	n.p.Nodes[f.Source].Out = append(n.p.Nodes[f.Source].Out, i)
	n.p.Nodes[f.Target].In = append(n.p.Nodes[f.Target].In, i)
	return i
}

// chain joins nodes one after the other.
func (n *net) chain(names ...string) *net {
	for i := range names[1:] {
		n.flow(names[i], names[i+1], false)
	}
	return n
}

func (n *net) inLine() []string {
	Mark(&n.p)
	var out []string
	for _, m := range n.p.Nodes {
		if m.InLine {
			out = append(out, m.ID)
		}
	}
	return out
}

func TestInLine(t *testing.T) {
	tasks := func(n *net, names ...string) *net {
		for _, s := range names {
			n.add(s, model.Task)
		}
		return n
	}
	for _, c := range []struct {
		name string
		net  *net
		want []string
	}{
		{
			"a row of tasks has one token",
			tasks(newNet().add("s", model.StartEvent), "a", "b").seed("s").chain("s", "a", "b"),
			[]string{"a", "b"},
		},
		{
			"between fork and join tasks are beside one another; before and after they are alone",
			tasks(newNet().add("s", model.StartEvent).add("f", model.ParallelGateway).add("j", model.ParallelGateway), "a", "b", "c", "d").
				seed("s").chain("s", "a", "f", "b", "j", "d").chain("f", "c", "j"),
			[]string{"a", "d"},
		},
		{
			"an exclusive decision leaves one token",
			tasks(newNet().add("s", model.StartEvent).add("x", model.ExclusiveGateway).add("m", model.ExclusiveGateway), "a", "b", "c").
				seed("s").chain("s", "x", "a", "m", "c").chain("x", "b", "m"),
			[]string{"a", "b", "c"},
		},
		{
			"a merge behind a fork gives two tokens",
			tasks(newNet().add("s", model.StartEvent).add("f", model.ParallelGateway).add("m", model.ExclusiveGateway), "a", "b", "c").
				seed("s").chain("s", "f", "a", "m", "c").chain("f", "b", "m"),
			nil,
		},
		{
			"a loop has one token",
			tasks(newNet().add("s", model.StartEvent).add("m", model.ExclusiveGateway).add("x", model.ExclusiveGateway), "a", "b").
				seed("s").chain("s", "m", "a", "x", "b").chain("x", "m"),
			[]string{"a", "b"},
		},
		{
			"a fork and join inside a loop",
			tasks(newNet().add("s", model.StartEvent).add("m", model.ExclusiveGateway).add("f", model.ParallelGateway).add("j", model.ParallelGateway).add("x", model.ExclusiveGateway), "a", "b", "c", "d").
				seed("s").chain("s", "m", "a", "f", "b", "j", "x", "d").chain("f", "c", "j").chain("x", "m"),
			[]string{"a", "d"},
		},
		{
			"a loop in which tokens multiply: what stands before it is alone",
			tasks(newNet().add("s", model.StartEvent).add("m", model.ExclusiveGateway).add("f", model.ParallelGateway), "a", "b", "c").
				seed("s").chain("s", "a", "m", "b", "f", "m").chain("f", "c"),
			[]string{"a"},
		},
		{
			"three ways joined in two steps",
			tasks(newNet().add("s", model.StartEvent).add("f", model.ParallelGateway).add("j", model.ParallelGateway).add("k", model.ParallelGateway), "a", "b", "c", "d", "e").
				seed("s").chain("s", "f", "a", "j", "d", "k", "e").chain("f", "b", "j").chain("f", "c", "k"),
			[]string{"e"},
		},
		{
			"several implicit starts run beside one another",
			tasks(newNet(), "a", "b").seed("a", "b"),
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, c.net.inLine()); d != "" {
				t.Error(d)
			}
		})
	}
}

// A task splits by conditions (S1.4): only a default with nothing else beside it is alone.
func TestConditionalSplit(t *testing.T) {
	n := newNet().add("s", model.StartEvent).add("w", model.Task).add("a", model.Task).add("b", model.Task).add("d", model.Task).seed("s").chain("s", "w")
	n.flow("w", "a", true)
	n.flow("w", "b", true)
	n.p.Nodes[n.node["w"]].Default = n.flow("w", "d", false)
	if d := cmp.Diff([]string{"w", "d"}, n.inLine()); d != "" {
		t.Error(d)
	}
	n.flow("w", "a", false)
	if d := cmp.Diff([]string{"w"}, n.inLine()); d != "" {
		t.Errorf("beside a flow that is always taken the default is not alone: %s", d)
	}
}

func TestBoundariesInterrupt(t *testing.T) {
	n := newNet().add("s", model.StartEvent).add("w", model.Task).add("a", model.Task).add("b", model.BoundaryEvent).add("l", model.Task).
		seed("s").chain("s", "w", "a").chain("b", "l")
	n.p.Nodes[1].Boundaries = []int{3}
	n.p.Nodes[3].Attached = 1
	n.p.Nodes[3].Interrupting = true
	if d := cmp.Diff([]string{"a", "l"}, n.inLine()); d != "" {
		t.Error(d)
	}
	n.p.Nodes[3].Interrupting = false
	if got := n.inLine(); got != nil {
		t.Errorf("a non-interrupting event makes a second token: %v in line", got)
	}
}

// Random graphs are played through: no task that is in line ever has a second
// token beside it.
func TestAgainstTokenGame(t *testing.T) {
	inLine := 0
	for seed := range 4000 {
		r := rand.New(rand.NewSource(int64(seed)))
		n := random(r)
		marked := len(n.inLine())
		inLine += marked
		if bad := play(&n.p, 3000); bad != "" {
			t.Fatalf("seed %d: %s\n%s", seed, bad, show(n))
		}
	}
	if inLine < 4000 {
		t.Errorf("only %d tasks of all graphs were found to be alone: the test shows little", inLine)
	}
}

func random(r *rand.Rand) *net {
	n := newNet().add("s", model.StartEvent)
	count := 3 + r.Intn(7)
	kinds := []model.Kind{model.Task, model.Task, model.Task, model.ExclusiveGateway, model.ExclusiveGateway, model.ParallelGateway, model.ParallelGateway, model.InclusiveGateway}
	for i := range count {
		n.add(fmt.Sprint("n", i), kinds[r.Intn(len(kinds))])
	}
	n.seed("s")
	name := func(i int) string { return n.p.Nodes[i].ID }
	n.flow("s", name(1), false)
	for i := 1; i < len(n.p.Nodes); i++ {
		for range 1 + r.Intn(2) {
			to := 1 + r.Intn(len(n.p.Nodes)-1)
			if r.Intn(4) > 0 {
				to = min(i+1+r.Intn(3), len(n.p.Nodes)-1)
			}
			if to == i {
				continue
			}
			k := n.p.Nodes[i].Kind
			f := n.flow(name(i), name(to), k != model.ParallelGateway && r.Intn(2) == 0)
			if r.Intn(5) == 0 && k != model.ParallelGateway && n.p.Flows[f].Condition == model.None {
				n.p.Nodes[i].Default = f
			}
		}
	}
	return n
}

// play runs the token game over all choices, breadth first, up to a number of
// markings, and reports an in-line task with a second token beside it.
func play(p *model.Process, most int) string {
	start := make([]byte, len(p.Flows)+1) // the last is the start event itself
	start[len(p.Flows)] = 1
	seen := map[string]bool{string(start): true}
	queue := [][]byte{start}
	for len(queue) > 0 && len(seen) < most {
		m := queue[0]
		queue = queue[1:]
		total := 0
		for _, c := range m {
			total += int(c)
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			for _, take := range takes(p, i, m) {
				if n.InLine && total > 1 {
					return fmt.Sprintf("%s is in line and has a second token beside it", n.ID)
				}
				for _, give := range gives(p, n) {
					next := append([]byte(nil), m...)
					for _, f := range take {
						next[f]--
					}
					for _, f := range give {
						next[f]++
					}
					if grown(next) || seen[string(next)] {
						continue
					}
					seen[string(next)] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return ""
}

func grown(m []byte) bool {
	for _, c := range m {
		if c > 2 {
			return true
		}
	}
	return false
}

// takes are the ways in which a node can take tokens: a parallel join one of
// each flow, an inclusive one any that are there (more than S2.4 allows), else one of one flow.
func takes(p *model.Process, i int, m []byte) [][]int {
	n := &p.Nodes[i]
	if n.Kind == model.StartEvent {
		if m[len(p.Flows)] > 0 {
			return [][]int{{len(p.Flows)}}
		}
		return nil
	}
	var there []int
	for _, f := range n.In {
		if m[f] > 0 {
			there = append(there, f)
		}
	}
	var out [][]int
	switch {
	case n.Kind == model.ParallelGateway && len(n.In) > 0:
		if len(there) == len(n.In) {
			out = append(out, there)
		}
	case n.Kind == model.InclusiveGateway:
		out = subsets(there)
	default:
		for _, f := range there {
			out = append(out, []int{f})
		}
	}
	return out
}

// gives are the ways in which a node can give tokens, whatever its conditions are (S1.4, S2).
func gives(p *model.Process, n *model.Node) [][]int {
	if len(n.Out) == 0 {
		return [][]int{nil}
	}
	var always, conditional []int
	for _, f := range n.Out {
		switch {
		case f == n.Default:
		case p.Flows[f].Condition != model.None:
			conditional = append(conditional, f)
		default:
			always = append(always, f)
		}
	}
	var out [][]int
	switch n.Kind {
	case model.ParallelGateway:
		return [][]int{n.Out}
	case model.ExclusiveGateway:
		for _, f := range n.Out {
			out = append(out, []int{f})
		}
		return out
	}
	for _, s := range subsets(conditional) {
		out = append(out, append(append([]int(nil), always...), s...))
	}
	none := append([]int(nil), always...)
	if n.Default != model.None && (n.Kind != model.InclusiveGateway || len(always) == 0) {
		none = append(none, n.Default)
	}
	return append(out, none)
}

// subsets are the non-empty ones.
func subsets(list []int) [][]int {
	var out [][]int
	for bits := 1; bits < 1<<len(list); bits++ {
		var s []int
		for i, x := range list {
			if bits>>i&1 == 1 {
				s = append(s, x)
			}
		}
		out = append(out, s)
	}
	return out
}

func show(n *net) string {
	out := ""
	for i, f := range n.p.Flows {
		s, t := n.p.Nodes[f.Source], n.p.Nodes[f.Target]
		out += fmt.Sprintf("%d: %s(%d) -> %s(%d) condition %d default %v\n", i, s.ID, s.Kind, t.ID, t.Kind, f.Condition, s.Default == i)
	}
	return out
}

// Deep nesting, long rows and a fork at every step stay linear.
func BenchmarkMark(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			n := newNet().add("s", model.StartEvent).seed("s")
			last := "s"
			for i := range size / 4 {
				f, j, x, y := fmt.Sprint("f", i), fmt.Sprint("j", i), fmt.Sprint("x", i), fmt.Sprint("y", i)
				n.add(f, model.ParallelGateway).add(j, model.ParallelGateway).add(x, model.Task).add(y, model.Task)
				n.chain(last, f, x, j).chain(f, y, j)
				last = j
			}
			for b.Loop() {
				Mark(&n.p)
			}
		})
	}
}
