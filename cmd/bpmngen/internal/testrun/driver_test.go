package testrun

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// programVar makes this test binary a program that answers jobs, as the name of
// the scenario says.
const programVar = "TESTRUN_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVar) != "" {
		answerJobs()
		return
	}
	os.Exit(m.Run())
}

// answerJobs is the program.
func answerJobs() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var j bpmntest.Job
		if json.Unmarshal(in.Bytes(), &j) != nil {
			os.Exit(2)
		}
		switch j.Scenario.Name {
		case "panic":
			fmt.Fprintln(os.Stderr, "some words before")
			panic("out of turn")
		case "exit":
			fmt.Fprintln(os.Stderr, "out of luck")
			os.Exit(7)
		case "hang":
			for { // until it is stopped
				runtime.Gosched()
			}
		case "nonsense":
			fmt.Println("{")
			os.Exit(0)
		}
		fmt.Printf(`{"outcome":"ok","why":%q}`+"\n", fmt.Sprint(os.Getpid()))
	}
}

// TestDriver: a scenario that crashes the program or does not end fails alone;
// the next finds a program that runs.
func TestDriver(t *testing.T) {
	t.Setenv(programVar, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{program: self, timeout: 10 * time.Second}
	defer d.stop()
	ctx := context.Background()
	play := func(name string) bpmntest.Result {
		r, err := d.play(ctx, &bpmntest.Job{Scenario: &scenario.Scenario{Name: name}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := play("ok")
	if again := play("ok"); first.Outcome != bpmntest.OK || again.Why != first.Why {
		t.Errorf("got %v, then %v", first, again)
	}
	for _, c := range []struct{ name, why string }{
		{"panic", "the program crashed: panic: out of turn"},
		{"exit", "the program crashed: exit status 7 out of luck"},
		{"nonsense", "the program crashed: exit status 0"},
	} {
		if d := cmp.Diff(bpmntest.Result{Outcome: bpmntest.Fail, Why: c.why}, play(c.name)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if r := play("ok"); r.Outcome != bpmntest.OK || r.Why == first.Why {
			t.Errorf("after %s: %v", c.name, r)
		}
	}
	d.timeout = 50 * time.Millisecond
	if d := cmp.Diff(bpmntest.Result{Outcome: bpmntest.Fail, Why: "did not end within 50ms"}, play("hang")); d != "" {
		t.Error(d)
	}
	d.timeout = 10 * time.Second
	if r := play("ok"); r.Outcome != bpmntest.OK {
		t.Errorf("after a hang: %v", r)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := d.play(cancelled, &bpmntest.Job{Scenario: &scenario.Scenario{Name: "hang"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	d = &driver{program: self + ".none", timeout: time.Second}
	if _, err := d.play(ctx, &bpmntest.Job{Scenario: &scenario.Scenario{}}); err == nil {
		t.Error("a program that is not there was run")
	}
}

// TestTail: much output is cut in its middle.
func TestTail(t *testing.T) {
	var tl tail
	for i := range 4 {
		fmt.Fprint(&tl, strings.Repeat(string(rune('a'+i)), tailSize/2+1))
	}
	if len(tl.first) != tailSize || len(tl.last) != tailSize {
		t.Errorf("kept %d and %d bytes", len(tl.first), len(tl.last))
	}
	if tl.first[0] != 'a' || tl.last[tailSize-1] != 'd' {
		t.Errorf("kept %c...%c", tl.first[0], tl.last[tailSize-1])
	}
}
