package diag

// Codes of conditions beside each other (analyze/ranges).
var _ = register(
	Entry{
		Code: "BG3501", Severity: Warning,
		Title: "a split has no way out for some values",
		Explain: `An exclusive or inclusive gateway without a default flow faults where none of its conditions is true (S2.1, S2.3), and so does an activity
whose outgoing flows all carry conditions (S1.4). The message names values for which that happens. The usual gap is the bound itself:
` + "`total > 100`" + ` beside ` + "`total < 100`" + `.

The decision is exact where the conditions are Boolean combinations of variables against constants and of tests for null; what else a condition
holds counts as anything, so that nothing wrong is said. Integers have no value between 5 and 6, floats and decimals do. It looks at the conditions of this split
alone: a step before it may rule the values out. That is why it is a warning; under ` + "`-strict`" + ` it is an error.

Add a default flow, or a condition for what is missing.`,
	},
	Entry{
		Code: "BG3502", Severity: Warning,
		Title: "a condition has no value for some data",
		Explain: `A condition that is null is a fault, not false (S2.1, S3.5), with a default flow or without one. In FEEL a comparison with ` + "`<`, `<=`, `>` or `>=`" + ` is null where
one side is (DMN 1.4 table 42), and so is a boolean that is not set. It can only happen where the type has null: a declaration says so, or another expression tests
the variable for it. In Go a nil pointer is read.

Like BG3501 it looks at this split alone, and is an error under ` + "`-strict`" + `. Test for null first (` + "`count != null and count > 5`" + ` is false for null), or declare the data without null.`,
	},
	Entry{
		Code: "BG3503", Severity: Warning,
		Title: "the condition is never true",
		Explain: `No values of the variables make the condition true, so its flow is never taken: ` + "`total > 100 and total < 50`" + `, or ` + "`x = null`" + ` of something that can't be null (S2.1, S2.3).

Whatever is not a comparison of a variable with a constant counts as anything here, so nothing wrong is said. Mend the condition, or take the flow out.`,
	},
	Entry{
		Code: "BG3504", Severity: Warning,
		Title: "earlier conditions take what this one asks for",
		Explain: `The conditions of an exclusive gateway are evaluated in document order and the first that is true wins (S2.1). Here every value that makes the condition true makes one
before it true already, or leaves it without a value: ` + "`total > 50`" + ` before ` + "`total > 100`" + `. The flow is never taken.

Order the flows from the narrowest to the widest condition, or make them exclude each other.`,
	},
	Entry{
		Code: "BG3505", Severity: Warning,
		Title: "the condition is always true",
		Explain: `All values make the condition true: ` + "`total > 5 or total < 10`" + `. The default flow is then never taken (S2.1, S2.3, S1.4), and at an exclusive gateway no flow behind it
in the file is. The last flow of a gateway without a default may have an always true condition: there it serves as one, and nothing is said.

Mend the condition (the usual slip is or for and), or take out what it makes useless.`,
	},
	Entry{
		Code: "BG3506", Severity: Info,
		Title: "the default flow is never taken",
		Explain: `The conditions of the split leave nothing over: no values make all of them false, so that the default flow is never taken (S2.1, S2.3, S1.4). As caution against later changes that is
harmless, and coverage by tests will never be whole.

Take the default flow out, or make it stand for the last of the conditions.`,
	},
	Entry{
		Code: "BG3507", Severity: Info,
		Title: "two conditions of an exclusive gateway hold together",
		Explain: `The conditions of an exclusive gateway are evaluated in document order and the first that is true wins (S2.1). Where two can be true together the order of the
flows in the file decides, which no diagram shows and modelers change. The message names values for which both are true.

That can be meant. If it is not, make the conditions exclude each other.`,
	},
	Entry{
		Code: "BG3508", Severity: Warning,
		Title: "the condition of an event is never true",
		Explain: `A conditional event happens when its condition becomes true, or at once where it is true when the event begins to wait (EV §2.7). No values that the variables
can have make this one true, so the event never happens: an intermediate event waits for ever, a boundary event or an event sub-process is never used. A null
or missing value is no help: it counts as not true (S3.5).

Mend the condition, or take the event out.`,
	},
)
