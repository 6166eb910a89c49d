package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// UserTask is the engine's part of an open user task, embedded in its work.
type UserTask struct {
	inst       *Instance
	ref        machine.Ref
	next, prev *UserTask
	claim      atomic.Pointer[string]
	node       int32
	state      atomic.Uint32
}

// The states of a user task.
const (
	taskOpen uint32 = iota
	taskBusy        // someone completes it
	taskClosed
)

// taskList is the open user tasks of one node, the oldest first.
type taskList struct {
	mu          sync.Mutex
	first, last *UserTask
}

func (t *UserTask) userTask() *UserTask { return t }

// userWork is every work that embeds a UserTask.
type userWork interface{ userTask() *UserTask }

// TaskInfo describes an open user task.
type TaskInfo struct {
	ID       TaskID
	Process  string // BPMN process id
	Version  int
	Instance ID
	Node     Node
	NodeID   string // BPMN id
	Name     string // BPMN name
	User     string // who claimed it, "" for nobody
	Meta     []MetaDef
}

func (t *UserTask) info() TaskInfo {
	i := t.inst
	n := &i.m.Definition().Nodes[t.node]
	info := TaskInfo{ID: TaskID{Instance: i.id, ref: t.ref}, Process: i.m.Definition().Key, Version: i.proc.version.number,
		Instance: i.id, Node: Node(t.node), NodeID: n.ID, Name: n.Name, Meta: n.Meta}
	if c := t.claim.Load(); c != nil {
		info.User = *c
	}
	return info
}

// openTask lists a user task that began to wait.
func (i *Instance) openTask(s *scratch, ef *machine.Effect) {
	w, ok := ef.Work.(userWork)
	if !ok {
		return
	}
	t := w.userTask()
	t.inst, t.ref, t.node = i, ef.Ref, ef.Node
	l := &i.proc.tasks[ef.Node]
	l.mu.Lock()
	t.prev = l.last
	if l.last != nil {
		l.last.next = t
	} else {
		l.first = t
	}
	l.last = t
	l.mu.Unlock()
	if s.Facts {
		i.tellTask(TaskCreated, t, "", s.time(i.proc.engine))
	}
}

// closeTask takes a user task off its list.
func (i *Instance) closeTask(s *scratch, ef *machine.Effect) {
	w, ok := ef.Work.(userWork)
	if !ok {
		return
	}
	t := w.userTask()
	l := &i.proc.tasks[ef.Node]
	l.mu.Lock()
	if t.prev != nil {
		t.prev.next = t.next
	} else {
		l.first = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	} else {
		l.last = t.prev
	}
	t.next, t.prev = nil, nil
	l.mu.Unlock()
	t.state.Store(taskClosed)
	if !s.Facts {
		return
	}
	kind := TaskCancelled
	if s.in.Kind == machine.Done && s.in.Ref == ef.Ref {
		kind = TaskCompleted
	}
	i.tellTask(kind, t, "", s.time(i.proc.engine))
}

// tellTask tells a fact about a user task.
func (i *Instance) tellTask(kind FactKind, t *UserTask, user string, now time.Time) {
	e := i.proc.engine
	if e.teller == nil {
		return
	}
	def := i.m.Definition()
	n := &def.Nodes[t.node]
	e.teller.tell(Fact{Kind: kind, Time: now, Process: def.Key, Version: i.proc.version.number, Instance: i.id,
		Node: n.ID, Scope: def.Scopes[n.Scope].Path, Task: TaskID{Instance: i.id, ref: t.ref}, User: user})
}

// TaskFilter chooses user tasks; its zero fields choose all.
type TaskFilter struct {
	Process  string // BPMN process id
	Version  int
	Node     string // BPMN id
	Instance ID
	User     string // claimed by
	// Claimed and Unclaimed choose by whether anyone claimed; both or none: all.
	Claimed, Unclaimed bool
	Limit              int // at most so many
}

func (f *TaskFilter) takes(t *UserTask) bool {
	c := t.claim.Load()
	switch {
	case f.Instance != 0 && f.Instance != t.inst.id,
		f.User != "" && (c == nil || *c != f.User),
		f.Claimed && !f.Unclaimed && c == nil,
		f.Unclaimed && !f.Claimed && c != nil:
		return false
	}
	return true
}

// registrations are all registrations ever made, by key and version.
func (e *Engine) registrations() []*process {
	e.mu.Lock()
	all := slices.Clone(e.processes)
	e.mu.Unlock()
	slices.SortStableFunc(all, func(a, b *process) int {
		return cmp.Or(cmp.Compare(a.def.Key, b.def.Key), cmp.Compare(a.version.number, b.version.number))
	})
	return all
}

// UserTasks lists the open user tasks that the filter chooses: by process key,
// version and node in document order, the oldest first.
func (e *Engine) UserTasks(f TaskFilter) []TaskInfo {
	var all []TaskInfo
	for _, p := range e.registrations() {
		if f.Process != "" && f.Process != p.def.Key || f.Version != 0 && f.Version != p.version.number {
			continue
		}
		for n := range p.tasks {
			if f.Node != "" && f.Node != p.def.Nodes[n].ID {
				continue
			}
			l := &p.tasks[n]
			l.mu.Lock()
			for t := l.first; t != nil && (f.Limit <= 0 || len(all) < f.Limit); t = t.next {
				if f.takes(t) {
					all = append(all, t.info())
				}
			}
			l.mu.Unlock()
		}
	}
	return all
}

// ListTasks lists the open user tasks of one node as make presents them;
// generated code calls it.
func ListTasks[T any](e *Engine, def *Definition, node Node, make func(TaskInfo, Job) T) []T {
	var open []*UserTask
	for _, p := range e.registrations() {
		if p.def != def {
			continue
		}
		l := &p.tasks[node]
		l.mu.Lock()
		for t := l.first; t != nil; t = t.next {
			open = append(open, t)
		}
		l.mu.Unlock()
	}
	var all []T
	for _, t := range open {
		if job, ok := t.job(); ok {
			all = append(all, make(t.info(), job))
		}
	}
	return all
}

// job is the work that embeds the task, where it is still open.
func (t *UserTask) job() (Job, bool) {
	w, _, ok := t.inst.working(t.ref)
	return w, ok
}

// working is Machine.Working, safe for others than the runner.
func (i *Instance) working(r machine.Ref) (w Job, node int32, ok bool) {
	i.view(func(*scratch) { w, node, ok = i.m.Working(r) })
	return w, node, ok
}

// task finds an open user task.
func (e *Engine) task(id TaskID) (*UserTask, Job, error) {
	i := e.lookup(id.Instance)
	if i != nil {
		if job, _, ok := i.working(id.ref); ok {
			if w, ok := job.(userWork); ok {
				return w.userTask(), job, nil
			}
		}
	}
	return nil, nil, fmt.Errorf("user task %s: %w", id, ErrUnknownTask)
}

// Claim takes a user task for a user. One that the same user has claimed
// already stays so; another's claim is ErrTaskClaimed.
func (e *Engine) Claim(id TaskID, user string) error {
	t, _, err := e.task(id)
	if err != nil {
		return err
	}
	if !t.claim.CompareAndSwap(nil, &user) {
		if c := t.claim.Load(); c == nil || *c != user {
			return fmt.Errorf("user task %s: %w", id, ErrTaskClaimed)
		}
		return nil
	}
	if !e.quiet {
		t.inst.tellTask(TaskClaimed, t, user, e.clock.Now())
	}
	return nil
}

// Unclaim gives a claimed user task back; one that nobody claimed stays so.
func (e *Engine) Unclaim(id TaskID) error {
	t, _, err := e.task(id)
	if err != nil {
		return err
	}
	if t.claim.Swap(nil) != nil && !e.quiet {
		t.inst.tellTask(TaskUnclaimed, t, "", e.clock.Now())
	}
	return nil
}

// ThrowTask ends an open user task with an error: a BPMN error, as the generated
// constructors make them, looks for its catch, anything else is a technical
// failure (S6.2, S9.1). A task that is gone is ErrUnknownTask.
func (e *Engine) ThrowTask(ctx context.Context, id TaskID, cause error) error {
	if cause == nil {
		return errors.New("a user task is thrown out of with an error; complete it where there is none")
	}
	if e.closing.Load() {
		return ErrShutdown
	}
	t, _, err := e.task(id)
	if err != nil {
		return err
	}
	if !t.state.CompareAndSwap(taskOpen, taskBusy) {
		if t.state.Load() == taskClosed {
			return fmt.Errorf("user task %s: %w", id, ErrUnknownTask)
		}
		return fmt.Errorf("user task %s: %w", id, ErrTaskBusy)
	}
	err = t.inst.ask(ctx, machine.Input{Kind: machine.Done, Ref: id.ref, Err: cause})
	if err == ErrOver || err == machine.ErrStale || err == machine.ErrOver {
		return fmt.Errorf("user task %s: %w", id, ErrUnknownTask)
	}
	return err
}

// CompleteTask completes a user task; generated code calls it. set fills the
// task's work on the caller's goroutine; where it returns an error the task
// stays open. A task that someone else completed or cancelled meanwhile is
// ErrUnknownTask, one that someone else is completing ErrTaskBusy. A ctx that has
// ended before completes nothing; the completion stands where ctx ends before it
// is seen.
func CompleteTask(ctx context.Context, e *Engine, def *Definition, node Node, id TaskID, set func(Job) error) error {
	if e.closing.Load() {
		return ErrShutdown
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t, job, err := e.task(id)
	if err != nil {
		return err
	}
	if t.inst.m.Definition() != def || t.node != int32(node) {
		return fmt.Errorf("user task %s is one of %s in process %s: %w", id,
			t.inst.m.Definition().Nodes[t.node].ID, t.inst.m.Definition().Key, ErrUnknownTask)
	}
	if !t.state.CompareAndSwap(taskOpen, taskBusy) {
		if t.state.Load() == taskClosed {
			return fmt.Errorf("user task %s: %w", id, ErrUnknownTask)
		}
		return fmt.Errorf("user task %s: %w", id, ErrTaskBusy)
	}
	done := false
	defer func() { // also where set panics
		if !done {
			t.state.CompareAndSwap(taskBusy, taskOpen)
		}
	}()
	if err := set(job); err != nil {
		return err
	}
	done = true
	err = t.inst.ask(ctx, machine.Input{Kind: machine.Done, Ref: id.ref, Work: job})
	if err == ErrOver || err == machine.ErrStale || err == machine.ErrOver {
		return fmt.Errorf("user task %s: %w", id, ErrUnknownTask)
	}
	return err
}
