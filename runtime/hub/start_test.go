package hub_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// anyKey is a waiter that takes a message with any key, and the process that it is of.
func anyKey(owner string) *hub.Waiter {
	return &hub.Waiter{Owner: owner, Sub: machine.Subscription{Open: true}}
}

func grouped(size int) *hub.Hub {
	return hub.New(hub.Options{InboxSize: size, TTL: 1 << 40, Now: zero, Group: func(owner any) string { return "process of " + owner.(string) }})
}

func keyed(key string, payload any) *hub.Message {
	return &hub.Message{Name: "M", Key: key, Keyed: key != "", Payload: payload}
}

func must(t *testing.T, h *hub.Hub, m *hub.Message) hub.Receiver {
	t.Helper()
	r, err := h.Publish(m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// S4.2: a waiter comes before a start; a start makes the key owned; what comes
// for an owned key waits, and starts when the owner ends.
func TestStart(t *testing.T) {
	h := grouped(10)
	st := &hub.Start{Owner: "p", Group: "P"}
	same(t, "nothing waits", 0, len(h.SetStart("M", st)))
	w := waiter("w", "1")
	h.Await(w, "M")
	if r := must(t, h, keyed("1", "a")); r.Waiter != w {
		t.Errorf("%+v", r)
	}
	first := keyed("1", "b")
	if r := must(t, h, first); r.Start != st || first.Claim == nil || *first.Claim != (hub.Claim{Group: "P", Key: "1"}) {
		t.Errorf("%+v claims %v", r, first.Claim)
	}
	for _, payload := range []string{"c", "d"} {
		if r := must(t, h, keyed("1", payload)); !r.Nobody() {
			t.Errorf("%s: %+v", payload, r)
		}
	}
	if r := must(t, h, keyed("2", "other")); r.Start != st {
		t.Errorf("another key: %+v", r)
	}
	for range 2 {
		if r := must(t, h, keyed("", "none")); r.Start != st {
			t.Errorf("no key: %+v", r)
		}
	}
	for _, payload := range []string{"c", "d"} {
		ds := h.Release(hub.Claim{Group: "P", Key: "1"})
		if len(ds) != 1 || ds[0].Start != st || ds[0].Message.Payload != payload {
			t.Fatalf("%+v, want %s", ds, payload)
		}
	}
	same(t, "nothing is left", 0, len(h.Release(hub.Claim{Group: "P", Key: "1"})))
	same(t, "waiting", 0, h.Waiting("M"))

	// S10.1: without the start messages wait, and come with the next one in order.
	h.SetStart("M", nil)
	for _, payload := range []string{"e", "f"} {
		must(t, h, keyed(payload, payload))
	}
	var got []any
	for _, d := range h.SetStart("M", st) {
		got = append(got, d.Message.Payload)
	}
	same(t, "taken", []any{"e", "f"}, got)
}

// S4.3: a message that its start refused is as it was before: nobody owns its key.
func TestStartRefuses(t *testing.T) {
	h := grouped(10)
	h.SetStart("M", &hub.Start{Group: "P"})
	m := keyed("1", "a")
	must(t, h, m)
	h.Keep(m)
	same(t, "waiting", 1, h.Waiting("M"))
	if !h.Claim(hub.Claim{Group: "P", Key: "1"}) {
		t.Error("the key is owned")
	}
}

// S4.2, S4.3: a key that a refused message would have owned is free again, and
// who waits behind it is offered: it would wait for ever else.
func TestRefusedFreesKey(t *testing.T) {
	h := grouped(10)
	w := anyKey("a")
	h.Await(w, "M")
	first := keyed("1", "first")
	if r := must(t, h, first); r.Waiter != w {
		t.Fatalf("%+v", r)
	}
	st := &hub.Start{Group: "process of a"}
	h.SetStart("N", st)
	behind := keyed("1", "behind")
	behind.Name = "N"
	if r := must(t, h, behind); !r.Nobody() {
		t.Fatalf("%+v, but the key is owned", r)
	}
	claim := *first.Claim
	if r := h.Return(first); !r.Nobody() {
		t.Fatalf("%+v", r)
	}
	ds := h.Offer(claim)
	if len(ds) != 1 || ds[0].Start != st || ds[0].Message != behind {
		t.Fatalf("%+v", ds)
	}
	same(t, "it is owned again", 0, len(h.Offer(claim)))
}

// S4.4: who takes any key gets the oldest message that no other instance of its
// process owns, and the key with it.
func TestAnyKey(t *testing.T) {
	h := grouped(10)
	for _, key := range []string{"1", "2"} {
		must(t, h, keyed(key, key))
	}
	a, b, c := anyKey("a"), anyKey("a"), anyKey("a")
	if m := h.Await(a, "M"); m == nil || m.Key != "1" || m.Claim == nil {
		t.Fatalf("%+v", m)
	}
	must(t, h, keyed("1", "owned"))
	if m := h.Await(b, "M"); m == nil || m.Key != "2" {
		t.Fatalf("%+v", m)
	}
	if m := h.Await(c, "M"); m != nil {
		t.Fatalf("%+v is another's", m)
	}
	if r := must(t, h, keyed("2", "owned")); !r.Nobody() {
		t.Errorf("%+v is another's", r)
	}
	m := keyed("3", "free")
	if r := must(t, h, m); r.Waiter != c {
		t.Errorf("%+v", r)
	}
	if h.Cease(c) {
		t.Error("it was handed out")
	}
	d := anyKey("a")
	h.Await(d, "M")
	if !h.Cease(d) || h.Cease(d) {
		t.Error("cease")
	}
	if r := h.Return(m); !r.Nobody() {
		t.Errorf("%+v", r)
	}
	if m := h.Await(d, "M"); m == nil || m.Key != "3" { // its claim went with the refusal
		t.Errorf("%+v", m)
	}
}

// EV §2.4, S4.2: whatever races, a key has one owner at a time, and each message
// one receiver or its place in the inbox.
func TestRacingStarts(t *testing.T) {
	h := grouped(1 << 20)
	st := &hub.Start{Group: "process of x"}
	h.SetStart("M", st)
	const each, keys = 4000, 10
	var owners [keys]atomic.Int32
	var received atomic.Int64
	var own func(m *hub.Message, r hub.Receiver)
	own = func(m *hub.Message, r hub.Receiver) {
		if r.Nobody() {
			return
		}
		received.Add(1)
		k, err := strconv.Atoi(m.Key)
		if err != nil || m.Claim == nil {
			t.Errorf("%v %v", err, m.Claim)
			return
		}
		if owners[k].Add(1) != 1 {
			t.Error("two owners")
		}
		owners[k].Add(-1)
		for _, d := range h.Release(*m.Claim) {
			own(d.Message, d.Receiver)
		}
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for n := range each {
				m := keyed(strconv.Itoa(n%keys), n)
				r, err := h.Publish(m)
				if err != nil {
					t.Error(err)
				}
				own(m, r)
			}
		})
	}
	wg.Go(func() {
		for range each {
			w := anyKey("x")
			if m := h.Await(w, "M"); m != nil {
				own(m, hub.Receiver{Waiter: w})
			} else {
				h.Cease(w) // where it was handed one meanwhile, that publisher owns it here
			}
		}
	})
	wg.Wait()
	if got := received.Load() + int64(h.Waiting("M")); got != 3*each {
		t.Errorf("%d received or waiting, of %d", got, 3*each)
	}
}

// S4.2, S4.3: a message that its start refused goes to a waiter that registered
// meanwhile, not past it into the inbox.
func TestStartRefusesForWaiter(t *testing.T) {
	h := grouped(10)
	h.SetStart("M", &hub.Start{Group: "P"})
	m := keyed("1", "a")
	must(t, h, m)
	w := waiter("w", "1")
	if got := h.Await(w, "M"); got != nil {
		t.Fatalf("the message is with the start, not %v", got.Payload)
	}
	if r := h.Keep(m); r.Waiter != w {
		t.Errorf("kept for %v, not for who waits", r)
	}
	same(t, "waiting", 0, h.Waiting("M"))
}
