package soundness

// wordMask is a set of bits of one word of a state.
type wordMask struct {
	at   int32
	mask uint64
}

// step is a transition as a search with packed counts does it.
type step struct {
	t     *transition
	need  []wordMask // where a place has one bit: that must be set
	zero  []wordMask
	clear []wordMask
	mark  []wordMask
}

// search explores a net breadth-first. States are stored with their full
// content, so that no two are ever taken for one.
type search struct {
	n       *net
	network Network
	ordered bool // messages are kept in order and not as counts
	queued  bool // tokens move in the machine's order
	width   uint // bits of a place
	most    uint64
	words   int

	steps  []step
	trig   [][]int32 // by place: what it can make possible
	urgent [][]int32
	always []int32 // what no place makes possible
	hurry  bool    // there are urgent transitions
	tokens []uint64
	msgs   []uint64
	ready  []bool // places whose tokens move by themselves

	recs   []uint64
	off    []uint32
	parent []int32
	via    []int32
	table  []int32

	fired   []uint64 // transitions that have been done
	marked  []uint64 // places that have held something, packed as states are
	tooMany bool

	cur, next state
	at        int32 // the state that is being expanded
	seen      int   // states that have been

	// what is noted on the way
	deadlocks []int32
	finals    int
	left      int32 // a final state with messages left, none
	unsafe    map[int32]arrival
	overflow  int32 // a place whose count has no room, none
	back      bool  // some step leads back to a level that was there already
	endOpen   bool  // some end event was reached while something else goes on
	unbounded *pump
	uncaught  []arrival // throws that nothing takes
	cuts      []int32   // terminations that end other work, one for each event
	// cut are the states that are not looked at further, because they are another
	// on their way with more in it.
	cut   map[int32]int32
	grown bool // see covers
	last  struct {
		from  int32
		first int
	}
	done  bool // every state was seen
	limit Budget
}

// arrival is a step from a state.
type arrival struct{ state, step int32 }

// pump is a run that can be repeated for ever and leaves more each time.
type pump struct{ from, to int32 }

// Budget bounds a search.
type Budget struct {
	States int   // that are stored; 0: DefaultBudget's
	Bytes  int64 // that they may take; 0: DefaultBudget's
}

func newSearch(n *net, width uint, network Network, inOrder bool, limit Budget) *search {
	x := &search{
		n: n, network: network, ordered: network != Unordered && len(n.channels) > 0, queued: inOrder, width: width, most: 1<<width - 1,
		words: (len(n.places)*int(width) + 63) / 64, left: none, overflow: none, unsafe: map[int32]arrival{}, cut: map[int32]int32{}, limit: limit,
	}
	x.words = max(x.words, 1)
	x.tokens, x.msgs = make([]uint64, x.words), make([]uint64, x.words)
	x.marked = make([]uint64, x.words)
	x.ready = make([]bool, len(n.places))
	for p := range n.places {
		switch k := n.places[p].kind; {
		case k.token():
			x.set(x.tokens, int32(p), x.most)
		case k == message:
			x.set(x.msgs, int32(p), x.most)
		}
		switch n.places[p].kind {
		case onFlow, before, fired, queued:
			x.ready[p] = true
		case atNode:
			x.ready[p] = passThrough(n.places[p].node)
		}
	}
	x.trig = make([][]int32, len(n.places))
	x.urgent = make([][]int32, len(n.places))
	x.steps = make([]step, len(n.trans))
	x.fired = make([]uint64, (len(n.trans)+63)/64)
	for i := range n.trans {
		t := &n.trans[i]
		s := &x.steps[i]
		s.t = t
		s.need = x.masks(append(append([]int32(nil), t.take...), t.some...), 1)
		if !x.ordered && t.receives != none {
			s.need = x.masks([]int32{n.channels[t.receives].place}, 1, s.need...)
		}
		s.zero = x.masks(t.zero, x.most)
		for _, r := range t.empty {
			for p := r.lo; p < r.hi; p++ {
				if n.places[p].kind.token() {
					s.zero = x.masks([]int32{p}, x.most, s.zero...)
				}
			}
		}
		for _, r := range t.clear {
			for p := r.lo; p < r.hi; p++ {
				s.clear = x.masks([]int32{p}, x.most, s.clear...)
			}
		}
		s.mark = x.masks(t.mark, 1)
		into := x.trig
		if t.urgent {
			into = x.urgent
			x.hurry = true
		}
		switch {
		case t.join != none:
			for _, p := range n.joins[t.join].in {
				into[p] = append(into[p], int32(i))
			}
			if j := &n.joins[t.join]; j.reset { // it may have to wait for no token at all
				into[t.some[0]] = append(into[t.some[0]], int32(i))
			}
		case len(t.take) > 0:
			into[t.take[0]] = append(into[t.take[0]], int32(i))
		case len(t.some) > 0:
			into[t.some[0]] = append(into[t.some[0]], int32(i))
		default: // a message alone
			x.always = append(x.always, int32(i))
		}
	}
	return x
}

func (x *search) masks(places []int32, v uint64, into ...wordMask) []wordMask {
next:
	for _, p := range places {
		sh := uint(p) * x.width
		at, m := int32(sh>>6), v<<(sh&63)
		for k := range into {
			if into[k].at == at {
				into[k].mask |= m
				continue next
			}
		}
		into = append(into, wordMask{at, m})
	}
	return into
}

func (x *search) get(w []uint64, p int32) uint64 {
	sh := uint(p) * x.width
	return w[sh>>6] >> (sh & 63) & x.most
}

func (x *search) set(w []uint64, p int32, v uint64) {
	sh := uint(p) * x.width
	w[sh>>6] = w[sh>>6]&^(x.most<<(sh&63)) | v<<(sh&63)
}

// start is the first state.
func (x *search) start(s *state) {
	s.w = append(s.w[:0], make([]uint64, x.words)...)
	s.net, s.q = s.net[:0], s.q[:0]
	s.past = append(s.past[:0], make([]uint64, len(x.n.parts))...)
	for _, p := range x.n.init {
		x.set(s.w, p, 1)
	}
}

// enabled reports whether a transition is possible in a state, but for what
// the network or a join has to say.
func (x *search) enabled(s *step, w []uint64) bool {
	if x.width == 1 {
		for _, m := range s.need {
			if w[m.at]&m.mask != m.mask {
				return false
			}
		}
	} else {
		for _, p := range s.t.take {
			if x.get(w, p) == 0 {
				return false
			}
		}
		for _, p := range s.t.some {
			if x.get(w, p) == 0 {
				return false
			}
		}
		if !x.ordered && s.t.receives != none && x.get(w, x.n.channels[s.t.receives].place) == 0 {
			return false
		}
	}
	for _, m := range s.zero {
		if w[m.at]&m.mask != 0 {
			return false
		}
	}
	return s.t.join == none || x.joins(&x.n.joins[s.t.join], w)
}

// joins is the rule of the inclusive join (S2.4): it fires when a flow holds a
// token and no token elsewhere could come by an empty flow that could not come by
// a holding one too.
func (x *search) joins(j *orJoin, w []uint64) bool {
	var holding, all uint64
	for i, p := range j.in {
		all |= 1 << i
		if x.get(w, p) > 0 || j.reset && i < len(j.taken) && x.get(w, j.taken[i]) > 0 {
			holding |= 1 << i
		}
	}
	if j.sure {
		return holding != 0
	}
	if holding == 0 && !j.reset {
		return false
	}
	for _, p := range j.watch {
		if p.normal&holding == 0 && (p.normal|p.exc)&(all&^holding) != 0 && x.get(w, p.place) > 0 {
			return false
		}
	}
	return true
}

// fire does a transition. It reports false where it is not possible after all.
// What has no room for another token is left in x.overflow.
func (x *search) fire(i int32, from, to *state) bool {
	s := &x.steps[i]
	t := s.t
	to.copyFrom(from)
	w := to.w
	if t.receives != none {
		if x.ordered {
			if !x.receive(to, t.receives) {
				return false
			}
		} else {
			p := x.n.channels[t.receives].place
			x.set(w, p, x.get(w, p)-1)
		}
	}
	if x.width == 1 {
		for _, p := range t.take {
			w[p>>6] &^= 1 << (p & 63)
		}
	} else {
		for _, p := range t.take {
			x.set(w, p, x.get(w, p)-1)
		}
	}
	if t.join != none {
		j := &x.n.joins[t.join]
		for k, p := range j.in {
			if c := x.get(w, p); c > 0 && !(j.reset && x.get(w, j.taken[k]) > 0) {
				x.set(w, p, c-1)
				if j.sure {
					x.set(w, j.taken[k], 1)
				}
			}
		}
	}
	for _, m := range s.clear {
		w[m.at] &^= m.mask
	}
	for _, m := range s.mark {
		w[m.at] |= m.mask // set, not counted
	}
	for _, p := range t.put {
		c := x.get(w, p)
		if c > 0 {
			x.second(i, p)
			if c == x.most {
				x.overflow = p
				return false
			}
		}
		x.set(w, p, c+1)
	}
	for _, c := range t.sends {
		if x.ordered {
			if !x.send(to, c) {
				return false
			}
			continue
		}
		p := x.n.channels[c].place
		v := x.get(w, p)
		if v == x.most {
			x.overflow = p
			return false
		}
		x.set(w, p, v+1)
	}
	if x.queued {
		for _, p := range t.put {
			if x.ready[p] {
				to.q = append(to.q, p)
			}
		}
		if len(t.clear) > 0 {
			x.dequeue(to)
		}
	}
	return true
}

// dequeue drops from the queue what is no longer there.
func (x *search) dequeue(s *state) {
	kept := s.q[:0]
	for _, p := range s.q {
		if x.get(s.w, p) > 0 {
			kept = append(kept, p)
		}
	}
	s.q = kept
}

// second notes a second token in a place.
func (x *search) second(i, p int32) {
	if x.n.places[p].flow == nil {
		return
	}
	if _, ok := x.unsafe[p]; !ok {
		x.unsafe[p] = arrival{x.at, i}
	}
}

// final reports that no token is left: all processes have ended.
func (x *search) final(w []uint64) bool {
	for i, m := range x.tokens {
		if w[i]&m != 0 {
			return false
		}
	}
	return true
}
