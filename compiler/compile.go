// Package compiler turns BPMN files into the model that code is generated
// from, and says everything that is to be said about them on the way.
package compiler

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/bpmngen/bpmngen/analyze/catches"
	"github.com/bpmngen/bpmngen/analyze/inline"
	"github.com/bpmngen/bpmngen/analyze/ranges"
	"github.com/bpmngen/bpmngen/analyze/rules"
	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/resolve"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Input is one BPMN file.
type Input struct {
	// Name is what positions call the file: slash-separated, relative to the
	// folder of the package that is generated from it.
	Name string
	Data []byte
}

// Options steer a compilation. The zero value is what `bpmngen generate` uses.
type Options struct {
	// Strict makes an error of a variable whose type nothing tells.
	Strict bool
	// Processes are ids of processes that are compiled whatever isExecutable says.
	Processes []string
	// Hints are types of variables, by process id and variable name: taken where
	// neither a declaration nor the expressions tell one (SCENARIOS.md).
	Hints map[string]map[string]*types.Type
	// EveryTaskIsWork gives none and manual tasks a handler too: the test kit scripts them.
	EveryTaskIsWork bool
	// Host finds the Go types and functions of the host that a model names; nil:
	// none is looked up. compiler/host has the one that reads Go code. It is asked
	// only where a file names something.
	Host resolve.Host
	// Soundness has the processes model-checked; nil: they are not. What may
	// deadlock can still be compiled and run so, which tests do.
	Soundness *soundness.Options
	// Limits bound what a file may hold.
	Limits bpmn.Options
}

// Result is what a compilation found.
type Result struct {
	// Package is the model of the executable processes. It is whole, and code
	// may be generated from it, only where Diagnostics holds no error. It is
	// never nil.
	Package *model.Package
	// Diagnostics are all findings; All returns them in the order of their positions.
	Diagnostics diag.Bag
	// Verdicts are what model checking has found, of each process and collaboration.
	Verdicts []*soundness.Verdict
}

// Compile compiles files that belong together: the processes of one Go package,
// which may refer to one another. It takes any bytes, never panics, and reports
// the findings of all stages and files at once. It reads and writes nothing but
// its arguments; equal input gives an equal result. Safe for concurrent use.
func Compile(inputs []Input, opts Options) (res Result) {
	res.Package = &model.Package{Version: model.Version}
	bag := &res.Diagnostics
	defer contain(inputs, bag)

	// XML to syntax trees.
	defs := make([]*bpmn.Definitions, len(inputs))
	for i, in := range inputs {
		defs[i] = bpmn.Parse(in.Name, in.Data, opts.Limits, bag)
	}
	// Syntax trees to a graph: what refers to what, which processes are compiled.
	g := graph.Build(defs, func(d *bpmn.Definitions, p *bpmn.Process) bool {
		return slices.Contains(opts.Processes, p.ID) || graph.Executable(d, p)
	})
	// What the standard says of the form.
	rules.Check(g, bag)
	// The graph to the model: data, expressions, names.
	pkg := resolve.Resolve(g, resolve.Options{Strict: opts.Strict, Hints: opts.Hints, EveryTaskIsWork: opts.EveryTaskIsWork, Host: opts.Host}, bag)
	// What the model lets handlers do.
	for _, p := range pkg.Processes {
		inline.Mark(p)
	}
	// What takes what is thrown, and what nothing does.
	catches.Mark(pkg)
	catches.Check(pkg, bag)
	// What conditions beside each other leave out.
	for _, p := range pkg.Processes {
		ranges.Check(p, bag)
	}
	// Whether all runs can end.
	if opts.Soundness != nil {
		res.Verdicts = checkSoundness(g, *opts.Soundness, bag)
	}
	// What the files say is meant.
	suppress(defs, opts.Soundness != nil, bag)
	hashSources(pkg, inputs)
	res.Package = pkg
	return res
}

// hashSources names the bytes that each file had.
func hashSources(pkg *model.Package, inputs []Input) {
	for i := range pkg.Files {
		for _, in := range inputs {
			if in.Name == pkg.Files[i].File {
				sum := sha256.Sum256(in.Data)
				pkg.Files[i].SHA256 = hex.EncodeToString(sum[:])
			}
		}
	}
}

// contain turns a panic, which would be a bug of ours, into a diagnostic: a
// caller that compiles many files goes on with the next.
func contain(inputs []Input, bag *diag.Bag) {
	cause := recover()
	if cause == nil {
		return
	}
	at := diag.Span{Line: 1, Col: 1}
	if len(inputs) > 0 {
		at.File = inputs[0].Name
	}
	bag.Add(diag.New(CodeInternal, at, "the compiler broke on this file: %s", fmt.Sprint(cause)).
		WithFix("please report it with the file; bpmngen explain %s tells how", CodeInternal))
}

// CodeInternal is the code of a bug of ours.
const CodeInternal diag.Code = "BG9001"
