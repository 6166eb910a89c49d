package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// conditional adds the condition of a conditional event with what it depends on (EV §2.7).
func (b *builder) conditional(n *graph.Node, i, k int, d *bpmn.EventDefinition, scope int) []diag.Diagnostic {
	c := d.Condition
	if c == nil || strings.TrimSpace(c.Text.Value) == "" {
		return nil // the rules say so
	}
	return b.expression(c.Text.Value, b.language(c), textAt(c.Text), b.envs[scope], boolean, model.Expression{
		Origin: origin(n.Base), Scope: scope, Purpose: model.Condition,
	}, func(x int) {
		t := &b.p.Nodes[i].Triggers[k]
		t.Expr = x
		t.Reads = b.reads(b.p.Exprs[x].Typed)
		b.widened(b.p.Exprs[x].Typed)
		b.beanWidens(b.p.Exprs[x].Typed)
	})
}

// reads are the bits of the paths that an expression reads; none: anything. What
// reads nothing is constant, and being evaluated too often does no harm.
func (b *builder) reads(t *expr.Typed) []int {
	set := expr.Reads(t)
	if set.Any {
		return nil
	}
	var out []int
	for _, p := range set.Paths {
		v, ok := b.varOf[p.Sym]
		if !ok {
			return nil
		}
		bit, typ, depth := b.p.Vars[v].FirstPath, b.p.Vars[v].Type, 0
		for _, f := range p.Fields {
			parts := model.Parts(typ, depth)
			at := -1
			for j, part := range parts {
				if part.Name == f {
					at = j
				}
			}
			if at < 0 {
				break // told as a part of the path so far
			}
			bit++
			for _, before := range parts[:at] {
				bit += width(before.Type, depth+1)
			}
			typ, depth = parts[at].Type, depth+1
		}
		out = append(out, bit)
	}
	return out
}

// width is how many bits a path and the paths in it have.
func width(t *types.Type, depth int) int {
	n := 1
	for _, f := range model.Parts(t, depth) {
		n += width(f.Type, depth+1)
	}
	return n
}
