package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// resourceRoles: a resource role names a resource or says by an expression who
// it is, not both; parameters belong to a resource (§10.3.1, Table 10.5).
func resourceRoles(p *pass, n *graph.Node) {
	if n.Act == nil {
		return
	}
	for _, r := range n.Act.ResourceRoles {
		var ref, binding, by *bpmn.Raw
		for _, c := range r.Children {
			switch c.Name.Local {
			case "resourceRef":
				ref = c
			case "resourceParameterBinding":
				binding = c
			case "resourceAssignmentExpression":
				by = c
			}
		}
		switch {
		case ref != nil && by != nil:
			p.at(n.Base, r.Span, "the %s of %s names a resource and has an assignment expression", graph.Words(r.Name.Local), n.Label()).
				related(by.Span, "the expression").fix("keep one of the two")
		case ref == nil && binding != nil:
			p.at(n.Base, r.Span, "the %s of %s binds parameters of no resource", graph.Words(r.Name.Local), n.Label()).
				related(binding.Span, "the binding").fix("name the resource, or take the binding out")
		}
	}
}
