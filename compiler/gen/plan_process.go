package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/reach"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// processPlan is one process with everything about it decided.
type processPlan struct {
	*model.Process
	processNames
	*regionPlan               // the process's own data
	regions     []*regionPlan // all scopes with data of their own, outer first
	of          []*regionPlan // by scope
	builds      []string      // the fingerprints of all processes of the package
	nodes       []nodePlan
	flows       []flowPlan
	paths       []string    // the bits of change sets
	tasks       []taskPlan  // by work index
	events      []eventPlan // by row of the event table
	// keys, timers, texts, makes and receives by the indexes that the event table uses.
	keys            []keyPlan
	timers          []timerPlan
	texts           []textPlan
	makes, receives []payloadPlan
	// conditions by the index that the definition's flows and events use.
	conditions []conditionPlan
	joins      []reach.Join     // the inclusive and the complex ones
	activation map[int]int      // by complex gateway, the index of its condition
	stores     []int            // the data stores that it uses, indexes into Package.Stores
	subs       []subPlan        // the sub-processes with mappings
	adHocs     []*adHocPlan     // the ad-hoc sub-processes
	elements   []*adHocPlan     // those that say what runs at once, by the index of that
	loops      []loopPlan       // repeated activities
	emissions  map[int]emission // by index into Process.Exprs
	clock      bool             // something beside the timers reads the clock
}

// fieldPlan is one field of Vars.
type fieldPlan struct {
	*model.Variable
	// leaves are what a commit compares: the field, or the fields of its struct value.
	leaves []leaf
}

// leaf is a path that a commit writes as a whole.
type leaf struct {
	selector string // Go, from the Vars value: "Customer.Name"
	typ      *types.Type
	bits     []int // of change sets: those of the paths around it, then its own
}

// process plans one process; its names are wishes until all processes are planned.
func (p *plan) process(m *model.Process) (*processPlan, error) {
	if len(m.Scopes) == 0 {
		return nil, fmt.Errorf("it has no scope")
	}
	q := &processPlan{Process: m, paths: m.Paths(), joins: reach.Inclusive(m), emissions: map[int]emission{}}
	for _, other := range p.pkg.Processes {
		q.builds = append(q.builds, other.Fingerprint)
	}
	q.planRegions()
	q.wish(p.names, p.opts.Prefix)
	if err := p.variables(q); err != nil {
		return nil, err
	}
	q.planNodes(p)
	q.planFlows(p)
	q.planGates()
	if err := q.planSubs(p); err != nil {
		return nil, err
	}
	q.planAdHoc(p)
	if err := p.planTasks(q); err != nil {
		return nil, err
	}
	if err := p.planLoops(q); err != nil {
		return nil, err
	}
	return q, p.planEvents(q)
}

// leaves walks a type in the order of Variable.Paths: structs are written part
// by part, anything else as a whole.
func leaves(out []leaf, selector string, t *types.Type, around []int, depth int, next *int) []leaf {
	bits := append(around[:len(around):len(around)], *next)
	*next++
	parts := model.Parts(t, depth)
	if len(parts) == 0 {
		return append(out, leaf{selector, types.Resolve(t), bits})
	}
	for _, f := range parts {
		out = leaves(out, selector+"."+f.Go, f.Type, bits, depth+1, next)
	}
	return out
}

// width is how many bits a path and the paths in it have.
func width(t *types.Type, depth int) int {
	n := 1
	for _, f := range model.Parts(t, depth) {
		n += width(f.Type, depth+1)
	}
	return n
}
