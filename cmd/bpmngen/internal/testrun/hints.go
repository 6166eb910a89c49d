package testrun

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// hints are the types of variables as the values of scenarios have them, by
// process and variable. The compiler takes them where the model tells none.
type hints map[string]map[string]*types.Type

// hints gathers them. Before a first compilation pkg is nil: then all outputs of
// tasks are taken for variables of the scenario's own process; with it, they are
// variables of the process that the task stands in, and no variables at all where
// the task declares its outputs.
func (u *unit) hints(pkg *model.Package) hints {
	h := hints{}
	for _, s := range u.scenarios.Scenarios {
		process := s.Process
		if process == "" && pkg != nil && len(pkg.Processes) == 1 {
			process = pkg.Processes[0].ID
		}
		if s.Start != nil {
			h.add(process, s.Start.Vars)
		}
		for _, w := range s.Work {
			for _, r := range w.Runs {
				h.addOut(pkg, process, w.Task, r.Out)
			}
		}
		for i := range s.Steps {
			switch st := &s.Steps[i]; {
			case st.Start != nil && st.Start.Process != "":
				h.add(st.Start.Process, st.Start.Vars)
			case st.Start != nil:
				h.add(process, st.Start.Vars)
			case st.Complete != nil:
				h.addOut(pkg, process, st.Complete.Task, st.Complete.Out)
			case st.Set != nil:
				h.add(process, st.Set)
			}
		}
		if pkg != nil {
			h.addPayloads(pkg, s)
		}
		for _, e := range expectations(s) {
			h.add(process, e.Vars)
		}
	}
	return h
}

func (h hints) add(process string, vars []scenario.Var) {
	for _, v := range vars {
		if h[process] == nil {
			h[process] = map[string]*types.Type{}
		}
		t := typeOf(v.Value)
		if before, ok := h[process][v.Name]; ok {
			t = join(before, t)
		}
		h[process][v.Name] = t
	}
}

// addOut adds the outputs of a task.
func (h hints) addOut(pkg *model.Package, process, task string, out []scenario.Var) {
	if pkg == nil {
		h.add(process, out)
		return
	}
	found := false
	for _, byID := range []bool{true, false} {
		for _, p := range pkg.Processes {
			for i := range p.Nodes {
				n := &p.Nodes[i]
				if n.Kind == model.Task && (byID && n.ID == task || !byID && answersTo(n, task)) {
					found = true
					if n.IO == nil {
						h.add(p.ID, out)
					}
				}
			}
		}
		if found {
			return
		}
	}
}

// answersTo reports whether a task may go by an entry that is not its id.
func answersTo(n *model.Node, task string) bool {
	if n.Name == task || task == scenario.Others {
		return true
	}
	return slices.ContainsFunc(n.Meta, func(m model.Meta) bool { return m.Key == "jobType" && m.Value == task })
}

// types are the hints as the compiler takes them: null alone tells nothing.
func (h hints) types() map[string]map[string]*types.Type {
	out := map[string]map[string]*types.Type{}
	for process, vars := range h {
		out[process] = map[string]*types.Type{}
		for name, t := range vars {
			if t.Kind == types.Null {
				t = types.AnyType
			}
			out[process][name] = t
		}
	}
	return out
}

func (h hints) equal(o hints) bool {
	return maps.EqualFunc(h, o, func(a, b map[string]*types.Type) bool {
		return maps.EqualFunc(a, b, func(x, y *types.Type) bool { return x.String() == y.String() })
	})
}

// notes tell which variables got their types from the scenarios: those that
// neither a declaration nor an expression of the model has a place for.
func (h hints) notes(pkg *model.Package) []string {
	var notes []string
	for _, p := range pkg.Processes {
		var told []string
		root := p.Scopes[0]
		for _, v := range p.Vars[root.FirstVar:root.EndVar] {
			if t := h[p.ID][v.Name]; t != nil && v.Declared && v.Span == p.Span {
				told = append(told, fmt.Sprintf("%s %s", v.Name, v.Type))
			}
		}
		if len(told) > 0 {
			notes = append(notes, fmt.Sprintf("process %s: types taken from the scenarios' values: %s", p.ID, strings.Join(told, ", ")))
		}
	}
	return notes
}

// typeOf is the type of a value as it stands.
func typeOf(v scenario.Value) *types.Type {
	dec := json.NewDecoder(bytes.NewReader(v))
	dec.UseNumber()
	var x any
	if dec.Decode(&x) != nil {
		return types.AnyType
	}
	return typeOfAny(x)
}

func typeOfAny(x any) *types.Type {
	switch x := x.(type) {
	case nil:
		return types.NullType
	case bool:
		return types.BoolType
	case string:
		return types.StringType
	case json.Number:
		if strings.ContainsAny(x.String(), ".eE") {
			return types.FloatType
		}
		return types.IntType
	case []any:
		elems := make([]*types.Type, len(x))
		for i, e := range x {
			elems[i] = typeOfAny(e)
		}
		return types.ListOf(joinAll(elems))
	case map[string]any:
		var elems []*types.Type
		for _, k := range slices.Sorted(maps.Keys(x)) {
			elems = append(elems, typeOfAny(x[k]))
		}
		return types.MapOf(joinAll(elems))
	}
	return types.AnyType
}

// joinAll is a type that holds the values of all.
func joinAll(ts []*types.Type) *types.Type {
	if len(ts) == 0 {
		return types.AnyType
	}
	all := ts[0]
	for _, t := range ts[1:] {
		all = join(all, t)
	}
	if all.Kind == types.Null {
		return types.AnyType
	}
	return all
}

// join is a type that holds the values of both.
func join(a, b *types.Type) *types.Type {
	switch {
	case a.Kind == types.Null:
		return nullable(b)
	case b.Kind == types.Null:
		return nullable(a)
	case a.String() == b.String():
		return a
	case a.Kind == types.Optional || b.Kind == types.Optional:
		return types.OptionalOf(join(types.NonNull(a), types.NonNull(b)))
	case types.IsNumeric(a) && types.IsNumeric(b):
		return types.FloatType
	case a.Kind == types.List && b.Kind == types.List:
		return types.ListOf(join(a.Elem, b.Elem))
	case a.Kind == types.Map && b.Kind == types.Map:
		return types.MapOf(join(a.Elem, b.Elem))
	}
	return types.AnyType
}

// nullable is a type with null; lists and maps have it anyway.
func nullable(t *types.Type) *types.Type {
	switch t.Kind {
	case types.Null, types.Any, types.List, types.Map:
		return t
	}
	return types.OptionalOf(t)
}
