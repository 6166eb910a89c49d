package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/bench/models/boxes"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// noData is data of an instance whose tasks are a person's.
type noData struct{ machine.Data }

func (noData) Open(int32) (machine.Data, error) { return noData{}, nil }

func (noData) Begin(int32, bool, *machine.Scratch) (machine.Work, error) { return struct{}{}, nil }

func (noData) Commit(int32, machine.Work, machine.Changes) error { return nil }

// crowd is a process whose sub-process opens with inside tokens at a person's
// task, beside others outside of it, and ends by a Terminate End Event when stop is done.
func crowd(tb testing.TB, inside, others int) *machine.Definition {
	node := func(kind machine.Kind, scope int32) machine.Node {
		n := machine.Node{Kind: kind, Scope: scope, Event: machine.None, Default: machine.None, Inner: machine.None, Attached: machine.None, Type: "node"}
		if kind == machine.Task {
			n.Performer = machine.ByUser
		}
		return n
	}
	def := &machine.Definition{Key: "crowd", DefaultStart: machine.None,
		Events: []machine.Event{{Trigger: machine.TerminateTrigger, Expr: machine.None, Payload: machine.None}},
		Scopes: []machine.Scope{{Parent: machine.None, Host: machine.None, HasData: true}, {Parent: 0, Host: 0, First: 1}},
	}
	sub := node(machine.SubProcess, 0)
	sub.Inner = 1
	def.Nodes = append(def.Nodes, sub)
	stop, end := node(machine.Task, 1), node(machine.EndEvent, 1)
	stop.Out, end.In, end.Event = []int32{0}, []int32{0}, 0
	def.Nodes = append(def.Nodes, stop, end)
	def.Flows = []machine.Flow{{Source: 1, Target: 2, Condition: machine.None}}
	def.Scopes[0].Seeds, def.Scopes[1].Seeds = []int32{0}, []int32{1}
	for range inside {
		def.Scopes[1].Seeds = append(def.Scopes[1].Seeds, int32(len(def.Nodes)))
		def.Nodes = append(def.Nodes, node(machine.Task, 1))
	}
	def.Scopes[1].End = int32(len(def.Nodes))
	for range others {
		def.Scopes[0].Seeds = append(def.Scopes[0].Seeds, int32(len(def.Nodes)))
		def.Nodes = append(def.Nodes, node(machine.Task, 0))
	}
	def.Scopes[0].End = int32(len(def.Nodes))
	if err := def.Validate(); err != nil {
		tb.Fatal(err)
	}
	return def
}

// crowded is an instance of such a process, with what completes its stop task.
func crowded(tb testing.TB, def *machine.Definition, s *machine.Scratch) (*machine.Machine, machine.Input) {
	m := new(machine.Machine)
	m.Init(def, noData{})
	if err := m.Apply(&machine.Input{Kind: machine.Start, Node: machine.None}, s); err != nil {
		tb.Fatal(err)
	}
	for _, ef := range s.Effects {
		if ef.Kind == machine.OpenTask && ef.Node == 1 {
			return m, machine.Input{Kind: machine.Done, Ref: ef.Ref}
		}
	}
	tb.Fatal("the stop task is not open")
	return nil, machine.Input{}
}

// cancelOne is what one Apply costs that cancels the scope, for each token in it:
// the least of several, in nanoseconds.
func cancelOne(tb testing.TB, inside, others int) float64 {
	def := crowd(tb, inside, others)
	s := new(machine.Scratch)
	least := time.Duration(0)
	for range 40 {
		m, in := crowded(tb, def, s)
		began := time.Now()
		if err := m.Apply(&in, s); err != nil {
			tb.Fatal(err)
		}
		if d := time.Since(began); least == 0 || d < least {
			least = d
		}
		if len(s.Effects) < inside+1 { // each person's task is closed
			tb.Fatalf("%d effects", len(s.Effects))
		}
	}
	return float64(least.Nanoseconds()) / float64(inside)
}

// SC §2.5: to cancel a scope costs in proportion to what is cancelled, whatever
// else the instance holds.
func BenchmarkCancelScope(b *testing.B) {
	for _, c := range []struct{ inside, others int }{{1_000, 0}, {10_000, 0}, {1_000, 10_000}} {
		b.Run(fmt.Sprintf("%d of %d", c.inside, c.inside+c.others), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(cancelOne(b, c.inside, c.others), "ns/token")
			}
		})
	}
}

// boxesOf runs a process with ten empty sub-processes.
func boxesOf(ctx context.Context, tb testing.TB) func(b *testing.B) {
	eng := engineOf(tb, boxes.Register)
	return runs(func() error { _, err := boxes.Run(ctx, eng, boxes.Vars{}); return err })
}

// SC §2.4: what an empty sub-process costs: open, seed, drain, close.
func BenchmarkEmptySubProcess(b *testing.B) { boxesOf(context.Background(), b)(b) }
