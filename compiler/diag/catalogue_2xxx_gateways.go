package diag

// The codes of analyze/rules for gateways.
var _ = register(
	Entry{
		Code: "BG2201", Severity: Error,
		Title: "a gateway without outgoing flows",
		Explain: `A gateway decides where tokens go on; without an outgoing flow they can go nowhere (BPMN 2.0.2 §10.6, S1.5).

Lead a flow from it. Where the way should end, an end event says so.`,
	},
	Entry{
		Code: "BG2202", Severity: Info,
		Title: "a gateway that decides nothing",
		Alias: "superfluous-gateway",
		Explain: `The gateway has one flow in and one out: every token passes through.

Take it out and join the two flows.`,
	},
	Entry{
		Code: "BG2203", Severity: Error,
		Title: "gatewayDirection that is not so",
		Explain: `A gateway that says ` + "`" + `Converging` + "`" + ` has several incoming flows and not several outgoing; ` + "`" + `Diverging` + "`" + ` the other way round; ` + "`" + `Mixed` + "`" + ` has several
of both (BPMN 2.0.2 §10.6.1, Table 10.103). The attribute has no effect on execution.

Take the attribute out, or draw the flows as it says.`,
	},
	Entry{
		Code: "BG2204", Severity: Warning,
		Title: "a split flow without a condition",
		Alias: "conditional-flows",
		Explain: `Where an exclusive or inclusive gateway splits, each flow has a condition or is the default. One without a condition counts as always true
(S2.1, S2.3): behind it an exclusive gateway looks at no further flow.

Write the condition, or make the flow the default.`,
	},
	Entry{
		Code: "BG2205", Severity: Info,
		Title: "several flows into an activity or event",
		Alias: "fake-join",
		Explain: `An activity or event with several incoming flows joins nothing: it runs once for each token that arrives (BPMN 2.0.2 §13.3.1,
S1.4). Behind a parallel split it runs several times.

Put a parallel gateway in front to wait for all, or an exclusive one to say that only one arrives.`,
	},
)
