package hub_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// EV §2.4: what nobody waits for is no error: a signal is not caught, a
// message waits with the broker.
func TestNobodyWaits(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 1, TTL: 10, Now: zero})
	same(t, "signal", 0, len(h.Catchers("S", nil)))
	same(t, "message", nil, publish(t, h, "M", "", "m"))
	if w := h.Due(1 << 62); w != nil {
		t.Error("a timer")
	}
	for _, w := range []*hub.Waiter{new(hub.Waiter), {Sub: machine.Subscription{Open: true}}} {
		if h.Cease(w) || h.Unlisten(w) || h.Disarm(w) {
			t.Error("what was never registered was removed")
		}
	}
	same(t, "expired", 1, len(h.Expire(10)))
	if at, ok := h.Next(); ok {
		t.Errorf("something is to come at %d", at)
	}
}

// EV §2.9.4: several executions of an instance wait at one catch; removing one
// leaves the others, and the first firing ends no other's wait.
func TestQueueOfOneCatch(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 10, TTL: 100, Now: zero})
	var ws []*hub.Waiter
	for i := range 4 {
		ws = append(ws, waiter(i, "k"))
		h.Await(ws[i], "M")
	}
	same(t, "fired", 0, publish(t, h, "M", "k", "m"))
	if !h.Cease(ws[2]) {
		t.Error("the third is registered")
	}
	same(t, "fired", 1, publish(t, h, "M", "k", "m"))
	if h.Await(ws[0], "M") != nil {
		t.Error("a message")
	}
	same(t, "fired", 3, publish(t, h, "M", "k", "m"))
	same(t, "armed again, so last", 0, publish(t, h, "M", "k", "m"))
	same(t, "nobody is left", nil, publish(t, h, "M", "k", "m"))
}

// S4.4: keys are equal where all of them is; nothing else decides, whatever
// characters they hold; no key is a key of its own.
func TestKeysAreExact(t *testing.T) {
	keys := []string{"a", "b", "ab", "a\x00b", "", "ä", "a ", "1", "01"}
	h := hub.New(hub.Options{InboxSize: 100, TTL: 100, Now: zero})
	for _, name := range []string{"M", "Ma"} {
		for _, k := range keys {
			h.Await(&hub.Waiter{Owner: name + "/" + k, Sub: machine.Subscription{Key: k, Keyed: true}}, name)
		}
		h.Await(&hub.Waiter{Owner: name, Sub: machine.Subscription{Key: "ignored"}}, name)
	}
	for _, name := range []string{"Ma", "M"} {
		same(t, "no key", name, publish(t, h, name, "", nil))
		for _, k := range keys {
			r, err := h.Publish(&hub.Message{Name: name, Key: k, Keyed: true})
			if err != nil || r.Waiter == nil || r.Waiter.Owner != name+"/"+k {
				t.Errorf("%s %q: %+v %v", name, k, r, err)
			}
		}
	}
}

// S4.1: an id is delivered once within its time to live, by name and whatever
// the key; one that was refused or dropped can be published again.
func TestOnce(t *testing.T) {
	var now int64
	h := hub.New(hub.Options{InboxSize: 1, TTL: 100, Now: func() int64 { return now }})
	pub := func(name, key, id string) (hub.Receiver, *hub.Message, error) {
		m := &hub.Message{Name: name, Key: key, Keyed: key != "", ID: id}
		r, err := h.Publish(m)
		return r, m, err
	}
	accepted := func(what string, want bool, name, key, id string) {
		t.Helper()
		r, _, err := pub(name, key, id)
		if err != nil || r.Duplicate == want {
			t.Errorf("%s: %+v %v", what, r, err)
		}
	}
	accepted("first", true, "M", "1", "x")
	accepted("again", false, "M", "1", "x")
	accepted("another key", false, "M", "2", "x")
	accepted("another name", true, "N", "1", "x")
	if _, _, err := pub("M", "1", "y"); !errors.Is(err, hub.ErrInboxFull) {
		t.Errorf("full: %v", err)
	}
	if h.Await(waiter("w", "1"), "M") == nil {
		t.Fatal("the first is there")
	}
	accepted("was refused before", true, "M", "1", "y")
	accepted("x was taken by now", false, "M", "1", "x")
	h.Await(waiter("v", "3"), "M")
	r, m, _ := pub("M", "3", "z")
	same(t, "receiver", "v", r.Waiter.Owner.(string))
	h.Drop(m)
	h.Expire(now)
	h.Await(waiter("u", "3"), "M")
	accepted("was dropped", true, "M", "3", "z")
	now = 99
	accepted("just in time", false, "M", "3", "z")
	now = 100
	same(t, "expired", 2, len(h.Expire(now)))
	accepted("its time is over", true, "M", "3", "z")
}

// S4.1: messages expire in the order of their time, those too that came back (S4.3).
func TestExpiryOrder(t *testing.T) {
	var now int64
	h := hub.New(hub.Options{InboxSize: 100, TTL: 1000, Now: func() int64 { return now }})
	rnd := rand.New(rand.NewPCG(5, 5))
	var out []*hub.Message
	for now = range 100 {
		m := &hub.Message{Name: "M", Key: strconv.Itoa(int(now)), Keyed: true, Payload: now}
		if _, err := h.Publish(m); err != nil {
			t.Fatal(err)
		}
		if w := waiter("w", strconv.Itoa(rnd.IntN(int(now)+1))); rnd.IntN(2) == 0 {
			if m := h.Await(w, "M"); m != nil {
				out = append(out, m)
			} else {
				h.Cease(w)
			}
		}
		if len(out) > 3 {
			h.Return(out[0])
			out = out[1:]
		}
	}
	for _, m := range out {
		h.Return(m)
	}
	if at, ok := h.Next(); !ok || at != 1000 {
		t.Errorf("next at %d", at)
	}
	for now = 1000; now < 1100; now++ {
		got := h.Expire(now)
		if len(got) != 1 || got[0].Payload != now-1000 {
			t.Fatalf("at %d: %d messages", now, len(got))
		}
	}
	if _, ok := h.Next(); ok {
		t.Error("more")
	}
	forever := hub.New(hub.Options{InboxSize: 1, TTL: 1<<63 - 1, Now: func() int64 { return 5 }})
	publish(t, forever, "M", "", "m")
	if at, ok := forever.Next(); ok {
		t.Errorf("a message without an end expires at %d", at)
	}
}

// EV §2.1, S5.1: a signal goes to the catches that are current at the throw:
// not to those that were removed before or come after.
func TestSignalSnapshot(t *testing.T) {
	h := hub.New(hub.Options{})
	rnd := rand.New(rand.NewPCG(6, 6))
	type catch struct {
		w    *hub.Waiter
		name string
	}
	var armed []catch
	for n := range 3000 {
		if len(armed) == 0 || rnd.IntN(5) > 1 {
			c := catch{&hub.Waiter{Owner: n % 7}, strconv.Itoa(rnd.IntN(3))}
			h.Listen(c.w, c.name)
			armed = append(armed, c)
		} else {
			k := rnd.IntN(len(armed))
			if !h.Unlisten(armed[k].w) || h.Unlisten(armed[k].w) {
				t.Fatal("a catch is removed once")
			}
			armed = slices.Delete(armed, k, k+1)
		}
		if n%10 != 0 {
			continue
		}
		name, except := strconv.Itoa(rnd.IntN(3)), rnd.IntN(7)
		var want []*hub.Waiter
		for _, c := range armed {
			if c.name == name && c.w.Owner != except {
				want = append(want, c.w)
			}
		}
		if got := h.Catchers(name, except); !slices.Equal(got, want) {
			t.Fatalf("%d catches, want %d", len(got), len(want))
		}
	}
}

// S5.2: arming, moving and disarming timers in any order, they fire in the order of due
// time, equal ones in the order of arming; a jump of the clock over 100,000 fires all.
func TestTimersLikeReference(t *testing.T) {
	h := hub.New(hub.Options{})
	rnd := rand.New(rand.NewPCG(7, 7))
	type armed struct {
		w   *hub.Waiter
		due int64
		n   int
	}
	ref := map[*hub.Waiter]armed{}
	ws := make([]hub.Waiter, 300)
	sorted := func() (all []armed) {
		for _, a := range ref {
			all = append(all, a)
		}
		slices.SortFunc(all, func(a, b armed) int {
			if a.due != b.due {
				return int(a.due - b.due)
			}
			return a.n - b.n
		})
		return all
	}
	now := int64(0)
	for n := range 20_000 {
		w := &ws[rnd.IntN(len(ws))]
		_, is := ref[w]
		switch rnd.IntN(5) {
		case 0, 1, 2:
			w.Sub.Due = now + int64(rnd.IntN(400)) - 20
			ref[w] = armed{w, w.Sub.Due, n}
			if first := h.Arm(w); first != (sorted()[0].w == w) {
				t.Fatalf("first: %v", first)
			}
		case 3:
			if h.Disarm(w) != is {
				t.Fatalf("disarmed, want %v", is)
			}
			delete(ref, w)
		default:
			now += int64(rnd.IntN(10))
			for _, a := range sorted() {
				if a.due > now {
					break
				}
				if got := h.Due(now); got != a.w {
					t.Fatal("another timer")
				}
				delete(ref, a.w)
			}
			if h.Due(now) != nil {
				t.Fatal("it is not due")
			}
		}
		if h.Armed() != len(ref) {
			t.Fatalf("%d armed, want %d", h.Armed(), len(ref))
		}
	}

	many := hub.New(hub.Options{})
	jump := make([]hub.Waiter, 100_000)
	for i := range jump {
		jump[i].Owner, jump[i].Sub.Due = i, int64(i*7919%50_000)
		many.Arm(&jump[i])
	}
	for last, n := (*hub.Waiter)(nil), 0; ; n++ {
		w := many.Due(50_000)
		if w == nil {
			same(t, "fired", len(jump), n)
			break
		}
		if last != nil && (last.Sub.Due > w.Sub.Due || last.Sub.Due == w.Sub.Due && last.Owner.(int) > w.Owner.(int)) {
			t.Fatal("out of order")
		}
		last = w
	}
}

// EV §2.5: Close removes every waiter and tells how many there were; what comes
// after it is refused; an ended context leaves the rest for the next call.
func TestClose(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 10, TTL: 100, Now: zero})
	w, open, signal, timer := waiter("w", "1"), &hub.Waiter{Sub: machine.Subscription{Open: true}}, new(hub.Waiter), new(hub.Waiter)
	h.Await(w, "M")
	h.Await(open, "N")
	h.Listen(signal, "S")
	h.Arm(timer)
	h.SetStart("O", &hub.Start{})
	out := &hub.Message{Name: "O", Key: "1", Keyed: true, ID: "x"}
	if r, err := h.Publish(out); err != nil || r.Start == nil {
		t.Fatal(r, err)
	}
	publish(t, h, "O", "1", "waits")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Close(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	left, err := h.Close(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "left", hub.Left{Messages: 2, Signals: 1, Timers: 1, Starts: 1, Inbox: 1}, left)
	again, err := h.Close(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "left again", hub.Left{}, again)

	if h.Cease(w) || h.Cease(open) || h.Unlisten(signal) || h.Disarm(timer) {
		t.Error("removed after Close")
	}
	for _, name := range []string{"M", "N", "new"} {
		if h.Await(waiter("v", "1"), name) != nil || h.Await(&hub.Waiter{Sub: machine.Subscription{Open: true}}, name) != nil {
			t.Error("a message after Close")
		}
		for _, id := range []string{"", "y"} {
			if r, err := h.Publish(&hub.Message{Name: name, Key: "1", Keyed: true, ID: id}); !errors.Is(err, hub.ErrClosed) || !r.Nobody() {
				t.Errorf("%+v %v", r, err)
			}
		}
		h.Listen(new(hub.Waiter), name)
		if len(h.Catchers(name, nil)) != 0 || len(h.SetStart(name, &hub.Start{})) != 0 || h.StartOf(name) != nil {
			t.Error("registered after Close")
		}
	}
	h.Arm(new(hub.Waiter))
	if h.Due(1<<62) != nil || h.Armed() != 0 {
		t.Error("a timer after Close")
	}
	if r := h.Return(out); !r.Nobody() || h.Waiting("O") != 0 {
		t.Error("a message came back after Close")
	}
	if len(h.Release(hub.Claim{Key: "1"})) != 0 || len(h.Expire(1<<62)) != 0 {
		t.Error("something is left")
	}
	if _, ok := h.Next(); ok {
		t.Error("something is to come")
	}
}
