package machine_test

import (
	"cmp"
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// leaving is test data of a sub-process with results.
type leaving struct {
	*data
	left *[]int32
	err  error
}

func (d leaving) Open(int32) (machine.Data, error) { return d, nil }

func (d leaving) Leave(scope int32, changed machine.Changes) error {
	*d.left = append(*d.left, scope)
	changed.Set(0)
	return cmp.Or(d.broken["leave"], d.err)
}

func withOutputs(t *testing.T, d machine.Data) *run {
	p := newProcess(t)
	p.start(0, "S")
	in := p.sub(0, "Sub", true)
	p.def.Scopes[in].Outputs = true
	p.task(in, machine.ByUser, "A")
	p.def.Scopes[in].Seeds = []int32{p.nodes["A"]}
	p.boundary("Sub", "Bad", machine.Event{Trigger: machine.ErrorTrigger, Interrupting: true, Expr: machine.None, Payload: machine.None})
	p.boundary("Sub", "Stop", machine.Event{Trigger: machine.SignalTrigger, Name: "stop", Interrupting: true, Expr: machine.None, Payload: machine.None})
	p.end(0, "E")
	p.flow("S", "Sub", "E")
	return p.run(d)
}

// S3.6: the results of a sub-process are committed once, when it completes, and not when it is interrupted.
func TestSubProcessResults(t *testing.T) {
	var left []int32
	r := withOutputs(t, leaving{data: newData(), left: &left})
	r.done("A")
	r.want("S A Sub E", "")
	if len(left) != 1 || left[0] != 1 {
		t.Errorf("left %v, want scope 1 once", left)
	}
	left = nil
	r = withOutputs(t, leaving{data: newData(), left: &left})
	r.must(machine.Input{Kind: machine.Happen, Ref: r.m.Positions(nil)[0].Ref, Node: r.p.nodes["Stop"]})
	r.want("S Stop", "")
	if len(left) != 0 {
		t.Errorf("an interrupted sub-process left %v", left)
	}
}

// S9.1: a result that can't be computed is a fault of the sub-process; its boundary event takes it.
func TestSubProcessResultsFail(t *testing.T) {
	var left []int32
	r := withOutputs(t, leaving{newData(), &left, errors.New("no value")})
	r.done("A")
	r.want("S A Bad", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s: %v", r.m.Status(), r.m.Fault())
	}
	r = withOutputs(t, newData()) // data without results
	r.done("A")
	if r.m.Status() != machine.Failed {
		t.Errorf("status %s, want a fault that nothing takes", r.m.Status())
	}
}

// S9.2: results that could not be written are written once more, without what is
// inside being done again; or given up; or the boundary that stays armed ends it.
func TestSubProcessResultsStand(t *testing.T) {
	for _, then := range []string{"retry", "complete", "stop"} {
		var left []int32
		err := errors.New("no value")
		d := leaving{data: newData(), left: &left}
		d.broken["leave"] = err
		r := withOutputs(t, d)
		r.p.def.Events[r.p.def.Nodes[r.p.nodes["Bad"]].Event].Code = "OTHER"
		r.s.Incidents = true
		r.done("A")
		status(t, r, machine.Active)
		all := r.m.Incidents(nil)
		if len(all) != 1 || all[0].Node != r.p.nodes["Sub"] || !errors.Is(all[0].Err, err) {
			t.Fatalf("%+v", all)
		}
		in := machine.Input{Kind: machine.RetryIncident, Ref: all[0].Ref, Node: machine.None}
		r.must(in) // nothing is mended
		if all = r.m.Incidents(nil); len(all) != 1 {
			t.Fatalf("%+v", all)
		}
		want := "S A Sub E"
		switch then {
		case "retry":
			delete(d.broken, "leave")
		case "complete":
			in.Kind = machine.CompleteIncident
		case "stop":
			in = machine.Input{Kind: machine.Happen, Ref: all[0].Ref, Node: r.p.nodes["Stop"]}
			want = "S A Stop"
		}
		r.must(in)
		status(t, r, machine.Completed)
		r.want(want, "")
		if len(r.m.Incidents(nil)) != 0 {
			t.Errorf("%s: incidents are left", then)
		}
	}
}
