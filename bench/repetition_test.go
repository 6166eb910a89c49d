package bench

import (
	"context"
	"sync"
	"testing"

	"github.com/bpmngen/bpmngen/bench/models/each"
	"github.com/bpmngen/bpmngen/runtime"
)

type squares struct{}

func (squares) Square(_ context.Context, v *each.SquareVars) error {
	v.Square = v.Number * v.Number
	return nil
}

// eachByHand is a parallel loop with a bounded number of goroutines, as one
// writes it: each item a goroutine, a semaphore, results by position behind a mutex.
func eachByHand(numbers []int64, limit int) []int64 {
	results := make([]int64, len(numbers))
	places := make(chan struct{}, limit)
	var mu sync.Mutex
	var all sync.WaitGroup
	for i, n := range numbers {
		places <- struct{}{}
		all.Add(1)
		go func() {
			defer func() { <-places; all.Done() }()
			square := n * n
			mu.Lock()
			results[i] = square
			mu.Unlock()
		}()
	}
	all.Wait()
	return results
}

func numbers(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

// BenchmarkInstances runs a parallel multi-instance activity, 64 handlers at
// once, and the same by hand. What one item costs must not grow with how many
// there are.
func BenchmarkInstances(b *testing.B) {
	const limit = 64
	for _, size := range []struct {
		name string
		n    int
	}{{"1000", 1000}, {"10000", 10_000}, {"100000", 100_000}} {
		list := numbers(size.n)
		perItem := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.n), "ns/item")
		}
		b.Run("hand/"+size.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r := eachByHand(list, limit); r[size.n-1] != list[size.n-1]*list[size.n-1] {
					b.Fatal(r[size.n-1])
				}
			}
			perItem(b)
		})
		b.Run("Run/"+size.name, func(b *testing.B) {
			eng := bare(b, runtime.WithMaxHandlers(limit))
			if _, err := each.Register(eng, squares{}); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				v, err := each.Run(context.Background(), eng, each.Vars{Numbers: list})
				if err != nil || v.Results[size.n-1] != list[size.n-1]*list[size.n-1] {
					b.Fatal(err)
				}
			}
			perItem(b)
		})
	}
}
