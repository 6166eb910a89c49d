// Package leaktest looks for goroutines that a test leaves behind: after every
// test of a package, and not only once all are done, so that the one to blame is named.
package leaktest

import (
	"fmt"
	"os"
	"reflect"
	"testing"
	"unsafe"

	"go.uber.org/goleak"
)

// Main is the TestMain of a package: func TestMain(m *testing.M) { leaktest.Main(m) }.
// Each test is followed, after its cleanups, by a look for goroutines that were not
// there before it. No test may run beside another one (t.Parallel).
func Main(m *testing.M) {
	tests, ok := testsOf(m)
	if !ok {
		fmt.Fprintln(os.Stderr, "leaktest: package testing keeps its tests elsewhere now; mend testsOf")
		os.Exit(1)
	}
	for i := range tests {
		run := tests[i].F
		tests[i].F = func(t *testing.T) {
			before := goleak.IgnoreCurrent()
			t.Cleanup(func() { goleak.VerifyNone(t, before) }) // the first registered is the last to run
			run(t)
		}
	}
	goleak.VerifyTestMain(m)
}

// testsOf are the tests that m runs. Package testing has no hook for what follows
// each test, and a line that every test must begin with would be forgotten.
func testsOf(m *testing.M) ([]testing.InternalTest, bool) {
	f := reflect.ValueOf(m).Elem().FieldByName("tests")
	if !f.IsValid() || f.Type() != reflect.TypeFor[[]testing.InternalTest]() {
		return nil, false
	}
	return *(*[]testing.InternalTest)(unsafe.Pointer(f.UnsafeAddr())), true
}
