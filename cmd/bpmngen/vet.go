package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"

	"github.com/bpmngen/bpmngen/analyze/vet"
)

func newVet(e *env) *cobra.Command {
	var tests bool
	cmd := &cobra.Command{
		Use:   "vet [flags] [package ...]",
		Short: "looks for mistakes in host code that uses generated packages",
		Long: vetLong() + `
'go vet -vettool=$(which bpmngen)' runs the same analyzers with go vet's cache. It exits 1 if there are findings.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			conf := &packages.Config{Context: cmd.Context(), Mode: packages.LoadAllSyntax, Tests: tests}
			pkgs, err := packages.Load(conf, args...)
			if err != nil {
				return fmt.Errorf("vet: %w", err)
			}
			var broken []string
			packages.Visit(pkgs, nil, func(p *packages.Package) {
				for _, err := range p.Errors {
					broken = append(broken, err.Error())
				}
			})
			if len(broken) > 0 {
				return fmt.Errorf("vet: the packages do not compile:\n%s", strings.Join(broken, "\n"))
			}
			graph, err := checker.Analyze(vet.Analyzers(), pkgs, nil)
			if err != nil {
				return fmt.Errorf("vet: %w", err)
			}
			lines, err := vetFindings(graph)
			if err != nil {
				return err
			}
			for _, l := range lines {
				fmt.Fprintln(e.stdout, l)
			}
			if len(lines) > 0 {
				return exit(exitFindings)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&tests, "tests", true, "look at test files too")
	return cmd
}

func vetLong() string {
	var b strings.Builder
	b.WriteString("Vet runs analyzers over Go packages, by default the one of this folder:\n\n")
	for _, a := range vet.Analyzers() {
		title, _, _ := strings.Cut(a.Doc, "\n")
		fmt.Fprintf(&b, "  %-14s %s\n", a.Name, title)
	}
	return b.String()
}

// vetFindings lists what the analyzers of the packages themselves found, in the order of its places.
func vetFindings(graph *checker.Graph) ([]string, error) {
	var lines []string
	wd, _ := os.Getwd()
	for act := range graph.All() {
		if act.Err != nil {
			return nil, fmt.Errorf("vet: %s: %w", act, act.Err)
		}
		if !act.IsRoot {
			continue
		}
		for _, d := range act.Diagnostics {
			lines = append(lines, vetLine(wd, act, d))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines), nil // a package and its test variant share files
}

func vetLine(wd string, act *checker.Action, d analysis.Diagnostic) string {
	pos := act.Package.Fset.Position(d.Pos)
	if rel, err := filepath.Rel(wd, pos.Filename); err == nil && !strings.HasPrefix(rel, "..") {
		pos.Filename = rel
	}
	return fmt.Sprintf("%s: %s (%s)", pos, d.Message, act.Analyzer.Name)
}

// vetTool reports whether the go command runs bpmngen as a -vettool: it asks
// for the version and the flags, then names a .cfg file a package.
func vetTool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(last, ".cfg")
}

// runVetTool is the go command's side of vet; it does not return.
func runVetTool() { unitchecker.Main(vet.Analyzers()...) }
