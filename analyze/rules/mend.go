package rules

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// behind is the place behind a start tag's name, where an attribute can be put.
func behind(b *bpmn.Base) diag.Span {
	at := b.Span
	at.Col, at.Len = at.Col+at.Len, 0
	return at
}

// before is the place in front of a start tag.
func before(b *bpmn.Base) diag.Span {
	at := b.Span
	at.Col, at.Len = at.Col-1, 0
	return at
}

// newID is an id that the file does not have: the element's kind and a number. last
// holds the numbers given so far.
func newID(f *graph.File, last map[string]int, kind string) string {
	for {
		last[kind]++
		id := fmt.Sprintf("%s_%d", kind, last[kind])
		if f.Defs.IDs[id] == nil && f.Defs.RawIDs[id] == nil {
			return id
		}
	}
}

var ncName = regexp.MustCompile(`^[\p{L}_][\p{L}\p{N}\p{M}_.\-]*$`)

// declareError is the edit that declares an error that a reference takes for granted.
func declareError(f *graph.File, ref bpmn.Ref) (diag.Span, string, bool) {
	if !ncName.MatchString(ref.Raw) || len(f.Defs.Roots) == 0 {
		return diag.Span{}, "", false
	}
	first := f.Defs.Roots[0].Elem()
	tag := "error"
	if p := first.XML.Prefix; p != "" {
		tag = p + ":error"
	}
	return before(first), fmt.Sprintf("<%s id=%q errorCode=%q/>\n", tag, ref.Raw, ref.Raw), true
}

// implicitDefault is the only flow without a condition where an exclusive gateway
// splits: it is what the gateway falls back to, so it can be said to be its default.
func implicitDefault(n *graph.Node) *graph.Flow {
	if _, has := n.Attr("", "default"); has || !n.IsGateway(bpmn.ExclusiveGateway) {
		return nil
	}
	var out *graph.Flow
	for _, f := range n.Out {
		if f.Condition != nil {
			continue
		}
		if out != nil || f.ID == "" || strings.ContainsAny(f.ID, "<&\"") {
			return nil
		}
		out = f
	}
	if len(n.Out) < 2 {
		return nil
	}
	return out
}

var (
	numberUnit = regexp.MustCompile(`^([0-9]+(?:[.,][0-9]+)?)\s*([A-Za-z]+)$`)
	unitsOf    = map[string]string{
		"s": "S", "sec": "S", "secs": "S", "second": "S", "seconds": "S", "m": "M", "min": "M", "mins": "M", "minute": "M", "minutes": "M",
		"h": "H", "hr": "H", "hrs": "H", "hour": "H", "hours": "H", "d": "D", "day": "D", "days": "D", "w": "W", "week": "W", "weeks": "W",
	}
	dateParts = regexp.MustCompile(`^(-?P)((?:[0-9.,]+[YMWD])*)((?:[0-9.,]+[HS])+)$`)
	onlyDays  = regexp.MustCompile(`^(-?P)T([0-9.,]+[WD])(.*)$`)
)

// isoDurationOf is the ISO 8601 form of a duration that a person wrote, where there
// is one reading alone: "5 minutes", "90s", "pt5m", "P10S", "PT1D".
func isoDurationOf(text string) (string, bool) {
	s := strings.TrimSpace(text)
	if m := numberUnit.FindStringSubmatch(s); m != nil {
		switch unit := unitsOf[strings.ToLower(m[2])]; unit {
		case "D", "W":
			s = "P" + m[1] + unit
		case "":
			return "", false
		default:
			s = "PT" + m[1] + unit
		}
	} else {
		s = strings.ToUpper(strings.Join(strings.Fields(s), ""))
		if m := dateParts.FindStringSubmatch(s); m != nil {
			s = m[1] + m[2] + "T" + m[3]
		} else if m := onlyDays.FindStringSubmatch(s); m != nil {
			s = m[1] + m[2]
			if m[3] != "" {
				s += "T" + m[3]
			}
		}
	}
	return s, s != text && duration(s)
}
