package hub_test

import (
	"cmp"
	"errors"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/hub"
)

// reference is the broker as S4.1 to S4.4 tell it, of slices that are looked
// through from the beginning, for one goroutine.
type reference struct {
	size    int
	ttl     int64
	now     int64
	waiters []refWaiter // in the order of arming
	inbox   []*refMessage
	ids     map[[2]string]int64 // until when
	starts  map[string]string   // name to group
	owned   map[hub.Claim]bool
	count   int
}

type refWaiter struct {
	id          int
	name, key   string
	keyed, open bool
	group       string
}

type refMessage struct {
	id        int
	name, key string
	keyed     bool
	unique    string
	order     int
	expires   int64 // 0: it did not wait yet
	claim     *hub.Claim
}

// outcome is what a call answers: ids, -1 for none.
type outcome struct {
	Waiter, Message int
	Start           string
	Duplicate       bool
	Err             error
}

var nobody = outcome{Waiter: -1, Message: -1}

func newReference(size int, ttl int64) *reference {
	return &reference{size: size, ttl: ttl, ids: map[[2]string]int64{}, starts: map[string]string{}, owned: map[hub.Claim]bool{}}
}

func (w *refWaiter) takes(m *refMessage) bool {
	return w.name == m.name && !w.open && w.keyed == m.keyed && (!m.keyed || w.key == m.key)
}

// claims makes the group own the message's key.
func (r *reference) claims(m *refMessage, group string) bool {
	if !m.keyed {
		return true
	}
	c := hub.Claim{Group: group, Key: m.key}
	if r.owned[c] {
		return false
	}
	r.owned[c] = true
	m.claim = &c
	return true
}

func (r *reference) receiver(m *refMessage) outcome {
	if o := r.taker(m); o != nobody {
		return o
	}
	for i := range r.waiters {
		if w := &r.waiters[i]; w.open && w.name == m.name && r.claims(m, w.group) {
			return r.hand(m, i)
		}
	}
	if group, ok := r.starts[m.name]; ok && r.claims(m, group) {
		return outcome{Waiter: -1, Message: m.id, Start: m.name}
	}
	return nobody
}

// taker is who waits for just this message.
func (r *reference) taker(m *refMessage) outcome {
	for i := range r.waiters {
		if r.waiters[i].takes(m) {
			return r.hand(m, i)
		}
	}
	return nobody
}

func (r *reference) hand(m *refMessage, i int) outcome {
	id := r.waiters[i].id
	r.waiters = slices.Delete(r.waiters, i, i+1)
	return outcome{Waiter: id, Message: m.id}
}

func (r *reference) await(w refWaiter) outcome {
	for i, m := range r.inbox {
		if m.expires <= r.now || w.name != m.name || !w.takes(m) && !(w.open && r.claims(m, w.group)) {
			continue
		}
		r.inbox = slices.Delete(r.inbox, i, i+1)
		return outcome{Waiter: -1, Message: m.id}
	}
	r.waiters = append(r.waiters, w)
	return nobody
}

func (r *reference) cease(id int) bool {
	i := slices.IndexFunc(r.waiters, func(w refWaiter) bool { return w.id == id })
	if i < 0 {
		return false
	}
	r.waiters = slices.Delete(r.waiters, i, i+1)
	return true
}

func (r *reference) waiting(name string) (n int) {
	for _, m := range r.inbox {
		if m.name == name {
			n++
		}
	}
	return n
}

func (r *reference) store(m *refMessage) {
	if m.expires == 0 {
		m.expires = r.now + r.ttl
	}
	r.inbox = append(r.inbox, m)
	slices.SortStableFunc(r.inbox, func(a, b *refMessage) int { return a.order - b.order })
}

func (r *reference) publish(m *refMessage) outcome {
	if m.unique != "" {
		if until, ok := r.ids[[2]string{m.name, m.unique}]; ok && until > r.now {
			o := nobody
			o.Duplicate = true
			return o
		}
		m.expires = r.now + r.ttl
	}
	r.count++
	m.order = r.count
	o := r.receiver(m)
	if o == nobody {
		if r.waiting(m.name) >= r.size {
			o.Err = hub.ErrInboxFull
			return o
		}
		r.store(m)
	}
	if m.unique != "" {
		r.ids[[2]string{m.name, m.unique}] = m.expires
	}
	return o
}

func (r *reference) unclaim(m *refMessage) {
	if m.claim != nil {
		delete(r.owned, *m.claim)
		m.claim = nil
	}
}

func (r *reference) giveBack(m *refMessage, again bool) outcome {
	r.unclaim(m)
	var o outcome
	if again {
		o = r.receiver(m)
	} else {
		o = r.taker(m)
	}
	if o == nobody {
		r.store(m)
	}
	return o
}

func (r *reference) drop(m *refMessage) {
	r.unclaim(m)
	if m.unique != "" {
		delete(r.ids, [2]string{m.name, m.unique})
	}
}

// offer gives the messages that wait, for which ok, to who can receive them.
func (r *reference) offer(ok func(*refMessage) bool, most int) (all []outcome) {
	for _, m := range slices.Clone(r.inbox) {
		if len(all) == most || m.expires <= r.now || !ok(m) {
			continue
		}
		if o := r.receiver(m); o != nobody {
			r.inbox = slices.DeleteFunc(r.inbox, func(x *refMessage) bool { return x == m })
			all = append(all, o)
		}
	}
	return all
}

func (r *reference) setStart(name, group string) []outcome {
	delete(r.starts, name)
	if group == "" {
		return nil
	}
	r.starts[name] = group
	return r.offer(func(m *refMessage) bool { return m.name == name }, -1)
}

// release offers the oldest message of each name that waits with the key and
// that a start or a waiter for any key might take.
func (r *reference) release(c hub.Claim) []outcome {
	delete(r.owned, c)
	seen := map[string]bool{"M": true, "N": true}
	for name := range r.starts {
		seen[name] = false
	}
	for _, w := range r.waiters {
		if w.open {
			seen[w.name] = false
		}
	}
	return r.offer(func(m *refMessage) bool {
		first := m.keyed && m.key == c.Key && !seen[m.name]
		seen[m.name] = seen[m.name] || first
		return first
	}, 1)
}

func (r *reference) expire() (ids []int) {
	var gone []*refMessage
	r.inbox = slices.DeleteFunc(r.inbox, func(m *refMessage) bool {
		if m.expires <= r.now {
			gone = append(gone, m)
		}
		return m.expires <= r.now
	})
	slices.SortStableFunc(gone, func(a, b *refMessage) int {
		return cmp.Or(cmp.Compare(a.expires, b.expires), a.order-b.order)
	})
	for _, m := range gone {
		ids = append(ids, m.id)
	}
	return ids
}

// answer is what the hub answered, as the reference would say it.
func answer(r hub.Receiver, m *hub.Message, err error) outcome {
	o := nobody
	o.Duplicate = r.Duplicate
	switch {
	case r.Waiter != nil:
		o.Waiter = r.Waiter.Owner.(owner).id
		o.Message = m.Payload.(int)
	case r.Start != nil:
		o.Start = r.Start.Owner.(string)
		o.Message = m.Payload.(int)
	}
	if errors.Is(err, hub.ErrInboxFull) {
		o.Err = hub.ErrInboxFull
	} else if err != nil {
		o.Err = err
	}
	return o
}

// owner is the owner of waiters in tests: who it is, and of which process.
type owner struct {
	id    int
	group string
}

func groupOf(o any) string { return o.(owner).group }
