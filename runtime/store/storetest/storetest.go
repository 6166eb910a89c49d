// Package storetest is what every store must do (S10.3 to S10.6): a store's own
// tests call Run.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bpmngen/bpmngen/runtime/store"
)

// Run tests a store. open opens an empty one, which Run closes.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			c.test(&bench{T: t, Store: s})
		})
	}
}

var cases = []struct {
	name string
	test func(*bench)
}{
	{"a record comes back as it was saved", testRecord},
	{"a save names the revision that it replaces", testRevision},
	{"a stale unit fails alone", testStaleAlone},
	{"a unit is stored whole or not at all", testWhole},
	{"a lease that lapsed is fenced", testFenced},
	{"a lapsed lease's instances are there for others, a living one's are not", testTakeOver},
	{"only what has something to do is claimed", testClaim},
	{"concurrent claims get different instances", testClaims},
	{"instances of a version that is not linked are left alone", testUnlinked},
	{"a message goes to who waited longest", testLongest},
	{"a message without a key goes by its name alone", testKeyless},
	{"a message that nobody waits for waits, to its time", testInbox},
	{"a full inbox refuses", testFull},
	{"a message id is delivered once", testOnce},
	{"a letter is taken once", testTaken},
	{"an arming that is served gets no second message", testServed},
	{"a refused message goes back to its place", testReturn},
	{"what ends gives back its messages and keys", testEnd},
	{"a message starts a process unless its key is owned", testStart},
	{"a start that waits is claimed by one who can run it", testStartClaim},
	{"a waiter for any key comes to own it", testOpen},
	{"a signal reaches all that wait, but the thrower", testSignal},
	{"letters reach instances that nobody has in memory", testPost},
	{"queries find by what a record says", testFind},
	{"what ended long ago is pruned", testPrune},
	{"a thousand commits at once lose nothing", testConcurrent},
}

// bench is a store under test.
type bench struct {
	*testing.T
	store.Store
}

const (
	hour = time.Hour
	now  = int64(1_000_000)
)

var version = store.Version{Process: "Order", Fingerprint: "f1"}

func (b *bench) acquire(name string) store.Lease {
	b.Helper()
	l, err := b.Acquire(b.Context(), name, hour)
	if err != nil {
		b.Fatal(err)
	}
	return l
}

// lapse lets a lease's time pass.
func (b *bench) lapse(l store.Lease) {
	b.Helper()
	if err := b.Renew(b.Context(), l, -time.Second); err != nil {
		b.Fatal(err)
	}
}

// commit stores units of which each must be.
func (b *bench) commit(l store.Lease, units ...store.Unit) []store.Outcome {
	b.Helper()
	out, err := b.Commit(b.Context(), l, units)
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range out {
		if o.Err != nil {
			b.Fatal(o.Err)
		}
	}
	return out
}

// record is an active instance that waits.
func record(id store.ID, waits ...store.Wait) *store.Record {
	return &store.Record{ID: id, Process: version.Process, Version: 1, Fingerprint: version.Fingerprint,
		Started: now, Updated: now, Waits: waits, Checkpoint: []byte{byte(id)}}
}

func save(r *store.Record) store.Unit { return store.Unit{Saves: []store.Save{{Record: r}}} }

func waits(tag uint64, name, key string) store.Wait {
	return store.Wait{Tag: tag, Name: name, Key: key, Keyed: key != ""}
}

func message(name, key string) store.Message {
	return store.Message{Name: name, Key: key, Keyed: key != "", Payload: []byte(key), TTL: 100}
}

func publish(m store.Message) store.Unit {
	return store.Unit{Publishes: []store.Publication{{Message: m, Limit: 3, Now: now}}}
}

// publish publishes a message and returns the verdict on it.
func (b *bench) publish(l store.Lease, m store.Message) store.Verdict {
	b.Helper()
	return b.commit(l, publish(m))[0].Published[0]
}

// letters are what the lease is to take.
func (b *bench) letters(l store.Lease) []store.Letter {
	b.Helper()
	all, err := b.Letters(b.Context(), l, 1000, true)
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// got says to whom, and for which arming, letters are, and which key they bring.
func got(all []store.Letter) []string {
	s := []string{}
	for _, l := range all {
		s = append(s, fmt.Sprintf("%d/%d %s", l.To, l.Tag, l.Message.Key))
	}
	return s
}

func (b *bench) same(want, got any, opts ...cmp.Option) {
	b.Helper()
	if d := cmp.Diff(want, got, append(opts, cmpopts.EquateEmpty())...); d != "" {
		b.Fatal(d)
	}
}

func (b *bench) is(err, want error) {
	b.Helper()
	if !errors.Is(err, want) {
		b.Fatalf("%v, want %v", err, want)
	}
}

func (b *bench) load(id store.ID) store.Record {
	b.Helper()
	r, err := b.Load(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// claim takes what there is to take.
func (b *bench) claim(l store.Lease, want store.Want) (ids []store.ID, starts []store.Letter) {
	b.Helper()
	if want.Limit == 0 {
		want.Limit = 100
	}
	if want.Runs == nil {
		want.Runs = []store.Version{version}
	}
	c, err := b.Claim(b.Context(), l, want)
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range c.Records {
		ids = append(ids, r.ID)
	}
	return ids, c.Starts
}

// next is a record as it would be saved next.
func (b *bench) next(id store.ID, waits ...store.Wait) *store.Record {
	b.Helper()
	r := b.load(id)
	r.Waits = waits
	return &r
}

func testRecord(b *bench) {
	l := b.acquire("a")
	r := record(7, waits(1, "Paid", "42"), waits(2, "Stop", ""), store.Wait{Tag: 3, Kind: store.SignalWait, Name: "Closing"})
	r.Status, r.Busy, r.Due, r.Parent, r.BusinessKey = store.Suspended, true, now+5, 3, "öäü'\"\x00"
	r.Nodes = []string{"A", "B"}
	r.Incidents = []store.Incident{{Node: "A", Cause: "disk full", Attempts: 3, Since: now}}
	r.Keys = []store.Key{{Process: "Order", Key: "42"}}
	r.Checkpoint = make([]byte, 300_000)
	for i := range r.Checkpoint {
		r.Checkpoint[i] = byte(i * 7)
	}
	b.commit(l, save(r))
	want := *r
	want.Revision, want.Owner = 1, l.Number
	b.same(want, b.load(7))
	_, err := b.Load(b.Context(), 8)
	b.is(err, store.ErrNotFound)
	b.commit(l, store.Unit{Saves: []store.Save{{Record: &want, Release: true}}})
	want.Revision, want.Owner = 2, 0
	b.same(want, b.load(7))
}

// S10.3: with compare-and-set on its version.
func testRevision(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1)))
	r := record(1)
	for revision, want := range []error{store.ErrExists, nil, store.ErrStale} {
		r.Revision = uint64(revision)
		if want == store.ErrStale {
			r.Revision = 1 // it is 2 by now
		}
		out, err := b.Commit(b.Context(), l, []store.Unit{save(r)})
		if err != nil {
			b.Fatal(err)
		}
		b.is(out[0].Err, want)
	}
	r.Revision = 2
	out, err := b.Commit(b.Context(), b.acquire("b"), []store.Unit{save(r)})
	if err != nil {
		b.Fatal(err)
	}
	b.is(out[0].Err, store.ErrStale) // another engine's
}

func testStaleAlone(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1)), save(record(2)))
	stale := record(1)
	stale.Revision = 9
	good := record(2)
	good.Revision, good.BusinessKey = 1, "new"
	out, err := b.Commit(b.Context(), l, []store.Unit{save(stale), save(good), save(record(3))})
	if err != nil {
		b.Fatal(err)
	}
	b.is(out[0].Err, store.ErrStale)
	if out[1].Err != nil || out[2].Err != nil {
		b.Fatal(out)
	}
	b.same("new", b.load(2).BusinessKey)
	b.load(3)
}

func testWhole(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1, waits(1, "Paid", "42"))))
	stale := record(1)
	stale.Revision = 9
	out, err := b.Commit(b.Context(), l, []store.Unit{{
		Saves:     []store.Save{{Record: record(2)}, {Record: stale}},
		Publishes: []store.Publication{{Message: message("Paid", "42"), Limit: 3, Now: now}},
		Posts:     []store.Letter{{To: 1, Kind: store.OwnLetter}},
	}})
	if err != nil {
		b.Fatal(err)
	}
	b.is(out[0].Err, store.ErrStale)
	b.same([]string{}, got(b.letters(l)))
	_, err = b.Load(b.Context(), 2)
	b.is(err, store.ErrNotFound)
}

// S10.6: a fencing number that every write checks.
func testFenced(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1)))
	b.lapse(l)
	r := b.next(1)
	_, err := b.Commit(b.Context(), l, []store.Unit{save(r)})
	b.is(err, store.ErrFenced)
	b.is(b.Renew(b.Context(), l, hour), store.ErrFenced)
	_, err = b.Claim(b.Context(), l, store.Want{Runs: []store.Version{version}, Limit: 1})
	b.is(err, store.ErrFenced)
	_, err = b.Letters(b.Context(), l, 1, true)
	b.is(err, store.ErrFenced)
	again := b.acquire("a")
	if again.Number <= l.Number {
		b.Fatalf("lease %d after %d: numbers must grow", again.Number, l.Number)
	}
	_, err = b.Commit(b.Context(), l, []store.Unit{save(r)})
	b.is(err, store.ErrFenced)
}

func testTakeOver(b *bench) {
	a, c := b.acquire("a"), b.acquire("c")
	busy := record(1)
	busy.Busy = true
	b.commit(a, save(busy))
	ids, _ := b.claim(c, store.Want{Now: now})
	b.same([]store.ID(nil), ids)
	b.lapse(a)
	ids, _ = b.claim(c, store.Want{Now: now})
	b.same([]store.ID{1}, ids)
	b.same(c.Number, b.load(1).Owner)
	// It resigns: what it had is there at once.
	if err := b.Resign(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	ids, _ = b.claim(b.acquire("d"), store.Want{Now: now})
	b.same([]store.ID{1}, ids)
}

func testClaim(b *bench) {
	a := b.acquire("a")
	due, later, busy, idle, over := record(1), record(2), record(3), record(4), record(5)
	due.Due, later.Due, busy.Busy = now, now+1, true
	over.Status, over.Busy = store.Completed, true
	for _, r := range []*store.Record{due, later, busy, idle, over} {
		b.commit(a, store.Unit{Saves: []store.Save{{Record: r, Release: true}}})
	}
	ids, _ := b.claim(a, store.Want{Now: now})
	b.same([]store.ID{1, 3}, ids)
	ids, _ = b.claim(a, store.Want{IDs: []store.ID{4, 5, 99}})
	b.same([]store.ID{4}, ids)
	ids, _ = b.claim(a, store.Want{Now: now + 1})
	b.same([]store.ID{2}, ids)
}

func testClaims(b *bench) {
	a := b.acquire("a")
	const n = 60
	for id := store.ID(1); id <= n; id++ {
		r := record(id)
		r.Busy = true
		b.commit(a, store.Unit{Saves: []store.Save{{Record: r, Release: true}}})
	}
	var mu sync.Mutex
	seen := map[store.ID]uint64{}
	var all sync.WaitGroup
	for e := range 3 {
		l := b.acquire(fmt.Sprint(e))
		all.Go(func() {
			for {
				c, err := b.Claim(context.Background(), l, store.Want{Runs: []store.Version{version}, Now: now, Limit: 7})
				if err != nil || len(c.Records) == 0 {
					if err != nil {
						b.Error(err)
					}
					return
				}
				mu.Lock()
				for _, r := range c.Records {
					if other, twice := seen[r.ID]; twice {
						b.Errorf("instance %d was given to %d and %d", r.ID, other, l.Number)
					}
					seen[r.ID] = l.Number
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b.same(n, len(seen))
}

// S10.5: one whose version isn't linked is left untouched.
func testUnlinked(b *bench) {
	a := b.acquire("a")
	r := record(1)
	r.Busy, r.Fingerprint = true, "f2"
	b.commit(a, store.Unit{Saves: []store.Save{{Record: r, Release: true}}})
	ids, _ := b.claim(a, store.Want{Now: now})
	b.same([]store.ID(nil), ids)
	ids, _ = b.claim(a, store.Want{IDs: []store.ID{1}})
	b.same([]store.ID(nil), ids)
	ids, _ = b.claim(a, store.Want{Now: now, Runs: []store.Version{version, {Process: "Order", Fingerprint: "f2"}}})
	b.same([]store.ID{1}, ids)
}
