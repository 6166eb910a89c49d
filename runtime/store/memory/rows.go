package memory

import (
	"maps"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
)

// rows are the store's rows (rules.Rows).
type rows struct {
	instances map[store.ID]*instance
	// waiters are who waits for messages with a key, or without any; open those
	// for any key; catchers those for signals; each in the order of arming.
	waiters        map[address][]rules.Waiter
	open, catchers map[string][]rules.Waiter
	letter         uint64 // the sequence given last
	letters        map[uint64]*store.Letter
	order          uint64
	inbox          map[uint64]*store.Message
	byAddress      map[address][]uint64 // the orders of messages in the inbox
	byName         map[string]map[uint64]struct{}
	ids            map[messageID]int64 // until when it is known
	keys           map[store.Key]store.ID
	starts         map[string]string // the process by the message
	told           map[uint64]uint64 // the lease that was told of a letter
}

// instance is one, with what is found by it.
type instance struct {
	rec     store.Record // without waits and keys
	waits   []store.Wait
	keys    []store.Key
	letters []uint64
}

type address struct {
	name, key string
	keyed     bool
}

type messageID struct{ name, id string }

func newRows() *rows {
	r := &rows{
		instances: map[store.ID]*instance{},
		waiters:   map[address][]rules.Waiter{},
		open:      map[string][]rules.Waiter{},
		catchers:  map[string][]rules.Waiter{},
		letters:   map[uint64]*store.Letter{},
		inbox:     map[uint64]*store.Message{},
		byAddress: map[address][]uint64{},
		byName:    map[string]map[uint64]struct{}{},
		ids:       map[messageID]int64{},
		keys:      map[store.Key]store.ID{},
	}
	r.starts = map[string]string{}
	r.told = map[uint64]uint64{}
	return r
}

// record is what was saved last; nothing in it is shared with the store.
func (in *instance) record() store.Record {
	r := in.rec
	r.Waits = slices.Clone(in.waits)
	r.Keys = slices.Clone(in.keys)
	r.Nodes = slices.Clone(r.Nodes)
	r.Incidents = slices.Clone(r.Incidents)
	r.Checkpoint = slices.Clone(r.Checkpoint)
	return r
}

func clone(l *store.Letter) store.Letter {
	x := *l
	x.Body = slices.Clone(x.Body)
	x.Message.Payload = slices.Clone(x.Message.Payload)
	return x
}

func (r *rows) Prepare([]store.Unit) {}

func (r *rows) Lock(string, string, bool) {}

func (r *rows) Head(id store.ID) (rules.Head, bool) {
	in := r.instances[id]
	if in == nil {
		return rules.Head{}, false
	}
	return rules.Head{Owner: in.rec.Owner, Revision: in.rec.Revision, Over: in.rec.Status.Over()}, true
}

func (r *rows) Put(rec *store.Record) {
	in := r.instances[rec.ID]
	if in == nil {
		in = new(instance)
		r.instances[rec.ID] = in
	}
	in.rec = *rec
	in.rec.Waits, in.rec.Keys = nil, nil
	in.rec.Nodes = slices.Clone(rec.Nodes)
	in.rec.Incidents = slices.Clone(rec.Incidents)
	in.rec.Checkpoint = slices.Clone(rec.Checkpoint)
}

func (r *rows) Delete(id store.ID) { delete(r.instances, id) }

func (r *rows) Waits(id store.ID) (tags []uint64) {
	if in := r.instances[id]; in != nil {
		for i := range in.waits {
			tags = append(tags, in.waits[i].Tag)
		}
	}
	return tags
}

func (r *rows) AddWait(id store.ID, process string, w *store.Wait) {
	in := r.instances[id]
	in.waits = append(in.waits, *w)
	x := rules.Waiter{Instance: id, Process: process, Tag: w.Tag}
	switch {
	case w.Kind == store.SignalWait:
		r.catchers[w.Name] = append(r.catchers[w.Name], x)
	case w.Open:
		r.open[w.Name] = append(r.open[w.Name], x)
	default:
		a := addressOf(w.Name, w.Key, w.Keyed)
		r.waiters[a] = append(r.waiters[a], x)
	}
}

func addressOf(name, key string, keyed bool) address {
	if !keyed {
		key = ""
	}
	return address{name, key, keyed}
}

func (r *rows) DropWait(id store.ID, tag uint64) bool {
	in := r.instances[id]
	at := slices.IndexFunc(in.waits, func(w store.Wait) bool { return w.Tag == tag })
	w := in.waits[at]
	in.waits = slices.Delete(in.waits, at, at+1)
	switch {
	case w.Kind == store.SignalWait:
		drop(r.catchers, w.Name, id, tag)
	case w.Open:
		drop(r.open, w.Name, id, tag)
	default:
		drop(r.waiters, addressOf(w.Name, w.Key, w.Keyed), id, tag)
	}
	return true
}

func drop[K comparable](m map[K][]rules.Waiter, k K, id store.ID, tag uint64) {
	m[k] = slices.DeleteFunc(m[k], func(w rules.Waiter) bool { return w.Instance == id && w.Tag == tag })
	if len(m[k]) == 0 {
		delete(m, k)
	}
}

func (r *rows) Waiter(name, key string, keyed bool) (rules.Waiter, bool) {
	if all := r.waiters[addressOf(name, key, keyed)]; len(all) > 0 {
		return all[0], true
	}
	return rules.Waiter{}, false
}

func (r *rows) OpenWaiters(name string) []rules.Waiter { return slices.Clone(r.open[name]) }
func (r *rows) Catchers(name string) []rules.Waiter    { return r.catchers[name] }

func (r *rows) Letter(seq uint64) (store.Letter, bool) {
	if l := r.letters[seq]; l != nil {
		return *l, true
	}
	return store.Letter{}, false
}

func (r *rows) AddLetter(l *store.Letter, lease uint64) {
	r.letter++
	l.Seq = r.letter
	x := clone(l)
	r.letters[l.Seq] = &x
	r.told[l.Seq] = lease
	if in := r.instances[l.To]; in != nil {
		in.letters = append(in.letters, l.Seq)
	}
}

func (r *rows) DropLetter(seq uint64) {
	l := r.letters[seq]
	delete(r.letters, seq)
	delete(r.told, seq)
	if in := r.instances[l.To]; in != nil {
		in.letters = slices.DeleteFunc(in.letters, func(x uint64) bool { return x == seq })
	}
}

func (r *rows) LettersTo(id store.ID) (all []store.Letter) {
	if in := r.instances[id]; in != nil {
		for _, seq := range in.letters {
			all = append(all, *r.letters[seq])
		}
	}
	return all
}

func (r *rows) NextOrder() uint64 {
	r.order++
	return r.order
}

func (r *rows) AddMessage(m *store.Message) {
	x := *m
	x.Payload = slices.Clone(m.Payload)
	r.inbox[m.Order] = &x
	a := addressOf(m.Name, m.Key, m.Keyed)
	at, _ := slices.BinarySearch(r.byAddress[a], m.Order)
	r.byAddress[a] = slices.Insert(r.byAddress[a], at, m.Order)
	if r.byName[m.Name] == nil {
		r.byName[m.Name] = map[uint64]struct{}{}
	}
	r.byName[m.Name][m.Order] = struct{}{}
}

func (r *rows) DropMessage(order uint64) {
	m := r.inbox[order]
	delete(r.inbox, order)
	a := addressOf(m.Name, m.Key, m.Keyed)
	at, _ := slices.BinarySearch(r.byAddress[a], order)
	if r.byAddress[a] = slices.Delete(r.byAddress[a], at, at+1); len(r.byAddress[a]) == 0 {
		delete(r.byAddress, a)
	}
	if delete(r.byName[m.Name], order); len(r.byName[m.Name]) == 0 {
		delete(r.byName, m.Name)
	}
}

func (r *rows) Oldest(name, key string, keyed bool, now int64) (store.Message, bool) {
	for _, order := range r.byAddress[addressOf(name, key, keyed)] {
		if m := r.inbox[order]; m.Expires > now {
			return *m, true
		}
	}
	return store.Message{}, false
}

func (r *rows) Inbox(name string, now int64) (all []store.Message) {
	for _, order := range slices.Sorted(maps.Keys(r.byName[name])) {
		if m := r.inbox[order]; m.Expires > now {
			all = append(all, *m)
		}
	}
	return all
}

func (r *rows) Waiting(name string) int { return len(r.byName[name]) }

func (r *rows) Remember(name, id string, expires, now int64) bool {
	k := messageID{name, id}
	if expires == 0 {
		delete(r.ids, k)
		return true
	}
	if until, known := r.ids[k]; known && until > now {
		return false
	}
	r.ids[k] = expires
	return true
}

func (r *rows) Holder(k store.Key) (store.ID, bool) {
	id, ok := r.keys[k]
	return id, ok
}

func (r *rows) Hold(k store.Key, id store.ID) {
	r.keys[k] = id
	if in := r.instances[id]; in != nil && !slices.Contains(in.keys, k) {
		in.keys = append(in.keys, k)
	}
}

func (r *rows) Unhold(k store.Key) {
	if in := r.instances[r.keys[k]]; in != nil {
		in.keys = slices.DeleteFunc(in.keys, func(x store.Key) bool { return x == k })
	}
	delete(r.keys, k)
}

func (r *rows) Held(id store.ID) []store.Key {
	if in := r.instances[id]; in != nil {
		return slices.Clone(in.keys)
	}
	return nil
}

func (r *rows) Start(name string) string { return r.starts[name] }

func (r *rows) SetStart(name, process string) {
	if process == "" {
		delete(r.starts, name)
		return
	}
	r.starts[name] = process
}

func (r *rows) Special() []string {
	names := maps.Clone(r.starts)
	for name := range r.open {
		names[name] = ""
	}
	return slices.Sorted(maps.Keys(names))
}
