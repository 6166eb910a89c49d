package bpmn

import (
	"maps"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// mostOfAKind is how many findings of one code a file gets. An exporter that
// writes an attribute of its own on every element would drown the rest otherwise.
const mostOfAKind = 100

// findings puts diagnostics into a bag, a bounded number of each code.
type findings struct {
	bag    *diag.Bag
	counts map[diag.Code]int
	// rest is the place of the first finding that was left out, by code.
	rest map[diag.Code]diag.Span
}

func newFindings(bag *diag.Bag) *findings {
	return &findings{bag: bag, counts: map[diag.Code]int{}, rest: map[diag.Code]diag.Span{}}
}

// wanted counts a finding; false tells that it is one too many, before anyone
// takes the trouble to word it.
func (f *findings) wanted(code diag.Code, at diag.Span) bool {
	f.counts[code]++
	if f.counts[code] <= mostOfAKind {
		return true
	}
	if _, ok := f.rest[code]; !ok {
		f.rest[code] = at
	}
	return false
}

// add puts a finding into the bag if there is room for its code.
func (f *findings) add(d diag.Diagnostic) {
	if f.wanted(d.Code, d.Span) {
		f.bag.Add(d)
	}
}

// close says how many were left out.
func (f *findings) close() {
	for _, code := range slices.Sorted(maps.Keys(f.rest)) {
		f.bag.Add(diag.New(codeMore, f.rest[code], "%d more findings %s from here on are not shown", f.counts[code]-mostOfAKind, code).
			WithFix("mend the ones that are shown first"))
	}
}
