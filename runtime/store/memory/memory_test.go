package memory_test

import (
	"testing"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/memory"
	"github.com/bpmngen/bpmngen/runtime/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return memory.New(nil) })
}
