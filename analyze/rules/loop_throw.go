package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// thrownByLoops are what the completion of an instance can throw (§13.3.7, Table 10.28).
var thrownByLoops = map[bpmn.TriggerKind]bool{
	bpmn.MessageTrigger: true, bpmn.SignalTrigger: true, bpmn.EscalationTrigger: true, bpmn.ErrorTrigger: true,
}

// loopThrow: the events that completing instances throw are some that can be thrown.
func loopThrow(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || !n.Level.Executable {
		return
	}
	l := n.Act.Loop
	check := func(ds []*bpmn.EventDefinition, at diag.Span) {
		for _, d := range ds {
			if !thrownByLoops[d.Kind] {
				p.at(n.Base, at, "the completion of an instance of %s can't throw %s", n.Label(), graph.An(graph.Words(d.XML.Local))).
					related(d.Span, "it stands here").fix("throw a signal, a message, an escalation or an error")
			}
		}
	}
	for _, s := range []struct {
		behavior string
		ref      bpmn.Ref
	}{{"None", l.NoneBehaviorRef}, {"One", l.OneBehaviorRef}} {
		if e, _ := p.file.Lookup(s.ref); l.Behavior == s.behavior && e != nil {
			if d, ok := e.(*bpmn.EventDefinition); ok {
				check([]*bpmn.EventDefinition{d}, s.ref.Span)
			}
		}
	}
	for _, c := range l.Complex {
		if c.Event != nil && l.Behavior == "Complex" {
			check(p.file.Definitions(c.Event), c.Event.Span)
		}
	}
}

// loopSilent: a behavior that throws an event names the event (§13.3.7, Table 10.28).
func loopSilent(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || !n.Level.Executable {
		return
	}
	l := n.Act.Loop
	missing := ""
	switch {
	case l.Behavior == "None" && l.NoneBehaviorRef.IsZero():
		missing = "noneBehaviorEventRef"
	case l.Behavior == "One" && l.OneBehaviorRef.IsZero():
		missing = "oneBehaviorEventRef"
	case l.Behavior == "Complex" && len(l.Complex) == 0:
		missing = "a complexBehaviorDefinition"
	}
	if missing != "" {
		p.at(n.Base, l.Span, "the instances of %s throw nothing: behavior %s needs %s", n.Label(), l.Behavior, missing).
			fix("write %s, or take behavior out", missing)
	}
}
