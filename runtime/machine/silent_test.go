package machine_test

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// EV §2.8: passing a Link counts neither of its events, also where the jump
// leads to several flows and its throw stays as a node.
func TestSilentThrow(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.add(0, "link", machine.Node{Kind: machine.ThrowEvent, Silent: true, Work: machine.None})
	p.end(0, "e1")
	p.end(0, "e2")
	p.flow("s", "link", "e1")
	p.flow("link", "e2")
	r := &run{t: t, p: p, open: map[string][]machine.Ref{}}
	r.s.Facts = true
	r.m.Init(p.def, newData())
	r.must(machine.Input{Kind: machine.Start, Node: p.nodes["s"]})
	status(t, r, machine.Completed)
	same(t, "path", []string{"s", "e1", "e2"}, r.path)
	for _, e := range r.effects {
		if strings.HasSuffix(e, " link") {
			t.Errorf("a fact tells of the Link: %s", e)
		}
	}
}
