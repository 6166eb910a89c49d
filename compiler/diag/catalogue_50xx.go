package diag

// Codes of model checking (analyze/soundness).
var _ = register(
	Entry{
		Code: "BG5001", Severity: Error,
		Title: "a run gets stuck",
		Explain: `There is a run after which tokens wait for what can no longer come: a join for a flow that nothing can bring a token on any more, a process for a
message that no other will send. The instance never ends. The run is told step by step, with the conditions that it assumes: unknown data is a free choice, work and
timers take any time.

The usual cause is a parallel join (` + "`AND`" + `) behind an exclusive split (` + "`XOR`" + `), which brings a token on one flow only (S2.2). Between processes it is two that each wait for the other's
message before they send their own. Two inclusive joins that each wait for the other (a vicious circle, S2.4) are found here too.

Make split and join of the same kind, or let the process send before it waits. docs/soundness.md tells what is checked, and how a finding is waived.`,
	},
	Entry{
		Code: "BG5002", Severity: Error,
		Title: "a run can never end",
		Explain: `There is a run from which the end can't be reached any more, although something can always go on: a loop without a way out. The run leads into the loop; its nodes are named.

Give the loop an exit, or an event that interrupts it.`,
	},
	Entry{
		Code: "BG5003", Severity: Error,
		Title: "two tokens come to one flow",
		Explain: `A sequence flow can hold two tokens at a time, so that what follows it runs twice at once (§13.3.1). The usual cause is an exclusive merge (` + "`XOR`" + `) behind
a parallel split (` + "`AND`" + `): each branch passes through by itself. An event that may repeat, such as a non-interrupting timer cycle, has the same effect on what its flow leads to.

It is an error where a gateway made the tokens, and a warning where several flows leave an activity, a process starts at several places, or an event repeats: those say
by themselves that what they start runs apart.

Join with the kind of gateway that split, or waive the finding where running twice is meant.`,
	},
	Entry{
		Code: "BG5004", Severity: Error,
		Title: "tokens or messages grow without bound",
		Explain: `A loop makes more tokens or messages each time that it is run through than are taken away, and can go on for ever. The run leads into the loop; the loop is told after it, with where it leaves more.
Where it leaves nothing but messages to another process it is a warning: the inbox is bounded, and forgets what nobody takes (S4.1).

Join what the loop splits before it starts again, or start a process of its own for each.`,
	},
	Entry{
		Code: "BG5005", Severity: Info,
		Title: "an end event is reached twice in one run",
		Explain: `One run can reach the same end event with two tokens. That is no fault: each token ends there by itself (§13.5.6). But a diagram reads better where parallel
branches join before they end, or end at an event each.`,
	},
	Entry{
		Code: "BG5006", Severity: Error,
		Title: "no run reaches a node",
		Explain: `No run comes to the node (an activity; a warning for events and gateways), whatever the data and the events are: it is dead. It may stand behind a join that never fires, behind a condition that is never true, or no flow leads to it at all.

Mend what is in front of it, or take it out.`,
	},
	Entry{
		Code: "BG5007", Severity: Warning,
		Title: "no run takes a flow",
		Explain: `Nodes at both ends of the sequence flow are reached, but no run goes along it.

Mend its condition, or take it out.`,
	},
	Entry{
		Code: "BG5008", Severity: Error,
		Title: "nothing triggers a handler",
		Explain: `A boundary event, an event sub-process or a compensation handler waits for what no run can bring: an error or escalation that nothing inside throws, a message of
the collaboration that is never sent, compensation that no run throws, or an activity that no run reaches.

It is a warning for a compensation handler where the model throws no compensation at all.

An error event of a composite is triggered by an error end event with its code inside, or by the work of a task inside. Where the model throws one code and the handler catches another, that is said.`,
	},
	Entry{
		Code: "BG5009", Severity: Warning,
		Title: "a message is never received",
		Explain: `When all processes of the collaboration have ended, a message can be left that nothing took (S4.1): it stays in the inbox until it expires. The run is told.

Receive it, or let the sender know that it is not wanted any more.`,
	},
	Entry{
		Code: "BG5010", Severity: Warning,
		Title: "nothing catches an error or escalation",
		Explain: `The run reaches a throw of an error or escalation that no boundary event and no event sub-process around it takes (S6.1). An error fails the instance (S9.2) and climbs on from the call
activity, where one called it; an escalation is a fact and no more (S6.3). That can be meant: the process is called by others, or is to fail.

Catch it with a boundary event of the activity around the throw, or with an event sub-process.`,
	},
	Entry{
		Code: "BG5011", Severity: Warning,
		Title: "a loop waits for nothing and does nothing",
		Explain: `A cycle of gateways, none events and tasks without work comes back to where it was without anything having happened: no data changed, no time passed. What its conditions
say once, they say always. An instance in it is stopped as a runaway loop (S1.7).

Put the work or the event into the loop that it waits for.`,
	},
	Entry{
		Code: "BG5012", Severity: Error,
		Title: "whether the model is sound could not be decided",
		Explain: `The model has more states than the budget of the check allows. What was found until then is told; that nothing was found means nothing. It is no pass: ` + "`check`" + ` fails, unless
` + "`-unknown`" + ` waives it, or ` + "`-states`" + ` allows for more.

Large numbers of states come from many parallel branches that are not joined in blocks. A sub-process of their own makes them both smaller and easier to read.`,
	},
	Entry{
		Code: "BG5013", Severity: Info,
		Title: "a call was not looked into",
		Explain: `The processes that a call activity calls are checked as part of the caller where they are compiled together. Where a process calls itself, also by way of others, that is cut at the first
repetition: the call was taken as an activity that can do anything.

Nothing has to be mended. That the calls end is for a scenario to show: beyond the engine's limit on their depth (S10.2) the instances fail.`,
	},
	Entry{
		Code: "BG5014", Severity: Warning,
		Title: "a message is never sent",
		Explain: `An event or task waits for a message of the collaboration that no run of its sender sends.

Mend the sender, or take the message flow out.`,
	},
	Entry{
		Code: "BG5015", Severity: Info,
		Title: "a Terminate end event ends work that goes on",
		Explain: `When a token comes to the Terminate end event, others can be at work in its scope. They are dropped, their work is cancelled (S1.6, §13.5.6). That is what it is for; where the
branches are meant to be waited for, join them in front of it.`,
	},
)
