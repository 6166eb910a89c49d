package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitDefinition writes the process as tables in which every reference is an index.
func emitDefinition(f *file, q *processPlan) {
	emitTable(f, q.tables.nodes, "are the nodes of "+q.definition, "NodeDef", len(q.Nodes), q.nodeRow)
	emitTable(f, q.tables.flows, "are the sequence flows of "+q.definition, "FlowDef", len(q.Flows), q.flowRow)
	emitTable(f, q.tables.events, "are the event triggers of "+q.definition, "EventDef", len(q.events),
		func(i int) row { return q.eventRow(f, i) })
	var r row
	r.field("Key", jen.Id(q.processID))
	r.text("Name", q.Name)
	r.text("File", q.Span.File)
	r.field("Fingerprint", jen.Id(q.fingerprint))
	if len(q.Nodes) > 0 {
		r.field("Nodes", jen.Id(q.tables.nodes))
	}
	if len(q.Flows) > 0 {
		r.field("Flows", jen.Id(q.tables.flows))
	}
	r.field("Scopes", jen.Index().Add(rt("ScopeDef")).ValuesFunc(func(g *jen.Group) {
		for i := range q.Scopes {
			g.Line().Values(q.scopeRow(i)...)
		}
		g.Line()
	}))
	if len(q.events) > 0 {
		r.field("Events", jen.Id(q.tables.events))
	}
	r.list("Starts", q.Starts)
	r.field("DefaultStart", index(q.DefaultStart))
	if len(q.paths) > 0 {
		r.field("Paths", jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, p := range q.paths {
				g.Lit(p)
			}
		}))
	}
	f.add(comment(q.definition+" is the process as tables in which every reference is an index."),
		jen.Var().Id(q.definition).Op("=").Add(rt("Definition")).ValuesFunc(func(g *jen.Group) {
			for _, field := range r {
				g.Line().Add(field)
			}
			g.Line()
		}))
}

// emitTable writes a table of a definition, one row a line; none where it is empty.
func emitTable(f *file, name, what, typ string, n int, at func(int) row) {
	if n == 0 {
		return
	}
	f.add(comment(name+" "+what+"; -1 is none."), jen.Var().Id(name).Op("=").Index().Add(rt(typ)).ValuesFunc(func(g *jen.Group) {
		for i := range n {
			g.Line().Values(at(i)...)
		}
		g.Line()
	}))
}

// row is one row of a table: its fields, without those that are zero.
type row []jen.Code

func (r *row) field(name string, value jen.Code) {
	*r = append(*r, jen.Id(name).Op(":").Add(value))
}

func (r *row) text(name, value string) {
	if value != "" {
		r.field(name, jen.Lit(value))
	}
}

func (r *row) list(name string, list []int) {
	if len(list) > 0 {
		r.field(name, indexes(list))
	}
}

// index renders an index: 0 is one and is written, -1 (runtime.None) is none.
func index(i int) jen.Code { return jen.Lit(i) }

func indexes(list []int) jen.Code {
	if len(list) == 0 {
		return jen.Nil()
	}
	return jen.Index().Int32().ValuesFunc(func(g *jen.Group) {
		for _, i := range list {
			g.Lit(i)
		}
	})
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

func (q *processPlan) nodeRow(i int) row {
	n := &q.Nodes[i]
	var r row
	r.text("ID", n.ID)
	r.text("Name", n.Name)
	r.text("Type", n.Element)
	r.text("Pos", place(n.Origin))
	r.field("Kind", rt(kinds[n.Kind]))
	if by := performers[n.Performer]; by != "" {
		r.field("Performer", rt(by))
	}
	if n.InLine {
		r.field("InLine", jen.True())
	}
	if n.Silent {
		r.field("Silent", jen.True())
	}
	if n.Scope != 0 {
		r.field("Scope", jen.Lit(n.Scope))
	}
	if w := q.nodes[i].work; w != model.None {
		r.field("Work", jen.Id(q.tasks[w].work))
	} else {
		r.field("Work", index(model.None))
	}
	r.field("Event", index(q.nodes[i].event))
	r.field("Default", index(n.Default))
	r.field("Inner", index(n.Inner))
	r.field("Attached", index(n.Attached))
	r.list("Out", n.Out)
	r.list("In", n.In)
	r.list("Boundaries", n.Boundaries)
	if len(n.Meta) > 0 {
		r.field("Meta", jen.Index().Add(rt("MetaDef")).ValuesFunc(func(g *jen.Group) {
			for _, m := range n.Meta {
				g.Values(jen.Id("Key").Op(":").Lit(m.Key), jen.Id("Value").Op(":").Lit(m.Value))
			}
		}))
	}
	return r
}

func (q *processPlan) flowRow(i int) row {
	fl := &q.Flows[i]
	var r row
	r.text("ID", fl.ID)
	r.field("Source", jen.Lit(fl.Source))
	r.field("Target", jen.Lit(fl.Target))
	r.field("Condition", index(q.flows[i].condition))
	if slot := q.flows[i].slot; slot != 0 {
		r.field("Slot", jen.Lit(slot))
	}
	return r
}

func (q *processPlan) scopeRow(i int) row {
	s := &q.Scopes[i]
	var r row
	r.text("ID", s.ID)
	r.text("Path", s.Path)
	r.field("Parent", index(s.Parent))
	r.field("Host", index(s.Host))
	r.field("First", jen.Lit(s.First))
	r.field("End", jen.Lit(s.End))
	r.list("Seeds", s.Seeds)
	if i == 0 || s.FirstVar < s.EndVar {
		r.field("HasData", jen.True())
	}
	return r
}

func (q *processPlan) eventRow(f *file, i int) row {
	n := &q.Nodes[q.events[i]]
	t := n.Triggers[0]
	var r row
	r.field("Trigger", rt(triggers[t.Kind]))
	if n.Interrupting {
		r.field("Interrupting", jen.True())
	}
	name, code := f.plan.triggerNames(t)
	r.text("Name", name)
	r.text("Code", code)
	r.field("Expr", index(model.None))
	r.field("Payload", index(model.None))
	return r
}
