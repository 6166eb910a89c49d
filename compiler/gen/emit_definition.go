package gen

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitDefinition writes the process as tables in which every reference is an index.
func emitDefinition(f *file, q *processPlan) {
	rt := f.runtimeName()
	f.table(q.tables.nodes, "are the nodes of "+q.definition, "NodeDef", len(q.Nodes), func(i int) row { return q.nodeRow(rt, i) })
	f.table(q.tables.flows, "are the sequence flows of "+q.definition, "FlowDef", len(q.Flows), q.flowRow)
	f.table(q.tables.events, "are the event triggers of "+q.definition, "EventDef", len(q.events),
		func(i int) row { return q.eventRow(f, rt, i) })
	var r row
	r.field("Key", q.processID)
	r.text("Name", q.Name)
	r.text("File", q.Span.File)
	r.field("Fingerprint", q.fingerprint)
	if len(q.Nodes) > 0 {
		r.field("Nodes", q.tables.nodes)
	}
	if len(q.Flows) > 0 {
		r.field("Flows", q.tables.flows)
	}
	r.joins(rt, q)
	var scopes strings.Builder
	for i := range q.Scopes {
		scopes.WriteString(q.scopeRow(rt, i).String() + ",\n")
	}
	r.field("Scopes", "[]"+rt+"ScopeDef{\n"+scopes.String()+"}")
	if len(q.events) > 0 {
		r.field("Events", q.tables.events)
	}
	if q.clock {
		r.field("Clock", "true")
	}
	if q.Contract != nil {
		r.field("Contract", contractRow(rt, q.Contract))
	}
	r.text("VersionTag", q.VersionTag)
	r.list("Starts", q.Starts)
	r.index("DefaultStart", q.DefaultStart)
	r.list("EventStarts", q.EventStarts)
	if len(q.paths) > 0 {
		quoted := make([]string, len(q.paths))
		for i, p := range q.paths {
			quoted[i] = strconv.Quote(p)
		}
		r.field("Paths", "[]string{"+strings.Join(quoted, ", ")+"}")
	}
	f.add(comment(q.definition+" is the process as tables in which every reference is an index."),
		jen.Var().Id(q.definition).Op("=").Qual(runtimePath, "Definition").ValuesFunc(func(g *jen.Group) {
			for _, field := range r {
				g.Line().Id(field.name).Op(":").Id(field.value)
			}
			g.Line()
		}))
}

// row is one row of a table: its fields, without those that are zero.
type row []struct{ name, value string }

// String is the row as gofmt writes it.
func (r row) String() string {
	var b strings.Builder
	for i, f := range r {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.name + ": " + f.value)
	}
	return "{" + b.String() + "}"
}

func (r *row) field(name, value string) {
	*r = append(*r, struct{ name, value string }{name, value})
}

func (r *row) text(name, value string) {
	if value != "" {
		r.field(name, strconv.Quote(value))
	}
}

// index adds an index: 0 is one and is written, -1 (runtime.None) is none.
func (r *row) index(name string, i int) { r.field(name, strconv.Itoa(i)) }

func (r *row) list(name string, list []int) {
	if len(list) == 0 {
		return
	}
	digits := make([]string, len(list))
	for i, n := range list {
		digits[i] = strconv.Itoa(n)
	}
	r.field(name, "[]int32{"+strings.Join(digits, ", ")+"}")
}

// kinds, performers and triggers are what the runtime calls the model's.
var (
	kinds = map[model.Kind]string{
		model.StartEvent:        "KindStartEvent",
		model.EndEvent:          "KindEndEvent",
		model.CatchEvent:        "KindCatchEvent",
		model.ThrowEvent:        "KindThrowEvent",
		model.BoundaryEvent:     "KindBoundaryEvent",
		model.Task:              "KindTask",
		model.SubProcess:        "KindSubProcess",
		model.EventSubProcess:   "KindEventSubProcess",
		model.Transaction:       "KindTransaction",
		model.AdHocSubProcess:   "KindAdHocSubProcess",
		model.CallActivity:      "KindCallActivity",
		model.ExclusiveGateway:  "KindExclusiveGateway",
		model.ParallelGateway:   "KindParallelGateway",
		model.InclusiveGateway:  "KindInclusiveGateway",
		model.ComplexGateway:    "KindComplexGateway",
		model.EventBasedGateway: "KindEventBasedGateway",
	}
	performers = map[model.Performer]string{
		model.ByHandler: "ByHandler",
		model.ByUser:    "ByUser",
		model.ByScript:  "ByScript",
		model.ByEvent:   "ByEvent",
	}
	triggers = map[model.TriggerKind]string{
		model.MessageTrigger:     "MessageTrigger",
		model.TimerTrigger:       "TimerTrigger",
		model.SignalTrigger:      "SignalTrigger",
		model.ConditionalTrigger: "ConditionalTrigger",
		model.ErrorTrigger:       "ErrorTrigger",
		model.EscalationTrigger:  "EscalationTrigger",
		model.CancelTrigger:      "CancelTrigger",
		model.CompensateTrigger:  "CompensateTrigger",
		model.TerminateTrigger:   "TerminateTrigger",
	}
)

// nodeRow is the row of a node; rt qualifies names of package runtime.
func (q *processPlan) nodeRow(rt string, i int) row {
	n := &q.Nodes[i]
	var r row
	r.text("ID", n.ID)
	r.text("Name", n.Name)
	r.text("Type", n.Element)
	r.text("Pos", place(n.Origin))
	r.field("Kind", rt+kinds[n.Kind])
	if by := performers[n.Performer]; by != "" {
		r.field("Performer", rt+by)
	}
	if n.InLine {
		r.field("InLine", "true")
	}
	if n.Silent {
		r.field("Silent", "true")
	}
	if n.Parallel {
		r.field("Parallel", "true")
	}
	if n.Scope != 0 {
		r.index("Scope", n.Scope)
	}
	if w := q.nodes[i].work; w != model.None {
		r.field("Work", q.tasks[w].work)
	} else {
		r.index("Work", w)
	}
	r.index("Event", q.nodes[i].event)
	r.index("Default", n.Default)
	r.index("Inner", n.Inner)
	r.index("Attached", n.Attached)
	r.list("Out", n.Out)
	r.list("In", n.In)
	r.list("Boundaries", n.Boundaries)
	if n.AdHoc != nil {
		r.field("AdHoc", q.adHocRow(rt, i))
	}
	if n.InAdHoc {
		r.field("InAdHoc", "true")
	}
	if n.Loop != nil {
		r.field("Loop", q.loopRow(rt, i))
	}
	if n.Uncounted {
		r.field("Uncounted", "true")
	}
	if n.Call != nil {
		r.field("Call", q.callRow(rt, n.Call).String())
	}
	r.compensation(rt, q, i)
	if n.Retry != nil {
		r.field("Retry", retryRow(rt, n.Retry))
	}
	if len(n.Meta) > 0 {
		var meta []string
		for _, m := range n.Meta {
			meta = append(meta, "{Key: "+strconv.Quote(m.Key)+", Value: "+strconv.Quote(m.Value)+"}")
		}
		r.field("Meta", "[]"+rt+"MetaDef{"+strings.Join(meta, ", ")+"}")
	}
	return r
}

// retryRow is a retry policy, its delays in nanoseconds.
func retryRow(rt string, p *model.Retry) string {
	var r row
	r.index("Attempts", p.Attempts)
	if len(p.Backoff) > 0 {
		ns := make([]string, len(p.Backoff))
		for i, d := range p.Backoff {
			ns[i] = strconv.FormatInt(int64(d), 10)
		}
		r.field("Backoff", "[]int64{"+strings.Join(ns, ", ")+"}")
	}
	return "&" + rt + "RetryDef" + r.String()
}

func (q *processPlan) flowRow(i int) row {
	fl := &q.Flows[i]
	var r row
	r.text("ID", fl.ID)
	r.index("Source", fl.Source)
	r.index("Target", fl.Target)
	r.index("Condition", q.flows[i].condition)
	if slot := q.flows[i].slot; slot != 0 {
		r.index("Slot", slot)
	}
	return r
}

func (q *processPlan) scopeRow(rt string, i int) row {
	s := &q.Scopes[i]
	var r row
	r.text("ID", s.ID)
	r.text("Path", s.Path)
	r.index("Parent", s.Parent)
	r.index("Host", s.Host)
	r.index("First", s.First)
	r.index("End", s.End)
	r.list("Seeds", s.Seeds)
	r.list("Handlers", s.Handlers)
	if len(s.Catches) > 0 {
		r.field("Catches", q.catchRows(rt, s.Catches))
	}
	if i == 0 || s.FirstVar < s.EndVar {
		r.field("HasData", "true")
	}
	if q.hasOutputs(i) {
		r.field("Outputs", "true")
	}
	return r
}

func (q *processPlan) eventRow(f *file, rt string, i int) row {
	ev := &q.events[i]
	n := &q.Nodes[ev.node]
	var r row
	if len(ev.parts) > 0 {
		r.field("Trigger", rt+"MultipleTrigger")
		if n.Interrupting {
			r.field("Interrupting", "true")
		}
		r.index("Expr", model.None)
		r.index("Payload", model.None)
		r.list("Parts", ev.parts)
		if n.ParallelMultiple {
			r.field("Parallel", "true")
		}
		return r
	}
	t := n.Triggers[ev.trigger]
	r.field("Trigger", rt+triggers[t.Kind])
	if n.Interrupting {
		r.field("Interrupting", "true")
	}
	if ev.shared {
		r.field("Shared", "true")
	}
	name, code := f.plan.triggerNames(t)
	if ev.text != model.None && (t.Kind == model.MessageTrigger || t.Kind == model.SignalTrigger) {
		name = ""
	} else if ev.text != model.None {
		code = ""
	}
	r.text("Name", name)
	r.text("Code", code)
	r.index("Expr", ev.expr)
	if len(ev.reads) > 0 {
		words := make([]string, len(ev.reads))
		for i, w := range ev.reads {
			words[i] = "0x" + strconv.FormatUint(w, 16)
		}
		r.field("Reads", rt+"Changes{"+strings.Join(words, ", ")+"}")
	}
	r.index("Payload", ev.payload)
	if t.Kind == model.CompensateTrigger && n.Kind != model.BoundaryEvent && n.Kind != model.StartEvent {
		r.field("Compensate", compensateRow(rt, t))
	}
	if t.Conversation != 0 {
		r.index("Conversation", t.Conversation)
	}
	if ev.text != model.None {
		r.index("Text", ev.text+1)
	}
	if ev.told {
		r.field("Told", "true")
	}
	return r
}
