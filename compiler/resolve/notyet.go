package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// construct is a kind of BPMN construct that can't be executed yet. The list of
// them shrinks as the executable set grows; nothing else knows of it.
type construct struct {
	code diag.Code
	// at reports whether a node is one; the span and the words are for the message.
	at func(b *builder, n *graph.Node) (diag.Span, string, bool)
}

// constructs are asked in this order; a node gets the first that fits of each group.
var constructs = [][]construct{
	{{CodeDataFlow, dataFlow}},
	{{CodeVendorMapping, vendorMap}},
}

// notYet says once for each what of the process can't be executed yet.
func (b *builder) notYet() {
	for i, n := range b.nodes {
		if b.p.Nodes[i].Loop != nil {
			continue // the activity itself is another node
		}
		b.unreadable(n)
		for _, group := range constructs {
			for _, c := range group {
				at, what, ok := c.at(b, n)
				if !ok {
					continue
				}
				b.bag.Add(n.Report(c.code, at, "%s is not executable yet: %s", what, graph.Label(n.Base)).
					WithFix("model it with what compiles today (bpmngen explain %s), or wait for a later version", c.code))
				break
			}
		}
	}
}

// dataFlow: of the data associations of a task, those that are a copy, a
// transformation or assignments of whole values are compiled. Other activities have none yet.
func dataFlow(b *builder, n *graph.Node) (diag.Span, string, bool) {
	if n.Event != nil && mappingOf(n) == nil {
		return b.eventData(n)
	}
	if n.Act == nil || mappingOf(n) != nil {
		return diag.Span{}, "", false
	}
	if n.Task != nil && len(b.p.Nodes[b.at[n]].Triggers) > 0 {
		return b.eventData(n)
	}
	if n.Task != nil {
		m := b.specOf(b.file, n)
		switch {
		case m == nil:
			return diag.Span{}, "", false
		case m.odd != "":
			return m.oddAt, m.odd, true
		}
		return m.at, "data output of a task that nobody performs", b.unperformed(n, m)
	}
	if n.Call != nil {
		return diag.Span{}, "", false
	}
	for _, list := range [][]*bpmn.DataAssociation{n.Act.DataInputs, n.Act.DataOutputs} {
		for _, a := range list {
			if len(a.Assignments) > 0 || a.Transformation != nil {
				return a.Span, "a data association of " + graph.An(graph.Words(n.XML.Local)) + " with an assignment or a transformation", true
			}
		}
	}
	return diag.Span{}, "", false
}

// vendorMap: mappings that are no plain expression into a name, and those of
// what is no task.
func vendorMap(b *builder, n *graph.Node) (diag.Span, string, bool) {
	m := mappingOf(n)
	switch {
	case n.Call != nil:
		return b.callOdd(n)
	case m == nil:
		return diag.Span{}, "", false
	case m.odd != "":
		return m.oddAt, m.odd, true
	case n.Event != nil || n.Task != nil && len(b.p.Nodes[b.at[n]].Triggers) > 0:
		return b.eventData(n)
	case b.unperformed(n, m):
		return m.at, "an output mapping of a task that nobody performs", true
	}
	return m.at, "an input and output mapping of " + graph.An(graph.Words(n.XML.Local)), n.Task == nil && subProcessIO(n) == nil
}

// unperformed reports outputs at a task that is passed through: no work writes them.
func (b *builder) unperformed(n *graph.Node, m *taskMapping) bool {
	return n.Task != nil && len(m.out) > 0 && b.p.Nodes[b.at[n]].Performer == model.PassThrough
}
