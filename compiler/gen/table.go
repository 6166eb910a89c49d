package gen

import (
	"strconv"
	"strings"
)

// Tables and constants are most of a large file, a line for each node and flow,
// and formatting is most of the work of generating. They are written line by
// line as gofmt would, and not formatted again.

// runtimeName qualifies a name of package runtime in text: "runtime.".
func (f *file) runtimeName() string { return f.plan.aliases[runtimePath] + "." }

// table declares a table of a definition, one row a line; none where it is empty.
func (f *file) table(name, what, typ string, n int, at func(int) row) {
	if n == 0 {
		return
	}
	var b strings.Builder
	b.WriteString("// " + name + " " + what + "; -1 is none.\nvar " + name + " = []" + f.runtimeName() + typ + "{\n")
	for i := range n {
		b.WriteString("\t" + at(i).String() + ",\n")
	}
	b.WriteString("}")
	f.addText(b.String())
}

// constant is one of a group of numbered constants.
type constant struct {
	name, doc string // one line
	value     int
}

// constants declares numbered constants of a type of package runtime.
func (f *file) constants(doc, typ string, list []constant) {
	if len(list) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString("// " + oneLine(doc) + "\nconst (\n")
	for _, c := range list {
		b.WriteString("\t// " + c.name + " " + oneLine(c.doc) + "\n\t" + c.name + " " + f.runtimeName() + typ + " = " + strconv.Itoa(c.value) + "\n")
	}
	b.WriteString(")")
	f.addText(b.String())
}
