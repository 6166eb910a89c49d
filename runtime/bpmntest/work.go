package bpmntest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// waiter is a task that waits for a step, or for its time.
type waiter struct {
	job job
	// stop keeps its time from coming; nil: it waits for a step.
	stop func() bool
}

// doing is what a handler has to do: set outputs and return an error.
type doing struct {
	out []scenario.Var
	err error
	bad error // the outputs don't fit the task
	// at, if any, is told of bad.
	at func(bad error)
}

// worker is the player as generated handlers see it.
type worker struct{ p *player }

// Do implements Worker.
func (w worker) Do(ctx context.Context, _ string, _, out any) error {
	d := w.p.doing
	w.p.doing = nil // what follows may call others in line
	if d == nil {
		if d = w.p.inTurn(ctx); d == nil {
			return errors.New("a handler was called out of turn")
		}
	}
	if d.err != nil {
		return d.err
	}
	if d.bad = assign(out, d.out); d.bad != nil && d.at != nil {
		d.at(d.bad)
	}
	return d.bad
}

// Call implements Worker: a bean's method does what the entry of its name says,
// each call a run; without one it returns the zero value.
func (w worker) Call(name string, out any) error {
	p := w.p
	for i := range p.scenario.Work {
		x := &p.scenario.Work[i]
		if x.Task != name {
			continue
		}
		key := nodeKey{"", name}
		r := &x.Runs[min(p.runs[key], len(x.Runs)-1)]
		p.runs[key]++
		switch {
		case r.Fail != nil:
			return errors.New(*r.Fail)
		case r.Wait || r.Takes != nil || r.Error != nil:
			return fmt.Errorf("%s work: %s is called by an expression: it answers at once, with out or fail", r.Pos, name)
		}
		return assign(out, r.Out)
	}
	return nil
}

// take decides what becomes of a task that started.
func (p *player) take(j job) {
	p.starts(j.node)
	if p.err != nil || p.kit.isGone(j.id) {
		return
	}
	n := p.names.node(j.process, j.node)
	r := p.runOf(j.process, j.node)
	if r == nil {
		if byHand(n) || j.receive {
			p.wait(j, nil)
			return
		}
		p.finish(j, doing{})
		return
	}
	p.runs[nodeKey{j.process, j.node}]++
	switch {
	case r.Wait:
		p.wait(j, nil)
	case r.Takes != nil && r.Takes.Positive():
		p.wait(j, r)
	default:
		p.do(j, r)
	}
}

// starts counts work that starts.
func (p *player) starts(node string) {
	if p.work++; p.work > cmp.Or(p.opts.MaxWork, DefaultMaxWork) && p.err == nil {
		p.err = fmt.Errorf("work started %d times in one step and goes on, the last at %s: let a task of the loop wait, or end the loop", p.work-1, node)
	}
}

// runOf is what the next run of a task does, nil where the scenario says nothing.
func (p *player) runOf(process, node string) *scenario.Run {
	w := p.workOf(p.names.node(process, node))
	if w == nil {
		return nil
	}
	return &w.Runs[min(p.runs[nodeKey{process, node}], len(w.Runs)-1)]
}

// mayRunInLine reports whether the next run of a task ends at once.
func (p *player) mayRunInLine(process, node string) bool {
	r := p.runOf(process, node)
	return r == nil || !r.Wait && (r.Takes == nil || !r.Takes.Positive())
}

// inTurn is what a handler has to do that is called in line, nil where none is
// to be.
func (p *player) inTurn(ctx context.Context) *doing {
	t, ok := runtime.TaskFrom(ctx)
	if !p.inLine || !ok {
		return nil
	}
	if p.starts(t.NodeID()); p.err != nil {
		return &doing{err: p.err}
	}
	process, _ := t.Process()
	r := p.runOf(process, t.NodeID())
	if r == nil {
		return &doing{}
	}
	p.runs[nodeKey{process, t.NodeID()}]++
	d, err := p.doingOf(r)
	if err != nil {
		p.badWork(r, t.NodeID(), err)
		return &doing{err: err}
	}
	d.at = func(bad error) { p.badWork(r, t.NodeID(), bad) }
	return &d
}

// doingOf is what a run does.
func (p *player) doingOf(r *scenario.Run) (d doing, err error) {
	d.out = r.Out
	switch {
	case r.Fail != nil:
		d.err = errors.New(*r.Fail)
	case r.Error != nil:
		d.err, err = p.bpmnError(*r.Error, r.Payload)
	}
	return d, err
}

// do ends a task as its run says.
func (p *player) do(j job, r *scenario.Run) {
	d, err := p.doingOf(r)
	if err == nil {
		err = p.finish(j, d)
	}
	if err != nil {
		p.badWork(r, j.node, err)
	}
}

// badWork remembers that scripted work can't be done as the scenario says.
func (p *player) badWork(r *scenario.Run, node string, err error) {
	if p.err == nil {
		p.err = fmt.Errorf("%s work of %s: %w", r.Pos, node, err)
	}
}

// finish ends a task: it calls the handler, or completes the user task.
func (p *player) finish(j job, d doing) error {
	if j.receive {
		return p.receive(j, d)
	}
	if j.run != nil {
		p.doing = &d
		p.kit.do(j)
		p.doing = nil
		if d.err == nil && d.bad == nil {
			p.sent(j)
		}
		return d.bad
	}
	if d.err != nil {
		return p.kit.Engine.ThrowTask(context.Background(), j.id, d.err)
	}
	for i := range p.processes {
		q := &p.processes[i]
		if q.Definition.Key == j.process && q.Complete != nil {
			return q.Complete(context.Background(), p.kit.Engine, j.node, j.id,
				func(out any) error { return assign(out, d.out) })
		}
	}
	return UnknownTask(j.node)
}

// wait keeps a task active: until a step completes it, or for as long as its
// run takes.
func (p *player) wait(j job, r *scenario.Run) {
	w := &waiter{job: j}
	p.waiting = append(p.waiting, w)
	if r == nil {
		return
	}
	w.stop = p.kit.Clock.At(r.Takes.After(p.kit.Clock.Now()), func() {
		p.drop(w)
		if !p.kit.isGone(j.id) {
			p.do(w.job, r)
		}
	})
}

// drop takes a waiter off the list; its time never comes.
func (p *player) drop(w *waiter) {
	if w.stop != nil {
		w.stop()
	}
	for i, x := range p.waiting {
		if x == w {
			p.waiting = append(p.waiting[:i], p.waiting[i+1:]...)
			return
		}
	}
}

// oldest takes the task out of the list that waits longest of those that a name
// means. Tasks whose token is gone leave it on the way.
func (p *player) oldest(name string) (job, error) { return p.longest(name, true) }

// peek is oldest that leaves the task in the list.
func (p *player) peek(name string) (job, error) { return p.longest(name, false) }

func (p *player) longest(name string, take bool) (job, error) {
	var others []string
	for i := 0; i < len(p.waiting); {
		w := p.waiting[i]
		if p.kit.isGone(w.job.id) {
			p.drop(w)
			continue
		}
		if p.names.is(name, w.job.node) {
			if take {
				p.drop(w)
			}
			return w.job, nil
		}
		others = append(others, w.job.node)
		i++
	}
	if len(p.names.find(name)) == 0 {
		return job{}, fmt.Errorf("there is no node %s", name)
	}
	return job{}, fmt.Errorf("no token waits at %s; tokens wait at %s", name, list(others))
}

// workOf is the entry that a task goes by: its own id, then its name, then its
// job type, then that for all others, which receive tasks are none of.
func (p *player) workOf(n *runtime.NodeDef) *scenario.Work {
	called := namesOf(n)
	if !isReceive(n) {
		called = append(called, scenario.Others)
	}
	for _, name := range called {
		for i := range p.scenario.Work {
			if name != "" && p.scenario.Work[i].Task == name {
				return &p.scenario.Work[i]
			}
		}
	}
	return nil
}

// namesOf are what a task may be called, the strongest first.
func namesOf(n *runtime.NodeDef) []string {
	names := []string{n.ID, n.Name}
	for _, m := range n.Meta {
		if m.Key == metaJobType {
			names = append(names, m.Value)
		}
	}
	return names
}

// metaJobType is the key of a task's job type among what extensions tell.
const metaJobType = "jobType"

func isReceive(n *runtime.NodeDef) bool { return n.Type == "receiveTask" }

// byHand reports whether a task waits for a step where the scenario says nothing.
func byHand(n *runtime.NodeDef) bool { return n.Performer == runtime.ByUser }

// checkWork refuses entries that no task goes by: a misspelt name would let the
// task do something else.
func (p *player) checkWork() error {
	for i := range p.scenario.Work {
		w := &p.scenario.Work[i]
		known := w.Task == scenario.Others
		for _, x := range p.names.nodes {
			known = known || x.def.Kind == runtime.KindTask && slices.Contains(namesOf(x.def), w.Task)
		}
		for j := range p.processes {
			known = known || slices.Contains(p.processes[j].Calls, w.Task)
		}
		if !known {
			return fmt.Errorf("%s work: no task has the id, name or job type %s", w.Pos, w.Task)
		}
	}
	return nil
}
