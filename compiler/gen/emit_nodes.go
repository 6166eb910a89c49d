package gen

import "github.com/dave/jennifer/jen"

// emitNodes writes a constant a node, documented with what and where it is.
func emitNodes(f *file, q *processPlan) {
	if len(q.nodes) == 0 {
		return
	}
	f.add(comment("The flow nodes of process "+describeProcess(q.Process)+"."),
		jen.Const().DefsFunc(func(g *jen.Group) {
			for i, n := range q.nodes {
				if n.name == "" {
					continue // a Link throw, which is no node at run time (EV §2.8)
				}
				g.Add(comment(n.name + " is the " + describe(&q.Nodes[i]) + "."))
				g.Id(n.name).Add(rt("Node")).Op("=").Lit(i)
			}
		}))
}

// emitFlows writes a constant a sequence flow.
func emitFlows(f *file, q *processPlan) {
	if len(q.flows) == 0 {
		return
	}
	f.add(comment("The sequence flows of process "+describeProcess(q.Process)+"."),
		jen.Const().DefsFunc(func(g *jen.Group) {
			for i, fl := range q.flows {
				g.Add(comment(fl.name + " is the sequence flow " + describeFlow(&q.Flows[i]) + "."))
				g.Id(fl.name).Add(rt("Flow")).Op("=").Lit(i)
			}
		}))
}
