package main

import (
	"path/filepath"
	"sync"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/gen"
	hostcode "github.com/bpmngen/bpmngen/compiler/host"
)

// codeInternal is the code of a bug of ours, in the compiler or the generator.
const codeInternal = compiler.CodeInternal

// newCompiler makes the compiler as the verbs use it: one file to findings, and to
// Go where a package is asked for and no error was found. It keeps what it loads of
// hosts' Go code, which is nothing where no file names any.
func newCompiler() compileFunc {
	var mu sync.Mutex
	loaders := map[string]*hostcode.Loader{} // by folder
	return func(file string, src []byte, o compileOptions) ([]diag.Diagnostic, []byte) {
		dir := filepath.Clean(o.dir)
		mu.Lock()
		l := loaders[dir]
		if l == nil {
			l = hostcode.New(dir)
			loaders[dir] = l
		}
		mu.Unlock()
		res := compiler.Compile([]compiler.Input{{Name: file, Data: src}}, compiler.Options{Strict: o.strict, Host: l, Soundness: o.soundness})
		if o.pkg == "" || res.Diagnostics.HasErrors() || len(res.Package.Processes) == 0 {
			return res.Diagnostics.All(), nil
		}
		code, err := gen.Generate(res.Package, gen.Options{Package: o.pkg, Version: toolVersion()})
		if err != nil {
			res.Diagnostics.Add(diag.New(codeInternal, diag.Span{File: file, Line: 1, Col: 1}, "%v", err).
				WithFix("please report it with the file; bpmngen explain %s tells how", codeInternal))
		}
		return res.Diagnostics.All(), code
	}
}
