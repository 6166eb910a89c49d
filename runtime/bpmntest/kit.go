package bpmntest

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// Kit is an engine under a test's control. Register processes with Engine and
// start instances there as a host does; then Settle or Advance. Handlers run
// inside of these two, on the caller's goroutine, so a generated Run function,
// which waits for handlers, would wait for ever: use Start.
//
// Settle, Advance and Close are for one goroutine at a time; the rest is safe
// for concurrent use.
type Kit struct {
	Engine *runtime.Engine
	Clock  *Clock

	mu    sync.Mutex
	queue []job
	calls []Call
	facts []runtime.Fact
	// completed are the BPMN ids of completed nodes, opened counts instances by
	// BPMN process id.
	completed []string
	opened    map[string]int
	// first is the first instance that was opened, firstOf its process, where
	// there is a script.
	first   *runtime.AnyHandle
	firstOf string
	// script, if any, decides what becomes of jobs; it gets user tasks too.
	script interface{ take(job) }
	// gone are the tasks whose tokens were cancelled, for the script.
	gone map[runtime.TaskID]bool
	// receives are the receive tasks that wait for a message, for the script.
	receives map[nodeKey]bool
	// published are the messages that processes threw, in order.
	published []Published
	// lean: neither calls nor facts are kept.
	lean bool
}

// job is a task that started.
type job struct {
	id      runtime.TaskID
	process string // BPMN process id
	node    string // BPMN id
	// run calls the handler and brings its result; nil: a user task.
	run func()
	// receive: a receive task that waits for its message.
	receive bool
}

// Call is one run of a handler.
type Call struct {
	Task    runtime.TaskID
	Process string // BPMN process id
	Node    string // BPMN id
	At      time.Time
}

// New makes a kit. Options are those of the engine; its clock, executor,
// observer and history are the kit's own.
func New(opts ...runtime.Option) (*Kit, error) {
	k := &Kit{Clock: NewClock(), opened: map[string]int{}, gone: map[runtime.TaskID]bool{}}
	eng, err := runtime.New(append(slices.Clone(opts),
		runtime.WithClock(k.Clock),
		runtime.WithExecutor(executor{k}),
		runtime.WithDirectObserver(runtime.ObserverFunc(k.observe)),
		runtime.WithPublished(k.publish),
		runtime.WithHistory(math.MaxInt32))...)
	if err != nil {
		return nil, err
	}
	k.Engine = eng
	return k, nil
}

// TB is what Start needs of *testing.T.
type TB interface {
	Helper()
	Fatal(args ...any)
	Cleanup(func())
}

// Start makes a kit for a test, which is closed when the test ends.
func Start(t TB, opts ...runtime.Option) *Kit {
	t.Helper()
	k, err := New(opts...)
	if err != nil {
		t.Fatal(err)
		return nil
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		if err := k.Close(ctx); err != nil {
			t.Fatal(err)
		}
	})
	return k
}

// closeTime is how long the end of a test may take.
const closeTime = 10 * time.Second

// executor is the kit as the engine sees it.
type executor struct{ k *Kit }

// Execute implements runtime.Executor.
func (x executor) Execute(t runtime.Task, run func()) {
	process, _ := t.Process()
	x.k.mu.Lock()
	defer x.k.mu.Unlock()
	x.k.queue = append(x.k.queue, job{id: t.ID(), process: process, node: t.NodeID(), run: run})
}

// observe keeps what the engine tells.
func (k *Kit) observe(f runtime.Fact) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.lean {
		k.facts = append(k.facts, f)
	}
	switch f.Kind {
	case runtime.NodeEntered:
		if k.receives[nodeKey{f.Process, f.Node}] {
			k.queue = append(k.queue, job{id: f.Task, process: f.Process, node: f.Node, receive: true})
		}
	case runtime.NodeCompleted:
		k.completed = append(k.completed, f.Node)
		if k.receives[nodeKey{f.Process, f.Node}] {
			k.gone[f.Task] = true
		}
	case runtime.InstanceOpened:
		k.opened[f.Process]++
		if k.script != nil && k.first == nil {
			if h, err := k.Engine.Instance(f.Instance); err == nil {
				k.first, k.firstOf = &h, f.Process
			}
		}
	case runtime.NodeCancelled:
		if k.script != nil {
			k.gone[f.Task] = true
		}
	case runtime.TaskCreated:
		if k.script != nil {
			k.queue = append(k.queue, job{id: f.Task, process: f.Process, node: f.Node})
		}
	}
}

// Settle runs the handlers of the tasks that have started, in the order in which
// they did, and those of the tasks that start meanwhile, until nothing can move.
func (k *Kit) Settle() {
	for {
		j, ok := k.next()
		if !ok {
			return
		}
		if k.script != nil {
			k.script.take(j)
			continue
		}
		k.do(j)
	}
}

func (k *Kit) next() (job, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.queue) == 0 {
		k.queue = nil
		return job{}, false
	}
	j := k.queue[0]
	k.queue[0] = job{}
	k.queue = k.queue[1:]
	return j, true
}

// isGone reports whether the token that started a task was cancelled.
func (k *Kit) isGone(t runtime.TaskID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.gone[t]
}

// do calls the handler of a job.
func (k *Kit) do(j job) {
	if !k.lean {
		now := k.Clock.Now()
		k.mu.Lock()
		k.calls = append(k.calls, Call{Task: j.id, Process: j.process, Node: j.node, At: now})
		k.mu.Unlock()
	}
	j.run()
}

// Advance lets d of virtual time pass. Whatever is due by its end happens at its
// own instant, in order, and everything settles before the next.
func (k *Kit) Advance(d time.Duration) { k.advance(k.Clock.Now().Add(d)) }

func (k *Kit) advance(end time.Time) {
	k.Settle()
	for call := k.Clock.step(end); call != nil; call = k.Clock.step(end) {
		call()
		k.Settle()
	}
}

// Calls are the handlers that were called, in order.
func (k *Kit) Calls() []Call {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.calls)
}

// Facts are all facts that the engine told, in order.
func (k *Kit) Facts() []runtime.Fact {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.facts)
}

// Completed are the BPMN ids of the nodes that completed, in the order in which
// they did, of all instances.
func (k *Kit) Completed() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.completed)
}

// Instances counts the instances of a process that were started, by its BPMN id.
func (k *Kit) Instances(process string) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.opened[process]
}

// Waiting are the BPMN ids of the nodes where tokens wait for something outside,
// of all running instances, sorted, one a token. Hosts of running inner work,
// tokens held at a join and those before an activity of an ad-hoc sub-process that
// nobody has begun are not among them.
func (k *Kit) Waiting() []string {
	var ids []string
	for _, inst := range k.Engine.Instances("") {
		for _, t := range inst.Tokens() {
			if !t.Held && !t.Hosting && !t.Enabled {
				ids = append(ids, t.NodeID)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// Close shuts the engine down. Handlers that have not run yet never do.
func (k *Kit) Close(ctx context.Context) error { return k.Engine.Shutdown(ctx) }
