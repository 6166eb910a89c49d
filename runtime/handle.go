package runtime

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// State is how an instance stands (S1.3).
type State uint8

// The states.
const (
	Active State = iota
	Completed
	Terminated // by a Terminate End Event or by the host
	Failed     // Handle.Wait returns the Fault
)

// String is the state in lower case.
func (s State) String() string {
	return [...]string{"active", "completed", "terminated", "failed"}[s]
}

// AnyHandle is a handle on an instance whose variables have a type that the
// caller does not know. It is a small value; the zero value is no handle. Its
// methods may be called from any goroutine, handlers included, also when the
// instance is over.
type AnyHandle struct {
	root Root
}

// Handle is a handle on an instance whose variables have type V.
type Handle[V any] struct {
	AnyHandle
}

// Instance returns a handle on the running instance with that id.
func (e *Engine) Instance(id ID) (AnyHandle, error) {
	i := e.lookup(id)
	if i == nil {
		return AnyHandle{}, fmt.Errorf("instance %s: %w", id, ErrUnknown)
	}
	return AnyHandle{i.root()}, nil
}

// Instances lists the running instances of the process with that key, of all
// processes where it is empty, in no order that means anything.
func (e *Engine) Instances(key string) []AnyHandle {
	var all []AnyHandle
	e.each(func(i *Instance) bool {
		if key == "" || i.m.Definition().Key == key {
			all = append(all, AnyHandle{i.root()})
		}
		return true
	})
	return all
}

// root is the generated instance that embeds i.
func (i *Instance) root() Root { return i.m.Data().(Root) }

// ID names the instance.
func (h AnyHandle) ID() ID { return h.root.instance().id }

// Process is the BPMN id of the process, and its version.
func (h AnyHandle) Process() (key string, version int) {
	i := h.root.instance()
	return i.m.Definition().Key, i.proc.version.number
}

// Wait returns when the instance is over: nil where it completed or a Terminate
// End Event ended it, a *Fault where it failed, ErrTerminated where its host
// terminated it. It returns ErrShutdown where the engine is shut down before,
// and the context's error where that ends before.
func (h AnyHandle) Wait(ctx context.Context) error {
	i := h.root.instance()
	if !i.isOver() {
		x := i.more()
		if !i.isOver() {
			select {
			case <-x.over:
			case <-ctx.Done():
				return ctx.Err()
			case <-i.proc.engine.closed:
				if !i.isOver() {
					return ErrShutdown
				}
			}
		}
	}
	return i.outcome()
}

// outcome is what Wait returns for an instance that is over.
func (i *Instance) outcome() error {
	switch i.m.Status() {
	case machine.Failed:
		return i.fault()
	case machine.Terminated:
		if i.m.ByHost() {
			return ErrTerminated
		}
	}
	return nil
}

// Wait is AnyHandle.Wait and returns the variables as they stand then.
func (h Handle[V]) Wait(ctx context.Context) (V, error) {
	err := h.AnyHandle.Wait(ctx)
	if err != nil && !h.root.instance().isOver() {
		var zero V
		return zero, err
	}
	return h.root.(Typed[V]).Snapshot(), err
}

// Cancel terminates the instance (S1.3): its handlers' contexts end at once,
// their results are ignored. It returns when the instance is over, which an
// in-line handler that does not look at its context delays, or with the
// context's error. An instance that was over before is left as it is. A handler
// that cancels its own instance passes its own context: with another one it
// would wait for itself.
func (h AnyHandle) Cancel(ctx context.Context) error {
	i := h.root.instance()
	if i.isOver() {
		return nil
	}
	i.stop()
	i.bring(&machine.Input{Kind: machine.Terminate}, false, nil)
	err := h.Wait(ctx)
	if i.isOver() {
		return nil
	}
	return err
}

// State is how the instance stands.
func (h AnyHandle) State() State {
	i := h.root.instance()
	if !i.isOver() {
		return Active
	}
	switch i.m.Status() {
	case machine.Terminated:
		return Terminated
	case machine.Failed:
		return Failed
	default:
		return Completed
	}
}

// Token is where a token of an instance is.
type Token struct {
	Node   Node
	NodeID string // BPMN id
	Name   string // BPMN name
	Task   TaskID // the activation of an activity; zero for one held at a join
	// Held: it waits at a join for others. Hosting: it waits for what runs
	// inside its composite.
	Held, Hosting bool
	// Enabled: it waits before an activity of an ad-hoc sub-process (AdHocInfo).
	Enabled bool
}

// Tokens lists where the instance's tokens are, by scope from the root inward,
// those that were there first before the others.
func (h AnyHandle) Tokens() []Token {
	i := h.root.instance()
	var at []machine.Position
	i.view(func(*scratch) { at = i.m.Positions(nil) })
	def := i.m.Definition()
	all := make([]Token, len(at))
	for n, p := range at {
		all[n] = Token{Node: Node(p.Node), NodeID: def.Nodes[p.Node].ID, Name: def.Nodes[p.Node].Name,
			Held: p.Held, Hosting: p.Hosting, Enabled: p.Enabled}
		if p.Ref != 0 {
			all[n].Task = TaskID{Instance: i.id, ref: p.Ref}
		}
	}
	return all
}

// History lists the nodes that completed, in the order in which they did; of
// more than WithHistory allows the last ones.
func (h AnyHandle) History() []Node {
	i := h.root.instance()
	var all []Node
	i.view(func(s *scratch) {
		all = make([]Node, 0, i.history.n)
		for _, n := range i.history.nodes() {
			all = append(all, Node(n))
		}
		if s == nil {
			return
		}
		for _, n := range s.history {
			all = append(all, Node(n))
		}
	})
	if over := len(all) - i.proc.engine.maxHistory; over > 0 {
		all = all[over:]
	}
	return all
}

// HistoryIDs is History as BPMN ids.
func (h AnyHandle) HistoryIDs() []string {
	nodes := h.root.instance().m.Definition().Nodes
	var ids []string
	for _, n := range h.History() {
		ids = append(ids, nodes[n].ID)
	}
	return ids
}

// Vars copies the variables as they stand: what is committed, not what
// handlers are working on.
func (h Handle[V]) Vars() V {
	var v V
	h.root.instance().view(func(*scratch) { v = h.root.(Typed[V]).Snapshot() })
	return v
}

// Set changes variables from outside, as a task would (S3.3): set gets a
// private copy and what it changed is committed. An error of set changes nothing,
// nor does a ctx that has ended before. It waits for an in-line handler that runs,
// no longer than ctx; the change stands even where ctx ends before it is seen. An
// instance that is over is ErrOver.
func (h Handle[V]) Set(ctx context.Context, set func(v *V) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	i := h.root.instance()
	var w *Copy[V]
	var err error
	i.view(func(*scratch) {
		if i.isOver() { // others read at the same time: Begin would write
			err = ErrOver
			return
		}
		var job Job
		job, err = h.root.Begin(HostWork, true, new(Scratch))
		if err != nil {
			return
		}
		w = job.(*Copy[V])
		w.V = h.root.(Typed[V]).Snapshot()
	})
	if err != nil {
		return err
	}
	if err := set(&w.V); err != nil {
		return err
	}
	return i.ask(ctx, machine.Input{Kind: machine.Commit, Work: w})
}

// ask brings an input and waits until it was taken.
func (i *Instance) ask(ctx context.Context, in machine.Input) error {
	reply := make(chan error, 1)
	i.bring(&in, false, reply)
	select {
	case err := <-reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
