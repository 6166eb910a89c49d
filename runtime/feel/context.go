package feel

// GetValue is FEEL's get value(m, key); nil (null) where there is no such key.
func GetValue(m Context, key string) any {
	v, _ := m.Get(key)
	return Normalize(v)
}

// GetEntries is FEEL's get entries(m): a context with key and value for each entry.
func GetEntries(m Context) []Context {
	r := make([]Context, len(m))
	for i, e := range m {
		r[i] = Context{{"key", e.Key}, {"value", e.Value}}
	}
	return r
}

// ContextOf is FEEL's context(entries): nil (null) where an entry lacks key or
// value, its key is no string, or a key comes twice (DMN 1.4 table 81).
func ContextOf(entries []Context) *Context {
	r := make(Context, 0, len(entries))
	for _, e := range entries {
		k, ok := e.Get("key")
		key, isString := Normalize(k).(string)
		v, hasValue := e.Get("value")
		if !ok || !isString || !hasValue {
			return nil
		}
		if _, twice := r.Get(key); twice {
			return nil
		}
		r = append(r, Entry{key, v})
	}
	return &r
}

// ContextPut is FEEL's context put(context, key, value): a new key comes last, a
// known one keeps its place.
func ContextPut(m Context, key string, value any) Context {
	r := make(Context, len(m), len(m)+1)
	copy(r, m)
	for i := range r {
		if r[i].Key == key {
			r[i].Value = value
			return r
		}
	}
	return append(r, Entry{key, value})
}

// ContextPutPath is FEEL's context put(context, keys, value): the value at the end
// of a path of nested contexts. Nil (null) where keys is empty or a step before the
// last leads to no context (DMN 1.4 table 81 (b)).
func ContextPutPath(m Context, keys []string, value any) *Context {
	if len(keys) == 0 || len(keys) > maxDepth {
		return nil
	}
	if len(keys) > 1 {
		next, _ := m.Get(keys[0])
		inner, ok := Normalize(next).(Context)
		if !ok {
			return nil
		}
		put := ContextPutPath(inner, keys[1:], value)
		if put == nil {
			return nil
		}
		value = *put
	}
	r := ContextPut(m, keys[0], value)
	return &r
}

// ContextMerge is FEEL's context merge(contexts): later entries override earlier
// ones in their place, new ones come last.
func ContextMerge(contexts ...Context) Context {
	r := Context{}
	at := map[string]int{}
	for _, m := range contexts {
		for _, e := range m {
			if i, ok := at[e.Key]; ok {
				r[i].Value = e.Value
				continue
			}
			at[e.Key] = len(r)
			r = append(r, e)
		}
	}
	return r
}
