package runtime

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// CallDef is what a call activity calls; generated tables are made of it.
type CallDef = machine.Call

// Argument is a value that crosses into or out of a called process.
type Argument struct {
	Name  string // BPMN name
	Value any
}

// Callee is what every generated instance has for those that call it (SC §2.7):
// its variables by name, copied, so that the data of both stays apart.
type Callee interface {
	Root
	// SetVariable sets a variable of the process before it starts. known is false
	// where it has none of that name; the error says that the value's type is another.
	SetVariable(name string, value any) (known bool, err error)
	// Variable copies a variable of the process.
	Variable(name string) (value any, known bool)
}

// Invocation is the work of a call activity: what it sends, and the called
// instance. Generated code makes one and reads the results of it.
type Invocation struct {
	// Args are sent, each to the variable of its name; one that the callee does
	// not have is not (S10.2).
	Args []Argument
	// Key, Version, Tag and BusinessKey are what of the call is computed; where
	// they are empty the definition's hold.
	Key         string
	Version     int64
	Tag         string
	BusinessKey string
	root        Root // nil until it is started
}

// CallJob is the work of a call activity that moves data (S3.6): In is what it
// sends, Out what it takes back.
type CallJob[In, Out any] struct {
	Invocation
	In  In
	Out Out
}

// invoking is every work of a call activity.
type invoking interface{ invocation() *Invocation }

func (v *Invocation) invocation() *Invocation { return v }

// NoResult is the error of generated code where the called process has no
// variable that the call activity takes back.
func NoResult(name string) error {
	return fmt.Errorf("the called process has no variable %s to give back: %w", name, ErrMissing)
}

// Result is a variable of the called process, which has ended: one of its
// outputs, where it declares some (S10.2).
func (v *Invocation) Result(name string) (value any, known bool) {
	c, ok := v.root.(Callee)
	if !ok {
		return nil, false
	}
	if k := v.root.instance().m.Definition().Contract; k != nil && !declares(k.Outputs, name) {
		return nil, false
	}
	return c.Variable(name)
}

// OrNull is a value that may be null, as it crosses to another process.
func OrNull[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// Assign sets *to to a value that crossed from another process. A value of
// another type is an error that names the variable, and so is null where the
// variable can't be it (S3.5).
func Assign[T any](to *T, name string, value any) error {
	switch x := value.(type) {
	case nil:
		var zero T
		if any(zero) != nil {
			return fmt.Errorf("%s: %w", name, ErrMissing)
		}
		*to = zero
	case T:
		*to = x
	case *T:
		if x == nil {
			return fmt.Errorf("%s: %w", name, ErrMissing)
		}
		*to = *x
	default:
		return fmt.Errorf("the variable %s is a %T, what the other process has is a %T: give both the same type", name, *to, value)
	}
	return nil
}

// AssignOptional is Assign for a variable that may be null.
func AssignOptional[T any](to **T, name string, value any) error {
	switch x := value.(type) {
	case nil:
		*to = nil
	case *T:
		*to = x
	default:
		v := new(T)
		if err := Assign(v, name, value); err != nil {
			return err
		}
		*to = v
	}
	return nil
}

// CallRef is a reference to a process that a call activity calls.
type CallRef struct {
	Key       string // what calledElement says
	Namespace string // of its prefix; "" where it has none
	Caller    string // BPMN id of the calling process
	Node      string // BPMN id of the call activity
}

// Resolver finds the registry's key for what a call activity calls. It is asked
// at each call, outside of every lock of the engine, on the goroutine that moves
// the calling instance, so it must not wait for that.
type Resolver func(ref CallRef) (key string, err error)

// ErrQualified is the fault of a call whose reference names a namespace that
// nobody resolves (SC §2.7).
var ErrQualified = errors.New("the callee is qualified by a namespace; give the engine a resolver with WithResolver, or compile both files together")

// ErrNoCallee is the fault of a call activity that names no process, or whose
// expression gave none.
var ErrNoCallee = errors.New("the call activity names no process; write calledElement")

// WithResolver has r say which registered process a call activity calls (SC
// §2.7). The default takes a reference without namespace as the key and refuses any other.
func WithResolver(r Resolver) Option {
	return func(c *config) error { c.resolver = r; return nil }
}

// WithMaxDepth bounds how deep calls are nested; one more is a fault that names
// the chain and that nothing catches (S10.2). The default is 1,000.
func WithMaxDepth(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return fmt.Errorf("WithMaxDepth(%d): a process stands alone at depth 1", n)
		}
		c.maxDepth = n
		return nil
	}
}

// DepthError is a chain of calls that is too long: it fails the instances of the
// chain, and nothing catches it (S9.4, S10.2).
type DepthError = machine.DepthError

// callLink ties a called instance to the call activity that waits for it.
type callLink struct {
	caller *Instance
	ref    machine.Ref
	node   int32
	work   Job
	depth  int // how many instances are above
}

// Parent is the instance whose call activity called this one, and the BPMN id
// of that node; ok is false where nobody did.
func (h AnyHandle) Parent() (caller AnyHandle, node string, ok bool) {
	p := h.root.instance().parent()
	if p == nil {
		return AnyHandle{}, "", false
	}
	return AnyHandle{p.caller.root()}, p.caller.m.Definition().Nodes[p.node].ID, true
}

// startCall starts the called instance once all other effects of the caller's
// Apply are done: it runs at once and may throw at the caller.
func (i *Instance) startCall(s *scratch, ef *machine.Effect) {
	ref, node, work := ef.Ref, ef.Node, ef.Work
	job := work.(invoking).invocation()
	s.letters = append(s.letters, &letter{reply: make(chan error, 1), view: func(*scratch) {
		if w, _, ok := i.m.Working(ref); !ok || w != work {
			return // its token is gone already
		}
		if err := i.call(ref, node, job, work); err != nil && !errors.Is(err, ErrShutdown) {
			job.root = nil
			i.bring(&machine.Input{Kind: machine.Done, Ref: ref, Work: work, Err: err}, false, nil)
		}
	}})
}

func (i *Instance) call(ref machine.Ref, node int32, job *Invocation, work Job) error {
	e := i.proc.engine
	n := &i.m.Definition().Nodes[node]
	link := &callLink{caller: i, ref: ref, node: node, work: work, depth: 1}
	if i.parent() != nil {
		link.depth = i.parent().depth + 1
	}
	c := *n.Call
	job.aim(&c)
	if link.depth >= e.maxDepth {
		return &machine.DepthError{Limit: e.maxDepth, Chain: append(i.chain(), c.Key)}
	}
	p, err := e.callee(i, n.ID, &c)
	if err != nil {
		return err
	}
	at, err := p.startNode("")
	if err != nil {
		return err
	}
	if at == None && len(p.def.Scopes[0].Seeds) == 0 && len(p.def.Nodes) > 0 {
		return fmt.Errorf("process %s has no start event without a trigger: %w", p.def.Key, ErrNoStart)
	}
	root := p.program.New()
	if err := send(p, root, job.Args); err != nil {
		return fmt.Errorf("call of process %s version %d: %w", p.def.Key, p.version.number, err)
	}
	job.root = root
	x := root.instance().more()
	x.parent = link
	x.businessKey = c.BusinessKey
	if c.InheritBusinessKey {
		x.businessKey = i.businessKey()
	}
	return e.startAs(context.Background(), p, root, at, false)
}

// aim puts what was computed in the place of what the definition says.
func (v *Invocation) aim(c *CallDef) {
	if v.Key != "" {
		c.Key = v.Key
	}
	if v.Tag != "" {
		c.Tag = v.Tag
	}
	if v.BusinessKey != "" {
		c.BusinessKey = v.BusinessKey
	}
	if v.Version > 0 && v.Version <= math.MaxInt32 {
		c.Version = int(v.Version)
	}
}

// tellCall tells of a call to the caller's observer.
func (l *callLink) tellCall(kind FactKind, child *Instance) {
	e := l.caller.proc.engine
	if e.teller == nil {
		return
	}
	def := l.caller.m.Definition()
	n := &def.Nodes[l.node]
	e.teller.tell(Fact{Kind: kind, Time: e.clock.Now(), Process: def.Key, Version: l.caller.proc.version.number, Instance: l.caller.id,
		Node: n.ID, Scope: def.Scopes[n.Scope].Path, Task: TaskID{Instance: l.caller.id, ref: l.ref},
		Called: child.id, CalledProcess: child.proc.def.Key, CalledVersion: child.proc.version.number})
}

// chain are the keys of the processes that call each other down to this one.
func (i *Instance) chain() []string {
	var up []string
	for at := i; ; at = at.parent().caller {
		up = append(up, at.m.Definition().Key)
		if at.parent() == nil {
			break
		}
	}
	for a, b := 0, len(up)-1; a < b; a, b = a+1, b-1 {
		up[a], up[b] = up[b], up[a]
	}
	return up
}

// callee is the registration that a call activity calls, resolved at the call.
func (e *Engine) callee(i *Instance, node string, c *CallDef) (*process, error) {
	key := c.Key
	switch {
	case key == "":
		return nil, ErrNoCallee
	case e.resolver != nil:
		var err error
		ref := CallRef{Key: key, Namespace: c.Namespace, Caller: i.m.Definition().Key, Node: node}
		if key, err = e.resolver(ref); err != nil {
			return nil, fmt.Errorf("resolve %s: %w", c.Key, err)
		}
	case c.Namespace != "":
		return nil, fmt.Errorf("process %s of %s: %w", key, c.Namespace, ErrQualified)
	}
	switch {
	case c.Fingerprint != "":
		return e.findBuild(key, c.Fingerprint)
	case c.Tag != "":
		return e.findTag(key, c.Tag)
	}
	return e.find(key, c.Version)
}

// findTag is the latest version of a process with that tag.
func (e *Engine) findTag(key, tag string) (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if vs := e.keys[key]; vs != nil {
		for n := len(vs.all) - 1; n >= 0; n-- {
			if v := vs.all[n]; v.current.def.VersionTag == tag {
				return v.current, nil
			}
		}
	}
	return nil, fmt.Errorf("process %s with version tag %s: %w", key, tag, ErrUnknownVersion)
}

// findBuild is the version of a process with that fingerprint.
func (e *Engine) findBuild(key, fingerprint string) (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if vs := e.keys[key]; vs != nil {
		for _, v := range vs.all {
			if v.fingerprint == fingerprint {
				return v.current, nil
			}
		}
	}
	return nil, fmt.Errorf("process %s as it was compiled together with its caller: %w", key, ErrUnknownVersion)
}

// cancelCall ends a called instance whose call activity is no longer active:
// a child outlives no parent (SC §2.7).
func cancelCall(ef *machine.Effect) {
	w, ok := ef.Work.(invoking)
	if !ok || w.invocation().root == nil {
		return
	}
	job := w.invocation()
	if c := job.root.instance(); !c.isOver() {
		c.stop()
		c.bring(&machine.Input{Kind: machine.Terminate}, false, nil)
	}
}

// escalate lets an escalation climb on from the call activity that called the
// instance (S6.3).
func (i *Instance) escalate(ef *machine.Effect) {
	if p := i.parent(); p != nil {
		p.caller.bring(&machine.Input{Kind: machine.Raise, Ref: p.ref, Work: ef.Work}, false, nil)
	}
}

// innermost is the fault where the cause is, of the called instance that it comes
// from: one for each call on the way up would make the text of a deep chain grow
// with the square of its depth.
func innermost(err error) error {
	var outer, inner *Fault
	if errors.As(err, &outer) && errors.As(outer.Err, &inner) {
		return inner
	}
	return err
}

// returnCall tells the caller that the called instance is over: how it ended
// enters the caller's own chain (S9.3).
func (i *Instance) returnCall(own bool) {
	p := i.parent()
	p.tellCall(CallEnded, i)
	err := i.outcome()
	if err == nil {
		err = i.lacks()
	}
	in := machine.Input{Kind: machine.Done, Ref: p.ref, Work: p.work, Err: innermost(err)}
	p.caller.bring(&in, own, nil)
}
