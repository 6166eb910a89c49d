package rules

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/graph"
)

// loopNegative: an activity is not done a negative number of times (§13.3.6,
// §13.3.7, S7.1). What is computed is looked at when it is computed.
func loopNegative(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil {
		return
	}
	l := n.Act.Loop
	if negative(l.LoopMaximum) {
		p.at(n.Base, l.At("loopMaximum"), "%s is done at most %s times", n.Label(), strings.TrimSpace(l.LoopMaximum)).
			fix("write how often it is done at most, 0 or more, or take loopMaximum out")
	}
	if c := l.Cardinality; c != nil && negative(c.Text.Value) {
		p.at(n.Base, c.Span, "%s has %s instances", n.Label(), literal(c.Text.Value)).
			fix("write how many instances there are, 0 or more")
	}
}

// literal is a number without the marks of an expression language.
func literal(text string) string {
	t := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "="))
	if rest, ok := strings.CutPrefix(t, "${"); ok {
		t = strings.TrimSpace(strings.TrimSuffix(rest, "}"))
	}
	return t
}

func negative(text string) bool {
	n, err := strconv.ParseFloat(literal(text), 64)
	return err == nil && n < 0
}
