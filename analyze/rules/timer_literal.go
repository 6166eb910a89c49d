package rules

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

var (
	isoDate     = regexp.MustCompile(`^(\d{4}-(\d{2}-\d{2}|W\d{2}(-\d)?|\d{3})|\d{4}(\d{4}|W\d{2,3}|\d{3}))(T\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?((\[|@)[\w/+-]+\]?)?)?$`)
	isoDuration = regexp.MustCompile(`^-?P(\d+([.,]\d+)?W|(\d+([.,]\d+)?Y)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?D)?(T(\d+([.,]\d+)?H)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?S)?)?)$`)
	cronField   = regexp.MustCompile(`^([\d*?/,\-#LW]+|[A-Za-z]{3}([-,][A-Za-z]{3})*(#\d)?)$`)
)

// timerLiteral: a time that is written out is one by ISO 8601, a cycle may be
// cron (S5.2). Expressions are looked at when the timer is armed.
func timerLiteral(p *pass, n *graph.Node) {
	if n.Event == nil || !n.Level.Executable {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind != bpmn.TimerTrigger {
			continue
		}
		for _, c := range []struct {
			expr *bpmn.Expression
			what string
			is   func(string) bool
		}{
			{d.TimeDate, "a date by ISO 8601, such as 2030-12-24T18:00:00Z", isoDate.MatchString},
			{d.TimeDuration, "a duration by ISO 8601, such as PT15M", duration},
			{d.TimeCycle, "a cycle by ISO 8601, such as R3/PT1H, or cron", cycle},
		} {
			if c.expr == nil || !isLiteral(c.expr) || c.is(strings.TrimSpace(c.expr.Text.Value)) {
				continue
			}
			f := p.at(n.Base, c.expr.Text.Span, "%s is not %s", graph.Quote(c.expr.Text.Value), c.what)
			if iso, ok := isoDurationOf(c.expr.Text.Value); ok && c.expr == d.TimeDuration && utf8.RuneCountInString(c.expr.Text.Value) == c.expr.Text.Span.Len {
				f = f.edit(c.expr.Text.Span, iso)
			}
			f.fix("write %s, or an expression: =... for FEEL, ${...} for JUEL", c.what)
		}
	}
}

func isLiteral(e *bpmn.Expression) bool {
	t := strings.TrimSpace(e.Text.Value)
	return t != "" && !strings.HasPrefix(t, "=") && !strings.Contains(t, "${") && !strings.Contains(t, "#{") && e.Language == ""
}

// duration: P and PT alone say nothing.
func duration(s string) bool {
	return isoDuration.MatchString(s) && strings.ContainsAny(s, "0123456789") && !strings.HasSuffix(s, "T")
}

func cycle(s string) bool {
	if strings.HasPrefix(s, "@") {
		return strings.HasPrefix(s, "@every ") || len(strings.Fields(s)) == 1
	}
	if rest, ok := strings.CutPrefix(s, "R"); ok && strings.Contains(rest, "/") {
		parts := strings.Split(rest, "/")
		if strings.Trim(parts[0], "0123456789") != "" && parts[0] != "-1" || len(parts) > 3 {
			return false
		}
		for _, x := range parts[1:] {
			if !duration(x) && !isoDate.MatchString(x) {
				return false
			}
		}
		return true
	}
	if duration(s) {
		return true
	}
	fields := strings.Fields(s)
	if len(fields) < 5 || len(fields) > 7 {
		return false
	}
	for _, f := range fields {
		if !cronField.MatchString(f) {
			return false
		}
	}
	return true
}
