package machine_test

import (
	"fmt"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// reference is a naive interpreter of S1 and S2 and SC §2.3 to §2.5: objects,
// searches and rescans where the machine has counters, lists and slots. It
// shares nothing with the machine but the definition's tables.
type reference struct {
	def       *machine.Definition
	condition func(i int32) bool
	tokens    []*refToken // alive, in the order in which they came
	queue     []*refToken
	root      *refScope
	path      []string
	status    machine.Status
	moves     int
	maxMoves  int
	waiting   []refWait // see settle
	// late are the complex gateways that wait for reset, with the flows of which
	// they have a token already.
	late map[refWait]map[int32]bool
}

type refToken struct {
	node  int32
	flow  int32
	scope *refScope
	state string // "queued", "active", "held", "hosting", "dead"
	inner *refScope
}

type refScope struct {
	host   *refToken
	parent *refScope
}

func (r *reference) start(node int32) {
	r.root = &refScope{}
	r.status = machine.Active
	r.spawn(r.root, node, machine.None)
	r.run()
}

func (r *reference) done(t *refToken) {
	r.moves = 0
	r.completed(t)
	r.leave(t)
	r.run()
}

// open are the activities that wait: by scope, the oldest first.
func (r *reference) open(s *refScope) []*refToken {
	var all []*refToken
	for _, t := range r.tokens {
		switch {
		case t.scope != s:
		case t.state == "active":
			all = append(all, t)
		case t.state == "hosting":
			all = append(all, r.open(t.inner)...)
		}
	}
	return all
}

func (r *reference) positions() []string {
	at := []string{}
	for _, t := range r.tokens {
		id := r.def.Nodes[t.node].ID
		if t.state == "held" {
			id = "(" + id + ")"
		}
		at = append(at, id)
	}
	slices.Sort(at)
	return at
}

func (r *reference) spawn(s *refScope, node, flow int32) {
	t := &refToken{node: node, flow: flow, scope: s, state: "queued"}
	r.tokens = append(r.tokens, t)
	r.queue = append(r.queue, t)
}

func (r *reference) kill(t *refToken) {
	t.state = "dead"
	r.tokens = slices.DeleteFunc(r.tokens, func(x *refToken) bool { return x == t })
}

// inside reports whether a is b or nested in it.
func inside(a, b *refScope) bool {
	for ; a != nil; a = a.parent {
		if a == b {
			return true
		}
	}
	return false
}

func (r *reference) killScope(s *refScope) {
	for w := range r.late {
		if inside(w.scope, s) {
			delete(r.late, w)
		}
	}
	for _, t := range slices.Clone(r.tokens) {
		if inside(t.scope, s) {
			r.kill(t)
		}
	}
}

func (r *reference) fail() {
	r.killScope(r.root)
	r.status = machine.Failed
}

func (r *reference) completed(t *refToken) { r.path = append(r.path, r.def.Nodes[t.node].ID) }

// ended looks whether the scope of a token that went has no token left.
func (r *reference) ended(s *refScope) {
	for _, t := range r.tokens {
		if inside(t.scope, s) {
			return
		}
	}
	for w := range r.late {
		if inside(w.scope, s) {
			return
		}
	}
	if s.host == nil {
		r.status = machine.Completed
		return
	}
	r.completed(s.host)
	r.leave(s.host)
}

func (r *reference) take(t *refToken, flows []int32) {
	if len(flows) == 0 {
		r.fail()
		return
	}
	for i, f := range flows {
		if i > 0 {
			r.spawn(t.scope, r.def.Flows[f].Target, f)
			continue
		}
		t.node, t.flow, t.state = r.def.Flows[f].Target, f, "queued"
		r.queue = append(r.queue, t)
	}
}

// leave is S1.4 and S1.5.
func (r *reference) leave(t *refToken) {
	n := r.def.Nodes[t.node]
	if len(n.Out) == 0 {
		r.kill(t)
		r.ended(t.scope)
		return
	}
	var flows []int32
	conditional := false
	for _, f := range n.Out {
		if f == n.Default {
			continue
		}
		c := r.def.Flows[f].Condition
		if c == machine.None {
			flows = append(flows, f)
		} else if r.condition(c) {
			conditional = true
			flows = append(flows, f)
		}
	}
	if !conditional && n.Default != machine.None {
		flows = append(flows, n.Default)
	}
	r.take(t, flows)
}

func (r *reference) run() {
	for r.settle(); len(r.queue) > 0 && r.status == machine.Active; r.settle() {
		t := r.queue[0]
		r.queue = r.queue[1:]
		if t.state != "queued" {
			continue
		}
		r.moves++
		if r.moves > r.maxMoves {
			r.fail()
			return
		}
		r.enter(t)
	}
	if r.status != machine.Active {
		r.queue = nil
	}
}

func (r *reference) enter(t *refToken) {
	n := r.def.Nodes[t.node]
	switch n.Kind {
	case machine.StartEvent:
		r.completed(t)
		r.leave(t)
	case machine.EndEvent:
		r.completed(t)
		r.kill(t)
		if n.Event != machine.None { // Terminate (S1.6)
			r.killScope(t.scope)
			if t.scope.host == nil {
				r.status = machine.Terminated
				return
			}
		}
		r.ended(t.scope)
	case machine.Task:
		if n.Performer == machine.PassThrough {
			r.completed(t)
			r.leave(t)
			return
		}
		t.state = "active"
	case machine.SubProcess:
		t.state = "hosting"
		s := &refScope{host: t, parent: t.scope}
		t.inner = s
		seeds := r.def.Scopes[n.Inner].Seeds
		for _, seed := range seeds {
			r.spawn(s, seed, machine.None)
		}
		if len(seeds) == 0 {
			r.ended(s)
		}
	case machine.ExclusiveGateway:
		for _, f := range n.Out {
			if f == n.Default {
				continue
			}
			if c := r.def.Flows[f].Condition; c == machine.None || r.condition(c) {
				r.completed(t)
				r.take(t, []int32{f})
				return
			}
		}
		if n.Default == machine.None {
			r.fail()
			return
		}
		r.completed(t)
		r.take(t, []int32{n.Default})
	case machine.InclusiveGateway:
		if len(n.In) > 1 && !r.joinInclusive(t) {
			return
		}
		r.pass(t, n)
	case machine.ComplexGateway:
		r.complex(t, n)
	case machine.ParallelGateway:
		if len(n.In) > 1 && !r.join(t, n) {
			return
		}
		r.completed(t)
		r.take(t, n.Out)
	default:
		panic(fmt.Sprintf("the reference does not know kind %d", n.Kind))
	}
}

// join is S2.2: one token of each incoming flow, excess tokens stay.
func (r *reference) join(t *refToken, n machine.Node) bool {
	t.state = "held"
	var take []*refToken
	for _, f := range n.In {
		for _, h := range r.tokens {
			if h.state == "held" && h.node == t.node && h.scope == t.scope && h.flow == f {
				take = append(take, h)
				break
			}
		}
	}
	if len(take) < len(n.In) {
		return false
	}
	for _, h := range take {
		if h != t {
			r.kill(h)
		}
	}
	return true
}

// pass is S2.3.
func (r *reference) pass(t *refToken, n machine.Node) {
	var flows []int32
	for _, f := range n.Out {
		if f == n.Default {
			continue
		}
		if c := r.def.Flows[f].Condition; c == machine.None || r.condition(c) {
			flows = append(flows, f)
		}
	}
	if len(flows) == 0 && n.Default != machine.None {
		flows = append(flows, n.Default)
	}
	if len(flows) > 0 {
		r.completed(t)
	}
	r.take(t, flows)
}
