package expr

import "slices"

// Ranges is what can be said of conditions beside each other: of a split's
// flows, in document order, or of one conditional event. A claim is made only
// where it holds whatever the rest does: conditions may hold parts that are not
// understood (calls, arithmetic, variable against variable, values of unknown
// type), which then count as anything. Where every condition is a Boolean
// combination of variables against constants and of null tests the decision is
// exact: what it does not claim is not so.
type Ranges struct {
	// Exact: every condition is understood in full and no decision was given up
	// for its size.
	Exact bool
	// Gap are values for which each condition is false; nil where there are none
	// or that can't be told. A split without a default then faults (S2.1, S2.3, S1.4).
	Gap *Witness
	// Covered: no values leave all conditions false, so that a default is never taken.
	Covered bool
	// Faults are the conditions that have no value for some values: null where a
	// boolean is needed (S3.5). In an ordered split the conditions before are then false.
	Faults []ConditionWitness
	// Overlaps are, for a condition, the first one before it that can be true with it.
	Overlaps []Overlap
	// Never are the conditions that no values make true, Always those that all
	// values do; indexes into the conditions, ascending.
	Never, Always []int
	// Shadowed are the conditions of an ordered split that are not in Never and are
	// never reached where they are true: a condition before is then true, or has no value.
	Shadowed []int
}

// ConditionWitness is a condition and values for which something holds of it.
type ConditionWitness struct {
	Condition int
	Witness   Witness
}

// Overlap is a pair of conditions, the first before the second, and values that
// make both true.
type Overlap struct {
	First, Second int
	Witness       Witness
}

// The bounds of a decision, in visited nodes of conditions: of one question and
// of all about one set of conditions (some tens of milliseconds); and the size of a
// set. What exceeds them is not decided.
const (
	maxQuestion   = 2_000_000
	maxDecision   = 8_000_000
	maxConditions = 256
)

// DecideRanges decides about conditions of boolean type over the same data.
// ordered says that they are evaluated one after the other until one is true, as
// at an exclusive gateway (S2.1); else all of them are (S2.3, S1.4). A nil
// condition is one that nothing is known of. Values are those that the types of
// the variables allow: null only where a type has it (S3.5).
func DecideRanges(conds []*Typed, ordered bool) Ranges {
	if len(conds) > maxConditions {
		return Ranges{}
	}
	d := newDecision(conds)
	r := Ranges{Exact: d.exact}
	r.alone(d)
	r.together(d, ordered)
	r.Exact = r.Exact && !d.gaveUp
	return r
}

// alone decides what concerns one condition.
func (r *Ranges) alone(d *decision) {
	for i := range d.conds {
		if d.impossible(goal{i, canTrue}) {
			r.Never = append(r.Never, i)
		}
		if d.impossible(goal{i, canFalse | canNull | canFail}) {
			r.Always = append(r.Always, i)
		}
	}
}

// together decides what concerns conditions beside each other.
func (r *Ranges) together(d *decision, ordered bool) {
	if len(d.conds) == 0 {
		return
	}
	all := make([]goal, len(d.conds))
	for i := range all {
		all[i] = goal{i, canFalse}
	}
	r.Gap = d.certain(all...)
	r.Covered = r.Gap == nil && d.impossible(all...)
	for i := range d.conds {
		fault := []goal{{i, canNull | canFail}}
		if ordered {
			fault = append(fault, all[:i]...)
		}
		if w := d.certain(fault...); w != nil {
			r.Faults = append(r.Faults, ConditionWitness{i, *w})
		}
		if ordered && i > 0 && !slices.Contains(r.Never, i) && d.impossible(append([]goal{{i, canTrue}}, all[:i]...)...) {
			r.Shadowed = append(r.Shadowed, i)
		}
		for j := range i {
			if w := d.certain(goal{j, canTrue}, goal{i, canTrue}); w != nil {
				r.Overlaps = append(r.Overlaps, Overlap{j, i, *w})
				break
			}
		}
	}
}
