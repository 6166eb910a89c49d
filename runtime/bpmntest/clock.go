package bpmntest

import (
	"container/heap"
	"sync"
	"time"
)

// Epoch is the instant at which a new Clock stands.
var Epoch = time.Date(2030, time.January, 1, 0, 0, 0, 0, time.UTC)

// Clock is virtual time: it stands until it is moved. It is safe for
// concurrent use.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers timers
	seq    uint64
}

// NewClock returns a clock that stands at Epoch.
func NewClock() *Clock { return &Clock{now: Epoch} }

// Now implements runtime.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// At has f called when the clock is moved to t or beyond: what is due first is
// called first, and of equals what was asked for first. stop reports whether f
// will not be called.
func (c *Clock) At(t time.Time, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	x := &timer{due: t, seq: c.seq, call: f}
	heap.Push(&c.timers, x)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if x.index < 0 {
			return false
		}
		heap.Remove(&c.timers, x.index)
		return true
	}
}

// AfterFunc implements runtime.Waker: whoever moves the clock calls f.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return c.At(c.Now().Add(d), f)
}

// jump moves the clock without calling what is due on the way; that is called
// when the clock is moved next.
func (c *Clock) jump(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}

// step moves the clock to the next timer that is due by end and returns what it
// calls; without one it moves to end and returns nil.
func (c *Clock) step(end time.Time) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 || c.timers[0].due.After(end) {
		if end.After(c.now) {
			c.now = end
		}
		return nil
	}
	x := heap.Pop(&c.timers).(*timer)
	if x.due.After(c.now) {
		c.now = x.due
	}
	return x.call
}

type timer struct {
	due   time.Time
	seq   uint64
	call  func()
	index int
}

// timers is a heap by due time.
type timers []*timer

func (t timers) Len() int { return len(t) }

func (t timers) Less(i, j int) bool {
	if t[i].due.Equal(t[j].due) {
		return t[i].seq < t[j].seq
	}
	return t[i].due.Before(t[j].due)
}

func (t timers) Swap(i, j int) {
	t[i], t[j] = t[j], t[i]
	t[i].index, t[j].index = i, j
}

func (t *timers) Push(x any) {
	n := x.(*timer)
	n.index = len(*t)
	*t = append(*t, n)
}

func (t *timers) Pop() any {
	old := *t
	n := old[len(old)-1]
	old[len(old)-1] = nil
	*t = old[:len(old)-1]
	n.index = -1
	return n
}
