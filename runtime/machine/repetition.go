package machine

import "encoding/binary"

// loops are the repeated activities in progress of an instance.
type loops struct {
	all  []repetition // by the arg of their host
	free int32        // slot+1, 0 for none
}

// repetition is a repeated activity in progress: the state of a hosting token
// whose node has a Loop.
type repetition struct {
	run Repetition
	// open are the scopes of instances, 0 where there is none: by instance where
	// several can be open, else the one that is.
	open  []int32
	count int32 // of a multi-instance activity
	// What has begun is active, or has completed; what has completed may still throw.
	begun, active, completed, closed int32
	// done are the completed instances as the ledger takes them when the whole completes (S8.1).
	done []entry
	next int32 // the next free slot
}

// phase is how far an instance of a repeated activity has come.
type phase uint8

const (
	running  phase = iota
	keeping        // its work is done, its output is to be taken
	behaving       // what its completion throws is to be thrown
	judging        // whether the others are needed is to be asked
	judged         // it is to be closed
)

// loops are the repeated activities in progress, nil where there never were any.
func (x *extra) loops() *loops {
	if x.rare == nil {
		return nil
	}
	return &x.rare.loops
}

func (r *repetition) counts() Counts {
	return Counts{Instances: int(r.count), Active: int(r.active), Completed: int(r.completed)}
}

// append writes what can't be derived (S10.3); what a run holds is its owner's to write.
func (l *loops) append(dst []byte) []byte {
	if l == nil {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(append(dst, 1), uint64(len(l.all)))
	for i := range l.all {
		r := &l.all[i]
		for _, v := range [...]int32{r.count, r.begun, r.active, r.completed, r.closed, r.next, int32(len(r.open))} {
			dst = binary.AppendVarint(dst, int64(v))
		}
		for _, slot := range r.open {
			dst = binary.AppendVarint(dst, int64(slot))
		}
		dst = appendEntries(dst, r.done)
	}
	return binary.AppendVarint(dst, int64(l.free))
}

// at is where open has the scope of an instance.
func (r *repetition) at(instance int32) *int32 {
	if len(r.open) == 1 {
		return &r.open[0]
	}
	return &r.open[instance]
}

// repetitionOf is the repetition of a hosting token, and how its activity is repeated.
func (m *Machine) repetitionOf(host int32) (*repetition, *Loop) {
	t := &m.tokens[host]
	return &m.extra.rare.loops.all[t.arg], m.def.Nodes[t.node].Loop
}

// enterLoop begins a repeated activity. Its boundary events are armed once and
// guard every instance (S7.3).
func (m *Machine) enterLoop(s *Scratch, slot int32, n *Node) {
	if len(n.Boundaries) > 0 && !m.guard(s, slot, n) {
		return
	}
	run, count, err := m.repeat(slot, n.Loop)
	if err == nil && n.Loop.Kind == ParallelInstances && count > s.limit() {
		err = &InstancesError{Count: count, Limit: s.limit()}
	}
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	m.keepRepetition(slot, repetition{run: run, count: int32(count)})
	if n.Loop.Kind != ParallelInstances {
		m.another(s, slot)
		return
	}
	r, _ := m.repetitionOf(slot)
	r.open = make([]int32, max(count, 1))
	for range count {
		d, err := m.makeInstance(slot)
		if err != nil {
			m.raise(s, slot, err)
			return
		}
		m.beginInstance(s, slot, d)
	}
	if count == 0 {
		m.repeated(s, slot)
	}
}

// repeat makes the data of one run of a repeated activity.
func (m *Machine) repeat(slot int32, loop *Loop) (run Repetition, count int, err error) {
	defer safely(&err)
	d, ok := m.scope(m.tokens[slot].scope).data.(LoopData)
	if !ok {
		return nil, 0, invariant("the data of a definition with repeated activities has no repetitions")
	}
	if run, err = d.Repeat(loop.Repetition); err != nil || loop.Kind == StandardLoop {
		return run, 0, err
	}
	if count = run.Count(); count < 0 {
		err = ErrNegativeCount
	}
	return run, count, err
}

// keepRepetition makes a token the host of a repetition.
func (m *Machine) keepRepetition(host int32, r repetition) {
	l := &m.more().more().loops
	r.open = make([]int32, 1)
	i := l.free - 1
	if i >= 0 {
		l.free = l.all[i].next
		l.all[i] = r
	} else {
		i = int32(len(l.all))
		l.all = append(l.all, r)
	}
	m.tokens[host].state = hosting
	m.tokens[host].arg = i
}

// dropRepetition forgets the repetition of a token.
func (m *Machine) dropRepetition(host int32) {
	l, i := &m.extra.rare.loops, m.tokens[host].arg
	l.all[i] = repetition{next: l.free}
	l.free = i + 1
}

// makeInstance makes the data of the next instance.
func (m *Machine) makeInstance(host int32) (d Data, err error) {
	defer safely(&err)
	r, _ := m.repetitionOf(host)
	c := r.counts()
	c.Active++
	return r.run.Open(int(r.begun), c)
}

// openInstance opens the scope of the next instance.
func (m *Machine) openInstance(s *Scratch, host int32, d Data) (slot int32) {
	def := m.def.Nodes[m.tokens[host].node].Inner
	slot = m.newScope(scope{def: def, parent: m.tokens[host].scope, host: host, first: None, last: None, joins: None, data: d})
	r, _ := m.repetitionOf(host)
	m.extra.scopes[slot-1].instance = r.begun
	*r.at(r.begun) = slot
	r.begun++
	r.active++
	if s.Facts {
		m.tellScope(s, ScopeOpened, def)
	}
	return slot
}

// beginInstance opens the scope of the next instance and seeds it.
func (m *Machine) beginInstance(s *Scratch, host int32, d Data) {
	m.seed(s, m.openInstance(s, host, d))
}

// another begins the next instance of what is done one after the other, or ends it.
func (m *Machine) another(s *Scratch, host int32) {
	r, loop := m.repetitionOf(host)
	if loop.Kind == StandardLoop && loop.Maximum != None && int64(r.begun) >= loop.Maximum || loop.Kind == SequentialInstances && r.begun == r.count {
		m.repeated(s, host)
		return
	}
	d, err := m.makeInstance(host)
	if err != nil {
		m.raise(s, host, err)
		return
	}
	if loop.Kind == StandardLoop && loop.Condition != None && (loop.TestBefore || r.begun > 0) {
		again, err := conditionSafely(d, loop.Condition)
		if err != nil {
			slot := m.openInstance(s, host, d)
			m.cannotLoop(s, slot, looping, &LoopConditionError{err})
			return
		}
		if !again {
			m.repeated(s, host)
			return
		}
	}
	m.beginInstance(s, host, d)
}

// cannotLoop lets climb, from inside an instance, what went wrong before it began
// or after it was done. Where that stands as an incident, its token waits there.
func (m *Machine) cannotLoop(s *Scratch, slot int32, at stage, err error) {
	sc := m.scope(slot)
	token := m.beside(s, slot, m.def.Scopes[sc.def].Seeds[0])
	s.failed = mishap{stage: at}
	m.raise(s, token, err)
}

// testAgain asks once more whether an iteration begins.
func (m *Machine) testAgain(s *Scratch, slot int32) {
	scope := m.tokens[slot].scope
	host := m.scope(scope).host
	r, loop := m.repetitionOf(host)
	again, err := conditionSafely(m.scope(scope).data, loop.Condition)
	switch {
	case err != nil:
		s.failed = mishap{stage: looping}
		m.raise(s, slot, &LoopConditionError{err})
	case again:
		s.queue = append(s.queue, refOf(slot, m.tokens[slot].gen))
	default:
		m.release(slot)
		m.scope(scope).active--
		r.begun--
		r.active--
		r.open[0] = 0
		m.close(s, scope, ScopeCancelled)
		m.repeated(s, host)
	}
}

// settleAgain goes on with what follows from the completion of an instance.
func (m *Machine) settleAgain(s *Scratch, slot int32) {
	scope := m.tokens[slot].scope
	m.release(slot)
	m.scope(scope).active--
	m.drainedInstance(s, scope)
}

// drainedInstance ends an instance in whose scope no token is left: its work is
// done, or, when it comes here again, what its completion threw is.
func (m *Machine) drainedInstance(s *Scratch, slot int32) {
	sc := &m.extra.scopes[slot-1]
	host := sc.host
	r, loop := m.repetitionOf(host)
	if sc.phase == running {
		r.active--
		r.completed++
		sc.phase = keeping
	}
	if sc.phase == keeping {
		if err := keepOutput(r.run, int(sc.instance), sc.data); err != nil {
			m.cannotLoop(s, slot, settling, err)
			return
		}
		sc.phase = behaving
	}
	if sc.phase == behaving {
		busy, err := m.behave(s, slot)
		if err != nil {
			m.cannotLoop(s, slot, settling, err)
			return
		}
		if sc.phase = judging; busy {
			return
		}
	}
	ends := false
	if sc.phase == judging && loop.Kind != StandardLoop && loop.Condition != None {
		r.run.See(sc.data, r.counts())
		var err error
		if ends, err = conditionSafely(sc.data, loop.Condition); err != nil {
			m.cannotLoop(s, slot, settling, &LoopConditionError{err})
			return
		}
	}
	r.closed++
	*r.at(sc.instance) = 0
	m.foldInstance(slot, r)
	m.close(s, slot, ScopeCompleted)
	switch {
	case ends:
		m.cancelInstances(s, host)
		m.repeated(s, host)
	case loop.Kind != ParallelInstances:
		m.another(s, host)
	case r.closed == r.count:
		m.repeated(s, host)
	}
}

func keepOutput(run Repetition, instance int, d Data) (err error) {
	defer safely(&err)
	return run.Keep(instance, d)
}

// behave throws what the completion of an instance throws (§13.3.7). It reports
// whether something is on its way that the instance waits for.
func (m *Machine) behave(s *Scratch, slot int32) (busy bool, err error) {
	sc := &m.extra.scopes[slot-1]
	r, loop := m.repetitionOf(sc.host)
	if len(loop.Throws) == 0 {
		return false, nil
	}
	r.run.See(sc.data, r.counts())
	s.taken = s.taken[:0]
	for i := range loop.Throws {
		t := &loop.Throws[i]
		if t.First && r.completed > 1 {
			continue
		}
		if t.Condition != None {
			ok, err := conditionSafely(sc.data, t.Condition)
			if err != nil {
				return false, &LoopConditionError{err}
			}
			if !ok {
				continue
			}
		}
		s.taken = append(s.taken, t.Node)
	}
	for _, n := range s.taken {
		m.spawn(s, slot, n, None)
	}
	return len(s.taken) > 0, nil
}

// cancelInstances drops all instances that are open, the first begun first.
func (m *Machine) cancelInstances(s *Scratch, host int32) {
	arg := m.tokens[host].arg
	open := m.extra.rare.loops.all[arg].open
	for i, slot := range open {
		if slot == 0 {
			continue
		}
		open[i] = 0
		m.cancelTokens(s, slot)
		m.close(s, slot, ScopeCancelled)
	}
	m.extra.rare.loops.all[arg].active = 0
}

// repeated completes a repeated activity as a whole: its output is committed as
// one step, with its boundary events disarmed, and its token goes on (S7.2,
// S3.3). It counts as no node of its own: its instances do.
func (m *Machine) repeated(s *Scratch, host int32) {
	r, _ := m.repetitionOf(host)
	run, done := r.run, r.done
	m.disarm(s, host)
	m.dropRepetition(host)
	m.tokens[host].state = working
	changed := m.clearChanges(s)
	if err := commitOutput(run, changed); err != nil {
		m.raise(s, host, err)
		return
	}
	if !m.committed(s, host, changed) {
		return
	}
	for _, e := range done {
		m.record(s, m.tokens[host].scope, e)
	}
	if m.def.Nodes[m.tokens[host].node].InAdHoc && !m.activityDone(s, host) {
		return
	}
	m.leave(s, host)
}

// foldInstance keeps of an instance that has completed what compensates it. Each
// instance is an entry of its own, and enters when the activity as a whole
// completes (S8.1).
func (m *Machine) foldInstance(scope int32, r *repetition) {
	sc := m.scope(scope)
	t := &m.tokens[sc.host]
	c := m.def.Nodes[t.node].Compensation
	if c == nil || m.extra.scopes[scope-1].aborted {
		return
	}
	e := entry{node: t.node, ref: refOf(sc.host, t.gen), origin: t.origin, data: sc.data}
	switch {
	case c.Handler == None:
		if e.inner = m.takeLedger(scope); len(e.inner) == 0 {
			return
		}
	case m.def.Nodes[c.Handler].Scope == sc.def:
		e.saw = completed(sc.data)
	default: // it undoes other activities too
		e.saw = completed(m.scope(t.scope).data)
	}
	r.done = append(r.done, e)
}

// abort says of the scope of an instance of a repeated activity that the activity
// did not complete there; any other scope it leaves alone.
func (m *Machine) abort(scope int32) {
	if scope != 0 && m.repeats(m.scope(scope).host) {
		m.extra.scopes[scope-1].aborted = true
	}
}

func commitOutput(run Repetition, changed Changes) (err error) {
	defer safely(&err)
	return run.Commit(changed)
}
