package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// calledIO: the inputs and outputs of a call activity are those of what it calls
// (§10.3.6), where both declare some.
func calledIO(p *pass, n *graph.Node) {
	if n.Call == nil || n.Act.IO == nil {
		return
	}
	e, _, ok := p.file.LookupFile(n.Call.CalledElement)
	if !ok {
		return
	}
	var io *bpmn.InputOutput
	switch c := e.(type) {
	case *bpmn.Process:
		io = c.IO
	case *bpmn.GlobalTask:
		io = c.IO
	}
	if io == nil {
		return
	}
	for _, side := range []struct {
		what       string
		mine, them []*bpmn.DataItem
		sets       []*bpmn.IOSet
	}{{"input", n.Act.IO.Inputs, io.Inputs, io.InputSets}, {"output", n.Act.IO.Outputs, io.Outputs, io.OutputSets}} {
		if len(side.mine) > len(side.them) || len(side.mine) < len(side.them)-optional(side.sets) {
			p.on(n.Base, "%s has %d %ss, %s has %d", n.Label(), len(side.mine), side.what, label(e.Elem()), len(side.them)).
				related(e.Elem().Span, "what it calls").
				fix("declare the same inputs and outputs on both sides")
			continue
		}
		for _, d := range side.mine {
			fits := false
			for _, o := range side.them {
				fits = fits || p.sameItem(d.ItemSubjectRef, o.ItemSubjectRef)
			}
			if !fits {
				p.on(&d.Base, "%s has an %s of a type that %s does not have", n.Label(), side.what, label(e.Elem())).
					related(e.Elem().Span, "what it calls").
					fix("declare the same types on both sides")
			}
		}
	}
}

// optional is how many of the inputs or outputs need not be given: a caller may
// do without those.
func optional(sets []*bpmn.IOSet) int {
	n := 0
	for _, s := range sets {
		n += len(s.OptionalRefs)
	}
	return n
}

// sameItem reports whether two item definitions are the same, or say the same structure.
func (p *pass) sameItem(a, b bpmn.Ref) bool {
	if a.IsZero() && b.IsZero() {
		return true
	}
	x, ok := p.file.Lookup(a)
	y, ok2 := p.file.Lookup(b)
	if !ok || !ok2 {
		return a.IsZero() == b.IsZero()
	}
	if x == y {
		return true
	}
	i, ok := x.(*bpmn.ItemDefinition)
	j, ok2 := y.(*bpmn.ItemDefinition)
	return ok && ok2 && !i.StructureRef.IsZero() && i.StructureRef.Local == j.StructureRef.Local && i.IsCollection == j.IsCollection
}
