package machine_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// compRef is a naive interpreter of compensation (S8.1 to S8.3) on top of S1,
// SC §2.4 to §2.10: objects that point to one another, sets that are copied and
// lists that are searched. It shares nothing with the machine but the tables.
type compRef struct {
	def    *machine.Definition
	status machine.Status
	path   []string
	queue  []*compToken
	open   []*compToken // user tasks, in the order of opening
	armed  []*compArm   // message events, in the order of arming
	root   *compScope
	runs   int            // completions so far
	seen   map[string]int // what came about, how often
}

type compToken struct {
	node  int32
	flow  int32
	scope *compScope
	dead  bool
	wait  bool             // it does not move by itself
	act   *compAct         // its visit of the node
	from  map[*compAct]int // the activities from whose boundary events it comes
	inner *compScope       // what it hosts
	sweep *compSweep
	loop  *compLoop
	seen  map[string]int
}

// compAct is one visit of a node by a token.
type compAct struct{ node int32 }

type compScope struct {
	def     int32
	host    *compToken
	up      *compScope // around it in the model
	outer   *compScope // around it at run time: where its host is
	tokens  []*compToken
	held    map[int32][]*compToken // at joins, in the order in which they came
	deaf    bool                   // its event sub-processes hear nothing
	ledger  []*compEntry
	vars    map[string]int
	live    *compScope // of a copy: what it is a copy of
	handles *compSweep // it is the frame of a handler
	hold    int        // reasons not to drain
	aborted bool       // of an instance: it did not complete
}

type compEntry struct {
	node   int32
	act    *compAct
	from   map[*compAct]int
	when   int
	seen   []map[string]int // by scope outward, what the variables were
	where  *compScope       // whose variables those are
	inner  []*compEntry
	done   bool
	ledger *compScope
}

// compSweep is a compensation: steps are all the handlers that it runs.
type compSweep struct {
	token  *compToken
	top    []*compEntry
	steps  []compStep
	frame  *compScope
	cancel bool
	beside bool
}

// compStep runs the handler of an entry, or says that one without is done.
type compStep struct{ e *compEntry }

type compArm struct {
	node  int32
	token *compToken // of a boundary event
	scope *compScope // of an event sub-process
}

func (r *compRef) start(node int32) {
	r.status = machine.Active
	r.root = &compScope{def: 0, held: map[int32][]*compToken{}, vars: map[string]int{"v0": 0}}
	r.listen(r.root)
	r.spawn(r.root, node, machine.None, nil)
	r.run()
}

func (r *compRef) run() {
	for r.status == machine.Active && len(r.queue) > 0 {
		t := r.queue[0]
		r.queue = r.queue[1:]
		if !t.dead {
			r.enter(t)
		}
	}
}

func (r *compRef) id(node int32) string { return r.def.Nodes[node].ID }

func (r *compRef) event(node int32) machine.Event { return r.def.Events[r.def.Nodes[node].Event] }

func (r *compRef) spawn(s *compScope, node, flow int32, from map[*compAct]int) *compToken {
	t := &compToken{node: node, flow: flow, scope: s, from: from}
	s.tokens = append(s.tokens, t)
	r.queue = append(r.queue, t)
	return t
}

// beside puts a token at a node that does not move yet.
func (r *compRef) beside(s *compScope, node int32, from map[*compAct]int) *compToken {
	t := &compToken{node: node, flow: machine.None, scope: s, from: from, act: &compAct{node}}
	s.tokens = append(s.tokens, t)
	return t
}

func (r *compRef) enter(t *compToken) {
	n := &r.def.Nodes[t.node]
	t.act = &compAct{t.node}
	switch n.Kind {
	case machine.Task:
		t.wait = true
		t.seen = t.scope.visible()
		r.guard(t)
		r.open = append(r.open, t)
	case machine.SubProcess, machine.Transaction:
		t.wait = true
		r.guard(t)
		if n.Loop != nil {
			r.repeat(t, n.Loop)
			return
		}
		s := r.openScope(t, n.Inner)
		r.listen(s)
		for _, seed := range r.def.Scopes[n.Inner].Seeds {
			r.spawn(s, seed, machine.None, nil)
		}
	case machine.ParallelGateway:
		if len(n.In) > 1 && !r.join(t, n) {
			return
		}
		r.path = append(r.path, n.ID)
		r.leave(t)
	case machine.ThrowEvent:
		r.compensate(t)
	case machine.EndEvent:
		r.end(t, n)
	default:
		r.complete(t)
	}
}

func (r *compRef) openScope(host *compToken, def int32) *compScope {
	s := &compScope{def: def, host: host, up: host.scope, outer: host.scope, held: map[int32][]*compToken{}, vars: map[string]int{}}
	if r.def.Scopes[def].HasData {
		s.vars[fmt.Sprintf("v%d", def)] = 0
	}
	host.inner = s
	return s
}

// guard arms the boundary events of an activity, listen the event sub-processes of a scope.
func (r *compRef) guard(t *compToken) {
	for _, b := range r.def.Nodes[t.node].Boundaries {
		if r.event(b).Trigger == machine.MessageTrigger {
			r.armed = append(r.armed, &compArm{node: b, token: t})
		}
	}
}

func (r *compRef) listen(s *compScope) {
	for _, h := range r.def.Scopes[s.def].Handlers {
		if r.event(h).Trigger == machine.MessageTrigger {
			r.armed = append(r.armed, &compArm{node: h, scope: s})
		}
	}
}

func (r *compRef) deafen(s *compScope) {
	s.deaf = true
	r.armed = slices.DeleteFunc(r.armed, func(a *compArm) bool { return a.scope == s })
}

func (r *compRef) disarm(t *compToken) {
	r.armed = slices.DeleteFunc(r.armed, func(a *compArm) bool { return a.token == t })
}

func (r *compRef) complete(t *compToken) {
	r.path = append(r.path, r.id(t.node))
	n := &r.def.Nodes[t.node]
	if n.Compensation != nil && n.Inner == machine.None {
		r.record(t.scope, &compEntry{node: t.node, act: t.act, from: t.from, seen: t.scope.snapshot(), where: t.scope})
	}
	r.leave(t)
}

func (r *compRef) leave(t *compToken) {
	t.wait = false
	out := r.def.Nodes[t.node].Out
	if len(out) == 0 {
		r.die(t)
		return
	}
	for i, f := range out {
		if i > 0 {
			r.spawn(t.scope, r.def.Flows[f].Target, f, t.from)
			continue
		}
		t.flow = f
		r.queue = append(r.queue, t)
	}
	t.node = r.def.Flows[out[0]].Target
}

func (r *compRef) drop(t *compToken) {
	t.dead = true
	t.scope.tokens = slices.DeleteFunc(t.scope.tokens, func(x *compToken) bool { return x == t })
}

func (r *compRef) die(t *compToken) {
	r.drop(t)
	r.drain(t.scope)
}

// drain ends a scope that has nothing left.
func (r *compRef) drain(s *compScope) {
	if r.status != machine.Active || s.hold > 0 || len(s.tokens) > 0 || s.holds() {
		return
	}
	if s == r.root {
		r.finish(machine.Completed)
		return
	}
	if s.handles == nil && s.host.loop != nil {
		r.instanceDone(s)
		return
	}
	if s.handles == nil {
		r.fold(s)
	}
	r.left(s)
}

func (s *compScope) holds() bool {
	for _, held := range s.held {
		if len(held) > 0 {
			return true
		}
	}
	return false
}

func (r *compRef) left(s *compScope) {
	r.deafen(s)
	if s.handles != nil {
		r.handled(s.handles)
		return
	}
	host := s.host
	host.inner = nil
	r.disarm(host)
	r.complete(host)
}

// join holds a token until each flow has brought one.
func (r *compRef) join(t *compToken, n *machine.Node) bool {
	held := append(t.scope.held[t.node], t)
	var taken []*compToken
	for _, f := range n.In {
		i := slices.IndexFunc(held, func(x *compToken) bool { return x.flow == f })
		if f == t.flow {
			i = slices.Index(held, t) // the others of its flow wait on
		}
		if i < 0 {
			t.scope.tokens = slices.DeleteFunc(t.scope.tokens, func(x *compToken) bool { return x == t })
			t.scope.held[t.node] = held
			return false
		}
		taken = append(taken, held[i])
	}
	// What goes on comes from whatever any of those came from that have waited there.
	waited := map[*compAct]int{}
	for _, x := range held {
		if x != t {
			maps.Copy(waited, x.from)
		}
	}
	left := slices.DeleteFunc(held, func(x *compToken) bool { return slices.Contains(taken, x) })
	for _, x := range left {
		x.from = waited
	}
	t.scope.held[t.node] = left
	from := maps.Clone(waited)
	maps.Copy(from, t.from)
	t.from = from
	return true
}

func (r *compRef) end(t *compToken, n *machine.Node) {
	trigger := machine.NoTrigger
	if n.Event != machine.None {
		trigger = r.event(t.node).Trigger
	}
	switch trigger {
	case machine.CompensateTrigger:
		r.compensate(t)
	case machine.CancelTrigger:
		r.cancel(t)
	case machine.ErrorTrigger:
		r.raise(t, t.scope)
	case machine.TerminateTrigger:
		r.path = append(r.path, n.ID)
		r.drop(t)
		if t.scope == r.root {
			r.finish(machine.Terminated)
			return
		}
		r.clear(t.scope)
		t.scope.abort()
		r.left(t.scope)
	default:
		r.path = append(r.path, n.ID)
		r.die(t)
	}
}

func (r *compRef) finish(s machine.Status) {
	r.status = s
	r.open, r.armed, r.queue = nil, nil, nil
}

// clear cancels all that a scope holds.
func (r *compRef) clear(s *compScope) {
	for len(s.tokens) > 0 {
		r.kill(s.tokens[0])
	}
	s.held = map[int32][]*compToken{}
}

// kill cancels a token with what it has begun.
func (r *compRef) kill(t *compToken) {
	if t.loop != nil {
		for _, s := range t.loop.open {
			r.clear(s)
		}
	} else if t.sweep != nil {
		r.stop(t.sweep)
	} else if t.inner != nil {
		r.clear(t.inner)
		r.deafen(t.inner)
	}
	r.disarm(t)
	r.open = slices.DeleteFunc(r.open, func(x *compToken) bool { return x == t })
	r.drop(t)
}

// raise lets an error climb; from is the scope whose handlers are asked first.
func (r *compRef) raise(t *compToken, s *compScope) {
	out := int32(machine.None)
	for {
		if !s.deaf {
			for _, h := range r.def.Scopes[s.def].Handlers {
				if r.event(h).Trigger == machine.ErrorTrigger && r.def.Scopes[r.def.Nodes[h].Scope].Host != out {
					r.handle(s, h)
					return
				}
			}
		}
		if s.host == nil {
			r.finish(machine.Failed)
			return
		}
		if r.caught(s.host) {
			return
		}
		out, s = s.host.node, s.host.scope
	}
}

func (r *compRef) caught(t *compToken) bool {
	for _, b := range r.def.Nodes[t.node].Boundaries {
		if r.event(b).Trigger == machine.ErrorTrigger {
			r.trip(t, b)
			return true
		}
	}
	return false
}

// trip lets a boundary event happen.
func (r *compRef) trip(t *compToken, b int32) {
	from := t.from
	interrupts := r.event(b).Interrupting
	if !interrupts && r.def.Nodes[t.node].Compensation != nil {
		from = maps.Clone(t.from)
		if from == nil {
			from = map[*compAct]int{}
		}
		from[t.act] = 1
	}
	r.complete(r.beside(t.scope, b, from))
	if interrupts && r.status == machine.Active {
		r.kill(t)
		r.drain(t.scope)
	}
}

// handle starts an event sub-process.
func (r *compRef) handle(s *compScope, start int32) {
	interrupts := r.event(start).Interrupting
	if interrupts {
		r.deafen(s)
	}
	others := slices.Clone(s.tokens)
	s.hold++
	r.body(s, start)
	if interrupts {
		for _, t := range others {
			if !t.dead {
				r.kill(t)
			}
		}
		s.held = map[int32][]*compToken{}
	}
	s.hold--
	r.drain(s)
}

func (r *compRef) body(s *compScope, start int32) {
	host := r.beside(s, r.def.Scopes[r.def.Nodes[start].Scope].Host, nil)
	host.wait = true
	inner := r.openScope(host, r.def.Nodes[start].Scope)
	token := r.beside(inner, start, nil)
	r.listen(inner)
	r.complete(token)
}

// happen lets the oldest armed event of a node happen.
func (r *compRef) happen(id string) {
	i := slices.IndexFunc(r.armed, func(a *compArm) bool { return r.id(a.node) == id })
	a := r.armed[i]
	r.armed = slices.Delete(r.armed, i, i+1)
	if !r.event(a.node).Interrupting {
		r.armed = append(r.armed, a)
	}
	if a.token != nil {
		r.trip(a.token, a.node)
	} else {
		r.handle(a.scope, a.node)
	}
	r.run()
}

// done completes the oldest open task of that id, which has set a variable.
func (r *compRef) done(id, name string, value int, fails bool) {
	i := slices.IndexFunc(r.open, func(t *compToken) bool { return r.id(t.node) == id })
	t := r.open[i]
	r.open = slices.Delete(r.open, i, i+1)
	if fails {
		if !r.caught(t) {
			r.raise(t, t.scope)
		}
		r.run()
		return
	}
	r.disarm(t)
	if t.seen[name] != value {
		t.scope.write(name, value)
		for s := t.scope; s != nil; s = s.outer { // whoever compensates sees what its handlers write
			if s.handles != nil {
				s.write(name, value)
			}
		}
	}
	r.complete(t)
	r.run()
}
