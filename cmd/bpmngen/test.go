package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/cmd/bpmngen/internal/testrun"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
)

func newTest(e *env) *cobra.Command {
	var asJSON, verbose bool
	var scenarios, run string
	opts := testrun.Options{Version: toolVersion()}
	cmd := &cobra.Command{
		Use:   "test [flags] file|folder ...",
		Short: "runs the scenarios beside BPMN files, in virtual time",
		Long: `Test compiles BPMN files, links what it generates with scripted handlers, and runs the scenarios of the file beside
each: those of order.bpmn are in order.scenarios.yaml. A scenario file may be named too. Folders are searched for
scenario files, with everything below them. All models are built into one program.

It prints a line for each scenario: ok, FAIL with what was expected and what was seen, or skip with the code of
what can't be executed yet (bpmngen explain CODE). It exits 1 if a scenario failed, and 2 if one could not be run.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if run != "" {
				re, err := regexp.Compile(run)
				if err != nil {
					return usagef("-run: %v", err)
				}
				opts.Run = re
			}
			files, err := scenarioFiles(args, scenarios)
			if err != nil {
				return err
			}
			opts.Files = files
			opts.Trace = verbose
			out := &testReport{e: e, asJSON: asJSON}
			if err := testrun.Run(cmd.Context(), opts, out.tell); err != nil {
				return err
			}
			return out.close()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object for each scenario: file, name, result, why")
	cmd.Flags().BoolVar(&verbose, "v", false, "tell what happened in each scenario")
	cmd.Flags().StringVar(&scenarios, "scenarios", "", "take the scenarios from this `file`, for the one BPMN file that is named")
	cmd.Flags().StringVar(&run, "run", "", "run only scenarios whose names match this regular `expression`")
	cmd.Flags().DurationVar(&opts.Timeout, "timeout", testrun.DefaultTimeout, "the real `time` that one scenario may take")
	cmd.Flags().StringVar(&opts.Work, "work", "", "keep the generated program in this `folder`")
	return cmd
}

// scenarioFiles finds what the arguments and -scenarios name.
func scenarioFiles(args []string, scenarios string) ([]testrun.File, error) {
	if len(args) == 0 {
		return nil, usagef("name the BPMN files or folders whose scenarios are to be run")
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if scenarios != "" {
		if len(args) != 1 {
			return nil, usagef("-scenarios goes with one BPMN file, not %d", len(args))
		}
		if info, err := os.Stat(args[0]); err != nil || info.IsDir() {
			return nil, usagef("-scenarios goes with a BPMN file; %s is none", args[0])
		}
		return []testrun.File{{Path: scenarios, Name: shownName(cwd, scenarios), Model: args[0]}}, nil
	}
	files, err := testrun.Find(args, func(path string) string { return shownName(cwd, path) })
	if err != nil {
		return nil, usageError{err}
	}
	if len(files) == 0 {
		return nil, usagef("there is no scenario file (*.scenarios.yaml) in %s", quoted(args))
	}
	return files, nil
}

// testReport prints results as they come and counts them.
type testReport struct {
	e      *env
	asJSON bool
	count  map[bpmntest.Outcome]int
	broken bool
	err    error
}

// testLine is a result as -json prints it.
type testLine struct {
	File   string           `json:"file"`
	Name   string           `json:"name"`
	Result bpmntest.Outcome `json:"result"`
	Why    string           `json:"why"`
	Notes  []string         `json:"notes,omitempty"`
	Trace  []string         `json:"trace,omitempty"`
}

func (r *testReport) tell(res testrun.Result) {
	if r.count == nil {
		r.count = map[bpmntest.Outcome]int{}
	}
	r.count[res.Outcome]++
	r.broken = r.broken || res.Broken
	if r.asJSON {
		enc := json.NewEncoder(r.e.stdout)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(testLine{res.File, res.Name, res.Outcome, res.Why, res.Notes, res.Trace}); err != nil && r.err == nil {
			r.err = err
		}
		return
	}
	var b strings.Builder
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "note %s: %s\n", res.File, n)
	}
	fmt.Fprintf(&b, "%-4s %s", res.Outcome, res.File)
	if res.Name != "" {
		fmt.Fprintf(&b, ": %s", res.Name)
	}
	if res.Why != "" {
		fmt.Fprintf(&b, ": %s", oneLine(res.Why))
	}
	b.WriteByte('\n')
	for _, t := range res.Trace {
		fmt.Fprintf(&b, "       %s\n", t)
	}
	if _, err := r.e.stdout.Write([]byte(b.String())); err != nil && r.err == nil {
		r.err = err
	}
}

// oneLine keeps a reason on the scenario's own line.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " | ")
}

// close prints the closing line and gives the exit code.
func (r *testReport) close() error {
	w := r.e.stdout
	if r.asJSON {
		w = r.e.stderr
	}
	if len(r.count) == 0 {
		fmt.Fprintln(r.e.stderr, "bpmngen: no scenario has a name that -run matches")
	}
	fmt.Fprintf(w, "%d passed, %d failed, %d skipped\n", r.count[bpmntest.OK], r.count[bpmntest.Fail], r.count[bpmntest.Skip])
	switch {
	case r.err != nil:
		return r.err
	case r.broken:
		return exit(exitUsage)
	case r.count[bpmntest.Fail] > 0:
		return exit(exitFindings)
	}
	return nil
}
