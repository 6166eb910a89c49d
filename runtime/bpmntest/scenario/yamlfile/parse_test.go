package yamlfile

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// whole has every key of the format once.
const whole = `
bpmn: [order.bpmn, ship.bpmn]
scenarios:
- name: paid in time
  process: Order
  start: {message: OrderPlaced, key: "42", payload: {id: 7}}
  work:
    charge: {out: {approved: true}}
    pack:   [{fail: timeout}, {}]
    ship:   {error: OUT_OF_STOCK, payload: {left: 0}}
    sign:   {wait: true}
    bake:   {takes: PT10S, out: {}}
    "*":    {}
  steps:
  - publish: {message: PaymentReceived, key: {a: 1, b: x}, payload: {amount: 120}}
  - signal: {name: Stop, payload: 1}
  - start: {process: Other, vars: {}}
  - advance: PT1H
  - fire: Timer_1
  - complete: {task: sign, out: {ok: true}}
  - throw: {task: sign, error: REFUSED}
  - throw: {task: sign, escalate: "7"}
  - set: {total: 5}
  - terminate: true
  - restart: true
  - expect: {state: active, tokens: [sign, Catch_1], vars: {total: 5}}
  expect:
    error: 123
    orRejected: true
    path: [start, charge]
    visits: []
    never: [cancel]
    counts: {ship: 2}
    atLeast: true
    total: [{of: [a, b], count: 2}]
    tokens: []
    vars: {approved: true}
    published: [{message: Shipped, key: "42"}]
    instances: 1
- name: second
  start: {at: StartEvent_2, vars: {n: null}}
`

func ptr[T any](v T) *T { return &v }

func at(line, col int) scenario.Pos { return scenario.Pos{Line: line, Col: col} }

func value(s string) scenario.Value { return scenario.Value(s) }

func one(name, v string, line, col int) scenario.Var {
	return scenario.Var{Name: name, Value: value(v), Pos: at(line, col)}
}

func duration(t *testing.T, s string) *scenario.Duration {
	t.Helper()
	d, err := scenario.ParseDuration(s)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

// TestWholeFormat reads the whole format of SCENARIOS.md.
func TestWholeFormat(t *testing.T) {
	got, err := Parse("order.scenarios.yaml", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	want := &scenario.File{
		Name: "order.scenarios.yaml",
		BPMN: []string{"order.bpmn", "ship.bpmn"},
		Scenarios: []*scenario.Scenario{{
			Name: "paid in time", Pos: at(4, 3), Process: "Order",
			Start: &scenario.Start{Pos: at(6, 10), Message: "OrderPlaced", Key: value(`"42"`), Payload: value(`{"id":7}`)},
			Work: []scenario.Work{
				{Task: "charge", Pos: at(8, 5), Runs: []scenario.Run{{Pos: at(8, 13), Out: []scenario.Var{one("approved", "true", 8, 30)}}}},
				{Task: "pack", Pos: at(9, 5), Runs: []scenario.Run{{Pos: at(9, 14), Fail: ptr("timeout")}, {Pos: at(9, 31)}}},
				{Task: "ship", Pos: at(10, 5), Runs: []scenario.Run{{Pos: at(10, 13), Error: ptr("OUT_OF_STOCK"), Payload: value(`{"left":0}`)}}},
				{Task: "sign", Pos: at(11, 5), Runs: []scenario.Run{{Pos: at(11, 13), Wait: true}}},
				{Task: "bake", Pos: at(12, 5), Runs: []scenario.Run{{Pos: at(12, 13), Takes: duration(t, "PT10S"), Out: []scenario.Var{}}}},
				{Task: "*", Pos: at(13, 5), Runs: []scenario.Run{{Pos: at(13, 13)}}},
			},
			Steps: []scenario.Step{
				{Pos: at(15, 5), Publish: &scenario.Publish{Message: "PaymentReceived", Key: value(`{"a":1,"b":"x"}`), Payload: value(`{"amount":120}`)}},
				{Pos: at(16, 5), Signal: &scenario.Signal{Name: "Stop", Payload: value("1")}},
				{Pos: at(17, 5), Start: &scenario.Start{Pos: at(17, 12), Process: "Other", Vars: []scenario.Var{}}},
				{Pos: at(18, 5), Advance: duration(t, "PT1H")},
				{Pos: at(19, 5), Fire: "Timer_1"},
				{Pos: at(20, 5), Complete: &scenario.Complete{Task: "sign", Out: []scenario.Var{one("ok", "true", 20, 38)}}},
				{Pos: at(21, 5), Throw: &scenario.Throw{Task: "sign", Error: ptr("REFUSED")}},
				{Pos: at(22, 5), Throw: &scenario.Throw{Task: "sign", Escalation: ptr("7")}},
				{Pos: at(23, 5), Set: []scenario.Var{one("total", "5", 23, 18)}},
				{Pos: at(24, 5), Terminate: true},
				{Pos: at(25, 5), Restart: true},
				{Pos: at(26, 5), Expect: &scenario.Expect{Pos: at(26, 13), State: scenario.Active,
					Tokens: []string{"sign", "Catch_1"}, Vars: []scenario.Var{one("total", "5", 26, 68)}}},
			},
			Expect: &scenario.Expect{
				Pos: at(28, 5), Error: ptr("123"), OrRejected: true,
				Path: []string{"start", "charge"}, Visits: []string{}, Never: []string{"cancel"},
				Counts: []scenario.Count{{Node: "ship", Count: 2}}, AtLeast: true,
				Total:  []scenario.Total{{Of: []string{"a", "b"}, Count: 2}},
				Tokens: []string{}, Vars: []scenario.Var{one("approved", "true", 37, 22)},
				Published: []scenario.Published{{Message: "Shipped", Key: value(`"42"`)}}, Instances: ptr(1),
			},
		}, {
			Name: "second", Pos: at(40, 3),
			Start: &scenario.Start{Pos: at(41, 10), At: "StartEvent_2", Vars: []scenario.Var{one("n", "null", 41, 39)}},
		}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// bpmngen test hands scenarios to another program as JSON.
	for _, s := range got.Scenarios {
		j, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back scenario.Scenario
		if err := json.Unmarshal(j, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(s, &back, cmp.Comparer(sameOut)); d != "" {
			t.Errorf("through JSON: %s", d)
		}
	}
}

// sameOut takes a list of outputs that is empty for one that is missing: both
// set nothing.
func sameOut(a, b []scenario.Var) bool {
	return len(a) == 0 && len(b) == 0 || cmp.Equal(a, b, cmp.Comparer(func(x, y scenario.Var) bool {
		return x.Name == y.Name && x.Pos == y.Pos && string(x.Value) == string(y.Value)
	}))
}

func TestRejects(t *testing.T) {
	for _, c := range []struct {
		src  string
		want *scenario.Rejects
	}{
		{"rejects: true\n", &scenario.Rejects{Pos: at(1, 10)}},
		{"rejects: [BG2107, BG1001]\n", &scenario.Rejects{Codes: []string{"BG2107", "BG1001"}, Pos: at(1, 10)}},
	} {
		got, err := Parse("f", []byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, got.Rejects); d != "" {
			t.Error(d)
		}
	}
}

// TestValues: numbers keep their digits, what looks like another type is what
// YAML 1.2 says it is, dates stay text.
func TestValues(t *testing.T) {
	for src, want := range map[string]string{
		`1`: `1`, `-7`: `-7`, `0x1F`: `31`, `1.50`: `1.50`, `1e3`: `1e3`, `+3`: `3`, `.5`: `0.5`,
		`12345678901234567890123.5`: `12345678901234567890123.5`,
		`true`:                      `true`, `"true"`: `"true"`, `No`: `"No"`, `~`: `null`, `null`: `null`, `""`: `""`,
		`2026-02-28`: `"2026-02-28"`, `PT5S`: `"PT5S"`, `a<b`: `"a<b"`, `"007"`: `"007"`,
		`[1, [a], {}]`: `[1,["a"],{}]`, `{b: 1, a: {c: 2}}`: `{"b":1,"a":{"c":2}}`, `"é\n"`: `"é\n"`,
	} {
		got, err := Parse("f", []byte("scenarios:\n- start: {vars: {v: "+src+"}}\n"))
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if s := string(got.Scenarios[0].Start.Vars[0].Value); s != want {
			t.Errorf("%s: got %s, want %s", src, s, want)
		}
	}
}

// TestBadFiles: each mistake is told at its place, and all of a file at once.
func TestBadFiles(t *testing.T) {
	scenarioOf := func(s string) string { return "scenarios:\n- name: x\n  " + s + "\n" }
	for _, c := range []struct{ src, want string }{
		{"", "1:1: the file is empty: write scenarios, or rejects"},
		{"# only a comment\n", "1:1: the file is empty: write scenarios, or rejects"},
		{"{}", "1:1: there is neither scenarios nor rejects"},
		{"[1]", "1:1: a scenario file is a mapping with the keys bpmn, rejects, scenarios"},
		{"scenario: []\n", `1:1: a scenario file has no key "scenario"; did you mean scenarios?`},
		{"scenarios: []\n", "1:12: there is no scenario in the list"},
		{"scenarios: {a: 1}\n", "1:12: scenarios is a list"},
		{"rejects: true\nscenarios: [{}]\n", "1:10: rejects stands instead of scenarios: a file that does not compile can't be run"},
		{"rejects: false\n", "1:10: rejects is true, or left out"},
		{"rejects: [2107]\n", `1:11: "2107" is no diagnostic code: BG and four digits`},
		{"rejects: []\n", "1:10: rejects names no code; write true for any error"},
		{"rejects: true\n---\nrejects: true\n", "2:1: a second document: a scenario file has one"},
		{"bpmn: []\nrejects: true\n", "1:7: bpmn names no file; leave it out for the one beside this file"},
		{"scenarios:\n- name: a\n- name: a\n", `3:3: the scenario at line 2 has the name "a" too: results are told by name`},
		{"bpmn: [a, a]\nrejects: true\n", "1:11: a stands here twice"},
		{"rejects: true\nrejects: true\n", `2:1: "rejects" stands here twice`},
		{"1: 2\n", `1:1: a scenario file has no key "1"; it has bpmn, rejects, scenarios`},
		{"? [a]\n: 1\n", "1:3: a key is a name"},
		{"<<: {rejects: true}\n", "1:1: merge keys are not taken here: write the keys themselves"},
		{scenarioOf("expect: {never: [a], nevr: [b]}"), `3:24: expect has no key "nevr"; did you mean never?`},
		{scenarioOf("expect: {state: done}"), `3:19: "done" is no state; the states are active, completed, terminated, failed, incident, ended`},
		{scenarioOf("expect: {state: completed, error: E}"), "3:11: an instance with an error has the state failed"},
		{scenarioOf("expect: {counts: {a: -1}}"), "3:24: how often a completes is a whole number that is not negative"},
		{scenarioOf("expect: {counts: {a: 1.5}}"), "3:24: how often a completes is a whole number that is not negative"},
		{scenarioOf("expect: {counts: [a]}"), "3:20: counts is a mapping of nodes to numbers"},
		{scenarioOf("expect: {total: [{of: [a]}]}"), "3:20: total needs the key count"},
		{scenarioOf("expect: {path: a}"), "3:18: path is a list"},
		{scenarioOf("expect: {path: [null]}"), "3:19: a node is text"},
		{scenarioOf("expect: {vars: [a]}"), "3:18: vars is a mapping of names to values"},
		{scenarioOf("start: {at: a, message: b}"), "3:10: start says message and at: an instance has one start"},
		{scenarioOf("start: {key: a}"), "3:10: start has a key but no message"},
		{scenarioOf("start: {payload: a}"), "3:10: start has a payload but neither message nor signal"},
		{scenarioOf("start: {timer: false}"), "3:18: timer is true, or left out"},
		{scenarioOf("start: {process: P}"), `3:11: start has no key "process"; it has vars, message, key, payload, signal, timer, at`},
		{scenarioOf("start: {vars: {n: .nan}}"), "3:21: .nan is no number that a process can have"},
		{scenarioOf("work: {a: []}"), "3:13: the list says nothing; write {} for a task that completes at once"},
		{scenarioOf("work: {a: {wait: true, takes: PT1S}}"), "3:13: a task that waits for a step takes no time of its own; leave takes or wait out"},
		{scenarioOf("work: {a: {out: {}, fail: x}}"), "3:13: a run of a task ends in one way: out, fail, error or wait"},
		{scenarioOf("work: {a: {payload: 1}}"), "3:13: payload goes with error"},
		{scenarioOf("work: {a: {takes: 10s}}"), `3:21: takes: "10s" is not an ISO 8601 duration: want PnYnMnDTnHnMnS or PnW`},
		{scenarioOf("work: {a: {takes: -PT1S}}"), `3:21: takes: "-PT1S" is negative: virtual time goes forward`},
		{scenarioOf("steps: [{}]"), "3:11: a step is one thing; give each its own line with a dash"},
		{scenarioOf("steps: [{terminate: true, restart: true}]"), "3:11: a step is one thing; give each its own line with a dash"},
		{scenarioOf("steps: [{complete: {out: {}}}]"), "3:22: complete needs the key task"},
		{scenarioOf("steps: [{complete: a}]"), "3:22: complete is a mapping with the keys task, out"},
		{scenarioOf("steps: [{throw: {task: a}}]"), "3:19: throw needs one of error and escalate"},
		{scenarioOf("steps: [{publish: {key: 1}}]"), "3:21: publish needs the key message"},
		{scenarioOf("steps: [{set: {}}]"), "3:17: set names no variable"},
		{scenarioOf("steps: [{expect: {orRejected: true}}]"), `3:21: expect has no key "orRejected"; it has state, error, path, visits, never, counts, atLeast, total, tokens, vars, published, instances`},
		{scenarioOf("process: ''"), "3:12: process is empty"},
		{scenarioOf("nam: y"), `3:3: a scenario has no key "nam"; did you mean name?`},
		{"scenarios:\n- nam: 1\n  stepps: 2\n", "2:3: a scenario has no key \"nam\"; did you mean name?\nf:3:3: a scenario has no key \"stepps\"; did you mean steps?"},
		{"scenarios: [\n", "2:1: the file is no YAML: did not find expected node content"},
		{"\x00", "1:1: the file is no YAML: control characters are not allowed (value: 0)"},
	} {
		_, err := Parse("f", []byte(c.src))
		if err == nil {
			t.Errorf("%q: no error, want %s", c.src, c.want)
			continue
		}
		if d := cmp.Diff("f:"+c.want, err.Error()); d != "" {
			t.Errorf("%q:\n%s", c.src, d)
		}
	}
}

// TestAliases: an alias stands for what it names, but a file can't blow itself up.
func TestAliases(t *testing.T) {
	got, err := Parse("f", []byte("scenarios:\n- start: &s {vars: {n: 1}}\n- start: *s\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(got.Scenarios[0].Start.Vars, got.Scenarios[1].Start.Vars); d != "" {
		t.Error(d)
	}
	bomb := "scenarios:\n- start:\n    vars:\n      a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'k'; c++ {
		prev := string(c - 1)
		bomb += "      " + string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+prev+",", 9) + "*" + prev + "]\n"
	}
	if _, err := Parse("f", []byte(bomb)); err == nil {
		t.Error("a file of 10^10 values was read")
	}
	for _, self := range []string{"scenarios:\n- start: {vars: {a: &a [*a]}}\n", "scenarios: &a\n- start: {payload: *a}\n", "scenarios: &a [*a]\n"} {
		if _, err := Parse("f", []byte(self)); err == nil {
			t.Errorf("%q was read", self)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("rejects: [BG2107]\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("f", data)
		if (file == nil) == (err == nil) {
			t.Errorf("file %v, error %v", file, err)
		}
	})
}
