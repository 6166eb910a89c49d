package gen

import (
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/dave/jennifer/jen"
)

// Import paths of what generated code links against.
const (
	runtimePath = "github.com/bpmngen/bpmngen/runtime"
	feelPath    = runtimePath + "/feel"
	testPath    = runtimePath + "/bpmntest"
)

// rt is an identifier of package runtime.
func rt(name string) *jen.Statement { return jen.Qual(runtimePath, name) }

// source renders an expression's Go.
func source(c expr.Code) *jen.Statement {
	s := jen.Null()
	for _, p := range c {
		if p.Import != "" {
			s.Qual(p.Import, p.Text)
			continue
		}
		s.Id(p.Text)
	}
	return s
}

// imports are the paths that an expression's Go refers to.
func imports(c expr.Code) []string {
	var out []string
	for _, p := range c {
		if p.Import != "" {
			out = append(out, p.Import)
		}
	}
	return out
}
