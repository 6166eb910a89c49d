package diag

// The codes of repeated activities: standard loops and multi-instance (S7).
var _ = register(
	Entry{
		Code: "BG2650", Severity: Error,
		Title: "a negative number of times",
		Explain: `How often an activity is done is 0 or more: loopMaximum of a standard loop, the cardinality of a multi-instance activity
(BPMN 2.0.2 §13.3.6, §13.3.7, S7.1). A number that is computed is looked at when the activity begins, and is a fault where it is negative.

Write 0 or more.`,
	},
	Entry{
		Code: "BG2651", Severity: Warning,
		Title: "a loop that nothing ends",
		Explain: `A standard loop goes on as long as its loopCondition is true, at most loopMaximum times (BPMN 2.0.2 §13.3.6). Without both it ends only where a
boundary event or an error ends it.

Write a condition or a maximum.`,
	},
	Entry{
		Code: "BG2652", Severity: Warning,
		Title: "a loop at an event sub-process",
		Explain: `An event sub-process runs when its start event happens, and as often (BPMN 2.0.2 §10.3.5). Loop characteristics add nothing to that and have no effect.

Take them out, or repeat an activity inside of it.`,
	},
	Entry{
		Code: "BG2653", Severity: Warning,
		Title: "a behavior that throws nothing",
		Explain: `With behavior None a multi-instance activity throws noneBehaviorEventRef when an instance completes, with One it throws oneBehaviorEventRef at the first
completion, with Complex what its definitions say (BPMN 2.0.2 §13.3.7, Table 10.28). Without the reference nothing is thrown, as with All.

Name the event, or take behavior out.`,
	},
	Entry{
		Code: "BG2654", Severity: Error,
		Title: "an event that instances can't throw",
		Explain: `The event that the completion of an instance throws is one that can be thrown: a signal, a message, an escalation or an error. It is caught by a boundary event
of the activity, or farther out (BPMN 2.0.2 §13.3.7).

Throw one of these.`,
	},
	Entry{
		Code: "BG2655", Severity: Error,
		Title: "a repeated receive task that makes the process instance",
		Explain: `The message of a receive task with instantiate="true" makes the process instance (BPMN 2.0.2 §10.3.3). There is one such message, so that the task can't be
repeated.

Start with a message start event and repeat a receive task behind it.`,
	},
	Entry{
		Code: "BG2656", Severity: Warning,
		Title: "a collection without a source",
		Explain: `loopDataInputRef names the collection whose items the instances get: a data object, a property, an input of the process, or a data input of the activity that a
dataInputAssociation fills (BPMN 2.0.2 §13.3.7, S7.2). What is named here is filled by nothing; it is taken for a variable of the process with that name, which the
host sets where it starts an instance.

Give it a source, or name the data itself.`,
	},
	Entry{
		Code: "BG2657", Severity: Error,
		Title: "an output collection that is no list",
		Explain: `What the instances of a multi-instance activity give to its output becomes a list, by the position of the instance (S7.2). The data that takes it is declared
as something else.

Declare a list.`,
	},
	Entry{
		Code: "BG2658", Severity: Warning,
		Title: "an output collection that gets nothing",
		Explain: `The output collection of a multi-instance activity is made of what each instance gives to it: the outputDataItem, or zeebe's outputElement (BPMN 2.0.2 §13.3.7,
S7.2). Without one the collection stays as it is.

Add what an instance gives, or take the output out.`,
	},
)
