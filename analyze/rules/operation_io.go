package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// operationIO: a task with an operation or a message has at most one input and
// one output set, and data inputs and outputs that fit the messages (§10.3.3).
func operationIO(p *pass, n *graph.Node) {
	if n.Task == nil || !n.Level.Executable {
		return
	}
	io := n.Act.IO
	operation := p.operationOf(n.Task.OperationRef)
	switch n.Task.Kind {
	case bpmn.ServiceTask:
		switch {
		case operation == nil:
		case io == nil:
			p.on(n.Base, "%s has an operation and no ioSpecification: what the operation gets can't be told", n.Label()).
				fix("add an ioSpecification with one data input for the operation's message, or take operationRef out")
		default:
			p.oneSet(n, io.InputSets, "input")
			if !operation.OutMessageRef.IsZero() {
				p.oneSet(n, io.OutputSets, "output")
				p.fits(n, io.Outputs, operation.OutMessageRef, "output")
			}
			p.fits(n, io.Inputs, operation.InMessageRef, "input")
		}
	case bpmn.SendTask:
		if io != nil && !n.Task.MessageRef.IsZero() {
			p.oneSet(n, io.InputSets, "input")
			p.oneItem(n, io.Inputs, "input")
			p.fits(n, io.Inputs, n.Task.MessageRef, "input")
		}
	case bpmn.ReceiveTask:
		if io != nil && !n.Task.MessageRef.IsZero() {
			p.oneSet(n, io.OutputSets, "output")
			p.oneItem(n, io.Outputs, "output")
			p.fits(n, io.Outputs, n.Task.MessageRef, "output")
		}
	}
}

func (p *pass) operationOf(r bpmn.Ref) *bpmn.Operation {
	e, _ := p.file.Lookup(r)
	o, _ := e.(*bpmn.Operation)
	return o
}

func (p *pass) oneSet(n *graph.Node, sets []*bpmn.IOSet, what string) {
	if len(sets) > 1 {
		p.on(n.Base, "%s has %d %s sets; with a message there is one", n.Label(), len(sets), what).related(sets[1].Span, "the second").
			fix("keep one %s set", what)
	}
}

func (p *pass) oneItem(n *graph.Node, items []*bpmn.DataItem, what string) {
	if len(items) > 1 {
		p.on(n.Base, "%s has %d data %ss; with a message there is one", n.Label(), len(items), what).related(items[1].Span, "the second").
			fix("keep one data %s, of the message's type", what)
	}
}

// fits: one of the items has the type of the message.
func (p *pass) fits(n *graph.Node, items []*bpmn.DataItem, message bpmn.Ref, what string) {
	e, ok := p.file.Lookup(message)
	if !ok || len(items) == 0 {
		return
	}
	m, ok := e.(*bpmn.Message)
	if !ok || m.ItemRef.IsZero() {
		return
	}
	for _, d := range items {
		if p.sameItem(d.ItemSubjectRef, m.ItemRef) {
			return
		}
	}
	p.on(n.Base, "no data %s of %s has the type of %s", what, n.Label(), label(&m.Base)).
		related(items[0].Span, "the data %s", what).related(m.Span, "the message").
		fix("give the data %s the message's item definition", what)
}
