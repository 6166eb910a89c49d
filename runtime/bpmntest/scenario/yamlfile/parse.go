package yamlfile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"go.yaml.in/yaml/v4"
)

// Error is one thing that is wrong in a file.
type Error struct {
	File    string
	Pos     scenario.Pos
	Message string
}

// Error is file:line:column: message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%s: %s", e.File, e.Pos, e.Message) }

// Errors are all the things that are wrong in a file, in the order of their places.
type Errors []*Error

// Error has a line for each.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// maxNodes bounds what aliases may blow a file up to.
const maxNodes = 1_000_000

// Parse reads a scenario file. name is what positions call it. The error is
// of type Errors and holds all that is wrong. It takes any bytes; safe for
// concurrent use.
func Parse(name string, data []byte) (*scenario.File, error) {
	r := &reader{file: name}
	f := r.read(data)
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b *Error) int {
			if a.Pos.Line != b.Pos.Line {
				return a.Pos.Line - b.Pos.Line
			}
			return a.Pos.Col - b.Pos.Col
		})
		return nil, r.errs
	}
	return f, nil
}

// reader walks the nodes of one file and collects what is wrong.
type reader struct {
	file  string
	errs  Errors
	nodes int
}

func (r *reader) read(data []byte) *scenario.File {
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			r.errorAt(scenario.Pos{Line: 1, Col: 1}, "the file is empty: write scenarios, or rejects")
		} else {
			r.syntax(err)
		}
		return nil
	}
	if err := dec.Decode(&more); err == nil {
		r.errorf(&more, "a second document: a scenario file has one")
		return nil
	} else if !errors.Is(err, io.EOF) {
		r.syntax(err)
		return nil
	}
	if len(doc.Content) != 1 {
		r.errorAt(scenario.Pos{Line: 1, Col: 1}, "the file is empty: write scenarios, or rejects")
		return nil
	}
	return r.top(doc.Content[0])
}

// syntax reports what the YAML reader said.
func (r *reader) syntax(err error) {
	var load *yaml.LoadError
	at := scenario.Pos{Line: 1, Col: 1}
	message := err.Error()
	if errors.As(err, &load) {
		message = load.Message
		if load.Mark.Line > 0 {
			at = scenario.Pos{Line: load.Mark.Line, Col: max(load.Mark.Column, 1)}
		}
	}
	r.errorAt(at, "the file is no YAML: %s", message)
}

func (r *reader) errorAt(at scenario.Pos, format string, args ...any) {
	r.errs = append(r.errs, &Error{File: r.file, Pos: at, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) errorf(n *yaml.Node, format string, args ...any) {
	r.errorAt(posOf(n), format, args...)
}

func posOf(n *yaml.Node) scenario.Pos {
	return scenario.Pos{Line: max(n.Line, 1), Col: max(n.Column, 1)}
}

// follow is what an alias stands for. It counts, so that aliases of aliases end.
func (r *reader) follow(n *yaml.Node) *yaml.Node {
	if r.nodes++; r.nodes == maxNodes {
		r.errorf(n, "the file has too many values, aliases counted as what they stand for")
	}
	for n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	return n
}

func (r *reader) full() bool { return r.nodes >= maxNodes }

// fields calls a function for each key of a mapping. A key that has none is an
// error that names those that do, and so is one that stands twice.
func (r *reader) fields(n *yaml.Node, what string, known fields) {
	n = r.follow(n)
	if n.Kind != yaml.MappingNode {
		r.errorf(n, "%s is a mapping with the keys %s", what, known.list())
		return
	}
	r.pairs(n, func(key string, k, v *yaml.Node) {
		for _, f := range known {
			if f.key == key {
				f.read(v)
				return
			}
		}
		hint := "; it has " + known.list()
		if near := known.near(key); near != "" {
			hint = fmt.Sprintf("; did you mean %s?", near)
		}
		r.errorf(k, "%s has no key %q%s", what, key, hint)
	})
}

// pairs calls visit for each key of a mapping, in their order.
func (r *reader) pairs(n *yaml.Node, visit func(key string, k, v *yaml.Node)) {
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content) && !r.full(); i += 2 {
		k, v := r.follow(n.Content[i]), n.Content[i+1]
		switch {
		case k.Kind != yaml.ScalarNode:
			r.errorf(k, "a key is a name")
		case k.ShortTag() == "!!merge":
			r.errorf(k, "merge keys are not taken here: write the keys themselves")
		case seen[k.Value]:
			r.errorf(k, "%q stands here twice", k.Value)
		default:
			seen[k.Value] = true
			visit(k.Value, k, v)
		}
	}
}

type fields []field

type field struct {
	key  string
	read func(v *yaml.Node)
}

func (f fields) list() string {
	keys := make([]string, len(f))
	for i := range f {
		keys[i] = f[i].key
	}
	return strings.Join(keys, ", ")
}

// near is the key that was probably meant: the one with other capitals, or a
// letter or two away.
func (f fields) near(key string) string {
	best, distance := "", 3
	for _, k := range f {
		d := editDistance(strings.ToLower(key), strings.ToLower(k.key))
		if d < distance && d < len(k.key)/2+1 {
			best, distance = k.key, d
		}
	}
	return best
}

// editDistance is Levenshtein's; keys that are far apart in length are not measured.
func editDistance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 99
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
