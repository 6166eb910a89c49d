package vet

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/bpmngen/bpmngen/analyze/deps"
)

// Reads holds the reads that a host function declares by hand against what it does.
var Reads = &analysis.Analyzer{
	Name: "bpmnreads",
	Doc: `check hand-declared reads of conditions

A host function that is used as a condition may say what it reads:

	//bpmngen:reads total customer.tier
	func Urgent(v *order.Vars) bool { ... }

A read that is missing from the list is a wake-up missed silently, so it is
reported where it is read. An empty list would never be evaluated again and is refused.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runReads,
}

const readsDirective = "//bpmngen:reads"

func runReads(pass *analysis.Pass) (any, error) {
	built, ok := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	if !ok {
		return nil, nil
	}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Doc == nil {
				continue
			}
			for _, c := range fd.Doc.List {
				rest, ok := strings.CutPrefix(c.Text, readsDirective)
				rest, _, _ = strings.Cut(rest, "//")
				if ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
					declared(pass, built, fd, c.Pos(), strings.Fields(rest))
				}
			}
		}
	}
	return nil, nil
}

func declared(pass *analysis.Pass, built *buildssa.SSA, fd *ast.FuncDecl, at token.Pos, paths []string) {
	if len(paths) == 0 {
		pass.Reportf(at, "the list of reads is empty: the condition would never be evaluated again; name the paths, or remove the line for \"reads anything\"")
		return
	}
	fn := function(built, fd)
	if fn == nil {
		return
	}
	got := deps.Analyze(fn, deps.Options{Root: Root, Field: Field})
	for _, p := range got.Reads {
		if !covers(paths, p) {
			pass.Reportf(got.ReadAt[p], "%s reads %s, which its declared reads (%s) leave out: a change of it would not wake the condition", fd.Name.Name, p, strings.Join(paths, " "))
		}
	}
	for _, why := range got.Any {
		pass.Reportf(orElse(why.At, at), "%s %s, so its reads can't be declared: it may read anything", fd.Name.Name, why.Text)
	}
}

func orElse(p, q token.Pos) token.Pos {
	if p.IsValid() {
		return p
	}
	return q
}

func function(built *buildssa.SSA, fd *ast.FuncDecl) *ssa.Function {
	for _, fn := range built.SrcFuncs {
		if fn.Syntax() == fd {
			return fn
		}
	}
	return nil
}

// covers reports whether a declared path touches p at segment bounds (S3.4).
func covers(declared []string, p string) bool {
	for _, d := range declared {
		if d == p || strings.HasPrefix(p, d+".") {
			return true
		}
	}
	return false
}

// Root names the path of a host function's parameter: a struct of variables
// gives its fields' names, anything else its own.
func Root(p *ssa.Parameter) string {
	t := p.Type()
	if e := pointee(t); e != nil {
		t = e
	}
	if strings.HasSuffix(typeName(t.String()), "Vars") {
		return ""
	}
	return p.Name()
}

func typeName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// Field names a struct field as expressions do: by its json tag, else by its Go name.
func Field(_, field, tag string) string {
	if name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); name != "" && name != "-" {
		return name
	}
	return field
}
