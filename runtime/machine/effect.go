package machine

// Ref names one activation of a node by a token: the token's slot and its
// generation. A reference that is no longer current names nothing, so a late
// result dies by its generation (EV §2.2). The zero Ref names nothing.
type Ref uint64

func refOf(slot int32, gen uint32) Ref { return Ref(gen)<<32 | Ref(uint32(slot)) }

func (r Ref) slot() int32 { return int32(uint32(r)) }
func (r Ref) gen() uint32 { return uint32(r >> 32) }

// EffectKind is what the host of a machine must do.
type EffectKind uint8

// The effects. The host acts on them in their order, before the next Apply.
const (
	// RunInLine: run Work here and bring its result as the very next event of
	// this instance; nothing else of it runs meanwhile.
	RunInLine EffectKind = iota
	// Run: start Work beside the instance; its result is an event later.
	Run
	// CancelRun: the token of Work, which may be a *Thrown, is gone; its context
	// ends, its result is ignored.
	CancelRun
	// OpenTask: a user task waits for the host. Work is its data.
	OpenTask
	// CloseTask: the user task waits no longer (completed, or its token is gone).
	CloseTask
	// OpenAdHoc: an ad-hoc sub-process is open and waits for Pick and Finish with Ref.
	OpenAdHoc
	// CloseAdHoc: it is no longer.
	CloseAdHoc
	// StartCall: start the called instance with Work and bring Done when it is over,
	// with an error where it did not complete (SC §2.7).
	StartCall
	// CancelCall: the token of the call is gone; the called instance is terminated.
	CancelCall
	// Escalate: an escalation that nothing here takes climbs on from the call
	// activity that called this instance; Work is the *Raised (S6.3).
	Escalate
	// Subscribe: an event is waited for; Work is the *Subscription. Where it has
	// happened already (a message in the inbox, a timer that is due) the host
	// brings it in the order of these effects.
	Subscribe
	// Unsubscribe: the event is waited for no longer.
	Unsubscribe
	// Satisfied: an arm of an event-based gateway was true when it was armed
	// after others that only the host can know of: bring Happen for it, in the
	// order of these effects (S2.6). Work is the *Subscription.
	Satisfied
	// Publish: a message is thrown; Work is the *Thrown. The host brings Done for
	// it when the message is taken, with an error where it was refused (S4.1).
	Publish
	// Broadcast: a signal is thrown, to all catches outside of this instance,
	// whose own have taken it already (S5.1); Work is the *Thrown.
	Broadcast
	// OpenIncident: what failed here stands as an incident until the host retries or
	// completes it, or its token is cancelled, which CloseIncident tells (S9.2);
	// Work is the error.
	OpenIncident
	CloseIncident
	// AskCaller: what failed in this called instance, or one that it calls, is
	// taken by nothing in it; the host brings Asked to the caller. Work is the *Question (S9.3).
	AskCaller
	// CallerTakes: the failure is caught here; the host brings Fail to those that
	// were called on the way to who asked, beginning with that. NobodyTakes: the host brings
	// Unanswered to who asked.
	CallerTakes
	NobodyTakes
	// Tell: a fact happened. Only told where Scratch.Facts asks.
	Tell
	// End: the instance is over; Machine.Status and Machine.Fault say how.
	// Always the last effect, and told once.
	End
)

// Effect is one thing to do. Fields that a kind does not need are zero.
type Effect struct {
	Kind EffectKind
	Fact FactKind // Tell
	Node int32
	// Scope is the definition's scope: of the node, or the one that opened or closed.
	Scope int32
	Ref   Ref
	// Work is the work of Run, RunInLine, CancelRun, OpenTask and CloseTask,
	// what the comments of the other kinds say, and the Changes of a DataChanged fact.
	Work Work
}

// FactKind is what happened (S11.1).
type FactKind uint8

// The facts that the machine tells.
const (
	NoFact FactKind = iota
	InstanceOpened
	InstanceCompleted
	InstanceTerminated
	InstanceFailed
	ScopeOpened
	ScopeCompleted
	ScopeCancelled
	NodeEntered
	NodeCompleted
	NodeFailed
	NodeCancelled
	NodeJoined  // a token arrived at a join and is held there
	DataChanged // by the node; Effect.Work tells the paths
	SubscriptionRegistered
	SubscriptionFired
	SubscriptionRemoved
	ConditionEvaluated
	ErrorThrown
	ErrorCaught
	ErrorUnresolved
	EscalationThrown
	EscalationCaught
	EscalationUnresolved
	// An interrupting event sub-process has started in the scope: by an error
	// (Failing), or by anything else (Terminating, SC §2.10).
	ScopeFailing
	ScopeTerminating
	// SubscriptionDelivered: the event came to where it was waited for; of a
	// parallel multiple one once, after all its parts have fired.
	SubscriptionDelivered
	// WorkRetried: work failed and is tried again; Effect.Work is the error (S9.1).
	WorkRetried
	IncidentOpened // Effect.Work is the error
	IncidentClosed
	// CompensationEnabled: a run of an activity has completed and can be
	// compensated from now on, until its scope completes (EV §2.3).
	CompensationEnabled
	CompensationThrown
	// CompensationEmpty: a throw found nothing to compensate (S8.2).
	CompensationEmpty
	// The compensation of a run of an activity, by its Ref, has started, is complete.
	CompensationStarted
	CompensationCompleted
	TransactionCancelled // by the node, a Cancel End Event
)

// Scratch is what one run of a machine needs and a waiting instance does not:
// the host keeps a pool of them and lends one to each Apply. Effects are valid
// until the next Apply with the same Scratch.
type Scratch struct {
	// Effects is what the last Apply asks of the host.
	Effects []Effect
	// Completed are the nodes that the last Apply completed, in order.
	Completed []int32
	// Facts says that the host listens to facts: without it no Tell is made.
	Facts bool
	// Shared says that the host runs in-line handlers elsewhere too: every
	// Run is made as if other tokens were beside it.
	Shared bool
	// Beside, if any, names the nodes whose handlers run beside their instance though
	// they may run in line.
	Beside func(node int32) bool
	// Incidents says that what nothing takes stands as an incident (S9.2); without
	// it, it fails the instance.
	Incidents bool
	// Now tells when an incident opens where Input.Now does not; nil: it has no time.
	Now func() int64
	// MaxMoves bounds the moves of one Apply (S1.7); 0 is DefaultMaxMoves.
	MaxMoves int
	// NewSubscription makes the subscriptions that the host is asked for, so that
	// it can keep its own part in the same allocation; nil: the machine makes them.
	NewSubscription func() *Subscription
	// Slab is for generated code: memory for the next private copies.
	Slab any

	changed   Changes
	seen      Changes // what changed in a compensation handler's frame and behind it
	queue     []Ref
	head      int
	moves     int
	at        int32 // the node that is at work
	current   Ref   // its token, 0 where there is none
	failed    mishap
	now       int64
	taken     []int32
	trail     []int32
	armed     uint32          // signals, in this Apply
	input     uint64          // how many inputs came before this one
	reach     []uint64        // see heldBack
	concerned []*Subscription // the conditions that a commit has evaluated
	gate      Gate            // what a complex gateway is asked with
}

// DefaultMaxMoves is the limit on moves in one Apply where the host sets none (S1.7).
const DefaultMaxMoves = 1_000_000

// limit is how often tokens may move in one Apply.
func (s *Scratch) limit() int {
	if s.MaxMoves > 0 {
		return s.MaxMoves
	}
	return DefaultMaxMoves
}

// ask appends an effect. It is kept out of line, and so is everything that
// only observers need: a handler's goroutine has a small stack, and growing it
// costs more than the call.
//
//go:noinline
func (s *Scratch) ask(kind EffectKind, node, scope int32, ref Ref, w Work) {
	n := len(s.Effects)
	if n == cap(s.Effects) {
		s.Effects = append(s.Effects, Effect{})
	}
	s.Effects = s.Effects[:n+1]
	ef := &s.Effects[n] // filled in place: a copy through the stack costs more than all the rest
	ef.Kind, ef.Fact, ef.Node, ef.Scope, ef.Ref, ef.Work = kind, NoFact, node, scope, ref, w
}

//go:noinline
func (s *Scratch) tell(f FactKind, node, scope int32, ref Ref) {
	s.Effects = append(s.Effects, Effect{Kind: Tell, Fact: f, Node: node, Scope: scope, Ref: ref})
}

//go:noinline
func (s *Scratch) tellChanges(node, scope int32, ref Ref, changed Changes) {
	s.Effects = append(s.Effects, Effect{Kind: Tell, Fact: DataChanged, Node: node, Scope: scope, Ref: ref,
		Work: append(Changes(nil), changed...)})
}
