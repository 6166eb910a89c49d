package soundness_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/reach"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// definition is the process as the machine's tables, as generated code has them.
func definition(pkg *model.Package, p *model.Process) *machine.Definition {
	list := func(in []int) []int32 {
		var out []int32
		for _, v := range in {
			out = append(out, int32(v))
		}
		return out
	}
	kinds := map[model.Kind]machine.Kind{
		model.StartEvent: machine.StartEvent, model.EndEvent: machine.EndEvent, model.CatchEvent: machine.CatchEvent, model.ThrowEvent: machine.ThrowEvent,
		model.BoundaryEvent: machine.BoundaryEvent, model.Task: machine.Task, model.SubProcess: machine.SubProcess, model.EventSubProcess: machine.EventSubProcess,
		model.ExclusiveGateway: machine.ExclusiveGateway, model.ParallelGateway: machine.ParallelGateway, model.InclusiveGateway: machine.InclusiveGateway, model.EventBasedGateway: machine.EventBasedGateway,
	}
	performers := map[model.Performer]machine.Performer{model.PassThrough: machine.PassThrough, model.ByHandler: machine.ByHandler, model.ByUser: machine.ByUser, model.ByEvent: machine.ByEvent}
	def := &machine.Definition{Key: p.ID, Starts: list(p.Starts), DefaultStart: int32(p.DefaultStart), Clock: true}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		m := machine.Node{
			Kind: kinds[n.Kind], Performer: performers[n.Performer], Silent: n.Silent, Scope: int32(n.Scope), Work: int32(i), Event: machine.None,
			Default: int32(n.Default), Inner: int32(n.Inner), Attached: int32(n.Attached), Out: list(n.Out), In: list(n.In), Boundaries: list(n.Boundaries), ID: n.ID, Type: n.Element,
		}
		if n.Kind != model.BoundaryEvent {
			m.Attached = machine.None
		}
		for _, t := range n.Triggers {
			m.Event = int32(len(def.Events))
			ev := machine.Event{Interrupting: n.Interrupting, Expr: machine.None, Payload: machine.None}
			switch t.Kind {
			case model.MessageTrigger:
				ev.Trigger, ev.Name = machine.MessageTrigger, pkg.Messages[t.Ref].Name
			case model.SignalTrigger:
				ev.Trigger, ev.Name = machine.SignalTrigger, pkg.Signals[t.Ref].Name
			case model.TimerTrigger:
				ev.Trigger, ev.Expr = machine.TimerTrigger, 0
			case model.ErrorTrigger:
				ev.Trigger, ev.Code = machine.ErrorTrigger, pkg.CodeOf(t)
			case model.EscalationTrigger:
				ev.Trigger, ev.Code = machine.EscalationTrigger, pkg.CodeOf(t)
			case model.TerminateTrigger:
				ev.Trigger = machine.TerminateTrigger
			}
			def.Events = append(def.Events, ev)
		}
		def.Nodes = append(def.Nodes, m)
	}
	for i := range p.Flows {
		f := &p.Flows[i]
		slot := slices.Index(p.Nodes[f.Target].In, i)
		c := int32(machine.None)
		if f.Condition != model.None {
			c = int32(i)
		}
		def.Flows = append(def.Flows, machine.Flow{Source: int32(f.Source), Target: int32(f.Target), Condition: c, Slot: int32(slot), ID: f.ID})
	}
	for i := range p.Scopes {
		s := &p.Scopes[i]
		def.Scopes = append(def.Scopes, machine.Scope{Parent: int32(s.Parent), Host: int32(s.Host), First: int32(s.First), End: int32(s.End), Seeds: list(s.Seeds), Handlers: list(s.Handlers), HasData: i == 0, ID: s.ID})
	}
	for _, j := range reach.Inclusive(p) {
		join := machine.InclusiveJoin{Node: int32(j.Node)}
		for _, set := range j.From {
			join.Reach = append(join.Reach, set)
		}
		def.Joins = append(def.Joins, join)
	}
	return def
}

var _ machine.EventData = (*walk)(nil)

// walk drives one machine.
type walk struct {
	def  *machine.Definition
	m    machine.Machine
	s    machine.Scratch
	work []effect
	subs []*machine.Subscription
	// decide answers a condition: the flow's index.
	decide func(flow int32) bool
	seen   []string // ids of the nodes that were entered
	// unresolved are the ids of nodes whose error or escalation nothing took.
	unresolved []string
}

type effect struct {
	ref  machine.Ref
	node int32
	work machine.Work
	user bool
}

func newWalk(def *machine.Definition, decide func(int32) bool) *walk {
	w := &walk{def: def, decide: decide}
	w.s.Facts, w.s.Shared, w.s.MaxMoves = true, true, 5000
	w.m.Init(def, w)
	return w
}

// The machine's data: nothing but decisions.
func (w *walk) Condition(i int32) (bool, error)                           { return w.decide(i), nil }
func (w *walk) Open(int32) (machine.Data, error)                          { return w, nil }
func (w *walk) Begin(int32, bool, *machine.Scratch) (machine.Work, error) { return 1, nil }
func (w *walk) Commit(int32, machine.Work, machine.Changes) error         { return nil }
func (w *walk) Script(int32, machine.Changes) error                       { return nil }
func (w *walk) Key(int32) (string, bool, error)                           { return "", false, nil }
func (w *walk) Payload(int32) (any, error)                                { return nil, nil }
func (w *walk) Receive(int32, any, machine.Changes) error                 { return nil }
func (w *walk) Due(_ int32, now, _ int64, fired int32, _ *string) (int64, bool, error) {
	return now + 10, fired == 0, nil
}

// apply gives the machine an input and does what it asks for at once.
func (w *walk) apply(in machine.Input) error {
	in.Now = 1
	if err := w.m.Apply(&in, &w.s); err != nil {
		return err
	}
	for {
		var again *machine.Input
		for _, e := range w.s.Effects {
			switch e.Kind {
			case machine.Run, machine.RunInLine, machine.OpenTask:
				w.work = append(w.work, effect{e.Ref, e.Node, e.Work, e.Kind == machine.OpenTask})
			case machine.CancelRun, machine.CloseTask:
				w.work = slices.DeleteFunc(w.work, func(x effect) bool { return x.ref == e.Ref })
			case machine.Subscribe:
				w.subs = append(w.subs, e.Work.(*machine.Subscription))
			case machine.Unsubscribe:
				w.subs = slices.DeleteFunc(w.subs, func(x *machine.Subscription) bool { return x == e.Work.(*machine.Subscription) })
			case machine.Publish:
				again = &machine.Input{Kind: machine.Done, Ref: e.Ref, Follows: true, Now: 1}
			case machine.Tell:
				if e.Fact == machine.ErrorUnresolved || e.Fact == machine.EscalationUnresolved {
					w.unresolved = append(w.unresolved, w.def.Nodes[e.Node].ID)
				}
				if e.Fact == machine.NodeEntered {
					w.seen = append(w.seen, w.def.Nodes[e.Node].ID)
				}
			}
		}
		if again == nil {
			return nil
		}
		if err := w.m.Apply(again, &w.s); err != nil {
			return err
		}
	}
}

// finish ends work, with an error where code is given.
func (w *walk) finish(e effect, err error) error {
	w.work = slices.DeleteFunc(w.work, func(x effect) bool { return x.ref == e.ref })
	return w.apply(machine.Input{Kind: machine.Done, Ref: e.ref, Work: e.work, Err: err})
}

// happen lets a subscription fire.
func (w *walk) happen(sub *machine.Subscription) error {
	if ev := w.def.Events[sub.Event]; ev.Interrupting || ev.Trigger == machine.TimerTrigger || w.def.Nodes[sub.Node].Kind == machine.CatchEvent {
		w.subs = slices.DeleteFunc(w.subs, func(x *machine.Subscription) bool { return x == sub })
	}
	return w.apply(machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Sub: sub})
}

// rest names where tokens are, as the checker does.
func (w *walk) rest() string {
	if w.m.Status().Over() {
		return ""
	}
	var held []string
	for _, p := range w.m.Positions(nil) {
		id := w.def.Nodes[p.Node].ID
		if p.Held {
			id += "+"
		}
		held = append(held, id)
	}
	slices.Sort(held)
	return strings.Join(held, " ")
}

func chance(rnd *rand.Rand) func(int32) bool { return func(int32) bool { return rnd.IntN(2) == 0 } }
