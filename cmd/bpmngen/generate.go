package main

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

type generateFlags struct {
	check, strict, verbose bool
	out, pkg, config       string
}

func newGenerate(e *env) *cobra.Command {
	var flags generateFlags
	cmd := &cobra.Command{
		Use:   "generate [flags] file|folder ...",
		Short: "compiles BPMN files to Go",
		Long: `Generate compiles each file to <base>_bpmn.go beside it. Folders are searched for BPMN files, with everything below them.
A Go file is written only where its bytes change. Files with errors are left out, all the others are written; all findings are printed to standard error.

With -check nothing is written: the differences to what would be generated are printed, with files that are missing and generated files
whose BPMN file is gone, and the exit status is 1 if there are any.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, folders, err := findInputs(args)
			if err != nil {
				return err
			}
			if len(files) == 0 && !flags.check {
				return usagef("there is no BPMN file (*.bpmn) in %s", quoted(args))
			}
			targets, err := planTargets(files, flags)
			if err != nil {
				return err
			}
			units := unitsOf(targets)
			if err := configure(flags.config, units); err != nil {
				return err
			}
			if err := e.compileAll(cmd.Context(), "generating", units); err != nil {
				return err
			}
			findCollisions(targets)
			if r := reportOf(units); len(r.Diagnostics) > 0 {
				if err := render.Text(e.stderr, r, render.TextOptions{Source: excerpts, Color: e.errColor, Width: e.width}); err != nil {
					return err
				}
				traces(e.stderr, units)
			}
			if flags.check {
				return e.showDrift(targets, folders)
			}
			return e.writeTargets(targets, folders, flags.verbose)
		},
	}
	cmd.Flags().BoolVar(&flags.check, "check", false, "write nothing, print what differs, exit 1 if anything does")
	cmd.Flags().StringVar(&flags.config, "config", "", configUsage)
	cmd.Flags().BoolVar(&flags.strict, "strict", false, "take warnings for errors")
	cmd.Flags().BoolVar(&flags.verbose, "v", false, "print the names of the files that are written")
	cmd.Flags().StringVar(&flags.out, "o", "", "the Go `file` to write, or the folder to write to")
	cmd.Flags().StringVar(&flags.pkg, "pkg", "", "the Go `package` (default: that of the Go files in the folder, else the folder's name)")
	return cmd
}

// target is a unit with the file that it becomes.
type target struct {
	unit
	out string
}

func unitsOf(targets []*target) []*unit {
	units := make([]*unit, len(targets))
	for i, t := range targets {
		units[i] = &t.unit
	}
	return units
}

// planTargets decides for every file where its Go goes and in which package.
func planTargets(files []input, flags generateFlags) ([]*target, error) {
	if flags.pkg != "" && (!token.IsIdentifier(flags.pkg) || flags.pkg == "_") {
		return nil, usagef("-pkg %s is no Go package name", flags.pkg)
	}
	asFile := flags.out != "" && !isFolder(flags.out)
	if asFile && len(files) > 1 {
		return nil, usagef("-o %s names one file, but there are %d BPMN files; name a folder", flags.out, len(files))
	}
	if asFile && (!strings.HasSuffix(flags.out, ".go") || strings.HasSuffix(flags.out, "_test.go")) {
		return nil, usagef("-o %s does not name a Go file; write %s, or a folder with a slash behind it", flags.out, outputName(flags.out))
	}
	packages := map[string]string{} // by folder
	by := map[string]string{}       // which BPMN file becomes a Go file
	var targets []*target
	for _, f := range files {
		out := filepath.Join(cmp.Or(flags.out, filepath.Dir(f.path)), outputName(f.path))
		if asFile {
			out = filepath.Clean(flags.out)
		}
		if other, taken := by[out]; taken {
			return nil, usagef("%s and %s would both become %s; rename one", other, f.name, filepath.ToSlash(out))
		}
		by[out] = f.name
		dir := filepath.Dir(out)
		if _, known := packages[dir]; !known {
			packages[dir] = cmp.Or(flags.pkg, packageName(dir))
		}
		targets = append(targets, &target{
			unit: unit{input: f, dir: dir, compileOptions: compileOptions{strict: flags.strict, pkg: packages[dir], soundness: smallBudget, waive: true}},
			out:  out,
		})
	}
	return targets, nil
}

// isFolder reports a path that is a folder, or is meant as one.
func isFolder(path string) bool {
	if strings.HasSuffix(filepath.ToSlash(path), "/") {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// writeTargets writes what could be compiled, and names generated files whose source is gone.
func (e *env) writeTargets(targets []*target, folders []string, verbose bool) error {
	for _, t := range targets {
		if t.code == nil {
			if !t.hasErrors() && (verbose || len(targets) == 1) {
				fmt.Fprintf(e.stderr, "bpmngen: %s has no executable process, so there is nothing to generate\n", t.name)
			}
			continue
		}
		written, err := writeFile(t.out, t.code)
		if err != nil {
			return fmt.Errorf("%s can't be written: %s", filepath.ToSlash(t.out), reason(err))
		}
		if written && verbose {
			fmt.Fprintf(e.stdout, "%s\n", filepath.ToSlash(t.out))
		}
	}
	for _, o := range findOrphans(targets, folders) {
		fmt.Fprintf(e.stderr, "bpmngen: %s\n", o)
	}
	return outcome(unitsOf(targets))
}

// quoted lists arguments for a message.
func quoted(args []string) string {
	q := make([]string, len(args))
	for i, a := range args {
		q[i] = fmt.Sprintf("%q", a)
	}
	return strings.Join(q, ", ")
}
