package bpmntest

import (
	"sync"

	"github.com/bpmngen/bpmngen/runtime"
)

// Store is the data store of that name in a scenario: in memory, and the same for
// all processes that name it. Generated code calls it.
func Store[T any](w Worker, name string) runtime.DataStore[T] {
	s, ok := w.(interface{ dataStores() *sync.Map })
	if !ok {
		return runtime.NewMemoryStore(*new(T))
	}
	v, _ := s.dataStores().LoadOrStore(name, runtime.NewMemoryStore(*new(T)))
	store, ok := v.(*runtime.MemoryStore[T])
	if !ok { // two packages name one store differently
		return runtime.NewMemoryStore(*new(T))
	}
	return store
}

func (w worker) dataStores() *sync.Map { return &w.p.stores }
