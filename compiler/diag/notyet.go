package diag

import "strings"

// IsNotYet reports whether a code says that a construct is valid BPMN which
// can't be executed yet (BG29xx). `bpmngen test` skips the scenarios of a model
// whose errors are all of this kind.
func IsNotYet(c Code) bool { return strings.HasPrefix(string(c), "BG29") }

// OnlyNotYet reports whether the bag has errors and all of them are IsNotYet.
func (b *Bag) OnlyNotYet() bool {
	any := false
	for _, d := range b.list {
		if d.Severity == Error {
			if !IsNotYet(d.Code) {
				return false
			}
			any = true
		}
	}
	return any
}
