package postgres_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/memory"
	"github.com/bpmngen/bpmngen/runtime/store/postgres"
	"github.com/bpmngen/bpmngen/runtime/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var schemas atomic.Int64

// database is a connection string to an empty schema of its own, in the database of BPMNGEN_POSTGRES.
func database(t *testing.T) string {
	t.Helper()
	at := os.Getenv("BPMNGEN_POSTGRES")
	if at == "" {
		t.Skip("BPMNGEN_POSTGRES is not set: a URL such as postgres://root@127.0.0.1:5432/test")
	}
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("bpmngen_test_%d_%d", os.Getpid(), schemas.Add(1))
	if _, err := conn.Exec(t.Context(), `CREATE SCHEMA `+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		if _, err := conn.Exec(ctx, `DROP SCHEMA `+name+` CASCADE`); err != nil {
			t.Error(err)
		}
		if err := conn.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		s, err := postgres.Open(t.Context(), database(t))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

// Random steps end as they do in memory.
func TestRandom(t *testing.T) {
	storetest.Random(t, 8, func(t *testing.T) (one, other store.Store) {
		s, err := postgres.Open(t.Context(), database(t))
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
