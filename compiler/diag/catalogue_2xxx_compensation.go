package diag

// The codes of analyze/rules for compensation, transactions and cancel events.
var _ = register(
	Entry{
		Code: "BG2620", Severity: Error,
		Title: "a compensation of an activity in another scope",
		Explain: `A compensation throw or end event names, in ` + "`" + `activityRef` + "`" + `, an activity of its own process or sub-process, or, inside an event sub-process, of the scope
that this guards (BPMN 2.0.2 §10.7, S8.2). What completed elsewhere is no business of it: a sub-process is compensated as a whole.

Name the sub-process that holds the activity, or throw inside that sub-process.`,
	},
	Entry{
		Code: "BG2621", Severity: Warning,
		Title: "a compensation of what nothing can undo",
		Explain: `Compensation runs handlers of activities that have completed (BPMN 2.0.2 §10.7, S8.1). Here there can be none: the activity has no compensation boundary
event, no compensation event sub-process and nothing inside that has one, or, where the event names no activity, its scope has none that does. The throw is passed without effect (S8.2).

Give the activity a compensation boundary event, and join that to an activity with ` + "`" + `isForCompensation="true"` + "`" + `.`,
	},
	Entry{
		Code: "BG2622", Severity: Error,
		Title: "an activity with more than one compensation",
		Explain: `One handler undoes an activity: the one that its compensation boundary event is joined to, or the compensation event sub-process inside it (BPMN 2.0.2 §10.7, S8.2).
Of two nobody could say which runs, or in which order.

Keep one. A sub-process for compensation can do several things.`,
	},
	Entry{
		Code: "BG2623", Severity: Error,
		Title: "a compensation that does not stand beside its event",
		Explain: `The activity that a compensation boundary event is joined to stands in the same process or sub-process: it reads and writes the data of that (BPMN 2.0.2
§10.7, S8.1).

Move it there.`,
	},
	Entry{
		Code: "BG2624", Severity: Error,
		Title: "a transaction with several cancel boundary events",
		Explain: `A transaction that is cancelled leaves by its Cancel boundary event (BPMN 2.0.2 §10.7, S8.3). There is at most one.

Keep one, and split its flow where both ways are to be taken.`,
	},
	Entry{
		Code: "BG2625", Severity: Warning,
		Title: "a transaction that is cancelled and leads nowhere",
		Explain: `When a Cancel End Event is reached, what runs in the transaction is cancelled, what completed in it is compensated, and the transaction leaves by its Cancel
boundary event (BPMN 2.0.2 §10.7, S8.3). Without that event its path ends there.

Attach a cancel boundary event.`,
	},
	Entry{
		Code: "BG2626", Severity: Error,
		Title: "a cancel end event inside what compensates",
		Explain: `Compensation runs after its activity is complete (BPMN 2.0.2 §10.7): a compensation event sub-process, or an activity for compensation, has no transaction around
it that still runs for its activity and could be cancelled (S8.3).

End it without a cancel, or throw an error.`,
	},
	Entry{
		Code: "BG2627", Severity: Warning,
		Title: "an activity for compensation that nothing leads to",
		Explain: `An activity with ` + "`" + `isForCompensation="true"` + "`" + ` stands outside of the flow and runs when the activity is compensated whose compensation boundary event an association joins to
it (BPMN 2.0.2 §10.7). Without the association it never runs.

Draw the association from the boundary event, or take ` + "`" + `isForCompensation` + "`" + ` out.`,
	},
	Entry{
		Code: "BG2628", Severity: Warning,
		Title: "a compensation event sub-process of a process",
		Explain: `A compensation event sub-process undoes the sub-process that it stands in, after that has completed. In a process it may stand (S8.2), but a process
that has completed is over, called or not: nothing can compensate it.

Put it into the sub-process that it is to undo, or let an end event of the process throw compensation.`,
	},
	Entry{
		Code: "BG2629", Severity: Error,
		Title: "a compensation or cancel among several definitions",
		Explain: `Nothing arms a boundary event or an event sub-process for compensation, and nothing arms a Cancel boundary event: they are looked for when a compensation or a cancel is
thrown (EV §2.3). So they can't wait for something else besides (BPMN 2.0.2 §10.5.1).

Use an event of its own for each.`,
	},
	Entry{
		Code: "BG2630", Severity: Warning,
		Title: "a cancel boundary event that never happens",
		Explain: `A Cancel boundary event catches the Cancel End Events inside its transaction (BPMN 2.0.2 §10.5.4, S8.3). Here there is none.

End a path inside the transaction with a cancel end event, or take the boundary event out. An error that escapes is caught by an error boundary event.`,
	},
)
