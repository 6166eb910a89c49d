// Package graph ties a syntax tree together: which flow joins which nodes, what
// stands on which level, what a reference means. It judges nothing beyond
// references; the rules and resolve build on it, so that both see the same graph.
package graph

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Graph is what one compilation was given. It is immutable once Build has
// returned and safe for concurrent use.
type Graph struct {
	Files []*File // in the order given
	// spaces finds the files of a target namespace.
	spaces map[string][]*File
}

// File is one BPMN file.
type File struct {
	Defs  *bpmn.Definitions
	Graph *Graph
	// Levels are all containers of flow elements in document order, outer before inner.
	Levels []*Level
	// Processes are the levels that are processes, in document order.
	Processes []*Level
	// Collaborations are the collaborations and choreographies in document order.
	Collaborations []*bpmn.Collaboration

	globals []*Level // of the global tasks that are compiled, in document order
	// nodes and levels find what an element became; parents who contains an element.
	nodes  map[bpmn.Element]*Node
	flows  map[bpmn.Element]*Flow
	levels map[bpmn.Element]*Level
}

// Level is a process or a sub-process: the container inside which flows and
// Links stay (BPMN 2.0.2 §7.6.1).
type Level struct {
	File    *File
	Process *bpmn.Process    // the process itself, or the one that it is inside of
	Sub     *bpmn.SubProcess // nil: the level is the process itself
	Global  *bpmn.GlobalTask // the process is this one (SC §2.7); no rule sees it
	Parent  *Level           // nil for a process
	Host    *Node            // the sub-process as a node of Parent; nil for a process
	Nodes   []*Node          // document order
	Flows   []*Flow          // document order
	// Executable says that the level's process is compiled and not only checked for form.
	Executable bool
}

// Elem is the process or sub-process.
func (l *Level) Elem() *bpmn.Base {
	if l.Sub != nil {
		return &l.Sub.Base
	}
	return &l.Process.Base
}

// Container returns what the level holds.
func (l *Level) Container() *bpmn.Container {
	if l.Sub != nil {
		return &l.Sub.Container
	}
	return &l.Process.Container
}

// IsEventSubProcess reports an event sub-process (§10.3.5).
func (l *Level) IsEventSubProcess() bool { return l.Sub != nil && l.Sub.TriggeredByEvent }

// Node is a flow node with its flows. At most one of the typed pointers below
// Act is set, the one of its element.
type Node struct {
	*bpmn.Base
	// Key is the id, or for a node without one (nothing can refer to it) a name
	// that no other node of the file has.
	Key        string
	Level      *Level
	In, Out    []*Flow // flows of the same level, document order
	Attached   *Node   // a boundary event's activity, nil where unresolved
	Boundaries []*Node // an activity's boundary events, document order
	Inner      *Level  // a sub-process's own level

	Act     *bpmn.Activity // tasks, sub-processes and call activities
	Task    *bpmn.Task
	Sub     *bpmn.SubProcess
	Call    *bpmn.CallActivity
	Event   *bpmn.Event
	Gateway *bpmn.Gateway
	Choreo  *bpmn.ChoreographyNode
	Flow    *bpmn.Node // the shared part
	Element bpmn.FlowNode
}

// Flow is a sequence flow with its ends; Source and Target are nil where the
// reference is dangling or leads to another level.
type Flow struct {
	*bpmn.SequenceFlow
	Level          *Level
	Source, Target *Node
}

// Is reports an event of a position.
func (n *Node) Is(kind bpmn.EventKind) bool { return n.Event != nil && n.Event.Kind == kind }

// IsGateway reports a gateway of a kind.
func (n *Node) IsGateway(kind bpmn.GatewayKind) bool {
	return n.Gateway != nil && n.Gateway.Kind == kind
}

// IsEventSubProcess reports an event sub-process.
func (n *Node) IsEventSubProcess() bool { return n.Sub != nil && n.Sub.TriggeredByEvent }

// Label is how a message speaks of the node: its element's plain name with the
// BPMN name, or with the id where there is none.
func (n *Node) Label() string { return Label(n.Base) }

// Report adds a diagnostic about the node at a place.
func (n *Node) Report(code diag.Code, at diag.Span, format string, args ...any) diag.Diagnostic {
	return diag.New(code, at, format, args...).On(n.ID, n.Name)
}

// Node returns the node of a flow node's element.
func (f *File) Node(e bpmn.Element) *Node { return f.nodes[e] }

// FlowOf returns the flow of a sequence flow's element.
func (f *File) FlowOf(e bpmn.Element) *Flow { return f.flows[e] }

// LevelOf returns the level that a process or sub-process is.
func (f *File) LevelOf(e bpmn.Element) *Level { return f.levels[e] }
