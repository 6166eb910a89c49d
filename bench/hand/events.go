package hand

import (
	"strconv"

	"github.com/bpmngen/bpmngen/runtime"
)

// Key is the correlation key of an instance: its count.
func (d *instance) Key(int32) (string, bool, error) {
	return strconv.FormatInt(d.vars.Count, 10), true, nil
}

// Due implements runtime.EventData: the limit, in nanoseconds after it was armed.
func (d *instance) Due(_ int32, now, _ int64, fired int32, _ *string) (int64, bool, error) {
	return now + d.vars.Limit, fired == 0, nil
}

// Payload implements runtime.EventData.
func (d *instance) Payload(int32) (any, error) { return nil, nil }

// Receive implements runtime.EventData.
func (d *instance) Receive(_ int32, _ any, changed runtime.Changes) error {
	if !d.vars.Done {
		d.vars.Done = true
		changed.Set(2)
	}
	return nil
}

// Catch waits for an event between a start and an end event; with a handler
// after it where h is given.
func Catch(ev runtime.EventDef, h Handler) *Program {
	t := newTable("catch")
	p := &Program{def: t.def, handlers: []Handler{h}}
	start := t.node(runtime.NodeDef{Kind: runtime.KindStartEvent}, "startEvent")
	catch := t.node(runtime.NodeDef{Kind: runtime.KindCatchEvent}, "intermediateCatchEvent")
	t.def.Nodes[catch].Event = 0
	t.def.Events = []runtime.EventDef{ev}
	last := catch
	t.flow(start, catch, runtime.None)
	if h != nil {
		last = t.node(runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByHandler, InLine: true}, "serviceTask")
		t.flow(catch, last, runtime.None)
	}
	t.flow(last, t.node(runtime.NodeDef{Kind: runtime.KindEndEvent}, "endEvent"), runtime.None)
	return p
}

// The events that Catch can wait for.
var (
	Message = runtime.EventDef{Trigger: runtime.MessageTrigger, Name: "M", Expr: 0, Payload: 0}
	Signal  = runtime.EventDef{Trigger: runtime.SignalTrigger, Name: "S", Expr: runtime.None, Payload: runtime.None}
	Timer   = runtime.EventDef{Trigger: runtime.TimerTrigger, Expr: 0, Payload: runtime.None}
)
