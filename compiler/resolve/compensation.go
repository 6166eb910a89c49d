package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// compensation says what undoes each activity (§10.7, S8.1): the activity that its
// boundary event is joined to, the compensation event sub-process inside it, or,
// where there is neither, what can be compensated inside it. Where nothing asks
// for compensation nothing is kept for it.
func (b *builder) compensation() {
	joined := b.joined()
	asked := b.p.Compensates()
	for i, n := range b.nodes {
		if m := &b.p.Nodes[i]; n.Event != nil && len(m.Triggers) > 0 {
			for k, d := range b.definitions(n) {
				b.compensates(d, &m.Triggers[k])
			}
		}
	}
	for i := len(b.nodes) - 1; i >= 0; i-- { // what is inside a node stands behind it
		n, m := b.nodes[i], &b.p.Nodes[i]
		of := n
		if l := b.hosted(i); l != nil {
			of = l.node
		}
		m.ForCompensation = of.ForCompensation()
		if of.Act == nil || !asked || of.Act.IsForCompensation || n.IsEventSubProcess() && m.ForCompensation {
			continue
		}
		if h := b.handler(n, joined); h != nil {
			m.Compensation = &model.Compensation{Handler: b.at[h]}
			continue
		}
		if m.Inner == model.None {
			continue
		}
		inner := &b.p.Scopes[m.Inner]
		for k := inner.First; k < inner.End; k++ {
			if in := &b.p.Nodes[k]; in.Scope == m.Inner && in.Compensation != nil {
				m.Compensation = &model.Compensation{Handler: model.None}
				break
			}
		}
	}
}

// hosted is the repeated activity whose host a node is, nil where it is none.
func (b *builder) hosted(i int) *loop {
	for _, l := range b.loops {
		if l.host == i {
			return l
		}
	}
	return nil
}

// handler is what an activity has to be compensated by, nil for nothing: another
// activity, or the start event of an event sub-process.
func (b *builder) handler(n *graph.Node, joined map[*graph.Node][]*graph.Node) *graph.Node {
	for _, bd := range n.Boundaries {
		for _, h := range joined[bd] {
			if h.Level == n.Level && h != n {
				return h
			}
		}
	}
	if n.Inner != nil {
		return n.Inner.CompensationStart()
	}
	return nil
}

// compensates says what a compensation throw names (S8.2).
func (b *builder) compensates(d *bpmn.EventDefinition, t *model.Trigger) {
	if d.Kind != bpmn.CompensateTrigger {
		return
	}
	if e, ok := b.file.Lookup(d.Ref); ok {
		if n := b.file.Node(e); n != nil {
			if i, ok := b.at[n]; ok {
				t.Activity = i
			}
		}
	}
	switch strings.ToLower(strings.TrimSpace(d.WaitForCompletion)) {
	case "false", "0":
		t.NoWait = true
	}
}
