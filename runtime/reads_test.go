package runtime_test

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

// EV §2.7: a declaration of dependencies that is explicitly empty is refused at
// construction; none at all means anything.
func TestEmptyDependenciesAreRefused(t *testing.T) {
	eng := engine(t)
	for _, c := range []struct {
		reads runtime.Changes
		want  string
	}{
		{runtime.Changes{}, "depends on nothing"},
		{runtime.Changes{0, 0}, "depends on nothing"},
		{runtime.Changes{0, 4}, ""},
		{nil, ""},
	} {
		p := row("P", step{"a", true, nothing})
		p.def.Events = []runtime.EventDef{{Trigger: runtime.ConditionalTrigger, Reads: c.reads}}
		_, err := eng.Register(p)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.reads, err, c.want)
		}
	}
}
