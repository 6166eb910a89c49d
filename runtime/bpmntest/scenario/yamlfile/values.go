package yamlfile

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"go.yaml.in/yaml/v4"
)

// text reads a scalar as it is written: codes and keys may look like numbers.
func (r *reader) text(n *yaml.Node, what string) string {
	n = r.follow(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		r.errorf(n, "%s is text", what)
		return ""
	}
	return n.Value
}

// name is text that is not empty.
func (r *reader) name(n *yaml.Node, what string) string {
	before := len(r.errs)
	s := r.text(n, what)
	if s == "" && len(r.errs) == before {
		r.errorf(n, "%s is empty", what)
	}
	return s
}

func (r *reader) boolean(n *yaml.Node, what string) bool {
	n = r.follow(n)
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool" {
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	}
	r.errorf(n, "%s is true or false", what)
	return false
}

// yes reads a flag that only makes sense when it is set.
func (r *reader) yes(n *yaml.Node, what string) bool {
	before := len(r.errs)
	if !r.boolean(n, what) && len(r.errs) == before {
		r.errorf(n, "%s is true, or left out", what)
	}
	return true
}

func (r *reader) count(n *yaml.Node, what string) int {
	n = r.follow(n)
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!int" {
		var i int
		if n.Decode(&i) == nil && i >= 0 {
			return i
		}
	}
	r.errorf(n, "%s is a whole number that is not negative", what)
	return 0
}

func (r *reader) duration(n *yaml.Node, what string) *scenario.Duration {
	d, err := scenario.ParseDuration(r.text(n, what))
	if err != nil {
		r.errorf(n, "%s: %v", what, err)
	}
	return &d
}

// list calls each for the elements of a sequence; it returns how many there are.
func (r *reader) list(n *yaml.Node, what string, each func(*yaml.Node)) int {
	n = r.follow(n)
	if n.Kind != yaml.SequenceNode {
		r.errorf(n, "%s is a list", what)
		return 0
	}
	for _, e := range n.Content {
		if r.full() {
			break
		}
		each(e)
	}
	return len(n.Content)
}

// names is a list of names; it is never nil.
func (r *reader) names(n *yaml.Node, what, one string) []string {
	out := []string{}
	r.list(n, what, func(e *yaml.Node) { out = append(out, r.name(e, one)) })
	return out
}

// vars reads a mapping of names to values in its order; it is never nil.
func (r *reader) vars(n *yaml.Node, what string) []scenario.Var {
	out := []scenario.Var{}
	n = r.follow(n)
	if n.Kind != yaml.MappingNode {
		r.errorf(n, "%s is a mapping of names to values", what)
		return out
	}
	r.pairs(n, func(key string, k, v *yaml.Node) {
		if key == "" {
			r.errorf(k, "%s: the name is empty", what)
			return
		}
		out = append(out, scenario.Var{Name: key, Pos: posOf(v), Value: r.value(v)})
	})
	return out
}

// value makes JSON of any YAML value.
func (r *reader) value(n *yaml.Node) scenario.Value {
	var b bytes.Buffer
	r.appendValue(&b, n, maxDepth)
	return b.Bytes()
}

// maxDepth bounds the nesting of values: an anchor may contain itself.
const maxDepth = 100

func (r *reader) appendValue(b *bytes.Buffer, n *yaml.Node, depth int) {
	n = r.follow(n)
	switch {
	case r.full():
		return
	case depth == 0:
		r.errorf(n, "the value is nested too deep")
		r.nodes = max(r.nodes, maxNodes) // and no more of it
		return
	}
	switch n.Kind {
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, e := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			r.appendValue(b, e, depth-1)
		}
		b.WriteByte(']')
	case yaml.MappingNode:
		b.WriteByte('{')
		first := true
		r.pairs(n, func(key string, _, v *yaml.Node) {
			if !first {
				b.WriteByte(',')
			}
			first = false
			appendString(b, key)
			b.WriteByte(':')
			r.appendValue(b, v, depth-1)
		})
		b.WriteByte('}')
	case yaml.ScalarNode:
		r.appendScalar(b, n)
	default:
		r.errorf(n, "no value stands here")
	}
}

// appendScalar keeps the digits of numbers that JSON writes the same way.
func (r *reader) appendScalar(b *bytes.Buffer, n *yaml.Node) {
	switch n.ShortTag() {
	case "!!null":
		b.WriteString("null")
	case "!!bool":
		b.WriteString(strconv.FormatBool(r.boolean(n, "the value")))
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			b.WriteString(n.Value)
			return
		}
		var v any
		if err := n.Decode(&v); err != nil {
			r.errorf(n, "%q is no number: %v", n.Value, err)
			return
		}
		if f, ok := v.(float64); ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
			r.errorf(n, "%s is no number that a process can have", n.Value)
			return
		}
		j, err := json.Marshal(v)
		if err != nil {
			r.errorf(n, "%q is no number: %v", n.Value, err)
			return
		}
		b.Write(j)
	case "!!binary":
		r.errorf(n, "binary values are not taken; write the text")
	default: // text, and dates, which stay as they are written
		appendString(b, n.Value)
	}
}

func appendString(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always can be
	b.Truncate(b.Len() - 1)
}
