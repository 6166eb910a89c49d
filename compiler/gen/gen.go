// Package gen makes Go from a model: first a plan in which every name, type and
// edge is decided, then small emitters that decide nothing, one a construct.
// The only package that knows jennifer.
package gen

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// Options are what the caller decides about a generated file.
type Options struct {
	// Package is the name of the Go package; required.
	Package string
	// Version is the compiler's, for the header.
	Version string
	// Prefix goes before every package-level name, so that many files can share one
	// package (`bpmngen test` links them so). It begins with an upper-case
	// letter; "" for hosts.
	Prefix string
}

// Generate writes the Go file of a package: gofmt'd, the same bytes for the same
// model and options. An error is a construct that can't be generated, named with
// its place; no source comes with it. The model is not changed. Safe for concurrent use.
func Generate(pkg *model.Package, opts Options) ([]byte, error) {
	p, err := newPlan(pkg, opts)
	if err != nil {
		return nil, fmt.Errorf("generate %s: %w", sources(pkg), err)
	}
	f := &file{plan: p}
	for _, e := range packageEmitters {
		f.construct = e.construct
		e.emit(f)
	}
	for _, q := range p.processes {
		for _, e := range processEmitters {
			f.construct = e.construct + " of process " + q.ID
			e.emit(f, q)
		}
	}
	f.construct = "copies and comparisons"
	emitCopies(f)
	emitHostCopies(f)
	out, err := f.render()
	if err != nil {
		return nil, fmt.Errorf("generate %s: %w", sources(pkg), err)
	}
	return out, nil
}

func sources(pkg *model.Package) string {
	var names []string
	for _, s := range pkg.Files {
		names = append(names, s.File)
	}
	return strings.Join(names, ", ")
}

// packageEmitters write what processes share, in the order of the file.
var packageEmitters = []struct {
	construct string
	emit      func(*file)
}{
	{"the generation guard", emitGuard},
	{"data types", emitStructs},
	{"messages", emitMessages},
	{"signals", emitSignals},
	{"errors", emitErrors},
	{"data store types", emitStoreTypes},
	{"escalations", emitEscalations},
}

// processEmitters write one process, in the order of the file. A new construct
// is a new file with an emitter and a line here.
var processEmitters = []struct {
	construct string
	emit      func(*file, *processPlan)
}{
	{"constants", emitConstants},
	{"nodes", emitNodes},
	{"flows", emitFlows},
	{"variables", emitVars},
	{"inputs and outputs", emitIO},
	{"handlers", emitHandlers},
	{"data stores", emitStores},
	{"starts", emitStart},
	{"user tasks", emitUserTasks},
	{"ad-hoc sub-processes", emitAdHoc},
	{"definition", emitDefinition},
	{"dependencies", emitDependencies},
	{"program", emitProgram},
	{"instance", emitInstance},
	{"scopes", emitScopes},
	{"inputs and outputs of sub-processes", emitSubs},
	{"what callers see", emitCallee},
	{"conditions", emitConditions},
	{"complex gateways", emitGates},
	{"ad-hoc elements", emitElements},
	{"events", emitEventData},
	{"repetitions", emitLoops},
	{"work", emitBegin},
	{"commit", emitCommit},
	{"compensation", emitCompensation},
	{"mappings and scripts", emitMappings},
}
