package machine_test

import (
	"fmt"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// many is a person's task with that many conditional boundary events; each
// reads a path of its own, and none is true.
func many(t *testing.T, n int) (*machine.Machine, *cells) {
	p := newProcess(t)
	p.def.Paths = make([]string, n+1)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	p.flow("s", "a")
	d := &cells{events: newEvents(), values: make([]int, n+1)}
	for i := range n {
		reads := make(machine.Changes, i>>6+1)
		reads.Set(i)
		p.boundary("a", fmt.Sprint("b", i), machine.Event{Trigger: machine.ConditionalTrigger, Expr: int32(i), Reads: reads})
		d.conds = append(d.conds, condition{reads: []int{i}})
		d.values[i] = 1
	}
	if err := p.def.Validate(); err != nil {
		t.Fatal(err)
	}
	m := new(machine.Machine)
	m.Init(p.def, d)
	if err := m.Apply(&machine.Input{Kind: machine.Start, Node: p.nodes["s"]}, new(machine.Scratch)); err != nil {
		t.Fatal(err)
	}
	return m, d
}

// A commit that concerns no armed condition allocates nothing, and neither does
// one that concerns some of which none becomes true, however many are armed.
func TestConditionalsDoNotAllocate(t *testing.T) {
	for _, n := range []int{1, 10, 500} {
		m, d := many(t, n)
		s := new(machine.Scratch)
		for _, path := range []int{n, 0} { // n: no condition reads it
			w := writes{path: 1}
			in := machine.Input{Kind: machine.Commit, Work: w}
			allocs := testing.AllocsPerRun(100, func() {
				w[path] = 3 - w[path] // 1, 2, 1, ...: never a multiple of three
				if err := m.Apply(&in, s); err != nil {
					t.Fatal(err)
				}
			})
			if allocs != 0 || d.values[path] != w[path] {
				t.Errorf("%d armed, path %d: %v allocations", n, path, allocs)
			}
		}
	}
}

// Few conditions need no index; many have one, and it goes with them.
func TestConditionIndexComesAndGoes(t *testing.T) {
	for n, want := range map[int]bool{1: false, 15: false, 16: true, 200: true} {
		m, _ := many(t, n)
		if _, _, indexed := m.Conditions(); indexed != want {
			t.Errorf("%d armed: indexed %v", n, indexed)
		}
		if err := m.Apply(&machine.Input{Kind: machine.Terminate}, new(machine.Scratch)); err != nil {
			t.Fatal(err)
		}
		if armed, _, indexed := m.Conditions(); indexed || len(armed) > 0 {
			t.Errorf("%d armed: after the end %d are, indexed %v", n, len(armed), indexed)
		}
	}
}
