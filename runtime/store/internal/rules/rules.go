// Package rules is what every store does with a unit, whatever it keeps its
// rows in: who may save, what a letter is, and whom a message finds (S4.2,
// S10.6). A store gives it rows within one transaction.
package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/runtime/store"
)

// Rows are the rows of a store within one transaction, in which what was
// written is read back. They fail by remembering the first error, which the store asks for at the
// end; until then they answer as if there were nothing.
type Rows interface {
	// Prepare is called once, before anything else, so that a store can read at once
	// what the units are about, and lock it.
	Prepare(units []store.Unit)
	// Lock keeps others from deciding anything about messages with that name and key, of any
	// process, and about the key, until the transaction ends.
	Lock(name, key string, keyed bool)
	// Head is what decides who may save an instance; ok is false where there is none.
	Head(id store.ID) (h Head, ok bool)
	// Put stores an instance, without its waits and keys, and who owns it.
	Put(r *store.Record)
	// Delete deletes an instance; its waits, keys and letters are gone already.
	Delete(id store.ID)

	// Waits are the tags of what an instance waits for.
	Waits(id store.ID) []uint64
	AddWait(id store.ID, process string, w *store.Wait)
	// DropWait reports false where somebody else did.
	DropWait(id store.ID, tag uint64) bool
	// Waiter is who waited longest for a message with that key, or without any.
	Waiter(name, key string, keyed bool) (w Waiter, ok bool)
	// OpenWaiters are those that take any key, in the order of arming.
	OpenWaiters(name string) []Waiter
	// Catchers are those that wait for a signal, in the order of arming.
	Catchers(name string) []Waiter

	Letter(seq uint64) (l store.Letter, ok bool)
	// AddLetter gives the letter its sequence. lease was told of it, 0: nobody.
	AddLetter(l *store.Letter, lease uint64)
	DropLetter(seq uint64)
	LettersTo(id store.ID) []store.Letter

	// NextOrder is a number above all that it gave before.
	NextOrder() uint64
	AddMessage(m *store.Message)
	DropMessage(order uint64)
	// Oldest is the message with that key, or without any, that has waited longest and
	// does not expire at or before now.
	Oldest(name, key string, keyed bool, now int64) (m store.Message, ok bool)
	// Inbox are all messages of a name that don't expire at or before now, by their order.
	Inbox(name string, now int64) []store.Message
	// Waiting is how many messages of a name wait.
	Waiting(name string) int
	// Remember remembers a message's id until it expires; false says that it is known at now.
	Remember(name, id string, expires, now int64) bool

	// Holder is the instance that owns a key, 0 for one that is on its way; ok is
	// false where nobody does.
	Holder(k store.Key) (id store.ID, ok bool)
	Hold(k store.Key, id store.ID)
	Unhold(k store.Key)
	// Held are the keys that an instance owns.
	Held(id store.ID) []store.Key

	// Start is the process that starts by messages of a name, "" for none.
	Start(name string) string
	SetStart(name, process string)
	// Special are the names of the messages that start something or that somebody
	// takes with any key.
	Special() []string
}

// Head is what decides who may save an instance.
type Head struct {
	Owner    uint64
	Revision uint64
	Over     bool
}

// Waiter is one arming of an instance.
type Waiter struct {
	Instance store.ID
	Process  string
	Tag      uint64
}

// Commit stores units for a lease that is alive, at its engine's time.
func Commit(rows Rows, lease uint64, units []store.Unit) []store.Outcome {
	rows.Prepare(units)
	out := make([]store.Outcome, len(units))
	for i := range units {
		s := step{rows: rows, lease: lease, unit: &units[i], out: &out[i]}
		if out[i].Err = s.check(); out[i].Err == nil {
			s.store()
		}
	}
	return out
}

// step is one unit being stored.
type step struct {
	rows  Rows
	lease uint64
	unit  *store.Unit
	out   *store.Outcome
	taken []store.Letter // of Takes, then of Returns
	now   int64
}

// check says whether the unit may be stored; it changes nothing.
func (s *step) check() error {
	for i := range s.unit.Saves {
		r := s.unit.Saves[i].Record
		if r == nil || r.ID == 0 {
			return store.ErrInvalid
		}
		s.now = max(s.now, r.Updated)
		h, ok := s.rows.Head(r.ID)
		switch {
		case r.Revision == 0 && ok:
			return fmt.Errorf("instance %d: %w", r.ID, store.ErrExists)
		case r.Revision != 0 && (!ok || h.Revision != r.Revision || h.Owner != s.lease):
			return fmt.Errorf("instance %d, revision %d: %w", r.ID, r.Revision, store.ErrStale)
		}
		for _, k := range r.Keys {
			if id, held := s.rows.Holder(k); held && id != r.ID && id != 0 {
				return fmt.Errorf("instance %d owns the key %q of process %s: %w", id, k.Key, k.Process, store.ErrInvalid)
			}
		}
	}
	seen := map[uint64]bool{}
	for _, seq := range append(slices.Clone(s.unit.Takes), s.unit.Returns...) {
		l, ok := s.rows.Letter(seq)
		if !ok || seen[seq] {
			return fmt.Errorf("letter %d: %w", seq, store.ErrTaken)
		}
		seen[seq] = true
		if l.To != 0 && !slices.ContainsFunc(s.unit.Saves, func(v store.Save) bool { return v.Record.ID == l.To }) {
			return fmt.Errorf("letter %d is to instance %d, which the unit does not save: %w", seq, l.To, store.ErrInvalid)
		}
		s.taken = append(s.taken, l)
	}
	for i := range s.unit.Publishes {
		p := &s.unit.Publishes[i]
		if !text(p.Message.Name) {
			return fmt.Errorf("message name %q is no text: %w", p.Message.Name, store.ErrInvalid)
		}
		s.now = max(s.now, p.Now)
	}
	return nil
}

// text reports whether every database can keep a name.
func text(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

func (s *step) store() {
	for i := range s.taken {
		s.rows.DropLetter(s.taken[i].Seq)
	}
	var freed []store.Key
	for i := range s.unit.Saves {
		freed = append(freed, s.save(&s.unit.Saves[i])...)
	}
	for i := range s.taken {
		l := &s.taken[i]
		switch k := (store.Key{Process: l.Message.Owns, Key: l.Message.Key}); {
		case i >= len(s.unit.Takes):
			s.giveBack(l)
		case l.Kind == store.StartLetter && k.Process != "":
			if id, held := s.rows.Holder(k); held && id == 0 { // the step made no instance that owns it
				s.rows.Unhold(k)
				freed = append(freed, k)
			}
		}
	}
	for i := range s.unit.Posts {
		s.out.Posted = append(s.out.Posted, s.post(s.unit.Posts[i]))
	}
	for i := range s.unit.Publishes {
		s.out.Published = append(s.out.Published, s.publish(&s.unit.Publishes[i]))
	}
	for i := range s.unit.Broadcasts {
		s.out.Reached = append(s.out.Reached, s.broadcast(&s.unit.Broadcasts[i]))
	}
	for _, k := range freed {
		s.free(k)
	}
}

// save stores an instance and what it waits for; it returns the keys that nobody owns now.
func (s *step) save(v *store.Save) (freed []store.Key) {
	r := *v.Record
	r.Revision++
	r.Owner = s.lease
	if v.Release || r.Status.Over() {
		r.Owner = 0
	}
	if r.Status.Over() || v.Delete {
		r.Waits, r.Keys, r.Due, r.Busy = nil, nil, 0, false
	}
	if !v.Delete {
		s.rows.Put(&r)
	}
	s.wait(&r)
	if r.Status.Over() || v.Delete {
		for _, l := range s.rows.LettersTo(r.ID) {
			s.rows.DropLetter(l.Seq)
			s.giveBack(&l)
		}
	}
	freed = s.keys(&r)
	if v.Delete {
		s.rows.Delete(r.ID)
	}
	return freed
}

// wait makes what an instance waits for so. An arming that has a letter with a
// message is served: it is not to get another one, though the step may not have seen it.
func (s *step) wait(r *store.Record) {
	old := s.rows.Waits(r.ID)
	for _, tag := range old {
		if !slices.ContainsFunc(r.Waits, func(w store.Wait) bool { return w.Tag == tag }) {
			s.rows.DropWait(r.ID, tag)
		}
	}
	var served []uint64
	if slices.ContainsFunc(r.Waits, func(w store.Wait) bool { return !slices.Contains(old, w.Tag) }) {
		for _, l := range s.rows.LettersTo(r.ID) {
			if l.Kind == store.MessageLetter {
				served = append(served, l.Tag)
			}
		}
	}
	for i := range r.Waits {
		w := &r.Waits[i]
		if slices.Contains(old, w.Tag) || slices.Contains(served, w.Tag) {
			continue
		}
		if w.Kind == store.SignalWait || !s.serve(r, w) {
			s.rows.AddWait(r.ID, r.Process, w)
		}
	}
}

// serve gives an arming the message that has waited longest for it, if any.
func (s *step) serve(r *store.Record, w *store.Wait) bool {
	s.rows.Lock(w.Name, w.Key, w.Keyed)
	if !w.Open {
		m, ok := s.rows.Oldest(w.Name, w.Key, w.Keyed, s.now)
		if ok {
			s.rows.DropMessage(m.Order)
			s.deliver(&m, Waiter{Instance: r.ID, Process: r.Process, Tag: w.Tag})
		}
		return ok
	}
	for _, m := range s.rows.Inbox(w.Name, s.now) {
		if s.claim(&m, r.Process, r.ID) {
			s.rows.DropMessage(m.Order)
			s.deliver(&m, Waiter{Instance: r.ID, Process: r.Process, Tag: w.Tag})
			return true
		}
	}
	return false
}

// keys makes the keys that an instance owns so.
func (s *step) keys(r *store.Record) (freed []store.Key) {
	for _, k := range s.rows.Held(r.ID) {
		if !slices.Contains(r.Keys, k) && !s.onItsWay(r, k) {
			s.rows.Unhold(k)
			freed = append(freed, k)
		}
	}
	for _, k := range r.Keys {
		s.rows.Hold(k, r.ID)
	}
	return freed
}

// onItsWay: a letter that the step has not seen brings the key to the instance.
func (s *step) onItsWay(r *store.Record, k store.Key) bool {
	return !r.Status.Over() && slices.ContainsFunc(s.rows.LettersTo(r.ID), func(l store.Letter) bool {
		return l.Message.Owns == k.Process && l.Message.Keyed && l.Message.Key == k.Key
	})
}

// post is a letter to another instance.
func (s *step) post(l store.Letter) bool {
	h, ok := s.rows.Head(l.To)
	if !ok || h.Over {
		return false
	}
	s.letter(&l, false)
	return true
}

// letter is on its way now; the outcome tells it if it is the lease's own, as a
// start is that it can make here.
func (s *step) letter(l *store.Letter, here bool) {
	if l.To != 0 {
		h, _ := s.rows.Head(l.To)
		here = h.Owner == s.lease
	}
	if !here || s.lease == 0 {
		s.rows.AddLetter(l, 0)
		return
	}
	s.rows.AddLetter(l, s.lease)
	s.out.Letters = append(s.out.Letters, *l)
}

// publish routes a message or lets it wait (S4.1, S4.2).
func (s *step) publish(p *store.Publication) store.Verdict {
	m := p.Message
	m.Owns, m.Expires = "", 0
	s.now = p.Now
	if m.ID != "" {
		m.Expires = later(p.Now, m.TTL) // it must not outlive its id
		if !s.rows.Remember(m.Name, m.ID, m.Expires, p.Now) {
			return store.Duplicate
		}
	}
	m.Order = s.rows.NextOrder()
	if s.route(&m, p.Here) {
		return store.Routed
	}
	if s.rows.Waiting(m.Name) >= p.Limit {
		if m.ID != "" {
			s.rows.Remember(m.Name, m.ID, 0, p.Now)
		}
		return store.Full
	}
	s.keep(&m)
	return store.Buffered
}

// keep lets a message wait; its time begins with the first time that it does.
func (s *step) keep(m *store.Message) {
	if m.Expires == 0 {
		m.Expires = later(s.now, m.TTL)
	}
	s.rows.AddMessage(m)
}

// later is a time after that long; one beyond all time is the last there is.
func later(now, ttl int64) int64 {
	if at := now + ttl; at >= now {
		return at
	}
	return math.MaxInt64
}

// route finds who gets a message: who waits longest with its key, else the
// first that takes any key, else the start; the last two only where no instance
// of that process owns the key.
func (s *step) route(m *store.Message, here bool) bool {
	s.rows.Lock(m.Name, m.Key, m.Keyed)
	for {
		w, ok := s.rows.Waiter(m.Name, m.Key, m.Keyed)
		if !ok {
			break
		}
		if s.rows.DropWait(w.Instance, w.Tag) {
			s.deliver(m, w)
			return true
		}
	}
	for _, w := range s.rows.OpenWaiters(m.Name) {
		if s.mayClaim(m, w.Process) && s.rows.DropWait(w.Instance, w.Tag) {
			s.claim(m, w.Process, w.Instance)
			s.deliver(m, w)
			return true
		}
	}
	process := s.rows.Start(m.Name)
	if process == "" || !s.claim(m, process, 0) {
		return false
	}
	s.letter(&store.Letter{Kind: store.StartLetter, Process: process, Message: *m}, here)
	return true
}

func (s *step) deliver(m *store.Message, w Waiter) {
	s.letter(&store.Letter{To: w.Instance, Kind: store.MessageLetter, Tag: w.Tag, Message: *m}, false)
}

// claim makes a message's receiver own its key; a message without has none to own.
func (s *step) claim(m *store.Message, process string, id store.ID) bool {
	if !m.Keyed {
		return true
	}
	if !s.mayClaim(m, process) {
		return false
	}
	s.rows.Hold(store.Key{Process: process, Key: m.Key}, id)
	m.Owns = process
	return true
}

// mayClaim reports whether no instance of a process owns a message's key.
func (s *step) mayClaim(m *store.Message, process string) bool {
	if !m.Keyed {
		return true
	}
	_, held := s.rows.Holder(store.Key{Process: process, Key: m.Key})
	return !held
}

// giveBack is a letter that its receiver does not take: its message goes to
// the next one, or to its old place, whatever the inbox holds (S4.3). Others may
// wait for the key that the receiver would have owned.
func (s *step) giveBack(l *store.Letter) {
	if l.Kind != store.MessageLetter && l.Kind != store.StartLetter {
		return
	}
	m := l.Message
	k := store.Key{Process: m.Owns, Key: m.Key}
	if m.Owns != "" {
		s.rows.Unhold(k)
		m.Owns = ""
	}
	if !s.route(&m, false) {
		s.keep(&m)
	}
	if k.Process != "" {
		s.free(k)
	}
}

// free lets the oldest message with a key that nobody owns any more find who
// takes any key, or its start (S4.2).
func (s *step) free(k store.Key) {
	s.rows.Lock("", k.Key, true)
	var waiting []store.Message
	for _, name := range s.rows.Special() {
		if m, ok := s.rows.Oldest(name, k.Key, true, s.now); ok {
			waiting = append(waiting, m)
		}
	}
	s.offer(waiting)
}

// offer routes the first of these messages that can be, by their order.
func (s *step) offer(waiting []store.Message) {
	slices.SortFunc(waiting, func(a, b store.Message) int { return cmp.Compare(a.Order, b.Order) })
	for i := range waiting {
		order := waiting[i].Order
		if s.route(&waiting[i], false) {
			s.rows.DropMessage(order)
			return
		}
	}
}

func (s *step) broadcast(b *store.Broadcast) int {
	n := 0
	for _, w := range s.rows.Catchers(b.Name) {
		if w.Instance != b.Except {
			s.letter(&store.Letter{To: w.Instance, Kind: store.SignalLetter, Tag: w.Tag, Message: store.Message{Name: b.Name}, Body: b.Payload}, false)
			n++
		}
	}
	return n
}

// Orphans are letters to instances that are over or not there, which came while
// those ended: their messages find others.
func Orphans(rows Rows, letters []store.Letter, now int64) {
	s := step{rows: rows, out: new(store.Outcome), now: now}
	for i := range letters {
		rows.DropLetter(letters[i].Seq)
		s.giveBack(&letters[i])
	}
}

// SetStarts makes messages start processes, and routes what waits for that.
func SetStarts(rows Rows, starts []store.Start, now int64) error {
	for _, st := range starts {
		if old := rows.Start(st.Message); old != "" && st.Process != "" && old != st.Process {
			return fmt.Errorf("message %s starts process %s: %w", st.Message, old, store.ErrStartTaken)
		}
	}
	s := step{rows: rows, out: new(store.Outcome), now: now}
	for _, st := range starts {
		rows.SetStart(st.Message, st.Process)
		if st.Process == "" {
			continue
		}
		for _, m := range rows.Inbox(st.Message, now) {
			order := m.Order
			if s.route(&m, false) {
				rows.DropMessage(order)
			}
		}
	}
	return nil
}
