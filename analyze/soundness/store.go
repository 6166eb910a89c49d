package soundness

import "math/bits"

// store keeps a state and returns its number; known where it was there already.
func (x *search) store(s *state, parent, via int32) (id int32, known bool) {
	at := len(x.recs)
	if x.words == 1 && !x.ordered && !x.queued && len(x.table) > 0 { // most processes: a state is one word
		mask := uint64(len(x.table) - 1)
		for h := hash(s.w) & mask; x.table[h] != 0; h = (h + 1) & mask {
			if k := x.table[h] - 1; x.recs[k] == s.w[0] {
				return k, true
			}
		}
	}
	x.recs = append(x.recs, s.w...)
	if x.ordered || x.queued {
		x.recs = append(x.recs, uint64(len(s.net))|uint64(len(s.q))<<32)
		x.recs = append(x.recs, s.net...)
		if x.network == Causal {
			x.recs = append(x.recs, s.past...)
		}
		for _, p := range s.q {
			x.recs = append(x.recs, uint64(p))
		}
	}
	rec := x.recs[at:]
	if 2*len(x.off) >= len(x.table) {
		x.grow()
	}
	mask := uint64(len(x.table) - 1)
	for h := hash(rec) & mask; ; h = (h + 1) & mask {
		k := x.table[h]
		if k == 0 {
			id = int32(len(x.off))
			x.table[h] = id + 1
			x.off = append(x.off, uint32(at))
			x.parent = append(x.parent, parent)
			x.via = append(x.via, via)
			return id, false
		}
		if equal(rec, x.record(k-1, at)) {
			x.recs = x.recs[:at]
			return k - 1, true
		}
	}
}

// record is the stored content of a state; end is where stored ones end.
func (x *search) record(id int32, end int) []uint64 {
	if int(id)+1 < len(x.off) {
		end = int(x.off[id+1])
	}
	return x.recs[x.off[id]:end]
}

func (x *search) grow() {
	size := max(1024, 2*len(x.table))
	x.table = make([]int32, size)
	mask := uint64(size - 1)
	for id := range x.off {
		// The last one is followed by what is being stored.
		end := int(x.off[id]) + x.length(x.recs[x.off[id]:])
		for h := hash(x.recs[x.off[id]:end]) & mask; ; h = (h + 1) & mask {
			if x.table[h] == 0 {
				x.table[h] = int32(id) + 1
				break
			}
		}
	}
}

// length is how long the record is that starts there.
func (x *search) length(rec []uint64) int {
	if !x.ordered && !x.queued {
		return x.words
	}
	head := rec[x.words]
	n := x.words + 1 + int(uint32(head)) + int(head>>32)
	if x.network == Causal {
		n += len(x.n.parts)
	}
	return n
}

func equal(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func hash(rec []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, v := range rec {
		hi, lo := bits.Mul64(h^v, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	return h ^ h>>32
}

// load makes a stored state the one to work on.
func (x *search) load(id int32, s *state) {
	rec := x.recs[x.off[id]:]
	s.w = append(s.w[:0], rec[:x.words]...)
	s.net, s.q = s.net[:0], s.q[:0]
	if !x.ordered && !x.queued {
		return
	}
	head := rec[x.words]
	rec = rec[x.words+1:]
	k := int(uint32(head))
	s.net = append(s.net, rec[:k]...)
	rec = rec[k:]
	if x.network == Causal {
		s.past = append(s.past[:0], rec[:len(x.n.parts)]...)
		rec = rec[len(x.n.parts):]
	}
	for _, p := range rec[:head>>32] {
		s.q = append(s.q, int32(p))
	}
}
