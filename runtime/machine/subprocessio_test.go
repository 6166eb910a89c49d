package machine_test

import (
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
	return d.err
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
