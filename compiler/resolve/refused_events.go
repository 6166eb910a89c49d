package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// isComputedName reports a name or code that a vendor's engine would evaluate.
func isComputedName(s string) bool {
	return strings.HasPrefix(strings.TrimSpace(s), "=") || computed(s)
}

// eventData reports payloads that are no plain value: parts of lists and mappings
// in the wrong direction.
func (b *builder) eventData(n *graph.Node) (diag.Span, string, bool) {
	node := &b.p.Nodes[b.at[n]]
	if n.Event != nil && node.Kind == model.Task {
		return n.Span, "data of an event that the host sends", mappingOf(n) != nil || b.eventMapping(n) != nil
	}
	if len(node.Triggers) == 0 {
		return b.oddMapping(n, b.eventMapping(n))
	}
	for k := range node.Triggers {
		if at, what, odd := b.oddMapping(n, b.mappingAt(n, k)); odd {
			return at, what, odd
		}
	}
	return diag.Span{}, "", false
}

func (b *builder) oddMapping(n *graph.Node, m *taskMapping) (diag.Span, string, bool) {
	switch {
	case m == nil:
		return diag.Span{}, "", false
	case m.odd != "":
		return m.oddAt, m.odd, true
	case catches(n) && len(m.in) > 0:
		return m.at, "an input mapping of a catch event", true
	case !catches(n) && len(m.out) > 0:
		return m.at, "an output mapping of a throw event", true
	}
	return diag.Span{}, "", false
}
