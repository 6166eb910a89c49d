package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// input is a BPMN file to work on, or a name that none could be found under.
type input struct {
	path string // as the operating system takes it
	name string // as findings show it: relative to the current folder, with slashes
	err  error  // why it can't be read
}

// suffixes are the ends of names that BPMN files in folders are known by.
var suffixes = []string{".bpmn20.xml", ".bpmn2.xml", ".bpmn.xml", ".bpmn2", ".bpmn"}

// findInputs finds the files that arguments name: files as they are, whatever
// their name, and the BPMN files of folders and all that is below them, hidden
// folders and node_modules left out. A "..." at the end of a folder is tolerated.
// The result is in the order of names, each file once. folders are the folders
// that were searched.
func findInputs(args []string) (files []input, folders []string, err error) {
	if len(args) == 0 {
		return nil, nil, usagef("name the BPMN files or folders to work on")
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	add := func(path string, err error) {
		path = filepath.Clean(path)
		if abs, e := filepath.Abs(path); e != nil || !seen[abs] {
			seen[abs] = true
			files = append(files, input{path, shownName(cwd, path), err})
		}
	}
	for _, arg := range args {
		path, tree := strings.CutSuffix(filepath.ToSlash(arg), "...")
		if tree {
			path = cmp.Or(strings.TrimSuffix(path, "/"), ".")
			if arg == "/..." {
				path = "/"
			}
		} else {
			path = arg
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			add(path, err)
		case info.IsDir():
			folders = append(folders, filepath.Clean(path))
			walk(path, add)
		case tree:
			add(path, fmt.Errorf("%s/... does not name a folder", path))
		default:
			add(path, nil)
		}
	}
	slices.SortFunc(files, func(a, b input) int { return cmp.Compare(a.name, b.name) })
	return files, folders, nil
}

// walk adds the BPMN files of a tree, and the folders in it that can't be read.
func walk(root string, add func(string, error)) {
	// The function never returns an error other than SkipDir, so WalkDir doesn't either.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			add(path, err)
			if d != nil && d.IsDir() {
				return filepath.SkipDir
			}
		case d.IsDir():
			if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return filepath.SkipDir
			}
		case isBPMN(d.Name()) && !d.IsDir():
			add(path, nil)
		}
		return nil
	})
}

func isBPMN(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc(suffixes, func(s string) bool { return len(lower) > len(s) && strings.HasSuffix(lower, s) }) &&
		!strings.HasPrefix(name, ".")
}

// stem is a file's name without its folder and the ending that marks it as BPMN.
func stem(path string) string {
	name := filepath.Base(path)
	for _, s := range suffixes {
		if len(name) > len(s) && strings.EqualFold(name[len(name)-len(s):], s) {
			return name[:len(name)-len(s)]
		}
	}
	return cmp.Or(strings.TrimSuffix(name, filepath.Ext(name)), name)
}

// shownName is how a path is told: relative to the current folder, with slashes.
// What was given as an absolute path outside of it stays one.
func shownName(cwd, path string) string {
	path = filepath.Clean(path)
	if filepath.IsAbs(path) {
		if rel, err := filepath.Rel(cwd, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// maxBytes is the largest file that is read, as bpmn.Options has it.
const maxBytes = 64 << 20

// readInput reads a file, but never more than a byte over maxBytes: the compiler says
// that it is too big. Pipes and devices are refused, for they may never end.
func readInput(in input) ([]byte, error) {
	if in.err != nil {
		return nil, in.err
	}
	info, err := os.Stat(in.path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", in.name)
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var src bytes.Buffer
	src.Grow(int(min(info.Size(), maxBytes)) + bytes.MinRead)
	_, err = src.ReadFrom(io.LimitReader(f, maxBytes+1))
	return src.Bytes(), err
}
