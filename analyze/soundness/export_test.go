package soundness

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Explored is every state of one process at rest, for tests that hold the machine against it.
type Explored struct {
	Verdict *Verdict
	Whole   bool
	// Rests are the states in which no token is ready to move, by the ids of the nodes that hold tokens.
	Rests map[string]bool
	// Crowded are ids of composites of which several can be active at a time.
	Crowded map[string]bool
	// Raises are the codes that the work of a task may raise, by its id.
	Raises  map[string][]string
	Reached map[string]bool // ids of nodes
	Repeats int
}

// Explore searches a process as Check does, and keeps the states.
func Explore(f *graph.File, opts Options) *Explored {
	sys := systems(f)[0]
	e := &Explored{Rests: map[string]bool{}, Crowded: map[string]bool{}, Raises: map[string][]string{}, Reached: map[string]bool{}}
	e.Verdict = check(sys, opts)
	b, ok := compose(sys, opts.Callees, opts.Never)
	if !ok {
		return e
	}
	e.Repeats = b.repeats
	var x *search
	for _, width := range []uint{1, 2, 4, 8} {
		x = newSearch(b.net, width, opts.Network, false, opts.Budget)
		if end, _ := x.run(nil); end != narrow {
			break
		}
	}
	e.Whole = x.done
	for id := range x.off {
		s := x.stateAt(int32(id))
		if key, rest := x.rest(&s); rest {
			e.Rests[key] = true
		}
	}
	for i := range b.trans {
		t := &b.trans[i]
		if t.node == nil {
			continue
		}
		if t.act == actRaise && t.wait && t.node.Task != nil && triggered(t.catch, bpmn.ErrorTrigger) {
			e.Raises[t.node.ID] = append(e.Raises[t.node.ID], t.code)
		}
		if t.act == actHappen && t.node.Is(bpmn.BoundaryEvent) && triggered(t.node, bpmn.ErrorTrigger) {
			e.Raises[t.node.Attached.ID] = append(e.Raises[t.node.Attached.ID], codeOf(t.node, bpmn.ErrorTrigger))
		}
		if x.fired[i>>6]>>(i&63)&1 != 0 {
			e.Reached[t.node.ID] = true
			if t.catch != nil {
				e.Reached[t.catch.ID] = true
			}
		}
	}
	for p := range b.places {
		if pl := &b.places[p]; pl.node != nil && x.get(x.marked, int32(p)) > 0 {
			e.Reached[pl.node.ID] = true
			if pl.kind == queued {
				e.Crowded[pl.node.ID] = true
			}
		}
	}
	return e
}

// rest names a state at rest.
func (x *search) rest(s *state) (string, bool) {
	var held []string
	for p := range x.n.places {
		c := x.get(s.w, int32(p))
		pl := &x.n.places[p]
		if c == 0 || !pl.kind.token() {
			continue
		}
		id := ""
		switch {
		case pl.kind == atNode && !passThrough(pl.node) || pl.kind == open || pl.kind == queued:
			id = pl.node.ID
		case pl.kind == onFlow && pl.node.Gateway != nil && len(pl.node.In) > 1 && pl.node.Gateway.Kind != bpmn.ExclusiveGateway:
			id = pl.node.ID + "+"
		default:
			return "", false
		}
		for range c {
			held = append(held, id)
		}
	}
	if len(x.possibleUrgent(s)) > 0 {
		return "", false
	}
	slices.Sort(held)
	return strings.Join(held, " "), true
}

func (x *search) possibleUrgent(s *state) []int32 { return x.collect(s.w, x.urgent, nil) }

// Move is one step of a counterexample as somebody outside of the machine does it, or
// as a decision that it takes.
type Move struct {
	Node    string // where
	Kind    string // start, done, happen, raise, or "" for what the machine does by itself
	Code    string
	Decides bool
	Flows   []string // chosen at Node, if it decides
}

// Replay is a counterexample: its moves, and the nodes that hold tokens at the end.
type Replay struct {
	What    string
	Ordered bool
	Moves   []Move
	Cycle   []Move
	Rest    string
	AtRest  bool
	Beside  bool
	Code    string
	Flow    string
	Element string
}

// Replays are the counterexamples of a verdict.
func Replays(v *Verdict) []Replay {
	var out []Replay
	for i := range v.findings {
		f := &v.findings[i]
		if f.trace == nil || f.net == nil {
			continue
		}
		r := Replay{What: string(codes[f.what]), Ordered: f.ordered, Beside: f.beside, Code: f.code, Moves: moves(f, f.trace), Cycle: moves(f, f.cycle)}
		if f.flow != nil {
			r.Flow = f.flow.ID
		}
		if f.node != nil {
			r.Element = f.node.ID
		}
		x := newSearch(f.net, f.width, Unordered, false, Budget{})
		r.Rest, r.AtRest = x.rest(&f.end)
		out = append(out, r)
	}
	return out
}

func moves(f *finding, trace []int32) []Move {
	var out []Move
	for _, i := range trace {
		t := &f.net.trans[i]
		m := Move{}
		if t.node != nil {
			m.Node = t.node.ID
		}
		switch {
		case t.act == actStart:
			m.Kind = "start"
		case t.act == actDone && t.wait:
			m.Kind = "done"
		case t.act == actRaise && t.wait:
			m.Kind, m.Code = "raise", t.code
			if triggered(t.catch, bpmn.EscalationTrigger) {
				m.Kind = "escalate"
			}
		case t.act == actHappen && t.wait:
			m.Kind = "happen"
			if t.node.Is(bpmn.BoundaryEvent) && triggered(t.node, bpmn.EscalationTrigger) {
				m = Move{Node: t.node.Attached.ID, Kind: "escalate", Code: codeOf(t.node, bpmn.EscalationTrigger)}
			}
			if t.node.Is(bpmn.BoundaryEvent) && triggered(t.node, bpmn.ErrorTrigger) {
				m = Move{Node: t.node.Attached.ID, Kind: "raise", Code: codeOf(t.node, bpmn.ErrorTrigger)}
			}
		}
		if t.out != nil && t.act != actEnter {
			decides := t.node
			if t.act == actHappen && t.catch != nil && t.catch.IsGateway(bpmn.EventBasedGateway) {
				decides = nil
			}
			if decides != nil {
				m.Decides = true
				for _, fl := range t.out {
					m.Flows = append(m.Flows, fl.ID)
				}
			}
		}
		out = append(out, m)
	}
	return out
}
