package bpmn

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Files made to cost much more than their size do not: whatever is repeated, the
// work stays in proportion, or a bound ends it with a code.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files of megabytes")
	}
	const size = 4 << 20
	rep := func(s string) string { return strings.Repeat(s, size/len(s)) }
	var attrs, declarations strings.Builder
	for i := range 250 {
		fmt.Fprintf(&attrs, " a%d=''", i)
		fmt.Fprintf(&declarations, " xmlns:a%d='urn:%d'", i, i)
	}
	cases := []struct{ name, src string }{
		{"empty elements", model(rep("<a/>"))},
		{"attributes", model(rep("<a" + attrs.String() + "/>"))},
		{"declarations around everything", model("<a" + declarations.String() + "><a" + declarations.String() + ">" + rep("<b:c/>") + "</a></a>")},
		{"comments behind ]", model(rep("]<!---->"))},
		{"CDATA sections", model(rep("<![CDATA[]]>"))},
		{"deep, again and again", model(rep(strings.Repeat("<a>", 200) + strings.Repeat("</a>", 200)))},
		{"text on every level", model(strings.Repeat("<a>", 250) + rep("x<b/>") + strings.Repeat("y</a>", 250))},
		{"tag starts", rep("<")},
		{"quotes that never close", model("<a b='" + rep("<c d='"))},
		{"one endless name", "<" + rep("a")},
		{"one endless value", process("<task name='" + rep("x") + "'/>")},
		{"references", process("<task name='" + rep("&#120;") + "'/>")},
		{"misspelt elements", process(rep("<tsk/>"))},
		{"ids twice", process(rep("<task id='a'/>"))},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			var bag diag.Bag
			d := Parse("t.bpmn", []byte(c.src), Options{}, &bag)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%d bytes took %v", len(c.src), took)
			}
			if d == nil && !bag.HasErrors() {
				t.Error("nothing read, and no error")
			}
			if n := bag.Len(); n > 3*(mostOfAKind+1) {
				t.Errorf("%d findings", n)
			}
		})
	}
}

// Parse is safe for concurrent use.
func TestConcurrent(t *testing.T) {
	src := row(20)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var bag diag.Bag
			if d := Parse("row.bpmn", src, Options{}, &bag); d == nil || bag.Len() > 0 {
				t.Error(bag.All())
			}
		})
	}
	wg.Wait()
}
