package deps

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestHostFunctions holds the analysis against what a reader finds in each
// function of testdata/host (EV §2.7: a wrong set is a wake-up missed
// silently, so a set may be wider and never narrower; each widening has its reason).
func TestHostFunctions(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "testdata/host/host.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("example.com/host", "host"), []*ast.File{file}, ssa.InstantiateGenerics)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, decl := range file.Decls {
		fd, ok := decl.(*ast.FuncDecl)
		if !ok || fd.Doc == nil || fd.Recv != nil {
			continue
		}
		want := expectations(fd.Doc)
		if want == nil {
			continue
		}
		n++
		t.Run(fd.Name.Name, func(t *testing.T) {
			got := Analyze(pkg.Func(fd.Name.Name), Options{
				Root: func(*ssa.Parameter) string { return "" },
				Field: func(_, field, _ string) string {
					if field == "Base" {
						return ""
					}
					return strings.ToLower(field[:1]) + field[1:]
				},
			})
			missing, extra := compare(want["reads"], got.Reads)
			if len(missing) > 0 && len(got.Any) == 0 {
				t.Errorf("reads %v are missed (has %v)", missing, got.Reads)
			}
			if len(extra) > 0 && len(got.Any) == 0 {
				t.Errorf("reads %v are wider than the function's %v", extra, want["reads"])
			}
			match(t, "any", want["any"], got.Any)
			match(t, "writes", want["writes"], got.Writes)
		})
	}
	if n < 30 {
		t.Errorf("only %d functions are checked", n)
	}
}

func expectations(doc *ast.CommentGroup) map[string][]string {
	var out map[string][]string
	for line := range strings.Lines(doc.Text()) {
		key, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		if out == nil {
			out = map[string][]string{}
		}
		if key == "reads" {
			out[key] = strings.Fields(rest)
		} else {
			out[key] = append(out[key], rest)
		}
	}
	return out
}

func compare(want, got []string) (missing, extra []string) {
	for _, w := range want {
		if !slices.Contains(got, w) {
			missing = append(missing, w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			extra = append(extra, g)
		}
	}
	return missing, extra
}

// match wants every reason to be expected and every expectation to have a reason, with a place in the file.
func match(t *testing.T, what string, want []string, got []Reason) {
	t.Helper()
	for _, r := range got {
		if !r.Pos.IsValid() {
			t.Errorf("%s reason %q has no place", what, r.Text)
		}
		if !slices.ContainsFunc(want, func(w string) bool { return strings.Contains(r.Text, w) }) {
			t.Errorf("%s: unexpected %s", what, r)
		}
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(r Reason) bool { return strings.Contains(r.Text, w) }) {
			t.Errorf("%s: nothing says %q (has %v)", what, w, got)
		}
	}
}

// TestDependencies is EV §2.7: nil means that anything may be read.
func TestDependencies(t *testing.T) {
	wide := Result{Reads: []string{"total"}, Any: []Reason{{Text: "reads the clock"}}}
	if d := wide.Dependencies(); d != nil {
		t.Errorf("a function that may read anything declares %v", d)
	}
	if diff := cmp.Diff([]string{"total"}, Result{Reads: []string{"total"}}.Dependencies()); diff != "" {
		t.Error(diff)
	}
}
