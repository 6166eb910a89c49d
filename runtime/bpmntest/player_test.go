package bpmntest

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario/yamlfile"
	"github.com/bpmngen/bpmngen/runtime/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// play runs the one scenario whose keys are given as YAML.
func play(t *testing.T, src string, opts Options) Result {
	t.Helper()
	return Play([]Process{order()}, parse(t, src), opts)
}

func parse(t *testing.T, src string) *scenario.Scenario {
	t.Helper()
	src = "scenarios:\n- name: x\n" + strings.TrimPrefix(strings.ReplaceAll("\n"+strings.TrimSpace(src), "\n", "\n  "), "\n") + "\n"
	f, err := yamlfile.Parse("x", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f.Scenarios[0]
}

// TestPlay holds the runner against SCENARIOS.md, on the sample process.
func TestPlay(t *testing.T) {
	for name, src := range map[string]string{
		"the default: work completes at once without output, a condition sees zero values": `
start: {vars: {total: 5}}
expect:
  state: terminated
  path: [OrderReceived, CheckStock, InStock, TellCustomer, OrderDeclined]
  vars: {total: 5, inStock: false}`,
		"by id or by name where no id matches": `
start: {at: Order received}
expect:
  path: [Order received, Check stock, "In stock?", Tell customer, Order declined]
  counts: {Check stock: 1, ShipOrder: 0}`,
		"parallel work completes in the order of starting, each in its own Apply": `
start: {vars: {items: [a]}}
work: {CheckStock: {out: {inStock: true}}, ShipOrder: {out: {tracking: T1}}}
expect:
  state: completed
  visits: [Fork, ChargeCard, PackGoods, Join, ShipOrder]
  never: [ApproveOrder, TellCustomer]
  counts: {Join: 1}
  vars: {parcel: T1}`,
		"a user task waits for a step": `
start: {vars: {total: 200000}}
work: {CheckStock: {out: {inStock: true}}}
steps:
- expect: {state: active, tokens: [ApproveOrder]}
- complete: {task: Approve order, out: {approved: true}}
- expect: {tokens: []}
expect: {state: ended, vars: {approved: true}}`,
		"the star covers user tasks": `
start: {vars: {total: 200000}}
work: {CheckStock: {out: {inStock: true}}, "*": {}}
expect: {state: terminated, visits: [ApproveOrder, TellCustomer]}`,
		"virtual time, each at its own instant": `
start: {vars: {total: 1}}
work: {CheckStock: {out: {inStock: true}}, ChargeCard: {takes: PT10S}, PackGoods: {takes: P1D}}
steps:
- expect: {tokens: [ChargeCard, PackGoods]}
- advance: PT10S
- expect: {tokens: [PackGoods], counts: {Join: 0}}
- advance: P1D
expect: {state: completed, visits: [ChargeCard, PackGoods]}`,
		"a step completes what waits, and what takes its time": `
start: {}
work: {CheckStock: {wait: true}, TellCustomer: {takes: PT1S}}
steps:
- complete: {task: CheckStock}
- complete: {task: TellCustomer}
expect: {state: terminated}`,
		"a failure without a catch fails the instance (S9.2)": `
start: {}
work: {CheckStock: {fail: no shelf}}
expect: {state: failed, path: [OrderReceived], tokens: []}`,
		"the result of cancelled work is dropped": `
start: {}
work: {CheckStock: {takes: PT1S, out: {inStock: true}}}
steps:
- terminate: true
- advance: PT1M
expect: {state: terminated, vars: {inStock: false}, never: [CheckStock]}`,
		"a commit of the host": `
start: {vars: {total: 1, items: [x]}}
work: {CheckStock: {wait: true}}
steps: [{set: {total: 7, items: []}}]
expect: {vars: {total: 7, items: []}, state: active}`,
		"state and vars are of the first instance, tokens and counts of all": `
start: {vars: {total: 1}}
work: {CheckStock: [{}, {wait: true}]}
steps: [{start: {vars: {total: 2}}}]
expect: {state: terminated, vars: {total: 1}, tokens: [CheckStock], counts: {OrderReceived: 2}, instances: 2}`,
		"minima": `
start: {}
steps: [{start: {}}, {start: {process: Order}}]
expect: {counts: {CheckStock: 2}, atLeast: true, total: [{of: [CheckStock, InStock], count: 5}]}`,
	} {
		if got := play(t, src, Options{}); got.Outcome != OK {
			t.Errorf("%s: %s %s", name, got.Outcome, got.Why)
		}
	}
}

// TestFailures: what differs is told with what was expected and what was seen.
func TestFailures(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"start: {}\nexpect: {state: completed}", "expected the state completed, saw terminated"},
		{"expect: {state: completed}", "expected the state completed, but no instance was started"},
		{"expect: {vars: {total: 1}}", "expected variables, but no instance was started"},
		{"start: {}\nexpect: {path: [CheckStock]}",
			"expected the path CheckStock, saw OrderReceived, CheckStock, InStock, TellCustomer, OrderDeclined"},
		{"start: {}\nexpect: {visits: [InStock, CheckStock]}",
			"expected to visit InStock, CheckStock in this order, missed CheckStock in OrderReceived, CheckStock, InStock, TellCustomer, OrderDeclined"},
		{"start: {}\nexpect: {never: [InStock, Join]}", "expected InStock never to complete, it did once"},
		{"start: {}\nexpect: {counts: {InStock: 2, Joint: 3}}",
			"expected InStock to complete twice, saw once; expected Joint (no node has this id or name) to complete 3 times, saw 0 times"},
		{"start: {}\nexpect: {counts: {InStock: 2}, atLeast: true}", "expected InStock to complete at least twice, saw once"},
		{"start: {}\nexpect: {total: [{of: [InStock, Join], count: 2}]}", "expected InStock, Join to complete twice together, saw once"},
		{"start: {}\nexpect: {tokens: [CheckStock]}", "expected tokens at CheckStock, saw nothing"},
		{"start: {}\nwork: {CheckStock: {wait: true}}\nexpect: {tokens: [CheckStock, CheckStock]}",
			"expected tokens at CheckStock, CheckStock, saw CheckStock"},
		{"start: {}\nwork: {CheckStock: {wait: true}}\nexpect: {tokens: []}", "expected tokens at nothing, saw CheckStock"},
		{"start: {vars: {total: 1}}\nexpect: {vars: {total: 2, items: [a], sum: 1, payment: 5}}",
			`expected total to be 2, saw 1; expected items to be ["a"], saw null; ` +
				"there is no sum here, only total, items, inStock, approved, payment, parcel; payment: 5 is no string"},
		{"start: {}\nexpect: {instances: 2}", "expected 2 instances of Order, saw 1"},
		{"start: {}\nwork: {CheckStock: {fail: no shelf}}\nexpect: {state: completed}",
			"expected the state completed, saw failed; the instance failed at CheckStock (order.bpmn:21:5): no shelf"},
		{"start: {vars: {sum: 1}}", "3:10 start: there is no sum here, only total, items, inStock, approved, payment, parcel"},
		{"start: {vars: {total: 1.5}}", "3:10 start: total: 1.5 is no int64"},
		{"start: {vars: {total: null}}", "3:10 start: total: null is no int64"},
		{"start: {at: Nowhere}", "3:10 start: process Order has no node Nowhere"},
		{"start: {at: Join}", "3:10 start: the process has no start event Join that a host may start it at"},
		{"process: Other\nstart: {}", "4:10 start: there is no process Other, only Order"},
		{"start: {}\nwork: {CheckStok: {}}", "4:10 work: no task has the id, name or job type CheckStok"},
		{"start: {}\nwork: {CheckStock: {out: {x: 1}}}", "4:22 work of CheckStock: there is no x here, only total, items, inStock, approved, payment, parcel"},
		{"start: {}\nwork: {CheckStock: {wait: true}}\nsteps: [{complete: {task: InStock}}]",
			"5:11 step 1, complete: no token waits at InStock; tokens wait at CheckStock"},
		{"start: {}\nsteps: [{complete: {task: Nobody}}]", "4:11 step 1, complete: there is no node Nobody"},
		{"start: {}\nwork: {CheckStock: {wait: true}}\nsteps: [{complete: {task: CheckStock, out: {x: 1}}}]",
			"5:11 step 1, complete: there is no x here, only total, items, inStock, approved, payment, parcel"},
		{"steps: [{terminate: true}]", "3:11 step 1, terminate: no instance was started"},
		{"start: {}\nsteps: [{expect: {state: active}}]", "4:11 step 1, expect: expected the state active, saw terminated"},
	} {
		got := play(t, c.src, Options{})
		if d := cmp.Diff(Result{Outcome: Fail, Why: c.want}, got); d != "" {
			t.Errorf("%s\n%s", c.src, d)
		}
	}
}

// TestNotYet: what the engine can't do yet is skipped before anything runs.
func TestNotYet(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"steps: [{restart: true}]", "3:11: the step restart is not executable yet"},
	} {
		if d := cmp.Diff(Result{Outcome: Skip, Why: c.want}, play(t, c.src, Options{})); d != "" {
			t.Errorf("%s\n%s", c.src, d)
		}
	}
}

// TestEndless: work without an end fails in its time, and says where.
func TestEndless(t *testing.T) {
	got := play(t, "start: {}\nsteps: [{start: {}}, {start: {}}]\nwork: {CheckStock: [{}, {}, {}]}", Options{MaxWork: 1})
	want := Result{Outcome: Fail, Why: "work started 1 times in one step and goes on, the last at TellCustomer: let a task of the loop wait, or end the loop"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestPanic: a panic of what is linked fails the scenario, and it alone.
func TestPanic(t *testing.T) {
	p := order()
	p.Start = nil
	got := Play([]Process{p}, parse(t, "start: {}"), Options{})
	if got.Outcome != Fail || !strings.HasPrefix(got.Why, "panic: ") {
		t.Errorf("got %s %s", got.Outcome, got.Why)
	}
}

func TestTrace(t *testing.T) {
	got := play(t, "start: {}\nwork: {CheckStock: {takes: PT2S, out: {payment: x}}}\nsteps: [{advance: PT2S}]", Options{Trace: true})
	want := []string{
		"0s instance opened", "0s node entered OrderReceived", "0s node completed OrderReceived", "0s node entered CheckStock",
		"2s data changed CheckStock payment", "2s node completed CheckStock",
	}
	if got.Outcome != OK {
		t.Fatal(got.Why)
	}
	if d := cmp.Diff(want, got.Trace[:len(want)]); d != "" {
		t.Error(d)
	}
}

// TestServe is the program's side of the talk with bpmngen test.
func TestServe(t *testing.T) {
	var in, out bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, src := range []string{"start: {}\nexpect: {state: terminated}", "start: {}\nexpect: {state: completed}", "steps: [{restart: true}]"} {
		if err := enc.Encode(Job{Package: 3, Scenario: parse(t, src)}); err != nil {
			t.Fatal(err)
		}
	}
	p := order()
	p.Package = 3
	if err := serve([]Process{p}, &in, &out); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&out)
	for _, want := range []Outcome{OK, Fail, Skip} {
		var r Result
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Outcome != want {
			t.Errorf("got %s %s, want %s", r.Outcome, r.Why, want)
		}
	}
	for _, bad := range []string{"{}", "x", `{"scenario": 3}`} {
		if err := serve(nil, strings.NewReader(bad), &out); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	if err := serve([]Process{p}, strings.NewReader(`{"package":3,"scenario":{"name":"x","pos":{}}}`), broken{}); err == nil {
		t.Error("a result that can't be written is no error")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }
