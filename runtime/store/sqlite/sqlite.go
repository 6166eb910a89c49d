// Package sqlite is a store in one SQLite file, by a driver in pure Go: durable
// instances for a service without a database server.
//
// The file is in WAL mode with synchronous=FULL: what Commit stored survives a
// power cut. There is one writer; whoever commits while it is at work is stored
// with the others by the next transaction. Several processes of one machine may share the file, not
// several machines.
package sqlite

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/group"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
	"github.com/bpmngen/bpmngen/runtime/store/internal/sqlrows"
)

//go:embed schema.sql
var schema string

// schemaVersion is the version that schema.sql makes.
const schemaVersion = 1

// maxGroup is how many callers one transaction serves.
const maxGroup = 1000

// ErrSchema says that the file's tables are of another version than this package's.
var ErrSchema = errors.New("the store was made by another version of bpmngen")

// Store is a store in an SQLite file. It is safe for concurrent use. Make it by Open.
type Store struct {
	writer  *sql.DB
	readers *sql.DB
	now     func() time.Time
	group   group.Group[job]
	watch   watchers
}

var _ store.Store = (*Store)(nil)

// Option changes how Open opens a store.
type Option func(*Store)

// WithClock gives the clock by which leases last; the default is the system's.
func WithClock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// Open opens the store in a file, which it makes, with its tables, where it is
// not there. ErrSchema says that another version of bpmngen made it.
func Open(ctx context.Context, file string, opts ...Option) (*Store, error) {
	s := &Store{now: time.Now}
	s.group.Leaders, s.group.Max, s.group.Run = 1, maxGroup, s.run
	for _, o := range opts {
		o(s)
	}
	pragmas := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(10000)", "foreign_keys(0)"}, "_txlock": {"immediate"}}
	at := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath(), RawQuery: pragmas.Encode()}).String()
	var err error
	if s.writer, err = sql.Open("sqlite", at); err != nil {
		return nil, err
	}
	s.writer.SetMaxOpenConns(1)
	if s.readers, err = sql.Open("sqlite", at); err != nil {
		return nil, err
	}
	s.readers.SetMaxOpenConns(4)
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store %s: %w", file, err), s.Close())
	}
	s.watch.init()
	return s, nil
}

func (s *Store) migrate(ctx context.Context) error {
	if _, err := s.writer.ExecContext(ctx, schema); err != nil {
		return err
	}
	var n int
	if err := s.writer.QueryRowContext(ctx, `SELECT n FROM bpmngen_counters WHERE name = 'schema'`).Scan(&n); err != nil {
		return err
	}
	if n != schemaVersion {
		return fmt.Errorf("its schema is of version %d, this package's of %d: %w", n, schemaVersion, ErrSchema)
	}
	return nil
}

// dialect is SQLite's SQL: lists travel as JSON.
var dialect = sqlrows.Dialect{
	InNumbers: in, InTexts: in,
	Numbers: func(n []int64) any { return jsonOf(n) },
	Texts:   func(t []string) any { return jsonOf(t) },
	Next:    func(t sqlrows.Tx, counter string) uint64 { return t.(*tx).next(counter) },
}

func in(column, parameter string) string {
	return column + ` IN (SELECT value FROM json_each(` + parameter + `))`
}

// Acquire implements store.Store.
func (s *Store) Acquire(ctx context.Context, name string, ttl time.Duration) (l store.Lease, err error) {
	err = s.write(ctx, func(t *tx) error {
		l = store.Lease{Number: t.next("lease"), Name: name}
		t.Exec(`INSERT INTO bpmngen_leases (number, name, until) VALUES ($1, $2, $3)`, int64(l.Number), name, s.now().Add(ttl).UnixNano())
		return nil
	})
	if err == nil {
		s.watch.add(l.Number)
	}
	return l, err
}

// leased runs fn as part of a transaction in which the lease lives.
func (s *Store) leased(ctx context.Context, l store.Lease, fn func(t *tx) error) error {
	return s.write(ctx, func(t *tx) error {
		now := s.now().UnixNano()
		t.Exec(`DELETE FROM bpmngen_leases WHERE until <= $1`, now) // fenced for good
		alive := false
		t.Query(`SELECT 1 FROM bpmngen_leases WHERE number = $1`, []any{int64(l.Number)}, func(row sqlrows.Row) error {
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
		t.Exec(`UPDATE bpmngen_leases SET until = $2 WHERE number = $1`, int64(l.Number), s.now().Add(ttl).UnixNano())
		return nil
	})
}

// Resign implements store.Store.
func (s *Store) Resign(ctx context.Context, l store.Lease) error {
	err := s.leased(ctx, l, func(t *tx) error {
		t.Exec(`DELETE FROM bpmngen_leases WHERE number = $1`, int64(l.Number))
		return nil
	})
	s.watch.remove(l.Number)
	s.watch.hint()
	return err
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, l store.Lease, units []store.Unit) (out []store.Outcome, err error) {
	letters := false
	err = s.leased(ctx, l, func(t *tx) error {
		out = rules.Commit(sqlrows.New(t, &dialect), l.Number, units)
		letters = t.wrote(sqlrows.Letter)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if letters {
		s.watch.hint()
	}
	return out, nil
}

// Claim implements store.Store.
func (s *Store) Claim(ctx context.Context, l store.Lease, want store.Want) (c store.Claimed, err error) {
	err = s.leased(ctx, l, func(t *tx) error {
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

// Watch implements store.Store. Letters that another process brings are found by asking only.
func (s *Store) Watch(l store.Lease) <-chan struct{} { return s.watch.of(l.Number) }

// SetStarts implements store.Store.
func (s *Store) SetStarts(ctx context.Context, l store.Lease, starts []store.Start, now int64) error {
	err := s.leased(ctx, l, func(t *tx) error { return rules.SetStarts(sqlrows.New(t, &dialect), starts, now) })
	s.watch.hint()
	return err
}

// Expire implements store.Store.
func (s *Store) Expire(ctx context.Context, l store.Lease, now int64, limit int) (gone []store.Message, err error) {
	err = s.leased(ctx, l, func(t *tx) error {
		gone = sqlrows.New(t, &dialect).Expire(now, limit)
		return nil
	})
	return gone, err
}

// Load implements store.Store.
func (s *Store) Load(ctx context.Context, id store.ID) (r store.Record, err error) {
	err = s.read(ctx, func(t *tx) error {
		all := sqlrows.Load(t, &dialect, []store.ID{id})
		if len(all) == 0 {
			return store.ErrNotFound
		}
		r = all[0]
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
	var errs []error
	for _, db := range []*sql.DB{s.readers, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if err := errors.Join(errs...); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// watchers are the hints for the leases of this process.
type watchers struct {
	mu sync.Mutex
	by map[uint64]chan struct{}
}

func (w *watchers) init() { w.by = map[uint64]chan struct{}{} }

func (w *watchers) add(lease uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.by[lease] = make(chan struct{}, 1)
}

func (w *watchers) remove(lease uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.by, lease)
}

func (w *watchers) of(lease uint64) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.by[lease]
}

func (w *watchers) hint() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.by {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
