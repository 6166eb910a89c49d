package feel

// List functions (DMN 1.4 table 75, and its first names and and or for all and
// any), sort (table 80) and list replace.
var listBuiltins = []*Builtin{
	fn("list contains", sig("list, element", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return ListContains(l, a[1]) })
	})),
	fn("count", sig("list", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return Count(l) })
	})),
	fn("min", several("c", func(a args) any { return onAll(a, func(l []any) any { return deref(Min(l)) }) })...),
	fn("max", several("c", func(a args) any { return onAll(a, func(l []any) any { return deref(Max(l)) }) })...),
	fn("sum", several("n", func(a args) any { return onNumbers(a, Sum) })...),
	fn("product", several("n", func(a args) any { return onNumbers(a, Product) })...),
	fn("mean", several("n", func(a args) any { return onNumbers(a, Mean) })...),
	fn("median", several("n", func(a args) any { return onNumbers(a, Median) })...),
	fn("stddev", several("n", func(a args) any { return onNumbers(a, Stddev) })...),
	fn("mode", several("n", func(a args) any {
		ds, ok := a.numbers()
		if !ok {
			return nil
		}
		return deref(Mode(ds))
	})...),
	fn("all", several("b", func(a args) any { return onTruths(a, All) })...),
	fn("any", several("b", func(a args) any { return onTruths(a, Any) })...),
	fn("and", sig("list", func(_ Env, a args) any { return onTruths(a, All) })),
	fn("or", sig("list", func(_ Env, a args) any { return onTruths(a, Any) })),
	fn("sublist", sig("list, start position, length?", func(_ Env, a args) any {
		return onPosition(a, func(l []any, pos int64) any {
			if a.at(2) == nil {
				return deref(Sublist(l, pos))
			}
			if n, ok := a.whole(2); ok {
				return deref(SublistLen(l, pos, n))
			}
			return nil
		})
	})),
	fn("append", sig("list, item...", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return Append(l, a[1:]...) })
	})),
	fn("concatenate", sig("list...", func(_ Env, a args) any {
		return onLists(a, func(ls [][]any) any { return Concatenate(ls...) })
	})),
	fn("union", sig("list...", func(_ Env, a args) any {
		return onLists(a, func(ls [][]any) any { return Union(ls...) })
	})),
	fn("insert before", sig("list, position, newItem", func(_ Env, a args) any {
		return onPosition(a, func(l []any, pos int64) any { return deref(InsertBefore(l, pos, a.at(2))) })
	})),
	fn("remove", sig("list, position", func(_ Env, a args) any {
		return onPosition(a, func(l []any, pos int64) any { return deref(Remove(l, pos)) })
	})),
	fn("reverse", sig("list", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return Reverse(l) })
	})),
	fn("index of", sig("list, match", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return IndexOf(l, a[1]) })
	})),
	fn("distinct values", sig("list", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return DistinctValues(l) })
	})),
	fn("flatten", sig("list", func(_ Env, a args) any {
		return onList(a, func(l []any) any { return Flatten(l) })
	})),
	fn("list replace",
		sig("list, position, newItem", func(_ Env, a args) any {
			return onPosition(a, func(l []any, pos int64) any { return deref(ListReplace(l, pos, a.at(2))) })
		}),
		sig("list, match, newItem", func(_ Env, a args) any {
			return onOrder(a, func(l []any, match func(x, y any) bool) any {
				return ListReplaceWhere(l, match, a.at(2))
			})
		})),
	fn("sort",
		sig("list", func(_ Env, a args) any {
			return onList(a, func(l []any) any { return deref(SortAscending(l)) })
		}),
		sig("list, precedes", func(_ Env, a args) any {
			return onOrder(a, func(l []any, precedes func(x, y any) bool) any { return Sort(l, precedes) })
		})),
}

// several are the two ways to call a function of one list: with the list, or with
// its elements.
func several(name string, call func(a args) any) []Signature {
	return []Signature{
		sig("list", func(_ Env, a args) any { return call(a) }),
		sig(name+"...", func(_ Env, a args) any {
			if len(a) < 2 {
				return nil // one argument is the list
			}
			return call(a)
		}),
	}
}

func onList(a args, f func(l []any) any) any {
	if l, ok := a.list(0); ok {
		return f(l)
	}
	return nil
}

func onLists(a args, f func(ls [][]any) any) any {
	ls := make([][]any, len(a))
	for i := range a {
		l, ok := a.list(i)
		if !ok {
			return nil
		}
		ls[i] = l
	}
	return f(ls)
}

func onAll(a args, f func(l []any) any) any {
	if l, ok := a.all(); ok {
		return f(l)
	}
	return nil
}

func onNumbers(a args, f func([]Decimal) *Decimal) any {
	if ds, ok := a.numbers(); ok {
		return deref(f(ds))
	}
	return nil
}

func onTruths(a args, f func([]*bool) *bool) any {
	items, ok := a.all()
	if !ok {
		return nil
	}
	truths := make([]*bool, len(items))
	for i := range items {
		truths[i] = Truth(items[i])
	}
	return deref(f(truths))
}

func onPosition(a args, f func(l []any, pos int64) any) any {
	l, ok := a.list(0)
	pos, ok2 := a.whole(1)
	if !ok || !ok2 {
		return nil
	}
	return f(l, pos)
}

// onOrder calls f with the function of two parameters that is the second argument.
// Nil (null) where it answers something else than true or false.
func onOrder(a args, f func(l []any, test func(x, y any) bool) any) any {
	l, ok := a.list(0)
	test, ok2 := get[*Func](a, 1)
	if !ok || !ok2 || len(test.Params) != 2 || test.Call == nil {
		return nil
	}
	failed := false
	r := f(l, func(x, y any) bool {
		t := Truth(test.Call(x, y))
		failed = failed || t == nil
		return IsTrue(t)
	})
	if failed {
		return nil
	}
	return r
}
