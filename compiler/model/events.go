package model

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Message is a global message.
type Message struct {
	Origin
	GoName  string
	Payload *types.Type // nil: no payload
	// Key is its correlation key, a part each; empty: it correlates by name alone (S4.4).
	Key []KeyPart
	// Caught: an event of some process waits for it or is started by it.
	Caught bool
	// Computed: its name is an expression that each event evaluates.
	Computed bool
}

// KeyPart is one property of a correlation key.
type KeyPart struct {
	Name   string // as the model says it
	GoName string
	Type   *types.Type
	// Field says that the payload, a struct, has it as a field of that Go name;
	// else whoever publishes the message gives it.
	Field bool
}

// Signal is a global signal.
type Signal struct {
	Origin
	GoName  string
	Payload *types.Type
	Caught  bool // an event of some process waits for it or is started by it
	// Computed: its name is an expression that each event evaluates.
	Computed bool
}

// Error is a BPMN error.
type Error struct {
	Origin
	GoName   string
	Code     string
	Computed bool // the code is an expression that each event evaluates
	Payload  *types.Type
}

// Escalation is a BPMN escalation.
type Escalation struct {
	Origin
	GoName   string
	Code     string
	Computed bool // the code is an expression that each event evaluates
	Payload  *types.Type
}

// TriggerKind is the kind of an event definition.
type TriggerKind uint8

// The triggers.
const (
	MessageTrigger TriggerKind = iota + 1
	TimerTrigger
	SignalTrigger
	ConditionalTrigger
	ErrorTrigger
	EscalationTrigger
	CancelTrigger
	CompensateTrigger
	TerminateTrigger
)

// Trigger is one event definition, resolved.
type Trigger struct {
	Kind TriggerKind
	// Ref indexes Package.Messages, Signals, Errors or Escalations by Kind; None where absent.
	Ref  int
	Span diag.Span
	// Code is what an errorRef that names no error of the file says: its own code (S6.1).
	Code string
	// Timer says what a timer's Text or Expr is (S5.2).
	Timer TimerKind
	// Text is a time that is written out; Expr, an index into Process.Exprs, a
	// time that is computed, or a condition. One of the two is set, the other "" or None.
	Text string
	Expr int
	// Quartz: the weekdays of a cycle in cron are numbered as Quartz does.
	Quartz bool
	// Computed is the expression of a name or code, an index into
	// Process.Exprs; None where the message, signal, error or escalation says it.
	Computed int
	// IO is how the payload is made (Inputs, In) or bound (Outputs, Out; S6.4); nil:
	// the event moves no data.
	IO *IO
	// Reads are the paths, by their bit, that a condition depends on; empty:
	// anything (EV §2.7).
	Reads []int
	// Activity is the node that a compensation throw names, None for all of its
	// scope; NoWait says that its thrower goes on at once (S8.2).
	Activity int
	NoWait   bool
	// Conversation counts, from 1, the keys of the process that their first message
	// sets; 0: none, the key is the process's own (S4.4).
	Conversation int
	// Key are the expressions of the correlation key, in the order of the
	// message's KeyParts, that a catch waits for or a throw sends; empty: the
	// name alone (S4.4).
	Key []int
}

// TimerKind is the form of a timer's time.
type TimerKind uint8

// The forms of a time (§10.5.5).
const (
	TimeDate TimerKind = iota + 1
	TimeDuration
	TimeCycle
)
