package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/cmd/bpmngen/internal/config"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

// codeUnreadable is the code of a file that the operating system does not give.
const codeUnreadable diag.Code = "BG9002"

// codeUndecided is the code of a model that the model checker could not decide.
const codeUndecided diag.Code = "BG5012"

// compileOptions are what a verb tells the compiler.
type compileOptions struct {
	strict bool
	// config is what the project says of severities; nil: nothing.
	config *config.Config
	// pkg is the Go package to generate; "": the file is only checked.
	pkg string
	// soundness steers the model checker; nil: it does not run.
	soundness *soundness.Options
	// waive makes a warning of what the model checker could not decide.
	waive bool
	// dir is the folder of that package, where its Go code and module are looked for.
	dir string
}

// compileFunc is one run of the compiler: a file by the name that its positions
// carry, in, findings and the Go file, out. code is nil where an error stands among the findings.
type compileFunc func(file string, src []byte, o compileOptions) (findings []diag.Diagnostic, code []byte)

// unit is one file on its way through the compiler.
type unit struct {
	input
	// dir is the folder of the package that is generated; the compiler sees the
	// file by its name from there, so that the output is the same from everywhere.
	dir string
	compileOptions

	findings []diag.Diagnostic
	code     []byte
	stack    []byte // of a panic
	failed   bool   // the file could not be read
}

// compileAll runs the units through the compiler, as many at once as there are
// processors; each unit holds its own result, so that the order is that of the
// units. It returns early with the error of ctx when this is cancelled.
func (e *env) compileAll(ctx context.Context, doing string, units []*unit) error {
	bar := newProgress(e, doing, len(units))
	defer bar.finish()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers(len(units)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(units) {
					return
				}
				units[i].run(e.compile)
				bar.step(units[i].name)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// workers is how many of n files are compiled at once.
func workers(n int) int { return min(runtime.GOMAXPROCS(0), n) }

// run reads and compiles the file. A panic of the compiler is a finding: it
// must not take the results of the other files away.
func (u *unit) run(compile compileFunc) {
	defer func() {
		if p := recover(); p != nil {
			u.code, u.stack = nil, debug.Stack()
			u.findings = []diag.Diagnostic{diag.New(codeInternal, diag.Span{File: u.name, Line: 1, Col: 1}, "the compiler broke on this file: %v", p).
				WithFix("please report it with the file and the trace; bpmngen explain %s tells how", codeInternal)}
		}
	}()
	src, err := readInput(u.input)
	if err != nil {
		u.failed = true
		u.findings = []diag.Diagnostic{diag.New(codeUnreadable, diag.Span{File: u.name, Line: 1, Col: 1}, "the file can't be read: %s", reason(err)).
			WithFix("check the name and the permissions of the file")}
		return
	}
	u.compileOptions.dir = u.dir
	u.findings, u.code = compile(u.fromDir(), src, u.compileOptions)
	u.findings = u.config.Apply(u.findings)
	for i := range u.findings {
		d := &u.findings[i]
		if u.strict && d.Severity == diag.Warning {
			d.Severity = diag.Error
		}
		if d.Code == codeUndecided && u.waive {
			d.Severity = diag.Warning
		}
		d.Span.File = u.shown(d.Span.File)
		d.Related, d.Trace = u.shownAll(d.Related), u.shownAll(d.Trace)
	}
	if u.hasErrors() {
		u.code = nil
	}
}

// fromDir is the file's name from the package's folder, with slashes.
func (u *unit) fromDir() string {
	dir, err := filepath.Abs(u.dir)
	if err != nil {
		return u.name
	}
	file, err := filepath.Abs(u.path)
	if err != nil {
		return u.name
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return filepath.Base(u.path) // another volume
	}
	return filepath.ToSlash(rel)
}

// shown turns the name of a file from the package's folder back into one from the current folder.
func (u *unit) shown(file string) string {
	if file == "" || file == u.fromDir() {
		return u.name
	}
	return filepath.ToSlash(filepath.Join(u.dir, filepath.FromSlash(file)))
}

func (u *unit) shownAll(places []diag.Related) []diag.Related {
	places = slices.Clone(places)
	for i := range places {
		places[i].Span.File = u.shown(places[i].Span.File)
	}
	return places
}

// reason is what the operating system said, without the path that the finding already shows.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// reportOf gathers the findings of all units in the order of files and positions.
func reportOf(units []*unit) render.Report {
	r := render.Report{Version: toolVersion()}
	var all diag.Bag
	for _, u := range units {
		r.Files = append(r.Files, u.name)
		all.Add(u.findings...)
	}
	r.Diagnostics = all.All()
	return r
}

// outcome is the exit of a run over units: usage where a file could not be read, findings where an error was found.
func outcome(units []*unit) error {
	found := false
	for _, u := range units {
		if u.failed {
			return exit(exitUsage)
		}
		found = found || u.hasErrors()
	}
	if found {
		return exit(exitFindings)
	}
	return nil
}

func (u *unit) hasErrors() bool {
	return slices.ContainsFunc(u.findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// traces writes what the compiler's own failures left, for a report to us.
func traces(w io.Writer, units []*unit) {
	for _, u := range units {
		if u.stack != nil {
			fmt.Fprintf(w, "bpmngen: trace of the failure on %s:\n%s\n", u.name, u.stack)
		}
	}
}

// excerpts reads files again for their excerpts, decoded as the compiler reads them.
func excerpts(name string) ([]byte, bool) {
	src, err := readInput(input{path: filepath.FromSlash(name), name: name})
	if err != nil || len(src) > maxBytes {
		return nil, false
	}
	return bpmn.Decoded(src), true
}
