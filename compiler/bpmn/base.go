package bpmn

// What several families of elements share (BPMN 2.0.2 §8.2, §8.3).

// named is an element with a name; read has stored it in Base.Name.
func named[T any]() option[T] { return plain[T]("name") }

// keepRaw keeps children that nothing reads further.
func keepRaw[T any](to func(*T) *[]*Raw, names ...string) option[T] {
	return func(f *fields[T]) {
		for _, n := range names {
			many(n, func(r *reader, t *T, c *Raw) {
				*to(t) = append(*to(t), c)
				r.opaque(c)
			})(f)
		}
	}
}

// keepOne keeps a child that may stand once.
func keepOne[T any](name string, to func(*T) **Raw) option[T] {
	return one(name, func(r *reader, t *T, c *Raw) {
		*to(t) = c
		r.opaque(c)
	})
}

func keptOf(b *Base) *[]*Raw { return &b.Kept }

// flowElement is what all flow elements have (§8.3.7).
var flowElementFields = fieldsOf(
	named[Base](),
	keepRaw(keptOf, "auditing", "monitoring", "categoryValueRef"),
)

// flowNode is what activities, events and gateways have (§8.3.10).
var flowNodeFields = fieldsOf(
	inherit(flowElementFields, (*Node).Elem),
	refs("incoming", func(n *Node) *[]Ref { return &n.Incoming }),
	refs("outgoing", func(n *Node) *[]Ref { return &n.Outgoing }),
)

// expression reads tExpression and tFormalExpression (§8.3.6, §8.3.8).
var expressionFields = fieldsOf(
	content[Expression](),
	str("language", func(x *Expression) *string { return &x.Language }),
	ref("evaluatesToTypeRef", func(x *Expression) *Ref { return &x.EvaluatesToType }),
)

func (r *reader) expression(c *Raw) *Expression {
	x := &Expression{Text: c.Text}
	if t, ok := c.Attr(xsiNS, "type"); ok {
		x.Formal = r.attrRef(c, t).Local == "tFormalExpression"
	}
	x.Formal = x.Formal || c.Name.Local == "formalExpression"
	return open(r, c, x, expressionFields)
}

// oneExpression declares a child that is an expression.
func oneExpression[T any](name string, to func(*T) **Expression) option[T] {
	return one(name, func(r *reader, t *T, c *Raw) { *to(t) = r.expression(c) })
}
