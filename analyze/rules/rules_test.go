package rules

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Every rule is explained, and no two have one code.
func TestTable(t *testing.T) {
	seen := map[diag.Code]bool{}
	for i, r := range table {
		if seen[r.code] {
			t.Errorf("%s is given twice", r.code)
		}
		seen[r.code] = true
		if e, ok := diag.Lookup(r.code); !ok || e.Title == "" || e.Explain == "" {
			t.Errorf("the catalogue does not explain %s", r.code)
		}
		set := 0
		for _, is := range []bool{r.file != nil, r.level != nil, r.node != nil, r.flow != nil} {
			if is {
				set++
			}
		}
		if set != 1 {
			t.Errorf("rule %d (%s) looks at %d things, want 1", i, r.code, set)
		}
	}
}

// The rules that users of bpmnlint know are found by their names there.
func TestAliases(t *testing.T) {
	have := map[string]bool{}
	for _, e := range diag.Catalogue() {
		have[e.Alias] = true
	}
	for _, name := range []string{
		"ad-hoc-sub-process", "conditional-event", "conditional-flows", "end-event-required", "event-sub-process-typed-start-event", "fake-join",
		"link-event", "no-disconnected", "no-duplicate-sequence-flows", "single-blank-start-event", "single-event-definition", "start-event-required",
		"sub-process-blank-start-event", "superfluous-gateway",
	} {
		if !have[name] {
			t.Errorf("no code has the alias %s", name)
		}
	}
}

func TestISO(t *testing.T) {
	for s, want := range map[string]bool{
		"PT15M": true, "P1Y2M3DT4H5M6.5S": true, "P2W": true, "-PT1S": true, "PT0.5S": true,
		"P": false, "PT": false, "P1DT": false, "15M": false, "PT1D": false, "P1S": false, "": false,
	} {
		if got := duration(s); got != want {
			t.Errorf("duration(%q) = %v", s, got)
		}
	}
	for s, want := range map[string]bool{
		"2030-12-24T18:00:00Z": true, "2030-12-24": true, "2030-12-24T18:00:00+01:00": true, "2030-12-24T18:00:00.123": true,
		"2030-12-24T18:00:00+01:00[Europe/Berlin]": true, "tomorrow": false, "24.12.2030": false, "2030-12": false,
	} {
		if got := isoDate.MatchString(s); got != want {
			t.Errorf("date %q: %v", s, got)
		}
	}
	for s, want := range map[string]bool{
		"R3/PT1H": true, "R/PT1H": true, "R/2030-01-01T00:00Z/P1D": true, "R5/P1D/2030-01-01": true, "PT1H": true,
		"0 0 9 * * MON-FRI": true, "*/5 * * * *": true, "@daily": true, "@every 1h": true,
		"R3": false, "Rx/PT1H": false, "R3/hour": false, "INVALID": false, "every day at noon please": false,
	} {
		if got := cycle(s); got != want {
			t.Errorf("cycle(%q) = %v", s, got)
		}
	}
}

// A collection that no vendor's namespace gives a meaning is none.
func TestForeignCollection(t *testing.T) {
	for attr, want := range map[string]int{
		`xmlns:c="http://camunda.org/schema/1.0/bpmn" c:collection="orders"`: 0,
		`xmlns:c="http://flowable.org/bpmn" c:collection="orders"`:           0,
		`xmlns:c="urn:own" c:collection="orders"`:                            1,
	} {
		var bag diag.Bag
		defs := bpmn.Parse("m.bpmn", []byte(`<definitions xmlns="`+bpmn.NS+`" targetNamespace="t"><process id="p" isExecutable="true"><serviceTask id="s"><multiInstanceLoopCharacteristics `+
			attr+`/></serviceTask></process></definitions>`), bpmn.Options{}, &bag)
		Check(graph.Build([]*bpmn.Definitions{defs}, nil), &bag)
		got := 0
		for _, d := range bag.All() {
			if d.Code == "BG2404" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d findings BG2404, want %d", attr, got, want)
		}
	}
}
