package bpmntest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// Outcome is what became of a scenario.
type Outcome string

// The outcomes.
const (
	OK   Outcome = "ok"
	Fail Outcome = "FAIL"
	Skip Outcome = "skip"
)

// Result is the outcome of a scenario with its reason. Trace tells what
// happened, a line each, where the caller asked for it.
type Result struct {
	Outcome Outcome  `json:"outcome"`
	Why     string   `json:"why,omitempty"`
	Trace   []string `json:"trace,omitempty"`
}

// Options steer a run.
type Options struct {
	// Trace asks for Result.Trace.
	Trace bool
	// MaxMoves bounds the moves of one Apply (S1.7), 0 is DefaultMaxMoves; MaxWork
	// bounds how often work starts in one step, 0 is DefaultMaxWork. A loop that
	// never waits ends with a failure that names it.
	MaxMoves, MaxWork int
}

// What a step may do where Options say nothing. Since all that happens is
// recorded, the moves are fewer than an engine allows.
const (
	DefaultMaxMoves = 200_000
	DefaultMaxWork  = 200_000
)

// Play runs a scenario against the processes of one package, in virtual time:
// with each handler called on its own, and where the compiler lets any run in line,
// once more with those in line, as an engine runs them. It contains panics. It
// blocks only where the scenario's own loop has no end.
func Play(processes []Process, s *scenario.Scenario, opts Options) (res Result) {
	if why := notYet(s); why != "" {
		return Result{Outcome: Skip, Why: why}
	}
	res = playOnce(processes, s, opts, false)
	if res.Outcome != OK || !anyInLine(processes) {
		return res
	}
	if again := playOnce(processes, s, opts, true); again.Outcome != OK {
		again.Why = "with handlers in line: " + again.Why
		return again
	}
	return res
}

func anyInLine(processes []Process) bool {
	for i := range processes {
		for n := range processes[i].Definition.Nodes {
			if processes[i].Definition.Nodes[n].InLine {
				return true
			}
		}
	}
	return false
}

func playOnce(processes []Process, s *scenario.Scenario, opts Options, inLine bool) (res Result) {
	p := &player{processes: processes, scenario: s, opts: opts, inLine: inLine}
	defer func() {
		if v := recover(); v != nil {
			res = Result{Outcome: Fail, Why: fmt.Sprintf("panic: %v\n%s", v, debug.Stack())}
		}
		if opts.Trace && p.kit != nil {
			res.Trace = trace(p.kit)
		}
	}()
	if err := p.play(); err != nil {
		return Result{Outcome: Fail, Why: err.Error()}
	}
	return Result{Outcome: OK}
}

// player is one run of a scenario.
type player struct {
	processes []Process
	scenario  *scenario.Scenario
	opts      Options
	// inLine: handlers run in line where they may.
	inLine bool
	kit    *Kit
	names  *names
	// started are the instances that the scenario started, in order.
	started []Instance
	// runs counts the runs of each task that has an entry in work.
	runs map[nodeKey]int
	// work counts how often work started in this step.
	work int
	// waiting are the tasks that wait for a step or their time, the oldest first.
	waiting []*waiter
	// doing is what the handler that is called now has to do.
	doing *doing
	// stores are the data stores, by name.
	stores sync.Map
	err    error // of scripted work: it can't be done as the scenario says
}

// nodeKey names a node over all processes.
type nodeKey struct{ process, node string }

func (p *player) play() error {
	opts := []runtime.Option{runtime.WithMaxMoves(cmp.Or(p.opts.MaxMoves, DefaultMaxMoves))}
	if expectIncidents(p.scenario) {
		opts = append(opts, runtime.WithIncidents())
	}
	if p.inLine {
		opts = append(opts, runtime.WithInLine(p.mayRunInLine))
	}
	kit, err := New(opts...)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		_ = kit.Close(ctx) // the scenario is over
	}()
	kit.script, kit.lean = p, !p.opts.Trace
	p.kit = kit
	p.names = newNames(p.processes)
	p.runs = map[nodeKey]int{}
	p.receiveTasks()
	if err := p.checkWork(); err != nil {
		return err
	}
	for _, q := range p.processes {
		if _, err := q.Register(kit.Engine, worker{p}); err != nil {
			return err
		}
	}
	if s := p.scenario.Start; s != nil {
		if err := p.start(s); err != nil {
			return fmt.Errorf("%s start: %w", s.Pos, err)
		}
		if err := p.settle(); err != nil {
			return err
		}
	}
	for i := range p.scenario.Steps {
		st := &p.scenario.Steps[i]
		p.work = 0
		if err := p.step(st); err != nil {
			return fmt.Errorf("%s step %d, %s: %w", st.Pos, i+1, st.Kind(), err)
		}
		if err := p.settle(); err != nil {
			return err
		}
	}
	if e := p.scenario.Expect; e != nil {
		return p.expect(e)
	}
	return nil
}

// settle lets the engine run until nothing can move.
func (p *player) settle() error {
	p.kit.Settle()
	return p.err
}

// process finds a process of the package by its BPMN id; "" is the scenario's.
func (p *player) process(id string) (*Process, error) {
	if id == "" {
		id = p.scenario.Process
	}
	var all []string
	for i := range p.processes {
		if p.processes[i].Definition.Key == id {
			return &p.processes[i], nil
		}
		all = append(all, p.processes[i].Definition.Key)
	}
	if id == "" {
		if len(all) == 1 {
			return &p.processes[0], nil
		}
		return nil, fmt.Errorf("there are several processes, %s: say which with process", strings.Join(all, ", "))
	}
	return nil, fmt.Errorf("there is no process %s, only %s", id, strings.Join(all, ", "))
}

func (p *player) start(s *scenario.Start) error {
	if s.Message != "" || s.Signal != "" || s.Timer {
		return p.startBy(s)
	}
	q, err := p.process(s.Process)
	if err != nil {
		return err
	}
	at := s.At
	if at != "" {
		n, err := p.names.only(q.Definition.Key, at)
		if err != nil {
			return err
		}
		at = n
	}
	if s.Payload != nil || s.Key != nil {
		inst, err := p.startWith(q, at, s)
		if err != nil {
			return err
		}
		p.started = append(p.started, inst)
		return nil
	}
	inst, err := q.Start(context.Background(), p.kit.Engine, at, func(vars any) error { return assign(vars, s.Vars) })
	if err != nil {
		return err
	}
	p.started = append(p.started, inst)
	return nil
}

// first is the instance that state, vars, set and terminate speak of.
func (p *player) first() (Instance, error) {
	p.kit.mu.Lock()
	h, of := p.kit.first, p.kit.firstOf
	p.kit.mu.Unlock()
	for i := range p.processes {
		if q := &p.processes[i]; h != nil && q.Definition.Key == of && q.Handle != nil {
			return q.Handle(*h), nil
		}
	}
	if len(p.started) == 0 {
		return nil, errors.New("no instance was started")
	}
	return p.started[0], nil
}
