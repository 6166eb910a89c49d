package runtime

import (
	"sync"
	"sync/atomic"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Instance is the engine's part of one process instance. Generated code embeds
// it beside the variables, so that both are one allocation; nobody else needs
// it: hosts hold a Handle.
//
// One goroutine at a time runs an instance: whoever put its scratch's letter
// into the idle mailbox. A parked instance owns no goroutine, channel or timer.
type Instance struct {
	m    machine.Machine
	proc *process
	id   ID
	// mailbox is nil while the instance is idle, &overLetter once it has ended;
	// else it is a list of letters, the last come first, that ends with the
	// letter of the scratch that runs it.
	mailbox atomic.Pointer[letter]
	extra   atomic.Pointer[extra]
	// history is the completed nodes, but for those of a run in progress.
	history history
	// forgotten counts the nodes that history no longer holds.
	forgotten uint32
	// phase lets others read the instance while an in-line handler runs.
	phase atomic.Uint32
}

// The phases of a running instance.
const (
	busy     uint32 = iota // the runner is at work in it
	readable               // an in-line handler runs and nobody touches it
	reading                // an in-line handler runs and someone reads it
)

// letter is something for an instance to take.
type letter struct {
	next  *letter
	owner *scratch // of the letter that stands for the runner
	in    machine.Input
	// view reads the instance instead of bringing an input.
	view   func(s *scratch)
	served atomic.Bool // view: someone has
	// message is what in delivers, to be given back where it is refused (S4.3).
	message *hub.Message
	reply   chan error // nil, or has room for one
}

// overLetter is the mailbox of every instance that has ended.
var overLetter letter

// extra is what few instances have at any time.
type extra struct {
	over   chan struct{} // closed when the instance has ended
	stop   atomic.Bool   // it is being terminated or the engine shut down
	mu     sync.Mutex
	inLine *ending // of the in-line handler's context, if someone waits for it
	// claims are the correlation keys that the instance owns; its runner's.
	claims []hub.Claim
	// standsFor is the instance of whose variables this one's are a copy.
	standsFor *Instance
	raised    []raised // by the in-line handler that runs
	// parent is the call that waits for the instance; set before it starts.
	parent *callLink
	// businessKey is set before the instance starts.
	businessKey string
}

// embedded is what every generated instance is through its Instance (Root).
type embedded interface{ instance() *Instance }

var _ embedded = (*Instance)(nil)

func (i *Instance) instance() *Instance { return i }

func (i *Instance) more() *extra {
	if x := i.extra.Load(); x != nil {
		return x
	}
	x := &extra{over: make(chan struct{})}
	if !i.extra.CompareAndSwap(nil, x) {
		return i.extra.Load()
	}
	return x
}

// parent is the call that waits for the instance, nil where nobody called it.
func (i *Instance) parent() *callLink {
	if x := i.extra.Load(); x != nil {
		return x.parent
	}
	return nil
}

func (i *Instance) isOver() bool { return i.mailbox.Load() == &overLetter }

// stopping reports whether in-line work should give up.
func (i *Instance) stopping() bool {
	x := i.extra.Load()
	return x != nil && x.stop.Load()
}

// watch has e ended when the instance is stopped; it reports whether it is already.
func (i *Instance) watch(e *ending) bool {
	x := i.more()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.inLine = e
	return x.stop.Load()
}

// stop cancels the context of the handler that runs in line, at once (S1.8).
func (i *Instance) stop() {
	x := i.more()
	x.mu.Lock()
	x.stop.Store(true)
	e := x.inLine
	x.mu.Unlock()
	if e != nil {
		e.end()
	}
}

// endInLine ends the context of an in-line handler that has returned.
func (i *Instance) endInLine() {
	x := i.extra.Load()
	if x == nil {
		return
	}
	x.mu.Lock()
	e := x.inLine
	x.inLine = nil
	x.mu.Unlock()
	if e != nil {
		e.end()
	}
}

// bring gives the instance an input and runs it if it is idle. own says that
// handlers may run in line on this goroutine. reply, if any, gets Apply's
// error; it needs room for one.
func (i *Instance) bring(in *machine.Input, own bool, reply chan error) {
	i.post(in, own, reply, nil, nil)
}

// post is bring for a message, if any; what the instance throws at others goes
// into out, or is brought to them here where that is nil.
func (i *Instance) post(in *machine.Input, own bool, reply chan error, m *hub.Message, out *outbox) {
	var l *letter
	for {
		old := i.mailbox.Load()
		switch old {
		case nil:
			s := i.proc.take()
			if i.mailbox.CompareAndSwap(nil, &s.running) {
				s.own = own
				s.in, s.reply = *in, reply
				s.message, s.out = m, out
				i.run(s, true)
				return
			}
			i.proc.put(s)
		case &overLetter:
			if reply != nil {
				reply <- ErrOver
			}
			if m != nil {
				i.proc.engine.giveBack(m, out)
			}
			return
		default:
			if l == nil {
				l = &letter{in: *in, reply: reply, message: m}
			}
			l.next = old
			if i.mailbox.CompareAndSwap(old, l) {
				return
			}
		}
	}
}

// view calls fn while nothing else touches the instance. Its scratch is that
// of the run in progress, nil where there is none.
func (i *Instance) view(fn func(s *scratch)) {
	l := &letter{view: fn}
	for posted := false; !posted; {
		old := i.mailbox.Load()
		switch old {
		case nil:
			s := i.proc.take()
			if i.mailbox.CompareAndSwap(nil, &s.running) {
				s.own = false
				fn(s)
				i.run(s, false)
				return
			}
			i.proc.put(s)
		case &overLetter:
			fn(nil)
			return
		default:
			if l.reply == nil {
				l.reply = make(chan error, 1)
			}
			l.next = old
			posted = i.mailbox.CompareAndSwap(old, l)
		}
	}
	// The runner serves the letter, or, while its handler runs in line, we do.
	// It looks into the mailbox after it has made itself readable; so either it
	// sees the letter or we see that.
	if i.phase.CompareAndSwap(readable, reading) {
		mine := l.served.CompareAndSwap(false, true)
		if mine {
			r := i.mailbox.Load()
			for r.owner == nil {
				r = r.next
			}
			fn(r.owner)
		}
		i.phase.Store(readable)
		if mine {
			return
		}
	}
	<-l.reply
}

// Program is the registration that the instance runs on, nil before it starts. Generated
// code finds the host's code by it that expressions call.
func (i *Instance) Program() Program {
	if i.proc == nil {
		return nil
	}
	return i.proc.program
}
