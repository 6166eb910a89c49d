// Package postgres is a store in a PostgreSQL database: durable instances for
// services of which several run.
//
// Many units travel in one transaction, and a transaction is few round trips: what it is
// about is read at once, what it writes is pipelined. Leases are rows, which
// every transaction of their engine locks against being fenced. Others are told of letters by
// NOTIFY, now and then: a hint, beside which an engine asks.
package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/group"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
	"github.com/bpmngen/bpmngen/runtime/store/internal/sqlrows"
)

//go:embed schema.sql
var schema string

// schemaVersion is the version that schema.sql makes.
const schemaVersion = 1

// ErrSchema says that the tables are of another version than this package's.
var ErrSchema = errors.New("the store was made by another version of bpmngen")

const (
	// maxGroup is how many callers one transaction serves: each may lock a few
	// messages' addresses, and a server has room for thousands of locks.
	maxGroup = 128
	// migrating is the advisory lock under which tables are made.
	migrating = 0x62706d6e67656e
)

// Store is a store in a PostgreSQL database. It is safe for concurrent use. Make it by Open.
type Store struct {
	pool    *pgxpool.Pool
	writers int
	timeout time.Duration
	group   group.Group[job]
	hints   hints
}

var _ store.Store = (*Store)(nil)

// Option changes how Open opens a store.
type Option func(*Store)

// WithWriters bounds how many transactions the store writes at a time; the default is 4.
func WithWriters(n int) Option { return func(s *Store) { s.writers = max(n, 1) } }

// WithTimeout bounds how long one transaction may take, so that a connection
// that is lost without a word is found out; the default is 30 seconds.
func WithTimeout(d time.Duration) Option { return func(s *Store) { s.timeout = d } }

// Open opens the store in a database, by a connection string of pgx, and makes
// its tables where they are not there, in the first schema of the search path; all their
// names begin with bpmngen_. ErrSchema says that another version of bpmngen made them.
func Open(ctx context.Context, connection string, opts ...Option) (*Store, error) {
	s := &Store{writers: 4, timeout: 30 * time.Second}
	for _, o := range opts {
		o(s)
	}
	s.group.Leaders, s.group.Max, s.group.Run = s.writers, maxGroup, s.run
	config, err := pgxpool.ParseConfig(connection)
	if err != nil {
		return nil, err
	}
	config.MaxConns = max(config.MaxConns, int32(s.writers)+4) // readers, and who listens
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	if err := s.migrate(ctx); err != nil {
		s.pool.Close()
		return nil, fmt.Errorf("store in PostgreSQL: %w", err)
	}
	s.hints.start(s.pool)
	return s, nil
}

func (s *Store) migrate(ctx context.Context) error {
	return s.transact(ctx, func(t *tx) error {
		t.Exec(fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d)`, migrating))
		t.script(schema)
		version := 0
		t.Query(`SELECT version FROM bpmngen_schema`, nil, func(row sqlrows.Row) error { return row.Scan(&version) })
		if t.err == nil && version != schemaVersion {
			return fmt.Errorf("its schema is of version %d, this package's of %d: %w", version, schemaVersion, ErrSchema)
		}
		return t.err
	})
}

// dialect is PostgreSQL's SQL.
var dialect = sqlrows.Dialect{
	InNumbers: in, InTexts: in,
	Numbers: func(n []int64) any { return n },
	Texts:   func(t []string) any { return t },
	Update:  " FOR UPDATE",
	Skip:    " FOR UPDATE SKIP LOCKED",
	Next:    func(t sqlrows.Tx, counter string) uint64 { return t.(*tx).next(counter) },
	Lock:    lock,
}

func in(column, parameter string) string { return column + ` = ANY(` + parameter + `)` }

// lock locks what is decided about messages by advisory locks: a key, of
// whatever name, or a name without a key. A name is locked against those who come to take any key of it.
func lock(at sqlrows.Tx, all []sqlrows.Address) {
	t := at.(*tx)
	var alone, shared []int64
	want := func(list *[]int64, kind byte, text string) {
		h := fnv.New64a()
		_, _ = h.Write([]byte{kind})
		_, _ = h.Write([]byte(text))
		if n := int64(h.Sum64()); !t.locked[n] {
			t.locked[n] = true
			*list = append(*list, n)
		}
	}
	for _, a := range all {
		switch {
		case a.Open:
			want(&alone, 'n', a.Name)
			continue
		case a.Keyed:
			want(&alone, 'k', a.Key)
		default:
			want(&alone, 'm', a.Name)
		}
		if a.Name != "" {
			want(&shared, 'n', a.Name)
		}
	}
	for how, list := range map[string][]int64{`pg_advisory_xact_lock(n)`: alone, `pg_advisory_xact_lock_shared(n)`: shared} {
		if len(list) > 0 {
			slices.Sort(list) // all in one order, or they wait for one another
			t.Exec(`SELECT count(`+how+`) FROM unnest($1::bigint[]) n`, list)
		}
	}
}

// Acquire implements store.Store.
func (s *Store) Acquire(ctx context.Context, name string, ttl time.Duration) (l store.Lease, err error) {
	err = s.write(ctx, func(t *tx) error {
		l = store.Lease{Name: name}
		t.Query(`INSERT INTO bpmngen_leases (number, name, until) VALUES (nextval('bpmngen_lease'), $1, `+now+` + $2) RETURNING number`,
			[]any{name, ttl.Nanoseconds()}, func(row sqlrows.Row) error {
				var n int64
				err := row.Scan(&n)
				l.Number = uint64(n)
				return err
			})
		return nil
	})
	if err == nil {
		s.hints.add(l.Number)
	}
	return l, err
}

// now is the server's time in nanoseconds of Unix time: engines' clocks differ.
const now = `(extract(epoch FROM clock_timestamp()) * 1000000000)::bigint`

// leased runs fn as part of a transaction during which the lease is not fenced.
func (s *Store) leased(ctx context.Context, l store.Lease, fn func(t *tx) error) error {
	return s.write(ctx, func(t *tx) error {
		alive := false
		t.Query(`SELECT 1 FROM bpmngen_leases WHERE number = $1 AND until > `+now+` FOR KEY SHARE`, []any{int64(l.Number)}, func(row sqlrows.Row) error {
			alive = true
			var one int
			return row.Scan(&one)
		})
		if t.err != nil {
			return t.err
		}
		if !alive {
			return store.ErrFenced
		}
		return fn(t)
	})
}

// Renew implements store.Store.
func (s *Store) Renew(ctx context.Context, l store.Lease, ttl time.Duration) error {
	return s.leased(ctx, l, func(t *tx) error {
		t.Exec(`UPDATE bpmngen_leases SET until = `+now+` + $2 WHERE number = $1`, int64(l.Number), ttl.Nanoseconds())
		return nil
	})
}

// Resign implements store.Store.
func (s *Store) Resign(ctx context.Context, l store.Lease) error {
	err := s.leased(ctx, l, func(t *tx) error {
		t.Exec(`DELETE FROM bpmngen_leases WHERE number = $1`, int64(l.Number))
		return nil
	})
	s.hints.remove(l.Number)
	s.hints.tell()
	return err
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, l store.Lease, units []store.Unit) (out []store.Outcome, err error) {
	letters := false
	err = s.leased(ctx, l, func(t *tx) error {
		out = rules.Commit(sqlrows.New(t, &dialect), l.Number, units)
		letters = t.counters[sqlrows.Letter] != nil
		return nil
	})
	if err != nil {
		return nil, err
	}
	if letters {
		s.hints.tell()
	}
	return out, nil
}

// Claim implements store.Store.
func (s *Store) Claim(ctx context.Context, l store.Lease, want store.Want) (c store.Claimed, err error) {
	err = s.leased(ctx, l, func(t *tx) error {
		// Who lapsed is fenced for good, after the transactions that it is in.
		t.Exec(`DELETE FROM bpmngen_leases WHERE number IN (SELECT number FROM bpmngen_leases WHERE until <= ` + now + ` FOR UPDATE SKIP LOCKED)`)
		c = sqlrows.Claim(t, &dialect, l.Number, want)
		return nil
	})
	return c, err
}

// Letters implements store.Store.
func (s *Store) Letters(ctx context.Context, l store.Lease, limit int, again bool) (all []store.Letter, err error) {
	err = s.leased(ctx, l, func(t *tx) error {
		all = sqlrows.Letters(t, &dialect, l.Number, limit, again)
		return nil
	})
	return all, err
}

// Watch implements store.Store.
func (s *Store) Watch(l store.Lease) <-chan struct{} { return s.hints.of(l.Number) }

// SetStarts implements store.Store.
func (s *Store) SetStarts(ctx context.Context, l store.Lease, starts []store.Start, at int64) error {
	err := s.leased(ctx, l, func(t *tx) error {
		var all []sqlrows.Address
		for _, st := range starts {
			all = append(all, sqlrows.Address{Name: st.Message, Open: true})
		}
		lock(t, all)
		return rules.SetStarts(sqlrows.New(t, &dialect), starts, at)
	})
	s.hints.tell()
	return err
}

// Expire implements store.Store.
func (s *Store) Expire(ctx context.Context, l store.Lease, at int64, limit int) (gone []store.Message, err error) {
	err = s.leased(ctx, l, func(t *tx) error {
		gone = sqlrows.New(t, &dialect).Expire(at, limit)
		return nil
	})
	return gone, err
}

// Load implements store.Store.
func (s *Store) Load(ctx context.Context, id store.ID) (r store.Record, err error) {
	err = s.read(ctx, func(t *tx) error {
		all := sqlrows.Load(t, &dialect, []store.ID{id})
		if t.err == nil && len(all) == 0 {
			return store.ErrNotFound
		}
		if t.err == nil {
			r = all[0]
		}
		return nil
	})
	return r, err
}

// Find implements store.Store.
func (s *Store) Find(ctx context.Context, q store.Query) (all []store.Record, err error) {
	err = s.read(ctx, func(t *tx) error {
		all = sqlrows.Find(t, &dialect, q)
		return nil
	})
	return all, err
}

// Prune implements store.Store.
func (s *Store) Prune(ctx context.Context, before int64, limit int) (n int, err error) {
	err = s.write(ctx, func(t *tx) error {
		n = sqlrows.Prune(t, &dialect, before, limit)
		return nil
	})
	return n, err
}

// Inbox implements store.Store.
func (s *Store) Inbox(ctx context.Context, name string) (n int, err error) {
	err = s.read(ctx, func(t *tx) error {
		n = sqlrows.Inbox(t, name)
		return nil
	})
	return n, err
}

// Close implements store.Store.
func (s *Store) Close() error {
	s.hints.stop()
	s.pool.Close()
	return nil
}
