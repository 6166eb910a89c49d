package expr

// NeedsClock reports whether an expression reads the engine's clock: it can be
// emitted only with Refs.Now.
func (t *Typed) NeedsClock() bool { return needsClock(t.Root) }

func needsClock(n *Node) bool {
	if n == nil {
		return false
	}
	if n.Op == Call && n.fn != nil && n.fn.clock || n.Op == GoCall && n.Name == "now" {
		return true
	}
	for _, k := range n.Kids {
		if needsClock(k) {
			return true
		}
	}
	return false
}

// NeedsHost reports whether an expression calls code of the host: it can be
// emitted only with Refs.Host.
func (t *Typed) NeedsHost() bool { return len(t.Host) > 0 }
