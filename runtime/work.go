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
	task       Task
	job        Job
	shard      uint32
}

var flights = sync.Pool{New: func() any { return new(flight) }}

// startWork starts the handler of a task that is not in line.
func (e *Engine) startWork(i *Instance, ef *machine.Effect) {
	shard := i.id.shard()
	if !e.enter(shard) {
		return // the token stays where it is
	}
	f := flights.Get().(*flight)
	f.task = Task{inst: i, ref: ef.Ref, node: ef.Node}
	f.job = ef.Work
	f.shard = shard
	sh := &e.shards[shard]
	sh.mu.Lock()
	f.prev, f.next = sh.flights.prev, &sh.flights
	f.prev.next, f.next.prev = f, f
	sh.mu.Unlock()
	if e.closing.Load() { // Shutdown may have missed it
		f.cancel()
	}
	if e.executor != nil {
		task := f.task
		e.executor.Execute(task, func() { f.run(e) })
		return
	}
	go f.run(e)
}

// cancel ends the handler's context.
func (f *flight) cancel() {
	if c, ok := f.job.(contextual); ok {
		c.context().cancelTask()
	}
}

// run runs the handler, contains its panic, and brings the result.
func (f *flight) run(e *Engine) {
	err := errGoexit
	defer func() {
		v := recover()
		switch {
		case v != nil:
			f.land(e, &PanicError{Value: v, Stack: debug.Stack()})
		case err == errGoexit:
			go f.land(e, err) // this goroutine is ending
		default:
			f.land(e, err)
		}
	}()
	err = f.task.inst.proc.program.Do(f.task, f.task.inst.m.Definition().Nodes[f.task.node].Work, f.job)
}

// land brings the result of the handler to its instance, and runs that if it is idle.
func (f *flight) land(e *Engine, err error) {
	i, job, shard := f.task.inst, f.job, f.shard
	in := machine.Input{Kind: machine.Done, Ref: f.task.ref, Work: job, Err: err}
	if c, ok := job.(contextual); ok {
		c.context().endTask()
	}
	sh := &e.shards[shard]
	sh.mu.Lock()
	f.prev.next, f.next.prev = f.next, f.prev
	sh.mu.Unlock()
	*f = flight{}
	flights.Put(f)
	if err == nil || !e.closing.Load() {
		i.bring(in, e.executor == nil, nil)
	}
	e.exit(shard)
}
