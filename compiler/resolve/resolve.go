// Package resolve turns the linked syntax tree into the model: the scope tree,
// nodes and flows as tables of indexes, Links gone, data and expressions typed,
// Go names allotted. What the standard forbids is said by analyze/rules; what
// can't be executed yet, and whatever concerns data and expressions, is said here.
package resolve

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Namespace is the XML namespace of bpmngen's own extensions.
const Namespace = bpmn.OwnNS

// Options are what resolve is told beside the model. The zero value is what
// `bpmngen generate` uses.
type Options struct {
	// Strict makes an error of a variable whose type nothing tells.
	Strict bool
	// Hints are types of variables, by process id and variable name: taken where
	// neither a declaration nor the expressions tell one (SCENARIOS.md).
	Hints map[string]map[string]*types.Type
	// EveryTaskIsWork gives none and manual tasks a handler too: the test kit scripts them.
	EveryTaskIsWork bool
	// Host finds the Go types and functions that the model names; nil: they are
	// taken for what their use tells.
	Host Host
}

// Resolve makes the model of all executable processes of a graph. It never
// fails and never panics on a graph that Build made: what is missing or wrong is
// left out of the model and said in the bag, so that the model is whole only
// where the bag holds no error.
func Resolve(g *graph.Graph, opts Options, bag *diag.Bag) *model.Package {
	r := &resolver{graph: g, opts: opts, bag: bag, pkg: &model.Package{Version: model.Version}, saidType: map[*bpmn.ItemDefinition]bool{}}
	r.globals()
	var levels []*graph.Level
	for _, f := range g.Files {
		r.pkg.Files = append(r.pkg.Files, model.Source{File: f.Defs.File})
		r.vendorNotes(f)
		levels = append(levels, f.Compiled()...)
	}
	goNames := processNames(levels)
	r.processes = map[*bpmn.Process]int{}
	r.byID = map[string]bpmn.Element{}
	r.callable = map[bpmn.Element]*graph.Level{}
	for _, l := range levels {
		var e bpmn.Element = l.Process
		if l.Global != nil {
			e = l.Global
		}
		r.byID[l.Process.ID], r.callable[e] = e, l
	}
	var builders []*builder
	for i, l := range levels {
		b := r.process(l)
		b.p.GoName = goNames[i]
		if len(levels) > 1 {
			b.p.Prefix = b.p.GoName
		}
		r.processes[l.Process] = len(r.pkg.Processes)
		r.pkg.Processes = append(r.pkg.Processes, b.p)
		builders = append(builders, b)
	}
	for _, b := range builders {
		b.builds()
	}
	r.nameStructs(builders)
	for _, b := range builders {
		b.variables()
		b.check()
	}
	for _, b := range builders {
		b.contracts()
	}
	for _, b := range builders {
		b.finishStores()
	}
	r.nameStores()
	r.finishPayloads()
	r.pools()
	r.pkg.SetFingerprints()
	return r.pkg
}

// resolver is the state of one Resolve.
type resolver struct {
	graph     *graph.Graph
	opts      Options
	bag       *diag.Bag
	pkg       *model.Package
	processes map[*bpmn.Process]int
	byID      map[string]bpmn.Element // the processes and global tasks that are compiled
	callable  map[bpmn.Element]*graph.Level
	// global finds what a message, signal, error or escalation became.
	global map[bpmn.Element]int
	// messages are the messages by their index; payloads what their events tell of
	// what they and the others carry, carriers which there are.
	messages []*bpmn.Message
	payloads map[carrier]*payloads
	carriers []carrier
	// stores finds what a data store, or a reference without one, became; storeTypes
	// are the types that the file declares of them.
	stores     map[bpmn.Element]int
	storeTypes []typeOf
	merges     []pendingMerge // of all processes
	// saidType are the item definitions whose unknown type was reported.
	saidType map[*bpmn.ItemDefinition]bool
	// objectNames are the names that references give to data objects without one.
	objectNames map[bpmn.Element]string
}

func processNames(levels []*graph.Level) []string {
	wishes := make([]names.Wish, len(levels))
	for i, l := range levels {
		wishes[i] = wish(&l.Process.Base)
	}
	return names.Allot(wishes, names.Reserved...)
}

// wish is what an element wants to be called.
func wish(b *bpmn.Base) names.Wish {
	return names.Wish{Explicit: explicitName(b), Name: b.Name, ID: b.ID, Fallback: names.Exported(b.XML.Local)}
}

// explicitName is the Go name that the model asks for: bpmngen:name, as an
// attribute or as an extension element.
func explicitName(b *bpmn.Base) string {
	if a, ok := b.Attr(Namespace, "name"); ok {
		return a.Value
	}
	for _, x := range b.Extensions {
		if x.Name.Space == Namespace && x.Name.Local == "name" {
			return x.Text.Value
		}
	}
	return ""
}

// origin is where an element stands.
func origin(b *bpmn.Base) model.Origin {
	o := model.Origin{ID: b.ID, Name: b.Name, Span: b.Span}
	for i, d := range b.Documentation {
		if i > 0 {
			o.Doc += "\n"
		}
		o.Doc += d.Value
	}
	return o
}

// pools carries the collaborations (§9).
func (r *resolver) pools() {
	for _, f := range r.graph.Files {
		for _, c := range f.Collaborations {
			for _, pt := range c.Participants {
				pool := model.Pool{Origin: origin(&pt.Base), Process: model.None}
				if e, ok := f.Lookup(pt.ProcessRef); ok {
					if p, ok := e.(*bpmn.Process); ok {
						if i, ok := r.processes[p]; ok {
							pool.Process = i
						}
					}
				}
				r.pkg.Pools = append(r.pkg.Pools, pool)
			}
			for _, m := range c.MessageFlows {
				r.pkg.MessageFlows = append(r.pkg.MessageFlows, model.MessageFlow{
					Origin: origin(&m.Base), Source: m.SourceRef.Local, Target: m.TargetRef.Local,
				})
			}
		}
	}
}

// globals carries messages, signals, errors and escalations.
func (r *resolver) globals() {
	r.global = map[bpmn.Element]int{}
	var wishes [4][]names.Wish
	for _, f := range r.graph.Files {
		for _, e := range f.Defs.Roots {
			o := origin(e.Elem())
			kind := -1
			switch e := e.(type) {
			case *bpmn.Message:
				kind = 0
				r.global[e] = len(r.pkg.Messages)
				m := model.Message{Origin: o}
				m.Name, m.Computed = computedName(m.Name)
				r.pkg.Messages = append(r.pkg.Messages, m)
				r.messages = append(r.messages, e)
			case *bpmn.Signal:
				kind = 1
				r.global[e] = len(r.pkg.Signals)
				s := model.Signal{Origin: o}
				s.Name, s.Computed = computedName(s.Name)
				r.pkg.Signals = append(r.pkg.Signals, s)
			case *bpmn.Error:
				kind = 2
				r.global[e] = len(r.pkg.Errors)
				x := model.Error{Origin: o}
				x.Code, x.Computed = computedName(e.ErrorCode)
				r.pkg.Errors = append(r.pkg.Errors, x)
			case *bpmn.Escalation:
				kind = 3
				r.global[e] = len(r.pkg.Escalations)
				x := model.Escalation{Origin: o}
				x.Code, x.Computed = computedName(e.EscalationCode)
				r.pkg.Escalations = append(r.pkg.Escalations, x)
			}
			if kind >= 0 {
				w := wish(e.Elem())
				if isComputedName(w.Name) {
					w.Name = "" // its expression makes no good one
				}
				if w.ID == "" {
					w.ID = fmt.Sprintf("%s_%d", e.Elem().XML.Local, len(wishes[kind])+1)
				}
				wishes[kind] = append(wishes[kind], w)
				r.declarePayloads(f, e)
			}
		}
	}
	for kind, ws := range wishes {
		for i, n := range names.Allot(ws) {
			switch kind {
			case 0:
				r.pkg.Messages[i].GoName = n
			case 1:
				r.pkg.Signals[i].GoName = n
			case 2:
				r.pkg.Errors[i].GoName = n
			case 3:
				r.pkg.Escalations[i].GoName = n
			}
		}
	}
}
