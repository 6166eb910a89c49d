package expr

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// builtinCases are the lines of testdata/builtins.txt as cases of the TCK's form.
func builtinCases(t *testing.T) []tckCase {
	t.Helper()
	b, err := os.ReadFile("testdata/builtins.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []tckCase
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		i := strings.LastIndex(line, " | ")
		if i < 0 {
			t.Fatalf("no value in %q", line)
		}
		c := tckCase{ID: line[:i], Expr: line[:i], Vars: json.RawMessage("{}"), Want: json.RawMessage(line[i+3:])}
		c.Error = bytes.Equal(c.Want, []byte("null"))
		out = append(out, c)
	}
	return out
}

// DMN 1.4 §10.3.4 and what stands around it, function by function.
func TestBuiltins(t *testing.T) {
	cases := builtinCases(t)
	if len(cases) < 500 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		if why := tckResult(c); why != "" {
			t.Errorf("%s: %s", c.Expr, why)
		}
	}
}
