package gen

import (
	"strings"
	"unicode"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// words is an element name as people say it: serviceTask is "service task".
func words(element string) string {
	var b strings.Builder
	for _, r := range element {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// describe names a node in a comment: service task "Charge card" (Task_1, order.bpmn:4:5).
func describe(n *model.Node) string {
	s := words(n.Element)
	at := oneLine(n.ID)
	if p := place(n.Origin); p != "" {
		at += ", " + p
	}
	if n.Name != "" {
		s += " " + called(n.Origin)
	}
	return s + " (" + at + ")"
}

// describeFlow names a flow in a comment: "yes" (Flow_1, order.bpmn:4:5).
func describeFlow(f *model.Flow) string {
	var parts []string
	if f.Name != "" {
		parts = append(parts, oneLine(f.ID))
	}
	if p := place(f.Origin); p != "" {
		parts = append(parts, p)
	}
	return called(f.Origin) + inBrackets(parts)
}

// said is the comment beside the Go of an expression: where it stands and what it says.
func said(x *model.Expression) string {
	at := place(x.Origin)
	if src := x.Typed.Source; src.At != nil {
		at = src.Place(expr.Span{Len: len(src.Text)}).String()
	}
	if at == "" {
		return "// " + oneLine(x.Source)
	}
	return "// " + oneLine(at+": "+x.Source)
}
