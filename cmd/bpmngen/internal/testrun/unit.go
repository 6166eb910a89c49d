package testrun

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/gen"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario/yamlfile"
)

// unit is one scenario file on its way to its results.
type unit struct {
	File
	run       *regexp.Regexp
	scenarios *scenario.File
	inputs    []compiler.Input
	notes     []string
	results   []*result
	// model is what code is generated from, nil where no scenario runs.
	model   *model.Package
	code    []byte
	options gen.Options
}

// result is a Result that may wait for a job to be done.
type result struct {
	Result
	job *bpmntest.Job
}

// each does the units side by side. Each unit holds its own results.
func each(ctx context.Context, units []*unit, do func(*unit)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(units)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(units) {
					return
				}
				do(units[i])
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// prepare reads and compiles the unit's files, as far as a scenario of it was chosen.
func (u *unit) prepare() {
	data, err := readFile(u.Path, maxScenarios)
	if err != nil {
		u.broken(scenario.Pos{}, fmt.Sprintf("%s can't be read: %v", u.Name, err))
		return
	}
	u.scenarios, err = yamlfile.Parse(u.Name, data)
	if err != nil {
		for _, e := range err.(yamlfile.Errors) {
			u.broken(e.Pos, e.Error())
		}
		return
	}
	if !u.choose() {
		return
	}
	if err := u.readModels(); err != nil {
		u.settle(bpmntest.Fail, "%v", err)
		for _, r := range u.results {
			r.Broken = true
		}
		return
	}
	u.compile()
}

// broken adds a result for what could not be tried.
func (u *unit) broken(at scenario.Pos, why string) {
	u.results = append(u.results, &result{Result: Result{File: u.Name, Pos: at, Outcome: bpmntest.Fail, Why: why, Broken: true}})
}

// rejectsName is what the result of a file without scenarios is called.
const rejectsName = "rejects"

// choose makes the results of the scenarios that were asked for.
func (u *unit) choose() bool {
	if r := u.scenarios.Rejects; r != nil {
		if u.run == nil || u.run.MatchString(rejectsName) {
			u.results = append(u.results, &result{Result: Result{File: u.Name, Name: rejectsName, Pos: r.Pos}})
		}
		return len(u.results) > 0
	}
	var chosen []*scenario.Scenario
	for _, s := range u.scenarios.Scenarios {
		if u.run == nil || u.run.MatchString(s.Name) {
			chosen = append(chosen, s)
			u.results = append(u.results, &result{
				Result: Result{File: u.Name, Name: s.Name, Pos: s.Pos},
				job:    &bpmntest.Job{Scenario: s},
			})
		}
	}
	return len(chosen) > 0
}

// readModels reads the BPMN files.
func (u *unit) readModels() error {
	dir := filepath.Dir(u.Path)
	var paths []string
	for _, name := range u.scenarios.BPMN {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
	}
	if len(paths) == 0 {
		model, ok := u.Model, u.Model != ""
		if !ok {
			model, ok = modelBeside(u.Path)
		}
		if !ok {
			return fmt.Errorf("there is no %s beside it; name the model with the key bpmn", filepath.Base(model))
		}
		paths = append(paths, model)
	}
	shown := filepath.ToSlash(filepath.Dir(filepath.FromSlash(u.Name)))
	for _, path := range paths {
		data, err := readFile(path, maxModel)
		if err != nil {
			return fmt.Errorf("the model %s can't be read: %v", filepath.Base(path), err)
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			rel = filepath.Base(path)
		}
		u.inputs = append(u.inputs, compiler.Input{Name: filepath.ToSlash(filepath.Join(shown, rel)), Data: data})
	}
	return nil
}

// settle gives every result that waits the same outcome.
func (u *unit) settle(o bpmntest.Outcome, format string, args ...any) {
	for _, r := range u.results {
		r.set(o, format, args...)
	}
}

func (r *result) set(o bpmntest.Outcome, format string, args ...any) {
	r.Outcome, r.Why, r.job = o, fmt.Sprintf(format, args...), nil
}
