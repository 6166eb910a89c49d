package soundness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Diagnostics are the findings of a verdict for people: what is wrong, the run
// that shows it, what waits for what and why, and one way to mend it.
func (v *Verdict) Diagnostics() []diag.Diagnostic {
	var out []diag.Diagnostic
	for i := range v.findings {
		if d, ok := v.diagnostic(&v.findings[i]); ok {
			out = append(out, d)
		}
	}
	return out
}

// codes of the findings.
var codes = [...]diag.Code{
	deadlock: "BG5001", livelock: "BG5002", unsafeFlow: "BG5003", unboundedRun: "BG5004", twiceEnded: "BG5005",
	deadNode: "BG5006", deadFlow: "BG5007", deadHandler: "BG5008", leftover: "BG5009", uncaughtError: "BG5010",
	zeroWait: "BG5011", unknown: "BG5012", cutOff: "BG5013", neverSent: "BG5014", endsWork: "BG5015",
}

func (v *Verdict) diagnostic(f *finding) (diag.Diagnostic, bool) {
	e := v.explain(f)
	if e == nil {
		return diag.Diagnostic{}, false
	}
	if f.warn && (f.what == deadlock || f.what == unboundedRun || f.what == livelock) {
		e.warn = true
		e.message += "; the order in which the runtime moves tokens avoids it"
	}
	d := diag.New(codes[f.what], e.at.Span, "%s", e.message).On(e.at.ID, e.at.Name).WithFix("%s", e.fix)
	d.Related = e.related
	d.Trace = v.steps(f)
	if e.warn {
		d.Severity = diag.Warning
	}
	return d, true
}

// explanation is what is said of a finding.
type explanation struct {
	at           *bpmn.Base
	message, fix string
	related      []diag.Related
	warn         bool
}

func (v *Verdict) explain(f *finding) *explanation {
	switch f.what {
	case deadlock:
		return v.stuck(f)
	case livelock:
		names, first := around(f)
		at := v.System
		if first != nil {
			at = first.Base
		}
		return &explanation{at: at, message: "the end can't be reached any more: " + names + " go round for ever", fix: "give the loop a way out, or an event that interrupts it"}
	case unsafeFlow:
		if f.flow == nil {
			return nil
		}
		e := &explanation{at: f.flow.Elem(), message: "two tokens can be on " + flowName(f.flow) + " at a time, so that " + f.flow.Target.Label() + " is reached twice",
			fix: "join the branches before it, or waive the finding where running twice is meant"}
		if n := splitBefore(f); n != nil {
			e.related = append(e.related, diag.Related{Span: n.Span, Message: n.Label() + " made several tokens of one"})
			e.fix = fmt.Sprintf("join what %s splits by a gateway of the same kind", n.Label())
			// No gateway says that the branches belong together, or nothing is done twice.
			e.warn = n.Gateway == nil || n.IsGateway(bpmn.ComplexGateway) || harmless(f.flow)
			if n.Is(bpmn.BoundaryEvent) {
				e.fix = "let it happen once only, or end its flow by itself"
			}
		}
		if e.related == nil {
			e.warn = true
		}
		for _, g := range f.others {
			e.related = append(e.related, diag.Related{Span: g.Span, Message: flowName(g) + " can hold two tokens too"})
		}
		return e
	case unboundedRun:
		names, first := around(f)
		at := v.System
		if first != nil {
			at = first.Base
		}
		e := &explanation{at: at, message: "each time that " + names + " go round, more is left", fix: "join what the loop splits before it starts again"}
		return v.grown(f, e)
	case twiceEnded:
		return &explanation{at: f.node.Base, message: f.node.Label() + " can be reached twice in one run", fix: "join the branches before it, or give each an end event of its own"}
	case deadNode:
		e := &explanation{at: f.node.Base, message: "no run reaches " + f.node.Label(), fix: "mend what is in front of it, or take it out", warn: f.warn}
		if f.why != "" {
			e.message += ": " + f.why
		}
		return e
	case deadFlow:
		return &explanation{at: f.flow.Elem(), message: "no run takes " + flowName(f.flow), fix: "mend its condition, or take it out"}
	case deadHandler:
		e := &explanation{at: f.node.Base, message: "nothing triggers " + f.node.Label(), fix: "throw what it waits for, or take it out", warn: f.warn}
		if f.why != "" {
			e.message += ": " + f.why
		}
		return e
	case leftover:
		return v.undelivered(f)
	case uncaughtError:
		what := "error"
		if triggered(f.node, bpmn.EscalationTrigger) {
			what = "escalation"
		}
		if f.code != "" {
			what += " " + graph.Quote(f.code)
		}
		return &explanation{at: f.node.Base, message: "nothing catches the " + what + " that " + f.node.Label() + " throws", fix: "catch it with a boundary event of the activity around it, or with an event sub-process"}
	case zeroWait:
		return &explanation{at: f.node.Base, message: f.why, fix: "put the work or the event into the loop that it waits for"}
	case unknown:
		return &explanation{at: v.System, message: "whether " + v.label() + " is sound could not be decided: " + f.why, fix: "allow for more states with -states, take a part of it into a sub-process, or waive it with -unknown"}
	case cutOff:
		return &explanation{at: f.node.Base, message: "what " + f.node.Label() + " calls was not looked into: " + f.why, fix: "nothing has to be mended: it was taken as an activity that can do anything; check by a scenario how deep the calls go"}
	case endsWork:
		return &explanation{at: f.node.Base, message: f.node.Label() + " can end what goes on beside it", fix: "join the branches before it, or take it for what is meant: it ends all that is around it"}
	case neverSent:
		return &explanation{at: f.node.Base, message: f.node.Label() + " waits for a message that no run sends", fix: "mend the sender, or take the message flow out"}
	}
	return nil
}

func (v *Verdict) label() string {
	if len(v.Processes) == 1 {
		return graph.Label(v.Processes[0].Elem())
	}
	return graph.Label(v.System)
}

// flowName speaks of a sequence flow by its name, or by what it joins.
func flowName(f *graph.Flow) string {
	if strings.TrimSpace(f.Name) != "" {
		return "flow " + graph.Quote(f.Name)
	}
	return "the flow from " + f.Source.Label() + " to " + f.Target.Label()
}

// around names the nodes of a cycle, each once.
func around(f *finding) (string, *graph.Node) {
	var names []string
	var first *graph.Node
	for _, t := range f.cycle {
		n := f.net.trans[t].node
		if n == nil || f.net.trans[t].act == actEnter || slices.Contains(names, n.Label()) {
			continue
		}
		if first == nil {
			first = n
		}
		names = append(names, n.Label())
	}
	switch {
	case len(names) == 0:
		return "its tokens", nil
	case len(names) > 6:
		names = append(names[:5], fmt.Sprintf("%d more", len(names)-5))
	}
	return list(names), first
}

func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// grown tells what a pumping cycle leaves.
func (v *Verdict) grown(f *finding, e *explanation) *explanation {
	x := view(f)
	tokens := len(f.net.channels) == 0
	defer func() {
		if !tokens { // the inbox is bounded and forgets (S4.1)
			e.warn, e.fix = true, "receive each of them before the loop sends the next"
		}
	}()
	for p := range f.net.places {
		if x.get(f.end.w, int32(p)) <= x.get(f.from.w, int32(p)) {
			continue
		}
		pl := &f.net.places[p]
		tokens = tokens || pl.kind.token()
		switch {
		case pl.kind == message:
			for _, c := range f.net.channels {
				if c.place == int32(p) {
					e.related = append(e.related, diag.Related{Span: pl.node.Span, Message: "one more message " + graph.Quote(c.name) + " is under way to " + pl.node.Label()})
				}
			}
		case pl.flow != nil && pl.kind == onFlow:
			e.related = append(e.related, diag.Related{Span: pl.flow.Span, Message: "one more token is on " + flowName(pl.flow)})
		case pl.node != nil && pl.kind.token():
			e.related = append(e.related, diag.Related{Span: pl.node.Span, Message: "one more token is at " + pl.node.Label()})
		}
	}
	return e
}

// view reads the state of a finding.
func view(f *finding) *search {
	return &search{n: f.net, width: f.width, most: 1<<f.width - 1}
}

// undelivered tells the messages that are left.
func (v *Verdict) undelivered(f *finding) *explanation {
	x := view(f)
	var names []string
	var at *graph.Node
	add := func(c *channel) {
		to := f.net.places[c.place].node
		if at == nil {
			at = to
		}
		if s := "message " + graph.Quote(c.name) + " to " + to.Label(); !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	for i := range f.net.channels {
		if x.get(f.end.w, f.net.channels[i].place) > 0 {
			add(&f.net.channels[i])
		}
	}
	for _, m := range f.end.net {
		add(&f.net.channels[m&(1<<causalShift-1)])
	}
	if at == nil {
		return nil
	}
	return &explanation{at: at.Base, message: list(names) + " can be left when all processes have ended", fix: "receive it, or do not send it where nobody waits for it"}
}

// splitBefore is the node of the run that made two tokens of one on the way to an unsafe flow.
func splitBefore(f *finding) *graph.Node {
	var found *graph.Node
	for i := len(f.trace) - 1; i >= 0; i-- {
		t := &f.net.trans[f.trace[i]]
		n := t.node
		if n == nil {
			continue
		}
		if t.act == actHappen && n.Is(bpmn.BoundaryEvent) && !n.Event.CancelActivity && leadsTo(n, f.flow) {
			return n
		}
		if len(t.put) > 1 && t.act != actStart && !(t.act == actEnter) {
			ways := 0
			for _, p := range t.put {
				if fl := f.net.places[p].flow; fl != nil && (fl == f.flow || leadsTo(fl.Target, f.flow)) {
					ways++
				}
			}
			if ways > 1 {
				return n
			}
			if found == nil && ways == 1 {
				found = n
			}
		}
	}
	return found
}

// leadsTo reports that a token at a node can come to a flow of the same level.
func leadsTo(n *graph.Node, to *graph.Flow) bool {
	seen := map[*graph.Node]bool{n: true}
	work := []*graph.Node{n}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		next := func(k *graph.Node) {
			if k != nil && !seen[k] {
				seen[k] = true
				work = append(work, k)
			}
		}
		for _, f := range m.Out {
			if f == to {
				return true
			}
			next(f.Target)
		}
		for _, e := range m.Boundaries {
			next(e)
		}
		if isLink(m) && m.Is(bpmn.IntermediateThrowEvent) {
			for _, c := range m.Level.Nodes {
				if isLink(c) && c.Is(bpmn.IntermediateCatchEvent) && graph.LinkName(c) == graph.LinkName(m) {
					next(c)
				}
			}
		}
	}
	return false
}

// harmless reports that what follows a flow only ends or passes on.
func harmless(f *graph.Flow) bool {
	for _, n := range onward(f.Target) {
		switch {
		case n.IsGateway(bpmn.ExclusiveGateway), n.Is(bpmn.EndEvent) && len(definitions(n)) == 0, n.Is(bpmn.IntermediateThrowEvent) && len(definitions(n)) == 0, isLink(n):
		default:
			return false
		}
	}
	return true
}
