package runtime

import (
	"sync"
	"sync/atomic"
)

// shard holds a part of the running instances: slots with a list of free ones.
type shard struct {
	mu sync.Mutex
	// chunks hold the slots: they grow by a chunk, never copying what they hold.
	chunks []*[chunkSize]slot
	n      uint32 // slots in use, or free
	free   uint32 // noSlot: none
	seq    uint32 // of the last id
	// runs counts goroutines that run an instance of this shard, or a handler.
	runs atomic.Int64
	// flights is the list of handlers that run beside their instance.
	flights flight
	_       [64]byte // shards do not share a cache line
}

type slot struct {
	inst *Instance
	seq  uint32
	next uint32
}

const chunkSize = 256

func (sh *shard) at(n uint32) *slot { return &sh.chunks[n/chunkSize][n%chunkSize] }

const noSlot = 1<<slotBits - 1

func (sh *shard) init() {
	sh.free = noSlot
	sh.flights.next, sh.flights.prev = &sh.flights, &sh.flights
}

// add gives the instance its id; it reports false where the shard is full.
func (e *Engine) add(i *Instance, shard uint32) bool {
	sh := &e.shards[shard]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	n := sh.free
	if n != noSlot {
		sh.free = sh.at(n).next
	} else {
		n = sh.n
		if n >= noSlot {
			return false
		}
		if n%chunkSize == 0 {
			sh.chunks = append(sh.chunks, new([chunkSize]slot))
		}
		sh.n++
	}
	sh.seq++
	*sh.at(n) = slot{inst: i, seq: sh.seq}
	i.id = makeID(shard, n, sh.seq)
	return true
}

// forget removes an instance that has ended.
func (e *Engine) forget(i *Instance) {
	sh := &e.shards[i.id.shard()]
	n := i.id.slot()
	sh.mu.Lock()
	*sh.at(n) = slot{next: sh.free}
	sh.free = n
	sh.mu.Unlock()
	if e.maxInstances > 0 {
		e.count.Add(-1)
	}
}

// lookup is the running instance with that id, nil where there is none.
func (e *Engine) lookup(id ID) *Instance {
	sh := &e.shards[id.shard()]
	n := id.slot()
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if n >= sh.n || sh.at(n).seq != id.seq() {
		return nil
	}
	return sh.at(n).inst
}

// each calls fn for every running instance, in no order that means anything.
func (e *Engine) each(fn func(*Instance) bool) {
	var batch []*Instance
	for n := range e.shards {
		sh := &e.shards[n]
		batch = batch[:0]
		sh.mu.Lock()
		for k := range sh.n {
			if i := sh.at(k).inst; i != nil {
				batch = append(batch, i)
			}
		}
		sh.mu.Unlock()
		for _, i := range batch {
			if !fn(i) {
				return
			}
		}
	}
}

// enter counts a run; it reports false where the engine shuts down.
func (e *Engine) enter(shard uint32) bool {
	e.shards[shard].runs.Add(1)
	if e.closing.Load() {
		e.exit(shard)
		return false
	}
	return true
}

// exit ends a run that enter counted.
func (e *Engine) exit(shard uint32) {
	e.shards[shard].runs.Add(-1)
	if e.closing.Load() {
		select {
		case e.wake <- struct{}{}:
		default:
		}
	}
}
