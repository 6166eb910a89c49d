package yamlfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpus reads every scenario file of the conformance cases, those too
// whose constructs are not executable yet: the format is whole.
func TestCorpus(t *testing.T) {
	dir := corpus(t)
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".scenarios.yaml") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		if _, err := Parse(filepath.Base(path), data); err != nil {
			t.Error(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Error("no scenario file found")
	}
}

// corpus finds the conformance cases beside the repository.
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		cases := filepath.Join(dir, "shared", "corpus", "conformance")
		if _, err := os.Stat(cases); err == nil {
			return cases
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("no folder shared/corpus beside the repository")
		}
		dir = parent
	}
}
