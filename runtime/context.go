package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// TaskContext is the context that a handler is given, embedded in the task's
// work. It ends when the task's token is cancelled (S1.8) and, where someone
// asked for its Done channel, when the task is over. It has no deadline. Its
// channel is made only when asked for.
type TaskContext struct {
	task Task
	lazy atomic.Pointer[ending]
}

var _ context.Context = (*TaskContext)(nil)

// ending is the part of a context that exists once someone asks for it.
type ending struct {
	mu    sync.Mutex
	done  chan struct{}
	err   error
	after []*func()
}

// ended is the ending of every context that ended before anyone asked.
var ended = func() *ending {
	e := &ending{done: make(chan struct{}), err: context.Canceled}
	close(e.done)
	return e
}()

// Begin gives the work to a task and returns it as the handler's context.
// Generated code calls it, once, before the handler.
func (c *TaskContext) Begin(t Task) context.Context {
	c.task = t
	return c
}

// Deadline implements context.Context: a task has none.
func (c *TaskContext) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context: TaskFrom finds the task by it.
func (c *TaskContext) Value(key any) any {
	if _, ok := key.(taskKey); ok {
		return c
	}
	return nil
}

// Err implements context.Context.
func (c *TaskContext) Err() error {
	e := c.lazy.Load()
	if e == nil {
		if c.task.inLine && c.task.inst.stopping() {
			return context.Canceled
		}
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// Done implements context.Context.
func (c *TaskContext) Done() <-chan struct{} { return c.ending().done }

// AfterFunc lets contexts made from this one end with it without a goroutine
// (see context.AfterFunc).
func (c *TaskContext) AfterFunc(f func()) (stop func() bool) {
	e := c.ending()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		go f()
		return func() bool { return false }
	}
	p := &f
	e.after = append(e.after, p)
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		for i, q := range e.after {
			if q == p {
				e.after = append(e.after[:i], e.after[i+1:]...)
				return true
			}
		}
		return false
	}
}

// ending returns the context's ending, made now where there is none. Whoever
// stops the instance finds that of an in-line task, or it finds that the
// instance is being stopped; others are cancelled by their token.
func (c *TaskContext) ending() *ending {
	if e := c.lazy.Load(); e != nil {
		return e
	}
	e := &ending{done: make(chan struct{})}
	if !c.lazy.CompareAndSwap(nil, e) {
		return c.lazy.Load()
	}
	if c.task.inLine && c.task.inst.watch(e) {
		e.end()
	}
	return e
}

// end ends the context: closes Done and calls what waits for it.
func (e *ending) end() {
	e.mu.Lock()
	if e.err != nil {
		e.mu.Unlock()
		return
	}
	e.err = context.Canceled
	after := e.after
	e.after = nil
	close(e.done)
	e.mu.Unlock()
	for _, f := range after {
		go (*f)()
	}
}

// cancelTask ends the context from outside.
func (c *TaskContext) cancelTask() {
	if !c.lazy.CompareAndSwap(nil, ended) {
		c.lazy.Load().end()
	}
}

// endTask ends the context of a task that is over, where someone waits for it.
func (c *TaskContext) endTask() {
	if e := c.lazy.Load(); e != nil {
		e.end()
	}
}

// context returns the TaskContext of a generated work that embeds one.
func (c *TaskContext) context() *TaskContext { return c }

// contextual is every work that embeds a TaskContext.
type contextual interface{ context() *TaskContext }
