package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// startedBy is a process with a start event m of its own trigger, a catch event c and
// an end event.
func startedBy(key string, ev, then runtime.EventDef) *program {
	p := newProgram(key)
	p.event("m", runtime.NodeDef{Kind: runtime.KindStartEvent}, ev)
	p.event("c", catch, then)
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.def.Nodes[p.nodes["e"]].Event = runtime.None
	p.flow("m", "c", "e")
	p.def.Starts, p.def.DefaultStart = nil, runtime.None
	p.def.EventStarts = []int32{0}
	return p
}

var (
	placed = runtime.EventDef{Trigger: runtime.MessageTrigger, Name: "Placed", Expr: runtime.None, Payload: 0, Conversation: 1}
	done   = runtime.EventDef{Trigger: runtime.MessageTrigger, Name: "Done", Expr: runtime.None, Payload: 0, Conversation: 1}
)

func publish(t testing.TB, eng *runtime.Engine, name, key string) {
	t.Helper()
	if err := eng.Publish(t.Context(), runtime.Message{Name: name, Key: key, Keyed: key != "", Payload: name + key}); err != nil {
		t.Fatal(err)
	}
}

func run(t testing.TB, eng *runtime.Engine, key string, want int) []runtime.AnyHandle {
	t.Helper()
	all := eng.Instances(key)
	if len(all) != want {
		t.Fatalf("%d instances of %s run, want %d", len(all), key, want)
	}
	return all
}

// S4.2: a message finds a waiter, else a start that it can instantiate unless
// an instance owns its key, else the inbox. When the owner ends, the next one
// with the key starts.
func TestMessageStart(t *testing.T) {
	p := startedBy("P", placed, done)
	eng := engine(t)
	publish(t, eng, "Placed", "early") // EV §2.4: what came before the start was there
	register(t, eng, p)
	first := run(t, eng, "P", 1)[0]
	publish(t, eng, "Placed", "early")
	publish(t, eng, "Placed", "early")
	run(t, eng, "P", 1)
	publish(t, eng, "Placed", "other")
	run(t, eng, "P", 2)
	publish(t, eng, "Placed", "") // nobody owns no key
	publish(t, eng, "Placed", "")
	run(t, eng, "P", 4)
	known := map[runtime.ID]bool{}
	for _, h := range eng.Instances("P") {
		known[h.ID()] = true
	}
	for range 3 {
		publish(t, eng, "Done", "early")
		if err := first.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, h := range eng.Instances("P") {
			if !known[h.ID()] { // the next owner of the key
				first = h
				known[h.ID()] = true
			}
		}
	}
	if all := eng.Instances("P"); len(all) != 3 {
		t.Errorf("%d are left, want other and two without a key", len(all))
	}
}

// S4.2: create-or-route is atomic for a name and key: however many publish at
// once, one instance at a time owns the key and each message starts one.
func TestCreateOrRoute(t *testing.T) {
	p := newProgram("P")
	p.event("m", runtime.NodeDef{Kind: runtime.KindStartEvent}, placed)
	var mu sync.Mutex
	owners := map[string]int{}
	var started sync.WaitGroup
	p.task("work", false, func(_ context.Context, v *vars) error {
		key := v.List[0]
		mu.Lock()
		owners[key]++
		if owners[key] > 1 {
			t.Errorf("two instances own %s", key)
		}
		mu.Unlock()
		mu.Lock()
		owners[key]--
		mu.Unlock()
		started.Done()
		return nil
	})
	p.flow("m", "work")
	p.def.Starts, p.def.DefaultStart, p.def.EventStarts = nil, runtime.None, []int32{0}
	eng := engine(t)
	register(t, eng, p)
	const hosts, each = 4, 500
	started.Add(hosts * each)
	var wg sync.WaitGroup
	for range hosts {
		wg.Go(func() {
			for n := range each {
				key := strconv.Itoa(n % 20)
				if err := eng.Publish(context.Background(), runtime.Message{Name: "Placed", Key: key, Keyed: true, Payload: key}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	started.Wait() // one instance for each message, or it hangs
}

// S4.2: a message start belongs to one process; to its latest version (S10.1),
// and to the one before once that is unregistered.
func TestStartsOfVersions(t *testing.T) {
	p := startedBy("P", placed, done)
	eng := engine(t)
	register(t, eng, p)
	if _, err := eng.Register(startedBy("Q", placed, done)); !errors.Is(err, runtime.ErrStartTaken) {
		t.Errorf("a second process: %v", err)
	}
	if len(eng.Processes()) != 1 {
		t.Error("a refused process is known")
	}
	next := startedBy("P", placed, done)
	next.def.Fingerprint = "next"
	two := register(t, eng, next)
	register(t, eng, p) // known: it stays version 1
	versions := func() []int {
		var all []int
		for _, h := range eng.Instances("P") {
			_, v := h.Process()
			all = append(all, v)
		}
		slices.Sort(all)
		return all
	}
	publish(t, eng, "Placed", "1")
	if got := versions(); !slices.Equal(got, []int{2}) {
		t.Errorf("versions %v", got)
	}
	if err := eng.Unregister("P", two.Version); err != nil {
		t.Fatal(err)
	}
	publish(t, eng, "Placed", "2")
	if got := versions(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("versions %v", got)
	}
	if err := eng.Unregister("P", 1); err != nil {
		t.Fatal(err)
	}
	publish(t, eng, "Placed", "3") // nobody starts: it waits
	if got := versions(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("versions %v", got)
	}
	register(t, eng, startedBy("Q", placed, done)) // now the message is free
	run(t, eng, "Q", 1)
}

// S5.1: a signal starts every process that begins with it, besides reaching
// every catch; one that an instance throws does too.
func TestSignalStart(t *testing.T) {
	eng := engine(t)
	for _, key := range []string{"P", "Q"} {
		register(t, eng, startedBy(key, stop, done))
	}
	waiting := waits("W", stop)
	register(t, eng, waiting)
	w := waiting.start(t, eng, vars{})
	if err := eng.Broadcast(t.Context(), "Stop", "from host"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, eng, "P", 1)
	run(t, eng, "Q", 1)
	thrower := newProgram("T")
	thrower.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	thrower.event("t", throw, stop)
	thrower.flow("s", "t")
	register(t, eng, thrower)
	if _, err := thrower.run(eng, vars{B: 1}); err != nil {
		t.Fatal(err)
	}
	run(t, eng, "P", 2)
	run(t, eng, "Q", 2)
}

// daily is due every day from when it was armed, rounds times.
type daily struct {
	instance
	rounds int32
}

func (d *daily) Due(_ int32, now, last int64, fired int32, _ *string) (int64, bool, error) {
	if fired == 0 {
		last = now
	}
	return last + int64(24*time.Hour), fired < d.rounds, nil
}

type dailyProgram struct {
	*program
	rounds int32
}

func (p dailyProgram) New() runtime.Root { return &daily{instance{program: p.program}, p.rounds} }

// S5.2, S10.1: a timer starts the latest version, as often as it says, missed
// repetitions included; a host that registers again at its boot does not begin
// anew; the version before begins anew when it is promoted.
func TestTimerStart(t *testing.T) {
	clock := new(stepped)
	eng := engine(t, runtime.WithClock(clock))
	version := func(fingerprint string, rounds int32) dailyProgram {
		p := startedBy("P", runtime.EventDef{Trigger: runtime.TimerTrigger, Expr: 0, Payload: runtime.None}, done)
		p.def.Fingerprint = fingerprint
		return dailyProgram{p, rounds}
	}
	registerIt := func(p dailyProgram) runtime.Registration {
		reg, err := eng.Register(p)
		if err != nil {
			t.Fatal(err)
		}
		return reg
	}
	after := func(d time.Duration, want int) {
		t.Helper()
		clock.step(d)
		eng.Tick()
		run(t, eng, "P", want)
	}
	registerIt(version("one", 3))
	after(23*time.Hour, 0)
	registerIt(version("one", 3)) // the same: its timer goes on
	after(time.Hour, 1)
	two := registerIt(version("two", 1))
	after(23*time.Hour, 1)
	after(time.Hour, 2) // the second version's only one
	after(72*time.Hour, 2)
	if err := eng.Unregister("P", two.Version); err != nil {
		t.Fatal(err)
	}
	after(23*time.Hour, 2)
	after(97*time.Hour, 5) // three, of which some were missed
	if at, ok := eng.NextDue(); ok {
		t.Errorf("something is due at %s", at)
	}
}

// stepped is a clock that stands still until it is stepped; instances on other
// goroutines read it meanwhile.
type stepped struct{ since atomic.Int64 }

// Now is so long after the beginning of Unix time.
func (c *stepped) Now() time.Time { return time.Unix(0, c.since.Load()) }

func (c *stepped) step(d time.Duration) { c.since.Add(int64(d)) }

// A start that no instance can be made for: the publisher is told, a signal's
// is logged, and the key is free again.
func TestStartBeyondLimit(t *testing.T) {
	p := startedBy("P", placed, done)
	eng := engine(t, runtime.WithMaxInstances(1))
	register(t, eng, p)
	publish(t, eng, "Placed", "1")
	err := eng.Publish(t.Context(), runtime.Message{Name: "Placed", Key: "2", Keyed: true, Payload: ""})
	if !errors.Is(err, runtime.ErrLimit) {
		t.Errorf("%v", err)
	}
	first := run(t, eng, "P", 1)[0]
	publish(t, eng, "Done", "1")
	if err := first.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	publish(t, eng, "Placed", "2")
	run(t, eng, "P", 1)
}

// S4.4: what waits in a conversation without a key takes the first message,
// which sets it; S4.2: no other instance gets one with that key.
func TestConversation(t *testing.T) {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("one", catch, placed)
	p.event("two", catch, done)
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.def.Nodes[p.nodes["e"]].Event = runtime.None
	p.flow("s", "one", "two", "e")
	eng := engine(t)
	register(t, eng, p)
	publish(t, eng, "Placed", "a") // in the inbox: any key will do
	a := p.start(t, eng, vars{})
	b := p.start(t, eng, vars{})
	publish(t, eng, "Placed", "a") // a's key: not for b
	publish(t, eng, "Placed", "b")
	publish(t, eng, "Done", "b")
	got, err := b.Wait(t.Context())
	if want := []string{"Placedb", "Doneb"}; err != nil || !slices.Equal(got.List, want) {
		t.Errorf("%v %v, want %v", got.List, err, want)
	}
	if a.State() != runtime.Active {
		t.Error("a got b's message")
	}
	c := p.start(t, eng, vars{}) // a's second message is still a's
	if at := c.Tokens(); len(at) != 1 || at[0].NodeID != "one" {
		t.Errorf("%v", at)
	}
	publish(t, eng, "Done", "a")
	if got, err := a.Wait(t.Context()); err != nil || !slices.Equal(got.List, []string{"Placeda", "Donea"}) {
		t.Errorf("%v %v", got.List, err)
	}
}

// S4.1: a message for the outside goes through the host's typed sender, with an
// id that names the throw; its failure is a fault of the thrower.
func TestSender(t *testing.T) {
	var mu sync.Mutex
	var sent []runtime.Message
	fail := errors.New("the line is down")
	sender := func(ctx context.Context, m runtime.Message) error {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, m)
		if task, ok := runtime.TaskFrom(ctx); !ok || task.ID().String() != m.ID {
			t.Errorf("the message's id is %s", m.ID)
		}
		if m.Key == "2" {
			return fail
		}
		return nil
	}
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("t", throw, paid)
	p.flow("s", "t")
	eng := engine(t, runtime.WithSender("Paid", sender))
	register(t, eng, p)
	if _, err := p.run(eng, vars{B: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.run(eng, vars{B: 2}); !errors.Is(err, fail) {
		t.Errorf("%v", err)
	}
	if len(sent) != 2 || sent[0].Payload != "from 1" || sent[0].ID == sent[1].ID || sent[0].ID == "" {
		t.Errorf("%+v", sent)
	}
	if _, err := runtime.New(runtime.WithSender("", sender)); err == nil {
		t.Error("a sender without a message")
	}
}

// A sender's context ends with its thrower.
func TestSenderIsCancelled(t *testing.T) {
	began := make(chan struct{})
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("t", throw, plain)
	p.flow("s", "t")
	eng := engine(t, runtime.WithSender("Plain", func(ctx context.Context, _ runtime.Message) error {
		close(began)
		<-ctx.Done()
		return fmt.Errorf("given up: %w", ctx.Err())
	}))
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	<-began
	if err := inst.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := inst.AnyHandle.Wait(t.Context()); !errors.Is(err, runtime.ErrTerminated) {
		t.Errorf("%v", err)
	}
}

// watched is a program that says when an instance of it is made.
type watched struct {
	*program
	made func()
}

func (w watched) New() runtime.Root {
	w.made()
	return w.program.New()
}

// S4.2: what the end of a key's owner causes has happened before those who wait
// for that end learn of it: the message kept for the key has its new instance.
func TestEndIsSeenLast(t *testing.T) {
	var first runtime.AnyHandle
	successors := 0
	eng := engine(t)
	_, err := eng.Register(watched{startedBy("P", placed, done), func() {
		if first == (runtime.AnyHandle{}) {
			return
		}
		successors++
		if s := first.State(); s != runtime.Active {
			t.Errorf("its end was seen (%v) before the key had a new owner", s)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	publish(t, eng, "Placed", "42")
	first = run(t, eng, "P", 1)[0]
	publish(t, eng, "Placed", "42") // waits for the key
	publish(t, eng, "Done", "42")
	if err := first.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if successors != 1 {
		t.Errorf("%d successors, want 1", successors)
	}
}
