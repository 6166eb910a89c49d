package bpmn

import (
	"bytes"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// OwnNS is the namespace of this compiler's own extensions.
const OwnNS = "https://bpmngen.dev/schema/1.0"

// Suppression is an extension element that says that a finding is known and meant:
//
//	<extensionElements><bpmngen:suppress code="BG2204" reason="the last flow is the fallback"/></extensionElements>
//
// It speaks of the element that it stands in, with everything inside.
type Suppression struct {
	Code, Reason Attr // zero where absent
	At           diag.Span
	// Element is the id of the element that it speaks of.
	Element string
	// From is the element's start tag, To the first one behind the element; zero at the end of the file.
	From, To diag.Span
}

// Covers reports whether a place of the file is inside the element.
func (s *Suppression) Covers(at diag.Span) bool {
	return !before(at, s.From) && (s.To.IsZero() || before(at, s.To))
}

func before(a, b diag.Span) bool { return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col }

// suppressions finds them in document order.
func suppressions(text []byte, root *Raw) []Suppression {
	if !bytes.Contains(text, []byte(OwnNS)) {
		return nil
	}
	var out []Suppression
	var walk func(e *Raw, until diag.Span)
	walk = func(e *Raw, until diag.Span) {
		for i, c := range e.Children {
			next := until
			if i+1 < len(e.Children) {
				next = e.Children[i+1].Span
			}
			if c.Name.Space == NS && c.Name.Local == "extensionElements" {
				for _, x := range c.Children {
					if x.Name.Space != OwnNS || x.Name.Local != "suppress" {
						continue
					}
					s := Suppression{At: x.Span, From: e.Span, To: until}
					s.Code, _ = x.Attr("", "code")
					s.Reason, _ = x.Attr("", "reason")
					if id, ok := e.Attr("", "id"); ok {
						s.Element = id.Value
					}
					out = append(out, s)
				}
			}
			walk(c, next)
		}
	}
	walk(root, diag.Span{})
	return out
}
