package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// ErrNoIncident is what is returned for an incident that is open no longer.
var ErrNoIncident = errors.New("the incident is no longer open; list the open ones again")

// ErrNeedsFlow refuses to complete the incident of a gateway, or of a node that
// found no flow to leave by, without flows: use Incident.Take.
var ErrNeedsFlow = machine.ErrNeedsFlow

// WithIncidents has what no catch in the chain takes stand as an incident
// instead of failing the instance (S9.2): the token stays at its node, its
// boundary events stay armed, other tokens go on. The host lists incidents with
// Engine.Incidents and retries or completes each, or cancels the instance. What
// an Error End Event throws fails the instance all the same: that is the model's
// own verdict.
func WithIncidents() Option {
	return func(c *config) error { c.incidents = true; return nil }
}

// Incident is a failure that stands until the host settles it (S9.2). It is a
// value: it stays as it was listed. Its methods are safe for concurrent use; where
// it is open no longer they return ErrNoIncident, after a shutdown ErrShutdown.
type Incident struct {
	Instance AnyHandle
	Task     TaskID // the activation that failed
	Node     Node
	NodeID   string // BPMN id
	Name     string // BPMN name
	Pos      string // file:line:column
	// Event is the BPMN id of a boundary event that could not be armed again,
	// while its activity goes on; "" where the node itself failed.
	Event string
	// NeedsFlow: the node is completed by Take.
	NeedsFlow bool
	Attempts  int       // how often its work was tried; 0 where none was
	Since     time.Time // by the engine's clock
	Err       error     // the cause
	// Seen is the data that the work saw: its variables or declared inputs, of the generated
	// type. Of what is no work, such as a condition, it is the process's variables as they stood. It is
	// to be read only; nil where they could not be had.
	Seen any

	event int32
}

// Incidents lists the open incidents of all instances, those first that are
// open longest.
func (e *Engine) Incidents() []Incident {
	e.standing.mu.Lock()
	insts := make([]*Instance, 0, len(e.standing.insts))
	for i := range e.standing.insts {
		insts = append(insts, i)
	}
	e.standing.mu.Unlock()
	var all []Incident
	for _, i := range insts {
		all = append(all, i.incidents()...)
	}
	slices.SortFunc(all, func(a, b Incident) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Task.Instance, b.Task.Instance), cmp.Compare(a.Task.ref, b.Task.ref))
	})
	return all
}

// Incidents lists the open incidents of the instance, not those of instances
// that it calls.
func (h AnyHandle) Incidents() []Incident { return h.root.instance().incidents() }

func (i *Instance) incidents() []Incident {
	var open []machine.Incident
	i.view(func(*scratch) { open = i.m.Incidents(nil) })
	def := i.m.Definition()
	all := make([]Incident, len(open))
	for n, x := range open {
		at := &def.Nodes[x.Node]
		all[n] = Incident{Instance: AnyHandle{i.root()}, Task: TaskID{Instance: i.id, ref: x.Ref}, Node: Node(x.Node),
			NodeID: at.ID, Name: at.Name, Pos: at.Pos, NeedsFlow: x.Leaving, Attempts: x.Attempts, Since: time.Unix(0, x.Since),
			Err: x.Err, event: x.Event}
		if x.Event != machine.None {
			all[n].Event = def.Nodes[x.Event].ID
		}
		if s, ok := x.Seen.(interface{ seen() any }); ok {
			all[n].Seen = s.seen()
		}
	}
	return all
}

// Retry does again what failed: the task's work, with the data as they stand
// now, a mapping, a condition, a call. Its attempts go on being counted. Where
// it fails once more it is an incident again.
func (x Incident) Retry(ctx context.Context) error {
	return x.settle(ctx, machine.Input{Kind: machine.RetryIncident})
}

// Complete lets the token go on as if its node had done its work, without any
// output. Of a boundary event that could not be armed again it is given up.
func (x Incident) Complete(ctx context.Context) error {
	return x.settle(ctx, machine.Input{Kind: machine.CompleteIncident})
}

// Take completes a node that needs a flow to be left by: NeedsFlow. A gateway that
// chooses one is given one.
func (x Incident) Take(ctx context.Context, flows ...Flow) error {
	w := make(machine.Flows, len(flows))
	for n, f := range flows {
		w[n] = int32(f)
	}
	return x.settle(ctx, machine.Input{Kind: machine.CompleteIncident, Work: w})
}

// Terminate terminates the instance that the incident is of, as its Cancel does.
func (x Incident) Terminate(ctx context.Context) error { return x.Instance.Cancel(ctx) }

func (x Incident) settle(ctx context.Context, in machine.Input) error {
	if x.Instance.root == nil {
		return ErrNoIncident
	}
	i := x.Instance.root.instance()
	if i.proc.engine.closing.Load() {
		return ErrShutdown
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	in.Ref, in.Node = x.Task.ref, x.event
	err := i.ask(ctx, in)
	if err == ErrOver || err == machine.ErrStale || err == machine.ErrOver {
		return fmt.Errorf("incident at %s of instance %s: %w", x.NodeID, x.Task.Instance, ErrNoIncident)
	}
	return err
}

// CompleteIncident completes the incident of a task by the output that its work
// would have had: of a task with declared outputs its generated Out struct, of
// any other the variables as it would have left them. Its declared inputs must
// be had for it; an output of another type is an error, and the incident stays.
func CompleteIncident[Out any](ctx context.Context, x Incident, out Out) error {
	return completeBy(ctx, x, func(o *Out) error { *o = out; return nil })
}

// ChangeIncident completes the incident of a task by what change does to a
// private copy of the variables, as its handler would have (S3.2); of a task with
// declared outputs, to those. Where change returns an error the incident stays.
func ChangeIncident[Out any](ctx context.Context, x Incident, change func(out *Out) error) error {
	return completeBy(ctx, x, change)
}

func completeBy[Out any](ctx context.Context, x Incident, fill func(*Out) error) error {
	if x.Instance.root == nil {
		return ErrNoIncident
	}
	i := x.Instance.root.instance()
	var job Job
	var err error
	i.view(func(*scratch) { job, err = i.m.Prepare(x.Task.ref) })
	if err != nil {
		if errors.Is(err, machine.ErrStale) {
			err = ErrNoIncident
		}
		return fmt.Errorf("incident at %s of instance %s: %w", x.NodeID, x.Task.Instance, err)
	}
	w, ok := job.(interface{ output() *Out })
	if !ok {
		var want string
		if o, ok := job.(interface{ outputType() string }); ok {
			want = ", which has a " + o.outputType()
		}
		return fmt.Errorf("incident at %s of instance %s%s: it is not completed by a %T", x.NodeID, x.Task.Instance, want, *new(Out))
	}
	if err := fill(w.output()); err != nil {
		return err
	}
	return x.settle(ctx, machine.Input{Kind: machine.CompleteIncident, Work: job})
}

// The data of work, as incidents show and complete it.

func (c *Copy[V]) seen() any {
	if c.Base == nil {
		return nil
	}
	return *c.Base
}

// Private reports whether the copy has no base of its own to be kept.
func (c *Copy[V]) Private() bool { return c.Base == nil }

func (c *Copy[V]) output() *V         { return &c.V }
func (c *Copy[V]) outputType() string { return fmt.Sprintf("%T", c.V) }

// Rebase makes the copy one of what another, shared, was made of.
func (c *Copy[V]) Rebase(shared Job) {
	if o, ok := shared.(*Copy[V]); ok {
		c.Base = o.Base
	}
}

func (c *UserCopy[V]) seen() any { return c.Saw }

// Private: the copy has what it was made of.
func (c *UserCopy[V]) Private() bool { return false }

// Rebase makes the copy one that a user has not changed yet.
func (c *UserCopy[V]) Rebase(shared Job) {
	if o, ok := shared.(*UserCopy[V]); ok {
		v := c.Saw
		c.V, c.Saw = &v, o.Saw
	}
}

func (c *UserCopy[V]) output() *V         { return c.V }
func (c *UserCopy[V]) outputType() string { return fmt.Sprintf("%T", c.Saw) }

func (c *Call[In, Out]) seen() any          { return c.In }
func (c *Call[In, Out]) output() *Out       { return &c.Out }
func (c *Call[In, Out]) outputType() string { return fmt.Sprintf("%T", c.Out) }

func (c *UserCall[In, Out]) seen() any          { return c.In }
func (c *UserCall[In, Out]) output() *Out       { return &c.Out }
func (c *UserCall[In, Out]) outputType() string { return fmt.Sprintf("%T", c.Out) }

func (c *CallJob[In, Out]) seen() any          { return c.In }
func (c *CallJob[In, Out]) output() *Out       { return &c.Out }
func (c *CallJob[In, Out]) outputType() string { return fmt.Sprintf("%T", c.Out) }

// standing is the instances that have incidents, or had when they were last asked.
type standing struct {
	mu    sync.Mutex
	insts map[*Instance]struct{}
}

// stands keeps the engine's list of the instances that have incidents.
func (i *Instance) stands(open bool) {
	st := &i.proc.engine.standing
	st.mu.Lock()
	defer st.mu.Unlock()
	if !open {
		delete(st.insts, i)
		return
	}
	if st.insts == nil {
		st.insts = map[*Instance]struct{}{}
	}
	st.insts[i] = struct{}{}
}

// openIncident lists and logs an incident.
func (i *Instance) openIncident(ef *machine.Effect) {
	i.stands(true)
	if e := i.proc.engine; e.log != nil {
		def := i.m.Definition()
		n := &def.Nodes[ef.Node]
		err, _ := ef.Work.(error)
		e.log.Error("incident", "process", def.Key, "version", i.proc.version.number, "instance", i.id.String(),
			"node", n.ID, "pos", n.Pos, "attempts", i.m.Attempt(ef.Ref)-1, "cause", fmt.Sprint(err))
	}
}

// closeIncident takes the instance off the list with its last incident.
func (i *Instance) closeIncident() {
	if len(i.m.Incidents(nil)) == 0 {
		i.stands(false)
	}
}

// askCaller asks the caller whether it takes what failed here (S9.3).
func (i *Instance) askCaller(ef *machine.Effect) {
	q := ef.Work.(*machine.Question)
	if q.Host == nil {
		q.Host = i
	}
	if p := i.parent(); p != nil {
		p.caller.bring(&machine.Input{Kind: machine.Asked, Ref: p.ref, Work: q}, false, nil)
	}
}

// answer tells those who asked, and all that were called between them and
// this instance, whether it takes what failed.
func (i *Instance) answer(ef *machine.Effect) {
	q := ef.Work.(*machine.Question)
	asker := q.Host.(*Instance)
	if ef.Kind == machine.NobodyTakes {
		asker.bring(&machine.Input{Kind: machine.Unanswered, Work: q}, false, nil)
		return
	}
	ref := q.Ref
	for at := asker; at != i; {
		p := at.parent()
		at.bring(&machine.Input{Kind: machine.Fail, Ref: ref, Err: q.Err}, false, nil)
		at, ref = p.caller, p.ref
	}
}
