// Package ranges finds what is wrong with conditions beside each other: values
// for which a split takes no way (S2.1, S2.3, S1.4: a fault at run time),
// conditions that are never true, and, at exclusive gateways, conditions that
// hold together, so that their order in the file decides. It speaks only where
// it knows: see expr.DecideRanges.
package ranges

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// The codes of this package.
const (
	codeGap     diag.Code = "BG3020"
	codeOverlap diag.Code = "BG3021"
	codeNever   diag.Code = "BG3022"
)

// maxConditions bounds the conditions of one split that are held against each
// other; a split with more is not looked at.
const maxConditions = 64

// Check reports on every split of a process, in document order. It changes nothing.
func Check(p *model.Process, bag *diag.Bag) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch n.Kind {
		case model.ParallelGateway, model.EventBasedGateway, model.ComplexGateway:
			continue
		}
		split(p, n, bag)
	}
}

// split looks at the conditions of one node's outgoing flows.
func split(p *model.Process, n *model.Node, bag *diag.Bag) {
	var conds []*expr.Typed
	var flows []*model.Flow
	open := true // nothing but the conditions can take the token on
	for _, f := range n.Out {
		flow := &p.Flows[f]
		if flow.Condition == model.None || f == n.Default {
			open = false
			continue
		}
		conds = append(conds, p.Exprs[flow.Condition].Typed)
		flows = append(flows, flow)
	}
	if len(conds) == 0 || len(conds) > maxConditions {
		return
	}
	r := expr.DecideRanges(conds)
	for _, i := range r.Never {
		f := flows[i]
		bag.Add(diag.New(codeNever, place(p, f), "the condition of this flow is never true").On(f.ID, f.Name).
			WithFix("mend the condition, or take the flow out"))
	}
	if r.Gap != nil && open {
		bag.Add(gap(n, r.Gap))
	}
	if n.Kind != model.ExclusiveGateway {
		return
	}
	for _, o := range r.Overlaps {
		first, second := flows[o.First], flows[o.Second]
		d := diag.New(codeOverlap, place(p, second), "this condition holds together with that of flow %s%s; the first in the file wins", first.ID, when(o.Witness)).
			On(second.ID, second.Name).WithFix("make the conditions exclude each other, or rely on their order knowingly")
		bag.Add(d.WithRelated(place(p, first), "the other condition"))
	}
}

func gap(n *model.Node, w *expr.Witness) diag.Diagnostic {
	d := diag.New(codeGap, n.Span, "no way out%s: no condition holds and there is no default flow", when(*w))
	if len(*w) > 0 {
		d = diag.New(codeGap, n.Span, "stuck for %s: no condition holds and there is no default flow", w)
	}
	return d.On(n.ID, n.Name).WithFix("add a default flow, or a condition for these values")
}

func when(w expr.Witness) string {
	if len(w) == 0 {
		return ""
	}
	return " for " + w.String()
}

// place is where a flow's condition stands.
func place(p *model.Process, f *model.Flow) diag.Span {
	t := p.Exprs[f.Condition].Typed
	at := t.Source.Place(expr.Span{Off: 0, Len: len(t.Source.Text)})
	if at.IsZero() || t.Source.At == nil {
		return f.Span
	}
	return at
}
