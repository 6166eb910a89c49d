package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/bpmngen/bpmngen/runtime/store/internal/sqlrows"
)

// tx is a transaction (sqlrows.Tx). What changes rows waits for the next
// question, so that both are one round trip.
type tx struct {
	ctx      context.Context
	conn     *pgx.Conn
	batch    *pgx.Batch
	err      error
	counters map[string]*block
	locked   map[int64]bool // advisory locks that it has, or is about to
}

// block is numbers of a sequence that are not given yet.
type block struct {
	left []uint64
	size int
}

func (t *tx) Exec(query string, args ...any) { t.batch.Queue(query, args...) }

func (t *tx) Query(query string, args []any, scan func(sqlrows.Row) error) {
	if t.err != nil {
		return
	}
	t.batch.Queue(query, args...)
	if err := t.send(scan); err != nil {
		t.err = fmt.Errorf("%w in %s", err, query)
	}
}

// send sends what waits; scan reads the answer to the last of it, if anybody asks.
func (t *tx) send(scan func(sqlrows.Row) error) (err error) {
	b := t.batch
	t.batch = new(pgx.Batch)
	n := b.Len()
	if n == 0 {
		return nil
	}
	answers := t.conn.SendBatch(t.ctx, b)
	defer func() {
		if e := answers.Close(); err == nil {
			err = e
		}
	}()
	if scan != nil {
		n--
	}
	for range n {
		if _, err := answers.Exec(); err != nil {
			return err
		}
	}
	if scan == nil {
		return nil
	}
	rows, err := answers.Query()
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

// script runs statements without parameters.
func (t *tx) script(text string) {
	if err := t.send(nil); err != nil {
		t.err = err
		return
	}
	if _, err := t.conn.PgConn().Exec(t.ctx, text).ReadAll(); err != nil {
		t.err = err
	}
}

// next is a number of a sequence; the more a transaction needs, the more it takes at once.
func (t *tx) next(counter string) uint64 {
	b := t.counters[counter]
	if b == nil {
		b = &block{size: 4}
		t.counters[counter] = b
	}
	if len(b.left) == 0 {
		b.left = b.left[:0]
		t.Query(`SELECT nextval($1::text::regclass) FROM generate_series(1, $2)`, []any{"bpmngen_" + counter, b.size}, func(row sqlrows.Row) error {
			var n int64
			err := row.Scan(&n)
			b.left = append(b.left, uint64(n))
			return err
		})
		b.size = min(2*b.size, 1024)
		if len(b.left) == 0 {
			return 0 // t.err says why
		}
	}
	n := b.left[0]
	b.left = b.left[1:]
	return n
}

// transact runs fn in a transaction. fn's error rolls it back, as does one that
// the transaction remembers.
func (s *Store) transact(ctx context.Context, fn func(*tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	t := &tx{ctx: ctx, conn: conn.Conn(), batch: new(pgx.Batch), counters: map[string]*block{}, locked: map[int64]bool{}}
	t.Exec("BEGIN")
	if err = fn(t); err == nil {
		err = t.err
	}
	if err == nil {
		t.Exec("COMMIT")
		err = t.send(nil)
	}
	if err != nil && !conn.Conn().IsClosed() && conn.Conn().PgConn().TxStatus() != 'I' {
		if _, e := conn.Exec(context.WithoutCancel(ctx), "ROLLBACK"); e != nil {
			err = fmt.Errorf("%w (and no rollback: %w)", err, e)
		}
	}
	return err
}

// read runs fn in a transaction.
func (s *Store) read(ctx context.Context, fn func(*tx) error) error { return s.transact(ctx, fn) }

// job is what one caller asks for.
type job struct {
	fn  func(*tx) error
	err error
}

// write runs fn as part of a transaction, with what others ask for. fn runs
// again where the transaction failed. An error of fn's that the database knows
// nothing of ends its part alone, and what it wrote stays: it checks before it writes.
func (s *Store) write(ctx context.Context, fn func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{fn: fn}
	s.group.Do(j)
	return j.err
}

// attempts bounds how often a transaction is tried that got in others' way.
const attempts = 10

// run runs jobs in one transaction, or, where that fails, each in its own.
func (s *Store) run(all []*job) {
	var err error
	for range attempts {
		err = s.transact(context.Background(), func(t *tx) error {
			for _, j := range all {
				if j.err = j.fn(t); t.err != nil {
					return t.err
				}
			}
			return nil
		})
		var at *pgconn.PgError
		if !errors.As(err, &at) || at.Code != "40001" && at.Code != "40P01" { // serialization failure, deadlock
			break
		}
	}
	switch {
	case err == nil:
	case len(all) == 1:
		all[0].err = err
	default:
		for _, j := range all {
			s.run([]*job{j})
		}
	}
}
