package soundness

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// codeOf is the code of the error or escalation that an event throws or
// catches; "" is none, which as a catch takes all (S6.1).
func codeOf(n *graph.Node, kind bpmn.TriggerKind) string {
	for _, d := range definitions(n) {
		if d.Kind != kind {
			continue
		}
		e, ok := n.Level.File.Lookup(d.Ref)
		if !ok {
			return d.Ref.Local
		}
		switch e := e.(type) {
		case *bpmn.Error:
			return e.ErrorCode
		case *bpmn.Escalation:
			return e.EscalationCode
		}
	}
	return ""
}

// caught is one end of the way that an error or escalation climbs.
type caught struct {
	node  *graph.Node // nil: nothing takes it
	scope *scope      // that node is in, or guards as an event sub-process' start
	inner *scope      // the composite that a boundary event is on, or the event sub-process
	some  []int32     // flags: event sub-processes that are no longer armed
	zero  []int32
}

// computed reports a code that is an expression: it can be any.
func computed(code string) bool {
	return strings.HasPrefix(strings.TrimSpace(code), "=") || strings.Contains(code, "${") || strings.Contains(code, "#{")
}

// climbs finds what takes what a node throws, whatever code that comes to have.
func (b *builder) climbs(s *scope, n *graph.Node, kind bpmn.TriggerKind) []caught {
	code := codeOf(n, kind)
	if !computed(code) {
		return b.climb(s, kind, code)
	}
	codes := []string{""}
	add := func(e *graph.Node) {
		if e != nil && triggered(e, kind) && !slices.Contains(codes, codeOf(e, kind)) {
			codes = append(codes, codeOf(e, kind))
		}
	}
	for cur := s; cur != nil; cur = cur.up {
		for _, h := range cur.esps {
			add(h.start)
		}
		if cur.host != nil {
			for _, e := range cur.host.Boundaries {
				add(e)
			}
		}
	}
	var out []caught
	for _, code := range codes {
		for _, c := range b.climb(s, kind, code) {
			if !slices.ContainsFunc(out, func(o caught) bool { return o.node == c.node && o.scope == c.scope && slices.Equal(o.some, c.some) }) {
				out = append(out, c)
			}
		}
	}
	return out
}

// climb finds what takes a throw in a scope (S6.1): nearest first, and, where an
// event sub-process may have started already, what takes it then.
func (b *builder) climb(s *scope, kind bpmn.TriggerKind, code string) []caught {
	var out []caught
	var gone []int32
	var own *scope
	for cur := s; ; {
		for _, h := range cur.esps { // one whose code is not known may take it or not
			if h == own || !triggered(h.start, kind) || !computed(codeOf(h.start, kind)) {
				continue
			}
			c := caught{node: h.start, scope: cur, inner: h, some: slices.Clone(gone)}
			if cur.broken != none {
				c.zero = []int32{cur.broken}
			}
			out = append(out, c)
		}
		if h := handlerOf(cur, own, kind, code); h != nil {
			c := caught{node: h.start, scope: cur, inner: h, some: slices.Clone(gone)}
			if cur.broken != none {
				c.zero = []int32{cur.broken}
			}
			out = append(out, c)
			if cur.broken == none {
				return out
			}
			gone = append(gone, cur.broken)
		}
		if cur.up == nil {
			return append(out, caught{some: gone})
		}
		own = nil
		if !cur.esp {
			for _, e := range cur.host.Boundaries {
				if triggered(e, kind) && computed(codeOf(e, kind)) {
					out = append(out, caught{node: e, scope: cur.up, inner: cur, some: gone})
				}
			}
		}
		if cur.esp {
			own = cur
		} else if e := boundaryOf(cur.host, kind, code); e != nil {
			return append(out, caught{node: e, scope: cur.up, inner: cur, some: gone})
		}
		cur = cur.up
	}
}

func handlerOf(s, not *scope, kind bpmn.TriggerKind, code string) *scope {
	var all *scope
	for _, h := range s.esps {
		if h == not || !triggered(h.start, kind) {
			continue
		}
		switch c := codeOf(h.start, kind); {
		case c == "" && all == nil:
			all = h
		case c == code && code != "":
			return h
		}
	}
	return all
}

func boundaryOf(host *graph.Node, kind bpmn.TriggerKind, code string) *graph.Node {
	var all *graph.Node
	for _, e := range host.Boundaries {
		if !triggered(e, kind) {
			continue
		}
		switch c := codeOf(e, kind); {
		case c == "" && all == nil:
			all = e
		case c == code && code != "":
			return e
		}
	}
	return all
}

// raise adds what happens when a catch takes what a transition throws. gone: the
// thrower's token is gone whatever takes it.
func (b *builder) raise(s *scope, t transition, c caught, gone bool) {
	t.some, t.zero = append(slices.Clone(t.some), c.some...), append(slices.Clone(t.zero), c.zero...)
	t.catch = c.node
	t.act = actRaise
	n := t.node
	kind := bpmn.ErrorTrigger
	if !gone {
		kind = bpmn.EscalationTrigger
	}
	if n == nil {
		n = b.raising
	}
	t.code = codeOf(n, kind)
	switch {
	case c.node == nil:
		t.act = actUncaught
		t.clear = []span{b.parts[s.part].places}
		b.add(s, n, t)
		return
	case c.inner.esp:
		if c.node.Event.IsInterrupting {
			t.clear = append(slices.Clone(t.clear), c.scope.besides(b)...) // what can be compensated stays so (S8.1)
			t.mark = append(slices.Clone(t.mark), c.scope.broken)
			t.put = append(slices.Clone(t.put), c.inner.act)
			for _, w := range b.outs(c.inner, c.node) {
				u := t
				u.put = append(slices.Clone(t.put), w.put...)
				b.add(s, n, u)
			}
			return
		}
		t.put = append(slices.Clone(t.put), c.inner.wait)
		b.goOn(s, n, t, gone)
		return
	}
	interrupts := c.node.Event.CancelActivity
	for _, w := range b.outs(c.scope, c.node) {
		u := t
		if interrupts {
			u.take = append(slices.Clone(t.take), c.inner.act)
			u.clear = append(append(slices.Clone(t.clear), c.inner.span), c.scope.leaves(c.inner.host)...)
			u.put = append(slices.Clone(t.put), w.put...)
			b.add(s, n, u)
			continue
		}
		u.put = append(slices.Clone(t.put), w.put...)
		b.goOn(s, n, u, gone)
	}
}

// goOn lets the thrower of something that does not interrupt it go on.
func (b *builder) goOn(s *scope, n *graph.Node, t transition, gone bool) {
	if gone || n.Is(bpmn.EndEvent) {
		b.add(s, n, t)
		return
	}
	act := t.act
	for _, w := range b.outs(s, n) {
		u := t
		u.act = act
		u.put = append(slices.Clone(w.put), t.put...)
		b.add(s, n, u)
	}
}

// workRaises lets the work of a task raise the errors and escalations for which a
// catch further out waits and that no throw of the model gives it.
func (b *builder) workRaises(s *scope, n *graph.Node, at int32) {
	for cur := s; cur != nil; cur = cur.up {
		for _, h := range cur.esps {
			for _, kind := range []bpmn.TriggerKind{bpmn.ErrorTrigger, bpmn.EscalationTrigger} {
				if triggered(h.start, kind) && !within(s, h) && !b.fed[catchAt{h.start, h.index}] {
					b.workRaise(s, n, at, h.start, kind)
				}
			}
		}
		if cur.host == nil || cur.esp {
			continue
		}
		for _, e := range cur.host.Boundaries {
			for _, kind := range []bpmn.TriggerKind{bpmn.ErrorTrigger, bpmn.EscalationTrigger} {
				if triggered(e, kind) && !b.fed[catchAt{e, cur.index}] {
					b.workRaise(s, n, at, e, kind)
				}
			}
		}
	}
}

func within(s, outer *scope) bool {
	for ; s != nil; s = s.up {
		if s == outer {
			return true
		}
	}
	return false
}

func (b *builder) workRaise(s *scope, n *graph.Node, at int32, catch *graph.Node, kind bpmn.TriggerKind) {
	code := codeOf(catch, kind)
	if boundaryOf(n, kind, code) != nil {
		return
	}
	for _, c := range b.climb(s, kind, code) {
		if c.node != catch {
			continue
		}
		b.raising = catch
		t := transition{act: actRaise, take: []int32{at}, wait: true, clear: s.leaves(n), node: n}
		if kind == bpmn.EscalationTrigger { // the work goes on
			t.take, t.clear, t.some = nil, nil, []int32{at}
		}
		before := len(b.trans)
		switch counts := c.scope.counts[catch]; {
		case kind == bpmn.EscalationTrigger && len(counts) > 0:
			for i := range counts {
				u := t
				u.zero, u.mark = []int32{counts[i]}, []int32{counts[i]}
				if i > 0 {
					u.some = append(slices.Clone(t.some), counts[i-1])
				}
				b.raise(s, u, c, true)
			}
		case kind == bpmn.EscalationTrigger && c.inner.esp:
			t.zero = []int32{c.inner.act, c.inner.wait}
			b.raise(s, t, c, true)
		default:
			b.raise(s, t, c, true)
		}
		for i := before; i < len(b.trans); i++ {
			b.trans[i].code = code
		}
	}
}
