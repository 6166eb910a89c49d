package runtime_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// S11.1: what can be seen of messages, signals and timers: no payloads; how
// many messages wait and how many a signal reached.
func TestEventFacts(t *testing.T) {
	var facts []string
	clock := new(stepped)
	eng := engine(t, runtime.WithClock(clock), runtime.WithInbox(1, time.Hour),
		runtime.WithDirectObserver(runtime.ObserverFunc(func(f runtime.Fact) {
			switch f.Kind {
			case runtime.MessagePublished, runtime.MessageBuffered, runtime.MessageCorrelated, runtime.MessageRefused,
				runtime.MessageExpired, runtime.SignalBroadcast, runtime.TimerFired, runtime.SubscriptionRegistered,
				runtime.SubscriptionFired, runtime.SubscriptionDelivered, runtime.SubscriptionRemoved, runtime.SubscriptionDropped:
				facts = append(facts, fmt.Sprintf("%s %s%s %d", f.Kind, f.Node, f.Name, f.Count))
			}
		})))
	seen := func(want ...string) {
		t.Helper()
		same(t, "facts", want, facts)
		facts = nil
	}
	p := waits("P", paid)
	register(t, eng, p)
	publish(t, eng, "Paid", "1")
	seen("message published Paid 0", "message buffered Paid 1")
	if err := eng.Publish(t.Context(), runtime.Message{Name: "Paid"}); err == nil {
		t.Error("the inbox is full")
	}
	seen("message published Paid 1", "message refused Paid 1")
	p.start(t, eng, vars{B: 1})
	seen("subscription registered c 0", "message correlated Paid 0", "subscription fired c 0", "subscription delivered c 0")
	publish(t, eng, "Paid", "2")
	clock.step(2 * time.Hour)
	eng.Tick()
	seen("message published Paid 0", "message buffered Paid 1", "message expired Paid 0")

	q := waits("Q", stop)
	register(t, eng, q)
	q.start(t, eng, vars{})
	q.start(t, eng, vars{})
	facts = nil
	if err := eng.Broadcast(t.Context(), "Stop", ""); err != nil {
		t.Fatal(err)
	}
	seen("signal broadcast Stop 2", "subscription fired c 0", "subscription delivered c 0",
		"subscription fired c 0", "subscription delivered c 0")

	r := waits("R", timeout)
	register(t, eng, r)
	inst := r.start(t, eng, vars{A: 5})
	gone := r.start(t, eng, vars{A: 5})
	if err := gone.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.step(5)
	eng.Tick()
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen("subscription registered c 0", "subscription registered c 0", "subscription removed c 0",
		"timer fired c 0", "subscription fired c 0", "subscription delivered c 0")
}

// EV §2.4, EV §5: a propagation that nobody waits for is no error but a debug log
// with its kind and name.
func TestNobodyWaits(t *testing.T) {
	var buf bytes.Buffer
	eng := engine(t, runtime.WithLogger(slog.New(slog.NewTextHandler(&buf, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	publish(t, eng, "Lonely", "1")
	if err := eng.Broadcast(t.Context(), "Unheard", nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"kind=message name=Lonely", "kind=signal name=Unheard"} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("no %q in %s", want, buf.String())
		}
	}
}

// EV §2.5: shutdown under load of messages, signals and timers waits for all of
// it, within its context; afterwards everything is refused and nothing runs.
func TestShutdownUnderEvents(t *testing.T) {
	eng, err := runtime.New(runtime.WithInbox(1<<20, time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	programs := []*program{waits("P", paid), waits("Q", stop), waits("R", timeout), startedBy("S", placed, done)}
	for _, p := range programs {
		register(t, eng, p)
	}
	var hosts sync.WaitGroup
	var rounds atomic.Int64
	underWay := make(chan struct{})
	for g := range 3 {
		hosts.Go(func() {
			ctx := context.Background()
			for n := 1; ; n++ {
				for _, p := range programs[:3] {
					if _, err := p.tryStart(eng, vars{A: n % 3, B: n}); err != nil {
						return
					}
				}
				key := string(rune('a' + (n+g)%26))
				_ = eng.Publish(ctx, runtime.Message{Name: "Paid", Key: "1", Keyed: true, Payload: ""})
				_ = eng.Publish(ctx, runtime.Message{Name: "Placed", Key: key, Keyed: true, Payload: ""})
				_ = eng.Publish(ctx, runtime.Message{Name: "Done", Key: key, Keyed: true, Payload: ""})
				_ = eng.Broadcast(ctx, "Stop", "")
				if rounds.Add(1) == 300 {
					close(underWay)
				}
			}
		})
	}
	<-underWay
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := eng.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	hosts.Wait()
	if err := eng.Publish(t.Context(), runtime.Message{Name: "Paid"}); err == nil {
		t.Error("published after the shutdown")
	}
	eng.Tick() // a host's ticker that has not stopped yet
}
