// Package deps derives what a condition or mapping reads: of a host function
// by following its SSA form, conservatively. What the analysis can't follow
// makes the function "read anything", never less, with the reason and its
// place, so that the author can mend it (EV §2.7 "Granularity", S3.4).
package deps

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Result is what is known of one function.
type Result struct {
	// Reads holds the data paths read, each a parameter's name and the fields
	// below it ("order.total"), sorted, without paths that a shorter one covers.
	// An element of a slice or map counts as the slice or map (S3.4).
	Reads []string
	// ReadAt tells where each of Reads is first read.
	ReadAt map[string]token.Pos
	// Any lists why the function may read anything beside its parameters; empty: it doesn't.
	Any []Reason
	// Writes lists where the function changes data that it was given; a condition may not.
	Writes []Reason
	// Missing are the import paths of packages whose code is called and was not
	// there to be followed, sorted: with it less may widen.
	Missing []string
}

// Reason is one cause with its place in the host's code.
type Reason struct {
	Pos  token.Position
	At   token.Pos
	Text string
}

// String renders "file:line:col: text".
func (r Reason) String() string { return fmt.Sprintf("%s: %s", r.Pos, r.Text) }

// Dependencies returns the set in the form of EV §2.7: nil means anything.
// A function that provably reads nothing gives an empty, non-nil slice.
func (r Result) Dependencies() []string {
	if len(r.Any) > 0 {
		return nil
	}
	return append([]string{}, r.Reads...)
}

// Options tells how Go names become data paths.
type Options struct {
	// Root names the path of a parameter; "" makes the parameter's fields roots
	// themselves (a Vars parameter). Nil: the parameter's own name.
	Root func(param *ssa.Parameter) string
	// Field names a struct field on a path, "" for an embedded one whose fields are
	// promoted. Nil: the Go name.
	Field func(structType string, field string, tag string) string
}

// Analyze follows fn with everything it calls. The function must be built
// (ssa.Package.Build). Time is bounded: a body is analysed at most
// maxRounds times to its fixed point, calls to depth maxDepth; past either bound the
// result widens. It never panics on well-formed SSA and is safe for concurrent
// use on different functions of one built program.
func Analyze(fn *ssa.Function, opts Options) Result {
	a := newAnalysis(fn, opts)
	if len(fn.Blocks) == 0 {
		a.widen(fn.Pos(), "has no Go body (assembly or external)")
		return a.result()
	}
	args := make([]refs, len(fn.Params))
	for i, p := range fn.Params {
		args[i] = refs{ref{root: i + 1}}
		if name := a.rootName(p); name != "" {
			a.roots[i+1] = name
		}
	}
	for round := 0; ; round++ {
		a.changed = false
		clear(a.memo)
		for _, r := range a.call(fn, args, nil, 0) {
			a.use(r, fn.Pos())
		}
		if !a.changed {
			break
		}
		if round == maxRounds {
			a.widen(fn.Pos(), "is too involved to follow")
			break
		}
	}
	return a.result()
}

const (
	maxRounds = 32
	maxDepth  = 24
	maxPath   = 8
	maxRefs   = 64
)

// analysis is the state of one Analyze call; all of it only grows, so that
// rounds reach a fixed point.
type analysis struct {
	opts    Options
	fset    *token.FileSet
	roots   map[int]string
	reads   map[string]token.Pos
	anyAt   map[string]Reason
	writes  map[string]Reason
	cells   map[cellKey]*cell
	cellSeq []*cell
	missing map[string]bool
	memo    map[string]refs
	active  map[*ssa.Function]int
	changed bool
}

func newAnalysis(fn *ssa.Function, opts Options) *analysis {
	return &analysis{
		opts: opts, fset: fn.Prog.Fset, roots: map[int]string{}, reads: map[string]token.Pos{},
		anyAt: map[string]Reason{}, writes: map[string]Reason{}, cells: map[cellKey]*cell{},
		missing: map[string]bool{}, memo: map[string]refs{}, active: map[*ssa.Function]int{},
	}
}

func (a *analysis) rootName(p *ssa.Parameter) string {
	if a.opts.Root != nil {
		return a.opts.Root(p)
	}
	return p.Name()
}

func (a *analysis) widen(pos token.Pos, format string, args ...any) {
	a.note(a.anyAt, pos, fmt.Sprintf(format, args...))
}

func (a *analysis) note(into map[string]Reason, pos token.Pos, text string) {
	r := Reason{Pos: a.fset.Position(pos), At: pos, Text: text}
	if _, ok := into[r.String()]; !ok {
		into[r.String()] = r
		a.changed = true
	}
}

func (a *analysis) result() Result {
	var out Result
	out.ReadAt = map[string]token.Pos{}
	for p, at := range a.reads {
		if !a.covered(p) {
			out.Reads = append(out.Reads, p)
			out.ReadAt[p] = at
		}
	}
	slices.Sort(out.Reads)
	out.Any, out.Writes = ordered(a.anyAt), ordered(a.writes)
	out.Missing = slices.Sorted(maps.Keys(a.missing))
	return out
}

// covered reports whether a shorter path read already touches p at segment bounds.
func (a *analysis) covered(p string) bool {
	for i := strings.LastIndexByte(p, '.'); i > 0; i = strings.LastIndexByte(p[:i], '.') {
		if _, ok := a.reads[p[:i]]; ok {
			return true
		}
	}
	return false
}

func ordered(m map[string]Reason) []Reason {
	var out []Reason
	for _, r := range m {
		out = append(out, r)
	}
	slices.SortFunc(out, func(x, y Reason) int {
		return cmp.Or(cmp.Compare(x.Pos.Filename, y.Pos.Filename), cmp.Compare(x.Pos.Line, y.Pos.Line),
			cmp.Compare(x.Pos.Column, y.Pos.Column), cmp.Compare(x.Text, y.Text))
	})
	return out
}
