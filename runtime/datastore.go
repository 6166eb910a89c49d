package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// DataStore is a data store as its host supplies it (S3.1): all instances of all
// processes share it, and it outlives them. The data associations of a task read
// it before its handler is called and write it after that has returned without an
// error; an error is a failure of the task. The context is the handler's: it
// ends with the task's token. Its methods are called from many goroutines.
type DataStore[T any] interface {
	// Read returns what the store holds. The engine copies it and keeps nothing of it.
	Read(ctx context.Context) (T, error)
	// Write replaces what the store holds; v is the store's from then on. It may be
	// called again with the same value where work is tried again: TaskFrom(ctx) has
	// the idempotency key (S10.4).
	Write(ctx context.Context, v T) error
}

// MemoryStore is a DataStore in memory: for tests, prototypes, and data that need
// not outlive the program. Its methods may be called from any goroutine.
type MemoryStore[T any] struct {
	mu sync.RWMutex
	v  T
}

// NewMemoryStore makes a store that holds v. The value must not be changed afterwards.
func NewMemoryStore[T any](v T) *MemoryStore[T] { return &MemoryStore[T]{v: v} }

// Read returns what the store holds, or the context's error. The value must not
// be changed.
func (s *MemoryStore[T]) Read(ctx context.Context) (T, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.v, ctx.Err()
}

// Write replaces what the store holds, unless the context has ended. The value
// must not be changed afterwards.
func (s *MemoryStore[T]) Write(ctx context.Context, v T) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.v = v
	return nil
}

// ErrNoStore is a registration without a data store that the process uses.
var ErrNoStore = errors.New("the data store is nil; supply one, runtime.NewMemoryStore makes one in memory")

// NoStore is the error of a generated Register function that lacks a data store.
func NoStore(name string) error { return fmt.Errorf("data store %s: %w", name, ErrNoStore) }

// StoreError is the error of a task whose data store could not be read or written.
func StoreError(name string, err error) error { return fmt.Errorf("data store %s: %w", name, err) }
