package compiler_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sections are those of the record on events and of the rules that it leans on,
// which tests and conformance models cite as EV §2.1 and S4.1.
var sections = []string{
	"EV §2.1", "EV §2.2", "EV §2.3", "EV §2.4", "EV §2.5", "EV §2.6", "EV §2.7", "EV §2.8",
	"EV §2.9.1", "EV §2.9.2", "EV §2.9.3", "EV §2.9.4", "EV §5",
	"S4.1", "S4.2", "S4.3", "S4.4", "S4.5", "S4.6", "S5.1", "S5.2", "S5.3",
	"S6.1", "S6.2", "S6.3", "S6.4", "S6.5", "S6.6",
}

var citation = regexp.MustCompile(`EV §[0-9]+(\.[0-9]+)*|S[0-9]+\.[0-9]+(-S?[0-9.]+)?`)

// Every section has a test that cites it; `go test ./compiler -run Sections -v` lists which.
func TestSections(t *testing.T) {
	cited := map[string][]string{}
	for _, root := range []string{"../runtime", "../compiler", "../analyze", "../testdata", "../cmd"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Base(path) == "sections_test.go" {
				return err
			}
			if !strings.HasSuffix(path, "_test.go") && !strings.Contains(filepath.ToSlash(path), "/conformance/") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, c := range citation.FindAllString(string(text), -1) {
				if name := strings.TrimPrefix(filepath.ToSlash(path), "../"); !slices.Contains(cited[c], name) {
					cited[c] = append(cited[c], name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range sections {
		if len(cited[s]) == 0 {
			t.Errorf("no test cites %s", s)
			continue
		}
		t.Logf("%s: %s", s, strings.Join(cited[s], ", "))
	}
}
