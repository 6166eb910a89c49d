package main

import (
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// packageName is the name of the Go package in a folder: that of the Go files
// in it, those written by hand before those that are generated, else a name made of the folder's.
func packageName(dir string) string {
	entries, _ := os.ReadDir(dir) // a folder that does not exist yet has no Go files
	generated := ""
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := build.Default.MatchFile(dir, name); err != nil || !match {
			continue // left out of the build: a script, or for another system
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.PackageClauseOnly)
		if err != nil || f.Name == nil {
			continue
		}
		if _, ours := readHeader(filepath.Join(dir, name)); !ours {
			return f.Name.Name
		}
		if generated == "" {
			generated = f.Name.Name
		}
	}
	if generated != "" {
		return generated
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return goPackage(filepath.Base(dir))
}

// goPackage makes a package name of any text: letters and digits in lower case.
func goPackage(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0 {
			b.WriteRune(r)
		}
	}
	name := b.String()
	switch {
	case name == "":
		return "process"
	case token.IsKeyword(name), name == "main":
		return name + "process"
	}
	return name
}
