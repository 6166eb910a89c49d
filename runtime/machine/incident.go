package machine

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// An incident is a failure that nothing in the chain took, where the host asked
// for that (S9.2): the token stays where it failed, what guards it stays armed,
// others go on, and the scope waits for it. The host lists it, and brings
// RetryIncident or CompleteIncident once its cause is mended.

// stage is how far an activation had come when it failed, and so what is done
// again when it is retried.
type stage uint8

const (
	noStage    stage = iota // no incident: its work is tried again
	entering                // from the beginning of the node, or its work
	committing              // its work is done, its result could not be committed
	receiving               // its event happened, what that brought could not be bound
	leaving                 // it is done, no outgoing flow could be chosen
	arming                  // it goes on; its boundary event could not be armed again
	draining                // what is inside of it is done, its results could not be written
	deciding                // of an ad-hoc sub-process: whether it is complete could not be told
	looping                 // of an iteration: whether it begins could not be told
	settling                // of an instance that has completed: what follows from that failed
)

// failure is what is remembered of an activation that failed: few instances
// have any, and one that is no longer current means nothing.
type failure struct {
	ref      Ref
	attempts int32 // of its work, that failed
	// asking: the callers are being asked whether one of them takes it (S9.3).
	asking bool
	since  int64
	err    error
	mishap
}

// mishap is what a climb that nothing takes needs to make an incident of it.
type mishap struct {
	stage  stage
	node   int32      // arming: the event's, one more; else 0
	seen   Work       // by the work
	result Work       // committing
	got    []happened // receiving, and of an event sub-process
}

// Incident is an open incident (S9.2).
type Incident struct {
	Ref Ref
	// Node is where it stands; Event the boundary event that could not be armed
	// again, None where the node itself failed.
	Node, Event int32
	// Leaving: the node is done, and to complete it takes the flows to go by.
	Leaving  bool
	Attempts int   // of its work
	Since    int64 // nanoseconds of Unix time
	Err      error
	// Seen is the work with the data that it saw; of what is no work, HostWork
	// with the root scope's data as they stood then. Nil where they can't be had.
	Seen Work
}

// Incidents appends the open incidents, by token.
func (m *Machine) Incidents(dst []Incident) []Incident {
	if m.extra == nil {
		return dst
	}
	for i := range m.extra.failures {
		f := &m.extra.failures[i]
		t, _ := m.current(f.ref)
		if t == nil || f.stage == noStage || f.asking {
			continue
		}
		dst = append(dst, Incident{Ref: f.ref, Node: t.node, Event: f.node - 1, Leaving: m.needsFlow(t.node, f.stage),
			Attempts: int(f.attempts), Since: f.since, Err: f.err, Seen: f.seen})
	}
	return dst
}

// needsFlow reports whether a node that failed at that stage is completed by the
// choice of its flows.
func (m *Machine) needsFlow(node int32, at stage) bool {
	switch m.def.Nodes[node].Kind {
	case ExclusiveGateway, ParallelGateway, InclusiveGateway, ComplexGateway, EventBasedGateway:
		return true
	}
	return at == leaving
}

// failureOf is what is remembered of an activation: of the node itself, or of
// the event whose node is one less.
func (m *Machine) failureOf(r Ref, node int32) *failure {
	if m.extra == nil {
		return nil
	}
	at, _ := slices.BinarySearchFunc(m.extra.failures, r.slot(), bySlot)
	for ; at < len(m.extra.failures) && m.extra.failures[at].ref.slot() == r.slot(); at++ {
		if f := &m.extra.failures[at]; f.ref == r && f.node == node {
			return f
		}
	}
	return nil
}

func bySlot(f failure, slot int32) int { return cmp.Compare(f.ref.slot(), slot) }

// addFailure remembers one more, in the place of what is no longer current there.
func (m *Machine) addFailure(r Ref, node int32) *failure {
	x := m.more()
	at, _ := slices.BinarySearchFunc(x.failures, r.slot(), bySlot)
	end := at
	kept := at
	for ; end < len(x.failures) && x.failures[end].ref.slot() == r.slot(); end++ {
		if x.failures[end].ref == r {
			x.failures[kept] = x.failures[end]
			kept++
		}
	}
	x.failures = slices.Delete(x.failures, kept, end)
	x.failures = slices.Insert(x.failures, kept, failure{ref: r, mishap: mishap{node: node}})
	return &x.failures[kept]
}

// incidental reports whether a failure may become an incident: not a bug of
// ours nor calls that are nested too deep (S9.4), nor an Error End Event, which
// is the model's own verdict (S9.2).
func incidental(err error) bool {
	var broken *InvariantError
	var depth *DepthError
	var be *Error
	if errors.As(err, &be) && be.verdict {
		return false
	}
	return !errors.As(err, &broken) && !errors.As(err, &depth)
}

// stand makes an incident of a failure at a token that nothing has taken. Where
// a call activity called the instance, its callers are asked first (S9.3).
//
//go:noinline
func (m *Machine) stand(s *Scratch, slot, from int32, was state, err error, why mishap) {
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	if why.stage == noStage {
		if why.stage = entering; from == None {
			why.stage = leaving
		}
	}
	ref := refOf(slot, t.gen)
	if why.seen = m.seen(s, t, n, why.seen); why.stage == arming || why.stage == draining || why.stage == deciding {
		t.state = was
	} else {
		if was == hosting { // its scopes were opened in vain
			m.cancelInner(s, slot)
		}
		if len(n.Boundaries) == 0 {
			m.disarm(s, slot) // what it waited for itself is armed anew
		}
		t.state = standing
		t.work = nil
	}
	f := m.failureOf(ref, why.node)
	if f == nil {
		f = m.addFailure(ref, why.node)
	}
	f.err, f.mishap, f.asking = err, why, m.called
	if f.since = s.now; f.since == 0 && s.Now != nil {
		f.since = s.Now()
	}
	if f.asking {
		s.ask(AskCaller, t.node, n.Scope, ref, &Question{Ref: ref, Err: err, event: why.node})
		return
	}
	m.incident(s, OpenIncident, f)
}

// incident tells that an incident is open or no longer is.
func (m *Machine) incident(s *Scratch, kind EffectKind, f *failure) {
	t := &m.tokens[f.ref.slot()]
	scope := m.def.Nodes[t.node].Scope
	s.ask(kind, t.node, scope, f.ref, f.err)
	if s.Facts {
		fact := IncidentOpened
		if kind == CloseIncident {
			fact = IncidentClosed
		}
		s.Effects = append(s.Effects, Effect{Kind: Tell, Fact: fact, Node: t.node, Scope: scope, Ref: f.ref, Work: f.err})
	}
}

// seen is what the work of a token saw, or the data of the root scope as they
// stand. Work that had no data of its own to keep is made once more: it ran in
// line, so that nothing has changed since.
func (m *Machine) seen(s *Scratch, t *token, n *Node, w Work) (seen Work) {
	defer func() {
		if recover() != nil {
			seen = nil
		}
	}()
	work, data := n.Work, m.scope(t.scope).data
	if w == nil {
		work, data = HostWork, m.root.data
	} else if p, ok := w.(interface{ Private() bool }); !ok || !p.Private() {
		return w
	}
	w, err := data.Begin(work, true, s)
	if err != nil {
		return nil
	}
	return w
}

// forgive forgets the incident of a token that goes.
func (m *Machine) forgive(s *Scratch, slot int32) {
	if f := m.failureOf(refOf(slot, m.tokens[slot].gen), 0); f != nil && f.stage != noStage {
		if !f.asking {
			m.incident(s, CloseIncident, f)
		}
		f.mishap, f.asking = mishap{}, false
	}
}

// appendFailures appends what failed and may yet succeed; errors as text, work
// and payloads are their owners' to write.
func (m *Machine) appendFailures(dst []byte) []byte {
	for i := range m.extra.failures {
		f := &m.extra.failures[i]
		if t, _ := m.current(f.ref); t == nil {
			continue
		}
		dst = binary.AppendUvarint(append(dst, 1+byte(f.stage)), uint64(f.ref))
		dst = binary.AppendVarint(dst, int64(f.mishap.node))
		dst = binary.AppendVarint(dst, int64(f.attempts))
		dst = binary.AppendVarint(append(dst, boolByte(f.asking)), f.since)
		text := ""
		if f.err != nil {
			text = f.err.Error()
		}
		dst = binary.AppendUvarint(dst, uint64(len(text)))
		dst = append(dst, text...)
	}
	return append(dst, 0)
}
