package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// hints tell the leases of this process, and those of others, that there may be
// letters.
type hints struct {
	mu     sync.Mutex
	by     map[uint64]chan struct{}
	others chan struct{} // asks for a NOTIFY
	cancel context.CancelFunc
	all    sync.WaitGroup
}

const (
	channel = "bpmngen_letters"
	// pause is the least time between two NOTIFYs: committing one excludes
	// all others that notify.
	pause = 20 * time.Millisecond
	// retry is how long to wait after a connection was lost.
	retry = time.Second
)

func (h *hints) start(pool *pgxpool.Pool) {
	ctx, cancel := context.WithCancel(context.Background())
	h.by, h.others, h.cancel = map[uint64]chan struct{}{}, make(chan struct{}, 1), cancel
	h.all.Go(func() { h.notify(ctx, pool) })
	h.all.Go(func() { h.listen(ctx, pool) })
}

func (h *hints) stop() {
	h.cancel()
	h.all.Wait()
}

// notify notifies others for as long as the store is open.
func (h *hints) notify(ctx context.Context, pool *pgxpool.Pool) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.others:
		}
		_, _ = pool.Exec(ctx, `SELECT pg_notify($1, '')`, channel) // a hint: who does not get it asks anyway
		rest(ctx, pause)
	}
}

// listen hears others for as long as the store is open.
func (h *hints) listen(ctx context.Context, pool *pgxpool.Pool) {
	for ctx.Err() == nil {
		conn, err := pool.Acquire(ctx)
		if err == nil {
			if _, err = conn.Exec(ctx, `LISTEN `+channel); err == nil {
				for err == nil {
					if _, err = conn.Conn().WaitForNotification(ctx); err == nil {
						h.hint()
					}
				}
			}
			c := conn.Hijack() // it listens: it is no good for others
			_ = c.Close(context.WithoutCancel(ctx))
		}
		rest(ctx, retry)
	}
}

func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// tell tells all that there may be letters, here at once.
func (h *hints) tell() {
	h.hint()
	select {
	case h.others <- struct{}{}:
	default:
	}
}

func (h *hints) hint() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.by {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

func (h *hints) add(lease uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.by[lease] = make(chan struct{}, 1)
}

func (h *hints) remove(lease uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.by, lease)
}

func (h *hints) of(lease uint64) <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.by[lease]
}
