package resolve

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/dialect"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/runtime"
)

// The codes of retry policies.
const (
	CodeRetryPolicy   diag.Code = "BG2830"
	CodeRetryComputed diag.Code = "BG2831"
	CodeRetryBackoff  diag.Code = "BG2832"
)

// retry reads how often a node's work is tried (S9.1).
func (b *builder) retry(n *graph.Node, i int) []diag.Diagnostic {
	m := &b.p.Nodes[i]
	if m.Performer != model.ByHandler {
		return nil
	}
	var ds []diag.Diagnostic
	var policy model.Retry
	found, backoff := false, []time.Duration(nil)
	for _, e := range b.retryData(n) {
		at := e.On.Span
		if e.At != nil {
			at = e.At.ValueSpan
		} else if v, ok := e.On.Attr("", "value"); ok {
			at = v.ValueSpan
		}
		text := strings.TrimSpace(e.Value)
		switch {
		case strings.HasPrefix(text, "=") || strings.Contains(text, "${") || strings.Contains(text, "#{"):
			ds = append(ds, n.Report(CodeRetryComputed, at, "how often %s is tried is computed by %s; the host's policy holds for it instead", n.Label(), text).
				WithFix("write the policy out, or give it to the engine by runtime.WithTaskRetry"))
		case e.Key == "retryBackoff":
			d, ok := fixed(text)
			if !ok {
				ds = append(ds, n.Report(CodeRetryBackoff, at, "the backoff %q of %s is no fixed ISO 8601 duration and has no effect", text, n.Label()).
					WithFix("write a duration of days, hours, minutes and seconds, such as PT30S"))
				continue
			}
			backoff = []time.Duration{d}
		default:
			p, ok := retryPolicy(text, e.On.Name.Local == "taskDefinition")
			if !ok {
				ds = append(ds, n.Report(CodeRetryPolicy, at, "%q does not say how often %s is tried", text, n.Label()).
					WithFix("%s", retryFix(e.On)))
				continue
			}
			policy, found = p, true
		}
	}
	if found {
		if backoff != nil {
			policy.Backoff = backoff
		}
		m.Retry = &policy
	}
	return ds
}

func retryFix(on *bpmn.Raw) string {
	if on.Name.Local == "taskDefinition" {
		return "write the number of attempts, such as 3"
	}
	return "write a number and a delay, such as R3/PT10M, or the delays, such as PT1M,PT5M"
}

// retryData is what the extensions of a node, or of its event's definitions, say
// of retries.
func (b *builder) retryData(n *graph.Node) []dialect.Entry {
	said := dialect.DataOf(n.Base)
	if n.Event != nil {
		for _, d := range b.file.Definitions(n.Event) {
			said = append(said, dialect.DataOf(&d.Base)...)
		}
	}
	var all []dialect.Entry
	for _, e := range said {
		if e.On == nil {
			continue
		}
		switch local := e.On.Name.Local; {
		case e.Key == "retries" && (local == "taskDefinition" || local == "failedJobRetryTimeCycle"),
			e.Key == "retryBackoff" && e.On.Name.Space == zeebeNS:
			all = append(all, e)
		}
	}
	return all
}

// retryPolicy reads a number of attempts (Camunda 8), a repeating interval whose
// number counts the attempts, or a list of the delays between them (Camunda 7,
// Flowable, Activiti).
func retryPolicy(text string, number bool) (p model.Retry, ok bool) {
	if number {
		n, err := strconv.ParseInt(text, 10, 32)
		return model.Retry{Attempts: max(int(n), 1)}, err == nil && n >= 0
	}
	if rest, ok := strings.CutPrefix(text, "R"); ok {
		count, delay, ok := strings.Cut(rest, "/")
		if !ok {
			return p, false
		}
		n := int64(math.MaxInt32)
		if count != "" {
			var err error
			if n, err = strconv.ParseInt(count, 10, 32); err != nil || n < 0 {
				return p, false
			}
		}
		d, ok := fixed(delay)
		return model.Retry{Attempts: max(int(n), 1), Backoff: []time.Duration{d}}, ok
	}
	for _, part := range strings.Split(text, ",") {
		d, ok := fixed(part)
		if !ok {
			return p, false
		}
		p.Backoff = append(p.Backoff, d)
	}
	p.Attempts = len(p.Backoff) + 1
	return p, true
}

// fixed is a duration that is the same at every time: months and years are not.
func fixed(text string) (time.Duration, bool) {
	january := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano()
	february := time.Date(2004, 2, 1, 0, 0, 0, 0, time.UTC).UnixNano()
	one, _, err := runtime.DueDuration(text, january, 0)
	if err != nil {
		return 0, false
	}
	other, _, err := runtime.DueDuration(text, february, 0)
	d := one - january
	return time.Duration(d), err == nil && d >= 0 && d == other-february
}
