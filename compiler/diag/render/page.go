package render

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Page is the documentation of codes as a Markdown page: a table of them all,
// then a section each. docs/diagnostics.md is made from the whole catalogue by it.
func Page(entries []diag.Entry) string {
	var b strings.Builder
	b.WriteString("# Diagnostics\n\n")
	b.WriteString("<!-- Made from the catalogue by `make docs`. Change compiler/diag/catalogue_*.go instead. -->\n\n")
	b.WriteString("Every finding of `bpmngen` has a code that never changes its meaning. `bpmngen explain CODE` tells the same in a terminal.\n" +
		"The first digit names the area: 1 XML, 2 structure, 3 expressions and types, 4 host Go, 5 model checking, 9 the compiler itself.\n" +
		"Errors stop generation; warnings and infos don't.\n\n")
	b.WriteString("| code | severity | what | bpmnlint |\n|---|---|---|---|\n")
	for _, e := range entries {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", e.Code, strings.ToLower(string(e.Code)), e.Severity, tableCell(e.Title), e.Alias)
	}
	for _, e := range entries {
		fmt.Fprintf(&b, "\n## %s\n\n**%s: %s**\n\n%s\n", e.Code, e.Severity, e.Title, strings.TrimSpace(deeper(e.Explain)))
		if e.Alias != "" {
			fmt.Fprintf(&b, "\nbpmnlint calls this rule `%s`.\n", e.Alias)
		}
	}
	return b.String()
}

func tableCell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// deeper moves the headings of an explanation below the section that it stands in.
func deeper(markdown string) string {
	lines := strings.Split(markdown, "\n")
	fenced := false
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			fenced = !fenced
		}
		if !fenced && strings.HasPrefix(l, "#") {
			lines[i] = "##" + l
		}
	}
	return strings.Join(lines, "\n")
}
