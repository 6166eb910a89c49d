package testrun

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// scenarioSuffixes are what scenario files end with, behind their model's base name.
var scenarioSuffixes = []string{".scenarios.yaml", ".scenarios.yml"}

// modelSuffixes are what BPMN files end with, the usual first.
var modelSuffixes = []string{".bpmn", ".bpmn20.xml", ".bpmn2.xml", ".bpmn.xml", ".bpmn2", ".xml"}

// Find finds the scenario files that arguments name: a scenario file itself, the
// one beside a BPMN file, those of a folder and of all that is below it ("..."
// behind a folder is tolerated). The result is in the order of names, each file
// once. shown says how a path is told.
func Find(args []string, shown func(path string) string) ([]File, error) {
	var files []File
	seen := map[string]bool{}
	add := func(path, model string) {
		path = filepath.Clean(path)
		if !seen[path] {
			seen[path] = true
			files = append(files, File{Path: path, Name: shown(path), Model: model})
		}
	}
	for _, arg := range args {
		path, tree := strings.CutSuffix(filepath.ToSlash(arg), "...")
		if !tree {
			path = arg
		} else if path != "/" {
			path = cmp.Or(strings.TrimSuffix(path, "/"), ".")
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s can't be read: %w", arg, reason(err))
		case info.IsDir():
			if err := findIn(path, add); err != nil {
				return nil, err
			}
		case tree:
			return nil, fmt.Errorf("%s does not name a folder", arg)
		case isScenarios(path):
			add(path, "")
		default:
			s, ok := besides(path)
			if !ok {
				return nil, fmt.Errorf("beside %s there is no %s; write it, or name another file with -scenarios", arg, filepath.Base(s))
			}
			add(s, path)
		}
	}
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files, nil
}

func findIn(root string, add func(path, model string)) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s can't be read: %w", filepath.ToSlash(path), reason(err))
		case d.IsDir():
			if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return filepath.SkipDir
			}
		case isScenarios(d.Name()) && !strings.HasPrefix(d.Name(), "."):
			add(path, "")
		}
		return nil
	})
}

func isScenarios(path string) bool {
	return slices.ContainsFunc(scenarioSuffixes, func(s string) bool { return strings.HasSuffix(path, s) })
}

// besides is the scenario file beside a BPMN file; ok is false where there is none.
func besides(model string) (path string, ok bool) {
	base := model
	for _, s := range modelSuffixes {
		if cut, found := strings.CutSuffix(model, s); found && len(cut) < len(base) {
			base = cut
		}
	}
	for _, s := range scenarioSuffixes {
		if isFile(base + s) {
			return base + s, true
		}
	}
	return base + scenarioSuffixes[0], false
}

// modelBeside is the BPMN file with the base name of a scenario file.
func modelBeside(scenarios string) (path string, ok bool) {
	base := scenarios
	for _, s := range scenarioSuffixes {
		base = strings.TrimSuffix(base, s)
	}
	if base == scenarios {
		base = strings.TrimSuffix(scenarios, filepath.Ext(scenarios))
	}
	for _, s := range modelSuffixes {
		if isFile(base + s) {
			return base + s, true
		}
	}
	return base + modelSuffixes[0], false
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// reason is what the operating system said, without the path.
func reason(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}
