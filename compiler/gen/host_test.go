package gen_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/gen"
)

// A task that the diagram renames, gains or loses, and a variable that changes
// its type, is a compile error in the host that names what is missing.
func TestHostDoesNotCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	const file = "testdata/golden/fulfil/fulfil"
	source := read(t, filepath.Join(root, file+".bpmn"))
	for _, c := range []struct {
		name     string
		old, new string
		want     []string
	}{
		{"a renamed task", `name="Charge card"`, `name="Take the money"`,
			[]string{"handlers does not implement fulfil.Handlers", "missing method TakeTheMoney"}},
		{"another type of task", `<userTask id="Approve"`, `<serviceTask id="Approve"`,
			[]string{"missing method ApproveOrder"}},
		{"a variable of another type", `name="payment" itemSubjectRef="text"`, `name="payment" itemSubjectRef="count"`,
			[]string{`cannot use "paid" (untyped string constant) as int64 value`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := bytes.Replace(source, []byte(c.old), []byte(c.new), 1)
			if bytes.Equal(changed, source) {
				t.Fatalf("the file has no %s", c.old)
			}
			changed = bytes.ReplaceAll(changed, []byte("</userTask>"), []byte(closing(c.new)))
			out, err := gen.Generate(compile(t, "fulfil.bpmn", changed), gen.Options{Package: "fulfil"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := goCommand("vet", "-overlay", overlay(t, map[string][]byte{file + "_bpmn.go": out}), "./testdata/golden/fulfil")
			if err == nil {
				t.Fatal("the host still compiles")
			}
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("the error does not say %q:\n%s", want, got)
				}
			}
		})
	}
}

func closing(start string) string {
	if strings.HasPrefix(start, "<serviceTask") {
		return "</serviceTask>"
	}
	return "</userTask>"
}

// overlay writes the file that has the go command see contents in place of
// files of the repository; nil takes one away.
func overlay(t *testing.T, contents map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	for path, data := range contents {
		abs, err := filepath.Abs(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if data == nil {
			replace[abs] = ""
			continue
		}
		replace[abs] = filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(replace[abs], data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
