package resolve

import (
	"cmp"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// nameStructs gives every struct type that inference found a name in the
// package, from the variable or field that has it first, and lists it. It runs
// before expressions are checked: a type's name is part of what it is.
func (r *resolver) nameStructs(processes []*builder) {
	seen := map[*types.Type]bool{}
	var found []*types.Type
	var ws []names.Wish
	var visit func(t *types.Type, name, path string)
	visit = func(t *types.Type, name, path string) {
		if t == nil {
			return
		}
		if t = types.Resolve(t); seen[t] {
			return
		}
		seen[t] = true
		switch t.Kind {
		case types.List, types.Map, types.Optional, types.Range:
			visit(t.Elem, name, path)
		case types.Struct:
			if t.Name == "" {
				found = append(found, t)
				ws = append(ws, names.Wish{Name: name, ID: path, Fallback: "Struct"})
			}
			for _, f := range t.Fields {
				visit(f.Type, f.Name, path+"."+f.Name)
			}
		}
	}
	for _, b := range processes {
		for s := range b.p.Scopes {
			for _, sym := range b.envs[s].Symbols() {
				visit(sym.Type, sym.Name, b.p.ID+"."+sym.Name)
			}
		}
		for _, x := range b.p.Beans {
			for _, a := range x.Args {
				visit(a.Type, a.Name, b.p.ID+"."+x.GoName+"."+a.Name)
			}
			visit(x.Result, x.Method, b.p.ID+"."+x.GoName)
		}
		for i := range b.p.Nodes {
			if io := b.p.Nodes[i].IO; io != nil {
				for _, list := range [][]model.Param{io.Inputs, io.Outputs} {
					for _, p := range list {
						visit(p.Type, p.Name, b.p.ID+"."+b.p.Nodes[i].ID+"."+p.Name)
					}
				}
			}
		}
	}
	for i, n := range names.Allot(ws, names.Reserved...) {
		found[i].Name = n
	}
	r.pkg.Structs = found
	slices.SortFunc(r.pkg.Structs, func(a, b *types.Type) int { return cmp.Compare(a.Name, b.Name) })
}
