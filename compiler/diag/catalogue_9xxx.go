package diag

// The codes of what goes wrong on our own side or in the file system.
var _ = register(
	Entry{
		Code: "BG9001", Severity: Error,
		Title: "the compiler itself failed on this file",
		Explain: `The compiler has a bug: it stopped in the middle of this file. Nothing was generated for it; other files are not affected.

Your model may be right or wrong, this finding says nothing about it. To get on, take out what you changed last, or cut the file
down until the finding goes away: the part that brings it back is what the compiler can't take.

Please report it with the file, or with the part that is left of it, with what 'bpmngen version' prints and, where one was printed below
the findings, the trace.`,
		NoSample: "a file that makes the compiler fail is a bug that gets mended, so no file can show it",
	},
	Entry{
		Code: "BG9002", Severity: Error,
		Title: "the file can't be read",
		Explain: `The file was named on the command line or found in a folder, but the operating system did not give its content: it does not exist, its
permissions forbid it, or it is no regular file (a pipe or a device, which could deliver without end).

The message tells what the operating system said. The command ends with status 2, after the other files were read.`,
		NoSample: "it is the operating system's refusal, not the file's content",
	},
)
