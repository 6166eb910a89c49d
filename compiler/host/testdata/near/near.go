// Package near is called by far.
package near

// First is the first that fits.
func First[T any](list []T, fits func(T) bool) (T, bool) {
	for _, x := range list {
		if fits(x) {
			return x, true
		}
	}
	var none T
	return none, false
}
