package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// ErrStartTaken refuses a process that begins with a message which starts another (S4.2).
var ErrStartTaken = errors.New("the message starts another process already; unregister that, or give the messages names of their own")

// startPoint is an event by which the latest version of a process is started (S10.1).
type startPoint struct {
	process     atomic.Pointer[process]
	node, event int32
	waiter      hub.Waiter // of a timer
	fired       int32
}

// input starts an instance by the event.
func (st *startPoint) input(payload any, m *hub.Message) machine.Input {
	in := machine.Input{Kind: machine.StartBy, Node: st.node, Event: st.event, Work: payload}
	if m != nil {
		in.Key, in.Keyed = m.Key, m.Keyed
	}
	return in
}

func (st *startPoint) def() *machine.Event { return &st.process.Load().def.Events[st.event] }

// startPoints makes the start points of a process, in document order.
func startPoints(p *process) []*startPoint {
	var all []*startPoint
	for _, node := range p.def.EventStarts {
		for _, event := range p.def.StartingEvents(node) {
			st := &startPoint{node: node, event: event}
			st.process.Store(p)
			all = append(all, st)
		}
	}
	return all
}

// mayStart reports whether the messages that start a process start no other.
func (e *Engine) mayStart(def *Definition) error {
	for _, node := range def.EventStarts {
		for _, event := range def.StartingEvents(node) {
			ev := &def.Events[event]
			if ev.Trigger != machine.MessageTrigger {
				continue
			}
			if other := e.hub.StartOf(ev.Name); other != nil && other.Group != def.Key {
				return fmt.Errorf("register %s: message %s starts process %s: %w", def.Key, ev.Name, other.Group, ErrStartTaken)
			}
		}
	}
	return nil
}

// moveStarts gives the starts of a key to its latest version, as it is
// registered now; e.mu is locked. What waited for them is put into out. A
// version that is the latest still keeps its timers where they are.
func (e *Engine) moveStarts(vs *versions, out *outbox) {
	var latest *version
	if len(vs.all) > 0 {
		latest = vs.all[len(vs.all)-1]
	}
	if latest != nil && latest == vs.starting {
		for _, st := range vs.starts {
			st.process.Store(latest.current) // its new handlers
		}
		return
	}
	e.dropStarts(vs)
	vs.starting = latest
	if latest == nil {
		return
	}
	vs.starts = startPoints(latest.current)
	signals := maps.Clone(*e.signalStarts.Load())
	for _, st := range vs.starts {
		switch ev := st.def(); ev.Trigger {
		case machine.MessageTrigger:
			if e.hub.StartOf(ev.Name) == nil { // of several in one process the first takes it
				e.routeAll(e.hub.SetStart(ev.Name, &hub.Start{Owner: st, Group: latest.current.def.Key}), out)
			}
		case machine.SignalTrigger:
			signals[ev.Name] = append(slices.Clone(signals[ev.Name]), st)
		case machine.TimerTrigger:
			st.waiter.Owner = st
			e.armStart(st, e.now(), 0)
		}
	}
	e.signalStarts.Store(&signals)
}

// dropStarts takes the starts of a key away.
func (e *Engine) dropStarts(vs *versions) {
	signals := maps.Clone(*e.signalStarts.Load())
	for _, st := range vs.starts {
		switch ev := st.def(); ev.Trigger {
		case machine.MessageTrigger:
			if s := e.hub.StartOf(ev.Name); s != nil && s.Owner == st {
				e.hub.SetStart(ev.Name, nil)
			}
		case machine.SignalTrigger:
			signals[ev.Name] = slices.DeleteFunc(slices.Clone(signals[ev.Name]), func(x *startPoint) bool { return x == st })
		case machine.TimerTrigger:
			e.hub.Disarm(&st.waiter)
		}
	}
	e.signalStarts.Store(&signals)
	vs.starts = nil
}

// armStart arms a timer start: for the first time, or after it was due at last.
func (e *Engine) armStart(st *startPoint, now, last int64) {
	data, ok := st.process.Load().program.New().(machine.EventData)
	if !ok {
		return
	}
	due, ok, err := data.Due(st.def().Expr, now, last, st.fired, &st.waiter.Sub.Key)
	if err != nil && e.log != nil {
		e.log.Error("timer start is not armed", "process", st.process.Load().def.Key,
			"node", st.process.Load().def.Nodes[st.node].ID, "cause", err.Error())
	}
	if err != nil || !ok {
		return
	}
	st.waiter.Sub.Due = due
	if e.teller != nil {
		p := st.process.Load()
		e.teller.tell(Fact{Kind: TimerArmed, Time: e.clock.Now(), Process: p.def.Key, Version: p.version.number,
			Node: p.def.Nodes[st.node].ID, Due: time.Unix(0, due)})
	}
	if e.hub.Arm(&st.waiter) {
		e.setAlarm(due)
	}
}

// fireStart starts an instance by a timer and arms it again (S5.2).
func (e *Engine) fireStart(st *startPoint, now int64) {
	e.mu.Lock()
	p := st.process.Load()
	current := p.version == e.keys[p.def.Key].starting
	if current {
		st.fired++
		e.armStart(st, now, st.waiter.Sub.Due)
	}
	e.mu.Unlock()
	if !current {
		return // unregistered while it fired
	}
	if e.teller != nil {
		e.teller.tell(Fact{Kind: TimerFired, Time: e.clock.Now(), Process: p.def.Key, Version: p.version.number,
			Node: p.def.Nodes[st.node].ID})
	}
	var out outbox
	e.startBy(st, nil, &out)
	e.flush(&out)
}

// startBySignal starts an instance of each process that begins with a signal;
// it returns how many.
func (e *Engine) startBySignal(name string, payload any, out *outbox) int {
	all := (*e.signalStarts.Load())[name]
	for _, st := range all {
		e.startBy(st, payload, out)
	}
	return len(all)
}

// startBy starts an instance by an event that nobody waits to hear about: where
// that can't be, it is logged.
func (e *Engine) startBy(st *startPoint, payload any, out *outbox) {
	inst, err := e.born(st)
	if err != nil {
		if e.log != nil {
			e.log.Error("event starts no instance", "process", st.process.Load().def.Key, "name", st.def().Name, "cause", err.Error())
		}
		return
	}
	out.deliveries = append(out.deliveries, delivery{inst: inst, start: st, payload: payload})
}

// born makes an instance that its event is yet to start.
func (e *Engine) born(st *startPoint) (*Instance, error) {
	p := st.process.Load()
	if e.closing.Load() {
		return nil, ErrShutdown
	}
	root := p.program.New()
	return root.instance(), e.admit(p, root, e.pools.Add(1)&(1<<shardBits-1))
}
