package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// TestRanges: gaps with a witness, overlaps, conditions that are never true;
// exact on Boolean combinations of variable against constant, silent elsewhere
// (issue 3, item 3).
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		conds string
		want  string
	}{
		{`total > 100;;total < 100`, "exact gap(total = 100)"},
		{`total > 100;;total <= 100`, "exact"},
		{`total >= 100;;total <= 100`, "exact overlap(0,1 total = 100)"},
		{`total > 5 and total < 6`, "exact gap(total = 5) never(0)"},
		{`price > 5 and price < 6`, "exact gap(price = 5)"},
		{`net > 0.1;;net <= 0.1`, "exact"},
		{`name = "a";;name = "b"`, `exact gap(name = "something else")`},
		{`name = "a";;name != "a"`, "exact"},
		{`ok;;not(ok)`, "exact"},
		{`ok;;total > 1`, "exact gap(ok = false, total = 1) overlap(0,1 ok = true, total = 2)"},
		{`ok and not(ok)`, "exact gap(ok = true) never(0)"},
		{`ok or not(ok)`, "exact always(0)"},
		{`count = null;;count != null`, "exact"},
		{`count = null;;count > 5`, "exact gap(count = 5)"},
		{`due < date("2024-01-31");;due > date("2024-01-31")`, `exact gap(due = @"2024-01-31")`},
		{`total between 1 and 5;;total > 5`, "exact gap(total = 0)"},
		{`total in (1, 2);;total in [3..9]`, "exact gap(total = 0)"},
		{`contains(name, "a");;total > 1`, "silent"},
		{`total > price`, "silent"},
		{`total + 1 > 5`, "silent"},
		{`customer.tier = "gold";;customer.tier = "silver" or customer.tier != "silver"`, `exact overlap(0,1 customer.tier = "gold") always(1)`},
		{`total > 0.5;;total < 0.5`, "exact"},
		{`true`, "exact always(0)"},
		{`false`, "exact gap() never(0)"},
	} {
		var list []*Typed
		for _, text := range strings.Split(c.conds, ";;") {
			typed, ds := checkText(FEEL, shop(), text, types.BoolType)
			if typed == nil {
				t.Fatalf("%s: %v", text, ds)
			}
			list = append(list, typed)
		}
		r := DecideRanges(list)
		got := "silent"
		if r.Exact {
			got = "exact"
		}
		if r.Gap != nil {
			got += fmt.Sprintf(" gap(%s)", r.Gap)
		}
		for _, o := range r.Overlaps {
			got += fmt.Sprintf(" overlap(%d,%d %s)", o.First, o.Second, o.Witness)
		}
		for _, n := range r.Never {
			got += fmt.Sprintf(" never(%d)", n)
		}
		for _, n := range r.Always {
			got += fmt.Sprintf(" always(%d)", n)
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.conds, got, c.want)
		}
	}
}
