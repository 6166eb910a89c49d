package diag

// The codes of what concerns the Go around a model.
var _ = register(
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
