package model

// AdHoc is what an ad-hoc sub-process has beside its scope (S8.4, §13.3.5).
type AdHoc struct {
	// Sequential: one activity at a time.
	Sequential bool
	// KeepRemaining: when it completes, activities that run are waited for.
	KeepRemaining bool
	// Automatic: what a flow leads to runs without being picked, and without a
	// condition it completes when nothing is left to run (zeebe:adHoc).
	Automatic bool
	// Completion is its completion condition, Elements the list of the ids of what
	// runs when it opens: indexes into Process.Exprs, None where absent.
	Completion, Elements int
}

// Pickable reports an element of an ad-hoc sub-process that the host may let
// begin: an activity, or an event or gateway without incoming flows.
func (p *Process) Pickable(node int) bool {
	n := &p.Nodes[node]
	return n.InAdHoc || len(n.In) == 0 && n.Kind != BoundaryEvent && n.Kind != EventSubProcess && !n.Activity()
}

// Activity reports a task, a sub-process that no event starts, or a call activity.
func (n *Node) Activity() bool {
	switch n.Kind {
	case Task, SubProcess, Transaction, AdHocSubProcess, CallActivity:
		return true
	}
	return false
}
