package vet

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// Blocking reports host functions that block where a generated package uses them as a condition.
var Blocking = &analysis.Analyzer{
	Name: "bpmnblocking",
	Doc: `report conditions that block

A condition runs inside the step that moves the instance: while it waits for
a channel, a lock, a clock or the network, nothing of the instance moves. Do
the waiting in a task's handler and let the condition read its result.`,
	Requires:  []*analysis.Analyzer{Generated, buildssa.Analyzer},
	Run:       runBlocking,
	FactTypes: []analysis.Fact{new(blocks)},
}

// blocks is the fact that a function may wait, and how.
type blocks struct{ How string }

// AFact implements analysis.Fact.
func (*blocks) AFact() {}

// String implements fmt.Stringer for the analyzers' tests.
func (b *blocks) String() string { return "blocks: " + b.How }

func runBlocking(pass *analysis.Pass) (any, error) {
	built, ok := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	if !ok {
		return nil, nil
	}
	w := &waiting{pass: pass, how: map[*ssa.Function]string{}}
	// A function waits where a function that it calls waits: until nothing changes.
	for grew := true; grew; {
		grew = false
		for _, fn := range built.SrcFuncs {
			if w.how[fn] == "" {
				if how, _ := w.of(fn); how != "" {
					w.how[fn] = how
					grew = true
				}
			}
		}
	}
	for _, fn := range built.SrcFuncs {
		if obj, ok := fn.Object().(*types.Func); ok && w.how[fn] != "" {
			pass.ExportObjectFact(obj, &blocks{How: w.how[fn]})
		}
	}
	for _, fn := range built.SrcFuncs {
		if fn.Name() == "Condition" && fn.Signature.Recv() != nil && generated(pass, pass.Pkg) {
			if how, at := w.of(fn); how != "" {
				pass.Reportf(at, "a condition of the process %s: nothing of the instance moves meanwhile; wait in a task's handler instead", how)
			}
		}
	}
	return nil, nil
}

type waiting struct {
	pass *analysis.Pass
	how  map[*ssa.Function]string
}

// of tells how a function waits, and where.
func (w *waiting) of(fn *ssa.Function) (string, token.Pos) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				if in.Blocking {
					return "waits in a select", in.Pos()
				}
			case *ssa.Send:
				return "sends on a channel", in.Pos()
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					return "receives from a channel", in.Pos()
				}
			case *ssa.Call:
				if how := w.call(in.Call.StaticCallee()); how != "" {
					return how, in.Pos()
				}
			}
		}
	}
	return "", token.NoPos
}

func (w *waiting) call(callee *ssa.Function) string {
	if callee == nil {
		return ""
	}
	obj, ok := callee.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return ""
	}
	if how := w.how[callee]; how != "" {
		return "calls " + obj.Name() + ", which " + how
	}
	var fact blocks
	if !w.standard(obj.Pkg().Path()) && w.pass.ImportObjectFact(obj, &fact) {
		return "calls " + obj.Name() + ", which " + fact.How
	}
	if standardWait(obj.Pkg().Path(), obj.Name()) {
		return "calls " + obj.Pkg().Name() + "." + obj.Name()
	}
	return ""
}

// standard reports whether a package is the standard library's, whose locks
// and pools are not waited for in the sense of this check: its first element
// has no dot and is not that of the package that is looked at.
func (w *waiting) standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	own, _, _ := strings.Cut(w.pass.Pkg.Path(), "/")
	return !strings.Contains(first, ".") && first != own
}

// standardWait lists what of the standard library waits for something outside.
func standardWait(path, name string) bool {
	switch path {
	case "time":
		return name == "Sleep"
	case "sync":
		return name == "Lock" || name == "RLock" || name == "Wait"
	case "net", "net/http", "net/rpc", "net/smtp", "os/exec", "database/sql":
		return true
	case "os":
		return !strings.HasPrefix(name, "Is") && name != "Getpid"
	}
	return false
}
