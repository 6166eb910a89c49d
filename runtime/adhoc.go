package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Why an activity of an ad-hoc sub-process is not begun (§13.3.5).
var (
	ErrNotEnabled = machine.ErrNotEnabled
	ErrSequential = machine.ErrSequential
)

// ErrUnknownAdHoc: no open ad-hoc sub-process has the id.
var ErrUnknownAdHoc = errors.New("no open ad-hoc sub-process has this id; list the open ones with Engine.AdHocs")

// AdHocDef is what a generated table says of an ad-hoc sub-process.
type AdHocDef = machine.AdHoc

// AdHocInfo describes an open ad-hoc sub-process (S8.4).
type AdHocInfo struct {
	// ID names this opening of it.
	ID       TaskID
	Process  string // BPMN process id
	Version  int
	Instance ID
	Node     Node
	NodeID   string // BPMN id
	Name     string // BPMN name
	// Enabled are the activities that may be begun now, in document order: one that
	// flows lead to once for each token that waits at it. Running are those that
	// run, in the order in which they began. An activity may stand in both.
	Enabled, Running []Node
}

// adHocs are the open ad-hoc sub-processes of a registration, with the order in
// which they opened.
type adHocs struct {
	mu   sync.Mutex
	last uint64
	open map[adHoc]uint64
}

type adHoc struct {
	inst *Instance
	ref  machine.Ref
	node int32
}

func (i *Instance) openAdHoc(ef *machine.Effect) {
	a := &i.proc.adHocs
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open == nil {
		a.open = map[adHoc]uint64{}
	}
	a.last++
	a.open[adHoc{i, ef.Ref, ef.Node}] = a.last
}

func (i *Instance) closeAdHoc(ef *machine.Effect) {
	a := &i.proc.adHocs
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.open, adHoc{i, ef.Ref, ef.Node})
}

// list are the open ones of a node, None for all nodes, the oldest first.
func (a *adHocs) list(node int32) []adHoc {
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []adHoc
	for o := range a.open {
		if node == None || o.node == node {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(x, y adHoc) int { return cmp.Compare(a.open[x], a.open[y]) })
	return all
}

// info describes it; ok is false where it has been closed meanwhile.
func (o adHoc) info() (info AdHocInfo, ok bool) {
	def := o.inst.m.Definition()
	n := &def.Nodes[o.node]
	info = AdHocInfo{ID: TaskID{Instance: o.inst.id, ref: o.ref}, Process: def.Key, Version: o.inst.proc.version.number,
		Instance: o.inst.id, Node: Node(o.node), NodeID: n.ID, Name: n.Name}
	o.inst.view(func(*scratch) {
		var enabled, running []int32
		enabled, running, ok = o.inst.m.Enabled(o.ref)
		info.Enabled, info.Running = nodesOf(enabled), nodesOf(running)
	})
	return info, ok
}

func nodesOf(list []int32) []Node {
	var out []Node
	for _, n := range list {
		out = append(out, Node(n))
	}
	return out
}

// AdHocs lists the open ad-hoc sub-processes of the process with that key, of all
// processes where it is empty: by process, the oldest first. One that only waits
// for what still runs in it is no longer open. Safe for concurrent use.
func (e *Engine) AdHocs(key string) []AdHocInfo {
	var all []AdHocInfo
	for _, p := range e.registrations() {
		if key != "" && key != p.def.Key {
			continue
		}
		for _, o := range p.adHocs.list(None) {
			if info, ok := o.info(); ok {
				all = append(all, info)
			}
		}
	}
	return all
}

// BeginActivity begins an enabled activity of an open ad-hoc sub-process. It
// returns ErrNotEnabled where the activity may not begin now, ErrSequential where
// another one runs in a sequential one, ErrUnknownAdHoc where the sub-process has
// closed, and the context's error where that ends before the answer is seen.
// Hosts have a typed function for each ad-hoc sub-process. Safe for concurrent use.
func (e *Engine) BeginActivity(ctx context.Context, id TaskID, activity Node) error {
	return e.askAdHoc(ctx, id, machine.Input{Kind: machine.Pick, Ref: id.ref, Node: int32(activity)})
}

// FinishAdHoc completes an open ad-hoc sub-process at the host's will: what runs
// in it is cancelled, or waited for, as cancelRemainingInstances says. The errors
// are those of BeginActivity. Safe for concurrent use.
func (e *Engine) FinishAdHoc(ctx context.Context, id TaskID) error {
	return e.askAdHoc(ctx, id, machine.Input{Kind: machine.Finish, Ref: id.ref})
}

func (e *Engine) askAdHoc(ctx context.Context, id TaskID, in machine.Input) error {
	if e.closing.Load() {
		return ErrShutdown
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err := ErrOver
	if i := e.lookup(id.Instance); i != nil {
		err = i.ask(ctx, in)
	}
	switch err {
	case machine.ErrStale, machine.ErrOver, machine.ErrNotStarted, ErrOver:
		err = ErrUnknownAdHoc
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("ad-hoc sub-process %s: %w", id, err)
	}
	return err
}

// ListAdHoc lists the open ad-hoc sub-processes of one node as make presents
// them; generated code calls it.
func ListAdHoc[T any](e *Engine, def *Definition, node Node, make func(AdHocInfo) T) []T {
	var all []T
	for _, p := range e.registrations() {
		if p.def != def {
			continue
		}
		for _, o := range p.adHocs.list(int32(node)) {
			if info, ok := o.info(); ok {
				all = append(all, make(info))
			}
		}
	}
	return all
}

// BeginActivityOf is BeginActivity of an ad-hoc sub-process of one node;
// generated code calls it.
func BeginActivityOf(ctx context.Context, e *Engine, def *Definition, node Node, id TaskID, activity Node) error {
	if err := e.isAdHoc(def, node, id); err != nil {
		return err
	}
	return e.BeginActivity(ctx, id, activity)
}

// FinishAdHocOf is FinishAdHoc of an ad-hoc sub-process of one node; generated code calls it.
func FinishAdHocOf(ctx context.Context, e *Engine, def *Definition, node Node, id TaskID) error {
	if err := e.isAdHoc(def, node, id); err != nil {
		return err
	}
	return e.FinishAdHoc(ctx, id)
}

// isAdHoc refuses the id of another ad-hoc sub-process: an instance runs one
// process and a reference is one node's.
func (e *Engine) isAdHoc(def *Definition, node Node, id TaskID) error {
	i := e.lookup(id.Instance)
	if i != nil && i.m.Definition() == def {
		a := &i.proc.adHocs
		a.mu.Lock()
		_, ok := a.open[adHoc{i, id.ref, int32(node)}]
		a.mu.Unlock()
		if ok {
			return nil
		}
	}
	return fmt.Errorf("ad-hoc sub-process %s: %w", id, ErrUnknownAdHoc)
}

// NodesAs gives nodes the type of a generated package's activities.
func NodesAs[T ~int32](nodes []Node) []T {
	var out []T
	for _, n := range nodes {
		out = append(out, T(n))
	}
	return out
}
