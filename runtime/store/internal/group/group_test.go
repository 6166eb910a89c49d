package group_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/store/internal/group"
)

// Every job runs once, never more leaders than allowed at a time, never more jobs
// in one run; and none is forgotten when several leaders leave at once.
func TestGroup(t *testing.T) {
	type job struct{ ran int }
	for _, leaders := range []int{1, 4} {
		g := group.Group[job]{Leaders: leaders, Max: 3}
		var at atomic.Int32
		g.Run = func(jobs []*job) {
			if n := at.Add(1); int(n) > leaders {
				t.Errorf("%d lead", n)
			}
			if len(jobs) > 3 {
				t.Errorf("%d jobs", len(jobs))
			}
			for _, j := range jobs {
				j.ran++
			}
			at.Add(-1)
		}
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				for range 2000 {
					j := new(job)
					g.Do(j)
					if j.ran != 1 {
						t.Errorf("a job ran %d times", j.ran)
					}
				}
			})
		}
		all.Wait()
	}
}
