package expr

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// Witness are values of variables, in the order in which the conditions name
// them. It is empty where any values do.
type Witness []Value

// Value is the value of one path.
type Value struct {
	Path Path
	// Value is a value as Eval has it. It stands for every text that no condition
	// names where Text is "any other text", and for every value but null where
	// Text is "not null".
	Value any
	// Text is the value as FEEL writes it, or one of the phrases above.
	Text string
}

// The phrases of Value.Text.
const (
	AnyOtherText = "any other text"
	NotNull      = "not null"
)

// String renders `total = 100 and tier = "gold"`.
func (w Witness) String() string {
	parts := make([]string, len(w))
	for i, v := range w {
		op := " = "
		if v.Text == NotNull {
			op = " is "
		}
		parts[i] = v.Path.String() + op + v.Text
	}
	return strings.Join(parts, " and ")
}

// witness is what the paths of a decision have been given.
func (d *decision) witness() Witness {
	w := Witness{}
	for i, p := range d.paths {
		if d.at[i] == open || d.implied(p) {
			continue
		}
		c := p.cells[d.at[i]]
		v := Value{Path: Path{Sym: p.sym, Fields: p.fields}, Value: c.value, Text: literalText(c.value)}
		switch {
		case c.null:
		case c.whole && p.optional, p.space.kind == types.Any:
			v.Text = NotNull
		case c.rest:
			v.Text = AnyOtherText
		}
		w = append(w, v)
	}
	return w
}

// implied reports whether a path is there because another one inside it has a
// value, which is said already.
func (d *decision) implied(p *rangePath) bool {
	if p.cells[d.at[p.at]].null {
		return false
	}
	outer := Path{Sym: p.sym, Fields: p.fields}
	for i, q := range d.paths {
		if q != p && d.at[i] != open && !q.cells[d.at[i]].null && outer.covers(Path{Sym: q.sym, Fields: q.fields}) {
			return true
		}
	}
	return false
}

// literalText is a value as FEEL writes it.
func literalText(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", x)
	case fmt.Stringer:
		if types.IsTemporal(literalType(v)) {
			return fmt.Sprintf("@%q", x.String())
		}
		return x.String()
	}
	return fmt.Sprint(v)
}
