package resolve

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// loopKeys: where the instances of a parallel multi-instance activity can wait
// for one message at once, its key reads data of the instance: a key that is the
// same in all of them says nothing of which is meant (S4.5, EV §2.9.3). That a
// key is there the rules say.
func (b *builder) loopKeys() {
	for _, l := range b.loops {
		if l.model().Kind != model.ParallelInstances {
			continue
		}
		scope := &b.p.Scopes[l.scope]
		for i := scope.First; i < scope.End; i++ {
			if n := b.nodes[i]; catches(n) {
				b.loopKey(l, i)
			}
		}
	}
}

// loopKey looks at the keys that one node inside the instances waits for.
func (b *builder) loopKey(l *loop, i int) {
	for _, t := range b.p.Nodes[i].Triggers {
		if t.Kind != model.MessageTrigger || t.Ref == model.None || t.Conversation == 0 && len(t.Key) == 0 {
			continue
		}
		if slices.ContainsFunc(t.Key, func(x int) bool { return x == model.None || b.readsWithin(x, l.scope) }) {
			continue
		}
		n, m := b.nodes[i], b.messages[t.Ref]
		b.bag.Add(n.Report(CodeLoopKey, n.Span, "the correlation key of %s is the same in all instances of %s, so that it can't say which one it is for",
			graph.Label(&m.Base), l.node.Label()).
			WithRelated(l.spec().Span, "several wait at once").WithRelated(m.Span, "the message").
			WithFix("give the message a key that reads the item or the loopCounter, or let the instances run one after the other"))
	}
}

// readsWithin reports whether an expression reads data of a scope or of one inside it.
func (b *builder) readsWithin(x, scope int) bool {
	set := expr.Reads(b.p.Exprs[x].Typed)
	return slices.ContainsFunc(set.Paths, func(p expr.Path) bool {
		v, ok := b.varOf[p.Sym]
		if !ok {
			return false
		}
		for s := b.p.Vars[v].Scope; s != model.None; s = b.p.Scopes[s].Parent {
			if s == scope {
				return true
			}
		}
		return false
	})
}
