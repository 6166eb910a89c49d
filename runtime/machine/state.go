package machine

import "encoding/binary"

// Position is where a token of an instance is.
type Position struct {
	Node int32
	Ref  Ref
	// Held says that it waits at a join; such a token has no Ref.
	Held bool
	// Hosting says that it waits for what runs inside its composite, or in what it called.
	Hosting bool
	// Enabled says that it waits before an activity of an ad-hoc sub-process to be picked.
	Enabled bool
}

// Positions appends where the instance's tokens are: by scope from the root
// inward, those that were there first before the others, then those held at joins.
func (m *Machine) Positions(dst []Position) []Position {
	return m.positions(dst, 0)
}

func (m *Machine) positions(dst []Position, slot int32) []Position {
	sc := m.scope(slot)
	for i := sc.first; i != None; i = m.tokens[i].next {
		t := &m.tokens[i]
		dst = append(dst, Position{Node: t.node, Ref: refOf(i, t.gen), Enabled: t.state == enabled, Hosting: t.hosts() || t.state == working && m.def.Nodes[t.node].Kind == CallActivity})
		switch {
		case t.state == hosting && m.repeats(i):
			for _, inner := range m.extra.rare.loops.all[t.arg].open {
				if inner != 0 {
					dst = m.positions(dst, inner)
				}
			}
		case t.hosts():
			dst = m.positions(dst, t.arg)
		}
	}
	for i := sc.joins; i != None; i = m.extra.joins[i].next {
		j := &m.extra.joins[i]
		for _, c := range j.counts {
			for ; c > 0; c-- {
				dst = append(dst, Position{Node: j.node, Held: true})
			}
		}
	}
	return dst
}

// Working returns the work of an activation that waits for its result, with
// its node; ok is false where the reference is no longer current.
func (m *Machine) Working(r Ref) (w Work, node int32, ok bool) {
	i := r.slot()
	if i < 0 || int(i) >= len(m.tokens) {
		return nil, None, false
	}
	t := &m.tokens[i]
	if t.gen != r.gen() || t.state != working {
		return nil, None, false
	}
	return t.work, t.node, true
}

// stateVersion numbers the layout that AppendState writes.
const stateVersion = 4

// AppendState appends the control state of the instance: status, tokens,
// scopes, joins. Machines that were given the same inputs append the same
// bytes. Data and running work are their owners' to write.
func (m *Machine) AppendState(dst []byte) []byte {
	dst = append(dst, stateVersion, byte(m.status))
	dst = binary.AppendUvarint(dst, m.seq)
	dst = binary.AppendUvarint(dst, uint64(len(m.tokens)))
	dst = binary.AppendVarint(dst, int64(m.free))
	for i := range m.tokens {
		t := &m.tokens[i]
		dst = append(dst, byte(t.state))
		dst = binary.AppendUvarint(dst, uint64(t.gen))
		for _, v := range [...]int32{t.node, t.scope, t.next, t.prev, t.arg, t.origin} {
			if t.state == vacant {
				v = t.next
			}
			dst = binary.AppendVarint(dst, int64(v))
		}
		for sub := t.subs; sub != nil; sub = sub.next {
			dst = sub.append(append(dst, 1))
		}
		dst = append(dst, 0)
	}
	dst = m.root.append(dst)
	if m.extra == nil {
		return append(dst, 0)
	}
	x := m.extra
	dst = append(dst, 1)
	dst = binary.AppendUvarint(dst, uint64(len(x.scopes)))
	for i := range x.scopes {
		dst = x.scopes[i].append(dst)
		dst = append(binary.AppendVarint(dst, int64(x.scopes[i].instance)), byte(x.scopes[i].phase), boolByte(x.scopes[i].aborted))
	}
	dst = binary.AppendVarint(dst, int64(x.freeScope))
	dst = binary.AppendUvarint(dst, uint64(len(x.joins)))
	for i := range x.joins {
		j := &x.joins[i]
		dst = binary.AppendVarint(dst, int64(j.node))
		dst = binary.AppendVarint(dst, int64(j.next))
		dst = binary.AppendVarint(dst, int64(j.origin))
		dst = binary.AppendUvarint(dst, uint64(len(j.counts)))
		for _, c := range j.counts {
			dst = binary.AppendVarint(dst, int64(c))
		}
	}
	dst = binary.AppendVarint(dst, int64(x.freeJoin))
	if x.inclusive != nil {
		for _, w := range x.inclusive.waiting { // the order in which they are asked
			dst = binary.AppendUvarint(dst, uint64(w.join)+1)
			dst = binary.AppendUvarint(dst, uint64(len(w.taken)))
			for _, flows := range w.taken {
				dst = binary.AppendUvarint(dst, flows)
			}
		}
	}
	dst = append(dst, 0)
	if a := x.adHocs(); a != nil {
		for _, o := range a.open {
			dst = binary.AppendUvarint(append(dst, 4|boolByte(o.held)|boolByte(o.finishing)<<1), uint64(o.scope))
		}
	}
	dst = append(dst, 0)
	dst = binary.AppendUvarint(dst, uint64(len(x.conditionals)))
	for _, sub := range x.conditionals { // the order of arming
		dst = binary.AppendUvarint(dst, uint64(sub.Ref))
		dst = binary.AppendVarint(dst, int64(sub.Node))
	}
	dst = binary.AppendUvarint(dst, uint64(len(x.partials)))
	for i := range x.partials { // what they brought is the host's to write
		p := &x.partials[i]
		dst = binary.AppendUvarint(dst, uint64(p.ref))
		dst = binary.AppendVarint(dst, int64(p.node))
		dst = binary.AppendVarint(dst, int64(p.event))
	}
	dst = binary.AppendUvarint(dst, uint64(len(x.conversations())))
	for _, k := range x.conversations() {
		dst = binary.AppendUvarint(append(dst, boolByte(k.set)), uint64(len(k.key)))
		dst = append(dst, k.key...)
	}
	dst = m.appendFailures(dst)
	dst = x.ledgers.append(dst)
	dst = x.loops().append(dst)
	dst = binary.AppendVarint(dst, int64(x.terminated))
	if x.fault == nil {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	dst = binary.AppendVarint(dst, int64(x.fault.Node))
	dst = binary.AppendUvarint(dst, uint64(len(x.fault.Error())))
	return append(dst, x.fault.Error()...)
}

func (sc *scope) append(dst []byte) []byte {
	for _, v := range [...]int32{sc.def, sc.parent, sc.host, sc.first, sc.last, sc.joins, sc.active, sc.sentry} {
		dst = binary.AppendVarint(dst, int64(v))
	}
	return dst
}

func (sub *Subscription) append(dst []byte) []byte {
	flags := boolByte(sub.Keyless) | boolByte(sub.last)<<1 | boolByte(sub.Keyed)<<2 | boolByte(sub.Open)<<3
	dst = append(dst, flags)
	dst = binary.AppendVarint(dst, int64(sub.Node))
	dst = binary.AppendVarint(dst, int64(sub.Event))
	dst = binary.AppendUvarint(dst, uint64(len(sub.Key)))
	dst = append(dst, sub.Key...)
	if sub.Name != nil {
		dst = binary.AppendUvarint(dst, uint64(len(*sub.Name))+1)
		dst = append(dst, *sub.Name...)
	} else {
		dst = append(dst, 0)
	}
	dst = binary.AppendVarint(dst, sub.Due)
	return binary.AppendVarint(dst, int64(sub.fired))
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}
