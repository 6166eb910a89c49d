package gen_test

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/gen"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// withVars is the smallest process with these variables.
func withVars(t *testing.T, vars ...model.Variable) *model.Package {
	t.Helper()
	pkg := compile(t, "mapped.bpmn", []byte(mappedSource))
	p := pkg.Processes[0]
	p.Vars = vars
	p.Scopes[0].EndVar = len(vars)
	p.NumberPaths()
	return pkg
}

func variable(name string, t *types.Type) model.Variable {
	return model.Variable{Origin: model.Origin{ID: name, Name: name}, GoName: strings.ToUpper(name[:1]) + name[1:], Type: t, Declared: true}
}

func host(path, name string, under *types.Type) *types.Type {
	return &types.Type{Kind: types.Named, Path: path, Name: name, Under: under}
}

// Go types of the host, from packages whose names mean trouble: a version as last
// element, a name that the runtime has, one that a local has; and every shape around them.
func TestHostTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	clock := host("time", "Time", nil)
	level := host("log/slog", "Level", types.IntType)
	decimal := host("github.com/cockroachdb/apd/v3", "Decimal", nil)
	item := &types.Type{Kind: types.Struct, Name: "Item", Fields: []types.Field{
		{Name: "at", Go: "At", Type: clock},
		{Name: "weights", Go: "Weights", Type: types.MapOf(types.ListOf(types.FloatType))},
		{Name: "extra", Go: "Extra", Type: types.AnyType},
	}}
	pkg := withVars(t,
		variable("opened", clock), variable("level", level), variable("price", decimal),
		variable("goVersion", host("runtime/debug", "Module", nil)),
		variable("items", types.ListOf(item)), variable("byName", types.MapOf(item)), variable("best", types.OptionalOf(item)),
		variable("times", types.ListOf(types.OptionalOf(clock))), variable("grid", types.ListOf(types.ListOf(types.StringType))),
		variable("blobs", types.MapOf(types.BytesType)), variable("counts", types.MapOf(types.IntType)), variable("anything", types.AnyType),
		variable("amounts", types.ListOf(types.DecimalType)), variable("small", &types.Type{Kind: types.Int, Basic: "int32"}),
		variable("ratio", types.OptionalOf(&types.Type{Kind: types.Float, Basic: "float32"})),
		variable("spans", types.ListOf(types.DurationType)), variable("dates", types.MapOf(types.OptionalOf(types.DateTimeType))))
	pkg.Structs = []*types.Type{item}
	out, err := gen.Generate(pkg, gen.Options{Package: "mapped"})
	if err != nil {
		t.Fatal(err)
	}
	// go vet needs a folder that exists: this package stands in for another one.
	const dir = "compiler/gen/testdata/mapped"
	file := overlay(t, map[string][]byte{dir + "/mapped_bpmn.go": out, dir + "/mapped_test.go": nil})
	if got, err := goCommand("vet", "-overlay", file, "./"+dir); err != nil {
		t.Errorf("%s\n%s", got, out)
	}
	if !strings.Contains(string(out), `apd "github.com/cockroachdb/apd/v3"`) {
		t.Errorf("the versioned import has no name of its own:\n%s", out[:600])
	}
}

// What can't be generated is an error that names the construct and its place; no source comes with it.
func TestErrorsNameTheConstruct(t *testing.T) {
	unnamed := types.StructOf(types.Field{Name: "a", Go: "A", Type: types.IntType})
	for _, c := range []struct {
		name string
		pkg  *model.Package
		want []string
	}{
		{"a function as data", withVars(t, variable("f", types.FuncOf(types.IntType))), []string{"mapped.bpmn:3:4", "variable f"}},
		{"a struct type without a declaration", withVars(t, variable("s", unnamed)), []string{"variable s", "context<a: integer>"}},
		{"an untyped variable", withVars(t, variable("v", &types.Type{Kind: types.Var})), []string{"variable v"}},
		{"two variables of one name", withVars(t, variable("v", types.IntType), variable("v", types.IntType)), []string{"variables v and v"}},
		{"a field name that is no identifier", withVars(t, model.Variable{
			Origin: model.Origin{ID: "x", Name: "x"}, GoName: "not an identifier", Type: types.IntType,
		}), []string{"variables of process Mapped", "mapped.bpmn"}},
		{"no scope", &model.Package{Files: []model.Source{{File: "empty.bpmn"}}, Processes: []*model.Process{{
			Origin: model.Origin{ID: "Empty", Span: diag.Span{File: "empty.bpmn", Line: 3, Col: 4}},
		}}}, []string{"empty.bpmn:3:4", "no scope"}},
	} {
		out, err := gen.Generate(c.pkg, gen.Options{Package: "p"})
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if out != nil {
			t.Errorf("%s: source with an error", c.name)
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error does not say %q: %v", c.name, want, err)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error dumps source: %v", c.name, err)
		}
	}
}

// An expression that can't be emitted names itself.
func TestUnknownVariable(t *testing.T) {
	pkg := compile(t, "fulfil.bpmn", read(t, golden+"/fulfil/fulfil.bpmn"))
	for i := range pkg.Processes[0].Vars {
		pkg.Processes[0].Vars[i].Name += "X"
	}
	_, err := gen.Generate(pkg, gen.Options{Package: "p"})
	if err == nil || !strings.Contains(err.Error(), "=inStock") || !strings.Contains(err.Error(), "nothing declares inStock") {
		t.Errorf("error = %v", err)
	}
}
