package bpmn

// Loop characteristics (BPMN 2.0.2 §10.3.8).

var standardLoopFields = fieldsOf(
	boolean("testBefore", func(l *Loop) *bool { return &l.TestBefore }),
	integer("loopMaximum", func(l *Loop) *string { return &l.LoopMaximum }),
	oneExpression("loopCondition", func(l *Loop) **Expression { return &l.LoopCondition }),
)

var multiInstanceFields = fieldsOf(
	boolean("isSequential", func(l *Loop) *bool { return &l.IsSequential }),
	choice("behavior", func(l *Loop) *string { return &l.Behavior }, "None", "One", "All", "Complex"),
	ref("oneBehaviorEventRef", func(l *Loop) *Ref { return &l.OneBehaviorRef }),
	ref("noneBehaviorEventRef", func(l *Loop) *Ref { return &l.NoneBehaviorRef }),
	oneExpression("loopCardinality", func(l *Loop) **Expression { return &l.Cardinality }),
	oneRef("loopDataInputRef", func(l *Loop) *Ref { return &l.DataInputRef }),
	oneRef("loopDataOutputRef", func(l *Loop) *Ref { return &l.DataOutputRef }),
	one("inputDataItem", func(r *reader, l *Loop, c *Raw) { l.InputItem = r.dataItem(c) }),
	one("outputDataItem", func(r *reader, l *Loop, c *Raw) { l.OutputItem = r.dataItem(c) }),
	many("complexBehaviorDefinition", func(r *reader, l *Loop, c *Raw) {
		l.Complex = append(l.Complex, open(r, c, &ComplexBehavior{}, complexBehaviorFields))
	}),
	oneExpression("completionCondition", func(l *Loop) **Expression { return &l.CompletionCondition }),
)

var complexBehaviorFields = fieldsOf(
	oneExpression("condition", func(b *ComplexBehavior) **Expression { return &b.Condition }),
	one("event", func(r *reader, b *ComplexBehavior, c *Raw) {
		b.Event = eventReader(ImplicitThrowEvent)(r, c).(*Event)
	}),
)

func (r *reader) loop(c *Raw) *Loop {
	if c.Name.Local == "standardLoopCharacteristics" {
		return open(r, c, &Loop{Kind: StandardLoop}, standardLoopFields)
	}
	return open(r, c, &Loop{Kind: MultiInstanceLoop}, multiInstanceFields)
}
