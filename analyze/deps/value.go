package deps

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A ref is where a value may come from: a location in the data that the
// analysed function was given (root > 0), a memory cell that the followed code
// made (cell), or a function (fn). A pointer and what it points at are the same
// ref: paths do not tell them apart.
type ref struct {
	root int
	path string // fields below, dot-separated
	cell *cell
	fn   *closure
}

type refs []ref

// closure is a function value with what it captured.
type closure struct {
	fn   *ssa.Function
	free []refs
	key  string
}

// cell is memory made by followed code: an allocation, a map, a slice. What is
// stored in it is kept by field path; stores only add.
type cell struct {
	id       int
	contents map[string]refs
	order    []string
}

type cellKey struct {
	at   ssa.Value
	site string
}

func (a *analysis) cellAt(v ssa.Value, site string) *cell {
	k := cellKey{v, site}
	c := a.cells[k]
	if c == nil {
		c = &cell{id: len(a.cellSeq) + 1, contents: map[string]refs{}}
		a.cells[k] = c
		a.cellSeq = append(a.cellSeq, c)
		a.changed = true
	}
	return c
}

func (r ref) same(o ref) bool {
	if r.root != o.root || r.path != o.path || r.cell != o.cell {
		return false
	}
	if r.fn == nil || o.fn == nil {
		return r.fn == o.fn
	}
	return r.fn.key == o.fn.key
}

func (rs refs) add(more ...ref) refs {
	for _, r := range more {
		if !slices.ContainsFunc(rs, r.same) {
			rs = append(rs, r)
		}
	}
	return rs
}

func (rs refs) key() string {
	var b strings.Builder
	for _, r := range rs {
		b.WriteString(strconv.Itoa(r.root))
		b.WriteByte(':')
		b.WriteString(r.path)
		if r.cell != nil {
			b.WriteString("c" + strconv.Itoa(r.cell.id))
		}
		if r.fn != nil {
			b.WriteString("f" + r.fn.key)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// field goes one struct field down.
func (a *analysis) field(rs refs, t types.Type, i int) refs {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return rs
	}
	f := st.Field(i)
	name := f.Name()
	if a.opts.Field != nil {
		name = a.opts.Field(types.TypeString(deref(t), nil), name, st.Tag(i))
	}
	var out refs
	for _, r := range rs {
		if r.fn == nil && name != "" && strings.Count(r.path, ".") < maxPath {
			if r.path == "" {
				r.path = name
			} else {
				r.path += "." + name
			}
		}
		out = out.add(r)
	}
	return out
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// load reads through an address: what a cell holds at that path or around it.
func (a *analysis) load(rs refs, t types.Type, pos token.Pos) refs {
	var out refs
	for _, r := range rs {
		out = out.add(r)
		out = out.add(within(r)...)
	}
	if len(out) > maxRefs {
		a.widen(pos, "moves more values through one variable than can be followed")
		out = out[:maxRefs]
	}
	if !lazy(t) {
		a.useAll(out, pos)
	}
	return out
}

// within is what a cell holds at the path of r: what was stored there, in parts of it, or
// in what it is a part of.
func within(r ref) refs {
	if r.cell == nil {
		return nil
	}
	var out refs
	for _, at := range r.cell.order {
		held := r.cell.contents[at]
		switch {
		case r.path == "" || at == r.path || strings.HasPrefix(at, r.path+"."):
			out = out.add(held...)
		case at == "" || strings.HasPrefix(r.path, at+"."):
			rest := strings.TrimPrefix(strings.TrimPrefix(r.path, at), ".")
			for _, h := range held {
				if h.fn == nil && strings.Count(h.path, ".") < maxPath {
					h.path = strings.TrimPrefix(h.path+"."+rest, ".")
				}
				out = out.add(h)
			}
		}
	}
	return out
}

// lazy types are not read by being loaded: what is done with their parts counts.
func lazy(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Signature, *types.Interface, *types.Tuple:
		return true
	case *types.Pointer:
		return true
	case *types.Array:
		return lazy(u.Elem())
	}
	return false
}

func (a *analysis) useAll(rs refs, pos token.Pos) {
	for _, r := range rs {
		a.use(r, pos)
	}
}

// use records that a value's content decides something.
func (a *analysis) use(r ref, pos token.Pos) { a.useSeen(r, pos, map[string]bool{}) }

func (a *analysis) useSeen(r ref, pos token.Pos, seen map[string]bool) {
	if r.root > 0 {
		a.read(r, pos)
	}
	if r.cell == nil {
		return
	}
	key := strconv.Itoa(r.cell.id) + ":" + r.path
	if seen[key] {
		return
	}
	seen[key] = true
	for _, h := range within(r) {
		a.useSeen(h, pos, seen)
	}
}

func (a *analysis) read(r ref, pos token.Pos) {
	p := a.show(r)
	if p == "" {
		a.widen(pos, "uses all of its parameter at once")
		return
	}
	if _, ok := a.reads[p]; !ok {
		a.reads[p] = pos
		a.changed = true
	}
}

// store writes through an address.
func (a *analysis) store(to, from refs, pos token.Pos) {
	for _, r := range to {
		switch {
		case r.root > 0:
			a.note(a.writes, pos, "writes to "+a.show(r))
			// What it wrote may be read back under any name.
			a.useAll(from, pos)
		case r.cell != nil:
			held, ok := r.cell.contents[r.path]
			if !ok {
				r.cell.order = append(r.cell.order, r.path)
			}
			grown := held.add(from...)
			if len(grown) > maxRefs {
				a.widen(pos, "moves more values through one variable than can be followed")
				grown = grown[:maxRefs]
			}
			if !ok || len(grown) != len(held) {
				r.cell.contents[r.path] = grown
				a.changed = true
			}
		}
	}
}

func (a *analysis) show(r ref) string {
	return strings.Trim(a.roots[r.root]+"."+r.path, ".")
}
