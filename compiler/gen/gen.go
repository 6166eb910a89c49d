// Package gen makes Go from a model: first a plan in which every name, type and
// edge is decided, then small emitters that decide nothing, one a construct.
// The only package that knows jennifer.
package gen

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
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
	{"starts", emitStart},
	{"user tasks", emitUserTasks},
	{"definition", emitDefinition},
	{"program", emitProgram},
	{"instance", emitInstance},
	{"conditions", emitConditions},
	{"work", emitBegin},
	{"commit", emitCommit},
	{"mappings and scripts", emitMappings},
}

// file collects declarations, each with the construct that it comes from.
type file struct {
	plan      *plan
	construct string
	decls     []decl
}

type decl struct {
	construct string
	code      jen.Code
}

// add appends a declaration with its doc comment.
func (f *file) add(doc jen.Code, code jen.Code) {
	f.decls = append(f.decls, decl{f.construct, jen.Add(doc).Line().Add(code).Line()})
}

// addBare appends a declaration that needs no comment.
func (f *file) addBare(code jen.Code) {
	f.decls = append(f.decls, decl{f.construct, jen.Add(code).Line()})
}

// render puts the file together and formats it once.
func (f *file) render() ([]byte, error) {
	g := f.newFile()
	for _, d := range f.decls {
		g.Add(d.code)
	}
	var b bytes.Buffer
	if err := g.Render(&b); err != nil {
		return nil, f.blame(err)
	}
	return b.Bytes(), nil
}

// newFile is the frame: header, package doc, imports.
func (f *file) newFile() *jen.File {
	g := jen.NewFile(f.plan.opts.Package)
	for path, alias := range f.plan.aliases {
		if words := pathWords(path); alias == words[len(words)-1] && alias == lastElement(path) {
			g.ImportName(path, alias)
		} else {
			g.ImportAlias(path, alias)
		}
	}
	emitHeader(f, g)
	return g
}

// blame finds the construct whose source is broken, and leaves the source out of the error.
func (f *file) blame(err error) error {
	for _, d := range f.decls {
		g := f.newFile()
		g.Add(d.code)
		if g.Render(&bytes.Buffer{}) != nil {
			return fmt.Errorf("the Go of %s does not parse; please report it", d.construct)
		}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("the Go does not parse: %s; please report it", first)
}

func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
