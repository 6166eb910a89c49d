package deps

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// frame is one function body under analysis with the refs of its values.
type frame struct {
	a      *analysis
	fn     *ssa.Function
	values map[ssa.Value]refs
	site   string // tells cells of different calls apart
	depth  int
	result refs
	grew   bool
}

// call follows fn with these arguments and captured values and returns what it may return.
func (a *analysis) call(fn *ssa.Function, args, free []refs, depth int) refs {
	key := fn.String() + "@" + strconv.Itoa(int(fn.Pos()))
	for _, r := range args {
		key += "|" + r.key()
	}
	for _, r := range free {
		key += "&" + r.key()
	}
	if done, ok := a.memo[key]; ok {
		return done
	}
	if a.active[fn] > 1 || depth > maxDepth {
		// A recursion reads at most what it is given: all of it, to be safe.
		var all refs
		for _, r := range append(append([]refs{}, args...), free...) {
			a.useAll(r, fn.Pos())
			all = all.add(r...)
		}
		if depth > maxDepth {
			a.widen(fn.Pos(), "calls deeper than can be followed")
		}
		return all
	}
	a.active[fn]++
	f := &frame{a: a, fn: fn, values: map[ssa.Value]refs{}, site: key, depth: depth}
	for i, p := range fn.Params {
		if i < len(args) {
			f.values[p] = args[i]
		}
	}
	for i, v := range fn.FreeVars {
		if i < len(free) {
			f.values[v] = free[i]
		}
	}
	// Loops carry refs back into phis, so the body is walked until nothing grows.
	for round := 0; round == 0 || f.grew && round < maxRounds; round++ {
		f.grew = false
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				f.instr(in)
			}
		}
	}
	a.active[fn]--
	a.memo[key] = f.result
	return f.result
}

func (f *frame) of(v ssa.Value) refs {
	switch v := v.(type) {
	case nil, *ssa.Const, *ssa.Builtin:
		return nil
	case *ssa.Function:
		return refs{{fn: &closure{fn: v, key: v.String() + strconv.Itoa(int(v.Pos()))}}}
	case *ssa.Global:
		f.a.widen(v.Pos(), "reads the package variable %s", v.Name())
		return nil
	default:
		return f.values[v]
	}
}

func (f *frame) set(v ssa.Value, rs refs) {
	old := f.values[v]
	grown := old.add(rs...)
	if len(grown) > maxRefs {
		f.a.widen(v.Pos(), "moves more values through one variable than can be followed")
		grown = grown[:maxRefs]
	}
	f.grew = f.grew || len(grown) != len(old)
	f.values[v] = grown
}

func (f *frame) use(pos token.Pos, vs ...ssa.Value) {
	for _, v := range vs {
		f.a.useAll(f.of(v), pos)
	}
}

func (f *frame) instr(in ssa.Instruction) {
	a := f.a
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Jump, *ssa.RunDefers:
	case *ssa.Alloc:
		f.set(in, refs{{cell: a.cellAt(in, f.site)}})
	case *ssa.MakeMap:
		f.set(in, refs{{cell: a.cellAt(in, f.site)}})
	case *ssa.MakeSlice:
		f.use(in.Pos(), in.Len, in.Cap)
		f.set(in, refs{{cell: a.cellAt(in, f.site)}})
	case *ssa.MakeChan:
		a.widen(in.Pos(), "uses a channel")
	case *ssa.FieldAddr:
		f.set(in, a.field(f.of(in.X), in.X.Type(), in.Field))
	case *ssa.Field:
		rs := a.load(a.field(f.of(in.X), in.X.Type(), in.Field), in.Type(), in.Pos())
		f.set(in, rs)
	case *ssa.UnOp:
		f.unop(in)
	case *ssa.BinOp:
		f.use(in.Pos(), in.X, in.Y)
	case *ssa.Store:
		if g, ok := in.Addr.(*ssa.Global); ok {
			a.note(a.writes, in.Pos(), "writes to the package variable "+g.Name())
			f.use(in.Pos(), in.Val)
			return
		}
		a.store(f.of(in.Addr), f.of(in.Val), in.Pos())
	case *ssa.MapUpdate:
		f.use(in.Pos(), in.Key)
		a.store(f.of(in.Map), f.of(in.Value), in.Pos())
	case *ssa.Phi:
		for _, e := range in.Edges {
			f.set(in, f.of(e))
		}
	case *ssa.ChangeType:
		f.set(in, f.of(in.X))
	case *ssa.ChangeInterface:
		f.set(in, f.of(in.X))
	case *ssa.Convert:
		f.unsafely(in.X.Type(), in.Type(), in.Pos())
		f.set(in, f.of(in.X))
	case *ssa.MultiConvert:
		f.set(in, f.of(in.X))
	case *ssa.SliceToArrayPointer:
		f.set(in, f.of(in.X))
	case *ssa.MakeInterface:
		f.set(in, f.of(in.X))
	case *ssa.TypeAssert:
		f.set(in, a.load(f.of(in.X), in.Type(), in.Pos()))
		f.use(in.Pos(), in.X)
	case *ssa.Extract:
		f.set(in, f.of(in.Tuple))
	case *ssa.Slice:
		f.use(in.Pos(), in.Low, in.High, in.Max)
		f.set(in, f.of(in.X))
	case *ssa.IndexAddr:
		f.use(in.Pos(), in.Index)
		f.set(in, f.of(in.X))
	case *ssa.Index:
		f.use(in.Pos(), in.Index)
		f.set(in, a.load(f.of(in.X), in.Type(), in.Pos()))
	case *ssa.Lookup:
		f.use(in.Pos(), in.Index, in.X)
		f.set(in, a.load(f.of(in.X), in.Type(), in.Pos()))
	case *ssa.Range:
		f.use(in.Pos(), in.X)
		f.set(in, f.of(in.X))
	case *ssa.Next:
		f.set(in, a.load(f.of(in.Iter), in.Type(), in.Pos()))
	case *ssa.MakeClosure:
		f.closure(in)
	case *ssa.Call:
		f.set(in, f.common(&in.Call, in.Pos()))
	case *ssa.Defer:
		f.common(&in.Call, in.Pos())
	case *ssa.Go:
		a.widen(in.Pos(), "starts a goroutine")
		f.common(&in.Call, in.Pos())
	case *ssa.Send:
		a.widen(in.Pos(), "sends on a channel")
	case *ssa.Select:
		a.widen(in.Pos(), "selects on channels")
	case *ssa.Panic:
		f.use(in.Pos(), in.X)
	case *ssa.If:
		f.use(in.Pos(), in.Cond)
	case *ssa.Return:
		for _, r := range in.Results {
			f.result = f.result.add(f.of(r)...)
		}
	default:
		a.widen(in.Pos(), "uses a Go construct that is not followed (%T)", in)
	}
}

func (f *frame) unop(in *ssa.UnOp) {
	switch in.Op {
	case token.MUL:
		if g, ok := in.X.(*ssa.Global); ok {
			if constant(g) {
				return
			}
			f.a.widen(in.Pos(), "reads the package variable %s", g.Name())
			return
		}
		f.set(in, f.a.load(f.of(in.X), in.Type(), in.Pos()))
	case token.ARROW:
		f.a.widen(in.Pos(), "receives from a channel")
	default:
		f.use(in.Pos(), in.X)
	}
}

// constant tells the standard library's variables that nobody assigns.
func constant(g *ssa.Global) bool {
	return g.Pkg != nil && g.Pkg.Pkg.Path() == "time" && g.Name() == "UTC"
}

// unsafely widens where memory is reinterpreted.
func (f *frame) unsafely(from, to types.Type, pos token.Pos) {
	for _, t := range []types.Type{from, to} {
		if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
			f.a.widen(pos, "uses unsafe.Pointer")
		}
	}
}

func (f *frame) closure(in *ssa.MakeClosure) {
	fn, ok := in.Fn.(*ssa.Function)
	if !ok {
		f.a.widen(in.Pos(), "makes a function value that is not followed")
		return
	}
	c := &closure{fn: fn, key: fn.String() + strconv.Itoa(int(fn.Pos()))}
	for _, b := range in.Bindings {
		rs := f.of(b)
		c.free = append(c.free, rs)
		c.key += "&" + rs.key()
	}
	f.set(in, refs{{fn: c}})
}
