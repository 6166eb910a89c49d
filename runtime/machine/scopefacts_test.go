package machine_test

import (
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// S11.1, SC §6: the life of each scope is told, with its path: opened,
// completed, cancelled, and whether an event sub-process leaves it Failing or
// Terminating (SC §2.10).
func TestScopeLife(t *testing.T) {
	names := map[machine.FactKind]string{
		machine.InstanceOpened: "opened", machine.InstanceCompleted: "completed", machine.InstanceFailed: "failed",
		machine.ScopeOpened: "opened", machine.ScopeCompleted: "completed", machine.ScopeCancelled: "cancelled",
		machine.ScopeFailing: "failing", machine.ScopeTerminating: "terminating",
	}
	for _, c := range []struct {
		name string
		do   func(h *hub)
		want []string
	}{
		{"it drains", func(h *hub) { h.done("u") },
			[]string{"opened /", "opened /sub", "completed /sub", "completed /"}},
		{"an event interrupts it from inside", func(h *hub) { h.happen("h.s", nil); h.done("h.u") },
			[]string{"opened /", "opened /sub", "terminating /sub", "opened /sub/h", "completed /sub/h", "completed /sub", "completed /"}},
		{"an error does", func(h *hub) { h.fail("u", &machine.Error{Code: "A"}); h.done("f.u") },
			[]string{"opened /", "opened /sub", "failing /sub", "opened /sub/f", "completed /sub/f", "completed /sub", "completed /"}},
		{"a boundary event cancels it", func(h *hub) { h.happen("b", nil) },
			[]string{"opened /", "opened /sub", "cancelled /sub", "completed /"}},
		{"nothing takes an error", func(h *hub) { h.fail("u", &machine.Error{Code: "B"}) },
			[]string{"opened /", "opened /sub", "cancelled /sub", "failed /"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := guarded(t, func(p *process, sub int32) {
				p.handler(sub, "h", interrupting(message("M")))
				p.handler(sub, "f", interrupting(code(machine.ErrorTrigger, "A")))
			})
			p.boundary("sub", "b", interrupting(message("N")))
			if err := p.def.Validate(); err != nil {
				t.Fatal(err)
			}
			h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
			h.s.Facts = true
			h.m.Init(p.def, newEvents())
			var got []string
			h.told = func(e machine.Effect) {
				if name := names[e.Fact]; name != "" {
					got = append(got, name+" "+p.def.Scopes[e.Scope].Path)
				}
			}
			h.bring(machine.Input{Kind: machine.Start, Node: p.nodes["s"]})
			c.do(h)
			same(t, "facts", c.want, got)
		})
	}
}
