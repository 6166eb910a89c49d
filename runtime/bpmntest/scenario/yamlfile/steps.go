package yamlfile

import (
	"strings"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"go.yaml.in/yaml/v4"
)

func (r *reader) step(n *yaml.Node) scenario.Step {
	s := scenario.Step{Pos: posOf(n)}
	r.fields(n, "a step", fields{
		{"publish", func(v *yaml.Node) { s.Publish = r.publish(v) }},
		{"signal", func(v *yaml.Node) { s.Signal = r.signal(v) }},
		{"start", func(v *yaml.Node) { s.Start = r.start(v, true) }},
		{"advance", func(v *yaml.Node) { s.Advance = r.duration(v, "advance") }},
		{"fire", func(v *yaml.Node) { s.Fire = r.name(v, "fire") }},
		{"complete", func(v *yaml.Node) { s.Complete = r.complete(v) }},
		{"throw", func(v *yaml.Node) { s.Throw = r.throw(v) }},
		{"set", func(v *yaml.Node) {
			if s.Set = r.vars(v, "set"); len(s.Set) == 0 && r.follow(v).Kind == yaml.MappingNode {
				r.errorf(v, "set names no variable")
			}
		}},
		{"begin", func(v *yaml.Node) { s.Begin = r.name(v, "begin") }},
		{"finish", func(v *yaml.Node) { s.Finish = r.name(v, "finish") }},
		{"terminate", func(v *yaml.Node) { s.Terminate = r.yes(v, "terminate") }},
		{"restart", func(v *yaml.Node) { s.Restart = r.yes(v, "restart") }},
		{"expect", func(v *yaml.Node) { s.Expect = r.expect(v, false) }},
	})
	if m := r.follow(n); m.Kind == yaml.MappingNode && len(m.Content) != 2 {
		r.errorf(n, "a step is one thing; give each its own line with a dash")
	}
	return s
}

// need reports the keys that a mapping lacks.
func (r *reader) need(n *yaml.Node, what string, keys ...string) {
	for _, k := range keys {
		if r.follow(n).Kind == yaml.MappingNode && !r.hasKey(n, k) {
			r.errorf(n, "%s needs the key %s", what, k)
		}
	}
}

func (r *reader) hasKey(n *yaml.Node, key string) bool {
	m := r.follow(n)
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return true
		}
	}
	return false
}

func (r *reader) publish(n *yaml.Node) *scenario.Publish {
	p := &scenario.Publish{}
	r.fields(n, "publish", fields{
		{"message", func(v *yaml.Node) { p.Message = r.name(v, "message") }},
		{"key", func(v *yaml.Node) { p.Key = r.value(v) }},
		{"payload", func(v *yaml.Node) { p.Payload = r.value(v) }},
	})
	r.need(n, "publish", "message")
	return p
}

func (r *reader) signal(n *yaml.Node) *scenario.Signal {
	s := &scenario.Signal{}
	r.fields(n, "signal", fields{
		{"name", func(v *yaml.Node) { s.Name = r.name(v, "name") }},
		{"payload", func(v *yaml.Node) { s.Payload = r.value(v) }},
	})
	r.need(n, "signal", "name")
	return s
}

func (r *reader) complete(n *yaml.Node) *scenario.Complete {
	c := &scenario.Complete{}
	r.fields(n, "complete", fields{
		{"task", func(v *yaml.Node) { c.Task = r.name(v, "task") }},
		{"out", func(v *yaml.Node) { c.Out = r.vars(v, "out") }},
	})
	r.need(n, "complete", "task")
	return c
}

func (r *reader) throw(n *yaml.Node) *scenario.Throw {
	t := &scenario.Throw{}
	r.fields(n, "throw", fields{
		{"task", func(v *yaml.Node) { t.Task = r.name(v, "task") }},
		{"error", func(v *yaml.Node) { s := r.text(v, "error"); t.Error = &s }},
		{"escalate", func(v *yaml.Node) { s := r.text(v, "escalate"); t.Escalation = &s }},
		{"payload", func(v *yaml.Node) { t.Payload = r.value(v) }},
	})
	r.need(n, "throw", "task")
	if (t.Error == nil) == (t.Escalation == nil) && r.follow(n).Kind == yaml.MappingNode {
		r.errorf(n, "throw needs one of error and escalate")
	}
	return t
}

// expect reads what must be seen, at the end or between steps.
func (r *reader) expect(n *yaml.Node, end bool) *scenario.Expect {
	e := &scenario.Expect{Pos: posOf(n)}
	known := fields{
		{"state", func(v *yaml.Node) { e.State = r.state(v) }},
		{"error", func(v *yaml.Node) { s := r.text(v, "error"); e.Error = &s }},
		{"path", func(v *yaml.Node) { e.Path = r.names(v, "path", "a node") }},
		{"visits", func(v *yaml.Node) { e.Visits = r.names(v, "visits", "a node") }},
		{"never", func(v *yaml.Node) { e.Never = r.names(v, "never", "a node") }},
		{"counts", func(v *yaml.Node) { e.Counts = r.counts(v) }},
		{"atLeast", func(v *yaml.Node) { e.AtLeast = r.boolean(v, "atLeast") }},
		{"total", func(v *yaml.Node) {
			e.Total = []scenario.Total{}
			r.list(v, "total", func(t *yaml.Node) { e.Total = append(e.Total, r.total(t)) })
		}},
		{"tokens", func(v *yaml.Node) { e.Tokens = r.names(v, "tokens", "a node") }},
		{"vars", func(v *yaml.Node) { e.Vars = r.vars(v, "vars") }},
		{"published", func(v *yaml.Node) {
			e.Published = []scenario.Published{}
			r.list(v, "published", func(p *yaml.Node) {
				m := r.publish(p)
				e.Published = append(e.Published, scenario.Published{Message: m.Message, Key: m.Key, Payload: m.Payload})
			})
		}},
		{"instances", func(v *yaml.Node) { i := r.count(v, "instances"); e.Instances = &i }},
	}
	if end {
		known = append(known, field{"orRejected", func(v *yaml.Node) { e.OrRejected = r.boolean(v, "orRejected") }})
	}
	r.fields(n, "expect", known)
	if e.Error != nil && e.State != "" && e.State != scenario.Failed {
		r.errorf(n, "an instance with an error has the state failed")
	}
	return e
}

func (r *reader) state(n *yaml.Node) scenario.State {
	s := scenario.State(r.text(n, "state"))
	var all []string
	for _, known := range scenario.States {
		if s == known {
			return s
		}
		all = append(all, string(known))
	}
	r.errorf(n, "%q is no state; the states are %s", string(s), strings.Join(all, ", "))
	return s
}

func (r *reader) counts(n *yaml.Node) []scenario.Count {
	out := []scenario.Count{}
	n = r.follow(n)
	if n.Kind != yaml.MappingNode {
		r.errorf(n, "counts is a mapping of nodes to numbers")
		return out
	}
	r.pairs(n, func(key string, _, v *yaml.Node) {
		out = append(out, scenario.Count{Node: key, Count: r.count(v, "how often "+key+" completes")})
	})
	return out
}

func (r *reader) total(n *yaml.Node) scenario.Total {
	t := scenario.Total{}
	r.fields(n, "total", fields{
		{"of", func(v *yaml.Node) { t.Of = r.names(v, "of", "a node") }},
		{"count", func(v *yaml.Node) { t.Count = r.count(v, "count") }},
	})
	r.need(n, "total", "of", "count")
	return t
}
