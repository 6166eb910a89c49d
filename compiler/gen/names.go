package gen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names allots the identifiers of one scope of generated Go. All wishes are
// collected first and settled at once, so that what an element is called does
// not depend on the order of the diagram: where two want one name, both get
// their BPMN id as suffix.
type names struct {
	taken  map[string]bool // reserved, or settled
	wishes []wish
}

type wish struct {
	dst  *string
	name string
	id   string // BPMN id of what is named; "" keeps its name whatever else wants it
}

// newNames returns a scope in which the identifiers that Go gives a meaning,
// and the reserved ones, are not free.
func newNames(reserved ...string) *names {
	n := &names{taken: map[string]bool{}}
	for _, list := range [][]string{keywords, predeclared, reserved} {
		for _, r := range list {
			n.taken[r] = true
		}
	}
	return n
}

// want asks for a name for the element with that BPMN id; settle writes it to dst.
func (n *names) want(dst *string, name, id string) {
	n.wishes = append(n.wishes, wish{dst, name, id})
}

// settle decides all wishes. It fails where ids can't tell two elements apart.
func (n *names) settle() error {
	count := map[string]int{}
	for i := range n.wishes {
		count[n.wishes[i].name]++
	}
	var clashing []wish
	for _, w := range n.wishes {
		fixed := w.id == ""
		if n.taken[w.name] || !fixed && count[w.name] > 1 {
			if fixed {
				return fmt.Errorf("two declarations are called %s", w.name)
			}
			clashing = append(clashing, w)
			continue
		}
		if fixed {
			n.taken[w.name] = true
		}
		*w.dst = w.name
	}
	for _, w := range n.wishes {
		if *w.dst != "" {
			n.taken[*w.dst] = true
		}
	}
	for _, w := range clashing {
		name := w.name + identifier(w.id)
		for n.taken[name] && len(name) < len(w.name)+len(identifier(w.id))+8 {
			name += "X"
		}
		if n.taken[name] {
			return fmt.Errorf("no free name for %s (%s)", w.name, w.id)
		}
		n.taken[name] = true
		*w.dst = name
	}
	n.wishes = nil
	return nil
}

// identifier makes the exported form of a BPMN id: letters and digits, each
// word beginning with an upper-case letter.
func identifier(id string) string {
	var b strings.Builder
	up := true
	for _, r := range id {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if up {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
			up = false
		default:
			up = true
		}
	}
	return b.String()
}

// unexported makes an identifier begin with lower case: Order is order,
// HTTPOrder is httpOrder.
func unexported(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	if r, _ := utf8.DecodeRuneInString(string(runes)); unicode.IsUpper(r) || !unicode.IsLetter(r) {
		return "x" + string(runes)
	}
	return string(runes)
}

// locals are the identifiers that emitted functions use for parameters,
// receivers and variables. No import is called by one of them, else the
// generated code would compile to something else.
var locals = []string{
	"base", "changed", "ctx", "d", "data", "due", "e", "eng", "err", "f", "fired", "fn", "from", "h", "i", "id", "in", "inst", "key", "last", "live", "m", "n",
	"node", "now", "ok", "opts", "out", "p", "part", "payload", "r", "s", "set", "t", "task", "to", "v", "value", "w", "when", "work", "x", "y",
}

var keywords = strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if import
	interface map package range return select struct switch type var`)

var predeclared = strings.Fields(`any append bool byte cap clear close comparable complex complex64 complex128 copy delete
	error false float32 float64 imag init int int8 int16 int32 int64 iota len main make max min new nil panic print println
	real recover rune string true uint uint8 uint16 uint32 uint64 uintptr`)

// aliases decides what each import is called: the last element of its path
// that is no version, made an identifier; where that is taken, the elements
// before it go in front.
func aliases(paths []string, taken map[string]bool) (map[string]string, error) {
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	used := map[string]bool{}
	for _, list := range [][]string{keywords, predeclared, locals} {
		for _, r := range list {
			used[r] = true
		}
	}
	unfit := func(alias string) bool {
		// Expressions and mappings number their variables: x1, value2.
		base := strings.TrimRight(alias, "0123456789")
		return used[alias] || used[base] || taken[alias]
	}
	out := map[string]string{}
	// What the project and the standard library export keeps its own name.
	slices.SortStableFunc(sorted, func(a, b string) int { return aliasRank(a) - aliasRank(b) })
	for _, path := range sorted {
		parts := pathWords(path)
		alias := ""
		for i := len(parts) - 1; i >= 0; i-- {
			alias = parts[i] + alias
			if !unfit(alias) {
				break
			}
		}
		if unfit(alias) {
			alias += "pkg"
		}
		if unfit(alias) {
			return nil, fmt.Errorf("no free name for the import %q", path)
		}
		used[alias] = true
		out[path] = alias
	}
	return out, nil
}

func aliasRank(path string) int {
	switch {
	case !strings.Contains(strings.SplitN(path, "/", 2)[0], "."):
		return 0
	case path == runtimePath || strings.HasPrefix(path, runtimePath+"/"):
		return 1
	}
	return 2
}

// pathWords are the elements of an import path as parts of an identifier,
// without versions ("/v2", "yaml.v3").
func pathWords(path string) []string {
	var out []string
	for _, e := range strings.Split(path, "/") {
		if i := strings.LastIndex(e, ".v"); i > 0 && isVersion(e[i+1:]) {
			e = e[:i]
		}
		if len(out) > 0 && isVersion(e) {
			continue
		}
		w := strings.ToLower(identifier(strings.TrimPrefix(e, "go-")))
		w = strings.TrimLeftFunc(w, unicode.IsDigit)
		if w != "" {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		out = []string{"pkg"}
	}
	return out
}

func isVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	return strings.Trim(s[1:], "0123456789") == ""
}
