package gen_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/gen"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

const mappedSource = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="D" targetNamespace="https://example.com/mapped">
  <process id="Mapped" isExecutable="true">
    <startEvent id="Begin" />
    <sequenceFlow id="F1" sourceRef="Begin" targetRef="Ship" />
    <serviceTask id="Ship" name="Ship" />
    <sequenceFlow id="F2" sourceRef="Ship" targetRef="Sign" />
    <userTask id="Sign" name="Sign" />
    <sequenceFlow id="F3" sourceRef="Sign" targetRef="Notify" />
    <serviceTask id="Notify" name="Notify" />
    <sequenceFlow id="F4" sourceRef="Notify" targetRef="End" />
    <endEvent id="End" />
  </process>
</definitions>
`

// mapped is a process whose tasks declare inputs and outputs, made by hand: the
// generator takes any model, whatever reads the mappings from a file.
type mapped struct {
	*testing.T
	p   *model.Process
	env *expr.Env
}

func (m *mapped) expr(env *expr.Env, text string, want *types.Type) int {
	m.Helper()
	tree, ds := expr.Parse(expr.Source{Lang: expr.FEEL, Text: text}, env)
	var typed *expr.Typed
	if tree != nil {
		var more []diag.Diagnostic
		typed, more = env.Check(tree, want)
		ds = append(ds, more...)
	}
	if typed == nil {
		m.Fatalf("%s: %v", text, ds)
	}
	m.p.Exprs = append(m.p.Exprs, model.Expression{Source: "=" + text, Lang: expr.FEEL, Typed: typed, Purpose: model.MappingValue})
	return len(m.p.Exprs) - 1
}

func (m *mapped) node(id string) *model.Node {
	for i := range m.p.Nodes {
		if m.p.Nodes[i].ID == id {
			return &m.p.Nodes[i]
		}
	}
	m.Fatalf("no node %s", id)
	return nil
}

func (m *mapped) in(io *model.IO, name, goName string, t *types.Type, text string) {
	io.Inputs = append(io.Inputs, model.Param{Name: name, GoName: goName, Type: t})
	io.In = append(io.In, model.Mapping{Expr: m.expr(m.env, text, t), Target: model.Target{Param: len(io.Inputs) - 1}})
}

// out maps an expression over the outputs declared so far into a variable.
func (m *mapped) out(io *model.IO, text string, variable int, path ...string) {
	env := m.env.Child()
	for _, o := range io.Outputs {
		env.Declare(o.Name, o.Type, diag.Span{})
	}
	t := m.p.Vars[variable].Type
	for _, name := range path {
		f, _ := t.Lookup(name)
		t = f.Type
	}
	io.Out = append(io.Out, model.Mapping{Expr: m.expr(env, text, t), Target: model.Target{Var: variable, Path: path}})
}

func mappedModel(t *testing.T) *model.Package {
	pkg := compile(t, "mapped.bpmn", []byte(mappedSource))
	order := &types.Type{Kind: types.Struct, Name: "Order", Fields: []types.Field{
		{Name: "parcel", Go: "Parcel", Type: types.StringType},
		{Name: "tags", Go: "Tags", Type: types.ListOf(types.StringType)},
	}}
	pkg.Structs = []*types.Type{order}
	m := &mapped{t, pkg.Processes[0], expr.NewEnv()}
	for _, v := range []model.Variable{
		{Origin: model.Origin{ID: "total", Name: "total"}, GoName: "Total", Type: types.IntType},
		{Origin: model.Origin{ID: "items", Name: "items"}, GoName: "Items", Type: types.ListOf(types.StringType)},
		{Origin: model.Origin{ID: "order", Name: "order"}, GoName: "Order", Type: order},
		{Origin: model.Origin{ID: "note", Name: "note"}, GoName: "Note", Type: types.OptionalOf(types.StringType)},
		{Origin: model.Origin{ID: "archive", Name: "archive"}, GoName: "Archive", Type: types.ListOf(order)},
	} {
		v.Declared = true
		m.p.Vars = append(m.p.Vars, v)
		m.env.Declare(v.Name, v.Type, diag.Span{})
	}
	m.p.Scopes[0].EndVar = len(m.p.Vars)
	m.p.NumberPaths()
	m.env.Solve()

	ship := &model.IO{Outputs: []model.Param{
		{Name: "tracking", GoName: "Tracking", Type: types.StringType},
		{Name: "labels", GoName: "Labels", Type: types.ListOf(types.StringType)},
	}}
	m.in(ship, "goods", "Goods", types.ListOf(types.StringType), "items")
	m.in(ship, "insured", "Insured", types.BoolType, "total > 100")
	m.in(ship, "note", "Note", types.OptionalOf(types.StringType), "note")
	m.out(ship, "tracking", 2, "parcel")
	m.out(ship, "labels", 2, "tags")
	m.out(ship, "total + 1", 0)
	m.node("Ship").IO = ship

	sign := &model.IO{Outputs: []model.Param{{Name: "signed", GoName: "Signed", Type: types.OptionalOf(types.StringType)}}}
	m.in(sign, "order", "Order", order, "order")
	m.out(sign, "signed", 3)
	m.node("Sign").IO = sign

	// A null note where a text is needed is a fault (S3.5).
	notify := &model.IO{}
	m.in(notify, "text", "Text", types.StringType, "note")
	m.node("Notify").IO = notify
	return pkg
}

// S3.6: declared inputs and outputs. The package made of the model by hand is
// committed with its test, which TestMappedPackage runs.
func TestMapped(t *testing.T) {
	got, err := gen.Generate(mappedModel(t), gen.Options{Package: "mapped", Version: "devel"})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "mapped", "mapped_bpmn.go")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(string(read(t, path)), string(got)); d != "" {
		t.Errorf("%s is out of date; look at the difference, then run go test ./compiler/gen -update\n%s", path, d)
	}
}

func TestMappedPackage(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	if out, err := goCommand("test", "-timeout", "60s", "./compiler/gen/testdata/mapped"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
