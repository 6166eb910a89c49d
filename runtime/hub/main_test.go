package hub_test

import (
	"testing"

	"github.com/bpmngen/bpmngen/runtime/internal/leaktest"
)

// EV §2.5: nothing of the hub outlives it; it has no goroutine to begin with.
func TestMain(m *testing.M) { leaktest.Main(m) }
