package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// showDrift prints how the files on disk differ from what the targets compiled to.
func (e *env) showDrift(targets []*target, folders []string) error {
	drifted := false
	for _, t := range targets {
		if t.code == nil {
			continue // its findings were printed
		}
		name := filepath.ToSlash(t.out)
		old, err := os.ReadFile(t.out)
		switch {
		case os.IsNotExist(err):
			fmt.Fprintf(e.stdout, "%s is missing; run bpmngen generate %s\n", name, t.name)
		case err != nil:
			return fmt.Errorf("%s can't be read: %s", name, reason(err))
		case bytes.Equal(old, t.code):
			continue
		default:
			fmt.Fprintf(e.stdout, "%s is not what %s compiles to; run bpmngen generate %s\n%s", name, t.name, t.name,
				diff.Diff(name, old, name+" (generated)", t.code))
		}
		drifted = true
	}
	for _, o := range findOrphans(targets, folders) {
		fmt.Fprintln(e.stdout, o)
		drifted = true
	}
	if err := outcome(unitsOf(targets)); err != nil {
		return err
	}
	if drifted {
		return exit(exitFindings)
	}
	return nil
}

// findOrphans looks through the folders for files that were generated from a
// BPMN file that is gone, or that becomes another Go file now.
func findOrphans(targets []*target, folders []string) []string {
	becomes := map[string]string{}
	for _, t := range targets {
		if file, err := filepath.Abs(t.path); err == nil {
			becomes[file] = absolute(t.out)
		}
	}
	var out []string
	for _, folder := range folders {
		// The function returns SkipDir at most, so WalkDir returns nil.
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil // the folder is among the inputs, with its error
			case d.IsDir() && path != folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return filepath.SkipDir
			case d.IsDir() || filepath.Ext(path) != ".go":
				return nil
			}
			sources, ours := readHeader(path)
			if !ours {
				return nil
			}
			for _, s := range sources {
				source := filepath.Join(filepath.Dir(path), filepath.FromSlash(s))
				name := filepath.ToSlash(path)
				if _, err := os.Stat(source); os.IsNotExist(err) {
					out = append(out, fmt.Sprintf("%s was generated from %s, which is gone; remove it", name, filepath.ToSlash(source)))
				} else if now, ok := becomes[absolute(source)]; ok && now != absolute(path) {
					out = append(out, fmt.Sprintf("%s was generated from %s, which becomes another file now; remove it", name, filepath.ToSlash(source)))
				}
			}
			return nil
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// absolute is filepath.Abs where that works, else the path itself.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
