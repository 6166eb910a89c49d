package gen

import "github.com/bpmngen/bpmngen/compiler/model"

// processNames are the package-level names of one process.
type processNames struct {
	// Exported.
	processID, fingerprint, instance, handlers, unimplemented, register, start, run, storesType string
	// Unexported; they begin with the process's own name, so that they don't meet the host's.
	definition, program string
	tables              struct{ nodes, flows, events string }
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
	for _, r := range q.regions[1:] {
		s := &q.Scopes[r.scope]
		n.want(&r.vars, pre+s.GoName+"Vars", s.ID)
		n.want(&r.data, low+s.GoName+"Scope", s.ID)
	}
	if q.DefaultStart != model.None || len(q.Starts) == 0 && (len(q.EventStarts) == 0 || len(q.Scopes[0].Seeds) > 0) {
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
	if len(q.stores) > 0 {
		n.want(&q.storesType, pre+"Stores", "")
	}
	asked := map[*regionPlan]bool{}
	for i := range q.tasks {
		t := &q.tasks[i]
		r := q.taskRegion(t)
		if t.io == nil && q.Nodes[t.node].Performer == model.ByHandler && !asked[r] {
			asked[r] = true
			s := q.scopeOf(r)
			n.want(&r.open, "open"+prefix+q.GoName+s.GoName, s.ID)
		}
	}
}
