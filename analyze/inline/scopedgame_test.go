package inline

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// Random trees of scopes are played through, with every boundary event and every
// event sub-process firing whenever it may: no task that is in line ever has a
// second token beside it, nor anything around it that could interrupt it (S1.8, SC §2.5, §2.10).
func TestAgainstScopedGame(t *testing.T) {
	inLine, nested := 0, 0
	for seed := range 700 {
		r := rand.New(rand.NewSource(int64(seed)))
		n := randomScopes(r)
		inLine += len(n.inLine())
		for i := range n.p.Nodes {
			if n.p.Nodes[i].InLine && n.p.Nodes[i].Scope != 0 {
				nested++
			}
		}
		if bad := playScopes(&n.p, 150); bad != "" {
			t.Fatalf("seed %d: %s\n%s", seed, bad, show(n))
		}
	}
	if inLine < 600 || nested < 200 {
		t.Errorf("only %d tasks were found to be alone, %d of them in a sub-process: the test shows little", inLine, nested)
	}
}

// randomScopes draws a graph whose scopes have graphs of their own.
func randomScopes(r *rand.Rand) *net {
	n := newNet()
	var fill func(scope, depth int)
	fill = func(scope, depth int) {
		first := len(n.p.Nodes)
		add := func(kind model.Kind) int {
			n.add(fmt.Sprint("n", len(n.p.Nodes)), kind)
			i := len(n.p.Nodes) - 1
			n.p.Nodes[i].Scope = scope
			return i
		}
		kinds := []model.Kind{model.Task, model.Task, model.Task, model.SubProcess, model.SubProcess, model.ExclusiveGateway, model.ParallelGateway}
		var own []int
		for range 2 + r.Intn(3) {
			k := kinds[r.Intn(len(kinds))]
			if k == model.SubProcess && depth > 2 {
				k = model.Task
			}
			own = append(own, add(k))
		}
		name := func(i int) string { return n.p.Nodes[i].ID }
		for k, i := range own {
			if k+1 < len(own) {
				n.flow(name(i), name(own[k+1]), false)
			}
			if r.Intn(4) == 0 {
				n.flow(name(i), name(own[r.Intn(len(own))]), false)
			}
		}
		n.p.Scopes[scope].Seeds = []int{own[0]}
		if r.Intn(5) == 0 && len(own) > 1 && len(n.p.Nodes[own[1]].In) < 2 {
			n.p.Scopes[scope].Seeds = append(n.p.Scopes[scope].Seeds, own[1])
		}
		for _, i := range own {
			k := n.p.Nodes[i].Kind
			if (k == model.Task || k == model.SubProcess) && r.Intn(12) == 0 {
				b := add(model.BoundaryEvent)
				n.p.Nodes[b].Attached, n.p.Nodes[b].Interrupting = i, r.Intn(2) == 0
				n.p.Nodes[i].Boundaries = append(n.p.Nodes[i].Boundaries, b)
				n.flow(name(b), name(own[r.Intn(len(own))]), false)
			}
		}
		open := func(host int) int {
			s := len(n.p.Scopes)
			n.p.Scopes = append(n.p.Scopes, model.Scope{Parent: scope, Host: host})
			n.p.Nodes[host].Inner, n.p.Nodes[host].Performer = s, model.PassThrough
			return s
		}
		if r.Intn(12) == 0 {
			h := add(model.EventSubProcess)
			s := open(h)
			fill(s, depth+2)
			start := n.p.Scopes[s].Seeds[0] // what its start event leads to
			n.p.Nodes[start].Interrupting = r.Intn(2) == 0
			n.p.Scopes[scope].Handlers = append(n.p.Scopes[scope].Handlers, start)
		}
		for i := first; i < first+len(own); i++ {
			if n.p.Nodes[i].Kind == model.SubProcess {
				fill(open(i), depth+1)
			}
		}
	}
	fill(0, 0)
	return n
}

// room is an open scope: tokens on flows, tokens about to enter nodes, open scopes inside.
type room struct {
	def         int
	flow, at    map[int]int
	inner       []hosted
	interrupted bool
}

type hosted struct {
	node int
	room *room
}

func newRoom(p *model.Process, def int) *room {
	s := &room{def: def, flow: map[int]int{}, at: map[int]int{}}
	for _, i := range p.Scopes[def].Seeds {
		s.at[i]++
	}
	return s
}

func (s *room) clone() *room {
	c := &room{def: s.def, flow: map[int]int{}, at: map[int]int{}, interrupted: s.interrupted}
	for f, k := range s.flow {
		c.flow[f] = k
	}
	for i, k := range s.at {
		c.at[i] = k
	}
	for _, h := range s.inner {
		c.inner = append(c.inner, hosted{h.node, h.room.clone()})
	}
	return c
}

func (s *room) key() string {
	var parts []string
	for f, k := range s.flow {
		if k > 0 {
			parts = append(parts, fmt.Sprint("f", f, "x", k))
		}
	}
	for i, k := range s.at {
		if k > 0 {
			parts = append(parts, fmt.Sprint("n", i, "x", k))
		}
	}
	for _, h := range s.inner {
		parts = append(parts, fmt.Sprint("h", h.node, "{", h.room.key(), "}"))
	}
	slices.Sort(parts)
	return fmt.Sprint(s.interrupted, strings.Join(parts, " "))
}

// tokens counts those of a scope and of what is open in it, hosts of rooms aside.
func (s *room) tokens() int {
	n := 0
	for _, k := range s.flow {
		n += k
	}
	for _, k := range s.at {
		n += k
	}
	for _, h := range s.inner {
		n += h.room.tokens()
	}
	return n
}

func (s *room) big() bool {
	for _, k := range s.flow {
		if k > 2 {
			return true
		}
	}
	for _, k := range s.at {
		if k > 2 {
			return true
		}
	}
	return len(s.inner) > 2 || slices.ContainsFunc(s.inner, func(h hosted) bool { return h.room.big() })
}

// playScopes runs the game over all choices, up to a number of states.
func playScopes(p *model.Process, most int) string {
	first := newRoom(p, 0)
	seen := map[string]bool{first.key(): true}
	queue := []*room{first}
	for len(queue) > 0 && len(seen) < most {
		root := queue[0]
		queue = queue[1:]
		nexts, bad := moves(p, root, root, false, func(change func(*room)) *room {
			c := root.clone()
			change(c)
			return c
		})
		if bad != "" {
			return bad
		}
		for _, n := range nexts {
			if k := n.key(); !n.big() && !seen[k] {
				seen[k] = true
				queue = append(queue, n)
			}
		}
	}
	return ""
}

// moves are the states that follow by what can happen in one room. with makes a
// changed copy of the whole; threatened says that something around can interrupt the room.
func moves(p *model.Process, root, s *room, threatened bool, with func(func(*room)) *room) (out []*room, bad string) {
	def := &p.Scopes[s.def]
	if len(def.Handlers) > 0 && !s.interrupted {
		threatened = true
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Scope != s.def {
			continue
		}
		for _, take := range taken(p, n, i, s) {
			if n.InLine && (root.tokens() != 1 || threatened || len(n.Boundaries) > 0 || crowded(root)) {
				return nil, fmt.Sprintf("%s is in line and is not alone, or can be interrupted", n.ID)
			}
			enter := func(then func(*room)) {
				out = append(out, with(func(c *room) { take(c); then(c) }))
			}
			if n.Inner != model.None {
				enter(func(c *room) { c.inner = append(c.inner, hosted{i, newRoom(p, n.Inner)}) })
				continue
			}
			for _, give := range gives(p, n) {
				enter(func(c *room) {
					for _, f := range give {
						c.flow[f]++
					}
				})
			}
			for _, b := range n.Boundaries {
				if p.Nodes[b].Interrupting {
					enter(func(c *room) { c.at[b]++ })
				} else {
					out = append(out, with(func(c *room) { c.at[b]++ }))
				}
			}
		}
	}
	for k, h := range s.inner {
		n := &p.Nodes[h.node]
		inside := threatened || len(n.Boundaries) > 0
		drop := func(c *room) { c.inner = slices.Delete(slices.Clone(c.inner), k, k+1) }
		more, bad := moves(p, root, h.room, inside, func(change func(*room)) *room {
			return with(func(c *room) { change(c.inner[k].room) })
		})
		if bad != "" {
			return nil, bad
		}
		out = append(out, more...)
		if h.room.tokens() == 0 && len(h.room.inner) == 0 {
			for _, give := range gives(p, n) {
				out = append(out, with(func(c *room) {
					drop(c)
					for _, f := range give {
						c.flow[f]++
					}
				}))
			}
		}
		for _, b := range n.Boundaries {
			out = append(out, with(func(c *room) {
				if p.Nodes[b].Interrupting {
					drop(c)
				}
				c.at[b]++
			}))
		}
	}
	if !s.interrupted && (s.tokens() > 0 || len(s.inner) > 0) {
		for _, start := range def.Handlers {
			host := p.Scopes[p.Nodes[start].Scope].Host
			out = append(out, with(func(c *room) {
				if p.Nodes[start].Interrupting {
					c.flow, c.at, c.inner, c.interrupted = map[int]int{}, map[int]int{}, nil, true
				}
				c.inner = append(c.inner, hosted{host, newRoom(p, p.Nodes[host].Inner)})
			}))
		}
	}
	return out, ""
}

// crowded reports a room with more than one thing in it, or none in which a token is.
func crowded(s *room) bool {
	here := len(s.inner)
	for _, k := range s.flow {
		here += k
	}
	for _, k := range s.at {
		here += k
	}
	return here > 1 || slices.ContainsFunc(s.inner, func(h hosted) bool { return crowded(h.room) })
}

// taken are the ways in which a node of a room can take tokens.
func taken(p *model.Process, n *model.Node, i int, s *room) []func(*room) {
	var out []func(*room)
	if s.at[i] > 0 {
		out = append(out, func(c *room) { c.at[i]-- })
	}
	var there []int
	for _, f := range n.In {
		if s.flow[f] > 0 {
			there = append(there, f)
		}
	}
	if n.Kind == model.ParallelGateway && len(n.In) > 1 {
		if len(there) == len(n.In) {
			out = append(out, func(c *room) {
				for _, f := range there {
					c.flow[f]--
				}
			})
		}
		return out
	}
	for _, f := range there {
		out = append(out, func(c *room) { c.flow[f]-- })
	}
	return out
}
