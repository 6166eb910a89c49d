// Package ranges finds what is wrong with conditions beside each other: values
// for which a split takes no way (S2.1, S2.3, S1.4: a fault at run time) or a
// condition has no value (S3.5), flows that are never taken, conditions that
// hold together where their order in the file decides, and conditional events
// that can't happen (EV §2.7). It speaks only where it knows: see
// expr.DecideRanges. One rule is one file and one line of the table.
package ranges

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// rule is one check of a split or of a conditional event.
type rule struct {
	code  diag.Code
	split func(*pass, *split)
	event func(*pass, *event)
}

// table lists every rule.
var table = []rule{
	{code: "BG3501", split: gap},
	{code: "BG3502", split: noValue},
	{code: "BG3503", split: never},
	{code: "BG3504", split: shadowed},
	{code: "BG3505", split: always},
	{code: "BG3506", split: defaultNever},
	{code: "BG3507", split: overlap},
	{code: "BG3508", event: eventNever},
}

// Codes returns the codes of all rules, in the order in which they run.
func Codes() []diag.Code {
	out := make([]diag.Code, len(table))
	for i, r := range table {
		out[i] = r.code
	}
	return out
}

// Check reports on every split and conditional event of a process, in the order
// of its nodes: on exclusive and inclusive gateways, on activities with
// conditional flows, and on events that wait for a condition. It changes
// nothing, never panics on a model that resolve made, and takes some tens of
// milliseconds for a node at the most.
func Check(p *model.Process, bag *diag.Bag) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		s, splits := splitOf(p, n)
		events := eventsOf(p, n)
		for _, r := range table {
			if r.split != nil && splits {
				r.split(&pass{code: r.code, bag: bag}, s)
			}
			for _, e := range events {
				if r.event != nil {
					r.event(&pass{code: r.code, bag: bag}, e)
				}
			}
		}
	}
}

// split is a node that chooses by conditions, and what they say.
type split struct {
	process *model.Process
	node    *model.Node
	// flows are those with conditions that are evaluated, in document order.
	flows []*model.Flow
	// ordered: the first true condition wins (S2.1).
	ordered bool
	// byDefault is the default flow, nil where there is none; open: where no
	// condition is true nothing is taken.
	byDefault *model.Flow
	open      bool
	expr.Ranges
}

// splitOf makes a split of a node; false where it has no conditions, or is
// none: events and parallel, event-based and complex gateways.
func splitOf(p *model.Process, n *model.Node) (*split, bool) {
	s := &split{process: p, node: n, open: true}
	switch n.Kind {
	case model.ExclusiveGateway:
		s.ordered = true
	case model.InclusiveGateway, model.Task, model.SubProcess, model.Transaction, model.AdHocSubProcess, model.CallActivity:
	default:
		return nil, false
	}
	var conds []*expr.Typed
	for _, f := range n.Out {
		flow := &p.Flows[f]
		switch {
		case f == n.Default:
			s.byDefault, s.open = flow, false
		case flow.Condition != model.None:
			// What comes behind a flow without a condition is not evaluated.
			if s.ordered && !s.open && s.byDefault == nil {
				continue
			}
			s.flows = append(s.flows, flow)
			conds = append(conds, p.Exprs[flow.Condition].Typed)
		default:
			s.open = false
		}
	}
	if len(conds) == 0 {
		return nil, false
	}
	s.Ranges = expr.DecideRanges(conds, s.ordered)
	return s, true
}

// pass is what a rule says its findings to.
type pass struct {
	code diag.Code
	bag  *diag.Bag
}

// on starts a finding about a flow, at its condition.
func (p *pass) on(s *split, flow int, format string, args ...any) diag.Diagnostic {
	f := s.flows[flow]
	return diag.New(p.code, s.place(flow), format, args...).On(f.ID, f.Name)
}

// place is where the condition of a flow stands.
func (s *split) place(flow int) diag.Span {
	f := s.flows[flow]
	return placeOf(s.process, f.Condition, f.Span)
}

// placeOf is where an expression of a process stands, else that other place.
func placeOf(p *model.Process, x int, other diag.Span) diag.Span {
	t := p.Exprs[x].Typed
	if t == nil || t.Source.At == nil {
		return other
	}
	if at := t.Source.Place(expr.Span{Off: 0, Len: len(t.Source.Text)}); !at.IsZero() {
		return at
	}
	return other
}

// label speaks of a flow.
func label(f *model.Flow) string {
	if f.Name != "" {
		return strconv.Quote(f.Name)
	}
	return strconv.Quote(f.ID)
}
