package storetest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bpmngen/bpmngen/runtime/store"
)

// Random takes random steps in two stores and tells where they differ: numbers
// that a store gives may, what they order may not. runs bounds how many sequences of
// steps it takes; seeds are from 1 on.
func Random(t *testing.T, runs int, open func(t *testing.T) (one, other store.Store)) {
	one, other := open(t)
	for seed := range runs {
		w := walk{T: t, rnd: rand.New(rand.NewPCG(uint64(seed+1), 0)), base: store.ID(seed) * 100, name: fmt.Sprintf("%d", seed),
			sides: [2]*side{{Store: one}, {Store: other}}}
		w.run()
		if t.Failed() {
			t.Fatalf("seed %d", seed+1)
		}
	}
}

// walk is one sequence of steps. Its instances and names are its own, so that
// walks need no store each.
type walk struct {
	*testing.T
	rnd      *rand.Rand
	base     store.ID
	name     string
	sides    [2]*side
	records  map[store.ID]*store.Record
	messages int
	tag      uint64
	clock    int64
}

// side is one of the two stores.
type side struct {
	store.Store
	leases [2]store.Lease
	// letters are those that nobody took, by what they bring.
	letters map[string]store.Letter
}

func (w *walk) run() {
	w.records, w.clock = map[store.ID]*store.Record{}, now
	for _, s := range w.sides {
		s.letters = map[string]store.Letter{}
		for i := range s.leases {
			l, err := s.Acquire(w.Context(), w.name, hour)
			if err != nil {
				w.Fatal(err)
			}
			s.leases[i] = l
		}
	}
	for range 60 {
		w.clock += int64(w.rnd.IntN(20))
		switch w.rnd.IntN(12) {
		case 0:
			process := w.pick("", "P", "Q")
			w.both(func(s *side) any {
				return w.text(s.SetStarts(w.Context(), s.leases[0], []store.Start{{Message: w.name + "M1", Process: process}}, w.clock))
			})
		case 1:
			w.both(func(s *side) any {
				gone, err := s.Expire(w.Context(), s.leases[0], w.clock, 2)
				var ids []string
				for _, m := range gone {
					ids = append(ids, string(m.Payload))
				}
				return []any{ids, w.text(err)}
			})
		default:
			w.commit()
		}
		if w.Failed() {
			return
		}
	}
	for _, s := range w.sides {
		for _, l := range s.leases {
			if err := s.Resign(context.WithoutCancel(w.Context()), l); err != nil {
				w.Error(err)
			}
		}
	}
}

func (w *walk) pick(all ...string) string { return all[w.rnd.IntN(len(all))] }

func (w *walk) text(err error) string {
	if err != nil {
		return "refused"
	}
	return ""
}

// both does the same in both stores, and compares what comes of it.
func (w *walk) both(do func(s *side) any) {
	w.Helper()
	if d := gocmp.Diff(do(w.sides[0]), do(w.sides[1]), cmpopts.EquateEmpty()); d != "" {
		w.Errorf("the stores differ (-one +other): %s", d)
	}
}

// commit takes one step of some instances, some of which are stale.
func (w *walk) commit() {
	lease := w.rnd.IntN(2)
	var units []func(s *side) store.Unit
	for range 1 + w.rnd.IntN(3) {
		units = append(units, w.unit())
	}
	type outcome struct {
		Refused bool
		Rest    store.Outcome
		Letters []string
	}
	w.both(func(s *side) any {
		var all []store.Unit
		for _, u := range units {
			all = append(all, u(s))
		}
		out, err := s.Commit(w.Context(), s.leases[lease], all)
		if err != nil {
			return err.Error()
		}
		var got []outcome
		for i, o := range out {
			x := outcome{Refused: o.Err != nil, Rest: o}
			for _, l := range o.Letters {
				x.Letters = append(x.Letters, name(&l))
			}
			slices.Sort(x.Letters)
			x.Rest.Err, x.Rest.Letters = nil, nil
			got = append(got, x)
			if s == w.sides[0] && o.Err == nil {
				for _, v := range all[i].Saves {
					w.saved(v)
				}
			}
		}
		for _, l := range s.leases {
			told, err := s.Letters(w.Context(), l, 1000, true)
			if err != nil {
				return err.Error()
			}
			for _, x := range told {
				s.letters[name(&x)] = x
			}
		}
		return got
	})
	w.both(func(s *side) any {
		var all []store.Record
		for id := w.base + 1; id <= w.base+4; id++ {
			r, err := s.Load(w.Context(), id)
			if err != nil {
				continue
			}
			r.Owner = 0
			slices.SortFunc(r.Waits, func(a, b store.Wait) int { return cmp.Compare(a.Tag, b.Tag) })
			slices.SortFunc(r.Keys, func(a, b store.Key) int {
				return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Key, b.Key))
			})
			all = append(all, r)
		}
		return all
	})
}

// name names a letter by what it brings, which both stores give alike.
func name(l *store.Letter) string {
	return fmt.Sprintf("%d %d %s %d %s %s %s", l.To, l.Kind, l.Process, l.Tag, l.Message.Name, l.Message.Payload, l.Body)
}

// saved remembers what both stores have now.
func (w *walk) saved(v store.Save) {
	if v.Delete {
		delete(w.records, v.Record.ID)
		return
	}
	r := *v.Record
	r.Revision++
	w.records[r.ID] = &r
}

// unit makes a step that is the same for both stores.
func (w *walk) unit() func(s *side) store.Unit {
	var u store.Unit
	id := w.base + 1 + store.ID(w.rnd.IntN(4))
	ended := false
	if w.rnd.IntN(5) > 0 {
		u.Saves = append(u.Saves, w.save(id))
		ended = u.Saves[0].Record.Status.Over()
	}
	for range w.rnd.IntN(3) {
		w.messages++
		key := w.pick("", "k1", "k2")
		u.Publishes = append(u.Publishes, store.Publication{
			Message: store.Message{Name: w.name + w.pick("M1", "M2"), Key: key, Keyed: key != "", ID: w.pick("", "", "", "i1", "i2"),
				Payload: fmt.Append(nil, w.messages), TTL: int64(w.rnd.IntN(200))},
			Limit: 3, Now: w.clock, Here: w.rnd.IntN(2) == 0})
	}
	if w.rnd.IntN(4) == 0 {
		u.Broadcasts = append(u.Broadcasts, store.Broadcast{Name: w.name + "S", Payload: fmt.Append(nil, w.messages), Except: id})
	}
	if w.rnd.IntN(4) == 0 {
		w.messages++
		u.Posts = append(u.Posts, store.Letter{To: w.base + 1 + store.ID(w.rnd.IntN(5)), Kind: store.OwnLetter, Body: fmt.Append(nil, "post", w.messages)})
	}
	dice := [2]int{w.rnd.IntN(3), w.rnd.IntN(1 << 30)}
	return func(s *side) store.Unit {
		x := u
		x.Saves = slices.Clone(u.Saves)
		for i := range x.Saves { // each store keeps revisions of its own
			r := *x.Saves[i].Record
			x.Saves[i].Record = &r
		}
		// A letter to the instance, or one that starts one, by what it brings.
		var mine []string
		for n, l := range s.letters {
			if l.To == id || l.To == 0 {
				mine = append(mine, n)
			}
		}
		slices.Sort(mine)
		if len(u.Saves) > 0 && len(mine) > 0 && dice[0] < 2 {
			l := s.letters[mine[dice[1]%len(mine)]]
			delete(s.letters, name(&l))
			switch {
			case dice[0] == 0 || l.To != 0 && l.Kind == store.MessageLetter && !ended && dice[1]%2 == 0:
				x.Returns = []uint64{l.Seq}
			default:
				x.Takes = []uint64{l.Seq}
				r := x.Saves[0].Record
				if k := (store.Key{Process: l.Message.Owns, Key: l.Message.Key}); l.Message.Owns != "" && !ended && !slices.Contains(r.Keys, k) {
					r.Keys = append(slices.Clone(r.Keys), k)
				}
			}
		}
		return x
	}
}

// save makes what an instance is next.
func (w *walk) save(id store.ID) store.Save {
	r := &store.Record{ID: id, Process: "P", Version: 1, Fingerprint: "f", Started: now}
	if old := w.records[id]; old != nil {
		x := *old
		x.Waits, x.Keys = slices.Clone(old.Waits), nil
		r = &x
	}
	if w.rnd.IntN(12) == 0 {
		r.Revision += 7 // stale
	}
	r.Updated = w.clock
	r.Busy = w.rnd.IntN(2) == 0
	r.Checkpoint = fmt.Append(nil, w.rnd.IntN(1000))
	for i := len(r.Waits) - 1; i >= 0; i-- {
		if w.rnd.IntN(3) == 0 {
			r.Waits = slices.Delete(r.Waits, i, i+1)
		}
	}
	for range w.rnd.IntN(3) {
		w.tag++
		x := store.Wait{Tag: w.tag, Name: w.name + w.pick("M1", "M2")}
		switch key := w.pick("", "k1", "k2", "open", "signal"); key {
		case "open":
			x.Open = true
		case "signal":
			x.Kind, x.Name = store.SignalWait, w.name+"S"
		default:
			x.Key, x.Keyed = key, key != ""
		}
		r.Waits = append(r.Waits, x)
	}
	v := store.Save{Record: r, Release: w.rnd.IntN(4) == 0}
	switch w.rnd.IntN(10) {
	case 0:
		r.Status, r.Ended = store.Completed, w.clock
	case 1:
		v.Delete = true
	}
	return v
}
