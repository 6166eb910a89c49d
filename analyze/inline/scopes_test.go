package inline

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/google/go-cmp/cmp"
)

// sub makes a node a sub-process with nodes of its own, which are seeded.
func (n *net) sub(host string, kind model.Kind, inner ...string) *net {
	s := len(n.p.Scopes)
	h := n.node[host]
	scope := model.Scope{Parent: n.p.Nodes[h].Scope, Host: h}
	n.p.Nodes[h].Kind, n.p.Nodes[h].Inner, n.p.Nodes[h].Performer = kind, s, model.PassThrough
	for _, name := range inner {
		n.add(name, model.Task)
		n.p.Nodes[n.node[name]].Scope = s
		scope.Seeds = append(scope.Seeds, n.node[name])
	}
	n.p.Scopes = append(n.p.Scopes, scope)
	return n
}

// repeated makes a sub-process the host of a repeated activity.
func repeated(n *net, host string, l model.Loop) *net {
	n.p.Nodes[n.node[host]].Loop = &l
	return n
}

// A task in a sub-process is alone where the sub-process is, nothing is seeded
// beside it, and nothing can interrupt a scope that it is in (SC §2.4, §2.5).
func TestScopes(t *testing.T) {
	row := func() *net {
		return newNet().add("s", model.StartEvent).add("h", model.Task).add("z", model.Task).seed("s").chain("s", "h", "z")
	}
	interrupting := func(n *net, host string, stops bool) *net {
		n.add("b", model.BoundaryEvent)
		b, h := n.node["b"], n.node[host]
		n.p.Nodes[b].Attached, n.p.Nodes[b].Interrupting, n.p.Nodes[b].Scope = h, stops, n.p.Nodes[h].Scope
		n.p.Nodes[h].Boundaries = []int{b}
		return n
	}
	for _, c := range []struct {
		name string
		net  *net
		want []string
	}{
		{"alone in its scope, and so is what follows", row().sub("h", model.SubProcess, "a"), []string{"z", "a"}},
		{"two seeds run beside each other; what follows is alone", row().sub("h", model.SubProcess, "a", "b"), []string{"z"}},
		{"a scope in a scope", row().sub("h", model.SubProcess, "a").sub("a", model.SubProcess, "c"), []string{"z", "c"}},
		{"instances in turn are alone, one after the other", repeated(row().sub("h", model.SubProcess, "a"), "h", model.Loop{Kind: model.SequentialInstances}), []string{"z", "a"}},
		{"so are the iterations of a loop", repeated(row().sub("h", model.SubProcess, "a"), "h", model.Loop{Kind: model.StandardLoop}), []string{"z", "a"}},
		{"parallel instances run beside one another, what follows is alone", repeated(row().sub("h", model.SubProcess, "a"), "h", model.Loop{Kind: model.ParallelInstances}), []string{"z"}},
		{"and so does whatever is in them", repeated(row().sub("h", model.SubProcess, "a").sub("a", model.SubProcess, "c"), "h", model.Loop{Kind: model.ParallelInstances}), []string{"z"}},
		{"what completing instances throw runs beside them", repeated(row().sub("h", model.SubProcess, "a"), "h", model.Loop{Kind: model.SequentialInstances, Throws: []model.LoopThrow{{}}}), []string{"z"}},
		{"a boundary event can interrupt it", interrupting(row().sub("h", model.SubProcess, "a"), "h", true), []string{"z"}},
		{"and whatever is further in", interrupting(row().sub("h", model.SubProcess, "a").sub("a", model.SubProcess, "c"), "h", true), []string{"z"}},
		{"one that does not interrupt makes another token", interrupting(row().sub("h", model.SubProcess, "a"), "h", false), nil},
		{"an event sub-process guards its scope and all in it", func() *net {
			n := row().sub("h", model.SubProcess, "a", "e")
			n.p.Scopes[1].Seeds = n.p.Scopes[1].Seeds[:1]
			return n.sub("e", model.EventSubProcess, "x").sub("a", model.SubProcess, "c")
		}(), []string{"z"}},
		{"one of the process guards everything", func() *net {
			n := row().add("e", model.Task).sub("h", model.SubProcess, "a")
			return n.sub("e", model.EventSubProcess, "x")
		}(), nil},
		{"two tokens open it twice", func() *net {
			n := newNet().add("s", model.StartEvent).add("f", model.ParallelGateway).add("h", model.Task).seed("s").chain("s", "f", "h")
			n.flow("f", "h", false)
			return n.sub("h", model.SubProcess, "a")
		}(), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, c.net.inLine()); d != "" {
				t.Error(d)
			}
		})
	}
}
