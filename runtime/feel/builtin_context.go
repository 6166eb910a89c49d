package feel

// Context functions (DMN 1.4 table 81).
var contextBuiltins = []*Builtin{
	fn("get value", sig("m, key", func(_ Env, a args) any {
		m, ok := a.context(0)
		key, ok2 := a.str(1)
		if !ok || !ok2 {
			return nil
		}
		return GetValue(m, key)
	})),
	fn("get entries", sig("m", func(_ Env, a args) any {
		m, ok := a.context(0)
		if !ok {
			return nil
		}
		return GetEntries(m)
	})),
	fn("context", sig("entries", func(_ Env, a args) any {
		if ms, ok := a.contexts(0); ok {
			return deref(ContextOf(ms))
		}
		return nil
	})),
	fn("context put",
		sig("context, key, value", func(_ Env, a args) any {
			m, ok := a.context(0)
			key, ok2 := a.at(1).(string)
			if !ok || !ok2 {
				return nil
			}
			return ContextPut(m, key, a.at(2))
		}),
		sig("context, keys, value", func(_ Env, a args) any {
			m, ok := a.context(0)
			list, ok2 := a.at(1).([]any)
			if !ok || !ok2 {
				return nil
			}
			keys := make([]string, len(list))
			for i := range list {
				if keys[i], ok = Normalize(list[i]).(string); !ok {
					return nil
				}
			}
			return deref(ContextPutPath(m, keys, a.at(2)))
		})),
	fn("context merge", sig("contexts", func(_ Env, a args) any {
		if ms, ok := a.contexts(0); ok {
			return ContextMerge(ms...)
		}
		return nil
	})),
}

// contexts is a list of contexts, or the list of one.
func (a args) contexts(i int) ([]Context, bool) {
	items, ok := a.list(i)
	ms := make([]Context, len(items))
	for j := range items {
		m, isContext := Normalize(items[j]).(Context)
		ms[j], ok = m, ok && isContext
	}
	return ms, ok
}
