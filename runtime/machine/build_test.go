package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// process builds a definition for tests: nodes and flows by id.
type process struct {
	t     testing.TB
	def   *machine.Definition
	nodes map[string]int32
	flows map[string]int32
	// activations are the activation conditions of complex gateways, by node.
	activations map[int32]int32
}

func newProcess(t testing.TB) *process {
	return &process{t: t, nodes: map[string]int32{}, flows: map[string]int32{}, activations: map[int32]int32{},
		def: &machine.Definition{Key: "P", DefaultStart: machine.None, Paths: []string{"a", "b"},
			Scopes: []machine.Scope{{Parent: machine.None, Host: machine.None, ID: "P", Path: "/", HasData: true}}}}
}

// add adds a node to a scope. Every scope's nodes must come before those of
// the next one of the same depth.
func (p *process) add(scope int32, id string, n machine.Node) int32 {
	i := int32(len(p.def.Nodes))
	n.ID, n.Scope, n.Pos, n.Type = id, scope, fmt.Sprintf("p.bpmn:%d:1", i+1), "node"
	n.Default, n.Attached = machine.None, machine.None
	if n.Kind != machine.EndEvent || n.Event == 0 {
		n.Event = machine.None
	} else {
		n.Event--
	}
	if n.Kind != machine.SubProcess && n.Kind != machine.AdHocSubProcess {
		n.Inner = machine.None
	}
	p.def.Nodes = append(p.def.Nodes, n)
	p.nodes[id] = i
	for s := scope; s != machine.None; s = p.def.Scopes[s].Parent {
		p.def.Scopes[s].End = i + 1
	}
	return i
}

// start adds a none start event and seeds its scope with it.
func (p *process) start(scope int32, id string) {
	n := p.add(scope, id, machine.Node{Kind: machine.StartEvent})
	p.def.Scopes[scope].Seeds = append(p.def.Scopes[scope].Seeds, n)
	if scope == 0 {
		p.def.Starts = append(p.def.Starts, n)
	}
}

func (p *process) end(scope int32, id string) { p.add(scope, id, machine.Node{Kind: machine.EndEvent}) }

// terminate adds a Terminate End Event.
func (p *process) terminate(scope int32, id string) {
	p.def.Events = append(p.def.Events, machine.Event{Trigger: machine.TerminateTrigger})
	p.add(scope, id, machine.Node{Kind: machine.EndEvent, Event: int32(len(p.def.Events))})
}

func (p *process) gateway(scope int32, kind machine.Kind, id string) {
	p.add(scope, id, machine.Node{Kind: kind})
}

// complex adds a complex gateway with an activation condition, None for none.
func (p *process) complex(scope int32, id string, activation int32) {
	p.activations[p.add(scope, id, machine.Node{Kind: machine.ComplexGateway})] = activation
}

// task adds a task; its work index is its node index.
func (p *process) task(scope int32, by machine.Performer, id string) {
	p.add(scope, id, machine.Node{Kind: machine.Task, Performer: by, Work: int32(len(p.def.Nodes))})
}

// adhoc adds an ad-hoc sub-process and returns its scope.
func (p *process) adhoc(scope int32, id string, a machine.AdHoc) int32 {
	inner := p.sub(scope, id, false)
	n := &p.def.Nodes[p.nodes[id]]
	n.Kind, n.AdHoc = machine.AdHocSubProcess, &a
	return inner
}

// inAdHoc says that nodes are activities of an ad-hoc sub-process.
func (p *process) inAdHoc(ids ...string) {
	for _, id := range ids {
		p.def.Nodes[p.nodes[id]].InAdHoc = true
	}
}

// sub adds a sub-process and returns its scope.
func (p *process) sub(scope int32, id string, hasData bool) int32 {
	inner := int32(len(p.def.Scopes))
	host := p.add(scope, id, machine.Node{Kind: machine.SubProcess, Inner: inner})
	path := strings.TrimSuffix(p.def.Scopes[scope].Path, "/") + "/" + id
	p.def.Scopes = append(p.def.Scopes, machine.Scope{Parent: scope, Host: host, First: host + 1, End: host + 1,
		ID: id, Path: path, HasData: hasData})
	return inner
}

// flow adds flows along a chain of node ids.
func (p *process) flow(ids ...string) {
	for i := 1; i < len(ids); i++ {
		p.connect(ids[i-1], ids[i], machine.None)
	}
}

// when adds a flow with a condition: the index that data.conditions answers.
func (p *process) when(from, to string, condition int32) { p.connect(from, to, condition) }

// otherwise adds the default flow.
func (p *process) otherwise(from, to string) {
	p.def.Nodes[p.nodes[from]].Default = p.connect(from, to, machine.None)
}

func (p *process) connect(from, to string, condition int32) int32 {
	src, ok := p.nodes[from]
	dst, ok2 := p.nodes[to]
	if !ok || !ok2 {
		p.t.Fatalf("no node %s or %s", from, to)
	}
	f := int32(len(p.def.Flows))
	p.def.Flows = append(p.def.Flows, machine.Flow{ID: from + ">" + to, Source: src, Target: dst, Condition: condition,
		Slot: int32(len(p.def.Nodes[dst].In))})
	p.def.Nodes[src].Out = append(p.def.Nodes[src].Out, f)
	p.def.Nodes[dst].In = append(p.def.Nodes[dst].In, f)
	return f
}

// data is a scope's data in tests: conditions by index, a log of what was asked.
type data struct {
	conditions map[int32]any // bool, error or func() bool
	asked      *[]string
	scope      int32
	broken     map[string]error // by what is asked: "begin 3", "commit 3", "script 3", "open 1"
	change     bool             // every commit and script changes path a
}

func newData() *data {
	return &data{conditions: map[int32]any{}, asked: new([]string), broken: map[string]error{}}
}

func (d *data) ask(what string, i int32) error {
	s := fmt.Sprintf("%s %d", what, i)
	*d.asked = append(*d.asked, s)
	return d.broken[s]
}

func (d *data) Condition(i int32) (bool, error) {
	*d.asked = append(*d.asked, fmt.Sprintf("condition %d", i))
	switch c := d.conditions[i].(type) {
	case bool:
		return c, nil
	case error:
		return false, c
	case func() bool:
		return c(), nil
	}
	return false, fmt.Errorf("no condition %d", i)
}

func (d *data) Open(scope int32) (machine.Data, error) {
	if err := d.ask("open", scope); err != nil {
		return nil, err
	}
	inner := *d
	inner.scope = scope
	return &inner, nil
}

// work is what the test data makes for a task.
type work struct {
	index  int32
	scope  int32
	shared bool
}

func (d *data) Begin(i int32, shared bool, _ *machine.Scratch) (machine.Work, error) {
	if err := d.ask("begin", i); err != nil {
		return nil, err
	}
	return &work{index: i, scope: d.scope, shared: shared}, nil
}

func (d *data) Commit(i int32, _ machine.Work, changed machine.Changes) error {
	if d.change {
		changed.Set(0)
	}
	return d.ask("commit", i)
}

func (d *data) Script(i int32, changed machine.Changes) error {
	if d.change {
		changed.Set(0)
	}
	return d.ask("script", i)
}

// run is a machine under test, with what it asked for.
type run struct {
	t       testing.TB
	p       *process
	m       machine.Machine
	s       machine.Scratch
	path    []string                 // completed nodes
	open    map[string][]machine.Ref // activations that wait, by node, the oldest first
	effects []string                 // of the last input
	told    func(e machine.Effect)   // each fact
}

// launch starts a process, at the named start event or its seeds.
func (p *process) launch(d *data, at string) *run {
	p.t.Helper()
	p.reach()
	if err := p.def.Validate(); err != nil {
		p.t.Fatal(err)
	}
	r := &run{t: p.t, p: p, open: map[string][]machine.Ref{}}
	r.m.Init(p.def, d)
	node := int32(machine.None)
	if at != "" {
		node = p.nodes[at]
	}
	r.must(machine.Input{Kind: machine.Start, Node: node})
	return r
}

func (r *run) must(in machine.Input) {
	r.t.Helper()
	if err := r.apply(in); err != nil {
		r.t.Fatalf("input refused: %v", err)
	}
}

func (r *run) apply(in machine.Input) error {
	err := r.m.Apply(&in, &r.s)
	if err != nil {
		return err
	}
	r.effects = nil
	nodes := r.p.def.Nodes
	for _, n := range r.s.Completed {
		r.path = append(r.path, nodes[n].ID)
	}
	for _, e := range r.s.Effects {
		id := ""
		if e.Node != machine.None {
			id = nodes[e.Node].ID
		}
		switch e.Kind {
		case machine.RunInLine, machine.Run, machine.OpenTask:
			r.open[id] = append(r.open[id], e.Ref)
			r.effects = append(r.effects, [...]string{machine.RunInLine: "inline ", machine.Run: "run ", machine.OpenTask: "open "}[e.Kind]+id)
		case machine.CancelRun, machine.CloseTask:
			r.drop(id, e.Ref)
			r.effects = append(r.effects, map[machine.EffectKind]string{machine.CancelRun: "cancel ", machine.CloseTask: "close "}[e.Kind]+id)
		case machine.Tell:
			if r.told != nil {
				r.told(e)
			}
			r.effects = append(r.effects, fmt.Sprintf("tell %d %s", e.Fact, id))
		case machine.End:
			r.effects = append(r.effects, "end "+r.m.Status().String())
		}
	}
	return nil
}

func (r *run) drop(id string, ref machine.Ref) {
	for i, o := range r.open[id] {
		if o == ref {
			r.open[id] = append(r.open[id][:i:i], r.open[id][i+1:]...)
			return
		}
	}
}

// done completes the oldest activation of each named node, one by one.
func (r *run) done(ids ...string) {
	r.t.Helper()
	for _, id := range ids {
		if len(r.open[id]) == 0 {
			r.t.Fatalf("%s is not active; positions %v", id, r.at())
		}
		ref := r.open[id][0]
		r.drop(id, ref)
		w, _, _ := r.m.Working(ref)
		r.must(machine.Input{Kind: machine.Done, Ref: ref, Work: w})
	}
}

// at lists where tokens are; those held at a join in parentheses.
func (r *run) at() []string {
	ids := []string{}
	for _, p := range r.m.Positions(nil) {
		id := r.p.def.Nodes[p.Node].ID
		if p.Held {
			id = "(" + id + ")"
		}
		ids = append(ids, id)
	}
	return ids
}
