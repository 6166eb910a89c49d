package diag

// The codes of analyze/rules for references and for what of a file is compiled.
var _ = register(
	Entry{
		Code: "BG2001", Severity: Error,
		Title: "a reference that leads nowhere",
		Explain: `Elements refer to one another by id, as XML names with an optional prefix (BPMN 2.0.2 §8.1). A prefix that stands for another namespace looks
for the element in the file of that ` + "`" + `targetNamespace` + "`" + ` which is compiled along; no prefix, or that of the file's own namespace, in the file itself.

Write the id of an element that is there. Ids are case-sensitive.`,
	},
	Entry{
		Code: "BG2002", Severity: Error,
		Title: "a reference to the wrong kind of element",
		Explain: `The id that is referred to exists, but its element is of another kind than the reference asks for (BPMN 2.0.2 §8.1; the attribute's own table says
which kind): a sequence flow joins activities, events and gateways, a ` + "`" + `messageRef` + "`" + ` names a message.

Refer to an element of the right kind.`,
	},
	Entry{
		Code: "BG2003", Severity: Warning,
		Title: "an error that is not declared",
		Explain: `An ` + "`" + `errorRef` + "`" + ` names an error element of the file. Many files write the error's code there and declare no error; such a reference is then
its own code (S6.1).

Declare the error, so that it has a name and can have a payload.`,
	},
	Entry{
		Code: "BG2004", Severity: Warning,
		Title: "nothing to execute",
		Explain: `A process is compiled where its ` + "`" + `isExecutable` + "`" + ` is true. Where no process of the file says true, those that don't say anything and have
something to execute are compiled too: a third of the files in use leave the attribute out, and BPMN 2.0.2 (Table 10.1) leaves open
what that means. The others are checked for their form, and no code comes of them.

Write ` + "`" + `isExecutable="true"` + "`" + ` at the process that is to run.`,
	},
	Entry{
		Code: "BG2005", Severity: Error,
		Title: "a public process that is executable",
		Explain: `A public process shows of a private one what its partners need to see; it can't be executed (BPMN 2.0.2 §10.1, Table 10.1).

Write ` + "`" + `processType="Private"` + "`" + `, or take ` + "`" + `isExecutable` + "`" + ` out.`,
	},
)
