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
	Entry{
		Code: "BG2006", Severity: Warning,
		Title: "an operation that is not declared",
		Explain: `` + "`" + `operationRef` + "`" + ` names an operation of an interface of the file (BPMN 2.0.2 §8.4.11). The host supplies the work of the task, so execution does not depend on
it; a reader who looks for it finds nothing.

Declare the operation, or take the reference out.`,
	},
	Entry{
		Code: "BG2007", Severity: Warning,
		Title: "an import that is not compiled along",
		Explain: `The file imports another one (BPMN 2.0.2 §8.1). What a BPMN file holds can be referred to where both are compiled together; the types and
operations of WSDL and XML Schema files are not read, so data of such types is typed by its use.

Compile the files together, or declare here what is used.`,
	},
	Entry{
		Code: "BG2008", Severity: Warning,
		Title: "a process or node without an id",
		Explain: `An element that is referred to has an id (BPMN 2.0.2 §8.2.1). Without one no flow can lead to a node, no caller or test can name it, and no
stored instance can stand at it.

Give it an id.`,
	},
	Entry{
		Code: "BG2009", Severity: Warning,
		Title: "a format that is no media type",
		Explain: `` + "`" + `textFormat` + "`" + ` and ` + "`" + `scriptFormat` + "`" + ` are media types, such as ` + "`" + `text/plain` + "`" + ` or ` + "`" + `application/javascript` + "`" + ` (BPMN 2.0.2 §8.4.5, Table 10.12). Execution does not
depend on them, and many files write the plain name of a language, so it is a warning.

Write the media type, or take the attribute out.`,
	},
	Entry{
		Code: "BG2010", Severity: Error,
		Title: "a URI that is none",
		Explain: `The language of an expression and the method of a transaction are URIs (BPMN 2.0.2 §8.4.6, Table 10.22).

Write the URI of the language, or take the attribute out: a leading ` + "`" + `=` + "`" + ` tells FEEL, and ` + "`" + `${...}` + "`" + ` tells JUEL.`,
	},
	Entry{
		Code: "BG2011", Severity: Error,
		Title:    "two processes of a package have one id",
		NoSample: "it takes two files that are compiled together",
		Explain: `A process is registered by its id, and its versions are told apart by their fingerprints (S10.1): two processes with one id would be taken for two versions of
one. Modelers give new processes the same few ids, such as ` + "`" + `Process_1` + "`" + `.

Give one of the two another id, or generate the files into packages of their own.`,
	},
)
