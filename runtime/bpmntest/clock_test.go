package bpmntest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestClock: what is due by the end, included, is called at its own instant, in
// order of due time, then of asking; what is asked for meanwhile too.
func TestClock(t *testing.T) {
	c := NewClock()
	var got []string
	note := func(name string) func() {
		return func() { got = append(got, name+" "+c.Now().Sub(Epoch).String()) }
	}
	c.At(Epoch.Add(2*time.Second), note("late"))
	c.At(Epoch.Add(time.Second), note("first"))
	c.At(Epoch.Add(time.Second), note("second"))
	stop := c.At(Epoch.Add(time.Second), note("stopped"))
	c.At(Epoch.Add(-time.Hour), note("past"))
	c.At(Epoch.Add(time.Second), func() { c.At(c.Now().Add(time.Millisecond), note("meanwhile")) })
	c.At(Epoch.Add(3*time.Second), note("beyond"))
	if !stop() || stop() {
		t.Error("stop tells the wrong thing")
	}
	end := Epoch.Add(2 * time.Second)
	for call := c.step(end); call != nil; call = c.step(end) {
		call()
	}
	want := []string{"past 0s", "first 1s", "second 1s", "meanwhile 1.001s", "late 2s"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !c.Now().Equal(end) {
		t.Errorf("the clock stands at %s", c.Now())
	}
	if c.step(Epoch) != nil || !c.Now().Equal(end) {
		t.Error("time went back")
	}
}
