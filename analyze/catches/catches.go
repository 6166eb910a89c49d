// Package catches decides at compile time which event takes what is thrown
// where (SC §2.6, S6.1): the catch chain of each scope as a table, and what can be
// said of it, of throws that nothing takes and of catches that nothing reaches.
package catches

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// Mark fills in the catch chain of every scope of every process.
func Mark(pkg *model.Package) {
	for _, p := range pkg.Processes {
		for s := range p.Scopes {
			p.Scopes[s].Catches = chain(pkg, p, s)
		}
	}
}

// chain walks from a scope outward: its event sub-processes, then the boundary
// events of its composite, then the same a scope further out. What comes out of
// the body of an event sub-process asks the others of the scope that it guards, and
// none of them where it has interrupted that, since they are disarmed then (S6.1, S6.6).
func chain(pkg *model.Package, p *model.Process, scope int) []model.Catch {
	var out []model.Catch
	from := model.None // the event sub-process that it comes out of
	for s := scope; s != model.None; s = p.Scopes[s].Parent {
		if from == model.None || !interrupts(p, from) {
			out = append(out, place(pkg, p, p.Scopes[s].Handlers, s, from)...)
		}
		host := p.Scopes[s].Host
		if host == model.None {
			break
		}
		from = model.None
		if p.Nodes[host].Kind == model.EventSubProcess {
			from = host
			continue
		}
		out = append(out, place(pkg, p, p.Nodes[host].Boundaries, s, model.None)...)
	}
	return out
}

// place are the catches of one place, those with a code first: a specific code
// beats a catch-all only there (S6.1).
func place(pkg *model.Package, p *model.Process, nodes []int, scope, not int) []model.Catch {
	var out []model.Catch
	for _, n := range nodes {
		node := &p.Nodes[n]
		if not != model.None && p.Scopes[node.Scope].Host == not {
			continue
		}
		for k, t := range node.Triggers {
			if t.Kind != model.ErrorTrigger && t.Kind != model.EscalationTrigger {
				continue
			}
			c := model.Catch{Kind: t.Kind, Code: pkg.CodeOf(t), Computed: pkg.ComputedCode(t), Node: n, Scope: scope, Trigger: k}
			if c.Computed {
				c.Code = ""
			}
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b model.Catch) int { return rank(a) - rank(b) })
	return out
}

func rank(c model.Catch) int {
	if c.Code == "" && !c.Computed {
		return 1
	}
	return 0
}

// interrupts reports an event sub-process whose start interrupts.
func interrupts(p *model.Process, host int) bool {
	inner := p.Nodes[host].Inner
	for _, h := range p.Scopes[p.Nodes[host].Scope].Handlers {
		if p.Nodes[h].Scope == inner {
			return p.Nodes[h].Interrupting
		}
	}
	return false
}
