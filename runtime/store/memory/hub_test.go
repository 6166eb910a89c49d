package memory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/memory"
)

// S4.2 to S4.4: whom a message finds must not depend on whether its instances
// are durable: the store decides as the hub does, which was written without it.
func TestAsHub(t *testing.T) {
	for seed := range 200 {
		p := newPair(t, uint64(seed))
		for step := range 80 {
			before := min(len(p.hubLog), len(p.storeLog))
			p.step()
			slices.Sort(p.hubLog[before:]) // who starts one is told later by a store
			slices.Sort(p.storeLog[before:])
			if d := cmp.Diff(p.hubLog, p.storeLog); d != "" {
				t.Fatalf("seed %d, step %d (-hub +store): %s", seed, step, d)
			}
		}
		if len(p.hubLog) < 10 {
			t.Fatalf("seed %d: only %d messages went anywhere", seed, len(p.hubLog))
		}
	}
}

// pair is a hub and a store in which the same happens.
type pair struct {
	*testing.T
	rnd       *rand.Rand
	now       int64
	hub       *hub.Hub
	store     *memory.Store
	lease     store.Lease
	all       map[int]*both
	next      int
	messages  int
	hubLog    []string // who got which message
	storeLog  []string
	startOpen bool
}

// both is one instance, in the hub's terms and in the store's.
type both struct {
	id      int
	waiters map[uint64]*hub.Waiter
	claims  []hub.Claim
	pending map[string]*hub.Message // by payload
	rec     *store.Record
	letters map[string]store.Letter
}

func newPair(t *testing.T, seed uint64) *pair {
	p := &pair{T: t, rnd: rand.New(rand.NewPCG(seed, 1)), now: 1000, store: memory.New(nil), all: map[int]*both{}}
	p.hub = hub.New(hub.Options{InboxSize: 4, TTL: 50, Now: func() int64 { return p.now }, Group: func(any) string { return "P" }})
	l, err := p.store.Acquire(t.Context(), "engine", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	p.lease = l
	return p
}

var names = []string{"A", "B"}

func (p *pair) step() {
	p.now += int64(p.rnd.IntN(8))
	var some *both
	if len(p.all) > 0 {
		some = p.all[p.ids()[p.rnd.IntN(len(p.all))]]
	}
	switch n := p.rnd.IntN(12); {
	case n == 0 || some == nil:
		p.born("")
	case n <= 3:
		p.arm(some)
	case n == 4:
		p.drop(some)
	case n <= 8:
		p.publish()
	case n == 9:
		p.settle(some, p.rnd.IntN(2) == 0)
	case n == 10:
		p.end(some)
	default:
		p.setStart()
	}
}

func (p *pair) ids() []int {
	var ids []int
	for id := range p.all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// born makes an instance, by a start that is taken with the message of that
// payload, if any.
func (p *pair) born(payload string) *both {
	p.next++
	b := &both{id: p.next, waiters: map[uint64]*hub.Waiter{}, pending: map[string]*hub.Message{}, letters: map[string]store.Letter{},
		rec: &store.Record{ID: store.ID(p.next), Process: "P", Updated: p.now}}
	p.all[b.id] = b
	if payload == "" {
		p.commit(b, store.Unit{})
	}
	return b
}

// commit saves an instance in the store with what else a unit has.
func (p *pair) commit(b *both, u store.Unit) store.Outcome {
	p.Helper()
	b.rec.Updated = p.now
	u.Saves = []store.Save{{Record: b.rec}}
	out, err := p.store.Commit(p.Context(), p.lease, []store.Unit{u})
	if err != nil || out[0].Err != nil {
		p.Fatal(err, out)
	}
	b.rec.Revision++
	p.arrived(out[0].Letters)
	return out[0]
}

// arrived takes note of letters; one that starts a process makes an instance at once.
func (p *pair) arrived(all []store.Letter) {
	for _, l := range all {
		payload := string(l.Message.Payload)
		to := int(l.To)
		if l.Kind == store.StartLetter {
			p.storeLog = append(p.storeLog, payload+" starts one")
			to = p.startedBy(payload)
			b := p.all[to]
			if l.Message.Owns != "" {
				b.rec.Keys = append(b.rec.Keys, store.Key{Process: l.Message.Owns, Key: l.Message.Key})
			}
			p.commit(b, store.Unit{Takes: []uint64{l.Seq}})
			continue
		}
		p.storeLog = append(p.storeLog, fmt.Sprintf("%s to %d, arming %d", payload, to, l.Tag))
		p.all[to].letters[payload] = l
	}
}

// startedBy is the instance that the hub's start made with a message.
func (p *pair) startedBy(payload string) int {
	for id, b := range p.all {
		if b.pending["start "+payload] != nil {
			return id
		}
	}
	p.Fatalf("the store starts an instance by %s, the hub none: %v", payload, p.hubLog)
	return 0
}

// routed takes note of whom the hub gave a message.
func (p *pair) routed(m *hub.Message, r hub.Receiver) {
	payload := m.Payload.(string)
	switch {
	case r.Waiter != nil:
		b := r.Waiter.Owner.(*both)
		tag := uint64(r.Waiter.Sub.Ref)
		delete(b.waiters, tag)
		b.pending[payload] = m
		p.hubLog = append(p.hubLog, fmt.Sprintf("%s to %d, arming %d", payload, b.id, tag))
	case r.Start != nil:
		b := p.born(payload)
		b.pending["start "+payload] = m
		p.keep(b, m)
		p.hubLog = append(p.hubLog, payload+" starts one")
	}
}

func (p *pair) keep(b *both, m *hub.Message) {
	if m.Claim != nil {
		b.claims = append(b.claims, *m.Claim)
		m.Claim = nil
	}
}

func (p *pair) arm(b *both) {
	p.messages++
	tag := uint64(p.messages)
	w := &hub.Waiter{Owner: b, Sub: machine.Subscription{Ref: machine.Ref(tag)}}
	x := store.Wait{Tag: tag, Name: names[p.rnd.IntN(2)]}
	switch p.rnd.IntN(4) {
	case 0:
		x.Open = true
	case 1:
	default:
		x.Keyed, x.Key = true, fmt.Sprint("k", p.rnd.IntN(2))
	}
	w.Sub.Open, w.Sub.Keyed, w.Sub.Key = x.Open, x.Keyed, x.Key
	if m := p.hub.Await(w, x.Name); m != nil {
		b.pending[m.Payload.(string)] = m
		p.hubLog = append(p.hubLog, fmt.Sprintf("%s to %d, arming %d", m.Payload, b.id, tag))
	} else {
		b.waiters[tag] = w
	}
	b.rec.Waits = append(b.rec.Waits, x)
	p.commit(b, store.Unit{})
}

func (p *pair) drop(b *both) {
	if len(b.rec.Waits) == 0 {
		return
	}
	at := p.rnd.IntN(len(b.rec.Waits))
	tag := b.rec.Waits[at].Tag
	if w := b.waiters[tag]; w != nil {
		p.hub.Cease(w)
		delete(b.waiters, tag)
	}
	b.rec.Waits = slices.Delete(slices.Clone(b.rec.Waits), at, at+1)
	p.commit(b, store.Unit{})
}

func (p *pair) publish() {
	p.messages++
	payload := fmt.Sprint("m", p.messages)
	name, key, keyed := names[p.rnd.IntN(2)], "", p.rnd.IntN(3) > 0
	if keyed {
		key = fmt.Sprint("k", p.rnd.IntN(2))
	}
	id := ""
	if p.rnd.IntN(4) == 0 {
		id = fmt.Sprint("i", p.rnd.IntN(3))
	}
	m := &hub.Message{Name: name, Key: key, Keyed: keyed, ID: id, Payload: payload}
	r, err := p.hub.Publish(m)
	switch {
	case err != nil:
		p.hubLog = append(p.hubLog, payload+" refused")
	case r.Duplicate:
		p.hubLog = append(p.hubLog, payload+" known")
	case r.Nobody():
		p.hubLog = append(p.hubLog, payload+" waits")
	default:
		p.routed(m, r)
	}
	out, err := p.store.Commit(p.Context(), p.lease, []store.Unit{{Publishes: []store.Publication{{Limit: 4, Now: p.now, Here: true,
		Message: store.Message{Name: name, Key: key, Keyed: keyed, ID: id, Payload: []byte(payload), TTL: 50}}}}})
	if err != nil {
		p.Fatal(err)
	}
	switch out[0].Published[0] {
	case store.Full:
		p.storeLog = append(p.storeLog, payload+" refused")
	case store.Duplicate:
		p.storeLog = append(p.storeLog, payload+" known")
	case store.Buffered:
		p.storeLog = append(p.storeLog, payload+" waits")
	}
	p.arrived(out[0].Letters)
}

// settle lets an instance take a message that came, or refuse it (S4.3).
func (p *pair) settle(b *both, take bool) {
	var all []string
	for payload := range b.letters {
		all = append(all, payload)
	}
	if len(all) == 0 {
		return
	}
	payload := slices.Min(all)
	m, l := b.pending[payload], b.letters[payload]
	delete(b.pending, payload)
	delete(b.letters, payload)
	b.rec.Waits = slices.DeleteFunc(slices.Clone(b.rec.Waits), func(w store.Wait) bool { return w.Tag == l.Tag })
	if take {
		p.keep(b, m)
		if l.Message.Owns != "" {
			b.rec.Keys = append(slices.Clone(b.rec.Keys), store.Key{Process: l.Message.Owns, Key: l.Message.Key})
		}
		p.commit(b, store.Unit{Takes: []uint64{l.Seq}})
		return
	}
	p.giveBack(m)
	p.commit(b, store.Unit{Returns: []uint64{l.Seq}})
	p.claimStarts()
}

// giveBack refuses a message in the hub.
func (p *pair) giveBack(m *hub.Message) {
	claim := m.Claim
	p.routed(m, p.hub.Return(m))
	if claim != nil {
		for _, d := range p.hub.Offer(*claim) {
			p.routed(d.Message, d.Receiver)
		}
	}
}

func (p *pair) end(b *both) {
	for _, w := range b.waiters {
		p.hub.Cease(w)
	}
	var all []store.Letter
	for _, l := range b.letters {
		all = append(all, l)
	}
	slices.SortFunc(all, func(x, y store.Letter) int { return int(x.Seq) - int(y.Seq) })
	for _, l := range all {
		m := b.pending[string(l.Message.Payload)]
		p.giveBack(m)
	}
	for _, c := range b.claims {
		for _, d := range p.hub.Release(c) {
			p.routed(d.Message, d.Receiver)
		}
	}
	delete(p.all, b.id)
	b.rec.Status, b.rec.Ended = store.Completed, p.now
	p.commit(b, store.Unit{})
	p.claimStarts()
}

func (p *pair) setStart() {
	p.startOpen = !p.startOpen
	st := store.Start{Message: "A"}
	var h *hub.Start
	if p.startOpen {
		st.Process, h = "P", &hub.Start{Group: "P"}
	}
	for _, d := range p.hub.SetStart("A", h) {
		p.routed(d.Message, d.Receiver)
	}
	if err := p.store.SetStarts(p.Context(), p.lease, []store.Start{st}, p.now); err != nil {
		p.Fatal(err)
	}
	p.claimStarts()
}

// claimStarts takes what the store routed without telling anybody.
func (p *pair) claimStarts() {
	c, err := p.store.Claim(p.Context(), p.lease, store.Want{Runs: []store.Version{{Process: "P"}}, IDs: []store.ID{1 << 40}, Limit: 100})
	if err != nil {
		p.Fatal(err)
	}
	all, err := p.store.Letters(p.Context(), p.lease, 100, false)
	if err != nil {
		p.Fatal(err)
	}
	p.arrived(append(c.Starts, all...))
}
