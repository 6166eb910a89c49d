package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

func newExplain(e *env) *cobra.Command {
	var all, list bool
	var format string
	cmd := &cobra.Command{
		Use:   "explain [flags] code ...",
		Short: "tells the whole story of a diagnostic's code",
		Long: `Explain tells what the rule behind a code is, who decides it, why it matters and how to mend it.
A code is written BG2107, bg2107 or 2107; the name of a bpmnlint rule finds the codes that stand for it.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if (all || list) == (len(args) > 0) {
				return usagef("explain takes codes, or one of -all and -list")
			}
			entries := diag.Catalogue()
			if len(args) > 0 {
				entries = nil
				for _, a := range args {
					found := lookup(a)
					if len(found) == 0 {
						return usagef("there is no code %q; 'bpmngen explain -list' shows all", a)
					}
					entries = append(entries, found...)
				}
			}
			return explain(e.stdout, entries, list, format, e.width)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "explain every code")
	cmd.Flags().BoolVar(&list, "list", false, "list the codes, one a line")
	cmd.Flags().StringVar(&format, "format", "text", "`text`, markdown or json")
	return cmd
}

// proseWidth is the widest that explanations are set.
const proseWidth = 100

func explain(w io.Writer, entries []diag.Entry, list bool, format string, width int) error {
	switch {
	case format == "json":
		out := make([]explained, 0, len(entries))
		for _, x := range entries {
			out = append(out, explained{x.Code, x.Severity.String(), x.Title, x.Explain, x.Alias})
		}
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(out)
	case format == "markdown":
		_, err := io.WriteString(w, render.Page(entries))
		return err
	case format != "text":
		return usagef("explain knows no format %q; there are text, markdown and json", format)
	case list:
		for _, x := range entries {
			fmt.Fprintf(w, "%s  %-7s  %s\n", x.Code, x.Severity, x.Title)
		}
		return nil
	}
	for i, x := range entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s (%s): %s\n\n%s", x.Code, x.Severity, x.Title, render.Plain(x.Explain, min(width, proseWidth)))
		if x.Alias != "" {
			fmt.Fprintf(w, "\nbpmnlint calls this rule %s.\n", x.Alias)
		}
	}
	return nil
}

type explained struct {
	Code     diag.Code `json:"code"`
	Severity string    `json:"severity"`
	Title    string    `json:"title"`
	Explain  string    `json:"explain"`
	Rule     string    `json:"rule,omitempty"`
}

// lookup finds an entry by its code, with or without BG, or those that stand for a bpmnlint rule.
func lookup(s string) []diag.Entry {
	if x, ok := diag.Lookup(diag.Code("BG" + strings.TrimPrefix(strings.ToUpper(s), "BG"))); ok {
		return []diag.Entry{x}
	}
	rule := strings.TrimPrefix(strings.ToLower(s), "bpmnlint/")
	return slices.DeleteFunc(diag.Catalogue(), func(x diag.Entry) bool { return rule == "" || x.Alias != rule })
}
