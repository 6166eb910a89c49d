package graph

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
)

// Words turns an element's local name into words: serviceTask is "service task".
func Words(local string) string {
	var b strings.Builder
	for i, r := range local {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	switch s := b.String(); s {
	case "sub process":
		return "sub-process"
	case "ad hoc sub process":
		return "ad-hoc sub-process"
	case "event based gateway":
		return "event-based gateway"
	default:
		return s
	}
}

// Label is how a message speaks of an element: what it is, and its name or,
// without one, its id.
func Label(b *bpmn.Base) string {
	what := Words(b.XML.Local)
	switch {
	case strings.TrimSpace(b.Name) != "":
		return what + " " + Quote(b.Name)
	case b.ID != "":
		return what + " " + Quote(b.ID)
	}
	return what
}

// Quote puts a name of the model into quotation marks, on one line and not longer than a line can hold.
func Quote(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	const most = 60
	if utf8.RuneCountInString(name) > most {
		r := []rune(name)
		name = string(r[:most-1]) + "…"
	}
	return strconv.Quote(name)
}

// An returns the word with its indefinite article.
func An(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// LinkName is the name by which a Link event is paired (EV §2.8): that of its
// definition, or of the event where the definition has none.
func LinkName(n *Node) string {
	for _, d := range n.Event.Definitions {
		if d.Kind == bpmn.LinkTrigger && strings.TrimSpace(d.Name) != "" {
			return strings.TrimSpace(d.Name)
		}
	}
	return strings.TrimSpace(n.Name)
}
