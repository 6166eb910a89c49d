package main

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

// formats are the shapes that a report can have, by the name that -format takes.
var formats = map[string]func(e *env, w io.Writer, r render.Report) error{
	"text": func(e *env, w io.Writer, r render.Report) error {
		return render.Text(w, r, render.TextOptions{Source: excerpts, Color: e.color, Width: e.width})
	},
	"json":   func(_ *env, w io.Writer, r render.Report) error { return render.JSON(w, r) },
	"github": func(_ *env, w io.Writer, r render.Report) error { return render.GitHub(w, r) },
	"sarif":  func(_ *env, w io.Writer, r render.Report) error { return render.SARIF(w, r) },
}

func newCheck(e *env) *cobra.Command {
	var format, configFile string
	var strict, fix bool
	var sound soundFlags
	cmd := &cobra.Command{
		Use:   "check [flags] file|folder ...",
		Short: "tells everything that is wrong with BPMN files",
		Long: `Check compiles files and writes nothing: it prints all findings of all files, in the order of their places, and a summary.
Folders are searched for BPMN files, with everything below them.

It exits 1 if there is an error among the findings; with -strict, warnings are errors.

With -fix it first mends in the files what can be mended mechanically: missing ids, errors that are not declared, the default flow of an exclusive gateway
that has one flow without a condition, and durations that are not ISO 8601. All other bytes of a file stay as they are. What is left is then told.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			show, ok := formats[format]
			if !ok {
				return usagef("check knows no format %q; there are text, json, github and sarif", format)
			}
			if err := sound.parse(); err != nil {
				return err
			}
			files, _, err := findInputs(args)
			if err != nil {
				return err
			}
			if len(files) == 0 {
				return usagef("there is no BPMN file (*.bpmn) in %s", quoted(args))
			}
			if sound.trace != "" && len(files) != 1 {
				return usagef("-trace draws one file, but there are %d", len(files))
			}
			units := make([]*unit, len(files))
			for i, f := range files {
				units[i] = &unit{input: f, dir: filepath.Dir(f.path), compileOptions: compileOptions{strict: strict, soundness: &sound.options, waive: sound.unknown}}
			}
			if err := configure(configFile, units); err != nil {
				return err
			}
			if err := e.compileAll(cmd.Context(), "checking", units); err != nil {
				return err
			}
			if fix {
				if err := e.mend(cmd.Context(), units); err != nil {
					return err
				}
			}
			if err := show(e, e.stdout, reportOf(units)); err != nil {
				return err
			}
			traces(e.stderr, units)
			if sound.trace != "" {
				if err := sound.draw(e, files[0]); err != nil {
					return err
				}
			}
			return outcome(units)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`text`, json, github (annotations of GitHub Actions) or sarif")
	cmd.Flags().BoolVar(&fix, "fix", false, "mend in the files what can be mended mechanically")
	cmd.Flags().StringVar(&configFile, "config", "", configUsage)
	cmd.Flags().BoolVar(&strict, "strict", false, "take warnings for errors")
	sound.register(cmd)
	return cmd
}
