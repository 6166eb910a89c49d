package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

const codeCollision diag.Code = "BG4901"

// findCollisions reports BPMN files of one folder whose Go would declare the
// same name: the package would not compile, with errors in code that nobody
// wrote. It looks at the targets and at what was generated into their folders before.
func findCollisions(targets []*target) {
	byDir := map[string][]*target{}
	var dirs []string
	for _, t := range targets {
		if t.code == nil {
			continue
		}
		if byDir[t.dir] == nil {
			dirs = append(dirs, t.dir)
		}
		byDir[t.dir] = append(byDir[t.dir], t)
	}
	for _, dir := range dirs {
		owner := map[string]string{} // of each declared name: the BPMN file that it comes from
		twice := map[string]string{} // of each BPMN file: another Go file in the folder that was generated from it
		for _, name := range olderNames(dir, byDir[dir]) {
			owner[name.decl] = name.source
			twice[name.source] = name.file
		}
		for _, t := range byDir[dir] {
			if older, ok := twice[t.name]; ok {
				t.code = nil
				t.findings = append(t.findings, diag.New(codeCollision, diag.Span{File: t.name, Line: 1, Col: 1},
					"the Go package in this folder would have the process twice: %s was generated from this file too", older).
					WithFix("remove %s", older))
				continue
			}
			names := declared(t.code)
			for _, n := range names {
				if other, taken := owner[n]; taken && other != t.name {
					t.code = nil
					t.findings = append(t.findings, diag.New(codeCollision, diag.Span{File: t.name, Line: 1, Col: 1},
						"the Go package in this folder would have two of %s: %s declares it too", n, other).
						WithFix("put each BPMN file into a folder of its own, or draw the processes in one file"))
					break
				}
			}
			for _, n := range names {
				if t.code != nil {
					owner[n] = t.name
				}
			}
		}
	}
}

type olderName struct{ decl, source, file string }

// olderNames are what files generated earlier into a folder declare, other than
// those that the targets replace or whose source is gone.
func olderNames(dir string, targets []*target) []olderName {
	replaced := map[string]bool{}
	for _, t := range targets {
		replaced[filepath.Clean(t.out)] = true
	}
	cwd, _ := os.Getwd()                                  // was had before
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern's syntax is right
	var out []olderName
	for _, path := range paths {
		sources, ours := readHeader(path)
		if !ours || replaced[filepath.Clean(path)] || len(sources) == 0 {
			continue
		}
		source := filepath.Join(dir, filepath.FromSlash(sources[0]))
		if _, err := os.Stat(source); err != nil {
			continue
		}
		code, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		for _, n := range declared(code) {
			out = append(out, olderName{n, shownName(cwd, source), filepath.ToSlash(path)})
		}
	}
	return out
}

// declared are the package-level names of a Go file, in their order.
func declared(code []byte) []string {
	f, err := parser.ParseFile(token.NewFileSet(), "", code, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return declaredIn(f)
}

func declaredIn(f *ast.File) []string {
	var out []string
	add := func(id *ast.Ident) {
		if id.Name != "_" && id.Name != "init" {
			out = append(out, id.Name)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				}
			}
		}
	}
	return out
}
