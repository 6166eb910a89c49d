package machine

// Status is how an instance stands (S1.3).
type Status uint8

// The statuses.
const (
	Created Status = iota // Start has not come yet
	Active
	Completed
	Terminated // by a root Terminate End Event or by the host
	Failed     // Machine.Fault says why
)

// String is the status in lower case.
func (s Status) String() string {
	return [...]string{"created", "active", "completed", "terminated", "failed"}[s]
}

// Over reports whether nothing can happen any more.
func (s Status) Over() bool { return s >= Completed }

// Machine is one process instance. All of its state changes inside Apply
// (S1.1); it is not safe for concurrent use. It must be initialised by Init
// where it lies and never be copied.
type Machine struct {
	def    *Definition
	status Status
	byHost bool
	called bool
	free   int32  // first free token slot, None
	seq    uint64 // inputs applied
	tokens []token
	first  [1]token // most instances never need another
	root   scope
	extra  *extra
}

// extra is the state that most instances never have.
type extra struct {
	scopes []nested // scope slot i is scopes[i-1]; slot 0 is Machine.root
	joins  []join
	// conditionals are what is armed, in the order of arming.
	conditionals []*Subscription
	index        *conditionIndex // of the conditionals, where they are many
	// partials are the parts that have happened of events that need them all.
	partials []partial
	rare     *rare
	// ledgers is nil until an activity has completed that can be compensated.
	ledgers *ledgers
	// inclusive is nil until a token has come to an inclusive join, or an ad-hoc
	// sub-process has opened.
	inclusive *inclusive
	fault     *Fault
	// failures are what failed and may yet succeed (S9), by token slot.
	failures   []failure
	freeScope  int32 // a scope slot, 0 for none
	freeJoin   int32
	terminated int32 // the Terminate End Event that ended the instance, None
}

// rare is what few of those have.
type rare struct {
	// keys are the instance's conversation keys (S4.4), by Event.Conversation-1.
	keys  []conversationKey
	loops loops // repeated activities in progress
}

func (x *extra) more() *rare {
	if x.rare == nil {
		x.rare = new(rare)
	}
	return x.rare
}

// Init makes m an instance of def whose root scope has that data. The
// definition must have passed Validate.
func (m *Machine) Init(def *Definition, data Data) {
	*m = Machine{def: def, free: None}
	m.tokens = m.first[:0]
	m.root = scope{parent: None, host: None, first: None, last: None, joins: None, data: data}
}

// Definition is what m is an instance of.
func (m *Machine) Definition() *Definition { return m.def }

// Status is how the instance stands.
func (m *Machine) Status() Status { return m.status }

// ByHost reports whether a terminated instance was terminated by its host and
// not by the model.
func (m *Machine) ByHost() bool { return m.byHost }

// Fault is why the instance failed, nil where it did not.
func (m *Machine) Fault() *Fault {
	if m.extra == nil {
		return nil
	}
	return m.extra.fault
}

// Sequence counts the inputs that were applied (S10.3).
func (m *Machine) Sequence() uint64 { return m.seq }

func (m *Machine) more() *extra {
	if m.extra == nil {
		m.extra = &extra{freeJoin: None, terminated: None}
	}
	return m.extra
}

// Input is one event that a host brings. Fields that a kind does not need are zero.
type Input struct {
	Kind InputKind
	// Node is the start event (Start), one of Definition.EventStarts (StartBy),
	// or the event that happened (Happen).
	Node int32
	// Event is the index of the event that happened (StartBy).
	Event int32
	Ref   Ref  // Done: the activation that is done; Happen: the one that waits
	Work  Work // Done, Commit; Happen, Start, StartBy: the payload
	// Sub is the subscription that happened, or nil for the first one of Ref and
	// Node (Happen).
	Sub *Subscription
	// Key is what the message carries that happened, if Keyed (Happen, StartBy).
	Key   string
	Keyed bool
	// Err is why the work failed (Done, Fail), nil where it did not; an *Error in it
	// is a BPMN error.
	Err error
	// Retry is when failed work is tried again, in nanoseconds of Unix time, at
	// once where that is not after Now; 0: no more (Done, S9.1).
	Retry int64
	// Follows says that the host answers an effect of the last Apply at once:
	// moves go on being counted, so that a loop through the host is a loop too (S1.7).
	Follows bool
	// Now is the host's time in nanoseconds of Unix time, where the definition has timers or says Clock.
	Now int64
}

// InputKind is what an Input tells.
type InputKind uint8

// The inputs.
const (
	// Start begins the instance at a start event, None for the scope's seeds (S1.5).
	Start InputKind = iota
	// Done brings the result of an activity's work.
	Done
	// Commit changes data from outside, as if a task had (S3.3).
	Commit
	// Terminate ends the instance at the host's will.
	Terminate
	// Happen says that an event happened that is waited for.
	Happen
	// StartBy begins the instance by an event that happened (S4.2, S5.1).
	StartBy
	// Raise brings an escalation that the work of Ref throws and that does not end
	// it, or one of the instance that the call activity of Ref calls; Work is the *Raised (S6.3).
	Raise
	// RetryIncident does again what failed by Ref, at Node where a boundary event
	// could not be armed again, else None (S9.2).
	RetryIncident
	// CompleteIncident lets the token go on that failed by Ref and Node: Work is
	// the work with its result, nil for none, or the Flows to leave by.
	CompleteIncident
	// Asked brings the *Question of a called instance that this one calls by Ref (S9.3).
	Asked
	// Unanswered brings a *Question back: nobody takes what failed.
	Unanswered
	// Fail ends the instance by Err, which failed by Ref and which a caller has taken (S9.3).
	Fail
	// Pick lets an enabled Node of the ad-hoc sub-process of Ref begin; the error
	// is ErrNotEnabled or ErrSequential where it may not (§13.3.5).
	Pick
	// Finish completes the ad-hoc sub-process of Ref.
	Finish
	inputs // how many there are
)

// Apply is the single entrance (S1.1): it takes one input, moves tokens in the
// order in which they became runnable until none can move (S1.2), and leaves in
// s what the host must do. It never panics and keeps nothing of in and s. The error
// says that the input was not taken and changed nothing: ErrStale where what
// it speaks of is gone, ErrOver where the instance has ended, ErrStarted.
func (m *Machine) Apply(in *Input, s *Scratch) error {
	s.Effects = s.Effects[:0]
	s.Completed = s.Completed[:0]
	if m.status != Active {
		if err := m.mayApply(in); err != nil {
			return err
		}
	}
	if in.Kind >= inputs {
		return ErrUnknownInput
	}
	s.queue = s.queue[:0]
	s.head = 0
	if !in.Follows {
		s.moves = 0
		s.trail = s.trail[:0]
	}
	s.at, s.current = None, 0
	s.armed, s.input = 0, m.seq
	s.now = in.Now
	defer m.contain(s, in)
	if err := takers[in.Kind](m, s, in); err != nil {
		return err
	}
	m.seq++
	m.run(s)
	return nil
}

func (m *Machine) mayApply(in *Input) error {
	switch {
	case m.status.Over():
		return ErrOver
	case m.status == Created && in.Kind != Start && in.Kind != StartBy && in.Kind != Terminate:
		return ErrNotStarted
	}
	return nil
}

// run moves tokens until none can move or the instance has ended.
func (m *Machine) run(s *Scratch) {
	limit := s.limit()
	for m.settled(s) && s.head < len(s.queue) {
		r := s.queue[s.head]
		s.head++
		switch {
		case s.head == len(s.queue):
			s.queue = s.queue[:0]
			s.head = 0
		case s.head >= 1024 && 2*s.head >= len(s.queue): // a queue that never empties must not grow
			s.queue = s.queue[:copy(s.queue, s.queue[s.head:])]
			s.head = 0
		}
		t := &m.tokens[r.slot()]
		if t.gen != r.gen() || t.state != ready {
			continue // cancelled since it was queued
		}
		s.moves++
		s.at, s.current = t.node, r
		if s.moves > limit-trailLength && m.tooFar(s, r.slot(), limit) {
			return
		}
		n := &m.def.Nodes[t.node]
		if n.Silent {
			m.leave(s, r.slot())
		} else if !n.InAdHoc || !m.park(s, r.slot()) {
			if s.Facts && !n.Uncounted {
				m.tell(s, NodeEntered, r.slot())
			}
			behaviours[n.Kind](m, s, r.slot(), n)
		}
		if m.status.Over() {
			return
		}
	}
}

// tell tells a fact about the node where a token is.
//
//go:noinline
func (m *Machine) tell(s *Scratch, f FactKind, slot int32) {
	t := &m.tokens[slot]
	s.tell(f, t.node, m.def.Nodes[t.node].Scope, refOf(slot, t.gen))
}

// tellScope tells a fact about a scope.
//
//go:noinline
func (m *Machine) tellScope(s *Scratch, f FactKind, def int32) {
	s.tell(f, m.def.Scopes[def].Host, def, 0)
}

// takeStart opens the root scope (S1.5, SC §2.3).
func takeStart(m *Machine, s *Scratch, in *Input) error {
	if m.status != Created {
		return ErrStarted
	}
	if in.Node != None && !m.def.startable(in.Node) {
		return ErrNoStart
	}
	if in.Node == None && len(m.def.Scopes[0].Seeds) == 0 && len(m.def.EventStarts) > 0 {
		return ErrNoStart // only an event starts it
	}
	m.status = Active
	if s.Facts {
		m.tellScope(s, InstanceOpened, 0)
	}
	if !m.watch(s, 0) {
		return nil
	}
	if in.Node != None {
		m.startAt(s, in)
		return nil
	}
	m.seed(s, 0)
	return nil
}

// takeDone commits an activity's result and lets its token go on.
func takeDone(m *Machine, s *Scratch, in *Input) error {
	slot := in.Ref.slot()
	if slot < 0 || int(slot) >= len(m.tokens) {
		return ErrStale
	}
	t := &m.tokens[slot]
	if t.gen != in.Ref.gen() || t.state != working {
		return ErrStale
	}
	n := &m.def.Nodes[t.node]
	s.at, s.current = t.node, in.Ref
	if n.Performer == ByUser {
		s.ask(CloseTask, t.node, n.Scope, in.Ref, t.work)
	}
	if n.Kind != Task && n.Kind != CallActivity && n.Performer != ByHandler {
		t.work = nil
		m.sent(s, slot, n, in.Err)
		return nil
	}
	t.work = nil
	if in.Err != nil {
		m.workFailed(s, slot, n, in)
		return nil
	}
	m.commit(s, slot, n, in.Work)
	return nil
}

// commit commits the result of a token's work and lets it go on.
func (m *Machine) commit(s *Scratch, slot int32, n *Node, w Work) {
	t := &m.tokens[slot]
	changed := m.clearChanges(s)
	if err := m.scope(t.scope).data.Commit(n.Work, w, changed); err != nil {
		m.cannotCommit(s, slot, w, err)
		return
	}
	if t.subs != nil {
		m.disarm(s, slot) // before the commit is evaluated (S3.3)
	}
	if m.committed(s, slot, changed) {
		m.complete(s, slot)
	}
}

//go:noinline
func (m *Machine) cannotCommit(s *Scratch, slot int32, w Work, err error) {
	s.failed = mishap{stage: committing, seen: w, result: w}
	m.raise(s, slot, err)
}

// takeCommit commits the host's own change.
func takeCommit(m *Machine, s *Scratch, in *Input) error {
	changed := m.clearChanges(s)
	if err := m.commitSafely(0, HostWork, in.Work, changed); err != nil {
		return err // the host's mistake, not the instance's failure
	}
	if s.Facts && changed.Any() {
		s.tellChanges(None, 0, 0, changed)
	}
	m.reevaluate(s, changed)
	return nil
}

// takeTerminate ends the instance at the host's will.
func takeTerminate(m *Machine, s *Scratch, _ *Input) error {
	m.byHost = true
	m.end(s, Terminated)
	return nil
}

// clearChanges is an empty change set of the definition's paths.
func (m *Machine) clearChanges(s *Scratch) Changes {
	n := (len(m.def.Paths) + 63) >> 6
	if n == 1 && len(s.changed) > 0 {
		s.changed[0] = 0
		return s.changed[:1]
	}
	if cap(s.changed) < n {
		s.changed = make(Changes, n)
	}
	s.changed = s.changed[:n]
	clear(s.changed)
	return s.changed
}

// committed tells what a commit changed and has conditionals evaluated (S3.3).
// It reports whether the token that committed is still there.
func (m *Machine) committed(s *Scratch, slot int32, changed Changes) bool {
	if !s.Facts && (m.extra == nil || len(m.extra.conditionals) == 0 && m.extra.inclusive == nil && !m.sweeps()) {
		return true
	}
	return m.committedSeen(s, slot, changed)
}

//go:noinline
func (m *Machine) committedSeen(s *Scratch, slot int32, changed Changes) bool {
	t := &m.tokens[slot]
	gen := t.gen
	all := changed
	if m.sweeps() && changed.Any() {
		s.seen = append(s.seen[:0], changed...)
		m.passOn(t.scope, changed, s.seen)
		all = s.seen
		for i, w := range changed {
			all[i] |= w
		}
	}
	if s.Facts && changed.Any() {
		s.tellChanges(t.node, m.def.Nodes[t.node].Scope, refOf(slot, gen), changed)
	}
	m.reevaluate(s, all)
	return !m.status.Over() && m.tokens[slot].gen == gen
}

// end ends the instance: every token goes, and End is the last effect.
func (m *Machine) end(s *Scratch, status Status) {
	m.cancelTokens(s, 0)
	m.unwatch(s, 0)
	if m.extra != nil {
		m.extra.ledgers = nil
	}
	m.status = status
	s.queue = s.queue[:0]
	s.head = 0
	if s.Facts {
		m.tellScope(s, [...]FactKind{Completed: InstanceCompleted, Terminated: InstanceTerminated, Failed: InstanceFailed}[status], 0)
	}
	s.ask(End, None, 0, 0, nil)
}

// Data is the data of the root scope.
func (m *Machine) Data() Data { return m.root.data }
