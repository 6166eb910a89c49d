package machine_test

import (
	"slices"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// What follows is an interpreter of SC §2.1 to §2.6 and §2.10 with S1.2, S1.6,
// S5.1, S6.1, S6.3, S6.5 and S6.6, written from the record and not from the
// machine: it runs a tree of bodies, not tables; it searches where the machine counts.

// body is a process, a sub-process or the inside of an event sub-process.
type body struct {
	id       string
	start    string // id of its none start event, "" where its sequences start by themselves (SC §2.3)
	seqs     []*seq
	handlers []*handlerItem
}

// seq is a path of items that ends in an end event.
type seq struct {
	items []*item
	end   *item
}

// item is a node: "task", "sub", "throw", or an end event: "end", "terminate", "throw", "error".
type item struct {
	kind, id string
	throws   trigger // of "throw" and "error"
	body     *body
	guards   []*guard
}

// trigger is what an event waits for or throws.
type trigger struct {
	kind         machine.Trigger
	name         string // message and signal: its name; error and escalation: its code
	interrupting bool
}

// guard is a boundary event with what it leads to.
type guard struct {
	id  string
	on  trigger
	seq *seq
}

// handlerItem is an event sub-process.
type handlerItem struct {
	id, start string
	on        trigger
	body      *body
	of        *body // that it guards
}

// area is an open scope.
type area struct {
	body        *body
	host        *walker // nil: the instance
	by          *handlerItem
	walkers     []*walker
	interrupted bool
	closed      bool
}

// walker is a token.
type walker struct {
	in    *area
	seq   *seq
	at    int // item of the sequence; len: its end event
	doing string
	esp   *handlerItem // it stands for an event sub-process that runs
	inner *area
	since int // it came to its task
	gone  bool
}

// watched is what is armed, in the order of arming.
type watched struct {
	id   string
	on   trigger
	host *walker // of a guard
	g    *guard
	area *area // of a handler
	h    *handlerItem
}

type scopeReference struct {
	root   *area
	queue  []*walker
	armed  []*watched
	path   []string
	status machine.Status
	clock  int
}

func (r *scopeReference) launch(b *body) {
	r.status = machine.Active
	r.root = &area{body: b}
	r.fill(r.root)
	r.run()
}

func (r *scopeReference) over() bool { return r.status != machine.Active }

// fill arms the handlers of a scope and puts in its tokens (SC §2.4).
func (r *scopeReference) fill(a *area) {
	r.watch(a)
	for _, s := range a.body.seqs {
		w := &walker{in: a, seq: s}
		if a.body.start != "" {
			w.at = -1
		}
		a.walkers = append(a.walkers, w)
		r.queue = append(r.queue, w)
	}
}

func (r *scopeReference) watch(a *area) {
	for _, h := range a.body.handlers {
		if armedKind(h.on.kind) {
			r.armed = append(r.armed, &watched{id: h.start, on: h.on, area: a, h: h})
		}
	}
}

func armedKind(k machine.Trigger) bool {
	return k == machine.MessageTrigger || k == machine.SignalTrigger || k == machine.TimerTrigger
}

// run moves tokens in the order in which they became runnable (S1.2).
func (r *scopeReference) run() {
	for len(r.queue) > 0 && !r.over() {
		w := r.queue[0]
		r.queue = r.queue[1:]
		if !w.gone && w.doing == "" {
			r.enter(w)
		}
	}
}

func (w *walker) item() *item {
	if w.at < len(w.seq.items) {
		return w.seq.items[w.at]
	}
	return w.seq.end
}

func (r *scopeReference) enter(w *walker) {
	if w.at < 0 {
		r.path = append(r.path, w.in.body.start)
		r.next(w)
		return
	}
	it := w.item()
	switch it.kind {
	case "task":
		w.doing = "task"
		r.clock++
		w.since = r.clock
		r.guard(w, it)
	case "sub":
		w.doing = "sub"
		r.guard(w, it)
		w.inner = &area{body: it.body, host: w}
		r.fill(w.inner)
		r.drain(w.inner)
	case "throw":
		r.throw(w, it)
	case "error":
		r.climb(w.in, nil, machine.ErrorTrigger, it.throws.name)
	case "end":
		r.path = append(r.path, it.id)
		r.die(w)
	case "terminate":
		r.path = append(r.path, it.id)
		a := w.in
		w.gone = true
		r.clear(a, nil)
		if a.host == nil {
			r.finish(machine.Terminated)
			return
		}
		r.drain(a)
	}
}

// guard arms the boundary events that the body's event sub-processes leave to it (S6.5).
func (r *scopeReference) guard(w *walker, it *item) {
	for _, g := range it.guards {
		if armedKind(g.on.kind) && !sharedWith(it.body, g.on) {
			r.armed = append(r.armed, &watched{id: g.id, on: g.on, host: w, g: g})
		}
	}
}

func sharedWith(b *body, on trigger) bool {
	return b != nil && on.interrupting && (on.kind == machine.MessageTrigger || on.kind == machine.SignalTrigger) &&
		slices.ContainsFunc(b.handlers, func(h *handlerItem) bool { return h.on == on })
}

// next lets a token go to the next node of its sequence.
func (r *scopeReference) next(w *walker) {
	w.at++
	w.doing = ""
	r.queue = append(r.queue, w)
}

// completed: the activity where a token is has ended; its boundary events go.
func (r *scopeReference) completed(w *walker) {
	r.unguard(w)
	if w.esp != nil {
		r.path = append(r.path, w.esp.id)
		r.die(w)
		return
	}
	r.path = append(r.path, w.item().id)
	if w.at >= len(w.seq.items) {
		r.die(w)
		return
	}
	r.next(w)
}

func (r *scopeReference) unguard(w *walker) {
	r.armed = slices.DeleteFunc(r.armed, func(x *watched) bool { return x.host == w })
}

func (r *scopeReference) die(w *walker) {
	w.gone = true
	w.in.walkers = slices.DeleteFunc(w.in.walkers, func(x *walker) bool { return x == w })
	r.drain(w.in)
}

// drain ends a scope without tokens (SC §2.4).
func (r *scopeReference) drain(a *area) {
	if a.closed || len(a.walkers) > 0 || r.over() {
		return
	}
	r.close(a)
	if a.host == nil {
		r.finish(machine.Completed)
		return
	}
	r.completed(a.host)
}

func (r *scopeReference) close(a *area) {
	a.closed = true
	r.unwatch(a)
}

func (r *scopeReference) unwatch(a *area) {
	r.armed = slices.DeleteFunc(r.armed, func(x *watched) bool { return x.area == a })
}

// clear cancels every token of a scope but one (SC §2.5).
func (r *scopeReference) clear(a *area, keep *walker) {
	for _, w := range slices.Clone(a.walkers) {
		if w != keep {
			r.cancel(w)
		}
	}
}

func (r *scopeReference) cancel(w *walker) {
	w.gone = true
	r.unguard(w)
	if w.inner != nil && !w.inner.closed {
		r.clear(w.inner, nil)
		r.close(w.inner)
	}
	w.in.walkers = slices.DeleteFunc(w.in.walkers, func(x *walker) bool { return x == w })
}

func (r *scopeReference) finish(s machine.Status) {
	r.clear(r.root, nil)
	r.close(r.root)
	r.status = s
}

// catcher is a place of the catch chain.
type catcher struct {
	g    *guard
	host *walker
	h    *handlerItem
	in   *area
}

// climb takes an error or escalation to its nearest catch (SC §2.6, S6.1). It
// reports whether there is one.
func (r *scopeReference) climb(from *area, own *walker, kind machine.Trigger, code string) bool {
	c, ok := r.find(from, own, kind, code)
	switch {
	case ok && c.g != nil:
		r.trip(c.host, c.g)
	case ok:
		r.handle(c.in, c.h)
	case kind == machine.ErrorTrigger:
		r.finish(machine.Failed)
	}
	return ok
}

func (r *scopeReference) find(from *area, own *walker, kind machine.Trigger, code string) (catcher, bool) {
	guards := func(w *walker) (catcher, bool) {
		for _, exact := range []bool{true, false} {
			if w.esp != nil {
				break
			}
			for _, g := range w.item().guards {
				if g.on.kind == kind && takes(g.on.name, code, exact) {
					return catcher{g: g, host: w}, true
				}
			}
		}
		return catcher{}, false
	}
	if own != nil {
		if c, ok := guards(own); ok {
			return c, true
		}
	}
	var out *handlerItem
	for a := from; ; a = a.host.in {
		if !a.interrupted {
			for _, exact := range []bool{true, false} {
				for _, h := range a.body.handlers {
					if h != out && h.on.kind == kind && takes(h.on.name, code, exact) {
						return catcher{h: h, in: a}, true
					}
				}
			}
		}
		if a.host == nil {
			return catcher{}, false
		}
		if c, ok := guards(a.host); ok {
			return c, true
		}
		out = a.host.esp
	}
}

// takes: a specific code beats a catch-all at one place (S6.1).
func takes(catch, code string, exact bool) bool {
	if exact {
		return catch == code && code != ""
	}
	return catch == ""
}

// trip lets a boundary event happen: first its token, then the cancellation (S1.2).
func (r *scopeReference) trip(w *walker, g *guard) {
	a := w.in
	out := &walker{in: a, seq: g.seq}
	a.walkers = append(a.walkers, out)
	r.path = append(r.path, g.id)
	r.queue = append(r.queue, out)
	if g.on.interrupting {
		r.cancel(w)
	}
}

// handle starts an event sub-process (SC §2.10).
func (r *scopeReference) handle(a *area, h *handlerItem) {
	if h.on.interrupting {
		r.unwatch(a)
		a.interrupted = true
	}
	host := &walker{in: a, esp: h, doing: "sub"}
	a.walkers = append(a.walkers, host)
	host.inner = &area{body: h.body, host: host, by: h}
	r.watch(host.inner)
	first := &walker{in: host.inner, seq: h.body.seqs[0]}
	host.inner.walkers = append(host.inner.walkers, first)
	r.path = append(r.path, h.start)
	r.queue = append(r.queue, first)
	if h.on.interrupting {
		r.clear(a, host)
	}
}

// throw throws a message, a signal or an escalation from where a token is.
func (r *scopeReference) throw(w *walker, it *item) {
	end := w.at >= len(w.seq.items)
	pass := func() {
		r.path = append(r.path, it.id)
		if end {
			r.die(w)
		} else {
			r.next(w)
		}
	}
	switch it.throws.kind {
	case machine.EscalationTrigger:
		r.climb(w.in, nil, machine.EscalationTrigger, it.throws.name)
		if !w.gone && !r.over() {
			pass()
		}
	case machine.SignalTrigger: // S5.1
		var current []*watched
		for _, x := range r.armed {
			if x.on.kind == machine.SignalTrigger && x.on.name == it.throws.name {
				current = append(current, x)
			}
		}
		again := r.again(w.in, it.throws)
		if !end {
			pass()
		} else {
			w.doing = "throwing"
		}
		for _, x := range current {
			if slices.Contains(r.armed, x) {
				r.fire(x)
			}
		}
		for _, d := range again {
			if !d.host.gone {
				r.trip(d.host, d.g)
			}
		}
		if end && !w.gone && !r.over() {
			pass()
		}
	case machine.MessageTrigger: // one that the generator knows to come to a boundary
		d := r.again(w.in, it.throws)[0]
		r.trip(d.host, d.g)
	}
}

// again are the boundary events that share their declaration with a handler
// which the throw is inside of (S6.5).
func (r *scopeReference) again(a *area, on trigger) []catcher {
	var out []catcher
	for ; a.host != nil; a = a.host.in {
		h := a.by
		if h == nil || !h.on.interrupting || h.on.kind != on.kind || h.on.name != on.name {
			continue
		}
		guarded := a.host.in.host
		if guarded == nil || guarded.esp != nil {
			continue
		}
		for _, g := range guarded.item().guards {
			if g.on == h.on {
				out = append(out, catcher{g: g, host: guarded})
			}
		}
	}
	return out
}

// fire lets what is armed happen. A boundary event or event sub-process that does
// not interrupt stays armed, a timer fires once.
func (r *scopeReference) fire(x *watched) {
	switch {
	case x.on.kind == machine.SignalTrigger && !x.on.interrupting: // it keeps its place
	default:
		r.armed = slices.DeleteFunc(r.armed, func(y *watched) bool { return x == y })
		if !x.on.interrupting && x.on.kind == machine.MessageTrigger {
			r.armed = append(r.armed, x)
		}
	}
	if x.g != nil {
		r.trip(x.host, x.g)
	} else {
		r.handle(x.area, x.h)
	}
}

// --- what a driver does ---

// tasks are the tokens at a task, the oldest first, over all scopes.
func (r *scopeReference) tasks(id string) []*walker {
	var all []*walker
	var look func(a *area)
	look = func(a *area) {
		for _, w := range a.walkers {
			if w.doing == "task" && w.item().id == id {
				all = append(all, w)
			}
			if w.inner != nil {
				look(w.inner)
			}
		}
	}
	look(r.root)
	slices.SortFunc(all, func(a, b *walker) int { return a.since - b.since })
	return all
}

func (r *scopeReference) done(w *walker) {
	r.completed(w)
	r.run()
}

func (r *scopeReference) failed(w *walker, code string) {
	r.climb(w.in, w, machine.ErrorTrigger, code)
	r.run()
}

func (r *scopeReference) happen(id string, n int) {
	for _, x := range r.armed {
		if x.id == id {
			if n == 0 {
				r.fire(x)
				r.run()
				return
			}
			n--
		}
	}
	panic("nothing is armed at " + id)
}

// at are the ids of where tokens are, hosts included.
func (r *scopeReference) at() []string {
	ids := []string{}
	var look func(a *area)
	look = func(a *area) {
		for _, w := range a.walkers {
			if w.esp != nil {
				ids = append(ids, w.esp.id)
			} else {
				ids = append(ids, w.item().id)
			}
			if w.inner != nil && !w.inner.closed {
				look(w.inner)
			}
		}
	}
	look(r.root)
	slices.Sort(ids)
	return ids
}

func (r *scopeReference) waits() []string {
	ids := []string{}
	for _, x := range r.armed {
		ids = append(ids, x.id)
	}
	slices.Sort(ids)
	return ids
}
