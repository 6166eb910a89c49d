package runtime_test

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

// gateStart is a process that begins with an event-based gateway g whose arms
// are the messages Placed and Done of one conversation.
func gateStart(parallel bool) *program {
	p := newProgram("P")
	p.node("g", runtime.NodeDef{Kind: runtime.KindEventBasedGateway, Parallel: parallel})
	p.event("a", catch, placed)
	p.event("b", catch, done)
	p.flow("g", "a")
	p.flow("g", "b")
	p.def.Starts, p.def.DefaultStart, p.def.EventStarts = nil, runtime.None, []int32{0}
	return p
}

// S2.6, §10.6.6: the exclusive form makes an instance by each message; the
// parallel one by the first, and the other goes to the same instance, whichever
// comes first and however close together.
func TestGatewayStart(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		eng := engine(t)
		register(t, eng, gateStart(parallel))
		publish(t, eng, "Done", "1")
		if !parallel {
			run(t, eng, "P", 0) // it ran to its end
			continue
		}
		inst := run(t, eng, "P", 1)[0]
		publish(t, eng, "Placed", "1")
		if err := inst.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		same(t, "path", []string{"g", "b", "a"}, inst.HistoryIDs())

		const keys = 300
		var wg sync.WaitGroup
		for _, name := range []string{"Placed", "Done"} {
			wg.Go(func() {
				for k := range keys {
					if err := eng.Publish(context.Background(), runtime.Message{Name: name, Key: strconv.Itoa(k), Keyed: true, Payload: ""}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		run(t, eng, "P", 0) // each pair met in one instance, which then ended
	}
}

// S5.1, issue 4: a signal reaches every waiting instance, once each.
func TestSignalToMany(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5_000
	}
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("c", catch, stop)
	p.event("again", catch, stop)
	p.flow("s", "c", "again")
	eng := engine(t)
	register(t, eng, p)
	for range n {
		p.start(t, eng, vars{})
	}
	if err := eng.Broadcast(t.Context(), "Stop", ""); err != nil {
		t.Fatal(err)
	}
	for _, h := range run(t, eng, "P", n) { // the second catch came after the signal
		if at := h.Tokens(); len(at) != 1 || at[0].NodeID != "again" {
			t.Fatalf("%v", at)
		}
	}
	if err := eng.Broadcast(t.Context(), "Stop", ""); err != nil {
		t.Fatal(err)
	}
	run(t, eng, "P", 0)
}
