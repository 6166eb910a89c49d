package machine

import "slices"

// catches walks from a scope outward for the steps of its catch chain: its event
// sub-processes, then the boundary events of its composite, then the same a scope
// further out. What comes out of the body of an event sub-process asks the others
// of the scope that it guards, and none where it has interrupted that (S6.1, S6.6).
func (d *Definition) catches(scope int32) []Catch {
	var out []Catch
	from := int32(None)
	for s := scope; s != None; s = d.Scopes[s].Parent {
		if from == None || !d.interrupts(from) {
			out = d.catchesAt(out, d.Scopes[s].Handlers, s, from)
		}
		host := d.Scopes[s].Host
		if host == None {
			break
		}
		if d.Nodes[host].Kind == EventSubProcess {
			from = host
			continue
		}
		from = None
		out = d.catchesAt(out, d.Nodes[host].Boundaries, s, None)
	}
	return out
}

// catchesAt adds the catches of one place, those with a code first, computed ones among them.
func (d *Definition) catchesAt(out []Catch, nodes []int32, scope, not int32) []Catch {
	for _, coded := range [...]bool{true, false} {
		for _, n := range nodes {
			node := &d.Nodes[n]
			if node.Event == None || not != None && d.Scopes[node.Scope].Host == not {
				continue
			}
			for _, e := range append([]int32{node.Event}, d.Events[node.Event].Parts...) {
				ev := &d.Events[e]
				if (ev.Trigger == ErrorTrigger || ev.Trigger == EscalationTrigger) && (ev.Code != "" || ev.Text != 0) == coded {
					out = append(out, Catch{Trigger: ev.Trigger, Code: ev.Code, Node: n, Event: e, Scope: scope})
				}
			}
		}
	}
	return out
}

// interrupts reports an event sub-process whose start interrupts.
func (d *Definition) interrupts(host int32) bool {
	for _, h := range d.Scopes[d.Nodes[host].Scope].Handlers {
		if d.Nodes[h].Scope == d.Nodes[host].Inner {
			return d.Events[d.Nodes[h].Event].Interrupting
		}
	}
	return false
}

// validCatches reports a table that says what the nodes say.
func (d *Definition) validCatches() bool {
	for i := range d.Scopes {
		if t := d.Scopes[i].Catches; t != nil && !slices.Equal(t, d.catches(int32(i))) {
			return false
		}
	}
	return true
}
