package scenario

import (
	"encoding/json"
	"fmt"
)

// Pos is a place in the scenario file; line and column count from 1. The zero
// Pos is no place.
type Pos struct {
	Line int `json:"line,omitempty"`
	Col  int `json:"col,omitempty"`
}

// String is line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Value is a value as JSON. Numbers have all their digits.
type Value = json.RawMessage

// Var is a value with a name: a variable, or an output of a task.
type Var struct {
	Name  string `json:"name"`
	Value Value  `json:"value"`
	Pos   Pos    `json:"pos"`
}

// File is one scenario file.
type File struct {
	// Name is what positions call the file.
	Name string `json:"name"`
	// BPMN are the models that are compiled together, as the file names them;
	// none: the model with the same base name.
	BPMN []string `json:"bpmn,omitempty"`
	// Rejects says that compilation must fail; there are no scenarios then.
	Rejects   *Rejects    `json:"rejects,omitempty"`
	Scenarios []*Scenario `json:"scenarios,omitempty"`
}

// Rejects is how compilation must fail.
type Rejects struct {
	// Codes must all be among the errors; none: any error will do.
	Codes []string `json:"codes,omitempty"`
	Pos   Pos      `json:"pos"`
}

// Scenario is one run.
type Scenario struct {
	Name string `json:"name"`
	Pos  Pos    `json:"pos"`
	// Process is a BPMN process id; "": the only executable one.
	Process string `json:"process,omitempty"`
	// Start is the first instance; nil: the steps start what there is.
	Start  *Start  `json:"start,omitempty"`
	Work   []Work  `json:"work,omitempty"`
	Steps  []Step  `json:"steps,omitempty"`
	Expect *Expect `json:"expect,omitempty"`
}

// Start starts an instance: at its none start event, at the start event At, by
// a message, by a signal or by its timer.
type Start struct {
	Pos     Pos    `json:"pos"`
	Process string `json:"process,omitempty"` // of a step; "": the scenario's
	Vars    []Var  `json:"vars,omitempty"`
	At      string `json:"at,omitempty"` // BPMN id of a start event, whatever its trigger
	Message string `json:"message,omitempty"`
	Signal  string `json:"signal,omitempty"`
	Timer   bool   `json:"timer,omitempty"`
	Key     Value  `json:"key,omitempty"`
	Payload Value  `json:"payload,omitempty"`
}

// Work is what a task does: its first run, its second, and so on; the last repeats.
type Work struct {
	// Task is a BPMN id, a name, a job type, or "*" for all that no other entry names.
	Task string `json:"task"`
	Pos  Pos    `json:"pos"`
	Runs []Run  `json:"runs"`
}

// Others is the Work.Task that stands for all other tasks, receive tasks excepted.
const Others = "*"

// Run is one run of a task: it completes with Out, unless it fails, throws an
// error or waits; after Takes, at once where that is zero.
type Run struct {
	Pos Pos   `json:"pos"`
	Out []Var `json:"out,omitempty"`
	// Fail is the message of a technical failure (S9.1).
	Fail *string `json:"fail,omitempty"`
	// Error is the code of a BPMN error, with its Payload (S6.2).
	Error   *string `json:"error,omitempty"`
	Payload Value   `json:"payload,omitempty"`
	// Wait keeps the task active until a step completes it.
	Wait  bool      `json:"wait,omitempty"`
	Takes *Duration `json:"takes,omitempty"`
}

// Step is one thing that happens. Exactly one of its fields is set.
type Step struct {
	Pos       Pos       `json:"pos"`
	Publish   *Publish  `json:"publish,omitempty"`
	Signal    *Signal   `json:"signal,omitempty"`
	Start     *Start    `json:"start,omitempty"`
	Advance   *Duration `json:"advance,omitempty"`
	Fire      string    `json:"fire,omitempty"` // a node with a timer
	Complete  *Complete `json:"complete,omitempty"`
	Throw     *Throw    `json:"throw,omitempty"`
	Set       []Var     `json:"set,omitempty"`
	Begin     string    `json:"begin,omitempty"`  // an enabled activity of an ad-hoc sub-process
	Finish    string    `json:"finish,omitempty"` // an ad-hoc sub-process
	Terminate bool      `json:"terminate,omitempty"`
	Restart   bool      `json:"restart,omitempty"`
	Expect    *Expect   `json:"expect,omitempty"`
}

// Kind is the key that the step has in a file.
func (s *Step) Kind() string {
	switch {
	case s.Publish != nil:
		return "publish"
	case s.Signal != nil:
		return "signal"
	case s.Start != nil:
		return "start"
	case s.Advance != nil:
		return "advance"
	case s.Fire != "":
		return "fire"
	case s.Complete != nil:
		return "complete"
	case s.Throw != nil:
		return "throw"
	case s.Set != nil:
		return "set"
	case s.Begin != "":
		return "begin"
	case s.Finish != "":
		return "finish"
	case s.Terminate:
		return "terminate"
	case s.Restart:
		return "restart"
	}
	return "expect"
}

// Publish publishes a message. A composite key is an object.
type Publish struct {
	Message string `json:"message"`
	Key     Value  `json:"key,omitempty"`
	Payload Value  `json:"payload,omitempty"`
}

// Signal broadcasts a signal.
type Signal struct {
	Name    string `json:"name"`
	Payload Value  `json:"payload,omitempty"`
}

// Complete completes the oldest token at a task.
type Complete struct {
	Task string `json:"task"`
	Out  []Var  `json:"out,omitempty"`
}

// Throw has the oldest token at a task throw an error or an escalation.
type Throw struct {
	Task       string  `json:"task"`
	Error      *string `json:"error,omitempty"`
	Escalation *string `json:"escalate,omitempty"`
	Payload    Value   `json:"payload,omitempty"`
}

// Expect is what must be seen. Nil and empty lists differ: an empty one says
// that there is nothing.
type Expect struct {
	Pos        Pos         `json:"pos"`
	State      State       `json:"state,omitempty"`
	Error      *string     `json:"error,omitempty"`
	OrRejected bool        `json:"orRejected,omitempty"`
	Path       []string    `json:"path"`
	Visits     []string    `json:"visits"`
	Never      []string    `json:"never"`
	Counts     []Count     `json:"counts"`
	AtLeast    bool        `json:"atLeast,omitempty"`
	Total      []Total     `json:"total"`
	Tokens     []string    `json:"tokens"`
	Vars       []Var       `json:"vars"`
	Published  []Published `json:"published"`
	Instances  *int        `json:"instances,omitempty"`
}

// State is how an instance stands.
type State string

// The states that can be expected.
const (
	Active     State = "active"
	Completed  State = "completed"
	Terminated State = "terminated"
	Failed     State = "failed"
	Incident   State = "incident"
	Ended      State = "ended" // completed or terminated
)

// States are all of them, in the order of the documentation.
var States = []State{Active, Completed, Terminated, Failed, Incident, Ended}

// Count is how often a node completed.
type Count struct {
	Node  string `json:"node"`
	Count int    `json:"count"`
}

// Total is how often several nodes completed together.
type Total struct {
	Of    []string `json:"of"`
	Count int      `json:"count"`
}

// Published is a message that left the process.
type Published struct {
	Message string `json:"message"`
	Key     Value  `json:"key,omitempty"`
	Payload Value  `json:"payload,omitempty"`
}
