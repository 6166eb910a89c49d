package diag

// The codes of analyze/rules for sequence flow.
var _ = register(
	Entry{
		Code: "BG2101", Severity: Error,
		Title: "sequence flow crosses a boundary",
		Explain: `Sequence flow joins nodes of one level. It crosses neither the boundary of a sub-process nor that of a pool (BPMN 2.0.2
§7.6.1, Table 7.2). §13.3.4 still has a paragraph from BPMN 1 that allows it for sub-processes; SC §2.2 decides that it does not hold.

Lead flows to the sub-process itself and from it; join pools with message flows.`,
	},
	Entry{
		Code: "BG2102", Severity: Error,
		Title: "a start event with an incoming flow",
		Explain: `A start event is where a process begins: no sequence flow leads to it (BPMN 2.0.2 §10.5.2).

To do something again, lead the flow to what follows the start event.`,
	},
	Entry{
		Code: "BG2103", Severity: Error,
		Title: "an end event with an outgoing flow",
		Explain: `An end event ends its way: no sequence flow leaves it (BPMN 2.0.2 §10.5.3).

Make the event an intermediate throw event where the way goes on.`,
	},
	Entry{
		Code: "BG2104", Severity: Error,
		Title: "a boundary event with an incoming flow",
		Explain: `A boundary event happens while its activity runs: no sequence flow leads to it (BPMN 2.0.2 §10.5.4).

Lead the flow to the activity, or to what follows the boundary event.`,
	},
	Entry{
		Code: "BG2105", Severity: Error,
		Title: "sequence flow at a handler",
		Explain: `Event sub-processes and activities for compensation stand outside of the normal flow: a trigger or a compensation starts them. No
sequence flow leads to them or leaves them (BPMN 2.0.2 §10.3.5, §10.7, SC §2.10).

An event sub-process begins with its own start event; a compensation activity is joined to its boundary event by an association.`,
	},
	Entry{
		Code: "BG2106", Severity: Error,
		Title: "an intermediate event that nothing leads to",
		Explain: `An intermediate event in normal flow is the target of a sequence flow (BPMN 2.0.2 §10.5.4). Only the target of a Link has none: its
sources lead to it (EV §2.8).

Lead a flow to it, or make it a start event.`,
	},
	Entry{
		Code: "BG2107", Severity: Warning,
		Title: "an intermediate event that leads nowhere",
		Explain: `An intermediate event stands between others: a flow leaves it (BPMN 2.0.2 §10.5.4). Without one its token ends there, as at an
end event (S1.5), which is rarely what the diagram means to say.

Lead a flow from it, or make it an end event.`,
	},
	Entry{
		Code: "BG2108", Severity: Error,
		Title: "a condition on a start event's flow",
		Explain: `The flows of a start event are taken whenever the process starts; they have no conditions (BPMN 2.0.2 §10.5.2, S1.5).

Put a gateway behind the start event, and the condition on the gateway's flow.`,
	},
	Entry{
		Code: "BG2109", Severity: Warning,
		Title: "a condition that a gateway never evaluates",
		Explain: `A parallel gateway takes all its flows and an event-based gateway the one whose event happens first; conditions on their flows are
not evaluated (BPMN 2.0.2 §10.6.4, §10.6.6, S2.2).

Take the condition out, or make the gateway an inclusive or exclusive one.`,
	},
	Entry{
		Code: "BG2110", Severity: Error,
		Title: "a condition on an event's flow",
		Explain: `A conditional flow leaves an activity or a gateway, never an event (BPMN 2.0.2 §8.4.13).

Put an exclusive or inclusive gateway behind the event.`,
	},
	Entry{
		Code: "BG2111", Severity: Error,
		Title: "a default flow that does not leave its node",
		Explain: `The default flow of an activity or gateway is one of its own outgoing flows (BPMN 2.0.2 §8.4.13, §10.6).

Name one of its outgoing flows in the attribute ` + "`" + `default` + "`" + `.`,
	},
	Entry{
		Code: "BG2112", Severity: Warning,
		Title: "a default flow with a condition",
		Explain: `The default flow is taken when no condition of the other flows holds. A condition of its own is never evaluated (BPMN 2.0.2 §8.4.13).

Take the condition out, or make another flow the default.`,
	},
	Entry{
		Code: "BG2113", Severity: Error,
		Title: "the only flow of an activity has a condition",
		Explain: `Where a conditional flow leaves an activity, at least one other flow leaves it too (BPMN 2.0.2 §8.4.13): when the condition is false
the token must have a way.

Add another flow, such as a default, or take the condition out.`,
	},
	Entry{
		Code: "BG2114", Severity: Warning,
		Title: "a flow that is not immediate",
		Explain: `` + "`" + `isImmediate="false"` + "`" + ` says that something that is not in the model happens between two activities. In an executable process that
must not be (BPMN 2.0.2 §8.4.13). Some modelers write it at every flow and mean nothing by it, so it is one warning a file, and the
flow is taken like any other.

Take the attribute out, and model what happens between.`,
	},
	Entry{
		Code: "BG2115", Severity: Warning,
		Title: "two flows that join the same nodes",
		Alias: "no-duplicate-sequence-flows",
		Explain: `Two sequence flows lead from one node to another. From an activity or a parallel gateway each carries a token, so what follows runs
twice; from an exclusive gateway they decide nothing.

Take one of the two out.`,
	},
	Entry{
		Code: "BG2116", Severity: Warning,
		Title: "a node that no token can reach",
		Explain: `Tokens begin at start events, at activities and gateways without incoming flows, at boundary events of activities that are
reached, and at the targets of Links. This node has incoming flows, but only from a cycle that nothing enters.

Lead a flow into the cycle, or take it out.`,
	},
	Entry{
		Code: "BG2117", Severity: Warning,
		Title: "a node that no flow touches",
		Alias: "no-disconnected",
		Explain: `The node stands beside others that flows join, and no flow leads to it or from it. An activity or gateway like this runs as soon as
its level begins where there is no start event (SC §2.3); most often it was forgotten.

Join it to the rest, or take it out.`,
	},
	Entry{
		Code: "BG2118", Severity: Warning,
		Title: "a flow without a condition beside conditional ones",
		Alias: "conditional-flows",
		Explain: `An activity takes all its flows without a condition every time, those with one where it holds, and the default where none of the conditions
holds (BPMN 2.0.2 §8.4.13, S1.4). A flow without a condition beside others that have one, or beside a default, is rarely meant to be taken
every time.

Write its condition, or make it the default.`,
	},
	Entry{
		Code: "BG2119", Severity: Warning,
		Title: "a list of flows that is not so",
		Explain: `A node may list its incoming and outgoing flows; the lists repeat what the flows' own ` + "`" + `sourceRef` + "`" + ` and ` + "`" + `targetRef` + "`" + ` say (BPMN 2.0.2 §8.4.7). Where they differ
the flows decide, and another tool may read the list instead.

Take the flow out of the list, or mend its ends.`,
	},
)
