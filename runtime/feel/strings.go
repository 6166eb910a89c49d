package feel

import (
	"strings"
	"unicode/utf8"
)

// Substring is FEEL's substring(string, start position): from the position, 1 for
// the first and -1 for the last code point, to the end. Nil (null) where start is 0
// or outside of the string (DMN 1.4 table 74, footnote 1).
func Substring(s string, start int64) *string {
	n := StringLength(s)
	i, ok := position(start, int(n))
	if !ok {
		return nil
	}
	r := s[byteIndex(s, i):]
	return &r
}

// SubstringLen is FEEL's substring(string, start position, length). Nil (null) where
// start is as in Substring, or length is less than 1 or reaches past the end.
func SubstringLen(s string, start, length int64) *string {
	tail := Substring(s, start)
	if tail == nil || length < 1 || length > StringLength(*tail) {
		return nil
	}
	r := (*tail)[:byteIndex(*tail, int(length))]
	return &r
}

// byteIndex is the byte at which code point i starts; len(s) for i past the end.
func byteIndex(s string, i int) int {
	for at := range s {
		if i == 0 {
			return at
		}
		i--
	}
	return len(s)
}

// StringLength is FEEL's string length: code points.
func StringLength(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// UpperCase is FEEL's upper case: each code point's own mapping.
func UpperCase(s string) string { return strings.ToUpper(s) }

// LowerCase is FEEL's lower case: each code point's own mapping.
func LowerCase(s string) string { return strings.ToLower(s) }

// SubstringBefore is FEEL's substring before: what precedes the first match, ""
// where there is none.
func SubstringBefore(s, match string) string {
	if before, _, found := strings.Cut(s, match); found {
		return before
	}
	return ""
}

// SubstringAfter is FEEL's substring after: what follows the first match, "" where
// there is none.
func SubstringAfter(s, match string) string {
	_, after, _ := strings.Cut(s, match)
	return after
}

// Contains is FEEL's contains(string, match).
func Contains(s, match string) bool { return strings.Contains(s, match) }

// StartsWith is FEEL's starts with(string, match).
func StartsWith(s, match string) bool { return strings.HasPrefix(s, match) }

// EndsWith is FEEL's ends with(string, match).
func EndsWith(s, match string) bool { return strings.HasSuffix(s, match) }

// StringJoin is FEEL's string join(list, delimiter) where no item can be null; a
// null delimiter is "".
func StringJoin(list []string, delimiter string) string { return strings.Join(list, delimiter) }

// StringJoinNull is FEEL's string join(list, delimiter): null items are left out
// (DMN 1.4 table 74).
func StringJoinNull(list []*string, delimiter string) string {
	kept := make([]string, 0, len(list))
	for _, s := range list {
		if s != nil {
			kept = append(kept, *s)
		}
	}
	return strings.Join(kept, delimiter)
}
