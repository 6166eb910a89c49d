package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verbs are the commands, in the order in which help lists them. A new verb is
// a file with its constructor and a line here.
var verbs = []func(*env) *cobra.Command{
	newGenerate,
	newCheck,
	newTest,
	newEval,
	newVet,
	newInit,
	newExplain,
	newVersion,
}

// The exit codes of every verb.
const (
	exitClean    = 0
	exitFindings = 1 // findings, drift or failed scenarios; they were printed
	exitUsage    = 2 // a wrong call, or a file that can't be read or written
)

// exit ends a verb that has already said everything; any other error is printed and ends with exitUsage.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// run executes one command line and returns the exit code.
func run(ctx context.Context, e *env, args []string) int {
	out := &watched{w: e.stdout}
	e.stdout = out
	code := execute(ctx, e, args)
	if out.err != nil && code != exitUsage {
		fmt.Fprintf(e.stderr, "bpmngen: standard output can't be written: %s\n", reason(out.err))
		return exitUsage
	}
	return code
}

// watched remembers that a write failed: a verb whose output is lost has not done its work.
type watched struct {
	w   io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

func execute(ctx context.Context, e *env, args []string) int {
	root := newRoot(e)
	root.SetArgs(goFlags(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	var code exit
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(e.stderr, "bpmngen: %v\n", err)
	var wrong usageError
	if errors.As(err, &wrong) || cmd == root {
		fmt.Fprintf(e.stderr, "run '%s' for usage\n", strings.TrimSpace("bpmngen help "+verbOf(cmd)))
	}
	return exitUsage
}

// usageError is a wrong call; help for the verb is offered with it.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func verbOf(cmd *cobra.Command) string {
	_, verb, _ := strings.Cut(cmd.CommandPath(), " ")
	return verb
}

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:           "bpmngen",
		Short:         "compiles BPMN 2.0 files to typed Go",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("there is no verb %q%s", args[0], didYouMean(cmd.SuggestionsFor(args[0])))
			}
			cmd.SetOut(e.stderr)
			showHelp(cmd, nil)
			return exit(exitUsage)
		},
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(e.stdin)
	root.SetOut(e.stdout)
	root.SetErr(e.stderr)
	root.SetHelpFunc(showHelp)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{oneDash(err)} })
	root.SuggestionsMinimumDistance = 2
	for _, verb := range verbs {
		cmd := verb(e)
		cmd.Flags().SortFlags = true
		cmd.DisableFlagsInUseLine = true
		root.AddCommand(cmd)
	}
	root.SetHelpCommand(newHelp())
	return root
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [verb]",
		Short: "tells the flags of a verb",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, _, err := cmd.Root().Find(args)
			if err != nil || len(args) > 0 && !about.HasParent() {
				return usagef("there is no verb %q%s", args[0], didYouMean(cmd.Root().SuggestionsFor(args[0])))
			}
			return about.Help()
		},
	}
}

func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", names[0])
}

// goFlags lets flags be written as the go command's are: -check is --check.
// Only names of flags that exist are rewritten, and none after "--". What no
// flag can be called, such as the expression "-5 + x", is an argument.
func goFlags(root *cobra.Command, args []string) []string {
	takesValue := map[string]bool{"help": false}
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { takesValue[f.Name] = f.NoOptDefVal == "" })
	}
	var flags, rest []string
	if len(args) > 0 && (args[0] == "-version" || args[0] == "--version") {
		args = append([]string{"version"}, args[1:]...)
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		name, _, assigned := strings.Cut(strings.TrimLeft(a, "-"), "=")
		value, known := takesValue[name]
		switch {
		case !strings.HasPrefix(a, "-"):
			flags = append(flags, a)
		case known:
			flags = append(flags, "--"+strings.TrimLeft(a, "-"))
			if value && !assigned && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		case name == "" || strings.ContainsFunc(name, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }):
			rest = append(rest, a)
		default:
			flags = append(flags, a)
		}
	}
	if rest != nil {
		flags = append(append(flags, "--"), rest...)
	}
	return flags
}

// oneDash words pflag's errors with the flags as they are written here.
func oneDash(err error) error {
	msg := err.Error()
	if strings.HasPrefix(msg, "unknown shorthand flag: ") {
		if _, in, ok := strings.Cut(msg, " in "); ok {
			return errors.New("unknown flag: " + in)
		}
	}
	return errors.New(strings.ReplaceAll(msg, "--", "-"))
}

// showHelp writes the page of a verb, or the list of verbs.
func showHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	if !cmd.HasParent() {
		fmt.Fprintf(w, "bpmngen %s.\n\nusage: bpmngen <verb> [flags] [arguments]\n\nverbs:\n", cmd.Short)
		for _, verb := range cmd.Commands() {
			if verb.Name() != "help" {
				fmt.Fprintf(w, "  %-10s %s\n", verb.Name(), verb.Short)
			}
		}
		fmt.Fprint(w, "\n'bpmngen help <verb>' tells the flags of a verb. Exit status: 0 clean, 1 findings or failures, 2 usage or I/O.\n")
		return
	}
	fmt.Fprintf(w, "usage: %s\n\n", cmd.UseLine())
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	fmt.Fprintln(w, strings.TrimSpace(long))
	head := "\nflags:\n"
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
			usage += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		fmt.Fprintf(w, "%s  -%s\n        %s\n", head, strings.TrimSpace(f.Name+" "+value), usage)
		head = ""
	})
}
