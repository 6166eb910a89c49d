package feel

// JavaSubstring is Java's substring(from, to) on code points, which JUEL
// expressions call: zero-based, to exclusive; nil where the bounds don't fit, as
// Java throws there.
func JavaSubstring(s string, from, to int64) *string {
	r := []rune(s)
	if from < 0 || to > int64(len(r)) || from > to {
		return nil
	}
	return new(string(r[from:to]))
}
