package soundness

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// stuck explains a deadlock: who waits, for what, and why it can't come.
func (v *Verdict) stuck(f *finding) *explanation {
	x := view(f)
	e := &explanation{}
	joins := map[string]bool{} // said already, by path and node
	var names []string
	say := func(n *graph.Node, text string) {
		if e.at == nil {
			e.at = n.Base
		}
		names = append(names, text)
		e.related = append(e.related, diag.Related{Span: n.Span, Message: text})
	}
	for p := range f.net.places {
		pl := &f.net.places[p]
		if !pl.kind.token() || pl.kind == open || x.get(f.end.w, int32(p)) == 0 || pl.node == nil {
			continue
		}
		n := pl.node
		if n.Gateway != nil && pl.kind != atNode {
			if key := pl.path + n.Key; !joins[key] {
				joins[key] = true
				text, fix := v.waits(f, x, n, pl)
				say(n, text)
				if e.fix == "" {
					e.fix = fix
				}
			}
			continue
		}
		text, fix := waitsAt(f, n)
		say(n, text)
		if e.fix == "" {
			e.fix = fix
		}
	}
	if e.at == nil {
		e.at = v.System
		e.message = "the run gets stuck"
		e.fix = "mend what it waits for"
		return e
	}
	e.message = "stuck: " + names[0]
	if len(names) > 1 {
		e.message += fmt.Sprintf("; and %s", names[1])
	}
	if len(names) > 2 {
		e.message += fmt.Sprintf("; and %d more", len(names)-2)
	}
	if len(names) == 1 {
		e.related = nil
	}
	return e
}

// waits says what a join waits for, and why it does not come.
func (v *Verdict) waits(f *finding, x *search, n *graph.Node, at *place) (text, fix string) {
	var missing []*graph.Flow
	for _, in := range n.In {
		if p := placeOf(f.net, in, at); p != none && x.get(f.end.w, p) == 0 {
			missing = append(missing, in)
		}
	}
	if n.IsGateway(bpmn.InclusiveGateway) || n.IsGateway(bpmn.ComplexGateway) {
		for i := range f.net.joins {
			j := &f.net.joins[i]
			if j.node != n || j.sure || f.net.places[j.in[0]].path != at.path {
				continue
			}
			if by := holds(f, x, j); by != nil {
				return n.Label() + " waits for the token at " + by.Label() + ", which could still come to it",
					"take one of the two out of the other's way: join inclusively only what was split inclusively before"
			}
		}
	}
	if len(missing) == 0 {
		return n.Label() + " does not go on", "mend what it waits for"
	}
	text = n.Label() + " waits for " + flowName(missing[0])
	if strip := missing[0].Name; strip == "" {
		text = n.Label() + " waits for the flow from " + missing[0].Source.Label()
	}
	for i := len(f.trace) - 1; i >= 0; i-- {
		t := &f.net.trans[f.trace[i]]
		if t.node == nil || len(t.out) == 0 || t.node.Level != n.Level && t.path != at.path {
			continue
		}
		for _, other := range t.node.Out {
			taken := false
			for _, o := range t.out {
				taken = taken || o == other
			}
			if taken || other.Target == nil || other != missing[0] && !leadsTo(other.Target, missing[0]) {
				continue
			}
			if s := t.node; s.Gateway != nil && !sameSplit(t.out, n, missing[0]) {
				return text + ", and no token can come by it, because " + s.Label() + " went to " + t.out[0].Target.Label(),
					fmt.Sprintf("make %s %s gateway like %s, or split there in parallel", n.Label(), graph.An(kindOf(s)), s.Label())
			}
		}
	}
	return text + ", and no token is left that could come by it", fmt.Sprintf("let every flow into %s bring a token, or join with another kind of gateway", n.Label())
}

// sameSplit reports that the flows taken lead to the missing flow as well.
func sameSplit(taken []*graph.Flow, _ *graph.Node, missing *graph.Flow) bool {
	for _, f := range taken {
		if f == missing || f.Target != nil && leadsTo(f.Target, missing) {
			return true
		}
	}
	return false
}

func kindOf(n *graph.Node) string {
	switch n.Gateway.Kind {
	case bpmn.ExclusiveGateway, bpmn.EventBasedGateway:
		return "exclusive"
	case bpmn.InclusiveGateway:
		return "inclusive"
	}
	return "complex"
}

func placeOf(n *net, f *graph.Flow, like *place) int32 {
	for p := range n.places {
		if pl := &n.places[p]; pl.flow == f && pl.part == like.part && pl.path == like.path {
			return int32(p)
		}
	}
	return none
}

// holds is the node of a token that holds an inclusive join back.
func holds(f *finding, x *search, j *orJoin) *graph.Node {
	var holding, all uint64
	for i, p := range j.in {
		all |= 1 << i
		if x.get(f.end.w, p) > 0 {
			holding |= 1 << i
		}
	}
	for _, w := range j.watch {
		if w.normal&holding == 0 && (w.normal|w.exc)&(all&^holding) != 0 && x.get(f.end.w, w.place) > 0 {
			return f.net.places[w.place].node
		}
	}
	return nil
}

// waitsAt says what an activity or event waits for.
func waitsAt(f *finding, n *graph.Node) (text, fix string) {
	for i := range f.net.trans {
		t := &f.net.trans[i]
		if t.receives == none || t.node != n && t.catch != n {
			continue
		}
		c := &f.net.channels[t.receives]
		return fmt.Sprintf("%s waits for message %s from %s, which will not send it any more", n.Label(), graph.Quote(c.name), graph.Label(f.net.parts[c.from].level.Elem())),
			"let one side send before it waits, or wait with an event-based gateway for whatever may come"
	}
	if n.Act != nil && len(n.In) > 0 {
		return n.Label() + " does not go on", "mend what it waits for"
	}
	return n.Label() + " waits for what does not come", "mend what it waits for"
}

// steps tells a run: what starts, happens, is decided and joined. What a token
// merely passes is left out.
func (v *Verdict) steps(f *finding) []diag.Related {
	if f.net == nil {
		return nil
	}
	var out []diag.Related
	for _, t := range f.trace {
		if s, ok := v.step(f.net, &f.net.trans[t]); ok {
			out = append(out, s)
		}
	}
	if f.what == unboundedRun || f.what == livelock {
		for i, t := range f.cycle {
			if s, ok := v.step(f.net, &f.net.trans[t]); ok {
				if i == 0 || len(out) > 0 && i > 0 {
					s.Message = "again and again: " + s.Message
				}
				out = append(out, s)
			}
		}
	}
	const most = 60
	if len(out) > most {
		left := len(out) - most
		out = append(out[:most/2:most/2], out[len(out)-most/2:]...)
		out[most/2].Message = fmt.Sprintf("(after %d more steps) %s", left, out[most/2].Message)
	}
	return out
}

func (v *Verdict) step(n *net, t *transition) (diag.Related, bool) {
	who := ""
	if len(v.Processes) > 1 {
		who = graph.Label(v.Processes[t.part].Elem()) + ": "
	}
	base := v.Processes[t.part].Elem()
	name := "the process"
	if t.node != nil {
		base, name = t.node.Base, t.node.Label()
	}
	text := ""
	switch t.act {
	case actStart:
		text = name + " starts it"
		if t.node == nil {
			text = "the process starts"
		}
	case actPass:
		if len(t.out) == 0 && len(t.sends) == 0 {
			return diag.Related{}, false
		}
		text = name
	case actEnter:
		return diag.Related{}, false
	case actDone:
		text = name + " is done"
		if t.act == actDone && compensates(t.node) {
			text = name + " has compensated all there was"
		}
	case actHappen:
		text = name + " happens"
		if t.node.Task != nil {
			text = name + " is done"
		}
	case actDrain:
		text = name + " is done"
		if t.node == nil {
			text = "the process is done"
		}
	case actJoin:
		switch {
		case len(t.node.In) > 1:
			text = name + " joins"
		default:
			text = name + " splits"
		}
	case actEnd:
		text = name + " is reached"
	case actTerminate:
		text = name + " ends all that is around it"
	case actRaise:
		text = name + " throws"
		if t.code != "" {
			text += " " + graph.Quote(t.code)
		}
		if t.catch != nil {
			text += ", and " + t.catch.Label() + " takes it"
		}
	case actUncaught:
		text = name + " throws"
		if t.code != "" {
			text += " " + graph.Quote(t.code)
		}
		text += ", and nothing takes it"
	case actPick:
		text = name + " is picked"
	case actComp:
		text = name + " compensates"
	case actReset:
		text = name + " resets"
	case actSkip:
		text = name + " repeats not once"
	}
	for i, f := range t.out {
		switch {
		case i == 0:
			text += " and goes to "
			if t.act == actPass {
				text = name + " goes to "
			}
		default:
			text += " and "
		}
		text += f.Target.Label()
		if c := condition(f); c != "" {
			text += " (" + c + ", assumed)"
		} else if f.Name != "" {
			text += " (" + graph.Quote(f.Name) + ", assumed)"
		}
	}
	if t.receives != none {
		text += " by message " + graph.Quote(n.channels[t.receives].name)
	}
	for _, c := range t.sends {
		text += ", sending " + graph.Quote(n.channels[c].name)
	}
	return diag.Related{Span: base.Span, Message: who + text}, true
}

// condition is the condition of a flow as its author thinks of it, on one line and not longer than a line can hold.
func condition(f *graph.Flow) string {
	if f.Condition == nil {
		return ""
	}
	c := strings.Join(strings.Fields(strings.TrimPrefix(strings.TrimSpace(f.Condition.Text.Value), "=")), " ")
	const most = 80
	if r := []rune(c); len(r) > most {
		c = string(r[:most-1]) + "…"
	}
	return c
}
