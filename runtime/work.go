package runtime

import (
	"runtime/debug"
	"sync"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// flight is a handler that runs beside its instance. It outlives its token
// where that is cancelled and the handler does not look.
type flight struct {
	next, prev *flight
	engine     *Engine
	task       Task
	in         machine.Input // the result
	returned   bool
}

var flights = sync.Pool{New: func() any { return new(flight) }}

// startWork starts the handler of a task that is not in line.
//
//go:noinline
func (e *Engine) startWork(i *Instance, ef *machine.Effect) {
	f := flights.Get().(*flight)
	f.engine = e
	f.task = Task{inst: i, ref: ef.Ref, node: ef.Node, attempt: i.attempt(ef.Ref)}
	f.in.Kind, f.in.Ref, f.in.Work = machine.Done, ef.Ref, ef.Work
	if e.executor != nil {
		e.executor.Execute(f.task, f.runLater)
		return
	}
	e.fly(f)
}

// takeOff puts the handler on the list of those that run. It reports false
// where the engine shuts down: the token stays where it is.
func (f *flight) takeOff() bool {
	e, shard := f.engine, f.task.inst.id.shard()
	if !e.enter(shard) {
		return false
	}
	sh := &e.shards[shard]
	sh.mu.Lock()
	f.prev, f.next = sh.flights.prev, &sh.flights
	f.prev.next, f.next.prev = f, f
	sh.mu.Unlock()
	if e.closing.Load() { // Shutdown may have missed it
		f.cancel()
	}
	return true
}

// runLater is run for an Executor: only a handler that it runs counts as running.
func (f *flight) runLater() {
	if f.takeOff() {
		f.call()
		f.land()
	}
}

// cancel ends the handler's context.
func (f *flight) cancel() {
	if c, ok := f.in.Work.(contextual); ok {
		c.context().cancelTask()
	}
}

// run runs the handler and brings its result, and goes on with those that wait
// for its place. The stack of its goroutine is flat when the instance runs on it.
func (f *flight) run() {
	for f != nil {
		e := f.engine
		f.call()
		f.land()
		f = e.nextFlight()
	}
}

// call runs the handler and contains its panic.
func (f *flight) call() {
	defer f.contain()
	if job, ok := f.in.Work.(*sending); ok {
		f.in.Err = job.send(job.Begin(f.task), job.m)
		f.returned = true
		return
	}
	f.in.Err = f.task.inst.proc.program.Do(f.task, f.task.inst.m.Definition().Nodes[f.task.node].Work, f.in.Work)
	f.returned = true
}

func (f *flight) contain() {
	if f.returned {
		return
	}
	if v := recover(); v != nil {
		f.in.Err = &PanicError{Value: v, Stack: debug.Stack()}
		return
	}
	f.in.Err = errGoexit
	go func() { // this goroutine is ending
		e := f.engine
		f.land()
		if e.executor == nil {
			e.nextFlight().run()
		}
	}()
}

// land brings the result of the handler to its instance, and runs that if it is idle.
func (f *flight) land() {
	e, i := f.engine, f.task.inst
	shard := i.id.shard()
	f.leave(&e.shards[shard])
	if f.in.Err == nil || !e.closing.Load() {
		i.bring(&f.in, e.executor == nil, nil)
	}
	f.recycle()
	e.exit(shard)
}

// leave takes the handler off the list of those that run, and ends its context.
func (f *flight) leave(sh *shard) {
	if c, ok := f.in.Work.(contextual); ok {
		c.context().endTask()
	}
	sh.mu.Lock()
	f.prev.next, f.next.prev = f.next, f.prev
	sh.mu.Unlock()
}

// cancelWork ends the context of work that is no longer wanted.
func cancelWork(w machine.Work) {
	if th, ok := w.(*machine.Thrown); ok {
		w = th.Host
	}
	if c, ok := w.(contextual); ok {
		c.context().cancelTask()
	}
}
