package runtime

import (
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Engine runs instances of the processes that are registered with it. All of
// its methods are safe for concurrent use.
type Engine struct {
	config
	// quiet: neither log nor observer listens; it spares every look at them.
	quiet   bool
	teller  *teller
	closing atomic.Bool
	closed  chan struct{} // closed when Shutdown begins
	wake    chan struct{} // has room for one; a run ended while Shutdown waits
	pools   atomic.Uint32 // numbers scratches, to spread them over the shards
	shards  [1 << shardBits]shard
	hub     *hub.Hub
	gate    gate
	alarm   alarm
	// standing are the instances that have incidents.
	standing standing

	mu   sync.Mutex // guards the registry's writers
	keys map[string]*versions
	// processes are all registrations ever: their instances may still run.
	processes []*process
	byDef     atomic.Pointer[map[*Definition]*process]
	// signalStarts are the starts by signals, by name, in the order of registration.
	signalStarts atomic.Pointer[map[string][]*startPoint]
	shutOnce     sync.Once
	count        atomic.Int64 // running instances, where there is a limit
	kept         keptStarts
}

// New makes an engine that keeps everything in memory.
func New(opts ...Option) (*Engine, error) {
	c := defaults()
	for _, o := range opts {
		if err := o(&c); err != nil {
			return nil, err
		}
	}
	e := &Engine{
		config: c,
		quiet:  c.log == nil && c.observer == nil,
		closed: make(chan struct{}),
		wake:   make(chan struct{}, 1),
		keys:   map[string]*versions{},
	}
	e.hub = hub.New(hub.Options{InboxSize: c.inboxSize, TTL: int64(c.inboxTTL), Now: e.now, Group: groupOf})
	e.byDef.Store(&map[*Definition]*process{})
	e.signalStarts.Store(&map[string][]*startPoint{})
	for n := range e.shards {
		e.shards[n].init()
	}
	if c.observer != nil {
		e.teller = newTeller(c.observer, c.observerSize, c.log)
	}
	return e, nil
}

// groupOf names the process of a waiter (S4.2).
func groupOf(owner any) string {
	if i, ok := owner.(*Instance); ok {
		return i.proc.def.Key
	}
	return ""
}

// now is the engine's time in nanoseconds of Unix time.
func (e *Engine) now() int64 { return e.clock.Now().UnixNano() }

// MissedFacts counts the facts that the observer did not get: its queue was
// full, or it panicked (S11.2).
func (e *Engine) MissedFacts() uint64 {
	if e.teller == nil {
		return 0
	}
	return e.teller.missed.Load()
}

// logEnd logs how an instance ended.
func (e *Engine) logEnd(i *Instance) {
	if e.log == nil {
		return
	}
	if f := i.fault(); f != nil {
		e.log.Error("process instance failed", "process", f.Process, "version", f.Version,
			"instance", f.Instance.String(), "node", f.Node, "pos", f.Pos, "cause", f.Err.Error())
		return
	}
	e.log.Debug("process instance ended", slog.String("process", i.m.Definition().Key),
		slog.Int("version", i.proc.version.number), slog.String("instance", i.id.String()),
		slog.String("state", i.m.Status().String()))
}

// fault is why the instance failed, with names; nil where it did not.
func (i *Instance) fault() *Fault {
	mf := i.m.Fault()
	if mf == nil {
		return nil
	}
	def := i.m.Definition()
	f := &Fault{Process: def.Key, Version: i.proc.version.number, Instance: i.id, Err: mf.Err}
	if mf.Node != machine.None {
		n := &def.Nodes[mf.Node]
		f.Node, f.Name, f.Pos = n.ID, n.Name, n.Pos
	}
	return f
}
