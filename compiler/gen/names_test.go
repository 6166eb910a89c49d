package gen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// settleAll settles wishes of (name, id) pairs in their order.
func settleAll(t *testing.T, n *names, pairs ...[2]string) map[string]string {
	t.Helper()
	got := make([]string, len(pairs))
	for i, p := range pairs {
		n.want(&got[i], p[0], p[1])
	}
	if err := n.settle(); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for i, p := range pairs {
		out[p[0]+"/"+p[1]] = got[i]
	}
	return out
}

// Where two want one name, all of them get their id: reordering a diagram must
// not swap handlers.
func TestTwinsGetTheirIDs(t *testing.T) {
	want := map[string]string{"NodeTwin/a_1": "NodeTwinA1", "NodeTwin/b": "NodeTwinB", "NodeOne/c": "NodeOne"}
	forth := settleAll(t, newNames(), [2]string{"NodeTwin", "a_1"}, [2]string{"NodeTwin", "b"}, [2]string{"NodeOne", "c"})
	back := settleAll(t, newNames(), [2]string{"NodeOne", "c"}, [2]string{"NodeTwin", "b"}, [2]string{"NodeTwin", "a_1"})
	if d := cmp.Diff(want, forth); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want, back); d != "" {
		t.Error(d)
	}
}

// A name of the package itself stays what hosts know it as; what is named after
// an element gives way.
func TestFixedNamesStay(t *testing.T) {
	got := settleAll(t, newNames(), [2]string{"Vars", "data"}, [2]string{"Vars", ""}, [2]string{"RunAt", "x"})
	want := map[string]string{"Vars/data": "VarsData", "Vars/": "Vars", "RunAt/x": "RunAt"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A suffixed name that is taken in turn gives way once more.
func TestSuffixIsTaken(t *testing.T) {
	got := settleAll(t, newNames(), [2]string{"NodeA", "b"}, [2]string{"NodeA", "c"}, [2]string{"NodeAB", "d"})
	want := map[string]string{"NodeA/b": "NodeABX", "NodeA/c": "NodeAC", "NodeAB/d": "NodeAB"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTwoFixedNames(t *testing.T) {
	n := newNames()
	var a, b string
	n.want(&a, "Start", "")
	n.want(&b, "Start", "")
	if err := n.settle(); err == nil {
		t.Error("two declarations got one name")
	}
}

func TestUnexported(t *testing.T) {
	for in, want := range map[string]string{
		"Order": "order", "HTTPOrder": "httpOrder", "HTTP": "http", "X注文": "x注文", "ÄNDERN": "ändern", "M0001Order": "m0001Order",
	} {
		if got := unexported(in); got != want {
			t.Errorf("unexported(%q) = %q, want %q", in, got, want)
		}
	}
}

// No import is called like a local of the emitted functions, a keyword, a
// predeclared name or a declaration of the package; versions are no names.
func TestAliases(t *testing.T) {
	taken := map[string]bool{"shop": true}
	got, err := aliases([]string{
		"context", runtimePath, feelPath, "example.com/shop/v", "example.com/shop/v2", "example.com/big/order/v3",
		"example.com/range", "example.com/any", "example.com/runtime", "gopkg.in/yaml.v3", "example.com/go-cmp", "example.com/2fast", "example.com/x1",
	}, taken)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"context": "context", runtimePath: "runtime", feelPath: "feel",
		"example.com/shop/v":       "shopv",
		"example.com/shop/v2":      "examplecomshop",
		"example.com/big/order/v3": "order",
		"example.com/range":        "examplecomrange",
		"example.com/any":          "examplecomany",
		"example.com/runtime":      "examplecomruntime",
		"gopkg.in/yaml.v3":         "yaml",
		"example.com/go-cmp":       "cmp",
		"example.com/2fast":        "fast",
		"example.com/x1":           "examplecomx1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Text of a BPMN file can't leave its comment, and can't make source read
// differently from what it is.
func TestCommentText(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb":                "// a\n// b",
		"a\r\nvar x = 1":      "// a\n// var x = 1",
		"a\u2028b":            "// a\n// b",
		"a\u202Eb\uFEFFc\x00": "// abc",
		"*/ //go:embed x":     "// */ //go:embed x",
	} {
		if got := commentText(in); got != want {
			t.Errorf("commentText(%q) = %q, want %q", in, got, want)
		}
	}
}
