package model

import "github.com/bpmngen/bpmngen/compiler/types"

// Paths returns the names of the variable's paths in the order of their bits in
// change sets, from FirstPath on: its own, then its struct fields', depth first
// (S3.4). What is inside an optional value, a list, a map or a Go type of the
// host changes the path of the whole.
func (v *Variable) Paths() []string { return appendPaths(nil, v.Name, v.Type) }

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

func appendPaths(out []string, name string, t *types.Type) []string {
	out = append(out, name)
	if t = types.Resolve(t); t.Kind != types.Struct {
		return out
	}
	for _, f := range t.Fields {
		out = appendPaths(out, name+"."+f.Name, f.Type)
	}
	return out
}
