package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/memory"
	"github.com/bpmngen/bpmngen/runtime/store/sqlite"
	"github.com/bpmngen/bpmngen/runtime/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

// Random steps end as they do in memory.
func TestRandom(t *testing.T) {
	storetest.Random(t, 20, func(t *testing.T) (one, other store.Store) {
		s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return memory.New(nil), s
	})
}
