package bpmn

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// mutate damages a file the way transports, merges and hands do: bytes changed,
// stretches lost, doubled or swapped, the end cut off.
func mutate(r *rand.Rand, src []byte) []byte {
	out := append([]byte(nil), src...)
	for range 1 + r.IntN(3) {
		if len(out) < 2 {
			return out
		}
		i := r.IntN(len(out))
		j := min(len(out), i+1+r.IntN(40))
		switch r.IntN(6) {
		case 0:
			out[i] = byte(r.IntN(256))
		case 1:
			out = append(out[:i:i], out[j:]...)
		case 2:
			out = append(out[:j:j], out[i:]...)
		case 3:
			out = out[:i]
		case 4:
			out[i] = "<>&\"'/=!-]?"[r.IntN(11)]
		default:
			k := r.IntN(len(out) - (j - i) + 1)
			piece := append([]byte(nil), out[i:j]...)
			out = append(out[:i:i], out[j:]...)
			out = append(out[:k:k], append(piece, out[k:]...)...)
		}
	}
	return out
}

// Damaged files are read or refused with a place, never with a panic. The same
// damage is done on every run.
func TestMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("reads thousands of files")
	}
	run := func(t *testing.T, paths []string, times int) {
		for n, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i := range times {
				r := rand.New(rand.NewPCG(uint64(n), uint64(i)))
				damaged := mutate(r, src)
				name := fmt.Sprintf("%s#%d", filepath.Base(path), i)
				var bag diag.Bag
				d := Parse(name, damaged, Options{}, &bag)
				if d == nil && !bag.HasErrors() {
					t.Errorf("%s: nothing read, and no error", name)
				}
				checkPlaces(t, name, append(damaged, make([]byte, len(damaged))...), bag.All())
			}
		}
	}
	t.Run("samples", func(t *testing.T) { run(t, files(t, filepath.Join("..", "..", "testdata", "diagnostics")), 50) })
	t.Run("corpus", func(t *testing.T) { run(t, files(t, corpus(t)), 3) })
}
