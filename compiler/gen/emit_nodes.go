package gen

// emitNodes writes a constant a node, documented with what and where it is. A
// Link throw has none: it is no node at run time (EV §2.8).
func emitNodes(f *file, q *processPlan) {
	var list []constant
	for i, n := range q.nodes {
		if n.name != "" {
			list = append(list, constant{n.name, "is the " + describe(&q.Nodes[i]) + ".", i})
		}
	}
	f.constants("The flow nodes of process "+describeProcess(q.Process)+".", "Node", list)
}

// emitFlows writes a constant a sequence flow.
func emitFlows(f *file, q *processPlan) {
	var list []constant
	for i, fl := range q.flows {
		list = append(list, constant{fl.name, "is the sequence flow " + describeFlow(&q.Flows[i]) + ".", i})
	}
	f.constants("The sequence flows of process "+describeProcess(q.Process)+".", "Flow", list)
}
