package machine

// enterExclusive takes the first flow whose condition is true, in document
// order, else the default (S2.1). Each token passes by itself.
func enterExclusive(m *Machine, s *Scratch, slot int32, n *Node) {
	flow := n.Default
	if len(n.Out) == 1 && m.def.Flows[n.Out[0]].Condition == None {
		flow = n.Out[0]
	} else {
		data := m.scope(m.tokens[slot].scope).data
		for _, f := range n.Out {
			if f == n.Default {
				continue
			}
			c := m.def.Flows[f].Condition
			if c == None {
				flow = f
				break
			}
			ok, err := data.Condition(c)
			if err != nil {
				m.badCondition(s, slot, f, err)
				return
			}
			if ok {
				flow = f
				break
			}
		}
	}
	if flow == None {
		m.raiseOutside(s, slot, ErrNoFlow)
		return
	}
	m.pass(s, slot)
	m.follow(s, slot, flow)
}

// pass says that the token is through with its node, without letting it leave.
func (m *Machine) pass(s *Scratch, slot int32) {
	if m.def.Nodes[m.tokens[slot].node].Uncounted {
		return
	}
	s.Completed = append(s.Completed, m.tokens[slot].node)
	if s.Facts {
		m.tell(s, NodeCompleted, slot)
	}
}

// enterParallel holds the token until every incoming flow has brought one,
// then takes all outgoing flows (S2.2).
func enterParallel(m *Machine, s *Scratch, slot int32, n *Node) {
	if len(n.In) > 1 && !m.join(s, slot, n) {
		return
	}
	m.pass(s, slot)
	s.taken = append(s.taken[:0], n.Out...)
	m.takeFlows(s, slot)
}

// enterInclusive takes every flow whose condition is true, else the default
// (S2.3). A flow without a condition that is not the default counts as true.
// Where it joins several flows it waits for what can still come first (S2.4).
func enterInclusive(m *Machine, s *Scratch, slot int32, n *Node) {
	if len(n.In) > 1 && !m.joinInclusive(s, slot, n) {
		return
	}
	m.splitInclusive(s, slot, n)
}

// splitInclusive sends the token on from an inclusive gateway.
func (m *Machine) splitInclusive(s *Scratch, slot int32, n *Node) {
	data := m.scope(m.tokens[slot].scope).data
	s.taken = s.taken[:0]
	for _, f := range n.Out {
		if f == n.Default {
			continue
		}
		if c := m.def.Flows[f].Condition; c != None {
			ok, err := data.Condition(c)
			if err != nil {
				m.badCondition(s, slot, f, err)
				return
			}
			if !ok {
				continue
			}
		}
		s.taken = append(s.taken, f)
	}
	if len(s.taken) == 0 && n.Default != None {
		s.taken = append(s.taken, n.Default)
	}
	if len(s.taken) == 0 {
		m.raiseOutside(s, slot, ErrNoFlow)
		return
	}
	m.pass(s, slot)
	m.takeFlows(s, slot)
}

// join counts the tokens that a join holds, one count for each incoming flow.
type join struct {
	node   int32
	next   int32 // in the scope's list, or in the list of free ones
	counts []int32
	origin int32 // of what it holds
}

// join brings the token to a parallel join and reports whether the join fires.
// Firing takes one token of each flow; excess tokens stay and count for the
// next firing (S2.2). The token that arrived is the one that goes on.
func (m *Machine) join(s *Scratch, slot int32, n *Node) bool {
	t := &m.tokens[slot]
	sc := m.scope(t.scope)
	j := m.joinOf(sc, t.node, len(n.In))
	if t.arg == None {
		m.noFlowToJoin(s, slot)
		return false
	}
	mine := m.def.Flows[t.arg].Slot
	fires := true
	for i, c := range j.counts {
		if c == 0 && int32(i) != mine {
			fires = false
			break
		}
	}
	if !fires {
		j.counts[mine]++
		j.origin = m.united(j.origin, t.origin)
		if s.Facts {
			m.tell(s, NodeJoined, slot)
		}
		m.release(slot) // its scope still counts it
		return false
	}
	t.origin = m.united(j.origin, t.origin)
	left := false
	for i := range j.counts {
		if int32(i) != mine {
			j.counts[i]--
		}
		left = left || j.counts[i] > 0
	}
	if !left {
		j.origin = 0
	}
	sc.active -= int32(len(j.counts)) - 1
	return true
}

//go:noinline
func (m *Machine) noFlowToJoin(s *Scratch, slot int32) {
	m.raise(s, slot, invariant("a token came to join %s by no flow", m.def.Nodes[m.tokens[slot].node].ID))
}

// joinOf finds the counts of a join in a scope, or makes them.
func (m *Machine) joinOf(sc *scope, node int32, in int) *join {
	i := m.joinIndex(sc, node, in)
	return &m.extra.joins[i]
}

func (m *Machine) joinIndex(sc *scope, node int32, in int) int32 {
	x := m.more()
	for i := sc.joins; i != None; i = x.joins[i].next {
		if x.joins[i].node == node {
			return i
		}
	}
	i := x.freeJoin
	if i != None {
		x.freeJoin = x.joins[i].next
	} else {
		x.joins = append(x.joins, join{})
		i = int32(len(x.joins)) - 1
	}
	j := &x.joins[i]
	j.node, j.next, j.origin = node, sc.joins, 0
	if cap(j.counts) >= in {
		j.counts = j.counts[:in]
		clear(j.counts)
	} else {
		j.counts = make([]int32, in)
	}
	sc.joins = i
	return i
}

// dropJoins forgets the joins of a scope together with what they hold.
func (m *Machine) dropJoins(sc *scope) {
	for i := sc.joins; i != None; {
		j := &m.extra.joins[i]
		next := j.next
		if m.extra.inclusive != nil {
			m.extra.inclusive.forget(i)
		}
		j.next = m.extra.freeJoin
		m.extra.freeJoin = i
		i = next
	}
	sc.joins = None
}
