package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/dialect"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// The namespaces of the vendors whose extensions say something of execution.
const (
	zeebeNS    = dialect.Zeebe
	camundaNS  = dialect.Camunda
	activitiNS = dialect.Activiti
	flowableNS = dialect.Flowable
)

// work decides who performs a task (§10.3.3, §13.3.3).
func (b *builder) work(n *graph.Node, m *model.Node) {
	t := n.Task
	switch t.Kind {
	case bpmn.NoneTask, bpmn.ManualTask:
		m.Performer = model.PassThrough
		if b.opts.EveryTaskIsWork || job(n.Base) != "" {
			m.Performer = model.ByHandler
		}
	case bpmn.UserTask:
		m.Performer = model.ByUser
	case bpmn.ReceiveTask:
		// With a message it is a wait of the events' own; without one the host completes it (S4.6).
		m.Performer = model.ByUser
	default:
		m.Performer = model.ByHandler
	}
	if b.scriptOf(n) != nil {
		m.Performer = model.ByScript
	}
	m.Meta = meta(n)
}

// nodeExpressions adds the expressions that a node carries.
func (b *builder) nodeExpressions(n *graph.Node, i, scope int) []diag.Diagnostic {
	if s := b.scriptOf(n); s != nil {
		return b.script(n, i, scope, s)
	}
	if n.IsGateway(bpmn.ComplexGateway) {
		return b.activation(n, i, scope)
	}
	if b.p.Nodes[i].AdHoc != nil {
		return append(b.adHocExpressions(n, i), b.subProcessMapping(n, i, scope)...)
	}
	if n.Sub != nil {
		return b.subProcessMapping(n, i, scope)
	}
	if len(b.p.Nodes[i].Triggers) > 0 {
		return b.eventExpressions(n, i, scope)
	}
	if n.Call != nil {
		return append(b.callExpressions(n, i, scope), b.mapping(n, i, scope)...)
	}
	return b.mapping(n, i, scope)
}

// meta gathers what extensions tell the host, in document order.
func meta(n *graph.Node) []model.Meta { return metaOfBase(n.Base) }

func metaOfBase(b *bpmn.Base) []model.Meta {
	var out []model.Meta
	for _, e := range dialect.DataOf(b) {
		m := model.Meta{Key: e.Key, Value: e.Value}
		switch {
		case e.At != nil:
			m.Span = e.At.ValueSpan
		default:
			m.Span = e.On.Span
		}
		out = append(out, m)
	}
	return out
}
