package soundness

import "math/bits"

// Network says in which order messages between the processes of a collaboration arrive.
type Network uint8

// The networks. Unordered and FIFO for each pair are what S4 gives an engine; the
// others are there for whoever knows more of the transport.
const (
	Unordered   Network = iota // any message may overtake any other
	FIFOPair                   // those of one sender to one receiver arrive in order
	Causal                     // what was sent later, knowing of it, arrives later
	FIFOInbox                  // each receiver takes messages in the order in which they were sent to it
	FIFOOutbox                 // each sender's messages are taken in the order in which it sent them
	FIFOAll                    // all messages are taken in the order in which they were sent
	Synchronous                // a message is sent only when none is under way
)

// Networks are the networks by the names that flags take.
var Networks = map[string]Network{
	"unordered": Unordered, "fifo-pair": FIFOPair, "causal": Causal, "fifo-inbox": FIFOInbox, "fifo-outbox": FIFOOutbox, "fifo": FIFOAll, "synchronous": Synchronous,
}

// state is one state while it is being worked on: counts of places, packed; the
// messages under way where their order matters; the tokens that are ready to move
// in the order in which the machine moves them, where that is asked for.
type state struct {
	w    []uint64
	net  []uint64 // a message: its channel, and above it the messages that must arrive first, by bit of their position
	past []uint64 // by process: the messages under way that it knows of
	q    []int32  // places
}

func (a *state) copyFrom(b *state) {
	a.w = append(a.w[:0], b.w...)
	a.net = append(a.net[:0], b.net...)
	a.past = append(a.past[:0], b.past...)
	a.q = append(a.q[:0], b.q...)
}

const causalShift = 16

// receive takes a message of a channel from the network; false where none of
// it may arrive now.
func (x *search) receive(s *state, c int32) bool {
	ch := &x.n.channels[c]
	at := -1
	for i, m := range s.net {
		o := int32(m & (1<<causalShift - 1))
		other := &x.n.channels[o]
		switch x.network {
		case FIFOPair:
			if other.from != ch.from || other.to != ch.to {
				continue
			}
		case FIFOInbox:
			if other.to != ch.to {
				continue
			}
		case FIFOOutbox:
			if other.from != ch.from {
				continue
			}
		case Causal:
			if o != c {
				continue
			}
			early := false
			for pre := m >> causalShift; pre != 0; pre &= pre - 1 {
				k := bits.TrailingZeros64(pre)
				if x.n.channels[s.net[k]&(1<<causalShift-1)].to == ch.to {
					early = true
				}
			}
			if early {
				continue
			}
		}
		if o != c {
			return false
		}
		at = i
		break
	}
	if at < 0 {
		return false
	}
	if x.network == Causal {
		knows := s.net[at] >> causalShift
		s.past[ch.to] |= knows
		low := uint64(1)<<at - 1
		squeeze := func(m uint64) uint64 { return m&low | m>>1&^low }
		for p := range s.past {
			s.past[p] = squeeze(s.past[p] &^ (1 << at))
		}
		for i, m := range s.net {
			s.net[i] = m&(1<<causalShift-1) | squeeze(m>>causalShift&^(1<<at))<<causalShift
		}
	}
	s.net = append(s.net[:at], s.net[at+1:]...)
	return true
}

// send puts a message on its way; false where the network does not take it now.
func (x *search) send(s *state, c int32) bool {
	if x.network == Synchronous && len(s.net) > 0 {
		return false
	}
	if len(s.net) >= 64-causalShift {
		x.tooMany = true
		return false
	}
	m := uint64(c)
	ch := &x.n.channels[c]
	if x.network == Causal {
		m |= s.past[ch.from] << causalShift
		s.past[ch.from] |= 1 << len(s.net)
		s.net = append(s.net, m)
		return true
	}
	// Messages that may overtake each other stand in the order of their channels.
	at := len(s.net)
	for at > 0 {
		o := &x.n.channels[s.net[at-1]]
		apart := false
		switch x.network {
		case FIFOPair:
			apart = o.from != ch.from || o.to != ch.to
		case FIFOInbox:
			apart = o.to != ch.to
		case FIFOOutbox:
			apart = o.from != ch.from
		}
		if !apart || s.net[at-1] <= uint64(c) {
			break
		}
		at--
	}
	s.net = append(s.net, 0)
	copy(s.net[at+1:], s.net[at:])
	s.net[at] = m
	return true
}
