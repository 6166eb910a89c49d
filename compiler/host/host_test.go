package host_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/host"
	"github.com/bpmngen/bpmngen/compiler/resolve"
	"github.com/bpmngen/bpmngen/compiler/types"
)

const shop = "github.com/bpmngen/bpmngen/compiler/host/testdata/shop"

// Exported fields are data by their json names, else their Go names; pointers
// are optional; what contains itself or is no data is carried as it is.
func TestType(t *testing.T) {
	l := host.New(".")
	got, err := l.Type(shop, "Order")
	if err != nil {
		t.Fatal(err)
	}
	if got.Kind != types.Named || got.Path != shop || got.Name != "Order" {
		t.Fatalf("got %v", got)
	}
	var fields []string
	for _, f := range got.Fields {
		typ, opt := types.Resolve(f.Type), ""
		if typ.Kind == types.Optional {
			typ, opt = types.NonNull(typ), "*"
		}
		fields = append(fields, f.Name+" "+f.Go+" "+opt+types.Shape(typ).Kind.String())
	}
	want := []string{
		"Base Base context", "total Total float", "Count Count integer", "Placed Placed date and time", "Takes Takes days and time duration",
		"Note Note *string", "Codes Codes list", "Sizes Sizes map", "Parent Parent *named", "Data Data bytes", "Any Any any", "Call Call any", "Inline Inline context",
	}
	if d := cmp.Diff(want, fields); d != "" {
		t.Error(d)
	}
	if same, err := l.Type(shop, "Same"); err != nil || same.Name != "Order" {
		t.Errorf("an alias is %v, %v", same, err)
	}
}

// The type of the package that code is generated into is named without a path.
func TestOwnPackage(t *testing.T) {
	own, err := host.New("testdata/shop").Type(shop, "Size")
	if err != nil || own.Path != "" || own.Name != "Size" {
		t.Errorf("own type %+v, %v", own, err)
	}
	beside, err := host.Beside("testdata/shop").Type(shop, "Size")
	if err != nil || beside.Path != shop {
		t.Errorf("from beside %+v, %v", beside, err)
	}
}

// What can't be had is said with the way out.
func TestErrors(t *testing.T) {
	l := host.New(".")
	own := host.New("testdata/shop")
	typ := func(l *host.Loader, path, name string) error { _, err := l.Type(path, name); return err }
	fn := func(l *host.Loader, path, name string) error { _, err := l.Func(path, name); return err }
	for _, c := range []struct {
		err       error
		text, fix string
	}{
		{typ(l, shop, "Ordr"), "has no type Ordr", "did you mean Order?"},
		{typ(l, shop, "hidde"), "has no type hidde", "declare it"},
		{typ(l, shop, "Big"), "has no type Big", ""},
		{typ(l, shop, "List"), "has type parameters", "arguments"},
		{typ(l, shop+"/none", "Order"), "there is no package", "import path"},
		{typ(l, "github.com/bpmngen/bpmngen/compiler/host/testdata/program", "Order"), "is a program", "package of its own"},
		{typ(host.New("testdata/no such folder"), shop, "Order"), "can't be loaded", ""},
		{fn(l, shop, "Bigg"), "has no function Bigg", "did you mean Big?"},
		{fn(l, shop, "Nothing"), "does not return a value", "one value"},
		{fn(l, shop, "Many"), "varies", "plain parameters"},
		{fn(l, shop, "Blank"), "a parameter without a name", "name each"},
		{fn(own, shop, "Big"), "package that code is generated into", "package of its own"},
	} {
		var e *resolve.HostError
		if !errors.As(c.err, &e) || !strings.Contains(e.Text, c.text) || !strings.Contains(e.Fix, c.fix) {
			t.Errorf("want %q with the way out %q, got %#v", c.text, c.fix, c.err)
		}
	}
}

// EV §2.7: what a function reads, why it may read anything, that it writes.
func TestFunc(t *testing.T) {
	l := host.New(".")
	f, err := l.Func(shop, "Big")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"limit", "order.internal", "order.total"}, f.Reads); d != "" || f.Fails || len(f.Any)+len(f.Writes) > 0 {
		t.Errorf("Big: %+v%s", f, d)
	}
	if f, err := l.Func(shop, "Checked"); err != nil || !f.Fails || f.Result.Kind != types.Bool {
		t.Errorf("Checked: %+v, %v", f, err)
	}
	if f, err := l.Func(shop, "Dear"); err != nil || f.Reads != nil || len(f.Any) == 0 || !strings.HasPrefix(f.Any[0], "shop.go:") {
		t.Errorf("Dear: %+v, %v", f, err)
	}
	if f, err := l.Func(shop, "Book"); err != nil || len(f.Writes) == 0 {
		t.Errorf("Book: %+v, %v", f, err)
	}
}

const across = "github.com/bpmngen/bpmngen/compiler/host/testdata/across"

// EV §2.7: calls are followed into other packages, also through a third one; what
// widens, and what writes, is told with its place there.
func TestAcrossPackages(t *testing.T) {
	l := host.New(".")
	for _, c := range []struct {
		name   string
		reads  []string
		any    string
		writes string
	}{
		{"VIP", []string{"customer.Level", "customer.Tier"}, "", ""},
		{"Buyer", []string{"customer.Level", "customer.Orders", "customer.Tier"}, "", ""},
		{"Season", nil, "far.go:26: reads the package variable season", ""},
		{"Renamed", []string{}, "", "far.go:29: writes to customer.Note"},
		{"Hashed", nil, "across.go:23: calls crypto/sha256.Sum256, whose reads are not known", ""},
		{"Wide", []string{"customer", "other"}, "", ""},
	} {
		f, err := l.Func(across, c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.reads, f.Reads); d != "" && c.writes == "" {
			t.Errorf("%s reads:%s", c.name, d)
		}
		if got := strings.Join(f.Any, "; "); got != c.any {
			t.Errorf("%s widens by %q, want %q", c.name, got, c.any)
		}
		if got := strings.Join(f.Writes, "; "); got != c.writes {
			t.Errorf("%s writes %q, want %q", c.name, got, c.writes)
		}
	}
	var e *resolve.HostError
	if _, err := l.Func(across, "Short"); !errors.As(err, &e) || e.Code != resolve.CodeMissedRead || !strings.Contains(e.Text, "customer.Level") {
		t.Errorf("Short: %v", err)
	}
}

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmngen="https://bpmngen.dev/schema/1.0" targetNamespace="t">
 <itemDefinition id="i" structureRef="TYPE"/>
 <process id="p" isExecutable="true">
  <extensionElements><bpmngen:variable name="limit" type="float64"/></extensionElements>
  <property id="order" name="order" itemSubjectRef="i"/>
  <startEvent id="s"/>
  <sequenceFlow id="f1" sourceRef="s" targetRef="u"/>
  <userTask id="u"/>
  <boundaryEvent id="b" attachedToRef="u"><conditionalEventDefinition id="d"><condition language="go">CONDITION</condition></conditionalEventDefinition></boundaryEvent>
  <sequenceFlow id="f2" sourceRef="u" targetRef="e"/>
  <sequenceFlow id="f3" sourceRef="b" targetRef="e"/>
  <endEvent id="e"/>
 </process>
</definitions>`

// Findings stand in the BPMN file, where the name is.
func TestCompiled(t *testing.T) {
	for _, c := range []struct {
		typ, condition string
		want           []string
	}{
		{shop + ".Order", shop + ".Big", nil},
		{shop + ".Ordr", "limit > 1", []string{"2:39 BG4001 did you mean Order?"}},
		{shop + ".Order", shop + ".Bigg", []string{"9:103 BG4002 did you mean Big?"}},
		{shop + ".Order", shop + ".Book", []string{"9:103 BG4003 let it return a value and change nothing; a condition may be evaluated at any time"}},
		{shop + ".Order", shop + ".Dear", []string{"9:103 BG4004 let it read its parameters alone"}},
		{"string", shop + ".Big", []string{"9:103 BG3008 convert the value"}},
	} {
		src := strings.NewReplacer("TYPE", c.typ, "CONDITION", c.condition).Replace(model)
		res := compiler.Compile([]compiler.Input{{Name: "m.bpmn", Data: []byte(src)}}, compiler.Options{Host: host.New(".")})
		var got []string
		for _, d := range res.Diagnostics.All() {
			if d.Severity == diag.Error || d.Code[:3] == "BG4" {
				got = append(got, strings.TrimPrefix(d.Span.String(), "m.bpmn:")+" "+string(d.Code)+" "+d.Fix)
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s, %s: %s", c.typ, c.condition, d)
		}
	}
}
