package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// gatewayDirection: what gatewayDirection says of the flows is so (§10.6.1, Table 10.103).
func gatewayDirection(p *pass, n *graph.Node) {
	if n.Gateway == nil {
		return
	}
	manyIn, manyOut := len(n.In) > 1, len(n.Out) > 1
	var want string
	switch n.Gateway.Direction {
	case "Converging":
		if manyIn && !manyOut {
			return
		}
		want = "several incoming flows and one outgoing"
	case "Diverging":
		if !manyIn && manyOut {
			return
		}
		want = "one incoming flow and several outgoing"
	case "Mixed":
		if manyIn && manyOut {
			return
		}
		want = "several incoming flows and several outgoing"
	default:
		return
	}
	p.on(n.Base, "%s says %s, which has %s; it has %d incoming and %d outgoing", n.Label(), n.Gateway.Direction, want, len(n.In), len(n.Out)).
		fix("take gatewayDirection out, or draw the flows as it says")
}
