package feel

// And3 is FEEL's and over booleans that can be null: false if either is false,
// else null if either is null (DMN 1.4 §10.3.2.4 table 50). Nil is null.
func And3(a, b *bool) *bool {
	switch {
	case a != nil && !*a, b != nil && !*b:
		return new(false)
	case a == nil || b == nil:
		return nil
	}
	return new(true)
}

// Or3 is FEEL's or over booleans that can be null: true if either is true, else
// null if either is null (DMN 1.4 table 50).
func Or3(a, b *bool) *bool {
	switch {
	case a != nil && *a, b != nil && *b:
		return new(true)
	case a == nil || b == nil:
		return nil
	}
	return new(false)
}

// Not3 is FEEL's not over a boolean that can be null (DMN 1.4 table 51).
func Not3(a *bool) *bool {
	if a == nil {
		return nil
	}
	return new(!*a)
}

// IsTrue tells whether a is true and not null: what if, some, every and filters
// ask (DMN 1.4 §10.3.2.13).
func IsTrue(a *bool) bool { return a != nil && *a }

// Truth is the boolean v, nil (null) for any other value: what and, or and not
// make of operands that are no booleans (DMN 1.4 table 50, "otherwise").
func Truth(v any) *bool {
	if b, ok := Normalize(v).(bool); ok {
		return &b
	}
	return nil
}

// All is FEEL's all(list): false if an item is false, else null if one is null,
// else true, so for the empty list (DMN 1.4 table 75).
func All(items []*bool) *bool {
	r := new(true)
	for _, b := range items {
		r = And3(r, b)
	}
	return r
}

// AllTrue is All where no item can be null.
func AllTrue(items []bool) bool {
	for _, b := range items {
		if !b {
			return false
		}
	}
	return true
}

// Any is FEEL's any(list): true if an item is true, else null if one is null, else
// false, so for the empty list (DMN 1.4 table 75).
func Any(items []*bool) *bool {
	r := new(false)
	for _, b := range items {
		r = Or3(r, b)
	}
	return r
}

// AnyTrue is Any where no item can be null.
func AnyTrue(items []bool) bool {
	for _, b := range items {
		if b {
			return true
		}
	}
	return false
}
