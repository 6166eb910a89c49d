package diag

// The codes of compiler/bpmn: what is wrong with a file as XML and as an
// instance of the BPMN 2.0.2 schema, before any of its references is followed.
var _ = register(
	Entry{
		Code: "BG1001", Severity: Error, Title: "the file is empty",
		Explain: `The file holds nothing, or nothing but comments and white space. A BPMN 2.0 file has one root
element, ` + "`definitions`" + ` (BPMN 2.0.2 §8.1).

Start from a new model, or restore the file: an editor that was interrupted while saving leaves such files behind.`,
	},
	Entry{
		Code: "BG1002", Severity: Error, Title: "the file is no XML",
		Explain: `The first character of an XML document is ` + "`<`" + ` (XML 1.0 §2.1). This file is something else: an image or PDF of a
diagram, an archive, a JSON export, a binary.

Export the model as BPMN 2.0 XML. Modelers call the format *BPMN 2.0 XML* and name the files ` + "`.bpmn`" + ` or ` + "`.bpmn20.xml`" + `.`,
	},
	Entry{
		Code: "BG1003", Severity: Error, Title: "the file is too big",
		Explain: `Input is bounded, so that no file can take all memory of the machine that compiles it. The bound is 64 MiB unless the
caller sets another one; the largest models seen in practice have less than 5.

What makes files big is usually data inside them, such as images in extension elements. Take it out, or split the model.`,
		NoSample: "a sample would be larger than 64 MiB",
	},
	Entry{
		Code: "BG1004", Severity: Error, Title: "the declared encoding is not known",
		Explain: `The XML declaration names the encoding of the file (XML 1.0 §4.3.3). The name here is none that the IANA
registry knows with a decoder, so characters beyond ASCII cannot be read for certain.

Save the file as UTF-8 and declare ` + "`encoding=\"UTF-8\"`" + `.`,
	},
	Entry{
		Code: "BG1005", Severity: Error, Title: "bytes that are no text in the file's encoding",
		Explain: `XML is text in the declared encoding, UTF-8 where none is declared; bytes that are not are a fatal error (XML
1.0 §4.3.3). The usual cause: a tool wrote the file in the code page of Windows and declared UTF-8 or nothing.

The place is that of the first such byte. Save the file as UTF-8, or declare what it is in, for example
` + "`encoding=\"windows-1252\"`" + `. Until then the bytes are read as windows-1252, so that the rest of the file is checked too.`,
	},
	Entry{
		Code: "BG1006", Severity: Warning, Title: "the declared encoding is not that of the file",
		Explain: `The file declares one encoding, its byte order mark or its bytes tell another (XML 1.0 §4.3.3, appendix F). Where a
byte order mark or the layout of the bytes decides, that one is used; where a single-byte encoding is declared and the bytes
look like UTF-8, the declaration is believed, and letters beyond ASCII come out as pairs of wrong ones.

Declare the encoding that the file is in.`,
	},
	Entry{
		Code: "BG1007", Severity: Warning, Title: "an odd XML declaration",
		Explain: `The XML declaration stands at the very start of a file and names version 1.0 (XML 1.0 §2.8). Other readers refuse
files with white space before it or with another version; bpmngen reads them as XML 1.0.

Write ` + "`<?xml version=\"1.0\" encoding=\"UTF-8\"?>`" + ` as the first characters of the file.`,
	},
	Entry{
		Code: "BG1010", Severity: Error, Title: "the XML is not well-formed",
		Explain: `XML that is not well-formed has no meaning that one could rely on, so reading stops at the first such place (XML 1.0
§1.2). Frequent ones: an attribute without quotes, a ` + "`<`" + ` or ` + "`&`" + ` in text or in an attribute's value (write ` + "`&lt;`" + ` and
` + "`&amp;`" + `: conditions need it often), a quote that is not closed.

Mend the place that the diagnostic points at, then compile again: what comes after it has not been read yet.`,
	},
	Entry{
		Code: "BG1011", Severity: Error, Title: "the file ends too early",
		Explain: `Every element that is opened must be closed, and so must comments, CDATA sections and quotes (XML 1.0 §2.1). The file
ends before that; most often it was cut off while it was copied or saved.

Restore the file. If it was written by hand, add the end tag of the element that the related place names.`,
	},
	Entry{
		Code: "BG1012", Severity: Error, Title: "an end tag that does not match",
		Explain: `Elements nest: an end tag closes the element that was opened last (XML 1.0 §3.1). This one names another element, or
nothing is open any more.

Mend the name, or add the end tag that is missing before it. The related place is where the element that is open was opened.`,
	},
	Entry{
		Code: "BG1013", Severity: Error, Title: "an attribute given twice",
		Explain: `An element has each attribute once (XML 1.0 §3.1), also where two prefixes stand for one namespace (Namespaces in XML
§6.3). Which of the two counts would be chance.

Take one of them out. The first is the one that is read.`,
	},
	Entry{
		Code: "BG1014", Severity: Error, Title: "entities are refused",
		Explain: `A document type declaration can define entities: text that is inserted where it is referred to, also from other
files or from the network, and nested so that a few lines become gigabytes. A BPMN file needs none of it (BPMN 2.0.2 §15 defines
its format as an XML schema), so files that define entities are refused.

Write the text where the entity stood and take the DOCTYPE out.`,
	},
	Entry{
		Code: "BG1015", Severity: Warning, Title: "a document type declaration is not read",
		Explain: `BPMN's format is an XML schema (BPMN 2.0.2 §15), not a document type. A DOCTYPE is passed over: nothing that it refers to
is read, defaults of attributes included.

Take it out.`,
	},
	Entry{
		Code: "BG1016", Severity: Error, Title: "an entity that is not defined",
		Explain: `XML itself has five entities: ` + "`&lt; &gt; &amp; &apos; &quot;`" + ` (XML 1.0 §4.6). Those of HTML, such as ` + "`&nbsp;`" + ` and
` + "`&auml;`" + `, are not among them.

Write the character itself, or its number: ` + "`&#160;`" + `. For an & that is part of the text write ` + "`&amp;`" + `.`,
	},
	Entry{
		Code: "BG1017", Severity: Error, Title: "elements are nested too deep",
		Explain: `Nesting is bounded, to 256 elements unless the caller sets another bound, so that no file can exhaust the compiler. Real
models stay below 30.

A file beyond that is damaged or was made to do harm. Flatten the sub-processes.`,
	},
	Entry{
		Code: "BG1018", Severity: Error, Title: "too many elements",
		Explain: `The number of elements, of attributes and of pieces of text is bounded (1,000,000 elements unless the caller sets another
bound; attributes and text in proportion; 256 attributes an element), so that memory is. A model of 10,000 tasks with its diagram has about 150,000.

Split the file.`,
		NoSample: "a sample would have a million elements",
	},
	Entry{
		Code: "BG1019", Severity: Error, Title: "a prefix that is bound to no namespace",
		Explain: `A prefix stands for a namespace that an ` + "`xmlns:prefix`" + ` declaration around it names (Namespaces in XML §5). Without it
nobody can tell whose element or attribute this is. Such declarations are lost when parts of files are pasted into others.

Declare the prefix on the root element. Each prefix is reported once, at its first use. The usual prefixes of BPMN
(bpmn, bpmn2, semantic, model) are taken for BPMN's own in the meantime.`,
	},
	Entry{
		Code: "BG1020", Severity: Error, Title: "content outside of the root element",
		Explain: `A document has one root element, and outside of it stand only comments and processing instructions (XML 1.0 §2.1). Two
models pasted behind each other, or text in front of the first tag, are no document.

Keep one ` + "`definitions`" + ` with everything inside it.`,
	},
	Entry{
		Code: "BG1030", Severity: Error, Title: "the root is no BPMN definitions",
		Explain: `A BPMN 2.0 file is an XML document whose root is ` + "`definitions`" + ` in the namespace
` + "`http://www.omg.org/spec/BPMN/20100524/MODEL`" + ` (BPMN 2.0.2 §8.1, §15). This one is something else: a decision or case
model, a service description, another process language.

Give the BPMN file, or export the model as BPMN 2.0.`,
	},
	Entry{
		Code: "BG1031", Severity: Error, Title: "not the namespace of BPMN 2.0",
		Explain: `The elements of BPMN 2.0 are in the namespace ` + "`http://www.omg.org/spec/BPMN/20100524/MODEL`" + ` (BPMN 2.0.2 §15), whatever prefix
is bound to it. Elements with the same names in no namespace, in that of a draft or in a misspelt one are not BPMN's.

Mend the declaration. Models of BPMN 1.x have another structure: open them in a modeler and export them as BPMN 2.0.`,
	},
	Entry{
		Code: "BG1040", Severity: Warning, Title: "an element that BPMN does not have",
		Explain: `The element is in BPMN's namespace, but the standard has none of that name (BPMN 2.0.2 §15). It has no effect; nearly always
the name is misspelt, and then what it was meant to do is missing.

Mend the name. Elements of your own belong into ` + "`extensionElements`" + `, in a namespace of their own (§8.3.4).`,
	},
	Entry{
		Code: "BG1041", Severity: Warning, Title: "an element where BPMN does not have it",
		Explain: `The standard has this element, but not inside this parent (BPMN 2.0.2 §15). Here it has no effect: a task outside of a
process is never executed, a condition on a task decides nothing.

Move it to where it belongs, or take it out.`,
	},
	Entry{
		Code: "BG1042", Severity: Warning, Title: "an attribute that this element does not have",
		Explain: `An attribute without a prefix is BPMN's own. The standard has this one, but on other elements (BPMN 2.0.2 §15): here it
has no effect. BPMN's own attributes never have a prefix.

Take it out, or move it to the element that it was meant for. Attributes of your own are written with the prefix of a namespace of their own.`,
	},
	Entry{
		Code: "BG1043", Severity: Warning, Title: "a foreign element outside of extensionElements",
		Explain: `Elements of other namespaces belong into ` + "`extensionElements`" + ` (BPMN 2.0.2 §8.3.4). Beside it no engine looks for
them: a job type or a mapping there has no effect.

Put the element into the ` + "`extensionElements`" + ` of its parent.`,
	},
	Entry{
		Code: "BG1044", Severity: Warning, Title: "text where BPMN has none",
		Explain: `Between the elements of this element there is text, which the standard does not have here (BPMN 2.0.2 §15). It has no
effect; often it is a remnant of editing, or an expression that lost the element around it.

Take it out, or put it where it was meant to be: ` + "`documentation`, `conditionExpression`, `script`" + `.`,
	},
	Entry{
		Code: "BG1045", Severity: Error, Title: "an element given twice where one is allowed",
		Explain: `The standard has this element at most once in its parent (BPMN 2.0.2 §15): a sequence flow has one condition, an activity
one kind of loop characteristics. With two, one of them would be ignored without a word.

Keep one. The first is the one that is read.`,
	},
	Entry{
		Code: "BG1046", Severity: Error, Title: "an attribute that BPMN does not have",
		Explain: `An attribute without a prefix is BPMN's own, and the standard has none of that name on any element: its schema refuses the
file (BPMN 2.0.2 §15). Most often the name is misspelt, and what it was meant to say is not said.

Mend the name. Attributes of your own are written with the prefix of a namespace of their own.`,
	},
	Entry{
		Code: "BG1050", Severity: Error, Title: "an id given to two elements",
		Explain: `Ids are unique in a file (BPMN 2.0.2 §8.3.1; XML Schema Part 2 §3.3.8). What refers to a doubled one could mean either
element. Copying parts of a model by hand makes such ids.

Give one of the two elements another id, and change the references that meant it. References are followed to the first.`,
	},
	Entry{
		Code: "BG1051", Severity: Warning, Title: "a diagram element with an id that is taken",
		Explain: `Ids are unique in a file, those of shapes and edges included (XML Schema Part 2 §3.3.8). The diagram has no effect on
execution, but other tools may refuse the file or draw it wrongly.

Give the shape or edge another id.`,
	},
	Entry{
		Code: "BG1052", Severity: Warning, Title: "an id that is no XML name",
		Explain: `An id starts with a letter or an underscore, and goes on with letters, digits, underscores, hyphens and full stops (BPMN 2.0.2
§8.3.1; XML Schema Part 2 §3.3.8). bpmngen takes any other id too, but other tools refuse the file.

Change the id and what refers to it.`,
	},
	Entry{
		Code: "BG1053", Severity: Error, Title: "not a boolean",
		Explain: `The attribute is true or false; 1 and 0 mean the same (XML Schema Part 2 §3.2.2). Capital letters and other words are not
taken by the standard. ` + "`True`" + ` and ` + "`FALSE`" + ` are read as what they say, anything else as if the attribute were absent.

Write ` + "`true`" + ` or ` + "`false`" + `.`,
	},
	Entry{
		Code: "BG1054", Severity: Error, Title: "not a whole number",
		Explain: `The attribute is a whole number written in digits (XML Schema Part 2 §3.3.13). Expressions are not possible in it.

Write the number, or take the attribute out.`,
	},
	Entry{
		Code: "BG1055", Severity: Error, Title: "a value that BPMN does not have for this attribute",
		Explain: `The standard lists the values of this attribute, capital letters included (BPMN 2.0.2 §15). A value that is none of
them has no meaning.

Write one of the values that the diagnostic lists.`,
	},
	Entry{
		Code: "BG1060", Severity: Info, Title: "more findings of the same kind",
		Explain: `Of each of the codes BG1013 to BG1055 a file gets at most 100 findings, so that one habit of an exporter doesn't bury everything
else. This note counts those that are not shown; it stands at the place of the first of them.

Mend the ones that are shown; usually the rest have the same cause.`,
		NoSample: "a sample would repeat one mistake a hundred times",
	},
)
