package bench

import (
	"fmt"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

const fields = 200

// wide is data of 200 fields, committed as generated code does: field by field.
type wide struct {
	machine.EventData
	field     [fields]int64
	evaluated int
}

func (d *wide) Begin(int32, bool, *machine.Scratch) (machine.Work, error) { return d, nil }

func (d *wide) Condition(i int32) (bool, error) {
	d.evaluated++
	return d.field[i] < 0, nil
}

func (d *wide) Commit(_ int32, w machine.Work, changed machine.Changes) error {
	v := w.(*[fields]int64)
	for i := range v {
		if v[i] != d.field[i] {
			d.field[i] = v[i]
			changed.Set(i)
		}
	}
	return nil
}

// reader is the field that a condition reads: the first conditions read field
// 0, no condition reads field 1.
func reader(condition, concerned int) int32 {
	if condition < concerned {
		return 0
	}
	return int32(2 + condition%(fields-2))
}

// guarded is an instance in which a person's task is guarded by that many
// conditional boundary events, some of which read field 0.
func guarded(tb testing.TB, conditions, concerned int) (*machine.Machine, *wide) {
	node := func(n machine.Node) machine.Node {
		n.Event, n.Default, n.Inner, n.Type = machine.None, machine.None, machine.None, "node"
		return n
	}
	def := &machine.Definition{
		Key: "guarded", Paths: make([]string, fields),
		Nodes: []machine.Node{
			node(machine.Node{Kind: machine.StartEvent, Attached: machine.None, Out: []int32{0}}),
			node(machine.Node{Kind: machine.Task, Performer: machine.ByUser, Attached: machine.None, In: []int32{0}}),
		},
		Flows:  []machine.Flow{{Source: 0, Target: 1, Condition: machine.None}},
		Scopes: []machine.Scope{{Parent: machine.None, Host: machine.None, HasData: true, End: int32(2 + conditions)}},
		Starts: []int32{0},
	}
	for i := range conditions {
		b := node(machine.Node{Kind: machine.BoundaryEvent, Attached: 1})
		b.Event = int32(i)
		ev := machine.Event{Trigger: machine.ConditionalTrigger, Expr: reader(i, concerned), Payload: machine.None, Reads: make(machine.Changes, 4)}
		ev.Reads.Set(int(ev.Expr))
		def.Events = append(def.Events, ev)
		def.Nodes = append(def.Nodes, b)
		def.Nodes[1].Boundaries = append(def.Nodes[1].Boundaries, int32(2+i))
	}
	if err := def.Validate(); err != nil {
		tb.Fatal(err)
	}
	m, d := new(machine.Machine), new(wide)
	m.Init(def, d)
	if err := m.Apply(&machine.Input{Kind: machine.Start}, new(machine.Scratch)); err != nil {
		tb.Fatal(err)
	}
	d.evaluated = 0
	return m, d
}

// touched is the field that a commit changes, so that just those conditions are
// concerned.
func touched(concerned int) int {
	if concerned == 0 {
		return 1
	}
	return 0
}

// commitByIndex is a commit of one field, in a machine.
func commitByIndex(conditions, concerned int) func(b *testing.B) {
	return func(b *testing.B) {
		m, d := guarded(b, conditions, concerned)
		var v [fields]int64
		in, s, f := machine.Input{Kind: machine.Commit, Work: &v}, new(machine.Scratch), touched(concerned)
		n := 0
		for b.Loop() {
			v[f]++
			if err := m.Apply(&in, s); err != nil {
				b.Fatal(err)
			}
			n++
		}
		if d.evaluated != n*concerned {
			b.Fatalf("%d conditions evaluated in %d commits, not %d each", d.evaluated, n, concerned)
		}
	}
}

// commitByScan is the same commit beside a loop over all conditions that looks
// whether each is concerned.
func commitByScan(conditions, concerned int) func(b *testing.B) {
	return func(b *testing.B) {
		d, reads := new(wide), make([]machine.Changes, conditions)
		for i := range reads {
			reads[i] = make(machine.Changes, 4)
			reads[i].Set(int(reader(i, concerned)))
		}
		var v [fields]int64
		changed, f := make(machine.Changes, 4), touched(concerned)
		for b.Loop() {
			v[f]++
			clear(changed)
			_ = d.Commit(machine.HostWork, &v, changed)
			for i := range reads {
				if changed.Meets(reads[i]) {
					_, _ = d.Condition(reader(i, concerned))
				}
			}
		}
	}
}

// A commit of one of 200 fields with armed conditions, of which so many are concerned.
func BenchmarkConditionals(b *testing.B) {
	for _, c := range []struct{ conditions, concerned int }{
		{0, 0}, {10, 0}, {1_000, 0}, {1_000, 1}, {1_000, 10}, {1_000, 100}, {10_000, 0}, {10_000, 100},
	} {
		name := fmt.Sprintf("armed=%d/concerned=%d", c.conditions, c.concerned)
		b.Run(name+"/machine", func(b *testing.B) { b.ReportAllocs(); commitByIndex(c.conditions, c.concerned)(b) })
		b.Run(name+"/scan", func(b *testing.B) { b.ReportAllocs(); commitByScan(c.conditions, c.concerned)(b) })
	}
}
