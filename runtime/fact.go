package runtime

import (
	"time"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// FactKind is what happened (S11.1).
type FactKind uint8

// The facts that an engine tells.
const (
	InstanceOpened     = FactKind(machine.InstanceOpened)
	InstanceCompleted  = FactKind(machine.InstanceCompleted)
	InstanceTerminated = FactKind(machine.InstanceTerminated)
	InstanceFailed     = FactKind(machine.InstanceFailed)
	ScopeOpened        = FactKind(machine.ScopeOpened)
	ScopeCompleted     = FactKind(machine.ScopeCompleted)
	ScopeCancelled     = FactKind(machine.ScopeCancelled)
	NodeEntered        = FactKind(machine.NodeEntered)
	NodeCompleted      = FactKind(machine.NodeCompleted)
	NodeFailed         = FactKind(machine.NodeFailed)
	NodeCancelled      = FactKind(machine.NodeCancelled)
	NodeJoined         = FactKind(machine.NodeJoined)
	DataChanged        = FactKind(machine.DataChanged)

	SubscriptionRegistered = FactKind(machine.SubscriptionRegistered)
	SubscriptionFired      = FactKind(machine.SubscriptionFired)
	SubscriptionDelivered  = FactKind(machine.SubscriptionDelivered)
	SubscriptionRemoved    = FactKind(machine.SubscriptionRemoved)
	ConditionEvaluated     = FactKind(machine.ConditionEvaluated)
	ErrorThrown            = FactKind(machine.ErrorThrown)
	ErrorCaught            = FactKind(machine.ErrorCaught)
	ErrorUnresolved        = FactKind(machine.ErrorUnresolved)
	EscalationThrown       = FactKind(machine.EscalationThrown)
	EscalationCaught       = FactKind(machine.EscalationCaught)
	EscalationUnresolved   = FactKind(machine.EscalationUnresolved)
	// An interrupting event sub-process has started in the scope, by an error
	// (failing) or by anything else (terminating, SC §2.10).
	ScopeFailing     = FactKind(machine.ScopeFailing)
	ScopeTerminating = FactKind(machine.ScopeTerminating)
	WorkRetried      = FactKind(machine.WorkRetried)
	IncidentOpened   = FactKind(machine.IncidentOpened)
	IncidentClosed   = FactKind(machine.IncidentClosed)

	// CompensationEnabled: a run of an activity has completed and can be
	// compensated from now on, until its scope completes (EV §2.3).
	CompensationEnabled = FactKind(machine.CompensationEnabled)
	CompensationThrown  = FactKind(machine.CompensationThrown)
	// CompensationEmpty: a throw found nothing to compensate (S8.2).
	CompensationEmpty = FactKind(machine.CompensationEmpty)
	// The compensation of a run of the node has started, is complete.
	CompensationStarted   = FactKind(machine.CompensationStarted)
	CompensationCompleted = FactKind(machine.CompensationCompleted)
	TransactionCancelled  = FactKind(machine.TransactionCancelled) // by a Cancel End Event
)

// Facts of the engine begin here, so that the machine's may grow.
const (
	TaskCreated FactKind = iota + 128
	TaskClaimed
	TaskUnclaimed
	TaskCompleted
	TaskCancelled
	MessagePublished
	MessageCorrelated
	MessageBuffered
	MessageExpired
	MessageRefused
	SignalBroadcast
	TimerFired
	CallStarted
	CallEnded
	// SubscriptionDropped: a message came to a subscription that is gone, and
	// returns to the broker (S4.3).
	SubscriptionDropped
	TimerArmed // Due says when it fires
)

var factNames = map[FactKind]string{
	InstanceOpened: "instance opened", InstanceCompleted: "instance completed",
	InstanceTerminated: "instance terminated", InstanceFailed: "instance failed",
	ScopeOpened: "scope opened", ScopeCompleted: "scope completed", ScopeCancelled: "scope cancelled",
	NodeEntered: "node entered", NodeCompleted: "node completed", NodeFailed: "node failed",
	NodeCancelled: "node cancelled", NodeJoined: "node joined", DataChanged: "data changed",
	SubscriptionRegistered: "subscription registered", SubscriptionFired: "subscription fired", SubscriptionDelivered: "subscription delivered",
	SubscriptionRemoved: "subscription removed", ConditionEvaluated: "condition evaluated",
	ErrorThrown: "error thrown", ErrorCaught: "error caught", ErrorUnresolved: "error unresolved",
	EscalationThrown: "escalation thrown", EscalationCaught: "escalation caught", EscalationUnresolved: "escalation unresolved",
	ScopeFailing: "scope failing", ScopeTerminating: "scope terminating",
	CompensationEnabled: "compensation enabled", CompensationThrown: "compensation thrown", CompensationEmpty: "compensation empty",
	CompensationStarted: "compensation started", CompensationCompleted: "compensation completed", TransactionCancelled: "transaction cancelled",
	TaskCreated: "task created", TaskClaimed: "task claimed", TaskUnclaimed: "task unclaimed",
	TaskCompleted: "task completed", TaskCancelled: "task cancelled",
	MessagePublished: "message published", MessageCorrelated: "message correlated", MessageBuffered: "message buffered",
	MessageExpired: "message expired", MessageRefused: "message refused", SignalBroadcast: "signal broadcast", TimerFired: "timer fired",
	CallStarted: "call started", CallEnded: "call ended",
	SubscriptionDropped: "subscription dropped", TimerArmed: "timer armed",
	WorkRetried: "work retried", IncidentOpened: "incident opened", IncidentClosed: "incident closed",
}

// String is the fact in words.
func (k FactKind) String() string { return factNames[k] }

// Fact is something that happened, without any payload (S11.1).
type Fact struct {
	Kind     FactKind
	Time     time.Time // of the engine's clock
	Process  string    // BPMN process id
	Version  int
	Instance ID
	// Caller is the instance whose call activity called this one, and CallNode that
	// node; both are zero where nobody did.
	Caller   ID
	CallNode string
	// Called is the called instance of a call, CalledProcess and CalledVersion what
	// the reference was resolved to (SC §2.7).
	Called        ID
	CalledProcess string
	CalledVersion int
	// Node is the BPMN id of the node, "" where the fact is of a scope or the instance.
	Node string
	// Scope is the path of the scope: of the node, or the one that opened or closed.
	Scope string
	// Task names the activation of the node.
	Task TaskID
	// Name is of the message or signal.
	Name string
	// Count is how many messages of the name wait in the inbox after what
	// happened to one, how many catches and starts a signal reached, or how often
	// the work has failed of a retry or an incident.
	Count int
	// Due is when an armed timer fires.
	Due time.Time
	// User is who claimed a user task.
	User string
	// Paths are the variables that changed.
	Paths []string
	// Err is why an instance or work failed, or an incident opened.
	Err error
}

// Observer is told facts, one at a time, in their order for each instance, on
// a goroutine of the engine's. However slow it is and whether it panics, no
// instance is held up: what finds the queue full is missed and counted (S11.2).
type Observer interface {
	Observe(f Fact)
}

// ObserverFunc is a function as an Observer.
type ObserverFunc func(Fact)

// Observe implements Observer.
func (f ObserverFunc) Observe(fact Fact) { f(fact) }
