package bench

import (
	"context"
	"flag"
	"testing"

	"github.com/bpmngen/bpmngen/bench/hand"
)

var targets = flag.Bool("targets", false, "assert the speed targets, beside hand-written Go in the same run")

// best is the fastest of several runs of a benchmark, in nanoseconds: what the
// machine's other load can't make faster.
func best(f func(b *testing.B)) float64 {
	least := 0.0
	for range 5 {
		r := testing.Benchmark(f)
		ns := float64(r.T.Nanoseconds()) / float64(r.N)
		if least == 0 || ns < least {
			least = ns
		}
	}
	return least
}

func runs(tb testing.TB, p *hand.Program, v hand.Vars) func(b *testing.B) {
	eng := newEngine(tb, p)
	return func(b *testing.B) {
		for b.Loop() {
			if _, err := p.Run(context.Background(), eng, v); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// The targets of the runtime, each beside hand-written Go in the same run. Run
// it alone on a machine: go test -run TestTargets -targets.
func TestTargets(t *testing.T) {
	if !*targets {
		t.Skip("asserts speed: run it alone with -targets")
	}
	// Absolute figures are the machine's and its load's: they are shown.
	show := func(what string, got, target float64) {
		t.Helper()
		t.Logf("%-55s %10.1f ns (target %.0f)", what, got, target)
	}
	atMost := func(what string, got, limit float64, unit string) {
		t.Helper()
		t.Logf("%-55s %10.1f %s (limit %.1f)", what, got, unit, limit)
		if got > limit {
			t.Errorf("%s: %.1f %s, more than %.1f", what, got, unit, limit)
		}
	}

	byHand := best(func(b *testing.B) {
		for b.Loop() {
			if v, err := runRowByHand(count); err != nil || v.Count != 10 {
				b.Fatal(v, err)
			}
		}
	})
	row := best(runs(t, hand.Row(10, count), hand.Vars{}))
	show("10 tasks by Run", row, 1000)
	atMost("10 tasks by Run, to a function behind a mutex", row/byHand, 10, "times")

	p := hand.Row(10, count)
	eng := newEngine(t, p)
	show("10 tasks by Start and Wait", best(func(b *testing.B) {
		for b.Loop() {
			inst, err := p.Start(context.Background(), eng, hand.Vars{})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := inst.Wait(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	}), 2000)

	byHand = best(func(b *testing.B) {
		for b.Loop() {
			runForkByHand(8, count)
		}
	})
	fork := best(runs(t, hand.Fork(8, count), hand.Vars{}))
	atMost("8 parallel handlers, to goroutines by hand", fork/byHand, 2, "times")

	atMost("a gateway turn with commit-diff", best(runs(t, hand.Loop(nil), hand.Vars{Limit: turns}))/turns, 60, "ns")
	show("the same with a handler and its private copy", best(runs(t, hand.Loop(count), hand.Vars{Limit: turns}))/turns, 60)

	bytes, goroutines := park(t)
	atMost("an instance parked at a user task", bytes, 420, "B")
	atMost("goroutines of 100,000 parked instances", float64(goroutines), 0, "")
}
