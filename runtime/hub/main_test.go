package hub_test

import (
	"testing"

	"go.uber.org/goleak"
)

// EV §2.5: nothing of the hub outlives it; it has no goroutine to begin with.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
