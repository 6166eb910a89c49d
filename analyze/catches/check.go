package catches

import (
	"fmt"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// The codes of the catch chain; compiler/diag/catalogue_2xxx_catches.go explains them.
const (
	CodeErrorUncaught      diag.Code = "BG2720"
	CodeEscalationUncaught diag.Code = "BG2721"
	CodeCatchUnreached     diag.Code = "BG2722"
)

// Check says of the processes of a run which of their throws nothing takes, and
// which catches nothing can reach. The work of a host and a called process may
// throw any code, so it is silent wherever one of them is in reach.
func Check(pkg *model.Package, bag *diag.Bag) {
	for _, p := range pkg.Processes {
		c := checker{pkg: pkg, p: p}
		c.sites()
		c.uncaught(bag)
		c.unreached(bag)
	}
}

type checker struct {
	pkg    *model.Package
	p      *model.Process
	throws []throw
}

// throw is what a node may throw.
type throw struct {
	node int
	kind model.TriggerKind
	code string
	// any: whatever the host likes. failure: a technical failure, which has no code.
	any, failure bool
}

// steps is the chain of what a node throws: its own boundary events, then its scope's.
func (c *checker) steps(node int) []model.Catch {
	n := &c.p.Nodes[node]
	own := place(c.pkg, c.p, n.Boundaries, model.None, model.None)
	return append(own, c.p.Scopes[n.Scope].Catches...)
}

// taker is the catch that takes a code from a node, None where nothing does.
func (c *checker) taker(node int, kind model.TriggerKind, code string) int {
	for _, s := range c.steps(node) {
		if s.Takes(kind, code) {
			return s.Node
		}
	}
	return model.None
}

// mayTake reports a catch whose computed code could be what is thrown.
func (c *checker) mayTake(t throw) bool {
	return slices.ContainsFunc(c.steps(t.node), func(s model.Catch) bool { return s.Computed && s.Kind == t.kind })
}

// sites gathers what the nodes may throw.
func (c *checker) sites() {
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		if n.Kind == model.EndEvent || n.Kind == model.ThrowEvent {
			for _, t := range n.Triggers {
				if t.Kind == model.CompensateTrigger || t.Kind == model.CancelTrigger {
					// What handlers throw climbs from here, whatever it is (S8.2).
					c.throws = append(c.throws, throw{node: i, any: true})
				} else if c.pkg.ComputedCode(t) {
					c.throws = append(c.throws, throw{node: i, any: true})
				} else if t.Kind == model.ErrorTrigger || t.Kind == model.EscalationTrigger {
					c.throws = append(c.throws, throw{node: i, kind: t.Kind, code: c.pkg.CodeOf(t)})
				}
			}
		}
		switch {
		case anything(n):
			c.throws = append(c.throws, throw{node: i, any: true})
		case !harmless(c.p, n):
			c.throws = append(c.throws, throw{node: i, kind: model.ErrorTrigger, failure: true})
		}
	}
}

// anything reports a node whose work is not the model's.
func anything(n *model.Node) bool {
	if n.Loop != nil && len(n.Loop.Throws) > 0 {
		return true // what its instances throw as they complete
	}
	switch n.Kind {
	case model.CallActivity, model.AdHocSubProcess:
		return true
	case model.Task:
		return n.Performer == model.ByHandler || n.Performer == model.ByUser
	}
	return n.Performer == model.ByHandler
}

// harmless reports a node that can't fail: nothing is evaluated, sent or performed there.
func harmless(p *model.Process, n *model.Node) bool {
	if n.Loop != nil {
		return false // how often is computed
	}
	for _, f := range n.Out {
		if p.Flows[f].Condition != model.None {
			return false
		}
	}
	if n.IO != nil || n.Script != model.None {
		return false
	}
	switch n.Kind {
	case model.StartEvent, model.EndEvent, model.CatchEvent, model.ThrowEvent, model.BoundaryEvent:
		return !slices.ContainsFunc(n.Triggers, func(t model.Trigger) bool {
			switch t.Kind {
			case model.ErrorTrigger, model.EscalationTrigger, model.TerminateTrigger, model.SignalTrigger, model.CancelTrigger:
				return false
			}
			return true
		})
	case model.Task:
		return n.Performer == model.PassThrough
	case model.ParallelGateway, model.ExclusiveGateway, model.InclusiveGateway:
		return true
	case model.SubProcess, model.EventSubProcess:
		return opensSafely(p, n) // what is inside is asked by itself
	}
	return false
}

// opensSafely reports a composite whose data, boundary events and event
// sub-processes can be made and armed without evaluating anything.
func opensSafely(p *model.Process, n *model.Node) bool {
	if n.Inner == model.None {
		return true
	}
	inner := &p.Scopes[n.Inner]
	if inner.FirstVar < inner.EndVar {
		return false
	}
	for _, list := range [][]int{n.Boundaries, inner.Handlers} {
		for _, e := range list {
			if !harmless(p, &p.Nodes[e]) {
				return false
			}
		}
	}
	return true
}

// uncaught reports what is thrown and taken by nothing.
func (c *checker) uncaught(bag *diag.Bag) {
	for _, t := range c.throws {
		if t.any || t.failure || c.taker(t.node, t.kind, t.code) != model.None || c.mayTake(t) {
			continue
		}
		n := &c.p.Nodes[t.node]
		if n.ForCompensation && c.takenAtThrow(t) {
			continue
		}
		code := CodeErrorUncaught
		word, then := "error", "the instance fails"
		if t.kind == model.EscalationTrigger {
			code, word, then = CodeEscalationUncaught, "escalation", "it is told as a fact, and nothing happens"
		}
		callers, taken := c.callers(t)
		d := diag.New(code, n.Span, "nothing in the process takes the %s %s that %s throws: %s", word, coded(t.code), label(n), then).On(n.ID, n.Name)
		switch {
		case taken || callers == nil:
			if taken {
				continue
			}
			d.Message += ", unless another process calls this one and takes it"
		default:
			if t.kind == model.ErrorTrigger {
				d.Severity = diag.Warning
			}
			for _, caller := range callers {
				d = d.WithRelated(caller.Span, "%s calls the process and does not take it either", label(caller))
			}
		}
		bag.Add(d.WithFix("take it by a boundary event of what is around it, or by an event sub-process"))
	}
}

// takenAtThrow reports whether something takes what a compensation handler throws
// around one of the events that may run it.
func (c *checker) takenAtThrow(t throw) bool {
	return slices.ContainsFunc(c.throws, func(at throw) bool {
		n := &c.p.Nodes[at.node]
		return at.any && (n.Kind == model.EndEvent || n.Kind == model.ThrowEvent) && c.taker(at.node, t.kind, t.code) != model.None
	})
}

// callers are the call activities of the run that call the process and don't take
// what it lets out; taken says that one of them does, or that one is itself called.
func (c *checker) callers(t throw) (out []*model.Node, taken bool) {
	for _, p := range c.pkg.Processes {
		other := checker{pkg: c.pkg, p: p}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Call == nil || n.Call.Key != c.p.ID {
				continue
			}
			if p == c.p || c.isCalled(p) || other.taker(i, t.kind, t.code) != model.None {
				taken = true
			}
			out = append(out, n)
		}
	}
	return out, taken
}

func (c *checker) isCalled(p *model.Process) bool {
	for _, q := range c.pkg.Processes {
		for i := range q.Nodes {
			if call := q.Nodes[i].Call; call != nil && call.Key == p.ID {
				return true
			}
		}
	}
	return false
}

// unreached reports catches that nothing can reach.
func (c *checker) unreached(bag *diag.Bag) {
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		if n.Kind != model.BoundaryEvent && n.Kind != model.StartEvent || len(n.Triggers) != 1 {
			continue
		}
		t := n.Triggers[0]
		if t.Kind != model.ErrorTrigger && t.Kind != model.EscalationTrigger || n.Kind == model.StartEvent && n.Scope == 0 || c.pkg.ComputedCode(t) {
			continue
		}
		code := c.pkg.CodeOf(t)
		if c.reached(i, t.Kind, code) {
			continue
		}
		word := "error"
		if t.Kind == model.EscalationTrigger {
			word = "escalation"
		}
		d := diag.New(CodeCatchUnreached, n.Span, "%s never happens: nothing that it guards throws the %s %s", label(n), word, coded(code)).On(n.ID, n.Name)
		if near, from := c.nearer(i, t.Kind, code); near != model.None {
			d.Message = fmt.Sprintf("%s never happens: %s takes the %s %s before", label(n), label(&c.p.Nodes[near]), word, coded(code))
			d = d.WithRelated(c.p.Nodes[near].Span, "what takes it").WithRelated(c.p.Nodes[from].Span, "what throws it")
		}
		bag.Add(d.WithFix("take it out, or correct its code"))
	}
}

// other is a code that no model has.
const other = "\x00"

// reached reports whether some throw may come to a catch.
func (c *checker) reached(catch int, kind model.TriggerKind, code string) bool {
	for _, t := range c.throws {
		switch {
		case t.any && code != "":
			if c.taker(t.node, kind, code) == catch {
				return true
			}
		case t.any:
			if c.taker(t.node, kind, other) == catch || c.taker(t.node, kind, "") == catch {
				return true
			}
		case t.kind == kind && c.taker(t.node, kind, t.code) == catch:
			return true
		}
	}
	return false
}

// nearer is the catch that takes all that a catch further out would, and a throw of it.
func (c *checker) nearer(catch int, kind model.TriggerKind, code string) (near, from int) {
	for _, t := range c.throws {
		thrown := t.code
		switch {
		case t.any && code == "":
			thrown = other
		case t.any:
			thrown = code
		case t.kind != kind || code != "" && t.code != code:
			continue
		}
		near := c.taker(t.node, kind, thrown)
		if near == model.None {
			continue
		}
		for _, s := range c.steps(t.node) {
			if s.Node == catch {
				return near, t.node
			}
		}
	}
	return model.None, model.None
}

func coded(code string) string {
	if code == "" {
		return "without a code"
	}
	return fmt.Sprintf("%q", code)
}

// label is how a message speaks of a node.
func label(n *model.Node) string {
	word := n.Element
	switch n.Kind {
	case model.BoundaryEvent:
		word = "boundary event"
	case model.StartEvent:
		word = "start event"
	case model.EndEvent:
		word = "end event"
	case model.ThrowEvent:
		word = "throw event"
	case model.CallActivity:
		word = "call activity"
	}
	if n.Name != "" {
		return fmt.Sprintf("%s %q", word, n.Name)
	}
	return fmt.Sprintf("%s %q", word, n.ID)
}
