//go:build !race

package repeat_test

const lots = 100_000
