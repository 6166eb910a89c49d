package expr

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime/feel"
)

// tckCase is one expression of the DMN TCK.
type tckCase struct {
	ID    string          `json:"id"`
	Expr  string          `json:"expr"`
	Type  string          `json:"type"`
	Vars  json.RawMessage `json:"vars"`
	Want  json.RawMessage `json:"want"`
	Error bool            `json:"error"`
}

// corpus finds the folder of other people's cases beside the repository.
func corpus(t *testing.T, path ...string) string {
	p := corpusIfAny(path...)
	if p == "" {
		t.Skip("no shared corpus beside the repository")
	}
	return p
}

// corpusIfAny is corpus, or "" where there is none.
func corpusIfAny(path ...string) string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for range 8 {
		p := filepath.Join(append([]string{dir, "shared", "corpus"}, path...)...)
		if _, err := os.Stat(p); err == nil {
			return p
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

var clock = time.Date(2024, 2, 29, 13, 14, 15, 0, time.UTC)

// tckResult judges a case: "" where it is right, else what went wrong.
func tckResult(c tckCase) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprint("panic: ", r)
		}
	}()
	v, ds, err := EvalSource(FEEL, c.Expr, c.Vars, clock)
	if c.Error {
		// FEEL's null on error; a typed compiler may refuse it with a diagnostic.
		if hasErrors(ds) || err != nil || v == nil || coerced(v, c.Type) == nil {
			return ""
		}
		return fmt.Sprintf("got %v, want null or a diagnostic", v)
	}
	if hasErrors(ds) {
		return string(ds[len(ds)-1].Code) + " " + ds[len(ds)-1].Message
	}
	if err != nil {
		return "fault: " + err.Error()
	}
	want, err := ParseVars([]byte(`{"v":` + string(c.Want) + `}`))
	if err != nil {
		return "bad case: " + err.Error()
	}
	if !sameValue(coerced(v, c.Type), want["v"]) {
		return fmt.Sprintf("got %s, want %s", show(v), c.Want)
	}
	return ""
}

func show(v any) string {
	b, err := feel.MarshalValue(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// coerced applies what the decision's declared type does to its result: a list
// of one becomes its element, a value a list of one, any other mismatch null
// (DMN 1.4 §10.3.2.9.4).
func coerced(v any, typ string) any {
	want := map[string]feel.Kind{"string": feel.KindString, "number": feel.KindNumber, "boolean": feel.KindBoolean, "date": feel.KindDate, "time": feel.KindTime, "dateTime": feel.KindDateTime}
	if l, ok := v.([]any); ok && typ == "tNumberList" {
		for _, e := range l {
			if e != nil && feel.KindOf(e) != feel.KindNumber {
				return nil
			}
		}
	} else if typ == "tNumberList" && feel.KindOf(v) != feel.KindNumber {
		return nil
	}
	k, ok := want[typ]
	if !ok || v == nil || feel.KindOf(v) == k {
		return v
	}
	if l, ok := v.([]any); ok && len(l) == 1 && feel.KindOf(l[0]) == k {
		return feel.Normalize(l[0])
	}
	if feel.KindOf(v) == feel.KindDate && k == feel.KindDateTime {
		return v
	}
	return nil
}

// sameValue compares a result with the expectation; numbers to the digits that
// the expectation gives (the TCK rounds to eight places).
func sameValue(a, b any) bool {
	a, b = feel.Normalize(a), feel.Normalize(b)
	switch x := a.(type) {
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !sameValue(x[i], y[i]) {
				return false
			}
		}
		return true
	case feel.Context:
		y, ok := b.(feel.Context)
		if !ok || len(x) != len(y) {
			return false
		}
		for _, e := range x {
			o, ok := y.Get(e.Key)
			if !ok || !sameValue(e.Value, o) {
				return false
			}
		}
		return true
	case nil:
		return b == nil
	}
	if x, ok := decimalOf(a); ok {
		y, ok := decimalOf(b)
		if !ok {
			return false
		}
		diff := x.Sub(y).Abs()
		return !diff.IsNull() && diff.Cmp(feel.NewDecimal(1, -8)) < 0
	}
	if feel.KindOf(a) != feel.KindOf(b) {
		return false
	}
	return feel.Is(a, b) || fmt.Sprint(a) == fmt.Sprint(b)
}

// TestTCK runs the cases of the DMN TCK: at least nine of ten must be right
// (docs/feel.md lists the rest).
func TestTCK(t *testing.T) {
	b, err := os.ReadFile(corpus(t, "feel", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []tckCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	total, right := map[string]int{}, map[string]int{}
	passed := 0
	for _, c := range cases {
		group, _, _ := strings.Cut(c.ID, "/")
		total[group]++
		why := tckResult(c)
		if why == "" {
			right[group]++
			passed++
			continue
		}
		t.Logf("%s: %s: %s", c.ID, strings.Join(strings.Fields(c.Expr), " "), why)
	}
	groups := make([]string, 0, len(total))
	for g := range total {
		groups = append(groups, g)
	}
	sort.Strings(groups)
	for _, g := range groups {
		if right[g] != total[g] {
			t.Logf("GROUP %-40s %d of %d", g, right[g], total[g])
		}
	}
	t.Logf("%d of %d right", passed, len(cases))
	if passed*10 < len(cases)*9 {
		t.Errorf("%d of %d cases right, want nine of ten", passed, len(cases))
	}
}
