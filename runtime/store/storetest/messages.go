package storetest

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bpmngen/bpmngen/runtime/store"
)

// S4.2: equal waiters queue, the longest waiting is served; one message serves
// exactly one (EV §2.9.2).
func testLongest(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(5, waits(1, "Paid", "42"))))
	b.commit(l, save(record(2, waits(1, "Paid", "42"))), save(record(3, waits(1, "Paid", "43"))))
	out := b.commit(l, publish(message("Paid", "42")))
	b.same([]store.Verdict{store.Routed}, out[0].Published)
	b.same([]string{"5/1 42"}, got(out[0].Letters))
	b.same(store.Routed, b.publish(l, message("Paid", "42")))
	b.same(store.Buffered, b.publish(l, message("Paid", "42")))
	b.same([]string{"5/1 42", "2/1 42"}, got(b.letters(l)))
	b.same([]store.Wait{waits(1, "Paid", "43")}, b.load(3).Waits)
	b.same("42", string(b.letters(l)[0].Message.Payload))
}

// S4.4: a message without any key correlates by name alone.
func testKeyless(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1, waits(1, "Paid", "42"), waits(2, "Paid", ""))))
	b.same(store.Routed, b.publish(l, message("Paid", "")))
	b.same([]string{"1/2 "}, got(b.letters(l)))
	// An empty key is a key.
	m := message("Paid", "")
	m.Keyed = true
	b.same(store.Buffered, b.publish(l, m))
	b.same(store.Buffered, b.publish(l, message("Paid", "")))
}

// S4.1: an inbox with a time to live.
func testInbox(b *bench) {
	l := b.acquire("a")
	for _, ttl := range []int64{10, 20, 30} {
		m := message("Paid", "42")
		m.TTL, m.Payload = ttl, fmt.Append(nil, ttl)
		b.same(store.Buffered, b.publish(l, m))
	}
	r := record(1, waits(1, "Paid", "42"))
	r.Updated = now + 10 // the first has expired, though nobody swept it
	out := b.commit(l, save(r))
	b.same([]string{"1/1 42"}, got(out[0].Letters))
	b.same("20", string(out[0].Letters[0].Message.Payload))
	gone, err := b.Expire(b.Context(), l, now+10, 100)
	if err != nil {
		b.Fatal(err)
	}
	b.same(1, len(gone))
	b.same("10", string(gone[0].Payload))
	n, err := b.Inbox(b.Context(), "Paid")
	if err != nil {
		b.Fatal(err)
	}
	b.same(1, n)
}

func testFull(b *bench) {
	l := b.acquire("a")
	for range 3 {
		b.same(store.Buffered, b.publish(l, message("Paid", "42")))
	}
	m := message("Paid", "43")
	m.ID = "x"
	b.same(store.Full, b.publish(l, m))
	b.same(store.Buffered, b.publish(l, message("Other", "42")))
	b.commit(l, save(record(1, waits(1, "Paid", "42"))))
	b.same(store.Buffered, b.publish(l, m)) // a refused one was not published: its id is free
	b.same(store.Duplicate, b.publish(l, m))
}

// S4.1: a message id is delivered once, for as long as a message lives.
func testOnce(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1, waits(1, "Paid", "42"), waits(2, "Paid", "42"))))
	m := message("Paid", "42")
	m.ID = "x"
	b.same(store.Routed, b.publish(l, m))
	b.same(store.Duplicate, b.publish(l, m))
	m.Name = "Other"
	b.same(store.Buffered, b.publish(l, m))
	m.Name = "Paid"
	u := publish(m)
	u.Publishes[0].Now = now + m.TTL
	b.same(store.Routed, b.commit(l, u)[0].Published[0])
}

func testTaken(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1, waits(1, "Paid", "42"))))
	seq := b.commit(l, publish(message("Paid", "42")))[0].Letters[0].Seq
	u := save(b.next(1))
	u.Takes = []uint64{seq}
	b.commit(l, u)
	b.same([]string{}, got(b.letters(l)))
	u = save(b.next(1))
	u.Takes = []uint64{seq}
	out, err := b.Commit(b.Context(), l, []store.Unit{u})
	if err != nil {
		b.Fatal(err)
	}
	b.is(out[0].Err, store.ErrTaken)
}

// A step that has not seen its letter yet says that it waits, and does not any more.
func testServed(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1, waits(1, "Paid", "42"))))
	b.same(store.Routed, b.publish(l, message("Paid", "42")))
	b.commit(l, save(b.next(1, waits(1, "Paid", "42"), waits(2, "Paid", "43"))))
	b.same(store.Buffered, b.publish(l, message("Paid", "42")))
	b.same([]string{"1/1 42"}, got(b.letters(l)))
	b.same([]store.Wait{waits(2, "Paid", "43")}, b.load(1).Waits)
}

// S4.3: a delivery whose subscription is gone returns to its old place, atomically with the refusal.
func testReturn(b *bench) {
	l := b.acquire("a")
	b.commit(l, save(record(1, waits(1, "Paid", "42"))))
	first := message("Paid", "42")
	first.Payload = []byte("first")
	seq := b.commit(l, publish(first))[0].Letters[0].Seq
	for range 3 {
		b.same(store.Buffered, b.publish(l, message("Paid", "42")))
	}
	u := save(b.next(1)) // a timer won
	u.Returns = []uint64{seq}
	b.commit(l, u) // into an inbox that is full
	out := b.commit(l, save(record(2, waits(1, "Paid", "42"))))
	b.same([]string{"2/1 42"}, got(out[0].Letters))
	b.same("first", string(out[0].Letters[0].Message.Payload))
	// Where another waits it goes to that one.
	u = save(b.next(2))
	u.Returns = []uint64{out[0].Letters[0].Seq}
	b.commit(l, save(record(3, waits(1, "Other", "42"))), u)
	b.same([]string{}, got(b.letters(l)))
	out = b.commit(l, save(record(4, waits(9, "Paid", "42"))))
	b.same("first", string(out[0].Letters[0].Message.Payload))
}

func testEnd(b *bench) {
	l := b.acquire("a")
	key := store.Key{Process: "Order", Key: "42"}
	r := record(1, waits(1, "Paid", "42"), waits(2, "Stop", ""))
	r.Keys = []store.Key{key}
	b.commit(l, save(r))
	b.same(store.Routed, b.publish(l, message("Paid", "42")))
	b.commit(l, store.Unit{Posts: []store.Letter{{To: 1, Kind: store.OwnLetter}}})
	r = b.next(1)
	r.Status, r.Ended, r.Keys = store.Completed, now, nil
	b.commit(l, save(r))
	b.same([]string{}, got(b.letters(l)))
	b.same(store.Buffered, b.publish(l, message("Stop", "")))
	n, err := b.Inbox(b.Context(), "Paid")
	if err != nil {
		b.Fatal(err)
	}
	b.same(1, n)
	b.same(uint64(0), b.load(1).Owner)
	b.same([]bool{false}, b.commit(l, store.Unit{Posts: []store.Letter{{To: 1, Kind: store.OwnLetter}}})[0].Posted)
	other := record(2)
	other.Keys = []store.Key{key}
	b.commit(l, save(other))
	b.commit(l, store.Unit{Saves: []store.Save{{Record: b.next(2), Delete: true}}})
	_, err = b.Load(b.Context(), 2)
	b.is(err, store.ErrNotFound)
}

func (b *bench) starts(l store.Lease, starts ...store.Start) {
	b.Helper()
	if err := b.SetStarts(b.Context(), l, starts, now); err != nil {
		b.Fatal(err)
	}
}

// S4.2: else a start that it can instantiate, unless an instance already owns the key.
func testStart(b *bench) {
	l := b.acquire("a")
	b.same(store.Buffered, b.publish(l, message("Placed", "41")))
	b.starts(l, store.Start{Message: "Placed", Process: "Order"})
	b.is(b.SetStarts(b.Context(), l, []store.Start{{Message: "Placed", Process: "Other"}}, now), store.ErrStartTaken)
	u := publish(message("Placed", "42"))
	u.Publishes[0].Here = true
	out := b.commit(l, u)
	b.same([]store.Letter{{Kind: store.StartLetter, Process: "Order",
		Message: store.Message{Name: "Placed", Key: "42", Keyed: true, Payload: []byte("42"), TTL: 100, Owns: "Order"}}},
		out[0].Letters, cmpopts.IgnoreFields(store.Letter{}, "Seq"), cmpopts.IgnoreFields(store.Message{}, "Order"))
	b.same(store.Buffered, b.publish(l, message("Placed", "42"))) // the key is owned
	r := record(1)
	r.Keys = []store.Key{{Process: "Order", Key: "42"}}
	u = save(r)
	u.Takes = []uint64{out[0].Letters[0].Seq}
	b.commit(l, u)
	b.same(store.Buffered, b.publish(l, message("Placed", "42")))
	r = b.next(1)
	r.Status, r.Ended = store.Completed, now
	b.commit(l, save(r)) // the next one starts one now
	_, starts := b.claim(l, store.Want{Now: now})
	b.same([]string{"0/0 41", "0/0 42"}, got(starts))
	u = store.Unit{Returns: []uint64{starts[1].Seq}} // no instance can be made: it waits again
	b.starts(l, store.Start{Message: "Placed"})
	b.commit(l, u)
	n, err := b.Inbox(b.Context(), "Placed")
	if err != nil {
		b.Fatal(err)
	}
	b.same(2, n)
}

func testStartClaim(b *bench) {
	l, other := b.acquire("a"), b.acquire("b")
	b.starts(l, store.Start{Message: "Placed", Process: "Order"})
	out := b.commit(other, publish(message("Placed", "42"))) // not Here
	b.same([]string{}, got(out[0].Letters))
	_, starts := b.claim(other, store.Want{Runs: []store.Version{{Process: "Other", Fingerprint: "f"}}})
	b.same([]string{}, got(starts))
	_, starts = b.claim(l, store.Want{})
	b.same([]string{"0/0 42"}, got(starts))
	_, starts = b.claim(other, store.Want{})
	b.same([]string{}, got(starts))
	b.same([]string{"0/0 42"}, got(b.letters(l)))
	b.lapse(l)
	_, starts = b.claim(other, store.Want{})
	b.same([]string{"0/0 42"}, got(starts))
}

// S4.4: the first message of a conversation sets an instance's key.
func testOpen(b *bench) {
	l := b.acquire("a")
	open := store.Wait{Tag: 1, Name: "Paid", Open: true}
	b.commit(l, save(record(1, open)), save(record(2, open)))
	b.same(store.Routed, b.publish(l, message("Paid", "42")))
	b.same(store.Buffered, b.publish(l, message("Paid", "42"))) // 1 owns the key, and waits no longer
	b.same(store.Routed, b.publish(l, message("Paid", "43")))
	all := b.letters(l)
	b.same([]string{"1/1 42", "2/1 43"}, got(all))
	b.same("Order", all[0].Message.Owns)
	b.same([]store.Key{{Process: "Order", Key: "42"}}, b.load(1).Keys)
	// Refused, it gives the key back too: the next one of that key is for whoever waits for any.
	u := save(b.next(1))
	u.Saves[0].Record.Keys = nil
	u.Returns = []uint64{all[0].Seq}
	b.commit(l, u)
	out := b.commit(l, save(record(3, open)))
	b.same([]string{"3/1 42"}, got(out[0].Letters))
}

// S5.1: every current catch, in the order of arming.
func testSignal(b *bench) {
	l := b.acquire("a")
	for _, id := range []store.ID{5, 2, 9} {
		b.commit(l, save(record(id, store.Wait{Tag: 1, Kind: store.SignalWait, Name: "Closing"}, waits(2, "Closing", ""))))
	}
	u := store.Unit{Broadcasts: []store.Broadcast{{Name: "Closing", Payload: []byte("x"), Except: 2}, {Name: "Nobody"}}}
	out := b.commit(l, u)
	b.same([]int{2, 0}, out[0].Reached)
	b.same([]string{"5/1 ", "9/1 "}, got(out[0].Letters))
	b.same("x", string(out[0].Letters[0].Body))
}

// S10.6: given at any engine, it reaches the owner, evicted instances included.
func testPost(b *bench) {
	a, c := b.acquire("a"), b.acquire("c")
	b.commit(a, save(record(1)), store.Unit{Saves: []store.Save{{Record: record(2), Release: true}}})
	out := b.commit(c, store.Unit{Posts: []store.Letter{
		{To: 1, Kind: store.OwnLetter, Body: []byte("one")}, {To: 2, Kind: store.OwnLetter + 1, Body: []byte("two")}, {To: 3, Kind: store.OwnLetter}}})
	b.same([]bool{true, true, false}, out[0].Posted)
	b.same([]string{}, got(out[0].Letters)) // neither is c's
	select {
	case <-b.Watch(a):
	case <-b.Context().Done():
	}
	b.same([]string{"1/0 "}, got(b.letters(a)))
	ids, _ := b.claim(c, store.Want{Now: now})
	b.same([]store.ID{2}, ids)
	all, err := b.Letters(b.Context(), c, 10, false)
	if err != nil {
		b.Fatal(err)
	}
	b.same([]store.Letter{{To: 2, Kind: store.OwnLetter + 1, Body: []byte("two")}}, all, cmpopts.IgnoreFields(store.Letter{}, "Seq"))
	all, err = b.Letters(b.Context(), c, 10, false)
	if err != nil {
		b.Fatal(err)
	}
	b.same([]string{}, got(all)) // it was told
	b.same([]string{"2/0 "}, got(b.letters(c)))
}

func testFind(b *bench) {
	l := b.acquire("a")
	for id := store.ID(1); id <= 6; id++ {
		r := record(id)
		r.Started = int64(id)
		r.Parent = id % 2
		r.BusinessKey = fmt.Sprint(id % 3)
		r.Nodes = []string{fmt.Sprint("N", id%2)}
		if id == 4 {
			r.Incidents = []store.Incident{{Node: "N0"}}
		}
		if id == 6 {
			r.Process, r.Fingerprint, r.Status, r.Ended = "Other", "g", store.Failed, now
		}
		b.commit(l, save(r))
	}
	for _, c := range []struct {
		q    store.Query
		want []store.ID
	}{
		{store.Query{}, []store.ID{1, 2, 3, 4, 5, 6}},
		{store.Query{Process: "Other"}, []store.ID{6}},
		{store.Query{Fingerprint: "g"}, []store.ID{6}},
		{store.Query{Statuses: []store.Status{store.Completed, store.Failed}}, []store.ID{6}},
		{store.Query{BusinessKey: "1"}, []store.ID{1, 4}},
		{store.Query{Node: "N1"}, []store.ID{1, 3, 5}},
		{store.Query{Incidents: true}, []store.ID{4}},
		{store.Query{Parent: 1}, []store.ID{1, 3, 5}},
		{store.Query{StartedFrom: 2, StartedBefore: 4}, []store.ID{2, 3}},
		{store.Query{After: 2, Limit: 2}, []store.ID{3, 4}},
		{store.Query{Node: "N0", BusinessKey: "1", Incidents: true}, []store.ID{4}},
	} {
		all, err := b.Find(b.Context(), c.q)
		if err != nil {
			b.Fatal(err)
		}
		var ids []store.ID
		for _, r := range all {
			ids = append(ids, r.ID)
		}
		b.same(c.want, ids)
	}
}

func testPrune(b *bench) {
	l := b.acquire("a")
	for id := store.ID(1); id <= 4; id++ {
		r := record(id)
		if id != 2 {
			r.Status, r.Ended = store.Completed, int64(id)
		}
		b.commit(l, save(r))
	}
	n, err := b.Prune(b.Context(), 4, 100)
	if err != nil {
		b.Fatal(err)
	}
	b.same(2, n)
	b.load(2)
	b.load(4)
}

func testConcurrent(b *bench) {
	l := b.acquire("a")
	const writers, each = 8, 125
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				id := store.ID(w*each + i + 1)
				out, err := b.Commit(context.Background(), l, []store.Unit{save(record(id, waits(1, "Paid", fmt.Sprint(id))))})
				if err != nil || out[0].Err != nil {
					b.Errorf("%v %v", err, out)
					return
				}
			}
		})
	}
	all.Wait()
	found, err := b.Find(b.Context(), store.Query{Limit: writers*each + 1})
	if err != nil {
		b.Fatal(err)
	}
	b.same(writers*each, len(found))
}
