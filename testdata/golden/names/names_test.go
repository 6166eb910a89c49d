package names_test

import (
	"go/token"
	"reflect"
	"testing"

	"github.com/bpmngen/bpmngen/testdata/golden/names"
)

// Whatever elements are called, keywords and predeclared names, names of the
// generated package's own, 300 characters, several lines, all scripts, names and ids
// that differ in nothing that Go can hold: the package compiles, and every task has
// a method of its own, by the name that an extension asks for where one does.
func TestNames(t *testing.T) {
	const tasks, ids, explicit = 30, 12, 2
	h := reflect.TypeFor[names.Handlers]()
	if got := h.NumMethod(); got != tasks+ids+explicit {
		t.Errorf("%d methods for %d tasks", got, tasks+ids+explicit)
	}
	for i := range h.NumMethod() {
		if n := h.Method(i).Name; !token.IsExported(n) || len([]rune(n)) > 80 {
			t.Errorf("method %s", n)
		}
	}
	for _, want := range []string{"ChargeCard", "ShipOrder"} {
		if _, ok := h.MethodByName(want); !ok {
			t.Errorf("no method %s", want)
		}
	}
	if n := reflect.TypeFor[names.Vars]().NumField(); n != 11 {
		t.Errorf("%d fields for 11 variables", n)
	}
}
