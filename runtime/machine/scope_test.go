package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// nested is s, sub(is, ia, ie), after, e.
func nested(t *testing.T) (*process, int32) {
	p := newProcess(t)
	p.start(0, "s")
	in := p.sub(0, "sub", true)
	p.start(in, "is")
	p.task(in, machine.ByUser, "ia")
	p.end(in, "ie")
	p.task(0, machine.ByUser, "after")
	p.flow("s", "sub", "after")
	p.flow("is", "ia", "ie")
	return p, in
}

// SC §2.4: the composite's scope opens, is seeded and drains; then the
// composite completes and leaves by its normal flows.
func TestSubProcess(t *testing.T) {
	p, _ := nested(t)
	d := newData()
	r := p.launch(d, "s")
	same(t, "positions", []string{"sub", "ia"}, r.at())
	same(t, "asked", []string{"open 1", "begin 3"}, *d.asked)
	r.done("ia")
	same(t, "positions", []string{"after"}, r.at())
	same(t, "path", []string{"s", "is", "ia", "ie", "sub"}, r.path)
	r.done("after")
	status(t, r, machine.Completed)
}

// SC §2.3: without a start event every inner activity and gateway without
// incoming flows gets a token; nothing inside drains at once.
func TestSubProcessForms(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	in := p.sub(0, "sub", false)
	p.task(in, machine.ByUser, "a")
	p.task(in, machine.ByUser, "b")
	p.def.Scopes[in].Seeds = []int32{p.nodes["a"], p.nodes["b"]}
	empty := p.sub(0, "empty", false)
	_ = empty
	p.flow("s", "sub", "empty")
	r := p.launch(newData(), "s")
	same(t, "positions", []string{"sub", "a", "b"}, r.at())
	r.done("a")
	same(t, "positions", []string{"sub", "b"}, r.at())
	r.done("b")
	status(t, r, machine.Completed)
	same(t, "path", []string{"s", "a", "b", "sub", "empty"}, r.path)
}

// §13.3.1, SC §2.3: each token that arrives is an instantiation of its own,
// whose joins hold their own tokens.
func TestSubProcessInstantiations(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	in := p.sub(0, "sub", true)
	p.start(in, "is")
	p.gateway(in, machine.ParallelGateway, "if")
	p.task(in, machine.ByUser, "ia")
	p.task(in, machine.ByUser, "ib")
	p.gateway(in, machine.ParallelGateway, "ij")
	p.flow("s", "f", "sub")
	p.flow("f", "sub")
	p.flow("is", "if", "ia", "ij")
	p.flow("if", "ib", "ij")
	p.task(in, machine.ByUser, "ic")
	p.flow("ij", "ic")
	r := p.launch(newData(), "s")
	a, b := r.open["ia"], r.open["ib"]
	// One branch of each instantiation: neither join fires.
	r.must(machine.Input{Kind: machine.Done, Ref: a[0]})
	r.must(machine.Input{Kind: machine.Done, Ref: b[1]})
	same(t, "positions", []string{"sub", "ib", "(ij)", "sub", "ia", "(ij)"}, r.at())
	r.must(machine.Input{Kind: machine.Done, Ref: b[0]})
	same(t, "positions", []string{"sub", "ic", "sub", "ia", "(ij)"}, r.at())
}

// S1.6, SC §2.5: Terminate inside a sub-process ends its scope only, with all
// that is open inside; the composite leaves by its normal flows.
func TestScopedTerminate(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	outer := p.sub(0, "outer", false)
	p.start(outer, "os")
	p.gateway(outer, machine.ParallelGateway, "of")
	p.task(outer, machine.ByUser, "stop")
	p.terminate(outer, "x")
	p.task(outer, machine.ByHandler, "oh")
	p.gateway(outer, machine.ParallelGateway, "oj")
	inner := p.sub(outer, "inner", false)
	p.start(inner, "is")
	p.task(inner, machine.ByUser, "iu")
	p.end(outer, "oe")
	p.flow("oj", "oe")
	p.task(0, machine.ByUser, "beside")
	p.task(0, machine.ByUser, "after")
	p.flow("s", "f", "outer", "after")
	p.flow("f", "beside")
	p.flow("os", "of", "stop", "x")
	p.flow("of", "oh", "oj")
	p.flow("of", "inner", "oj")
	p.flow("of", "oj")
	p.flow("is", "iu")
	r := p.launch(newData(), "s")
	same(t, "positions", []string{"outer", "stop", "oh", "inner", "iu", "(oj)", "beside"}, r.at())
	r.done("stop")
	same(t, "effects", []string{"close stop", "cancel oh", "close iu", "open after"}, r.effects)
	same(t, "positions", []string{"after", "beside"}, r.at())
	if count(r.path, "outer") != 1 || count(r.path, "inner") != 0 {
		t.Errorf("path = %v", r.path)
	}
	r.done("after", "beside")
	status(t, r, machine.Completed)
}

// S11.1: facts of scopes carry the composite; cancelled ones are told as such.
func TestScopeFacts(t *testing.T) {
	p, in := nested(t)
	r := p.launch(newData(), "s")
	r.s.Facts = true
	r.must(machine.Input{Kind: machine.Terminate})
	var got []machine.FactKind
	for _, e := range r.s.Effects {
		if e.Kind == machine.Tell {
			got = append(got, e.Fact)
			if e.Fact == machine.ScopeCancelled && (e.Scope != in || e.Node != p.nodes["sub"]) {
				t.Errorf("scope fact %+v", e)
			}
		}
	}
	same(t, "facts", []machine.FactKind{machine.NodeCancelled, machine.ScopeCancelled, machine.NodeCancelled, machine.InstanceTerminated}, got)
}

// A scope whose data can't be made is a fault of its composite (S9.1).
func TestScopeDataFails(t *testing.T) {
	p, _ := nested(t)
	d := newData()
	d.broken["open 1"] = errors.New("no item")
	r := p.launch(d, "s")
	status(t, r, machine.Failed)
	if f := r.m.Fault(); f.Node != p.nodes["sub"] {
		t.Errorf("fault at %d: %v", f.Node, f)
	}
}

// SC §2.4: nothing leaks: ten thousand rounds through a sub-process use no more
// state than one.
func TestScopesAreReused(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	in := p.sub(0, "sub", true)
	p.start(in, "is")
	p.gateway(in, machine.ParallelGateway, "if")
	p.gateway(in, machine.ParallelGateway, "ij")
	p.end(in, "ie")
	p.flow("is", "if", "ij", "ie")
	p.flow("if", "ij")
	p.task(0, machine.ByUser, "u")
	p.flow("s", "sub", "u", "sub")
	r := p.launch(newData(), "s")
	r.done("u")
	size := len(r.m.AppendState(nil))
	for range 10_000 {
		r.done("u")
	}
	if got := len(r.m.AppendState(nil)); got > size+16 { // counters grow by some bytes
		t.Errorf("state grew from %d to %d bytes", size, got)
	}
}
