package runtime_test

import (
	"context"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// S11.1: each fact of events is told where it happens, by the node that it is of or
// the name of what was sent.
func TestFactOfEachKind(t *testing.T) {
	user := func(key, boundary string, ev runtime.EventDef) *program {
		p := newProgram(key)
		p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
		p.user("u")
		p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
		if boundary != "" {
			p.boundary("u", boundary, ev)
			p.task("handled", false, nothing)
			p.flow(boundary, "handled")
		}
		p.flow("s", "u", "e")
		return p
	}
	condition := runtime.EventDef{Trigger: runtime.ConditionalTrigger, Expr: 0, Payload: runtime.None}
	failed := runtime.EventDef{Trigger: runtime.ErrorTrigger, Code: "E", Interrupting: true, Expr: runtime.None, Payload: runtime.None}
	late := escalation("E", false)
	stopped := stop
	stopped.Interrupting, stopped.Payload = true, runtime.None
	task := func(r *factRun) runtime.TaskID { return r.eng.UserTasks(runtime.TaskFilter{})[0].ID }
	thrown := &runtime.BPMNError{Code: "E"}
	for kind, c := range map[runtime.FactKind]struct {
		p       *program
		happens func(r *factRun) error
		of      string // node or name
	}{
		runtime.SubscriptionRegistered: {waits("P", stop), nil, "c"},
		runtime.SubscriptionFired:      {waits("P", stop), func(r *factRun) error { return r.eng.Broadcast(r.ctx, "Stop", "x") }, "c"},
		runtime.SubscriptionDelivered:  {waits("P", stop), func(r *factRun) error { return r.eng.Broadcast(r.ctx, "Stop", "x") }, "c"},
		runtime.SubscriptionRemoved:    {waits("P", stop), func(r *factRun) error { return r.h.Cancel(r.ctx) }, "c"},
		runtime.SubscriptionDropped:    {dropping(), nil, "Paid"},
		runtime.MessagePublished:       {waits("P", stop), (*factRun).pay, "Paid"},
		runtime.MessageBuffered:        {waits("P", stop), (*factRun).pay, "Paid"},
		runtime.MessageCorrelated:      {waits("P", paid), (*factRun).pay, "Paid"},
		runtime.MessageRefused: {waits("P", stop), func(r *factRun) error {
			if err := r.pay(); err != nil {
				return err
			}
			if r.pay() == nil {
				r.t.Error("the inbox holds one")
			}
			return nil
		}, "Paid"},
		runtime.MessageExpired: {waits("P", stop), func(r *factRun) error {
			err := r.pay()
			r.clock.step(2 * time.Hour)
			r.eng.Tick()
			return err
		}, "Paid"},
		runtime.SignalBroadcast: {waits("P", stop), func(r *factRun) error { return r.eng.Broadcast(r.ctx, "Stop", "x") }, "Stop"},
		runtime.TimerArmed:      {waits("P", timeout), nil, "c"},
		runtime.TimerFired: {waits("P", timeout), func(r *factRun) error {
			r.clock.step(time.Second)
			r.eng.Tick()
			return nil
		}, "c"},
		runtime.ConditionEvaluated:   {user("P", "b", condition), func(r *factRun) error { return r.set(0) }, "b"},
		runtime.ErrorThrown:          {user("P", "", failed), func(r *factRun) error { return r.eng.ThrowTask(r.ctx, task(r), thrown) }, "u"},
		runtime.ErrorCaught:          {user("P", "b", failed), func(r *factRun) error { return r.eng.ThrowTask(r.ctx, task(r), thrown) }, "b"},
		runtime.ErrorUnresolved:      {user("P", "", failed), func(r *factRun) error { return r.eng.ThrowTask(r.ctx, task(r), thrown) }, "u"},
		runtime.EscalationThrown:     {user("P", "", late), func(r *factRun) error { return r.escalate(task(r)) }, "u"},
		runtime.EscalationCaught:     {user("P", "b", late), func(r *factRun) error { return r.escalate(task(r)) }, "b"},
		runtime.EscalationUnresolved: {user("P", "", late), func(r *factRun) error { return r.escalate(task(r)) }, "u"},
		runtime.NodeCancelled:        {user("P", "b", stopped), func(r *factRun) error { return r.eng.Broadcast(r.ctx, "Stop", nil) }, "u"},
	} {
		t.Run(kind.String(), func(t *testing.T) {
			r := &factRun{t: t, ctx: t.Context(), clock: new(stepped)}
			var seen []runtime.Fact
			r.eng = engine(t, runtime.WithClock(r.clock), runtime.WithInbox(1, time.Hour),
				runtime.WithDirectObserver(runtime.ObserverFunc(func(f runtime.Fact) {
					if f.Kind == kind {
						seen = append(seen, f)
					}
					if f.Kind == runtime.NodeEntered && f.Node == "away" { // what it waits for comes too late
						publish(t, r.eng, "Paid", "1")
					}
				})))
			register(t, r.eng, c.p)
			r.h = c.p.start(t, r.eng, vars{A: 5, B: 1})
			if c.happens != nil {
				if err := c.happens(r); err != nil {
					t.Fatal(err)
				}
			}
			if len(seen) == 0 {
				t.Fatal("not told")
			}
			if f := seen[0]; f.Node+f.Name != c.of {
				t.Errorf("told of %q, want %q", f.Node+f.Name, c.of)
			}
			if kind == runtime.TimerArmed && seen[0].Due.UnixNano() != r.clock.Now().UnixNano()+5 {
				t.Errorf("due %s", seen[0].Due)
			}
			_ = r.h.Cancel(context.Background()) // most are over
		})
	}
}

// factRun is a run of TestFactOfEachKind.
type factRun struct {
	t     *testing.T
	ctx   context.Context
	eng   *runtime.Engine
	clock *stepped
	h     runtime.Handle[vars]
}

func (r *factRun) pay() error {
	return r.eng.Publish(r.ctx, runtime.Message{Name: "Paid", Key: "1", Keyed: true, Payload: "x"})
}

func (r *factRun) set(a int) error {
	return r.h.Set(r.ctx, func(v *vars) error { v.A = a; return nil })
}

func (r *factRun) escalate(task runtime.TaskID) error {
	return r.eng.EscalateTask(r.ctx, task, &runtime.Escalation{Code: "E"})
}

// dropping waits for Paid, and terminates in the same Apply.
func dropping() *program {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.node("f", runtime.NodeDef{Kind: runtime.KindParallelGateway})
	p.event("c", catch, paid)
	p.event("away", runtime.NodeDef{Kind: runtime.KindEndEvent}, runtime.EventDef{Trigger: runtime.TerminateTrigger, Expr: runtime.None, Payload: runtime.None})
	p.flow("s", "f", "c")
	p.flow("f", "away")
	return p
}
