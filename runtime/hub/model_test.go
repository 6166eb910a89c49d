package hub_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// both drives the hub and the reference with the same calls and compares what they answer.
type both struct {
	t       *testing.T
	rnd     *rand.Rand
	h       *hub.Hub
	ref     *reference
	waiters []*hub.Waiter // all ever, by id
	hubs    []*hub.Message
	refs    []*refMessage
	flying  []int // messages that were handed out and are not decided
	claims  []hub.Claim
	calls   []string
}

func (b *both) check(what string, want, got any) {
	b.t.Helper()
	b.calls = append(b.calls, what)
	if d := cmp.Diff(want, got, cmpopts.EquateErrors(), cmpopts.EquateEmpty()); d != "" {
		b.t.Fatalf("%s (-reference +hub):\n%s\nafter %d calls: %s", what, d, len(b.calls), b.calls[max(0, len(b.calls)-12):])
	}
}

// same is check for what most calls answer, quickly.
func (b *both) same(what string, want, got outcome) {
	b.t.Helper()
	if want != got {
		b.check(what, want, got)
	}
	b.calls = append(b.calls, what)
}

func (b *both) handed(o outcome) {
	if o.Message >= 0 {
		b.flying = append(b.flying, o.Message)
	}
}

func (b *both) deliveries(what string, want []outcome, got []hub.Delivery) {
	var all []outcome
	for _, d := range got {
		all = append(all, answer(d.Receiver, d.Message, nil))
	}
	if len(want)+len(all) > 0 {
		b.check(what, want, all)
	}
	for _, o := range want {
		b.handed(o)
	}
}

func (b *both) key() (string, bool) {
	if k := b.rnd.IntN(4); k > 0 {
		return strconv.Itoa(k), true
	}
	return "", false
}

func (b *both) name() string  { return [...]string{"M", "N"}[b.rnd.IntN(2)] }
func (b *both) group() string { return [...]string{"P", "Q"}[b.rnd.IntN(2)] }

// flight is a message that flies, no longer.
func (b *both) flight() int {
	i := b.rnd.IntN(len(b.flying))
	id := b.flying[i]
	b.flying[i] = b.flying[len(b.flying)-1]
	b.flying = b.flying[:len(b.flying)-1]
	return id
}

func (b *both) step() {
	switch p := b.rnd.IntN(100); {
	case p < 30:
		w := refWaiter{id: len(b.waiters), name: b.name(), open: b.rnd.IntN(6) == 0, group: b.group()}
		w.key, w.keyed = b.key()
		hw := &hub.Waiter{Owner: owner{w.id, w.group}, Sub: machine.Subscription{Key: w.key, Keyed: w.keyed, Open: w.open}}
		b.waiters = append(b.waiters, hw)
		want, got := b.ref.await(w), nobody
		if m := b.h.Await(hw, w.name); m != nil {
			got.Message = m.Payload.(int)
		}
		b.same(fmt.Sprintf("await %+v", w), want, got)
		b.handed(want)
	case p < 40:
		if len(b.waiters) > 0 {
			id := b.rnd.IntN(len(b.waiters))
			b.check(fmt.Sprint("cease ", id), b.ref.cease(id), b.h.Cease(b.waiters[id]))
		}
	case p < 72:
		m := &refMessage{id: len(b.refs), name: b.name()}
		m.key, m.keyed = b.key()
		if b.rnd.IntN(4) == 0 {
			m.unique = strconv.Itoa(b.rnd.IntN(20))
		}
		hm := &hub.Message{Name: m.name, Key: m.key, Keyed: m.keyed, ID: m.unique, Payload: m.id}
		b.refs, b.hubs = append(b.refs, m), append(b.hubs, hm)
		want := b.ref.publish(m)
		r, err := b.h.Publish(hm)
		b.same(fmt.Sprintf("publish %+v", *m), want, answer(r, hm, err))
		b.handed(want)
	case p < 88:
		if len(b.flying) == 0 {
			return
		}
		id := b.flight()
		m, hm := b.refs[id], b.hubs[id]
		if (m.claim == nil) != (hm.Claim == nil) || m.claim != nil && *m.claim != *hm.Claim {
			b.check("claim", m.claim, hm.Claim)
		}
		switch b.rnd.IntN(5) {
		case 0, 1: // its receiver takes it
			if m.claim != nil {
				b.claims = append(b.claims, *m.claim)
			}
		case 2, 3:
			want := b.ref.giveBack(m, true)
			b.same(fmt.Sprint("return ", id), want, answer(b.h.Return(hm), hm, nil))
			b.handed(want)
		default:
			if b.rnd.IntN(2) == 0 {
				want := b.ref.giveBack(m, false)
				b.same(fmt.Sprint("keep ", id), want, answer(b.h.Keep(hm), hm, nil))
				b.handed(want)
			} else {
				b.ref.drop(m)
				b.h.Drop(hm)
			}
		}
	case p < 92:
		if len(b.claims) > 0 {
			c := b.claims[len(b.claims)-1]
			b.claims = b.claims[:len(b.claims)-1]
			b.deliveries(fmt.Sprint("release ", c), b.ref.release(c), b.h.Release(c))
		}
	case p < 95:
		name, group := b.name(), ""
		var st *hub.Start
		if b.rnd.IntN(2) == 0 {
			group = b.group()
			st = &hub.Start{Owner: name, Group: group}
		}
		b.deliveries("start "+name+" "+group, b.ref.setStart(name, group), b.h.SetStart(name, st))
		if b.h.StartOf(name) != st {
			b.t.Fatal("another start")
		}
	case p < 98:
		b.ref.now += int64(b.rnd.IntN(40))
	default:
		var got []int
		for _, m := range b.h.Expire(b.ref.now) {
			got = append(got, m.Payload.(int))
		}
		if want := b.ref.expire(); len(want)+len(got) > 0 {
			b.check("expire", want, got)
		}
	}
	for _, name := range []string{"M", "N"} {
		if want, got := b.ref.waiting(name), b.h.Waiting(name); want != got {
			b.check("waiting "+name, want, got)
		}
	}
}

// EV §2.4, §2.9, S4.1 to S4.4: whatever is called in whatever order, the hub
// answers as a broker does that looks through slices.
func TestBrokerLikeReference(t *testing.T) {
	runs := 200
	if testing.Short() {
		runs = 50
	}
	for seed := range runs {
		b := &both{t: t, rnd: rand.New(rand.NewPCG(uint64(seed), 4)), ref: newReference(6, 100)}
		b.h = hub.New(hub.Options{InboxSize: 6, TTL: 100, Now: func() int64 { return b.ref.now }, Group: groupOf})
		for range 300 {
			b.step()
		}
	}
}
