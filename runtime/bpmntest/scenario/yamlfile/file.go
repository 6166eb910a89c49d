package yamlfile

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"go.yaml.in/yaml/v4"
)

// top reads the whole file.
func (r *reader) top(n *yaml.Node) *scenario.File {
	f := &scenario.File{Name: r.file}
	var rejects, scenarios *yaml.Node
	r.fields(n, "a scenario file", fields{
		{"bpmn", func(v *yaml.Node) { f.BPMN = r.models(v) }},
		{"rejects", func(v *yaml.Node) { rejects, f.Rejects = v, r.rejects(v) }},
		{"scenarios", func(v *yaml.Node) {
			scenarios = v
			seen := map[string]scenario.Pos{}
			if r.list(v, "scenarios", func(e *yaml.Node) {
				s := r.scenario(e, len(f.Scenarios)+1)
				if first, twice := seen[s.Name]; twice {
					r.errorf(e, "the scenario at line %d has the name %q too: results are told by name", first.Line, s.Name)
				} else {
					seen[s.Name] = s.Pos
				}
				f.Scenarios = append(f.Scenarios, s)
			}) == 0 && r.follow(v).Kind == yaml.SequenceNode {
				r.errorf(v, "there is no scenario in the list")
			}
		}},
	})
	switch {
	case rejects != nil && scenarios != nil:
		r.errorf(rejects, "rejects stands instead of scenarios: a file that does not compile can't be run")
	case rejects == nil && scenarios == nil && len(r.errs) == 0:
		r.errorf(n, "there is neither scenarios nor rejects")
	}
	return f
}

// models reads the key bpmn: a name or a list of names.
func (r *reader) models(n *yaml.Node) []string {
	if r.follow(n).Kind == yaml.ScalarNode {
		return []string{r.name(n, "bpmn")}
	}
	names := r.names(n, "bpmn", "a BPMN file")
	if len(names) == 0 && r.follow(n).Kind == yaml.SequenceNode {
		r.errorf(n, "bpmn names no file; leave it out for the one beside this file")
	}
	seen := map[string]bool{}
	for i, name := range names {
		if seen[name] {
			r.errorf(r.follow(n).Content[i], "%s stands here twice", name)
		}
		seen[name] = true
	}
	return names
}

var codePattern = regexp.MustCompile(`^BG[0-9]{4}$`)

func (r *reader) rejects(n *yaml.Node) *scenario.Rejects {
	out := &scenario.Rejects{Pos: posOf(n)}
	if r.follow(n).Kind == yaml.ScalarNode {
		r.yes(n, "rejects")
		return out
	}
	if r.list(n, "rejects", func(e *yaml.Node) {
		code := r.name(e, "a diagnostic code")
		if code != "" && !codePattern.MatchString(code) {
			r.errorf(e, "%q is no diagnostic code: BG and four digits", code)
		}
		out.Codes = append(out.Codes, code)
	}) == 0 && r.follow(n).Kind == yaml.SequenceNode {
		r.errorf(n, "rejects names no code; write true for any error")
	}
	return out
}

func (r *reader) scenario(n *yaml.Node, number int) *scenario.Scenario {
	s := &scenario.Scenario{Name: fmt.Sprintf("#%d", number), Pos: posOf(n)}
	r.fields(n, "a scenario", fields{
		{"name", func(v *yaml.Node) { s.Name = r.name(v, "name") }},
		{"process", func(v *yaml.Node) { s.Process = r.name(v, "process") }},
		{"start", func(v *yaml.Node) { s.Start = r.start(v, false) }},
		{"work", func(v *yaml.Node) { s.Work = r.work(v) }},
		{"steps", func(v *yaml.Node) {
			r.list(v, "steps", func(e *yaml.Node) { s.Steps = append(s.Steps, r.step(e)) })
		}},
		{"expect", func(v *yaml.Node) { s.Expect = r.expect(v, true) }},
	})
	if strings.ContainsAny(s.Name, "\n\r") {
		r.errorf(n, "the name of a scenario is one line")
	}
	return s
}

func (r *reader) start(n *yaml.Node, step bool) *scenario.Start {
	s := &scenario.Start{Pos: posOf(n)}
	known := fields{
		{"vars", func(v *yaml.Node) { s.Vars = r.vars(v, "vars") }},
		{"message", func(v *yaml.Node) { s.Message = r.name(v, "message") }},
		{"key", func(v *yaml.Node) { s.Key = r.value(v) }},
		{"payload", func(v *yaml.Node) { s.Payload = r.value(v) }},
		{"signal", func(v *yaml.Node) { s.Signal = r.name(v, "signal") }},
		{"timer", func(v *yaml.Node) { s.Timer = r.yes(v, "timer") }},
		{"at", func(v *yaml.Node) { s.At = r.name(v, "at") }},
	}
	if step {
		known = append(fields{{"process", func(v *yaml.Node) { s.Process = r.name(v, "process") }}}, known...)
	}
	r.fields(n, "start", known)
	var ways []string
	for _, w := range []struct {
		key string
		set bool
	}{{"message", s.Message != ""}, {"signal", s.Signal != ""}, {"timer", s.Timer}, {"at", s.At != ""}} {
		if w.set {
			ways = append(ways, w.key)
		}
	}
	switch {
	case len(ways) > 1:
		r.errorf(n, "start says %s: an instance has one start", strings.Join(ways, " and "))
	case s.Key != nil && s.Message == "" && s.At == "":
		r.errorf(n, "start has a key but no message")
	case s.Payload != nil && s.Message == "" && s.Signal == "" && s.At == "":
		r.errorf(n, "start has a payload but neither message nor signal")
	}
	return s
}

// work reads what tasks do, in the order of the file.
func (r *reader) work(n *yaml.Node) []scenario.Work {
	var out []scenario.Work
	n = r.follow(n)
	if n.Kind != yaml.MappingNode {
		r.errorf(n, "work is a mapping of tasks to what they do")
		return nil
	}
	r.pairs(n, func(key string, k, v *yaml.Node) {
		w := scenario.Work{Task: key, Pos: posOf(k)}
		if key == "" {
			r.errorf(k, "work: the task's name is empty")
		}
		if r.follow(v).Kind == yaml.SequenceNode {
			if r.list(v, "work", func(e *yaml.Node) { w.Runs = append(w.Runs, r.run(e)) }) == 0 {
				r.errorf(v, "the list says nothing; write {} for a task that completes at once")
			}
		} else {
			w.Runs = append(w.Runs, r.run(v))
		}
		out = append(out, w)
	})
	return out
}

func (r *reader) run(n *yaml.Node) scenario.Run {
	out := scenario.Run{Pos: posOf(n)}
	str := func(v *yaml.Node, what string) *string { s := r.text(v, what); return &s }
	r.fields(n, "what a task does", fields{
		{"out", func(v *yaml.Node) { out.Out = r.vars(v, "out") }},
		{"fail", func(v *yaml.Node) { out.Fail = str(v, "fail") }},
		{"error", func(v *yaml.Node) { out.Error = str(v, "error") }},
		{"payload", func(v *yaml.Node) { out.Payload = r.value(v) }},
		{"wait", func(v *yaml.Node) { out.Wait = r.yes(v, "wait") }},
		{"takes", func(v *yaml.Node) { out.Takes = r.duration(v, "takes") }},
	})
	ends := 0
	for _, set := range []bool{out.Out != nil, out.Fail != nil, out.Error != nil, out.Wait} {
		if set {
			ends++
		}
	}
	switch {
	case ends > 1:
		r.errorf(n, "a run of a task ends in one way: out, fail, error or wait")
	case out.Wait && out.Takes != nil:
		r.errorf(n, "a task that waits for a step takes no time of its own; leave takes or wait out")
	case out.Payload != nil && out.Error == nil:
		r.errorf(n, "payload goes with error")
	}
	return out
}
