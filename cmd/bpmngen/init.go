package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

func newInit(e *env) *cobra.Command {
	var pkg string
	cmd := &cobra.Command{
		Use:   "init [flags] file.bpmn",
		Short: "scaffolds handlers, a main and a test beside a BPMN file, once",
		Long: `Init compiles a file and writes what a host starts from, beside it: handlers.go with a method for every task, <base>_test.go with a first
test, and main.go that runs the process once. In a folder that holds a library package it writes doc.go with the go:generate line instead of main.go.
A file that exists is never changed.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("init takes one BPMN file")
			}
			files, folders, err := findInputs(args)
			if err != nil {
				return err
			}
			if len(folders) > 0 {
				return usagef("init takes a BPMN file, %q is a folder", args[0])
			}
			dir := filepath.Dir(files[0].path)
			flags := generateFlags{pkg: pkg}
			if pkg == "" && !hasGo(dir) {
				flags.pkg = "main"
			}
			targets, err := planTargets(files, flags)
			if err != nil {
				return err
			}
			if err := e.compileAll(cmd.Context(), "compiling", unitsOf(targets)); err != nil {
				return err
			}
			findCollisions(targets)
			t := targets[0]
			if r := reportOf(unitsOf(targets)); len(r.Diagnostics) > 0 {
				if err := render.Text(e.stderr, r, render.TextOptions{Source: excerpts, Color: e.errColor, Width: e.width}); err != nil {
					return err
				}
				traces(e.stderr, unitsOf(targets))
			}
			if err := outcome(unitsOf(targets)); err != nil {
				return err
			}
			if t.code == nil {
				return fmt.Errorf("%s has no process to run: set isExecutable=\"true\" on one", t.name)
			}
			return e.scaffold(t)
		},
	}
	cmd.Flags().StringVar(&pkg, "pkg", "", "the Go `package` (default: that of the Go files in the folder; main where there are none)")
	return cmd
}

// hasGo reports a folder with Go files other than generated ones.
func hasGo(dir string) bool {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern's syntax is right
	for _, p := range paths {
		if _, ours := readHeader(p); !ours && !strings.HasSuffix(p, "_test.go") {
			return true
		}
	}
	return false
}

// scaffold writes the generated file and the scaffolds, and tells what to do next.
func (e *env) scaffold(t *target) error {
	files, err := scaffoldFiles(t)
	if err != nil {
		return err
	}
	if _, err := writeFile(t.out, t.code); err != nil {
		return fmt.Errorf("%s can't be written: %s", filepath.ToSlash(t.out), reason(err))
	}
	fmt.Fprintf(e.stdout, "%s\n", filepath.ToSlash(t.out))
	for _, f := range files {
		path := filepath.Join(t.dir, f.name)
		err := writeNew(path, f.text)
		switch {
		case errors.Is(err, fs.ErrExist):
			fmt.Fprintf(e.stdout, "%s exists and is left as it is\n", filepath.ToSlash(path))
		case err != nil:
			return fmt.Errorf("%s can't be written: %s", filepath.ToSlash(path), reason(err))
		default:
			fmt.Fprintf(e.stdout, "%s\n", filepath.ToSlash(path))
		}
	}
	e.nextSteps(t)
	return nil
}

// writeNew writes a file that must not exist.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// nextSteps are the commands that make the scaffold run.
func (e *env) nextSteps(t *target) {
	fmt.Fprintln(e.stdout, "\nnext:")
	if t.dir != "." {
		fmt.Fprintf(e.stdout, "  cd %s\n", filepath.ToSlash(t.dir))
	}
	if !inModule(t.dir) {
		fmt.Fprintf(e.stdout, "  go mod init example.com/%s\n", goPackage(stem(t.path)))
	}
	fmt.Fprintf(e.stdout, "  go get -tool %s/cmd/bpmngen\n  go test .\n", modulePath)
	if t.pkg == "main" {
		fmt.Fprintln(e.stdout, "  go run .")
	}
}

// inModule reports whether a folder or one above it has a go.mod.
func inModule(dir string) bool {
	for dir = absolute(dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}
