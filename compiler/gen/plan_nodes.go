package gen

import (
	"cmp"
	"github.com/bpmngen/bpmngen/compiler/model"
	"slices"
)

type nodePlan struct {
	name string // of its constant
	work int    // index into processPlan.tasks, None where nothing is performed
	// event is the row of the definition's event table, None for a none event.
	event int
	// startAt is the function that starts the process here, "" where none does.
	startAt string
}

type flowPlan struct {
	name      string
	condition int // index into processPlan.conditions
	slot      int // its position among its target's incoming flows
}

// conditionPlan is a condition of a sequence flow or of a conditional event.
type conditionPlan struct {
	expr, scope int
	event       bool // a conditional event's
	// gate is the complex gateway whose it is, or that its flow leaves; nil otherwise.
	gate       *model.Gate
	repetition bool // a repeated activity's
	// of says in comments whose it is, goName in names.
	of, goName string
	// method evaluates the condition where one line can't, "" otherwise.
	method string
}

// ending orders the throws that end their scope after all others.
var ending = map[model.TriggerKind]int{model.ErrorTrigger: 1, model.CancelTrigger: 2, model.TerminateTrigger: 3}

func (q *processPlan) planNodes(p *plan) {
	pre := p.opts.Prefix + q.Prefix
	q.nodes = make([]nodePlan, len(q.Nodes))
	for i := range q.Nodes {
		n := &q.Nodes[i]
		q.nodes[i] = nodePlan{work: model.None, event: model.None}
		if !n.Silent && !n.Uncounted {
			p.names.want(&q.nodes[i].name, pre+"Node"+n.GoName, n.ID)
		}
		var parts []int
		for k := range n.Triggers {
			q.nodes[i].event = len(q.events)
			parts = append(parts, len(q.events))
			q.events = append(q.events, eventPlan{node: i, trigger: k})
		}
		if len(parts) > 1 {
			if n.Kind == model.EndEvent { // what ends the scope comes last, so that all happen (§10.5.3)
				slices.SortStableFunc(parts, func(a, b int) int {
					return cmp.Compare(ending[n.Triggers[q.events[a].trigger].Kind], ending[n.Triggers[q.events[b].trigger].Kind])
				})
			}
			q.nodes[i].event = len(q.events)
			q.events = append(q.events, eventPlan{node: i, parts: parts})
		}
	}
	for _, s := range q.Starts {
		if len(q.Starts) > 1 || s != q.DefaultStart {
			p.names.want(&q.nodes[s].startAt, "Start"+pre+"At"+q.Nodes[s].GoName, q.Nodes[s].ID)
		}
	}
}

func (q *processPlan) planFlows(p *plan) {
	pre := p.opts.Prefix + q.Prefix
	q.flows = make([]flowPlan, len(q.Flows))
	for i := range q.Flows {
		q.flows[i] = flowPlan{condition: model.None}
		f := &q.Flows[i]
		p.names.want(&q.flows[i].name, pre+"Flow"+f.GoName, f.ID)
		if f.Condition != model.None {
			q.flows[i].condition = len(q.conditions)
			q.conditions = append(q.conditions, conditionPlan{expr: f.Condition, scope: q.Nodes[f.Source].Scope, goName: f.GoName,
				of: "the sequence flow " + describeFlow(f), gate: q.Nodes[f.Source].Gate})
		}
	}
	for i := range q.Nodes {
		for slot, f := range q.Nodes[i].In {
			q.flows[f].slot = slot
		}
	}
}
