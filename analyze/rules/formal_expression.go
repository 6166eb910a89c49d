package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// formalExpression: in an executable process expressions are formal ones, marked
// by xsi:type (§8.4.6). Most modelers leave the mark out and all engines take it
// so; one note a file.
func formalExpression(p *pass, f *graph.File) {
	p.once = true
	eachExpression(f, func(l *graph.Level, e carried) {
		if l.Executable && !e.expr.Formal && e.expr.Text.Value != "" {
			p.on(e.owner, "the expression %s of %s is not marked as a formal one; it is evaluated all the same", e.what, label(e.owner)).
				related(e.expr.Span, "the expression").
				fix(`write xsi:type="tFormalExpression" at expressions that are evaluated`)
		}
	})
}

// emptyExpression: a formal expression has a body (§8.4.6).
func emptyExpression(p *pass, f *graph.File) {
	eachExpression(f, func(l *graph.Level, e carried) {
		if l.Executable && e.expr.Text.Value == "" && e.what != "condition" {
			p.at(e.owner, e.expr.Span, "the %s of %s is empty", e.what, label(e.owner)).
				fix("write the expression, or take the element out")
		}
	})
	for _, r := range f.Defs.Roots {
		if c, ok := r.(*bpmn.CorrelationProperty); ok {
			for _, x := range c.Retrievals {
				if x.MessagePath != nil && x.MessagePath.Text.Value == "" {
					p.at(&c.Base, x.MessagePath.Span, "the message path of %s is empty", label(&c.Base)).
						fix("write the expression that finds the property in the message")
				}
			}
		}
	}
}

// carried is an expression with the element that it belongs to.
type carried struct {
	owner *bpmn.Base
	what  string
	expr  *bpmn.Expression
}

// eachExpression visits the expressions of all processes of a file, in document order of what carries them.
func eachExpression(f *graph.File, visit func(*graph.Level, carried)) {
	for _, l := range f.Levels {
		say := func(owner *bpmn.Base, what string, e *bpmn.Expression) {
			if e != nil {
				visit(l, carried{owner, what, e})
			}
		}
		for _, n := range l.Nodes {
			nodeExpressions(n, say)
		}
		for _, fl := range l.Flows {
			say(&fl.Base, "condition", fl.Condition)
		}
		if l.Sub == nil {
			for _, c := range l.Process.Correlations {
				for _, b := range c.Bindings {
					say(&c.Base, "data path", b.DataPath)
				}
			}
		}
	}
}

func nodeExpressions(n *graph.Node, say func(*bpmn.Base, string, *bpmn.Expression)) {
	if n.Event != nil {
		for _, d := range n.Event.Definitions {
			say(&d.Base, "date", d.TimeDate)
			say(&d.Base, "duration", d.TimeDuration)
			say(&d.Base, "cycle", d.TimeCycle)
			say(&d.Base, "event condition", d.Condition)
		}
	}
	if n.Gateway != nil {
		say(n.Base, "activation condition", n.Gateway.ActivationCondition)
	}
	if n.Sub != nil {
		say(n.Base, "completion condition", n.Sub.CompletionCondition)
	}
	if n.Act == nil {
		return
	}
	for _, list := range [][]*bpmn.DataAssociation{n.Act.DataInputs, n.Act.DataOutputs} {
		for _, a := range list {
			say(&a.Base, "transformation", a.Transformation)
			for _, s := range a.Assignments {
				say(&s.Base, "source", s.From)
				say(&s.Base, "target", s.To)
			}
		}
	}
	if l := n.Act.Loop; l != nil {
		say(&l.Base, "loop condition", l.LoopCondition)
		say(&l.Base, "cardinality", l.Cardinality)
		say(&l.Base, "completion condition", l.CompletionCondition)
		for _, c := range l.Complex {
			say(&l.Base, "behaviour's condition", c.Condition)
		}
	}
}
