// Package inline decides which handlers may be called on the goroutine that
// moves the token: those of tasks at which a token is always the only one of its
// instance, and which nothing can interrupt.
//
// The proof is an invariant. Every flow gets a positive weight, 1 where an
// instance begins, so that no step makes the weight of all tokens together grow: a
// split that gives n flows a token gives each an n-th, a decision gives every
// way the whole, a join gathers what it takes, a merge has what the lightest of
// its ways has. All tokens of an instance then weigh at most 1 together. A token at a place of weight 1 is alone.
//
// Weights too small for a number are traces. They stay sound: a step that makes
// the first trace makes the rest lighter than 1, for good. So loops in which tokens
// multiply need no special case.
package inline

import "github.com/bpmngen/bpmngen/compiler/model"

// Mark sets InLine of every node of the process: true for the handler tasks that
// can never run beside another token of the instance and can never be
// interrupted by the model itself (S1.8 has what a host can do). Its
// time grows with the size of the process.
func Mark(p *model.Process) {
	a := &analysis{p: p, flow: make([]weight, len(p.Flows)), node: make([]weight, len(p.Nodes)), exposed: make([]bool, len(p.Scopes))}
	a.expose()
	a.solve()
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.InLine = n.Performer == model.ByHandler && a.node[i] == whole && !a.guarded(n) && !a.exposed[n.Scope]
	}
}

type analysis struct {
	p    *model.Process
	flow []weight // of a token on a flow
	node []weight // of a token at a node; for a join, of all that it takes
	// exposed scopes can be interrupted, or hold tokens that the weights do not tell.
	exposed []bool
	changed bool
	late    bool
}

// expose finds the scopes in which something beside their own tokens can happen:
// an event sub-process of theirs or of a scope around them can start, a boundary event of
// their host can fire, or several of them can be open.
func (a *analysis) expose() {
	for i := range a.p.Nodes {
		if n := &a.p.Nodes[i]; n.Kind == model.EventSubProcess {
			a.exposed[n.Scope] = true
		}
	}
	// A scope stands behind the one around it.
	for s := range a.p.Scopes {
		scope := &a.p.Scopes[s]
		if scope.Parent == model.None {
			continue
		}
		host := &a.p.Nodes[scope.Host]
		a.exposed[s] = a.exposed[s] || a.exposed[scope.Parent] || host.Kind != model.SubProcess && host.Kind != model.Transaction || a.guarded(host) || several(host)
	}
}

// guarded reports an activity that a boundary event can interrupt or let
// something run beside. Nothing that is not inside it triggers a cancel, and
// nothing before it has completed a compensation (S8.1, S8.3).
func (a *analysis) guarded(n *model.Node) bool {
	for _, b := range n.Boundaries {
		t := a.p.Nodes[b].Triggers
		if len(t) != 1 || t[0].Kind != model.CompensateTrigger && t[0].Kind != model.CancelTrigger {
			return true
		}
	}
	return false
}

// several reports the host of a repeated activity whose instances run beside
// one another, or throw events when they complete.
func several(host *model.Node) bool {
	return host.Loop != nil && (host.Loop.Kind == model.ParallelInstances || len(host.Loop.Throws) > 0)
}

// settled is after how many rounds a weight that still falls is falling for
// ever: it is a loop in which tokens multiply.
const settled = 24

// solve takes the largest weights that keep the invariant: everything begins
// whole, and falls until no step gains.
func (a *analysis) solve() {
	for i := range a.flow {
		a.flow[i] = whole
	}
	for i := range a.node {
		a.node[i] = whole
		if a.p.Nodes[i].ForCompensation { // it runs beside whoever does not wait for it
			a.node[i] = trace
		}
	}
	order := a.order()
	a.changed = true
	for round := 0; a.changed; round++ {
		a.changed, a.late = false, round >= settled
		for _, i := range order {
			a.step(i)
		}
	}
}

// step gives a node what comes in, and its flows what goes out.
func (a *analysis) step(i int) {
	n := &a.p.Nodes[i]
	in := a.arriving(i)
	a.node[i] = in
	if n.Inner != model.None {
		// A scope's tokens share what its host got; when it is drained the host goes on with all of it.
		seeds := a.p.Scopes[n.Inner].Seeds
		for _, s := range seeds {
			w := in.over(len(seeds))
			if several(n) {
				w = trace // beside those of the other instances
			}
			a.seed(s, w)
		}
	}
	if a.multiplies(n) {
		in = trace
	}
	for _, b := range n.Boundaries {
		w := in
		if !a.p.Nodes[b].Interrupting {
			w = trace
		}
		a.seed(b, w)
	}
	together, alone := a.together(n)
	for _, f := range n.Out {
		if f == n.Default && alone {
			a.set(f, in)
			continue
		}
		a.set(f, in.over(together))
	}
}

// arriving is the weight at a node: for a join of all its flows together, else of
// the lightest.
func (a *analysis) arriving(i int) weight {
	n := &a.p.Nodes[i]
	w := a.node[i]
	if n.Kind == model.ParallelGateway && len(n.In) > 1 {
		sum := trace
		for _, f := range n.In {
			sum = sum.plus(a.flow[f])
		}
		return lesser(w, sum)
	}
	for _, f := range n.In {
		w = lesser(w, a.flow[f])
	}
	return w
}

// together is how many flows of a node can get a token in one step; alone says
// that the default gets one only where no other flow does (S1.4, S2).
func (a *analysis) together(n *model.Node) (count int, alone bool) {
	conditional, always := 0, 0
	for _, f := range n.Out {
		switch {
		case f == n.Default:
		case a.p.Flows[f].Condition != model.None:
			conditional++
		default:
			always++
		}
	}
	switch n.Kind {
	case model.EventBasedGateway:
		if n.Parallel {
			return len(n.Out), false
		}
		return 1, true
	case model.ExclusiveGateway:
		return 1, true
	case model.ParallelGateway:
		return len(n.Out), false
	case model.InclusiveGateway:
		return conditional + always, true
	}
	if n.Default == model.None || always == 0 {
		return conditional + always, true
	}
	// Beside flows that are always taken the default takes the place of the conditional ones.
	return always + max(conditional, 1), false
}

// multiplies reports a node at which tokens can come to be that no weight tells.
func (a *analysis) multiplies(n *model.Node) bool {
	switch n.Kind {
	case model.EventSubProcess, model.AdHocSubProcess, model.ComplexGateway:
		return true
	}
	for _, b := range n.Boundaries {
		if !a.p.Nodes[b].Interrupting {
			return true
		}
	}
	for _, t := range n.Triggers {
		if t.Kind == model.CompensateTrigger && t.NoWait { // what compensates runs on beside it
			return true
		}
	}
	return false
}

// set lowers the weight of a flow.
func (a *analysis) set(f int, w weight) {
	if w = a.lower(a.flow[f], w); w != a.flow[f] {
		a.flow[f], a.changed = w, true
	}
}

// seed lowers the weight of a node that no flow leads to.
func (a *analysis) seed(i int, w weight) {
	if w = a.lower(a.node[i], w); w != a.node[i] {
		a.node[i], a.changed = w, true
	}
}

func (a *analysis) lower(old, w weight) weight {
	if !w.less(old) {
		return old
	}
	if a.late {
		return trace
	}
	return w
}

// order is the order in which weights are passed on: from where instances begin,
// each node after those that lead to it as far as loops allow. The seeds of the
// root share one token; alternative starts have it whole.
func (a *analysis) order() []int {
	var post []int
	seen := make([]bool, len(a.p.Nodes))
	type frame struct {
		node int
		next []int // successors not yet visited
	}
	var stack []frame
	visit := func(i int) {
		if !seen[i] {
			seen[i] = true
			stack = append(stack, frame{i, a.successors(i)})
		}
	}
	walk := func(i int) {
		visit(i)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if len(f.next) > 0 {
				i := f.next[0]
				f.next = f.next[1:]
				visit(i)
				continue
			}
			post = append(post, f.node)
			stack = stack[:len(stack)-1]
		}
	}
	if len(a.p.Scopes) > 0 {
		seeds := a.p.Scopes[0].Seeds
		for _, s := range seeds {
			a.node[s] = whole.over(len(seeds))
			walk(s)
		}
	}
	for i := range a.p.Nodes {
		if len(a.p.Nodes[i].In) == 0 {
			walk(i)
		}
	}
	for i := range a.p.Nodes {
		walk(i)
	}
	for l, r := 0, len(post)-1; l < r; l, r = l+1, r-1 {
		post[l], post[r] = post[r], post[l]
	}
	return post
}

// successors are the nodes that a node passes weight to.
func (a *analysis) successors(i int) []int {
	n := &a.p.Nodes[i]
	out := make([]int, 0, len(n.Out)+len(n.Boundaries))
	for _, f := range n.Out {
		out = append(out, a.p.Flows[f].Target)
	}
	out = append(out, n.Boundaries...)
	if n.Inner != model.None {
		out = append(out, a.p.Scopes[n.Inner].Seeds...)
	}
	return out
}
