package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// mergePlan is a field of a payload that goes to the variable of its name.
type mergePlan struct {
	mappingPlan
	field    string // Go, of the payload
	optional bool   // it may be left out, and then changes nothing
}

// mergeTarget plans where a field goes. A field that the payload need not have is
// a pointer to what the variable is.
func (q *processPlan) mergeTarget(m model.Merge) (mergePlan, error) {
	w, err := q.variableTarget(model.None, m.Var, nil)
	if err != nil {
		return mergePlan{}, err
	}
	v, f := types.Resolve(w.typ), types.Resolve(m.Field.Type)
	out := mergePlan{mappingPlan: w, field: m.Field.Go, optional: f.Kind == types.Optional && v.Kind != types.Optional}
	if m.Field.Go == "" {
		return out, fmt.Errorf("a field of a payload has no name")
	}
	return out, nil
}

// writeMerges writes those fields of a payload that are there to the variables of
// their names.
func (q *processPlan) writeMerges(g *jen.Group, f *file, node int, merges []mergePlan) {
	y := f.plan.types
	for _, m := range merges {
		write := func(g *jen.Group, value string) {
			next := m.firstBit
			for _, l := range leaves(nil, m.selector, m.typ, m.around, m.depth, &next) {
				from := jen.Id(value + l.selector[len(m.selector):])
				to := jen.Id(q.path(q.Nodes[node].Scope, m.scope) + l.selector)
				g.If(y.differ(l.typ, to, from)).Block(writeLeaf(y, l, to, from)...)
			}
		}
		if !m.optional {
			write(g, "payload."+m.field)
			continue
		}
		g.If(jen.Id("payload." + m.field).Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
			g.Id("value").Op(":=").Op("*").Id("payload." + m.field)
			write(g, "value")
		})
	}
}
