package expr

import (
	"fmt"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// BenchmarkInfer is the whole way of the conditions of a process with many
// tasks; the time for each must not grow with their number.
func BenchmarkInfer(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				env := NewEnv()
				trees := make([]*Tree, n)
				for i := range n {
					src, _ := Detect(fmt.Sprintf(`=total%d > %d and order%d.customer.tier = "gold"`, i, i, i), "", nil)
					trees[i], _ = Parse(src, env)
					env.Infer(trees[i], types.BoolType)
				}
				env.Solve()
				for _, t := range trees {
					typed, ds := env.Check(t, types.BoolType)
					if typed == nil {
						b.Fatal(ds)
					}
					if _, err := Emit(typed, refs()); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/expression")
		})
	}
}
