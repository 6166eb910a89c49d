// Package testrun is what `bpmngen test` does: it finds scenario files, compiles
// their models, builds all of them into one program and has it run the
// scenarios. It prints nothing; the verb shows what it tells.
package testrun

import (
	"context"
	"errors"
	"os"
	"regexp"
	"time"

	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// Options say what to run.
type Options struct {
	// Files are the scenario files, in the order in which they run; Find finds them.
	Files []File
	// Run chooses scenarios by their names; nil takes all.
	Run *regexp.Regexp
	// Trace asks for what happened in each scenario.
	Trace bool
	// Timeout is how long one scenario may take on a real clock, which only
	// matters where something never ends; 0 is DefaultTimeout.
	Timeout time.Duration
	// Version is the compiler's, for generated files.
	Version string
	// Work is a folder for generated files that is kept; "" for one that is not.
	Work string
}

// DefaultTimeout is the real time that a scenario may take.
const DefaultTimeout = 10 * time.Second

// File is a scenario file to run.
type File struct {
	Path string // as the operating system takes it
	Name string // as it is shown: with slashes
	// Model is the BPMN file that is compiled where the scenario file names none;
	// "": the one with the same base name.
	Model string
}

// Result is what became of one scenario, or of a file that has none to run.
type Result struct {
	File    string
	Name    string
	Pos     scenario.Pos
	Outcome bpmntest.Outcome
	Why     string
	Trace   []string
	// Broken says that the scenario could not be tried: its file can't be read or
	// is no scenario file. Its Outcome is Fail.
	Broken bool
	// Notes are what else must be told of the file, with its first result only.
	Notes []string
}

// Run runs all scenarios and calls tell for each, in the order of files and of
// scenarios in them. An error says that nothing could be run: a broken Go
// installation, say, or a context that ended.
func Run(ctx context.Context, opts Options, tell func(Result)) error {
	units := make([]*unit, len(opts.Files))
	for i, f := range opts.Files {
		units[i] = &unit{File: f, run: opts.Run}
	}
	if err := each(ctx, units, (*unit).prepare); err != nil {
		return err
	}
	if err := generate(ctx, units, opts.Version); err != nil {
		return err
	}
	dir := opts.Work
	if dir == "" {
		tmp, err := os.MkdirTemp("", "bpmngen-test-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		dir = tmp
	}
	program, err := build(ctx, units, dir)
	if err != nil {
		return err
	}
	d := &driver{program: program, timeout: opts.Timeout}
	if d.timeout <= 0 {
		d.timeout = DefaultTimeout
	}
	defer d.stop()
	for _, u := range units {
		notes := u.notes
		for _, r := range u.results {
			if r.job != nil {
				r.job.Options.Trace = opts.Trace
				played, err := d.play(ctx, r.job)
				if err != nil {
					return err
				}
				r.Outcome, r.Why, r.Trace = played.Outcome, played.Why, played.Trace
			}
			r.Notes, notes = notes, nil
			tell(r.Result)
		}
	}
	return ctx.Err()
}

var errNoGo = errors.New("bpmngen test builds the generated code with the go command, which is not found; install Go, or add it to PATH")
