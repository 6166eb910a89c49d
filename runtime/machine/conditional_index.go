package machine

import (
	"cmp"
	"math/bits"
	"slices"
)

// An instance with few armed conditions looks at each; from indexFrom on it
// keeps an index, until fewer than indexUntil are left. Looking at so few costs
// less than the index's memory is worth, and the gap keeps a loop that arms and
// disarms at the threshold from building it again and again.
const (
	indexFrom  = 16
	indexUntil = 8
)

// conditionIndex finds the armed conditions that a commit concerns without
// looking at the others (EV §2.7, granularity). Every list is in the order of arming.
type conditionIndex struct {
	byPath   [][]*Subscription // those that read a path, by its bit
	anything []*Subscription   // those that may read anything
}

// armCondition puts a conditional's subscription on the instance's list.
func (m *Machine) armCondition(sub *Subscription) {
	x := m.more()
	if n := len(x.conditionals); n > 0 {
		sub.Due = x.conditionals[n-1].Due + 1
	}
	x.conditionals = append(x.conditionals, sub)
	switch {
	case x.index != nil:
		x.index.add(m.def, sub)
	case len(x.conditionals) >= indexFrom:
		x.index = &conditionIndex{byPath: make([][]*Subscription, len(m.def.Paths))}
		for _, armed := range x.conditionals {
			x.index.add(m.def, armed)
		}
	}
}

// disarmCondition takes it off again.
func (m *Machine) disarmCondition(sub *Subscription) {
	x := m.extra
	x.conditionals = withoutInOrder(x.conditionals, sub)
	switch {
	case x.index == nil:
	case len(x.conditionals) < indexUntil:
		x.index = nil
	default:
		x.index.remove(m.def, sub)
	}
}

func (x *conditionIndex) add(def *Definition, sub *Subscription) {
	x.each(def.Events[sub.Event].Reads, func(list *[]*Subscription) { *list = append(*list, sub) })
}

func (x *conditionIndex) remove(def *Definition, sub *Subscription) {
	x.each(def.Events[sub.Event].Reads, func(list *[]*Subscription) { *list = withoutInOrder(*list, sub) })
}

// each visits the lists that a condition with that read set is on.
func (x *conditionIndex) each(reads Changes, visit func(*[]*Subscription)) {
	if !reads.Any() {
		visit(&x.anything)
		return
	}
	for w, word := range reads {
		for ; word != 0; word &= word - 1 {
			if p := w<<6 | bits.TrailingZeros64(word); p < len(x.byPath) {
				visit(&x.byPath[p])
			}
		}
	}
}

// concerned appends the armed conditions that a commit may have changed, in the
// order of arming, each once.
func (x *extra) concerned(dst []*Subscription, def *Definition, changed Changes) []*Subscription {
	if x.index == nil {
		for _, sub := range x.conditionals {
			if changed.Meets(def.Events[sub.Event].Reads) {
				dst = append(dst, sub)
			}
		}
		return dst
	}
	return x.index.concerned(dst, changed)
}

func (x *conditionIndex) concerned(dst []*Subscription, changed Changes) []*Subscription {
	dst = append(dst, x.anything...)
	sorted := true
	for w, word := range changed {
		for ; word != 0; word &= word - 1 {
			p := w<<6 | bits.TrailingZeros64(word)
			if p >= len(x.byPath) || len(x.byPath[p]) == 0 {
				continue
			}
			sorted = len(dst) == 0
			dst = append(dst, x.byPath[p]...)
		}
	}
	if sorted {
		return dst
	}
	slices.SortFunc(dst, func(a, b *Subscription) int { return cmp.Compare(a.Due, b.Due) })
	return slices.Compact(dst) // a condition may read several of the paths
}

// withoutInOrder takes a conditional's subscription off a list that is in the order of arming.
func withoutInOrder(list []*Subscription, sub *Subscription) []*Subscription {
	i, ok := slices.BinarySearchFunc(list, sub.Due, func(s *Subscription, order int64) int { return cmp.Compare(s.Due, order) })
	if !ok || list[i] != sub {
		return list
	}
	return slices.Delete(list, i, i+1)
}
