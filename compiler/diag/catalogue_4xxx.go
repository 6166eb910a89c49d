package diag

// The codes of what concerns the Go around a model.
var _ = register(
	Entry{
		Code: "BG4001", Severity: Error,
		Title: "a Go type of the host that can't be had",
		Explain: `The model names a Go type by its import path (` + "`example.com/shop/order.Order`" + `). It is looked up with the go command from the BPMN file's folder: the package
must be in the module of that folder or required by it, and the type exported and without type parameters (S3.1). Its exported fields are
what expressions may say: by the name of their json tag, else by their Go name; a pointer is a value that may be missing.

Correct the import path or the name, or declare the type.`,
	},
	Entry{
		Code: "BG4002", Severity: Error,
		Title: "a Go function of the host that can't be called",
		Explain: `An expression with ` + "`language=\"go\"`" + ` may be the qualified name of a function, ` + "`example.com/shop/rules.Urgent`" + `. Each of its parameters takes the variable of
that name; it returns one value, or a value and an error, which is a fault of the instance (S9.1). It stands outside the package that is
generated, because what is generated depends on what the function reads.

Correct the name or the signature, or move the function into a package of its own.`,
	},
	Entry{
		Code: "BG4003", Severity: Error,
		Title: "a host function that changes what it is given",
		Explain: `A condition or mapping is evaluated whenever the engine needs its value; one that changes the data it reads would change the process outside of any
commit (EV §2.7, S3.3). The finding tells the place in the Go code.

Let it return a value, and do the change in a handler.`,
	},
	Entry{
		Code: "BG4004", Severity: Info,
		Title: "a condition that may read anything",
		Explain: `What a host function reads is derived from its code, across packages. Where that can't be followed (a call through an interface, a global, the clock, a
function of the standard library that is not known to be pure), and where a bean of JUEL is called, it counts as reading anything, so that a conditional event is evaluated after every change of data: never too seldom, at some cost (EV §2.7, S3.4).

Let the function read its parameters alone.`,
	},
	Entry{
		Code: "BG4010", Severity: Error,
		Title: "a host function that declares that it reads nothing",
		Explain: `A function that a condition names may say in its comment what it reads, ` + "`//bpmngen:reads total customer.tier`" + `. An explicitly empty list would mean that the
condition never has to be evaluated again; such a trap is refused (EV §2.7 "Granularity").

Name what it reads, or take the line out: what a function reads is derived from its code.`,
	},
	Entry{
		Code: "BG4011", Severity: Error,
		Title: "a host function that reads more than it declares",
		Explain: `A function that a condition names says in its comment what it reads (` + "`//bpmngen:reads`" + `), and its code reads something else too. A change of that would not
evaluate the condition again: a wake-up would be missed silently (EV §2.7). The declaration may say more than the code, and never less.

Add the path, or take the declaration out.`,
	},
	Entry{
		Code: "BG4901", Severity: Error,
		Title: "two BPMN files of one folder would declare the same Go names",
		Explain: `Every BPMN file becomes a Go file beside it, and all the Go files of a folder are one package. With one executable process in a file
its names carry no prefix (` + "`Vars`, `Handlers`, `Start`" + `), so two such files in one folder would declare each of them twice, and
nothing would compile. The second file is not written.

Put each BPMN file into a folder, and so a Go package, of its own. Or draw the processes in one file: with several executable processes in a file
each one's names carry its process's name.`,
		NoSample: "it takes two files",
	},
)
