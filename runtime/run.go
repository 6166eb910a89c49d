package runtime

import (
	goruntime "runtime"
	"runtime/debug"
	"time"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// scratch is what a running instance needs and a parked one does not.
type scratch struct {
	machine.Scratch
	running letter // stands for this run in the mailbox
	// in is the input to apply next, for whom reply waits.
	in    machine.Input
	reply chan error
	// message is what in delivers, if it does.
	message *hub.Message
	// out takes what this run throws at other instances; nil where it can't.
	out *outbox
	// own: handlers may run in line on this goroutine.
	own bool
	// giveUp, if any, ends the caller's wish to run handlers itself.
	giveUp <-chan struct{}
	// history is the nodes that this run completed.
	history []int32
	// letters are those that were taken out of the mailbox and wait, from the one at taken on.
	letters []*letter
	taken   int
	// task and job are the in-line work to run, if any, or running.
	task Task
	job  Job
	// inHandler is true while a handler runs.
	inHandler bool
	now       time.Time // of the current Apply, once someone asked
	// cancelled: the runs that the last Apply cancelled are.
	cancelled bool
	// used is how many effects any Apply of this run had.
	used  int
	shard uint32
}

// run runs the instance until it parks or ends, or hands it over to another
// goroutine. apply says that s.in is to be applied first.
func (i *Instance) run(s *scratch, apply bool) {
	var out *outbox
	e := i.proc.engine
	if s.out == nil && i.proc.events {
		out = outboxes.Get().(*outbox)
		s.out = out
	}
	for i.turns(s, apply) {
		apply = true
	}
	if out != nil {
		e.bring(out)
	}
}

// turns is run up to a panic of a handler, which it contains: it returns true
// where s.in is the handler's fault, to be applied. One deferred function
// serves all the handlers of a run.
func (i *Instance) turns(s *scratch, apply bool) (again bool) {
	left := false // s is no longer ours
	defer func() {
		if !left && s.inHandler {
			again = i.contain(s, recover())
		}
	}()
	for ; ; apply = true {
		if apply {
			if i.proc.timers && s.in.Now == 0 {
				s.in.Now = i.proc.engine.now()
			}
			if s.in.Err != nil {
				i.mayRetry(&s.in)
			}
			err := i.m.Apply(&s.in, &s.Scratch)
			if s.reply != nil {
				s.reply <- err
				s.reply = nil
			}
			if s.message != nil {
				i.delivered(s, err)
			}
			if s.Facts {
				s.now = time.Time{}
			}
			if len(s.Effects) > 0 {
				i.perform(s)
			}
			s.history = append(s.history, s.Completed...)
			if i.m.Status().Over() {
				left = true
				i.finish(s)
				return false
			}
		}
		if s.job != nil {
			switch i.mayRun(s) {
			case runHere:
				if i.handle(s) {
					continue
				}
			case runElsewhere:
				s.own = true
				s.giveUp = nil
				s.out = nil // stays with this goroutine
				left = true
				go i.run(s, false)
				return false
			case runTerminate:
				s.job = nil
				s.in = machine.Input{Kind: machine.Terminate}
				continue
			case runNever:
				s.job = nil
			}
		}
		if !i.next(s) {
			left = true
			return false
		}
	}
}

// contain makes a fault of a handler that did not return. It reports whether
// this goroutine goes on.
//
//go:noinline
func (i *Instance) contain(s *scratch, v any) bool {
	i.leaveHandler(s)
	s.in = machine.Input{Kind: machine.Done, Ref: s.task.ref, Err: errGoexit}
	if v != nil {
		s.in.Err = &PanicError{Value: v, Stack: debug.Stack()}
		i.escalated(s)
		return true
	}
	s.own = true
	out := s.out
	s.out = nil
	i.escalated(s)
	go func() { // this goroutine is ending, and brings nothing any more
		if out != nil {
			i.proc.engine.bring(out)
		}
		i.run(s, true)
	}()
	return false
}

// What becomes of in-line work.
const (
	runHere = iota
	runElsewhere
	runTerminate // the host wants the instance ended
	runNever     // the engine is shutting down
)

func (i *Instance) mayRun(s *scratch) int {
	if i.stopping() {
		if i.proc.engine.closing.Load() {
			return runNever
		}
		return runTerminate
	}
	if i.proc.engine.closing.Load() {
		return runNever
	}
	if !s.own && (i.proc.engine.executor == nil || i.proc.engine.inLine == nil) {
		return runElsewhere
	}
	if s.giveUp != nil {
		select {
		case <-s.giveUp:
			return runElsewhere
		default:
		}
	}
	return runHere
}

// handle runs the in-line handler and makes its result the next input. It
// returns false where there is none: the engine's shutdown made the handler
// give up, so its token stays where it is.
func (i *Instance) handle(s *scratch) bool {
	s.inHandler = true
	i.phase.Store(readable)
	if i.mailbox.Load() != &s.running {
		i.serveViews(s)
	}
	job := s.job
	err := i.proc.program.Do(s.task, i.m.Definition().Nodes[s.task.node].Work, job)
	i.leaveHandler(s)
	if err != nil && i.proc.engine.closing.Load() {
		return false
	}
	if i.stopping() && !i.proc.engine.closing.Load() { // the host has ended it: the result is ignored
		s.in = machine.Input{Kind: machine.Terminate}
		return true
	}
	in := &s.in
	in.Kind, in.Ref, in.Work, in.Err, in.Now, in.Follows = machine.Done, s.task.ref, job, err, 0, false
	i.escalated(s)
	return true
}

// leaveHandler takes the instance back after an in-line handler.
func (i *Instance) leaveHandler(s *scratch) {
	for !i.phase.CompareAndSwap(readable, busy) {
		goruntime.Gosched() // someone reads, shortly
	}
	s.inHandler = false
	s.job = nil
	i.endInLine()
}

// serveViews serves those letters that only read, before a handler keeps the
// runner away from them; others wait.
func (i *Instance) serveViews(s *scratch) {
	for i.mailbox.Load() != &s.running {
		for !i.phase.CompareAndSwap(readable, busy) {
			goruntime.Gosched()
		}
		first := len(s.letters)
		i.empty(s, &s.running)
		kept := s.letters[:first]
		for _, l := range s.letters[first:] {
			if l.view == nil {
				kept = append(kept, l)
				continue
			}
			l.serve(s)
		}
		s.letters = kept
		i.phase.Store(readable)
	}
}

// empty takes all letters out of the mailbox, the first come first.
func (i *Instance) empty(s *scratch, leave *letter) {
	l := i.mailbox.Swap(leave)
	first := len(s.letters)
	for l != &s.running {
		s.letters = append(s.letters, l)
		l = l.next
	}
	for a, b := first, len(s.letters)-1; a < b; a, b = a+1, b-1 {
		s.letters[a], s.letters[b] = s.letters[b], s.letters[a]
	}
}

// serve lets a letter's view read, if nobody did.
func (l *letter) serve(s *scratch) {
	if l.served.CompareAndSwap(false, true) {
		l.view(s)
	}
	l.reply <- nil
}

// next makes the next letter's input s.in; without any it parks the instance
// and returns false.
func (i *Instance) next(s *scratch) bool {
	for {
		if s.taken == len(s.letters) {
			s.letters, s.taken = s.letters[:0], 0
			i.keepHistory(s)
			proc := i.proc
			if i.mailbox.CompareAndSwap(&s.running, nil) {
				proc.put(s)
				return false
			}
			i.empty(s, &s.running)
		}
		l := s.letters[s.taken]
		s.letters[s.taken] = nil
		s.taken++
		if s.taken >= 64 && 2*s.taken >= len(s.letters) { // a mailbox that never empties must not grow
			n := copy(s.letters, s.letters[s.taken:])
			clear(s.letters[n:])
			s.letters, s.taken = s.letters[:n], 0
		}
		if l.view != nil {
			l.serve(s)
			continue
		}
		s.in, s.reply, s.message = l.in, l.reply, l.message
		return true
	}
}

// keepHistory moves what the run completed into the instance.
func (i *Instance) keepHistory(s *scratch) {
	if len(s.history) == 0 {
		return
	}
	most := i.proc.engine.maxHistory
	if int(i.history.n)+len(s.history) <= 2*most {
		i.history.add(s.history)
	} else { // the oldest are forgotten many at once
		i.forgotten += uint32(i.history.keepLast(most, s.history))
	}
	s.history = s.history[:0]
}

// finish publishes that the instance is over, once all that its end causes in
// the hub has happened. After that only what never changes again may be touched.
func (i *Instance) finish(s *scratch) {
	i.keepHistory(s)
	e, proc, own := i.proc.engine, i.proc, s.own
	e.forget(i)
	if !e.quiet {
		e.logEnd(i)
	}
	if x := i.extra.Load(); x != nil && len(x.claims) > 0 {
		i.disown(s, x)
	}
	if e.incidents {
		i.stands(false)
	}
	if e.kept.some.Load() {
		e.fill(s.out)
	}
	i.empty(s, &overLetter)
	if x := i.extra.Load(); x != nil {
		close(x.over)
	}
	for n, l := range s.letters[s.taken:] {
		switch {
		case l.view != nil:
			l.serve(nil)
		case l.reply != nil:
			l.reply <- ErrOver
		case l.message != nil:
			e.giveBack(l.message, s.out)
		}
		s.letters[s.taken+n] = nil
	}
	s.letters, s.taken = s.letters[:0], 0
	if i.parent() != nil {
		i.returnCall(own && e.executor == nil)
	}
	proc.put(s)
}

// perform does what the machine asks for, in its order.
func (i *Instance) perform(s *scratch) {
	for n := range s.Effects {
		ef := &s.Effects[n]
		switch ef.Kind {
		case machine.RunInLine:
			s.job = ef.Work
			t := &s.task
			t.inst, t.ref, t.node, t.inLine = i, ef.Ref, ef.Node, true
			t.attempt = i.attempt(ef.Ref)
		case machine.Run:
			i.proc.engine.startWork(i, ef)
		case machine.End:
		default:
			i.performRare(s, ef)
		}
	}
	s.used = max(s.used, len(s.Effects))
	s.cancelled = false
}

//go:noinline
func (i *Instance) performRare(s *scratch, ef *machine.Effect) {
	switch ef.Kind {
	case machine.CancelRun:
		if !s.cancelled {
			s.cancelled = true
			s.cancelRuns()
		}
		if s.job != nil && s.task.ref == ef.Ref {
			s.job = nil
		}
	case machine.OpenTask:
		i.openTask(s, ef)
	case machine.CloseTask:
		i.closeTask(s, ef)
	case machine.OpenAdHoc:
		i.openAdHoc(ef)
	case machine.CloseAdHoc:
		i.closeAdHoc(ef)
	case machine.StartCall:
		i.startCall(s, ef)
	case machine.CancelCall:
		cancelCall(ef)
	case machine.Escalate:
		i.escalate(ef)
	case machine.Subscribe:
		i.subscribe(s, ef)
	case machine.Unsubscribe:
		i.unsubscribe(ef)
	case machine.Satisfied:
		s.follow(happen(ef.Work.(*machine.Subscription), nil, s.in.Now, nil), nil)
	case machine.Publish:
		i.publish(s, ef)
	case machine.Broadcast:
		i.broadcast(s, ef)
	case machine.OpenIncident:
		i.openIncident(ef)
	case machine.CloseIncident:
		i.closeIncident()
	case machine.AskCaller:
		i.askCaller(ef)
	case machine.CallerTakes, machine.NobodyTakes:
		i.answer(ef)
	case machine.Tell:
		i.proc.engine.teller.tell(i.fact(ef, s.time(i.proc.engine)))
	}
}

// cancelRuns ends the contexts of all work that the last Apply cancelled, the
// latest begun first: what waits for a place must not get that of what is cancelled
// before it.
func (s *scratch) cancelRuns() {
	for n := len(s.Effects) - 1; n >= 0; n-- {
		if ef := &s.Effects[n]; ef.Kind == machine.CancelRun {
			cancelWork(ef.Work)
		}
	}
}

// time is the engine's time of the run's current Apply.
func (s *scratch) time(e *Engine) time.Time {
	if s.now.IsZero() {
		s.now = e.clock.Now()
	}
	return s.now
}
