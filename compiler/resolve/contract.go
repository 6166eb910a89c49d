package resolve

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/dialect"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// contractOf is what a process declares of the data that crosses when it is
// called (S10.2); nil where it declares none.
func contractOf(l *graph.Level) *model.Contract {
	io := l.Process.IO
	if io == nil || len(io.Inputs)+len(io.Outputs) == 0 {
		return nil
	}
	c := &model.Contract{}
	for _, side := range []struct {
		items []*bpmn.DataItem
		sets  []*bpmn.IOSet
		to    *[]model.Declared
	}{{io.Inputs, io.InputSets, &c.Inputs}, {io.Outputs, io.OutputSets, &c.Outputs}} {
		optional := map[string]bool{}
		for _, set := range side.sets {
			for _, r := range set.OptionalRefs {
				optional[r.Local] = true
			}
		}
		for _, d := range side.items {
			*side.to = append(*side.to, model.Declared{Name: itemName(&d.Base), Span: d.Span, Optional: optional[d.ID]})
		}
	}
	return c
}

// versionTag is the name that the author gave the version, as the tools write it.
func versionTag(p *bpmn.Process) string {
	for _, e := range dialect.DataOf(&p.Base) {
		if e.Key == "versionTag" {
			return strings.TrimSpace(e.Value)
		}
	}
	return ""
}

// globalTask is what the task of a global task sends and takes back: its
// ioSpecification, which is the contract of its process (SC §2.7).
func (r *resolver) globalTask(f *graph.File, l *graph.Level) *taskMapping {
	io := l.Process.IO
	if io == nil || len(io.Inputs)+len(io.Outputs) == 0 {
		return nil
	}
	m := &taskMapping{at: io.Span, explicit: true}
	move1 := func(d *bpmn.DataItem) move {
		name := itemName(&d.Base)
		return move{name: name, nameAt: d.Span, text: name, copied: true, at: placed(d.Span), span: d.Span}
	}
	for _, d := range io.Inputs {
		m.params = append(m.params, declared{name: itemName(&d.Base), typ: r.itemType(f, d.ItemSubjectRef, d.IsCollection), at: d.Span})
		m.in = append(m.in, move1(d))
	}
	for _, d := range io.Outputs {
		m.results = append(m.results, declared{name: itemName(&d.Base), typ: r.itemType(f, d.ItemSubjectRef, d.IsCollection), at: d.Span})
		m.out = append(m.out, move1(d))
	}
	return m
}

// calledTypes are the types that the callee of a call activity declares for its
// data, where it is compiled in the same run.
func (b *builder) calledTypes(n *graph.Node) map[string]*types.Type {
	l := b.callable[b.element(callee(n))]
	if l == nil {
		return nil
	}
	out := map[string]*types.Type{}
	add := func(name string, t *types.Type) {
		if _, before := out[name]; !before && t != nil {
			out[name] = t
		}
	}
	for _, x := range variablesOf(l) {
		name, _ := x.Attr("", "name")
		text, _ := x.Attr("", "type")
		t, _ := ParseType(text.Value)
		if h, err := b.hostType(t); err == nil {
			t = h
		}
		add(strings.TrimSpace(name.Value), t)
	}
	for _, p := range properties(l) {
		add(itemName(&p.Base), b.itemType(l.File, p.ItemSubjectRef, false))
	}
	if io := l.Process.IO; io != nil {
		for _, d := range append(slices.Clone(io.Inputs), io.Outputs...) {
			add(itemName(&d.Base), b.itemType(l.File, d.ItemSubjectRef, d.IsCollection))
		}
	}
	return out
}

// contracts checks every call whose callee is compiled in the same run against
// what that declares, by name and type (S10.2). What is known at the call alone
// (another version, a computed callee) is checked there.
func (b *builder) contracts() {
	for i, n := range b.nodes {
		if n.Call == nil {
			continue
		}
		c := &b.p.Nodes[i]
		l := b.callable[b.element(callee(n))]
		if l == nil || c.Call.Version != 0 || c.Call.VersionExpr != model.None || c.Call.Tag != "" || c.Call.TagExpr != model.None {
			continue
		}
		b.contract(n, c, l, b.pkg.Processes[b.processes[l.Process]])
	}
}

// contract checks one call.
func (b *builder) contract(n *graph.Node, c *model.Node, l *graph.Level, p *model.Process) {
	var io model.IO
	if c.IO != nil {
		io = *c.IO
	}
	m := b.callMapping(n)
	callee := graph.Label(l.Elem())
	if p.Contract != nil && m != nil && m.explicit {
		alike(io.Inputs, p.Contract.Inputs, p)
		alike(io.Outputs, p.Contract.Outputs, p)
	}
	sent := map[string]bool{}
	for _, in := range io.Inputs {
		sent[in.Crosses()] = true
	}
	if p.Contract != nil {
		var missing []string
		var at diag.Span
		for _, d := range p.Contract.Inputs {
			if !d.Optional && !sent[d.Name] {
				if missing == nil {
					at = d.Span
				}
				missing = append(missing, graph.Quote(d.Name))
			}
		}
		if missing != nil {
			b.bag.Add(n.Report(CodeMissingInput, n.Span, "%s does not send what %s requires: %s", n.Label(), callee, strings.Join(missing, ", ")).
				WithRelated(at, "declared here").WithFix("send it by a data association or a mapping, or make it optional in the input set of what is called"))
		}
	}
	for _, in := range io.Inputs {
		v := rootVariable(p, in.Crosses())
		declared := p.Contract == nil || has(p.Contract.Inputs, in.Crosses())
		switch {
		case v != nil && declared && !fitsGo(in.Type, v.Type):
			b.bag.Add(n.Report(CodeContractType, where(in.Span, n.Span), "%s sends %s as %s, %s takes %s",
				n.Label(), graph.Quote(in.Name), in.Type, callee, v.Type).
				WithRelated(v.Span, "what it takes").WithFix("give both the same type, or convert the value in the mapping"))
		case (v == nil || !declared) && m.sends(in.Name):
			b.bag.Add(n.Report(CodeNotTaken, where(in.Span, n.Span), "%s sends %s, which %s does not take", n.Label(), graph.Quote(in.Name), callee).
				WithFix("declare it where it is called, or don't send it%s", didYouMean(in.Name, p, p.Contract)))
		}
	}
	for _, out := range io.Outputs {
		v := rootVariable(p, out.Crosses())
		given := v != nil && (p.Contract == nil || has(p.Contract.Outputs, out.Crosses()))
		switch {
		case given && !fitsGo(v.Type, out.Type):
			b.bag.Add(n.Report(CodeContractType, where(out.Span, n.Span), "%s takes %s back as %s, %s gives %s",
				n.Label(), graph.Quote(out.Name), out.Type, callee, v.Type).
				WithRelated(v.Span, "what it gives").WithFix("give both the same type"))
		case !given && !out.Optional:
			b.bag.Add(n.Report(CodeNotGiven, where(out.Span, n.Span), "%s takes %s back, which %s does not give", n.Label(), graph.Quote(out.Name), callee).
				WithFix("declare it where it is called, or don't take it%s", didYouMean(out.Name, p, p.Contract)))
		}
	}
}

// alike ties what a call activity's ioSpecification declares to the callee's where
// the names differ: the standard has the two match by their structure (§10.3.6).
// What is left over by name goes, in order, to the next left over of its type.
func alike(mine []model.Param, theirs []model.Declared, p *model.Process) {
	taken := map[string]bool{}
	for i := range mine {
		taken[mine[i].Name] = true
	}
	for i := range mine {
		if has(theirs, mine[i].Name) {
			continue
		}
		for _, d := range theirs {
			if v := rootVariable(p, d.Name); v != nil && !taken[d.Name] && fitsGo(mine[i].Type, v.Type) {
				taken[d.Name] = true
				mine[i].As = d.Name
				break
			}
		}
	}
}

func where(at, otherwise diag.Span) diag.Span {
	if at.Line == 0 {
		return otherwise
	}
	return at
}

// didYouMean ends a fix with the name that is nearest to one.
func didYouMean(name string, p *model.Process, c *model.Contract) string {
	var known []string
	if c != nil {
		for _, d := range append(slices.Clone(c.Inputs), c.Outputs...) {
			known = append(known, d.Name)
		}
	} else {
		for i := p.Scopes[0].FirstVar; i < p.Scopes[0].EndVar; i++ {
			known = append(known, p.Vars[i].Name)
		}
	}
	for _, k := range known {
		if strings.EqualFold(k, name) || names.Exported(k) == names.Exported(name) {
			return "; it has " + graph.Quote(k)
		}
	}
	return ""
}

// sends reports a name that a call activity sends by name, and not with all the others.
func (m *taskMapping) sends(name string) bool {
	if m == nil {
		return false
	}
	return slices.ContainsFunc(m.in, func(mv move) bool { return mv.name == name }) ||
		slices.ContainsFunc(m.params, func(d declared) bool { return d.name == name })
}

func has(list []model.Declared, name string) bool {
	return slices.ContainsFunc(list, func(d model.Declared) bool { return d.Name == name })
}

// rootVariable is a variable of the process itself, nil where it has none of that name.
func rootVariable(p *model.Process, name string) *model.Variable {
	for i := p.Scopes[0].FirstVar; i < p.Scopes[0].EndVar; i++ {
		if p.Vars[i].Name == name {
			return &p.Vars[i]
		}
	}
	return nil
}

// fitsGo reports whether a value of one type may cross to a variable of another:
// their Go types are the same, or it is known at the call alone. A value that
// may be null is asked then.
func fitsGo(from, to *types.Type) bool {
	from, to = strip(from), strip(to)
	if from == nil || to == nil || from.Kind == types.Any || to.Kind == types.Any || from.Kind == types.Null {
		return true
	}
	return sameGo(from, to, 0)
}

func strip(t *types.Type) *types.Type {
	if t == nil {
		return nil
	}
	return types.NonNull(types.Resolve(t))
}

func sameGo(a, b *types.Type, depth int) bool {
	a, b = types.Resolve(a), types.Resolve(b)
	if a == b || depth > 12 {
		return true
	}
	if a.Kind != b.Kind || a.Path != b.Path || a.Name != b.Name {
		return false
	}
	switch a.Kind {
	case types.List, types.Map, types.Optional, types.Range:
		return sameGo(a.Elem, b.Elem, depth+1)
	case types.Int, types.Float:
		return a.Basic == b.Basic
	}
	return true
}
