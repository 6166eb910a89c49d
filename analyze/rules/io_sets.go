package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Codes that the one pass over input and output sets says beside its own.
const (
	codeSetPairing diag.Code = "BG2511"
	codeSetSubset  diag.Code = "BG2512"
)

// ioSets: every data input stands in an input set and every data output in an
// output set (§10.4.1, Table 10.54).
func ioSets(p *pass, f *graph.File) {
	eachIO(f, func(_ *bpmn.Base, io *bpmn.InputOutput) {
		p.unused(io.Inputs, io.InputSets, "input")
		p.unused(io.Outputs, io.OutputSets, "output")
		p.subsets(io.InputSets, "input")
		p.subsets(io.OutputSets, "output")
		p.pairs(io)
	})
}

// eachIO visits the input and output specifications of a file.
func eachIO(f *graph.File, visit func(*bpmn.Base, *bpmn.InputOutput)) {
	say := func(owner *bpmn.Base, io *bpmn.InputOutput) {
		if io != nil {
			visit(owner, io)
		}
	}
	for _, r := range f.Defs.Roots {
		if g, ok := r.(*bpmn.GlobalTask); ok {
			say(&g.Base, g.IO)
		}
	}
	for _, l := range f.Levels {
		if l.Sub == nil {
			say(l.Elem(), l.Process.IO)
		}
		for _, n := range l.Nodes {
			if n.Act != nil {
				say(n.Base, n.Act.IO)
			}
		}
	}
}

func (p *pass) unused(items []*bpmn.DataItem, sets []*bpmn.IOSet, what string) {
	used := map[string]bool{}
	for _, s := range sets {
		for _, refs := range [][]bpmn.Ref{s.DataRefs, s.OptionalRefs, s.WhileExecutingRefs} {
			for _, r := range refs {
				used[r.Local] = true
			}
		}
	}
	for _, d := range items {
		if !used[d.ID] {
			p.on(&d.Base, "the data %s %s stands in no %s set", what, graph.Quote(orElse(d.Name, d.ID)), what).
				fix("name it in an %sSet", what)
		}
	}
}

// subsets: what is optional or evaluated while executing is one of the set's own (Tables 10.56, 10.57).
func (p *pass) subsets(sets []*bpmn.IOSet, what string) {
	for _, s := range sets {
		own := map[string]bool{}
		for _, r := range s.DataRefs {
			own[r.Local] = true
		}
		for _, refs := range [][]bpmn.Ref{s.OptionalRefs, s.WhileExecutingRefs} {
			for _, r := range refs {
				if !own[r.Local] {
					p.as(codeSetSubset).on(&s.Base, "the %s set says that %s is optional or used while executing, but it is none of its own", what, graph.Quote(r.Local)).
						related(r.Span, "here").
						fix("name it among the set's own data too")
				}
			}
		}
	}
}

// pairs: input and output sets name one another on both sides (Tables 10.56, 10.57).
func (p *pass) pairs(io *bpmn.InputOutput) {
	byID := map[string]*bpmn.IOSet{}
	for _, sets := range [][]*bpmn.IOSet{io.InputSets, io.OutputSets} {
		for _, s := range sets {
			if s.ID != "" {
				byID[s.ID] = s
			}
		}
	}
	for _, sets := range [][]*bpmn.IOSet{io.InputSets, io.OutputSets} {
		for _, s := range sets {
			for _, r := range s.SetRefs {
				if o := byID[r.Local]; o != nil && !names(o.SetRefs, s.ID) {
					p.as(codeSetPairing).on(&s.Base, "%s names %s, which does not name it", label(&s.Base), label(&o.Base)).related(o.Span, "the other").
						fix("name it on both sides")
				}
			}
		}
	}
}

func names(refs []bpmn.Ref, id string) bool {
	for _, r := range refs {
		if r.Local == id {
			return true
		}
	}
	return false
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
