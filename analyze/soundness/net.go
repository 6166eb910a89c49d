package soundness

import (
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// net is what is searched: places that hold tokens or flags, and transitions
// that move them. One step of a process instance is one transition, so that a
// state of the net is a state of the instances, but for data.
type net struct {
	places []place
	trans  []transition
	init   []int32 // places that hold a token at first
	joins  []orJoin
	parts  []part
	// channels are what messages travel on in a collaboration, by index.
	channels []channel
	// cut says what was left out or taken as opaque: calls that recurse, calls
	// to what is not compiled here.
	cut []cutCall
	// ends are the end events by the numbers that transitions carry.
	ends []endAt
}

// kind of a place.
type placeKind uint8

const (
	onFlow  placeKind = iota // a token on a sequence flow, or held by the join that it leads to
	before                   // a token before a node that its scope starts with
	atNode                   // a token that works or waits at a node
	queued                   // a token that waits until the composite is free (see builder.composite)
	open                     // a composite that runs; at most one token
	fired                    // a token between a join and the split of the same gateway
	flag                     // no token: something has happened
	live                     // the process runs; no token, see part.live
	message                  // a message under way
)

// token reports whether a place of the kind holds tokens of an instance.
func (k placeKind) token() bool { return k <= fired }

type place struct {
	kind  placeKind
	node  *graph.Node // where it is; of a flow, its target
	flow  *graph.Flow
	scope int32 // index into scopes: whose range it is in
	part  int32
	path  string // the calls that lead there, "" in the process itself
}

// span is a range of places [lo, hi).
type span struct{ lo, hi int32 }

// what a transition is, for traces and replays.
type act uint8

const (
	actStart     act = iota // an instance starts at node
	actPass                 // a token passes node at once
	actEnter                // a token enters node and waits or works there
	actDone                 // the work at node is done
	actHappen               // the event node happens
	actDrain                // the composite node is done: nothing is left in it
	actJoin                 // the join node fires
	actEnd                  // a token ends at node
	actTerminate            // a Terminate end event
	actRaise                // an error or escalation is thrown at node
	actUncaught             // the same, and nothing takes it
	actPick                 // somebody picks node of an ad-hoc sub-process
	actComp                 // compensation goes on
	actReset                // a complex gateway resets
	actSkip                 // a repeated composite repeats zero times
)

type transition struct {
	act  act
	take []int32 // one token from each
	some []int32 // must hold something, stays
	put  []int32 // one token to each
	mark []int32 // flags: set
	zero []int32 // must hold nothing
	// empty: none of these ranges may hold a token; flags in them may be set.
	empty []span
	clear []span // emptied, flags too, before put and mark
	join  int32  // index into joins of what it takes from, none otherwise
	// urgent ones go before all others: the machine does them within the step
	// that makes them possible.
	urgent bool
	// wait: something outside has to happen first; the machine stands still until
	// it does.
	wait bool
	node *graph.Node // that acts
	// catch is what takes what is raised, or the event that interrupts.
	catch *graph.Node
	// out are the flows that were chosen among several.
	out  []*graph.Flow
	code string // of what is raised
	end  int32  // index into net.ends+1 of an end event that a token reaches, 0 for none
	// receives and sends are channels.
	receives int32
	sends    []int32
	part     int32
	scope    int32
	path     string
	// Of a net that was made smaller: the transitions of the whole one that it does,
	// those that are possible when it is, and the end events that it reaches.
	run, also []int32
	ends      []int32
}

const none = -1

// orJoin is an inclusive join, or a complex one while it resets (S2.4, S2.5).
type orJoin struct {
	node *graph.Node
	in   []int32 // the places of its incoming flows
	// taken are flags of a complex gateway: what the flow has given already.
	taken []int32
	// watch are the places of its scope from which a token could come.
	watch []orWatch
	reset bool // a complex gateway that resets
	sure  bool // a complex gateway that activates: nothing is waited for
	// subsets: decision diagrams need the sets of holding flows spelt out.
}

// orWatch says which incoming flows of a join, by bit, a token in a place can
// come by: normally, or by a boundary event that may happen.
type orWatch struct {
	place       int32
	normal, exc uint64
}

// channel carries the messages of one name from one participant to another.
type channel struct {
	from, to int32 // parts; none is outside
	name     string
	place    int32 // in unordered networks
}

// part is a process of the system that is checked.
type part struct {
	level  *graph.Level
	places span
	// live is a place that is marked while the process runs, where something
	// can happen to a process that has no token: event sub-processes at the root.
	live int32
}

type cutCall struct {
	node *graph.Node
	why  string
}

// endAt is an end event in one of the places that its process is composed into.
type endAt struct {
	node *graph.Node
	path string
}
