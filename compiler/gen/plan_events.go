package gen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// eventPlan is one row of the event table: an event, one of the definitions of an
// event with several, or such an event, whose parts are rows before it.
type eventPlan struct {
	node, trigger int
	parts         []int
	// expr is the index that Condition, Key or Due takes, payload the one that
	// Payload or Receive takes; None where the event needs none.
	expr, payload int
	// text is the index that Text takes, None where the event's name or code is known.
	text int
	// told: what is received is a *runtime.Caught.
	told bool
	// reads is what a condition depends on, as the words of a change set; none: anything.
	reads []uint64
	// condition is the type that says so by name, paths what it says; of a conditional alone.
	condition string
	paths     []string
	// shared: an event sub-process inside the host of the boundary event receives
	// instead (S6.5).
	shared bool
}

// keyPlan is a correlation key that an event waits for or sends.
type keyPlan struct {
	node  int
	parts []int // expressions
}

// timerPlan is when a timer is due.
type timerPlan struct {
	node int
	*model.Trigger
}

// textPlan is a computed name or code.
type textPlan struct {
	node int
	expr int
}

// payloadPlan is how a payload is made or bound.
type payloadPlan struct {
	node int
	io   *model.IO
	what string      // "message Paid": for errors
	typ  *types.Type // nil: only told
	// moves make or bind it, merges bind it too; told binds code and message.
	moves, told []mappingPlan
	merges      []mergePlan
	// method makes or binds it, toldMethod the code and message; "" where there is none.
	method, toldMethod string
}

// planEvents plans what events need of the variables.
func (p *plan) planEvents(q *processPlan) error {
	for i := range q.events {
		ev := &q.events[i]
		n := &q.Nodes[ev.node]
		ev.expr, ev.payload, ev.text = model.None, model.None, model.None
		if len(ev.parts) > 0 {
			continue
		}
		t := &n.Triggers[ev.trigger]
		ev.shared = q.shared(n, t)
		if t.Computed != model.None {
			ev.text = len(q.texts)
			q.texts = append(q.texts, textPlan{ev.node, t.Computed})
		}
		switch t.Kind {
		case model.MessageTrigger:
			if len(t.Key) > 0 {
				ev.expr = len(q.keys)
				q.keys = append(q.keys, keyPlan{ev.node, t.Key})
			}
		case model.TimerTrigger:
			ev.expr = len(q.timers)
			q.timers = append(q.timers, timerPlan{ev.node, t})
		case model.ConditionalTrigger:
			ev.expr = len(q.conditions)
			q.conditions = append(q.conditions, conditionPlan{expr: t.Expr, event: true, scope: q.armed(ev.node), goName: n.GoName, of: "the " + describe(n)})
			for _, bit := range t.Reads {
				for len(ev.reads) <= bit>>6 {
					ev.reads = append(ev.reads, 0)
				}
				ev.reads[bit>>6] |= 1 << (bit & 63)
				ev.paths = append(ev.paths, q.paths[bit])
			}
			id := n.ID
			if len(n.Triggers) > 1 {
				id = fmt.Sprintf("%s_%d", id, ev.trigger+1)
			}
			p.names.want(&ev.condition, p.opts.Prefix+q.Prefix+n.GoName+"Condition", id)
		}
		if err := p.planPayload(q, ev, n, t); err != nil {
			return fmt.Errorf("%s: %w", describe(n), err)
		}
	}
	return nil
}

// shared reports an interrupting boundary event with the timer or condition of
// an interrupting event sub-process inside its host (S6.5). Of messages and
// signals the runtime knows by their names.
func (q *processPlan) shared(n *model.Node, t *model.Trigger) bool {
	if n.Kind != model.BoundaryEvent || !n.Interrupting || len(n.Triggers) != 1 || n.Attached == model.None || q.Nodes[n.Attached].Inner == model.None {
		return false
	}
	if t.Kind != model.TimerTrigger && t.Kind != model.ConditionalTrigger {
		return false
	}
	inner := q.Nodes[n.Attached].Inner
	if l := q.Nodes[n.Attached].Loop; l != nil { // of an instance
		if inner = q.Nodes[l.Body].Inner; inner == model.None {
			return false
		}
	}
	for _, h := range q.Scopes[inner].Handlers {
		start := &q.Nodes[h]
		if !start.Interrupting || len(start.Triggers) != 1 {
			continue
		}
		if o := &start.Triggers[0]; o.Kind == t.Kind && o.Timer == t.Timer && o.Text == t.Text && q.sourceOf(o.Expr) == q.sourceOf(t.Expr) {
			return true
		}
	}
	return false
}

// sourceOf is what an expression says, without the space around it.
func (q *processPlan) sourceOf(x int) string {
	if x < 0 || x >= len(q.Exprs) {
		return ""
	}
	return strings.TrimSpace(q.Exprs[x].Source)
}

// planPayload plans how the payload of an event is made or bound (S6.4).
func (p *plan) planPayload(q *processPlan, ev *eventPlan, n *model.Node, t *model.Trigger) error {
	if t.IO == nil {
		return nil
	}
	pl := payloadPlan{node: ev.node, io: t.IO}
	for _, m := range t.IO.Told {
		w, err := q.variableTarget(m.Expr, m.Target.Var, m.Target.Path)
		if err != nil {
			return err
		}
		pl.told = append(pl.told, w)
	}
	suffix := ""
	if len(n.Triggers) > 1 {
		suffix = strconv.Itoa(ev.trigger + 1)
	}
	if len(pl.told) > 0 {
		ev.told = true
		pl.toldMethod = "told" + n.GoName + suffix
	}
	if t.Ref != model.None {
		pl.typ, pl.what = p.carries(t)
	}
	if pl.typ == nil {
		if ev.told {
			ev.payload = len(q.receives)
			q.receives = append(q.receives, pl)
		}
		return nil
	}
	if err := p.types.check("the payload of "+pl.what, pl.typ); err != nil {
		return err
	}
	for _, m := range t.IO.In {
		if m.Target.Param < 0 || m.Target.Param >= len(t.IO.Inputs) {
			return fmt.Errorf("a payload mapping has no target")
		}
		param := t.IO.Inputs[m.Target.Param]
		w := mappingPlan{expr: m.Expr, selector: param.GoName, typ: param.Type}
		if err := w.into(m.Target.Path, nil); err != nil {
			return err
		}
		p.types.needClone(w.typ)
		pl.moves = append(pl.moves, w)
	}
	for _, m := range t.IO.Out {
		w, err := q.variableTarget(m.Expr, m.Target.Var, m.Target.Path)
		if err != nil {
			return err
		}
		pl.moves = append(pl.moves, w)
	}
	for _, m := range t.IO.Merged {
		w, err := q.mergeTarget(m)
		if err != nil {
			return err
		}
		pl.merges = append(pl.merges, w)
	}
	switch {
	case len(t.IO.In) > 0:
		ev.payload = len(q.makes)
		pl.method = "make" + n.GoName + suffix
		q.makes = append(q.makes, pl)
	case len(t.IO.Out)+len(t.IO.Merged) > 0:
		ev.payload = len(q.receives)
		pl.method = "receive" + n.GoName + suffix
		q.receives = append(q.receives, pl)
	case ev.told:
		ev.payload = len(q.receives)
		q.receives = append(q.receives, pl)
	}
	return nil
}

// carries is the type of a trigger's payload, nil where it has none, and what has it.
func (p *plan) carries(t *model.Trigger) (*types.Type, string) {
	switch t.Kind {
	case model.MessageTrigger:
		m := &p.pkg.Messages[t.Ref]
		return m.Payload, "message " + orElse(m.Name, m.ID)
	case model.SignalTrigger:
		s := &p.pkg.Signals[t.Ref]
		return s.Payload, "signal " + orElse(s.Name, s.ID)
	case model.ErrorTrigger:
		e := &p.pkg.Errors[t.Ref]
		return e.Payload, "error " + orElse(e.Name, e.ID)
	case model.EscalationTrigger:
		e := &p.pkg.Escalations[t.Ref]
		return e.Payload, "escalation " + orElse(e.Name, e.ID)
	}
	return nil, ""
}

// eventExpressions emits the Go of what events evaluate; conditions are among the others.
func (p *plan) eventExpressions(q *processPlan) error {
	one := func(node, x int, from func(string) string) error {
		if err := p.emit(q, x, from); err != nil {
			return fmt.Errorf("%s: %w", describe(&q.Nodes[node]), err)
		}
		return nil
	}
	for _, k := range q.keys {
		for _, x := range k.parts {
			if err := one(k.node, x, nil); err != nil {
				return err
			}
		}
	}
	for _, t := range q.timers {
		if t.Expr != model.None {
			if err := one(t.node, t.Expr, nil); err != nil {
				return err
			}
		}
	}
	for _, t := range q.texts {
		if err := one(t.node, t.expr, nil); err != nil {
			return err
		}
	}
	for _, list := range [][]payloadPlan{q.makes, q.receives} {
		for _, pl := range list {
			for _, m := range pl.moves {
				if err := one(pl.node, m.expr, received(pl.io)); err != nil {
					return err
				}
			}
			for _, m := range pl.told {
				if err := one(pl.node, m.expr, toldNames); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// received says where the parts of a payload are while it is bound.
func received(io *model.IO) func(string) string {
	return func(name string) string {
		for _, o := range io.Outputs {
			switch {
			case o.Name != name:
			case o.GoName == "":
				return "payload"
			default:
				return "payload." + o.GoName
			}
		}
		return ""
	}
}

// toldNames says where the code and the message of what was caught are.
func toldNames(name string) string {
	switch name {
	case model.ToldCode:
		return "caught.Code"
	case model.ToldMessage:
		return "caught.Message"
	}
	return ""
}

// eventful reports a process whose data has keys, timers or payloads, or might:
// the machine asks for runtime.EventData where a definition has events.
func (q *processPlan) eventful() bool {
	for _, ev := range q.events {
		switch q.Nodes[ev.node].Triggers[ev.trigger].Kind {
		case model.TerminateTrigger, model.CompensateTrigger, model.CancelTrigger:
		default:
			return true
		}
	}
	return false
}
