package deps

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// common follows a call, a deferred call or the call of a go statement.
func (f *frame) common(c *ssa.CallCommon, pos token.Pos) refs {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b, c, pos)
	}
	args := make([]refs, 0, len(c.Args)+1)
	if c.IsInvoke() {
		args = append(args, f.of(c.Value))
	}
	for _, v := range c.Args {
		args = append(args, f.of(v))
	}
	if c.IsInvoke() {
		f.a.widen(pos, "calls the method %s through an interface", c.Method.Name())
		return f.unknown(args, pos)
	}
	if fn := c.StaticCallee(); fn != nil {
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			return f.closures(f.of(mc), args, pos)
		}
		return f.static(fn, args, nil, pos)
	}
	return f.closures(f.of(c.Value), args, pos)
}

// closures calls every function that the value may be.
func (f *frame) closures(fns refs, args []refs, pos token.Pos) refs {
	var out refs
	known := false
	for _, r := range fns {
		if r.fn != nil {
			known = true
			out = out.add(f.static(r.fn.fn, args, r.fn.free, pos)...)
		} else if r.root > 0 {
			f.a.widen(pos, "calls a function value that it was given")
		}
	}
	if !known {
		f.a.widen(pos, "calls a function value that is not known")
		return f.unknown(args, pos)
	}
	return out
}

func (f *frame) static(fn *ssa.Function, args, free []refs, pos token.Pos) refs {
	path := packagePath(fn)
	switch {
	case path == "reflect" || path == "unsafe":
		f.a.widen(pos, "uses %s", path)
		return f.unknown(args, pos)
	case pure(path, fn):
		// What a pure function is given, it reads; what it returns is made of that.
		var out refs
		for _, r := range args {
			f.a.useAll(r, pos)
			for _, x := range r {
				if x.fn != nil {
					// A callback of slices.ContainsFunc and the like runs on the other arguments.
					f.a.call(x.fn.fn, callbackArgs(x.fn.fn, args), x.fn.free, f.depth+1)
				}
			}
			out = out.add(r...)
		}
		return out
	case len(fn.Blocks) == 0:
		if path != "" {
			f.a.missing[path] = true
		}
		f.a.widen(pos, "calls %s, whose reads are not known", fn.RelString(nil))
		return f.unknown(args, pos)
	}
	return f.a.call(fn, args, free, f.depth+1)
}

// callbackArgs gives a callback everything that the call was given, in every parameter.
func callbackArgs(fn *ssa.Function, args []refs) []refs {
	var all refs
	for _, r := range args {
		for _, x := range r {
			if x.fn == nil {
				all = all.add(x)
			}
		}
	}
	out := make([]refs, len(fn.Params))
	for i := range out {
		out[i] = all
	}
	return out
}

// unknown code reads everything that it is given and may return any of it.
func (f *frame) unknown(args []refs, pos token.Pos) refs {
	var out refs
	for _, r := range args {
		f.a.useAll(r, pos)
		out = out.add(r...)
	}
	return out
}

func (f *frame) builtin(b *ssa.Builtin, c *ssa.CallCommon, pos token.Pos) refs {
	switch b.Name() {
	case "append":
		var out refs
		for _, v := range c.Args {
			out = out.add(f.of(v)...)
		}
		// Appending may write into the slice that it was given.
		for _, r := range f.of(c.Args[0]) {
			if r.root > 0 {
				f.a.note(f.a.writes, pos, "appends to "+f.a.show(r)+", which may write into it")
			}
		}
		return out
	case "copy":
		f.use(pos, c.Args[1])
		f.a.store(f.of(c.Args[0]), f.of(c.Args[1]), pos)
	case "delete", "clear":
		f.a.store(f.of(c.Args[0]), nil, pos)
	case "close":
		f.a.widen(pos, "closes a channel")
	case "recover":
		f.a.widen(pos, "recovers from a panic")
	case "print", "println":
		f.a.widen(pos, "prints")
	default:
		f.use(pos, c.Args...)
		if b.Name() == "min" || b.Name() == "max" || strings.HasPrefix(b.Name(), "ssa:wrapnilchk") {
			var out refs
			for _, v := range c.Args {
				out = out.add(f.of(v)...)
			}
			return out
		}
	}
	return nil
}

func packagePath(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path()
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		return obj.Pkg().Path()
	}
	return ""
}

// pure tells whether a standard function depends on its arguments only. The list is curated:
// inferring purity fails on caches, pools and locales inside the standard library.
func pure(path string, fn *ssa.Function) bool {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	name := fn.Name()
	recv := ""
	if sig := fn.Signature; sig != nil && sig.Recv() != nil {
		if n, ok := deref(sig.Recv().Type()).(*types.Named); ok {
			recv = n.Obj().Name()
		}
	}
	switch path {
	case "strings", "bytes":
		return recv == "" && !strings.HasPrefix(name, "New")
	case "strconv", "math", "math/bits", "math/cmplx", "unicode", "unicode/utf8", "unicode/utf16", "cmp", "html", "path":
		return true
	case "errors":
		return name == "New"
	case "slices":
		return pureSlices[name]
	case "maps":
		return pureMaps[name]
	case "time":
		return pureTime(recv, name)
	}
	return false
}

var pureSlices = set("All Backward BinarySearch Clone Collect Compare Concat Contains ContainsFunc Equal EqualFunc " +
	"Index IndexFunc IsSorted IsSortedFunc Max MaxFunc Min MinFunc Repeat Sorted Values")

var pureMaps = set("All Clone Collect Equal EqualFunc Keys Values")

var pureTimeFuncs = set("Date ParseDuration Unix UnixMilli UnixMicro Parse")

func pureTime(recv, name string) bool {
	switch recv {
	case "Duration", "Month", "Weekday":
		return true
	case "Time":
		// Local and In depend on the machine's zone data.
		return name != "Local" && name != "In"
	}
	return pureTimeFuncs[name]
}

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}
