package testrun

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/host"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// compile compiles the models and decides what of the scenarios can be run.
func (u *unit) compile() {
	src := survey(u.inputs)
	opts := compiler.Options{EveryTaskIsWork: true, Processes: union(u.named(), src.called), Host: host.Beside(filepath.Dir(u.Path))}
	if u.scenarios.Rejects != nil {
		opts.Processes = src.processes // what is never compiled is never rejected
	}
	hints := u.hints(nil)
	opts.Hints = hints.types()
	res := compiler.Compile(u.inputs, opts)
	if sharper := u.hints(res.Package); !sharper.equal(hints) {
		hints = sharper
		opts.Hints = hints.types()
		res = compiler.Compile(u.inputs, opts)
	}
	findings := errorsOf(res.Diagnostics.All())
	switch {
	case u.scenarios.Rejects != nil:
		u.judgeRejection(findings)
	case len(findings) > 0:
		u.judgeErrors(findings)
	default:
		u.ready(res.Package, src)
		u.notes = hints.notes(res.Package)
	}
}

// errorsOf are the findings that stop a run: errors but for the model checker's.
func errorsOf(all []diag.Diagnostic) []diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(all), func(d diag.Diagnostic) bool {
		return d.Severity != diag.Error || strings.HasPrefix(string(d.Code), "BG5")
	})
}

// judgeRejection decides about a file that must not compile.
func (u *unit) judgeRejection(findings []diag.Diagnostic) {
	verdicts, later := split(findings)
	var missing []string
	for _, code := range u.scenarios.Rejects.Codes {
		if !slices.ContainsFunc(verdicts, func(d diag.Diagnostic) bool { return string(d.Code) == code }) {
			missing = append(missing, code)
		}
	}
	switch {
	case len(verdicts) > 0 && len(missing) == 0:
		u.settle(bpmntest.OK, "")
	case len(later) > 0:
		u.settle(bpmntest.Skip, "%s", told(later))
	case len(findings) == 0:
		u.settle(bpmntest.Fail, "expected compilation to fail, it succeeded")
	default:
		u.settle(bpmntest.Fail, "expected compilation to fail with %s, saw %s", strings.Join(missing, ", "), told(verdicts))
	}
}

// judgeErrors decides about scenarios whose models don't compile.
func (u *unit) judgeErrors(findings []diag.Diagnostic) {
	verdicts, later := split(findings)
	for _, r := range u.results {
		e := r.job.Scenario.Expect
		switch {
		case len(verdicts) == 0:
			r.set(bpmntest.Skip, "%s", told(later))
		case e != nil && e.OrRejected:
			r.set(bpmntest.OK, "")
		default:
			r.set(bpmntest.Fail, "%s", told(verdicts))
		}
	}
}

// split tells constructs that are not executable yet from real errors.
func split(findings []diag.Diagnostic) (verdicts, later []diag.Diagnostic) {
	for _, d := range findings {
		if diag.IsNotYet(d.Code) {
			later = append(later, d)
		} else {
			verdicts = append(verdicts, d)
		}
	}
	return verdicts, later
}

// told is the first of the findings, and the codes of the others.
func told(findings []diag.Diagnostic) string {
	d := findings[0]
	s := fmt.Sprintf("%s: %s (%s)", d.Code, d.Message, d.Span)
	var codes []string
	for _, o := range findings[1:] {
		if o.Code != d.Code && !slices.Contains(codes, string(o.Code)) {
			codes = append(codes, string(o.Code))
		}
	}
	if len(codes) > 0 {
		s += "; also " + strings.Join(codes, ", ")
	}
	return s
}

// ready gives the scenarios that can be run their process.
func (u *unit) ready(pkg *model.Package, src *sources) {
	compiled := map[string]bool{}
	for _, p := range pkg.Processes {
		compiled[p.ID] = true
	}
	for _, r := range u.results {
		s := r.job.Scenario
		if s.Process == "" && needsProcess(s) {
			switch len(src.executable) {
			case 1:
				s.Process = src.executable[0]
			case 0:
				r.set(bpmntest.Fail, "%s:%s: the model has no executable process; name one with process", u.Name, s.Pos)
				continue
			default:
				r.set(bpmntest.Fail, "%s:%s: the model has several executable processes, %s; say which with process",
					u.Name, s.Pos, strings.Join(src.executable, ", "))
				continue
			}
		}
		for _, id := range namedBy(s) {
			if !compiled[id] {
				r.set(bpmntest.Fail, "%s:%s: the model has no process %s, only %s", u.Name, s.Pos, id, strings.Join(src.processes, ", "))
			}
		}
		if r.job != nil {
			if name, ok := src.unknown(s); ok {
				r.set(bpmntest.Fail, "%s:%s: no flow node has the id or name %s", u.Name, s.Pos, name)
				continue
			}
			u.model = pkg
		}
	}
}

// named are the processes that the file's scenarios name.
func (u *unit) named() []string {
	var ids []string
	for _, s := range u.scenarios.Scenarios {
		ids = union(ids, namedBy(s))
	}
	return ids
}

func namedBy(s *scenario.Scenario) []string {
	var ids []string
	add := func(id string) {
		if id != "" {
			ids = union(ids, []string{id})
		}
	}
	add(s.Process)
	for i := range s.Steps {
		if st := s.Steps[i].Start; st != nil {
			add(st.Process)
		}
	}
	return ids
}

// needsProcess reports whether a scenario speaks of "the" process.
func needsProcess(s *scenario.Scenario) bool {
	needs := s.Start != nil && s.Start.Message == "" && s.Start.Signal == ""
	for i := range s.Steps {
		st := &s.Steps[i]
		needs = needs || st.Start != nil && st.Start.Process == "" && st.Start.Message == "" && st.Start.Signal == "" ||
			st.Expect != nil && st.Expect.Instances != nil
	}
	return needs || s.Expect != nil && s.Expect.Instances != nil
}

// union appends what is not there yet.
func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// sources is what the files say of processes before they are compiled.
type sources struct {
	processes  []string // ids
	executable []string
	called     []string // by call activities
	nodes      map[string]bool
}

// survey reads the files once more for what the compiler does not tell.
func survey(inputs []compiler.Input) *sources {
	s := &sources{nodes: map[string]bool{}}
	var ignored diag.Bag
	for _, in := range inputs {
		d := bpmn.Parse(in.Name, in.Data, bpmn.Options{}, &ignored)
		if d == nil {
			continue
		}
		for _, root := range d.Roots {
			if g, ok := root.(*bpmn.GlobalTask); ok { // a process with the task as its body
				s.nodes[g.ID] = true
				s.nodes[g.Name] = true
			}
			p, ok := root.(*bpmn.Process)
			if !ok || p.ID == "" {
				continue
			}
			s.processes = union(s.processes, []string{p.ID})
			if graph.Executable(d, p) {
				s.executable = union(s.executable, []string{p.ID})
			}
			s.walk(&p.Container)
		}
	}
	return s
}

func (s *sources) walk(c *bpmn.Container) {
	for _, e := range c.FlowElements {
		n, ok := e.(bpmn.FlowNode)
		if !ok {
			continue
		}
		base := n.FlowNode()
		s.nodes[base.ID] = true
		s.nodes[base.Name] = true
		switch x := e.(type) {
		case *bpmn.SubProcess:
			s.walk(&x.Container)
		case *bpmn.CallActivity:
			if x.CalledElement.Local != "" {
				s.called = union(s.called, []string{x.CalledElement.Local})
			}
		}
	}
}

// unknown finds a node that a scenario names and no model has: what it never
// completes, it never can.
func (s *sources) unknown(sc *scenario.Scenario) (string, bool) {
	for _, e := range expectations(sc) {
		lists := [][]string{e.Path, e.Visits, e.Never, e.Tokens}
		for _, c := range e.Counts {
			lists = append(lists, []string{c.Node})
		}
		for _, t := range e.Total {
			lists = append(lists, t.Of)
		}
		for _, l := range lists {
			for _, name := range l {
				if !s.nodes[name] {
					return name, true
				}
			}
		}
	}
	return "", false
}

func expectations(s *scenario.Scenario) []*scenario.Expect {
	var out []*scenario.Expect
	for i := range s.Steps {
		if e := s.Steps[i].Expect; e != nil {
			out = append(out, e)
		}
	}
	if s.Expect != nil {
		out = append(out, s.Expect)
	}
	return out
}
