package gen_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/gen"
)

// All golden packages in one package main, told apart by their prefixes, with
// the driver that scripts them: it compiles, and is the same each time.
func TestDriver(t *testing.T) {
	const dir = "compiler/gen/testdata/mapped"
	contents := map[string][]byte{dir + "/mapped_bpmn.go": nil, dir + "/mapped_test.go": nil}
	var linked []gen.Linked
	for i, name := range cases(t) {
		pkg := compile(t, name+".bpmn", read(t, filepath.Join(golden, name, name+".bpmn")))
		opts := gen.Options{Package: "main", Prefix: fmt.Sprintf("M%04d", i)}
		out, err := gen.Generate(pkg, opts)
		if err != nil {
			t.Fatal(err)
		}
		contents[fmt.Sprintf("%s/m%04d_bpmn.go", dir, i)] = out
		linked = append(linked, gen.Linked{Model: pkg, Options: opts})
	}
	linked = append(linked, gen.Linked{Model: mappedModel(t), Options: gen.Options{Package: "main", Prefix: "Mapped"}})
	out, err := gen.Generate(linked[len(linked)-1].Model, linked[len(linked)-1].Options)
	if err != nil {
		t.Fatal(err)
	}
	contents[dir+"/mapped_bpmn.go"] = out
	driver, err := gen.Driver(linked)
	if err != nil {
		t.Fatal(err)
	}
	again, err := gen.Driver(linked)
	if err != nil || !bytes.Equal(driver, again) {
		t.Errorf("two drivers of the same packages differ (%v)", err)
	}
	contents[dir+"/driver.go"] = driver
	if testing.Short() {
		t.Skip("the rest runs the go command")
	}
	if out, err := goCommand("vet", "-overlay", overlay(t, contents), "./"+dir); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A package that can't be generated can't be linked; the error names it.
func TestDriverError(t *testing.T) {
	pkg := mappedModel(t)
	pkg.Structs = nil
	if _, err := gen.Driver([]gen.Linked{{Model: pkg}}); err == nil || !strings.Contains(err.Error(), "mapped.bpmn") {
		t.Errorf("error = %v", err)
	}
}

// Outside of package main the driver hands its processes out, and all files
// that it links are of its package.
func TestDriverPackage(t *testing.T) {
	one := gen.Linked{Model: mappedModel(t), Options: gen.Options{Package: "part", Prefix: "M1"}}
	two := gen.Linked{Model: mappedModel(t), Options: gen.Options{Package: "part", Prefix: "M2"}}
	driver, err := gen.Driver([]gen.Linked{one, two})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(driver, []byte("\npackage part\n")) || !bytes.Contains(driver, []byte("\nfunc Processes() []bpmntest.Process {")) ||
		bytes.Contains(driver, []byte("func main()")) {
		t.Errorf("got\n%s", driver)
	}
	two.Options.Package = "main"
	if _, err := gen.Driver([]gen.Linked{one, two}); err == nil || !strings.Contains(err.Error(), "package main, others are in part") {
		t.Errorf("error = %v", err)
	}
}
