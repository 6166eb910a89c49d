package graph

// ImplicitStart reports a node that gets a token when its level opens without a
// start event: an activity or gateway without incoming flows, never one for
// compensation, never an event sub-process (S1.5, SC §2.3).
func ImplicitStart(n *Node) bool {
	if len(n.In) > 0 || n.IsEventSubProcess() {
		return false
	}
	if n.Act != nil {
		return !n.Act.IsForCompensation
	}
	return n.Gateway != nil
}
