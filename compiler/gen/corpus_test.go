package gen_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/gen"
)

// corpus finds other projects' files, which stand beside the repository where
// they are there at all.
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		at := filepath.Join(filepath.Dir(dir), "shared", "corpus")
		if _, err := os.Stat(at); err == nil {
			return at
		}
	}
	t.Skip("no folder shared/corpus beside the repository")
	return ""
}

var processID = regexp.MustCompile(`<(?:\w+:)?process\s[^>]*?\bid="([^"]*)"`)

// Whatever compiles without an error becomes Go that compiles: all files of the
// corpus, every process, as `bpmngen test` links them.
func TestCorpusLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := corpus(t)
	contents := map[string][]byte{"compiler/gen/testdata/mapped/mapped_bpmn.go": nil, "compiler/gen/testdata/mapped/mapped_test.go": nil}
	var linked []gen.Linked
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".bpmn") || strings.Contains(path, "reject") {
			return err
		}
		data := read(t, path)
		var ids []string
		for _, m := range processID.FindAllSubmatch(data, -1) {
			ids = append(ids, string(m[1]))
		}
		res := compiler.Compile([]compiler.Input{{Name: filepath.Base(path), Data: data}},
			compiler.Options{Processes: ids, EveryTaskIsWork: true})
		if res.Diagnostics.HasErrors() || len(res.Package.Processes) == 0 {
			return nil
		}
		opts := gen.Options{Package: "main", Prefix: fmt.Sprintf("M%04d", len(linked))}
		out, err := gen.Generate(res.Package, opts)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		contents[fmt.Sprintf("compiler/gen/testdata/mapped/m%04d_bpmn.go", len(linked))] = out
		linked = append(linked, gen.Linked{Model: res.Package, Options: opts})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	driver, err := gen.Driver(linked)
	if err != nil {
		t.Fatal(err)
	}
	contents["compiler/gen/testdata/mapped/driver.go"] = driver
	if out, err := goCommand("vet", "-overlay", overlay(t, contents), "./compiler/gen/testdata/mapped"); err != nil {
		t.Errorf("%d packages: %v\n%s", len(linked), err, out)
	}
	t.Logf("%d files linked", len(linked))
	if len(linked) < 50 {
		t.Errorf("only %d files of the corpus compile", len(linked))
	}
}
