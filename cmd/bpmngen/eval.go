package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// evalLanguages are the languages by the name that -lang takes.
var evalLanguages = map[string]expr.Lang{"": expr.Unknown, "feel": expr.FEEL, "juel": expr.JUEL, "go": expr.Go}

func newEval(e *env) *cobra.Command {
	var lang, vars string
	cmd := &cobra.Command{
		Use:   "eval [flags] expression",
		Short: "evaluates one expression and prints its value as JSON",
		Long: `Eval evaluates an expression as the compiled code would, without a Go compiler, over variables that are typed by their values.
Dates, times and durations are objects of one key on the way in and out: {"date": "2026-01-31"}, {"time": "10:00:00"}, {"dateTime": "2026-01-31T10:00:00Z"}, {"duration": "P1D"}.
Without -lang the text tells the language as it does in a file: "=" for FEEL, "${...}" for JUEL, else FEEL.

It exits 1 with a diagnostic where the expression is wrong or has no value.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			l, ok := evalLanguages[strings.ToLower(lang)]
			if !ok {
				return usagef("eval knows no language %q; there are feel, juel and go", lang)
			}
			if _, err := expr.ParseVars([]byte(vars)); err != nil {
				return usagef("-vars: %w", err)
			}
			value, found, err := expr.EvalSource(l, args[0], []byte(vars), e.now())
			if err != nil {
				found = append(found, diag.New("BG3090", diag.Span{Line: 1, Col: 1}, "%v", err))
			}
			if len(found) > 0 {
				if err := e.evalFindings(args[0], found); err != nil {
					return err
				}
			}
			for _, d := range found {
				if d.Severity == diag.Error {
					return exit(exitFindings)
				}
			}
			text, err := feel.MarshalValue(value)
			if err != nil {
				return exitWith(e, err)
			}
			_, err = fmt.Fprintf(e.stdout, "%s\n", text)
			return err
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "`language`: feel, juel or go")
	cmd.Flags().StringVar(&vars, "vars", "{}", "the variables, a `JSON` object")
	return cmd
}

// evalFindings shows what is wrong with the expression, on stderr: stdout has values only.
func (e *env) evalFindings(text string, found []diag.Diagnostic) error {
	const name = "expression"
	for i := range found {
		found[i].Span.File = name
		if found[i].Span.IsZero() {
			found[i].Span.Line, found[i].Span.Col = 1, 1
		}
		for j := range found[i].Related {
			found[i].Related[j].Span.File = name
		}
	}
	source := func(string) ([]byte, bool) { return []byte(text), true }
	return render.Text(e.stderr, render.Report{Files: []string{name}, Diagnostics: found},
		render.TextOptions{Source: source, Color: e.errColor, Width: e.width})
}

func exitWith(e *env, err error) error {
	fmt.Fprintf(e.stderr, "bpmngen: the value can't be written as JSON: %v\n", err)
	return exit(exitFindings)
}
