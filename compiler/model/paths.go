package model

import "github.com/bpmngen/bpmngen/compiler/types"

// Paths returns the names of the variable's paths in the order of their bits in
// change sets, from FirstPath on: its own, then those of its Parts, depth first (S3.4).
func (v *Variable) Paths() []string { return appendPaths(nil, v.Name, v.Type, 0) }

// Paths returns the names of all paths of the process's variables by their bit.
func (p *Process) Paths() []string {
	var out []string
	for i := range p.Vars {
		out = append(out, p.Vars[i].Paths()...)
	}
	return out
}

// NumberPaths sets FirstPath of every variable.
func (p *Process) NumberPaths() {
	n := 0
	for i := range p.Vars {
		p.Vars[i].FirstPath = n
		n += len(p.Vars[i].Paths())
	}
}

func appendPaths(out []string, name string, t *types.Type, depth int) []string {
	out = append(out, name)
	for _, f := range Parts(t, depth) {
		out = appendPaths(out, name+"."+f.Name, f.Type, depth+1)
	}
	return out
}
