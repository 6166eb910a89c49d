package bpmn

// Gateways (BPMN 2.0.2 §10.6).

var gatewayFields = fieldsOf(
	inherit(flowNodeFields, (*Gateway).FlowNode),
	choice("gatewayDirection", func(g *Gateway) *string { return &g.Direction },
		"Unspecified", "Converging", "Diverging", "Mixed"),
)

var gatewayDefault = ref("default", func(g *Gateway) *Ref { return &g.Default })

var gatewayFieldsByKind = [...]*fields[Gateway]{
	ExclusiveGateway: fieldsOf(inherit(gatewayFields, self[Gateway]), gatewayDefault),
	ParallelGateway:  gatewayFields,
	InclusiveGateway: fieldsOf(inherit(gatewayFields, self[Gateway]), gatewayDefault),
	ComplexGateway: fieldsOf(inherit(gatewayFields, self[Gateway]), gatewayDefault,
		oneExpression("activationCondition", func(g *Gateway) **Expression { return &g.ActivationCondition })),
	EventBasedGateway: fieldsOf(inherit(gatewayFields, self[Gateway]),
		boolean("instantiate", func(g *Gateway) *bool { return &g.Instantiate }),
		choice("eventGatewayType", func(g *Gateway) *string { return &g.EventGatewayType }, "Exclusive", "Parallel")),
}

func gatewayReader(kind GatewayKind) memberReader {
	return func(r *reader, e *Raw) Element {
		return open(r, e, &Gateway{Kind: kind}, gatewayFieldsByKind[kind])
	}
}
