package machine_test

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// A definition whose indexes are out of range, or that needs what this runtime
// does not execute, is refused and named; no machine can go out of bounds.
func TestValidateRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(d *machine.Definition)
		want  string
	}{
		{"no scope", func(d *machine.Definition) { d.Scopes = nil }, "no root scope"},
		{"flow target", func(d *machine.Definition) { d.Flows[0].Target = 99 }, "flow s>a"},
		{"flow source", func(d *machine.Definition) { d.Flows[0].Source = -1 }, "flow s>a"},
		{"flow slot", func(d *machine.Definition) { d.Flows[0].Slot = 3 }, "slot"},
		{"outgoing flow", func(d *machine.Definition) { d.Nodes[1].Out = []int32{77} }, "node a"},
		{"incoming flow", func(d *machine.Definition) { d.Nodes[0].In = []int32{-2} }, "node s"},
		{"default flow", func(d *machine.Definition) { d.Nodes[1].Default = 9 }, "default"},
		{"kind", func(d *machine.Definition) { d.Nodes[1].Kind = 250 }, "not executable"},
		{"a kind without behaviour", func(d *machine.Definition) { d.Nodes[1].Kind = 200 }, "not executable"},
		{"performer", func(d *machine.Definition) { d.Nodes[1].Performer = 9 }, "performs"},
		{"scope of a node", func(d *machine.Definition) { d.Nodes[1].Scope = 4 }, "scope"},
		{"inner scope", func(d *machine.Definition) { d.Nodes[1].Kind, d.Nodes[1].Inner = machine.SubProcess, 0 }, "opens a scope"},
		{"event", func(d *machine.Definition) { d.Nodes[2].Event = 5 }, "event"},
		{"trigger", func(d *machine.Definition) {
			d.Events = []machine.Event{{Trigger: machine.TimerTrigger}}
			d.Nodes[2].Event = 0
		}, "trigger"},
		{"gateway without outgoing flows", func(d *machine.Definition) { d.Nodes[2].Kind = machine.ParallelGateway }, "outgoing flow"},
		{"inclusive join", func(d *machine.Definition) {
			d.Nodes[1].Kind, d.Nodes[1].In = machine.InclusiveGateway, []int32{0, 0}
		}, "inclusive join"},
		{"seed", func(d *machine.Definition) { d.Scopes[0].Seeds = []int32{12} }, "starts"},
		{"start", func(d *machine.Definition) { d.Starts = []int32{12} }, "start event"},
		{"default start", func(d *machine.Definition) { d.DefaultStart = 2 }, "default start"},
		{"parent", func(d *machine.Definition) { d.Scopes[0].Parent = 0 }, "parent"},
		{"range", func(d *machine.Definition) { d.Scopes[0].End = 40 }, "nodes that do not exist"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := row(t, machine.ByUser)
			if err := p.def.Validate(); err != nil {
				t.Fatal(err)
			}
			c.spoil(p.def)
			err := p.def.Validate()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want %q in it", err, c.want)
			}
		})
	}
}
