package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Codes that the one pass over the Links of a level says beside its own.
const (
	codeLinkTwoTargets diag.Code = "BG2345"
	codeLinkNoSource   diag.Code = "BG2346"
	codeLinkLevels     diag.Code = "BG2347"
)

// linkTarget: every Link source has exactly one target of its name on its own
// level (§10.5.1, EV §2.8).
func linkTarget(p *pass, f *graph.File) {
	elsewhere := map[string][]*graph.Node{}
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			if linkOf(n) != nil && graph.LinkName(n) != "" {
				elsewhere[graph.LinkName(n)] = append(elsewhere[graph.LinkName(n)], n)
			}
		}
	}
	// partner finds an end of the other kind on another level of the same process.
	partner := func(n *graph.Node, kind bpmn.EventKind) *graph.Node {
		for _, o := range elsewhere[graph.LinkName(n)] {
			if o.Is(kind) && o.Level != n.Level && o.Level.Process == n.Level.Process {
				return o
			}
		}
		return nil
	}
	for _, l := range f.Levels {
		p.linksOf(l, partner)
	}
}

func (p *pass) linksOf(l *graph.Level, partner func(*graph.Node, bpmn.EventKind) *graph.Node) {
	targets, sources := map[string]*graph.Node{}, map[string]bool{}
	for _, n := range l.Nodes {
		d := linkOf(n)
		name := ""
		if d != nil {
			name = graph.LinkName(n)
		}
		switch {
		case name == "":
		case n.Is(bpmn.IntermediateThrowEvent):
			sources[name] = true
		case targets[name] == nil:
			targets[name] = n
		default:
			p.as(codeLinkTwoTargets).at(n.Base, d.Span, "the Link %s has a second target", graph.Quote(name)).
				related(targets[name].Span, "the first").
				fix("give one of the targets another name")
		}
	}
	for _, n := range l.Nodes {
		d := linkOf(n)
		if d == nil || graph.LinkName(n) == "" {
			continue
		}
		name := graph.LinkName(n)
		paired, other, kind := targets[name] != nil, "target", bpmn.IntermediateCatchEvent
		if n.Is(bpmn.IntermediateCatchEvent) {
			paired, other, kind = sources[name], "source", bpmn.IntermediateThrowEvent
		}
		if paired || len(d.LinkSources) > 0 || !d.LinkTarget.IsZero() {
			continue
		}
		if far := partner(n, kind); far != nil {
			p.as(codeLinkLevels).at(n.Base, d.Span, "the %s of Link %s stands in %s: a Link stays on its level", other, graph.Quote(name), label(far.Level.Elem())).
				related(far.Span, "the %s", other).
				fix("bring both ends to one level, or use a signal or an end event")
			continue
		}
		if other == "target" {
			p.at(n.Base, d.Span, "the Link %s has no target", graph.Quote(name)).
				fix("add an intermediate catch event with a Link of that name to the same level")
		} else {
			p.as(codeLinkNoSource).at(n.Base, d.Span, "the Link %s has no source: nothing ever comes here", graph.Quote(name)).
				fix("add an intermediate throw event with a Link of that name to the same level")
		}
	}
}

// as is the pass under another code.
func (p *pass) as(code diag.Code) *pass { return &pass{code: code, file: p.file, bag: p.bag} }
