package gen

import "github.com/bpmngen/bpmngen/compiler/model"

// processNames are the package-level names of one process.
type processNames struct {
	// Exported.
	processID, fingerprint, vars, instance, handlers, unimplemented, register, start, run string
	// Unexported; they begin with the process's own name, so that they don't meet the host's.
	definition, program, data, open string
	tables                          struct{ nodes, flows, events string }
}

// wish asks for the process's names. Types and constants begin with the
// prefix (OrderVars), functions carry it after their verb (StartOrder).
func (q *processPlan) wish(n *names, prefix string) {
	low := unexported(prefix + q.GoName)
	pre := prefix + q.Prefix
	for _, w := range []struct {
		dst  *string
		name string
	}{
		{&q.processID, pre + "ProcessID"},
		{&q.fingerprint, pre + "Fingerprint"},
		{&q.vars, pre + "Vars"},
		{&q.instance, pre + "Instance"},
		{&q.register, "Register" + pre},
		{&q.definition, low + "Definition"},
		{&q.tables.nodes, low + "Nodes"},
		{&q.tables.flows, low + "Flows"},
		{&q.tables.events, low + "Events"},
		{&q.program, low + "Program"},
		{&q.data, low + "Instance"},
	} {
		n.want(w.dst, w.name, "")
	}
	if q.DefaultStart != model.None || len(q.Starts) == 0 {
		n.want(&q.start, "Start"+pre, "")
		n.want(&q.run, "Run"+pre, "")
	}
}

// wishTask asks for the names that a task brings.
func (q *processPlan) wishTask(n *names, prefix string, t *taskPlan) {
	node := &q.Nodes[t.node]
	pre := prefix + q.Prefix
	n.want(&t.work, unexported(prefix+q.GoName)+"Work"+node.GoName, node.ID)
	if t.io != nil {
		n.want(&t.in, pre+node.GoName+"In", node.ID)
		n.want(&t.out, pre+node.GoName+"Out", node.ID)
	}
	if node.Performer == model.ByUser {
		n.want(&t.taskType, pre+node.GoName+"Task", node.ID)
		n.want(&t.list, pre+node.GoName+"Tasks", node.ID)
		n.want(&t.complete, "Complete"+pre+node.GoName, node.ID)
	}
}

// wishHandlers asks for what a process with handlers needs besides.
func (q *processPlan) wishHandlers(n *names, prefix string) {
	pre := prefix + q.Prefix
	n.want(&q.handlers, pre+"Handlers", "")
	n.want(&q.unimplemented, "Unimplemented"+pre+"Handlers", "")
	for _, t := range q.tasks {
		if t.io == nil && q.Nodes[t.node].Performer == model.ByHandler {
			n.want(&q.open, "open"+prefix+q.GoName, "")
			return
		}
	}
}
