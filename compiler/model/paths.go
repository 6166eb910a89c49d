package model

import "github.com/bpmngen/bpmngen/compiler/types"

// deepest bounds the nesting that change sets tell apart: a change below it is
// a change of the path at that depth (S3.4 allows the wider path, never a narrower one).
const deepest = 6

// Paths returns the names of all paths of the process's variables, in the order
// of their bits in change sets: each variable's own path at Variable.FirstPath,
// its struct fields' right after it, depth first (S3.4).
func (p *Process) Paths() []string {
	var out []string
	for _, v := range p.Vars {
		out = appendPaths(out, v.Name, v.Type, 0)
	}
	return out
}

// NumberPaths sets FirstPath of every variable.
func (p *Process) NumberPaths() {
	n := 0
	for i := range p.Vars {
		p.Vars[i].FirstPath = n
		n += len(appendPaths(nil, "", p.Vars[i].Type, 0))
	}
}

func appendPaths(out []string, name string, t *types.Type, depth int) []string {
	out = append(out, name)
	if t = types.Shape(types.NonNull(t)); t.Kind != types.Struct || depth == deepest {
		return out
	}
	for _, f := range t.Fields {
		out = appendPaths(out, name+"."+f.Name, f.Type, depth+1)
	}
	return out
}
