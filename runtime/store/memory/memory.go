// Package memory is a store that forgets everything when its process ends: for
// tests, and as the measure of what a store has to do.
package memory

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
)

// Store is a store in memory. It is safe for concurrent use. Make it by New.
type Store struct {
	mu     sync.Mutex
	now    func() time.Time
	closed bool
	lease  uint64 // the number given last
	leases map[uint64]*lease
	rows   *rows
}

var _ store.Store = (*Store)(nil)

type lease struct {
	until time.Time
	watch chan struct{}
}

// ErrClosed is what a closed store answers.
var ErrClosed = errors.New("the store is closed")

// New makes an empty store. now is the clock by which leases last; nil: the system's.
func New(now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{now: now, leases: map[uint64]*lease{}, rows: newRows()}
}

// do runs fn as a transaction of a lease that is alive; without a lease, of none.
func (s *Store) do(ctx context.Context, l store.Lease, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	if l.Number != 0 && !s.alive(l.Number) {
		return store.ErrFenced
	}
	return fn()
}

// alive reports whether a lease lasts; one that does not is fenced for good.
func (s *Store) alive(number uint64) bool {
	l := s.leases[number]
	if l == nil {
		return false
	}
	if s.now().Before(l.until) {
		return true
	}
	delete(s.leases, number)
	return false
}

// Acquire implements store.Store.
func (s *Store) Acquire(ctx context.Context, name string, ttl time.Duration) (l store.Lease, err error) {
	err = s.do(ctx, store.Lease{}, func() error {
		s.lease++
		l = store.Lease{Number: s.lease, Name: name}
		s.leases[l.Number] = &lease{until: s.now().Add(ttl), watch: make(chan struct{}, 1)}
		return nil
	})
	return l, err
}

// Renew implements store.Store.
func (s *Store) Renew(ctx context.Context, l store.Lease, ttl time.Duration) error {
	return s.do(ctx, l, func() error {
		s.leases[l.Number].until = s.now().Add(ttl)
		return nil
	})
}

// Resign implements store.Store.
func (s *Store) Resign(ctx context.Context, l store.Lease) error {
	return s.do(ctx, l, func() error {
		delete(s.leases, l.Number)
		s.hint()
		return nil
	})
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, l store.Lease, units []store.Unit) (out []store.Outcome, err error) {
	err = s.do(ctx, l, func() error {
		last := s.rows.letter
		out = rules.Commit(s.rows, l.Number, units)
		if s.rows.letter != last {
			s.hint()
		}
		return nil
	})
	return out, err
}

// hint tells every lease that there may be something for it.
func (s *Store) hint() {
	for _, l := range s.leases {
		select {
		case l.watch <- struct{}{}:
		default:
		}
	}
}

// Claim implements store.Store.
func (s *Store) Claim(ctx context.Context, l store.Lease, want store.Want) (c store.Claimed, err error) {
	err = s.do(ctx, l, func() error {
		ids := want.IDs
		if len(ids) == 0 {
			ids = slices.Sorted(maps.Keys(s.rows.instances))
		}
		for _, id := range ids {
			in := s.rows.instances[id]
			if len(c.Records) >= want.Limit {
				break
			}
			if in == nil || in.rec.Status.Over() || !runs(want.Runs, &in.rec) || in.rec.Owner != 0 && s.alive(in.rec.Owner) {
				continue
			}
			due := in.rec.Due != 0 && in.rec.Due <= want.Now
			if len(want.IDs) == 0 && !in.rec.Busy && !due && len(in.letters) == 0 {
				continue
			}
			in.rec.Owner = l.Number
			c.Records = append(c.Records, in.record())
		}
		for _, seq := range slices.Sorted(maps.Keys(s.rows.letters)) {
			x, owner := s.rows.letters[seq], s.rows.told[seq]
			if len(c.Starts) >= want.Limit {
				break
			}
			if x.To != 0 || owner != 0 && s.alive(owner) || !slices.ContainsFunc(want.Runs, func(v store.Version) bool { return v.Process == x.Process }) {
				continue
			}
			s.rows.told[seq] = l.Number
			c.Starts = append(c.Starts, clone(x))
		}
		return nil
	})
	return c, err
}

func runs(all []store.Version, r *store.Record) bool {
	return slices.Contains(all, store.Version{Process: r.Process, Fingerprint: r.Fingerprint})
}

// Letters implements store.Store.
func (s *Store) Letters(ctx context.Context, l store.Lease, limit int, again bool) (all []store.Letter, err error) {
	err = s.do(ctx, l, func() error {
		for _, seq := range slices.Sorted(maps.Keys(s.rows.letters)) {
			x, told := s.rows.letters[seq], s.rows.told[seq]
			if in := s.rows.instances[x.To]; in != nil && in.rec.Owner != l.Number || in == nil && told != l.Number || told == l.Number && !again {
				continue
			}
			if len(all) == limit {
				break
			}
			s.rows.told[seq] = l.Number
			all = append(all, clone(x))
		}
		return nil
	})
	return all, err
}

// Watch implements store.Store.
func (s *Store) Watch(l store.Lease) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.leases[l.Number]; x != nil {
		return x.watch
	}
	return nil
}

// SetStarts implements store.Store.
func (s *Store) SetStarts(ctx context.Context, l store.Lease, starts []store.Start, now int64) error {
	return s.do(ctx, l, func() error {
		defer s.hint()
		return rules.SetStarts(s.rows, starts, now)
	})
}

// Expire implements store.Store.
func (s *Store) Expire(ctx context.Context, l store.Lease, now int64, limit int) (dropped []store.Message, err error) {
	err = s.do(ctx, l, func() error {
		for _, order := range slices.Sorted(maps.Keys(s.rows.inbox)) {
			if m := s.rows.inbox[order]; m.Expires <= now && len(dropped) < limit {
				s.rows.DropMessage(order)
				dropped = append(dropped, *m)
			}
		}
		maps.DeleteFunc(s.rows.ids, func(_ messageID, until int64) bool { return until <= now })
		return nil
	})
	return dropped, err
}

// Load implements store.Store.
func (s *Store) Load(ctx context.Context, id store.ID) (r store.Record, err error) {
	err = s.do(ctx, store.Lease{}, func() error {
		in := s.rows.instances[id]
		if in == nil {
			return store.ErrNotFound
		}
		r = in.record()
		return nil
	})
	return r, err
}

// Find implements store.Store.
func (s *Store) Find(ctx context.Context, q store.Query) (all []store.Record, err error) {
	if q.Limit == 0 {
		q.Limit = 100
	}
	err = s.do(ctx, store.Lease{}, func() error {
		for _, id := range slices.Sorted(maps.Keys(s.rows.instances)) {
			if in := s.rows.instances[id]; len(all) < q.Limit && matches(&q, &in.rec) {
				all = append(all, in.record())
			}
		}
		return nil
	})
	return all, err
}

func matches(q *store.Query, r *store.Record) bool {
	return r.ID > q.After &&
		(q.Process == "" || q.Process == r.Process) &&
		(q.Fingerprint == "" || q.Fingerprint == r.Fingerprint) &&
		(len(q.Statuses) == 0 || slices.Contains(q.Statuses, r.Status)) &&
		(q.BusinessKey == "" || q.BusinessKey == r.BusinessKey) &&
		(q.Node == "" || slices.Contains(r.Nodes, q.Node)) &&
		(!q.Incidents || len(r.Incidents) > 0) &&
		(q.Parent == 0 || q.Parent == r.Parent) &&
		(q.StartedFrom == 0 || r.Started >= q.StartedFrom) &&
		(q.StartedBefore == 0 || r.Started < q.StartedBefore)
}

// Prune implements store.Store.
func (s *Store) Prune(ctx context.Context, before int64, limit int) (n int, err error) {
	err = s.do(ctx, store.Lease{}, func() error {
		for _, id := range slices.Sorted(maps.Keys(s.rows.instances)) {
			if r := &s.rows.instances[id].rec; n < limit && r.Status.Over() && r.Ended < before {
				s.rows.Delete(id)
				n++
			}
		}
		return nil
	})
	return n, err
}

// Inbox implements store.Store.
func (s *Store) Inbox(ctx context.Context, name string) (n int, err error) {
	err = s.do(ctx, store.Lease{}, func() error {
		n = s.rows.Waiting(name)
		return nil
	})
	return n, err
}

// Close implements store.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
