package hub_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

func waiter(owner any, key string) *hub.Waiter {
	return &hub.Waiter{Owner: owner, Sub: machine.Subscription{Key: key, Keyed: key != ""}}
}

func publish(t *testing.T, h *hub.Hub, name, key string, payload any) any {
	t.Helper()
	w, err := h.Publish(&hub.Message{Name: name, Key: key, Keyed: key != "", Payload: payload})
	if err != nil {
		t.Fatal(err)
	}
	if w.Waiter == nil {
		return nil
	}
	return w.Waiter.Owner
}

func zero() int64 { return 0 }

func await(h *hub.Hub, owner any, name, key string) any {
	if m := h.Await(waiter(owner, key), name); m != nil {
		return m.Payload
	}
	return nil
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// S4.2: one message serves exactly one waiter with its name and key; equal
// waiters queue, the longest waiting is served; without one it waits itself.
func TestMessages(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 10, TTL: 100, Now: zero})
	same(t, "no message yet", nil, await(h, "a", "M", "1"))
	same(t, "queues", nil, await(h, "b", "M", "1"))
	same(t, "another key", nil, await(h, "c", "M", "2"))
	same(t, "no key", nil, await(h, "d", "M", ""))
	same(t, "another name", nil, publish(t, h, "N", "1", "n"))
	same(t, "the longest waiting", "a", publish(t, h, "M", "1", "m1"))
	same(t, "the next", "b", publish(t, h, "M", "1", "m2"))
	same(t, "nobody left", nil, publish(t, h, "M", "1", "m3"))
	same(t, "nobody left", nil, publish(t, h, "M", "1", "m4"))
	same(t, "by name alone", "d", publish(t, h, "M", "", "m5"))
	same(t, "waiting", 2, h.Waiting("M"))
	same(t, "the oldest message", "m3", await(h, "e", "M", "1"))
	same(t, "the next message", "m4", await(h, "e", "M", "1"))
	same(t, "waiting", 0, h.Waiting("M"))
}

// S4.3: a refused message returns to its old place, or to the next waiter.
func TestReturn(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 1, TTL: 100, Now: zero})
	w := waiter("a", "")
	h.Await(w, "M")
	m := &hub.Message{Name: "M", Payload: "first"}
	if got, err := h.Publish(m); err != nil || got.Waiter != w {
		t.Fatal(got, err)
	}
	if h.Cease(w) {
		t.Error("a waiter that was handed out is still registered")
	}
	same(t, "second", nil, publish(t, h, "M", "", "second"))
	if next := h.Return(m); !next.Nobody() { // beyond the inbox's size: it was in the engine already
		t.Error("who?")
	}
	same(t, "waiting", 2, h.Waiting("M"))
	same(t, "old place", "first", await(h, "b", "M", ""))
	h.Await(waiter("c", "x"), "M")
	same(t, "order", "second", await(h, "d", "M", ""))

	h.Await(waiter("e", ""), "M")
	h.Await(waiter("f", ""), "M")
	w2, _ := h.Publish(m)
	if next := h.Return(m); next.Nobody() || next.Waiter.Owner != "f" || w2.Waiter.Owner != "e" {
		t.Errorf("%v then %v", w2, next)
	}
}

// S4.1: the inbox is bounded by name, a message expires, an id is delivered once.
func TestInbox(t *testing.T) {
	clock := int64(0)
	h := hub.New(hub.Options{InboxSize: 2, TTL: 100, Now: func() int64 { return clock }})
	pub := func(id string, now int64) error {
		clock = now
		_, err := h.Publish(&hub.Message{Name: "M", ID: id, Payload: id})
		return err
	}
	for _, id := range []string{"a", "b", "a", "b"} {
		if err := pub(id, 10); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "waiting", 2, h.Waiting("M"))
	if err := pub("c", 20); !errors.Is(err, hub.ErrInboxFull) {
		t.Errorf("full: %v", err)
	}
	if at, ok := h.Next(); !ok || at != 110 {
		t.Errorf("next %d %v", at, ok)
	}
	same(t, "not yet", 0, len(h.Expire(109)))
	var expired []any
	for _, m := range h.Expire(110) {
		expired = append(expired, m.Payload)
	}
	same(t, "expired", []any{"a", "b"}, expired)
	if err := pub("a", 111); err != nil { // its id is forgotten by now
		t.Fatal(err)
	}
	same(t, "waiting", 1, h.Waiting("M"))
	clock = 300
	if m := h.Await(waiter("w", ""), "M"); m != nil {
		t.Error("an expired message was handed out")
	}
	if _, ok := h.Next(); !ok {
		t.Error("the expired message is still to be told")
	}
}

// S5.1: a signal reaches every current catch, in the order of arming.
func TestSignals(t *testing.T) {
	h := hub.New(hub.Options{})
	ws := map[string]*hub.Waiter{}
	for _, o := range []string{"a", "b", "c", "d"} {
		ws[o] = waiter(o, "")
		h.Listen(ws[o], "S")
	}
	owners := func(except any) (all []string) {
		for _, w := range h.Catchers("S", except) {
			all = append(all, w.Owner.(string))
		}
		return all
	}
	same(t, "all", []string{"a", "b", "c", "d"}, owners(nil))
	same(t, "but one", []string{"a", "c", "d"}, owners("b"))
	h.Unlisten(ws["a"])
	h.Unlisten(ws["c"])
	h.Unlisten(ws["c"])
	h.Listen(ws["a"], "S")
	same(t, "again at the end", []string{"b", "d", "a"}, owners(nil))
	for _, o := range []string{"a", "b", "d"} {
		h.Unlisten(ws[o])
	}
	same(t, "none", 0, len(h.Catchers("S", nil)))
}

// Timers fire in the order of due time, equal ones in the order of arming,
// whatever was disarmed between.
func TestTimers(t *testing.T) {
	h := hub.New(hub.Options{})
	rnd := rand.New(rand.NewPCG(1, 2))
	type armed struct {
		due int64
		n   int
		w   *hub.Waiter
	}
	var all []armed
	for n := range 5000 {
		w := waiter(n, "")
		w.Sub.Due = int64(rnd.IntN(700))
		h.Arm(w)
		all = append(all, armed{w.Sub.Due, n, w})
		if rnd.IntN(3) == 0 {
			k := rnd.IntN(len(all))
			if !h.Disarm(all[k].w) || h.Disarm(all[k].w) {
				t.Fatal("disarm")
			}
			all = slices.Delete(all, k, k+1)
		}
	}
	slices.SortFunc(all, func(a, b armed) int {
		if a.due != b.due {
			return int(a.due - b.due)
		}
		return a.n - b.n
	})
	same(t, "armed", len(all), h.Armed())
	for _, now := range []int64{-1, 0, 350, 1000} {
		for len(all) > 0 && all[0].due <= now {
			if at, ok := h.Next(); !ok || at != all[0].due {
				t.Fatalf("next %d %v, want %d", at, ok, all[0].due)
			}
			if w := h.Due(now); w != all[0].w {
				t.Fatalf("wrong timer")
			}
			all = all[1:]
		}
		if w := h.Due(now); w != nil {
			t.Fatalf("%v is not due at %d", w.Owner, now)
		}
	}
}

// EV §2.4, §2.5: whatever races, every message is taken once or still in the inbox.
func TestRacingMessages(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 1 << 20, TTL: 1 << 40, Now: zero})
	const each = 5000
	var taken, kept atomic.Int64
	var wg sync.WaitGroup
	seen := make([]atomic.Int32, 3*each)
	take := func(m *hub.Message) {
		taken.Add(1)
		if seen[m.Payload.(int)].Add(1) != 1 {
			t.Error("taken twice")
		}
	}
	for g := range 3 {
		wg.Go(func() {
			for n := range each {
				m := &hub.Message{Name: "M", Key: fmt.Sprint(n % 50), Keyed: true, Payload: g*each + n}
				w, err := h.Publish(m)
				switch {
				case err != nil:
					t.Error(err)
				case w.Nobody():
				case n%7 == 0: // the waiter refuses
					for !w.Nobody() {
						w = h.Return(m)
					}
				default:
					take(m)
				}
			}
		})
		wg.Go(func() {
			for n := range each {
				w := waiter(nil, fmt.Sprint(n%50))
				if m := h.Await(w, "M"); m != nil {
					take(m)
				} else if n%3 == 0 && h.Cease(w) {
					kept.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if got := int(taken.Load()) + h.Waiting("M"); got != 3*each {
		t.Errorf("%d taken and %d waiting, of %d", taken.Load(), h.Waiting("M"), 3*each)
	}
}
