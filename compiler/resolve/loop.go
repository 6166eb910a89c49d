package resolve

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// loop is a repeated activity (S7). In the model it is two nodes: a host, which
// has its flows and boundary events, and the activity itself, which stands alone
// in the scope that the host opens for each instance.
type loop struct {
	node       *graph.Node // as the graph has it
	body       *graph.Node // the activity without what the host has
	host       int
	scope      int // of the instances
	b          *builder
	collection collection
	// item and output are the variables that take an element of the collection and
	// the list of results, element the type of such a result.
	item, output *expr.Symbol
	outputPath   []string
	counter      *expr.Symbol
	counts       []countSymbol
}

type countSymbol struct {
	sym   *expr.Symbol
	count model.Count
}

// model is the loop of the host.
func (l *loop) model() *model.Loop { return l.b.p.Nodes[l.host].Loop }

// spec is what the file says of it.
func (l *loop) spec() *bpmn.Loop { return l.node.Act.Loop }

// repeated reports an activity that is done several times. Event sub-processes
// are none; the rules say so.
func repeated(n *graph.Node) bool {
	return n.Act != nil && n.Act.Loop != nil && !n.IsEventSubProcess()
}

// loopOf is the loop of a node of the graph, nil where it has none.
func (b *builder) loopOf(n *graph.Node) *loop {
	if !repeated(n) {
		return nil
	}
	for _, l := range b.loops {
		if l.node == n {
			return l
		}
	}
	return nil
}

// repeat adds a repeated activity: the host, the activity in the scope of its
// instances, and what their completion throws.
func (b *builder) repeat(n *graph.Node, scope int, path string) {
	spec := n.Act.Loop
	host := &graph.Node{Base: n.Base, Key: n.Key, Level: n.Level, In: n.In, Out: n.Out, Attached: n.Attached, Boundaries: n.Boundaries,
		Flow: n.Flow, Element: n.Element}
	body := *n
	body.In, body.Out, body.Attached, body.Boundaries, body.Element = nil, nil, nil, nil, nil
	act := *n.Act
	act.Default = bpmn.Ref{}
	body.Act = &act
	l := &loop{node: n, body: &body, host: len(b.p.Nodes), scope: len(b.p.Scopes), b: b}
	b.loops = append(b.loops, l)
	m := &model.Loop{Maximum: model.None, Condition: model.None, Cardinality: model.None, Collection: model.None, Item: model.None,
		Counter: model.None, Element: model.None, Output: model.Target{Param: model.None, Var: model.None}, Body: l.host + 1}
	switch {
	case spec.Kind == bpmn.StandardLoop:
		m.Kind, m.TestBefore = model.StandardLoop, spec.TestBefore
		if max, err := strconv.ParseInt(strings.TrimSpace(spec.LoopMaximum), 10, 64); err == nil && max >= 0 {
			m.Maximum = max
		}
	case spec.IsSequential:
		m.Kind = model.SequentialInstances
	default:
		m.Kind = model.ParallelInstances
	}
	if zeebeLoop(spec) != nil {
		m.First = 1
	}
	node := b.node(host, scope)
	node.Kind, node.Inner, node.Loop, node.Uncounted, node.InAdHoc = model.SubProcess, l.scope, m, true, inAdHoc(n)
	b.at[n] = l.host
	b.add(host, node)
	b.p.Scopes = append(b.p.Scopes, model.Scope{Origin: origin(n.Base), Parent: scope, Host: l.host, Path: below(path, n),
		First: l.host + 1, Seeds: []int{m.Body}})
	inner := b.node(&body, l.scope)
	inner.InAdHoc = false // its host is
	b.add(&body, inner)
	if n.Inner != nil {
		b.p.Nodes[m.Body].Inner = b.scope(n.Inner, l.scope, m.Body, below(below(path, n), n))
	}
	undo := b.undoes(n.Level)
	for _, h := range n.Level.Nodes {
		if undo[h] == n {
			b.flowNode(h, l.scope, below(path, n))
		}
	}
	b.behavior(l)
	b.p.Scopes[l.scope].End = len(b.p.Nodes)
}

// undoes are the activities of a level that undo one instance of a repeated
// activity and nothing else, with that activity: they stand in the scope of the
// instances, whose data they read as it was when the instance completed (S8.1).
func (b *builder) undoes(l *graph.Level) map[*graph.Node]*graph.Node {
	var out map[*graph.Node]*graph.Node
	for bd, handlers := range b.joined() {
		for _, h := range handlers {
			if h.Level != l || bd.Attached == nil || !repeated(bd.Attached) || bd.Attached.Level != l || h == bd.Attached || b.joins(h) > 1 {
				continue
			}
			if out == nil {
				out = map[*graph.Node]*graph.Node{}
			}
			out[h] = bd.Attached
		}
	}
	return out
}

// joined are the activities that compensation boundary events are joined to.
func (b *builder) joined() map[*graph.Node][]*graph.Node {
	if b.compensations == nil {
		b.compensations = b.file.Compensations()
	}
	return b.compensations
}

// joins counts the boundary events that are joined to an activity.
func (b *builder) joins(h *graph.Node) int {
	n := 0
	for _, handlers := range b.joined() {
		for _, other := range handlers {
			if other == h {
				n++
			}
		}
	}
	return n
}

// add appends a node.
func (b *builder) add(n *graph.Node, m model.Node) {
	b.at[n] = len(b.p.Nodes)
	b.nodes = append(b.nodes, n)
	b.p.Nodes = append(b.p.Nodes, m)
}

// behavior adds the events that completing instances throw (§13.3.7).
func (b *builder) behavior(l *loop) {
	spec := l.spec()
	if spec.Kind == bpmn.StandardLoop {
		return
	}
	throw := func(e *bpmn.Event, first bool) {
		n := &graph.Node{Base: &e.Base, Key: e.ID, Level: l.node.Level, Event: e, Flow: &e.Node, Element: e}
		if n.Key == "" {
			n.Key = l.node.Key + "." + "behavior" + strconv.Itoa(len(l.model().Throws)+1)
		}
		m := b.node(n, l.scope)
		if m.Kind == model.ThrowEvent {
			m.Kind = model.EndEvent // the instance goes on being there while its event is caught (S5.1)
		}
		m.Uncounted = true
		l.model().Throws = append(l.model().Throws, model.LoopThrow{Node: len(b.p.Nodes), Condition: model.None, First: first})
		b.add(n, m)
	}
	simple := func(ref bpmn.Ref, first bool) {
		e, _ := b.file.Lookup(ref)
		if d, ok := e.(*bpmn.EventDefinition); ok {
			base := bpmn.Base{XML: d.XML, Span: ref.Span}
			base.XML.Local = "implicitThrowEvent"
			throw(&bpmn.Event{Node: bpmn.Node{Base: base}, Kind: bpmn.ImplicitThrowEvent, Definitions: []*bpmn.EventDefinition{d}}, first)
		}
	}
	switch spec.Behavior {
	case "None":
		simple(spec.NoneBehaviorRef, false)
	case "One":
		simple(spec.OneBehaviorRef, true)
	case "Complex":
		for _, c := range spec.Complex {
			if c.Event != nil {
				throw(c.Event, false)
			}
		}
	}
}

// declareLoops adds the variables of the instances of repeated activities, and
// the types that their collections give.
func (b *builder) declareLoops() {
	b.counts = map[*expr.Symbol]bool{}
	for _, l := range b.loops {
		spec, env := l.spec(), b.envs[l.scope]
		at := spec.Span
		l.counter = env.Declare(counterName(spec), types.IntType, at)
		l.item, l.output, l.counts = nil, nil, nil
		l.collection = b.collectionOf(l)
		if name, t, e := b.itemOf(l); name != "" {
			l.item = env.Declare(name, t, at)
			if e != nil {
				b.declared[l.item] = e
			}
		}
		if spec.Kind == bpmn.MultiInstanceLoop {
			for _, c := range countNames {
				sym := env.Declare(c.name, types.IntType, at)
				b.counts[sym] = true
				l.counts = append(l.counts, countSymbol{sym, c.count})
			}
		}
		if name, at := outputVariable(spec); name != "" {
			env.Declare(name, nil, at)
		}
		if o := spec.OutputItem; o != nil && !spec.DataOutputRef.IsZero() {
			b.declared[env.Declare(itemName(&o.Base), b.itemType(b.file, o.ItemSubjectRef, false), o.Span)] = &o.Base
		}
	}
}

// countNames are the attributes of a multi-instance activity, as the standard and as JUEL say them.
var countNames = []struct {
	name  string
	count model.Count
}{
	{"numberOfInstances", model.AllInstances}, {"numberOfActiveInstances", model.ActiveInstances},
	{"numberOfCompletedInstances", model.CompletedInstances}, {"numberOfTerminatedInstances", model.TerminatedInstances},
	{"nrOfInstances", model.AllInstances}, {"nrOfActiveInstances", model.ActiveInstances}, {"nrOfCompletedInstances", model.CompletedInstances},
}

// unread reports a count that no expression reads: it is no variable then.
func (b *builder) unread(sym *expr.Symbol) bool {
	if !b.counts[sym] {
		return false
	}
	for i := range b.pending {
		p := &b.pending[i]
		if says(p.tree.Root, sym.Name) {
			if s, ok := p.env.Lookup(sym.Name); ok && s == sym {
				return false
			}
		}
	}
	return true
}

// says reports whether an expression says a name.
func says(n *expr.Node, name string) bool {
	if n == nil {
		return false
	}
	if n.Op == expr.Name && n.Name == name {
		return true
	}
	for _, k := range n.Kids {
		if says(k, name) {
			return true
		}
	}
	return false
}

// loopExpressions adds the expressions of a repeated activity, and those of the
// activity itself.
func (b *builder) loopExpressions(l *loop) []diag.Diagnostic {
	spec, m := l.spec(), l.model()
	scope := b.p.Nodes[l.host].Scope
	m.Condition, m.Cardinality, m.Collection, m.Item, m.Element = model.None, model.None, model.None, model.None, model.None
	var ds []diag.Diagnostic
	condition := func(e *bpmn.Expression, what string, done func(int)) {
		if e == nil {
			return
		}
		if strings.TrimSpace(e.Text.Value) == "" {
			ds = append(ds, l.node.Report(CodeEmptyExpression, e.Span, "the %s of %s is empty", what, l.node.Label()).
				WithFix("write the condition, or take the element out"))
			return
		}
		ds = append(ds, b.expression(e.Text.Value, b.language(e), textAt(e.Text), b.envs[l.scope], boolean,
			model.Expression{Origin: origin(l.node.Base), Scope: l.scope, Purpose: model.Condition}, done)...)
	}
	if spec.Kind == bpmn.StandardLoop {
		condition(spec.LoopCondition, "loop condition", func(x int) { m.Condition = x })
	} else {
		ds = append(ds, b.cardinality(l, scope)...)
		ds = append(ds, b.input(l, scope)...)
		ds = append(ds, b.output(l)...)
		condition(spec.CompletionCondition, "completion condition", func(x int) { m.Condition = x })
	}
	for k := range m.Throws {
		t := &m.Throws[k]
		t.Condition = model.None
		if spec.Behavior == "Complex" {
			condition(b.complex(l, k).Condition, "condition of a behavior", func(x int) { t.Condition = x })
		}
		ds = append(ds, b.nodeExpressions(b.nodes[t.Node], t.Node, l.scope)...)
	}
	ds = append(ds, b.nodeExpressions(l.body, m.Body, l.scope)...)
	ds = append(ds, b.retry(l.body, m.Body)...)
	return ds
}

// complex is the definition whose event is the k-th that is thrown.
func (b *builder) complex(l *loop, k int) *bpmn.ComplexBehavior {
	for _, c := range l.spec().Complex {
		if c.Event != nil {
			if k == 0 {
				return c
			}
			k--
		}
	}
	return nil
}

// cardinality adds how many instances there are.
func (b *builder) cardinality(l *loop, scope int) []diag.Diagnostic {
	e := l.spec().Cardinality
	if e == nil {
		return nil
	}
	text := strings.TrimSpace(e.Text.Value)
	m := model.Expression{Origin: origin(l.node.Base), Scope: scope, Purpose: model.Cardinality}
	done := func(x int) { l.model().Cardinality = x }
	if text == "" {
		return []diag.Diagnostic{l.node.Report(CodeEmptyExpression, e.Span, "the cardinality of %s is empty", l.node.Label()).
			WithFix("write how many instances there are")}
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil { // a number is one in every language
		return b.expression("="+text, "feel", placed(e.Span), b.envs[scope], count, m, done)
	}
	return b.expression(e.Text.Value, b.language(e), textAt(e.Text), b.envs[scope], count, m, done)
}

// count is the type of a cardinality.
func count() typeOf { return types.IntType }

// loopVariables takes the indexes of the variables of repeated activities.
func (b *builder) loopVariables() {
	index := func(s *expr.Symbol) int {
		if i, ok := b.varOf[s]; ok && s != nil {
			return i
		}
		return model.None
	}
	for _, l := range b.loops {
		m := l.model()
		m.Counter, m.Item = index(l.counter), index(l.item)
		m.Counts = nil
		for _, c := range l.counts {
			if i := index(c.sym); i != model.None {
				m.Counts = append(m.Counts, model.CountVar{Var: i, Count: c.count})
			}
		}
		m.Output = model.Target{Param: model.None, Var: index(l.output), Path: l.outputPath}
	}
}
