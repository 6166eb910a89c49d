//go:build race

package repeat_test

// lots is fewer under the race detector, which makes each instance 30 times as dear.
const lots = 10_000
