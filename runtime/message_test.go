package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/hub"
)

// S4.2, S4.4: a message goes to the one instance that waits with its key; one
// that comes early waits in the inbox.
func TestMessage(t *testing.T) {
	p := waits("P", paid)
	eng := engine(t)
	register(t, eng, p)
	pub := func(key, payload string) {
		if err := eng.Publish(t.Context(), runtime.Message{Name: "Paid", Key: key, Keyed: true, Payload: payload}); err != nil {
			t.Fatal(err)
		}
	}
	pub("3", "early")
	one, two, three := p.start(t, eng, vars{B: 1}), p.start(t, eng, vars{B: 2}), p.start(t, eng, vars{B: 3})
	pub("2", "for two")
	for h, want := range map[runtime.Handle[vars]]string{two: "for two", three: "early"} {
		got, err := h.Wait(t.Context())
		if err != nil || len(got.List) != 1 || got.List[0] != want {
			t.Errorf("%+v %v, want %s", got, err, want)
		}
	}
	if one.State() != runtime.Active {
		t.Errorf("the other got it too: %s", one.State())
	}
	// A key without a value matches nothing.
	none := p.start(t, eng, vars{})
	pub("0", "nobody's")
	if none.State() != runtime.Active {
		t.Error("matched without a key")
	}
	// The inbox is bounded.
	small := engine(t, runtime.WithInbox(0, time.Second))
	if err := small.Publish(t.Context(), runtime.Message{Name: "Paid"}); !errors.Is(err, hub.ErrInboxFull) {
		t.Errorf("%v", err)
	}
	thrower := newProgram("T")
	thrower.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	thrower.event("t", throw, paid)
	thrower.flow("s", "t")
	register(t, small, thrower)
	var f *runtime.Fault
	if _, err := thrower.run(small, vars{B: 1}); !errors.Is(err, hub.ErrInboxFull) || !errors.As(err, &f) || f.Node != "t" {
		t.Errorf("the thrower: %v", err)
	}
}

// S4.3: a message that comes too late for its waiter goes to the next one.
func TestRefusedMessage(t *testing.T) {
	p := newProgram("P") // a boundary message and the task's own completion race
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.user("u")
	p.boundary("u", "b", runtime.EventDef{Trigger: runtime.MessageTrigger, Name: "Plain", Interrupting: true, Expr: runtime.None, Payload: runtime.None})
	p.flow("s", "u")
	eng := engine(t)
	register(t, eng, p)
	sent, got := 0, 0
	for range 300 {
		inst := p.start(t, eng, vars{})
		at := inst.Tokens()
		if len(at) == 0 { // a message that came too late before was waiting for it
			got++
			continue
		}
		id := at[0].Task
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := eng.Publish(context.Background(), runtime.Message{Name: "Plain"}); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() { _ = p.complete(eng, "u", id, keep) })
		sent++
		if _, err := inst.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		wg.Wait()
		if slices.Contains(inst.HistoryIDs(), "b") {
			got++
		}
	}
	// What no instance took is still there.
	left := 0
	q := waits("Q", plain)
	register(t, eng, q)
	for ; left < sent-got; left++ {
		if _, err := q.run(eng, vars{}); err == nil {
			continue
		}
	}
	if inst := q.start(t, eng, vars{}); inst.State() != runtime.Active {
		t.Errorf("more messages than %d were there", sent)
	}
}

// Instances that throw messages at each other run one after the other, however
// long the chain: a work list, no recursion.
func TestMessageChain(t *testing.T) {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("c", catch, paid)
	p.event("t", throw, paid)
	p.flow("s", "c", "t")
	eng := engine(t)
	const n = 20_000
	register(t, eng, p)
	var last runtime.Handle[vars]
	for k := range n {
		h, err := runtime.Start[vars](t.Context(), eng, &p.def, &chainedInstance{instance{program: p, vars: vars{B: k + 1}}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		last = h
	}
	if err := eng.Publish(t.Context(), runtime.Message{Name: "Paid", Key: "1", Keyed: true, Payload: "go"}); err != nil {
		t.Fatal(err)
	}
	if _, err := last.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := len(eng.Instances("P")); left != 0 {
		t.Errorf("%d instances left", left)
	}
}

type chainedInstance struct{ instance }

// A handler that leaves its goroutine takes no message with it that its
// instance has thrown before (S4.1).
func TestGoexitLosesNoMessage(t *testing.T) {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("t", throw, paid)
	p.task("leaves", true, func(context.Context, *vars) error { goruntime.Goexit(); return nil })
	p.flow("s", "t", "leaves")
	q := waits("Q", paid)
	eng := engine(t)
	register(t, eng, p)
	register(t, eng, q)
	waiting := q.start(t, eng, vars{B: 7})
	go func() { _, _ = p.run(eng, vars{B: 7}) }()
	if got, err := waiting.Wait(t.Context()); err != nil || len(got.List) != 1 {
		t.Errorf("%v %v", got, err)
	}
}
