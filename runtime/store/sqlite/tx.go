package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/bpmngen/bpmngen/runtime/store/internal/sqlrows"
)

// tx is a transaction (sqlrows.Tx), or the part of one that somebody asked for.
type tx struct {
	ctx      context.Context
	conn     *sql.Conn
	err      error
	counters map[string]*counter
}

// counter is a counter within a transaction, which has the file for itself.
type counter struct{ was, is int64 }

func (t *tx) Exec(query string, args ...any) {
	if t.err != nil {
		return
	}
	if _, err := t.conn.ExecContext(t.ctx, native(query), args...); err != nil {
		t.err = fmt.Errorf("%w in %s", err, query)
	}
}

func (t *tx) Query(query string, args []any, scan func(sqlrows.Row) error) {
	if t.err != nil {
		return
	}
	if err := t.query(query, args, scan); err != nil {
		t.err = fmt.Errorf("%w in %s", err, query)
	}
}

func (t *tx) query(query string, args []any, scan func(sqlrows.Row) error) (err error) {
	rows, err := t.conn.QueryContext(t.ctx, native(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// natives are statements in SQLite's spelling of parameters.
var natives sync.Map

// native makes ?1 of $1: $1 would be a name to SQLite, numbered as it comes.
func native(query string) string {
	if s, ok := natives.Load(query); ok {
		return s.(string)
	}
	b := []byte(query)
	for i := range b {
		if b[i] == '$' {
			b[i] = '?'
		}
	}
	natives.Store(query, string(b))
	return string(b)
}

// next counts a counter up.
func (t *tx) next(name string) uint64 {
	c := t.counters[name]
	if c == nil {
		c = new(counter)
		t.Query(`SELECT n FROM bpmngen_counters WHERE name = $1`, []any{name}, func(row sqlrows.Row) error { return row.Scan(&c.was) })
		c.is = c.was
		t.counters[name] = c
	}
	c.is++
	return uint64(c.is)
}

// wrote reports whether a counter was used.
func (t *tx) wrote(name string) bool { return t.counters[name] != nil }

// flush stores how far the counters have come.
func (t *tx) flush() {
	for name, c := range t.counters {
		if c.is != c.was {
			t.Exec(`UPDATE bpmngen_counters SET n = $2 WHERE name = $1`, name, c.is)
		}
	}
}

func jsonOf(v any) string {
	b, _ := json.Marshal(v) // numbers and strings: it can't fail
	return string(b)
}

// read runs fn in a transaction that sees one state of the file.
func (s *Store) read(ctx context.Context, fn func(*tx) error) error {
	return transact(ctx, s.readers, "BEGIN", func(t *tx) error { return fn(t) })
}

// transact runs fn in a transaction, which ends with it. fn's error rolls it
// back, as does one that the transaction remembers.
func transact(ctx context.Context, db *sql.DB, begin string, fn func(*tx) error) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if e := conn.Close(); err == nil {
			err = e
		}
	}()
	// What was begun ends, whatever the caller's patience.
	own := context.WithoutCancel(ctx)
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return err
	}
	t := &tx{ctx: own, conn: conn, counters: map[string]*counter{}}
	err = fn(t)
	if err == nil {
		t.flush()
		err = t.err
	}
	if err == nil {
		_, err = conn.ExecContext(own, "COMMIT")
	}
	if err != nil {
		if _, e := conn.ExecContext(own, "ROLLBACK"); e != nil {
			err = fmt.Errorf("%w (and no rollback: %w)", err, e)
		}
	}
	return err
}

// job is what one caller asks for.
type job struct {
	fn  func(*tx) error
	err error
}

// write runs fn as part of a transaction, with what others ask for. fn may run
// again in a transaction of its own, where another's part failed. An error of fn's that
// the database knows nothing of ends its part alone, and what it wrote stays: it checks before it writes.
func (s *Store) write(ctx context.Context, fn func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{fn: fn}
	s.group.Do(j)
	return j.err
}

// run runs jobs in one transaction, or, where that fails, each in its own.
func (s *Store) run(all []*job) {
	err := transact(context.Background(), s.writer, "BEGIN IMMEDIATE", func(t *tx) error {
		for _, j := range all {
			if j.err = j.fn(t); t.err != nil {
				return t.err
			}
		}
		return nil
	})
	if err == nil {
		return
	}
	if len(all) == 1 {
		all[0].err = err
		return
	}
	for _, j := range all {
		s.run([]*job{j})
	}
}
