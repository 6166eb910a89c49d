package resolve

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
)

// builder makes the model of one process.
type builder struct {
	*resolver
	file  *graph.File
	level *graph.Level
	p     *model.Process
	// nodes are the nodes in model order and at their index; Link catches and
	// the throws that vanish have none.
	nodes []*graph.Node
	at    map[*graph.Node]int
	flows map[*graph.Flow]int
	// scopeOf is the scope of a level, envs the data of a scope.
	scopeOf map[*graph.Level]int
	envs    []*expr.Env
	links   links
	// compensations are the activities that compensation boundary events are joined to.
	compensations map[*graph.Node][]*graph.Node
	// loops are the repeated activities, in document order.
	loops []*loop
	// counts are the variables that tell how many instances a repeated activity has.
	counts  map[*expr.Symbol]bool
	lanes   map[bpmn.Element]int
	without map[string]int // how many flows without an id join two nodes
	// pending are the expressions whose types the whole process decides;
	// declared is what declares a variable, varOf its index in the model.
	pending []pending
	ios     []pendingIO
	// fields are the parts of payloads that this process speaks of, in order.
	fields     map[fieldKey]*expr.Symbol
	fieldOrder []fieldKey
	merges     []pendingMerge // of this process
	declared   map[*expr.Symbol]*bpmn.Base
	varOf      map[*expr.Symbol]int
	gates      map[int]*expr.Env // of complex gateways, by node
	// storeSyms are the contents of the data stores that the process uses, storeUses where it does.
	storeEnv  *expr.Env
	storeSyms map[int]*expr.Symbol
	storeUses []storeUse
}

// process makes the model of one process, up to the types of its data.
func (r *resolver) process(l *graph.Level) *builder {
	b := &builder{
		resolver: r, file: l.File, level: l,
		p:     &model.Process{Origin: origin(l.Elem()), DefaultStart: model.None, Contract: contractOf(l), VersionTag: versionTag(l.Process)},
		at:    map[*graph.Node]int{},
		flows: map[*graph.Flow]int{}, scopeOf: map[*graph.Level]int{}, lanes: map[bpmn.Element]int{}, without: map[string]int{},
	}
	b.links = pairLinks(l)
	b.readLanes(l.Process.LaneSets, model.None)
	b.scope(l, model.None, model.None, "/")
	b.flowTable(l)
	b.nameNodes()
	b.tie()
	b.starts()
	b.handlers()
	b.compensation()
	b.refuse()
	b.callFindings()
	b.data()
	return b
}

// scope adds a level with its nodes, nested levels right after their host, so
// that every scope is one range of nodes.
func (b *builder) scope(l *graph.Level, parent, host int, path string) int {
	s := len(b.p.Scopes)
	b.scopeOf[l] = s
	b.p.Scopes = append(b.p.Scopes, model.Scope{Origin: origin(l.Elem()), Parent: parent, Host: host, Path: path, First: len(b.p.Nodes)})
	undo := b.undoes(l)
	for _, n := range l.Nodes {
		if !b.vanishes(n) && undo[n] == nil {
			b.flowNode(n, s, path)
		}
	}
	b.p.Scopes[s].End = len(b.p.Nodes)
	return s
}

// flowNode adds a node with what is inside of it.
func (b *builder) flowNode(n *graph.Node, scope int, path string) {
	if repeated(n) {
		b.repeat(n, scope, path)
		return
	}
	i := len(b.p.Nodes)
	b.add(n, b.node(n, scope))
	if n.Inner != nil {
		b.p.Nodes[i].Inner = b.scope(n.Inner, scope, i, below(path, n))
	}
}

// below is the path of what a node opens.
func below(path string, n *graph.Node) string {
	if path == "/" {
		return "/" + n.Key
	}
	return path + "/" + n.Key
}

// node makes a node without what refers to others.
func (b *builder) node(n *graph.Node, scope int) model.Node {
	m := model.Node{
		Origin: origin(n.Base), Element: n.XML.Local, Scope: scope,
		Default: model.None, Attached: model.None, Inner: model.None, Lane: model.None,
		Script: model.None, ScriptResult: model.None, Silent: isLink(n), Sends: model.None,
	}
	m.ID = n.Key
	if lane, ok := b.lanes[n.Element]; ok {
		m.Lane = lane
	}
	switch {
	case n.Event != nil:
		m.Kind = eventKinds[n.Event.Kind]
		m.ParallelMultiple = n.Event.ParallelMultiple
		m.Interrupting = n.Event.Kind == bpmn.BoundaryEvent && n.Event.CancelActivity || n.Event.Kind == bpmn.StartEvent && n.Event.IsInterrupting
		if !catches(n) && b.sendsMessage(n) && b.sentByWork(n) {
			m.Kind, m.Task, m.Performer = model.Task, model.SendTask, model.ByHandler
			m.Meta = b.sendMeta(n)
			m.Sends = b.sends(b.file.Definitions(n.Event)[0].Ref)
			break
		}
		m.Triggers = b.triggers(n)
	case n.Task != nil:
		m.Kind, m.Task = model.Task, taskKinds[n.Task.Kind]
		b.work(n, &m)
		if n.Task.Kind == bpmn.SendTask && b.sentByWork(n) {
			m.Sends = b.sends(n.Task.MessageRef)
		}
		if m.Triggers = b.triggers(n); len(m.Triggers) > 0 {
			b.messageTask(n, &m)
		}
	case n.Call != nil:
		m.Kind = model.CallActivity
		m.Call = b.call(n)
	case n.Gateway != nil:
		m.Kind = gatewayKinds[n.Gateway.Kind]
	case n.IsEventSubProcess():
		m.Kind = model.EventSubProcess
	case n.Sub != nil:
		m.Kind = subProcessKinds[n.Sub.Kind]
		m.AdHoc = adHoc(n)
	}
	m.InAdHoc = inAdHoc(n)
	return m
}

var eventKinds = [...]model.Kind{
	bpmn.StartEvent: model.StartEvent, bpmn.EndEvent: model.EndEvent, bpmn.IntermediateCatchEvent: model.CatchEvent,
	bpmn.IntermediateThrowEvent: model.ThrowEvent, bpmn.BoundaryEvent: model.BoundaryEvent, bpmn.ImplicitThrowEvent: model.ThrowEvent,
}

var taskKinds = [...]model.TaskKind{
	bpmn.NoneTask: model.NoneTask, bpmn.ServiceTask: model.ServiceTask, bpmn.SendTask: model.SendTask, bpmn.ReceiveTask: model.ReceiveTask,
	bpmn.UserTask: model.UserTask, bpmn.ManualTask: model.ManualTask, bpmn.BusinessRuleTask: model.BusinessRuleTask, bpmn.ScriptTask: model.ScriptTask,
}

var gatewayKinds = [...]model.Kind{
	bpmn.ExclusiveGateway: model.ExclusiveGateway, bpmn.ParallelGateway: model.ParallelGateway, bpmn.InclusiveGateway: model.InclusiveGateway,
	bpmn.ComplexGateway: model.ComplexGateway, bpmn.EventBasedGateway: model.EventBasedGateway,
}

var subProcessKinds = [...]model.Kind{
	bpmn.EmbeddedSubProcess: model.SubProcess, bpmn.Transaction: model.Transaction, bpmn.AdHocSubProcess: model.AdHocSubProcess,
}

// flowTable adds the flows of a level and of those inside it, in document order.
// A flow without two ends on the level is none; the rules say so.
func (b *builder) flowTable(l *graph.Level) {
	for _, f := range l.Flows {
		if f.Source == nil || f.Target == nil {
			continue
		}
		source, target, ok := b.ends(f)
		if !ok {
			continue
		}
		b.flows[f] = len(b.p.Flows)
		mf := model.Flow{Origin: origin(&f.Base), Source: source, Target: target, Condition: model.None}
		if mf.ID == "" {
			mf.ID = b.unnamed(f)
		}
		b.p.Flows = append(b.p.Flows, mf)
	}
	for _, n := range l.Nodes {
		if n.Inner != nil {
			b.flowTable(n.Inner)
		}
	}
}

// unnamed is the id of a flow without one, from its ends: 750 of 13,500 public
// files have such flows. A second one between the same nodes is numbered.
func (b *builder) unnamed(f *graph.Flow) string {
	id := f.Source.Key + "_" + f.Target.Key
	b.without[id]++
	if n := b.without[id]; n > 1 {
		return fmt.Sprintf("%s_%d", id, n)
	}
	return id
}

// tie fills what refers to other nodes and to flows.
func (b *builder) tie() {
	for i, n := range b.nodes {
		m := &b.p.Nodes[i]
		out := n.Out
		if target := b.links.target[n]; target != nil {
			out = target.Out
		}
		for _, f := range out {
			if x, ok := b.flows[f]; ok {
				m.Out = append(m.Out, x)
			}
		}
		if n.Attached != nil {
			if x, ok := b.at[n.Attached]; ok {
				m.Attached = x
			}
		}
		for _, bd := range n.Boundaries {
			m.Boundaries = append(m.Boundaries, b.at[bd])
		}
		if d := defaultRef(n); !d.IsZero() {
			if e, ok := b.file.Lookup(d); ok {
				if x, ok := b.flows[b.file.FlowOf(e)]; ok && b.p.Flows[x].Source == i {
					m.Default = x
				}
			}
		}
	}
	for x, f := range b.p.Flows {
		m := &b.p.Nodes[f.Target]
		m.In = append(m.In, x)
	}
}

// defaultRef is the default flow that an activity or gateway names.
func defaultRef(n *graph.Node) bpmn.Ref {
	switch {
	case n.Act != nil:
		return n.Act.Default
	case n.Element == nil:
		return bpmn.Ref{}
	case n.Gateway != nil:
		return n.Gateway.Default
	}
	return bpmn.Ref{}
}

// nameNodes allots the Go names of nodes and flows.
func (b *builder) nameNodes() {
	var ws []names.Wish
	var which []int
	for i, n := range b.nodes {
		if b.p.Nodes[i].Loop != nil {
			continue // the activity itself is named
		}
		w := wish(n.Base)
		w.ID = n.Key
		ws, which = append(ws, w), append(which, i)
	}
	for i, name := range names.Allot(ws) {
		b.p.Nodes[which[i]].GoName = name
	}
	ws = make([]names.Wish, len(b.p.Flows))
	for f, x := range b.flows {
		ws[x] = wish(&f.Base)
		ws[x].ID = b.p.Flows[x].ID
		// A flow's name is what its gateway answers: "yes" says nothing alone.
		ws[x].Name = f.ID
	}
	for x, name := range names.Allot(ws) {
		b.p.Flows[x].GoName = name
	}
}

// readLanes carries the lanes (§10.8); a node belongs to the innermost that names it.
func (b *builder) readLanes(sets []*bpmn.LaneSet, parent int) {
	for _, s := range sets {
		for _, l := range s.Lanes {
			i := len(b.p.Lanes)
			b.p.Lanes = append(b.p.Lanes, model.Lane{Origin: origin(&l.Base), Parent: parent})
			for _, ref := range l.NodeRefs {
				if e, ok := b.file.Lookup(ref); ok {
					b.lanes[e] = i
				}
			}
			if l.Child != nil {
				b.readLanes([]*bpmn.LaneSet{l.Child}, i)
			}
		}
	}
}

// starts says where the process and its scopes begin (S1.5, SC §2.3).
func (b *builder) starts() {
	for l, s := range b.scopeOf {
		scope := &b.p.Scopes[s]
		var none, starts, implicit []int
		for _, n := range l.Nodes {
			i, ok := b.at[n]
			if !ok {
				continue
			}
			switch {
			case n.Is(bpmn.StartEvent):
				starts = append(starts, i)
				if len(b.p.Nodes[i].Triggers) == 0 {
					none = append(none, i)
				} else if l.Sub == nil {
					b.p.EventStarts = append(b.p.EventStarts, i)
				}
			case l.Sub == nil && instantiates(n) && n.Task != nil && len(b.p.Nodes[i].Triggers) == 0:
				starts, none = append(starts, i), append(none, i) // the host starts the process by it (S4.6)
			case l.Sub == nil && instantiates(n):
				b.p.EventStarts = append(b.p.EventStarts, i)
				b.p.Nodes[i].Parallel = n.IsGateway(bpmn.EventBasedGateway) && n.Gateway.EventGatewayType == "Parallel"
			case graph.ImplicitStart(n):
				implicit = append(implicit, i)
			}
		}
		hasStart := false
		for _, n := range l.Nodes {
			hasStart = hasStart || n.Is(bpmn.StartEvent)
		}
		switch {
		case l.Sub != nil && l.Sub.Kind == bpmn.AdHocSubProcess:
		case len(none) == 1:
			scope.Seeds = none
		case !hasStart:
			scope.Seeds = implicit
		}
		if l.Sub == nil {
			b.p.Starts = starts
			if len(none) == 1 {
				b.p.DefaultStart = none[0]
			}
		}
	}
}

// instantiates reports a receive task or an event-based gateway at which its
// message makes the instance (§10.3.3, §10.6.6).
func instantiates(n *graph.Node) bool {
	if len(n.In) > 0 {
		return false
	}
	return n.Task != nil && n.Task.Kind == bpmn.ReceiveTask && n.Task.Instantiate || n.IsGateway(bpmn.EventBasedGateway) && n.Gateway.Instantiate
}
