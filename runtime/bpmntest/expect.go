package bpmntest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// expect compares what was seen with what a scenario expects; the error tells
// all that differs.
func (p *player) expect(e *scenario.Expect) error {
	completed := p.kit.Completed()
	var bad []string
	for _, check := range []func(*scenario.Expect, []string) []string{
		p.expectState, p.expectError, p.expectPath, p.expectVisits, p.expectNever, p.expectCounts,
		p.expectTotal, p.expectTokens, p.expectVars, p.expectPublished, p.expectInstances,
	} {
		bad = append(bad, check(e, completed)...)
	}
	if len(bad) == 0 {
		return nil
	}
	if f := p.failure(); f != "" && e.State != scenario.Failed && e.Error == nil {
		bad = append(bad, f)
	}
	return errors.New(strings.Join(bad, "; "))
}

func one(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }

func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

func (p *player) expectState(e *scenario.Expect, _ []string) []string {
	if e.State == "" {
		return nil
	}
	inst, err := p.first()
	if err != nil {
		return one("expected the state %s, but %v", e.State, err)
	}
	is := inst.State()
	seen := scenario.State(is.String())
	if is == runtime.Active && p.hasIncident(inst.ID()) {
		seen = scenario.Incident
	}
	if seen == e.State || e.State == scenario.Ended && (is == runtime.Completed || is == runtime.Terminated) {
		return nil
	}
	return one("expected the state %s, saw %s", e.State, seen)
}

// hasIncident reports whether an instance, or one that it calls, has an open incident.
func (p *player) hasIncident(id runtime.ID) bool {
	for _, x := range p.kit.Engine.Incidents() {
		for h, ok := x.Instance, true; ok; h, _, ok = h.Parent() {
			if h.ID() == id {
				return true
			}
		}
	}
	return false
}

// expectIncidents reports whether a scenario speaks of incidents: then failures
// stand as such (S9.2).
func expectIncidents(s *scenario.Scenario) bool {
	for i := range s.Steps {
		if e := s.Steps[i].Expect; e != nil && e.State == scenario.Incident {
			return true
		}
	}
	return s.Expect != nil && s.Expect.State == scenario.Incident
}

// expectError: the first instance failed by a BPMN error with that code.
func (p *player) expectError(e *scenario.Expect, _ []string) []string {
	if e.Error == nil {
		return nil
	}
	inst, err := p.first()
	if err != nil {
		return one("expected the error %s, but %v", *e.Error, err)
	}
	if inst.State() != runtime.Failed {
		return one("expected to fail by the error %s, saw the state %s", *e.Error, inst.State())
	}
	var thrown *runtime.BPMNError
	if cause := inst.Wait(context.Background()); !errors.As(cause, &thrown) {
		return one("expected to fail by the error %s, saw %v", *e.Error, cause)
	}
	if thrown.Code != *e.Error {
		return one("expected to fail by the error %s, saw %s", *e.Error, thrown.Code)
	}
	return nil
}

// failure tells why the first instance failed, where it did.
func (p *player) failure() string {
	inst, err := p.first()
	if err != nil || inst.State() != runtime.Failed {
		return ""
	}
	var f *runtime.Fault
	if err := inst.Wait(context.Background()); errors.As(err, &f) {
		first, _, _ := strings.Cut(f.Err.Error(), "\n")
		if f.Node == "" {
			return "the instance failed: " + first
		}
		return fmt.Sprintf("the instance failed at %s (%s): %s", f.Node, f.Pos, first)
	}
	return "the instance failed"
}

func (p *player) expectPath(e *scenario.Expect, completed []string) []string {
	if e.Path == nil {
		return nil
	}
	equal := len(e.Path) == len(completed)
	for i := 0; equal && i < len(completed); i++ {
		equal = p.names.is(e.Path[i], completed[i])
	}
	if equal {
		return nil
	}
	return one("expected the path %s, saw %s", list(e.Path), list(completed))
}

func (p *player) expectVisits(e *scenario.Expect, completed []string) []string {
	i := 0
	for _, name := range e.Visits {
		for i < len(completed) && !p.names.is(name, completed[i]) {
			i++
		}
		if i == len(completed) {
			return one("expected to visit %s in this order, missed %s in %s", list(e.Visits), p.known(name), list(completed))
		}
		i++
	}
	return nil
}

func (p *player) expectNever(e *scenario.Expect, completed []string) []string {
	var bad []string
	for _, name := range e.Never {
		if n := p.count(name, completed); n > 0 {
			bad = append(bad, one("expected %s never to complete, it did %s", name, times(n))...)
		}
	}
	return bad
}

func (p *player) expectCounts(e *scenario.Expect, completed []string) []string {
	var bad []string
	for _, c := range e.Counts {
		n := p.count(c.Node, completed)
		if n == c.Count || e.AtLeast && n > c.Count {
			continue
		}
		bad = append(bad, one("expected %s to complete %s%s, saw %s", p.known(c.Node), atLeast(e), times(c.Count), times(n))...)
	}
	return bad
}

func (p *player) expectTotal(e *scenario.Expect, completed []string) []string {
	var bad []string
	for _, t := range e.Total {
		n := 0
		for _, name := range t.Of {
			n += p.count(name, completed)
		}
		if n == t.Count || e.AtLeast && n > t.Count {
			continue
		}
		bad = append(bad, one("expected %s to complete %s%s together, saw %s", list(t.Of), atLeast(e), times(t.Count), times(n))...)
	}
	return bad
}

func atLeast(e *scenario.Expect) string {
	if e.AtLeast {
		return "at least "
	}
	return ""
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func (p *player) count(name string, completed []string) int {
	n := 0
	for _, id := range completed {
		if p.names.is(name, id) {
			n++
		}
	}
	return n
}

// known adds to a name that no node has that it is unknown.
func (p *player) known(name string) string {
	if len(p.names.find(name)) == 0 {
		return name + " (no node has this id or name)"
	}
	return name
}

func (p *player) expectTokens(e *scenario.Expect, _ []string) []string {
	if e.Tokens == nil {
		return nil
	}
	seen := p.kit.Waiting()
	rest := slices.Clone(seen)
	var missing []string
	// Ids first: a name may take any of several nodes, an id only its own.
	for _, byID := range []bool{true, false} {
		for _, name := range e.Tokens {
			if p.names.ids[name] != byID {
				continue
			}
			i := slices.IndexFunc(rest, func(id string) bool { return p.names.is(name, id) })
			if i < 0 {
				missing = append(missing, p.known(name))
				continue
			}
			rest = slices.Delete(rest, i, i+1)
		}
	}
	if len(missing) == 0 && len(rest) == 0 {
		return nil
	}
	return one("expected tokens at %s, saw %s", list(e.Tokens), list(seen))
}

func (p *player) expectVars(e *scenario.Expect, _ []string) []string {
	if len(e.Vars) == 0 {
		return nil
	}
	inst, err := p.first()
	if err != nil {
		return one("expected variables, but %v", err)
	}
	live := inst.Vars()
	var bad []string
	for _, v := range e.Vars {
		f, err := fieldOf(live, v.Name)
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		want := reflect.New(f.Type()).Elem()
		if err := decode(v.Value, want); err != nil {
			bad = append(bad, one("%s: %v", v.Name, err)...)
			continue
		}
		if !same(want, f) {
			bad = append(bad, one("expected %s to be %s, saw %s", v.Name, v.Value, show(f))...)
		}
	}
	return bad
}

func (p *player) expectInstances(e *scenario.Expect, _ []string) []string {
	if e.Instances == nil {
		return nil
	}
	q, err := p.process("")
	if err != nil {
		return one("instances: %v", err)
	}
	n := p.kit.Instances(q.Definition.Key)
	if n == *e.Instances {
		return nil
	}
	return one("expected %d instances of %s, saw %d", *e.Instances, q.Definition.Key, n)
}

// trace tells what happened in a run, a line each.
func trace(k *Kit) []string {
	var lines []string
	for _, f := range k.Facts() {
		line := f.Kind.String()
		for _, part := range []string{f.Node, strings.Join(f.Paths, " ")} {
			if part != "" {
				line += " " + part
			}
		}
		if f.Err != nil {
			line += ": " + f.Err.Error()
		}
		lines = append(lines, fmt.Sprintf("%s %s", f.Time.Sub(Epoch), line))
	}
	return lines
}
