package runtime

// Collection is a list that the instances of a multi-instance activity have in
// common: one that some activity is repeated over, or that one makes. What a
// handler in an instance is given does not hold a copy of it, which would cost as
// much for each instance as the list is long; All makes one. It can't be written
// through it. The zero value is empty. Safe for concurrent use.
type Collection[T any] struct {
	items []T
	clone func(T) T
}

// CollectionOf is for generated code: items are never written again, and clone
// copies one where that holds references.
func CollectionOf[T any](items []T, clone func(T) T) Collection[T] {
	return Collection[T]{items, clone}
}

// Len is how many items there are.
func (c Collection[T]) Len() int { return len(c.items) }

// At is a private copy of an item; it panics where a slice would.
func (c Collection[T]) At(i int) T {
	if c.clone != nil {
		return c.clone(c.items[i])
	}
	return c.items[i]
}

// All is a private copy of the list, as it was when the handler's work began (S3.2).
func (c Collection[T]) All() []T {
	if c.clone != nil {
		return CloneSlice(c.items, c.clone)
	}
	return append([]T(nil), c.items...)
}

// Shared is for generated code: the list itself, which nobody may write.
func (c Collection[T]) Shared() []T { return c.items }
