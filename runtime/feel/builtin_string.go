package feel

// String functions (DMN 1.4 table 74). The prefix and suffix of string join are
// what engines add.
var stringBuiltins = []*Builtin{
	fn("substring", sig("string, start position, length?", func(_ Env, a args) any {
		s, ok := a.str(0)
		start, ok2 := a.whole(1)
		if !ok || !ok2 {
			return nil
		}
		if a.at(2) == nil {
			return deref(Substring(s, start))
		}
		length, ok := a.whole(2)
		if !ok {
			return nil
		}
		return deref(SubstringLen(s, start, length))
	})),
	fn("string length", sig("string", onString(func(s string) any { return StringLength(s) }))),
	fn("upper case", sig("string", onString(func(s string) any { return UpperCase(s) }))),
	fn("lower case", sig("string", onString(func(s string) any { return LowerCase(s) }))),
	fn("substring before", sig("string, match", onStrings(func(s, m string) any { return SubstringBefore(s, m) }))),
	fn("substring after", sig("string, match", onStrings(func(s, m string) any { return SubstringAfter(s, m) }))),
	fn("contains", sig("string, match", onStrings(func(s, m string) any { return Contains(s, m) }))),
	fn("starts with", sig("string, match", onStrings(func(s, m string) any { return StartsWith(s, m) }))),
	fn("ends with", sig("string, match", onStrings(func(s, m string) any { return EndsWith(s, m) }))),
	fn("split", sig("string, delimiter", onStrings(func(s, d string) any { return deref(Split(s, d)) }))),
	fn("matches", sig("input, pattern, flags?", func(_ Env, a args) any {
		input, ok := a.str(0)
		pattern, ok2 := a.str(1)
		flags, ok3 := a.optional(2)
		if !ok || !ok2 || !ok3 {
			return nil
		}
		return deref(Matches(input, pattern, flags))
	})),
	fn("replace", sig("input, pattern, replacement, flags?", func(_ Env, a args) any {
		input, ok := a.str(0)
		pattern, ok2 := a.str(1)
		replacement, ok3 := a.str(2)
		flags, ok4 := a.optional(3)
		if !ok || !ok2 || !ok3 || !ok4 {
			return nil
		}
		return deref(Replace(input, pattern, replacement, flags))
	})),
	fn("string join", sig("list, delimiter?, prefix?, suffix?", func(_ Env, a args) any {
		items, ok := a.list(0)
		delimiter, ok2 := a.optional(1)
		prefix, ok3 := a.optional(2)
		suffix, ok4 := a.optional(3)
		if !ok || !ok2 || !ok3 || !ok4 {
			return nil
		}
		texts := make([]*string, len(items))
		for i := range items {
			switch x := Normalize(items[i]).(type) {
			case nil:
			case string:
				texts[i] = &x
			default:
				return nil
			}
		}
		return prefix + StringJoinNull(texts, delimiter) + suffix
	})),
}

// optional is a string, or "" where it is missing or null.
func (a args) optional(i int) (string, bool) {
	if a.at(i) == nil {
		return "", true
	}
	return a.str(i)
}

func onString(f func(s string) any) func(Env, args) any {
	return func(_ Env, a args) any {
		if s, ok := a.str(0); ok {
			return f(s)
		}
		return nil
	}
}

func onStrings(f func(s, t string) any) func(Env, args) any {
	return func(_ Env, a args) any {
		s, ok := a.str(0)
		t, ok2 := a.str(1)
		if !ok || !ok2 {
			return nil
		}
		return f(s, t)
	}
}
