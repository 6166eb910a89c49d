package model

// Catch is one step of a catch chain (SC §2.6): an error or escalation with that
// code that comes this far is taken by the node.
type Catch struct {
	Kind TriggerKind // ErrorTrigger or EscalationTrigger
	// Code is what it takes, "" all.
	Code string
	// Computed: the code is an expression, evaluated when the catch is armed.
	Computed bool
	// Node is the boundary event of the composite that opens Scope, or the start
	// event of an event sub-process that Scope arms.
	Node  int
	Scope int
	// Trigger is which of the node's definitions takes it.
	Trigger int
}

// Takes reports whether the step takes what is thrown (S6.1). What has no code is
// taken only by a catch without one. What a computed code takes is not known.
func (c Catch) Takes(kind TriggerKind, code string) bool {
	return !c.Computed && c.Kind == kind && (c.Code == "" || c.Code == code)
}

// CodeOf is the code of an error or escalation trigger, "" where it has none.
func (pkg *Package) CodeOf(t Trigger) string {
	switch {
	case t.Ref == None:
		return t.Code
	case t.Kind == ErrorTrigger && t.Ref < len(pkg.Errors):
		return pkg.Errors[t.Ref].Code
	case t.Kind == EscalationTrigger && t.Ref < len(pkg.Escalations):
		return pkg.Escalations[t.Ref].Code
	}
	return ""
}

// ComputedCode reports an error or escalation trigger whose code is an expression.
func (pkg *Package) ComputedCode(t Trigger) bool {
	switch {
	case t.Ref == None:
	case t.Kind == ErrorTrigger && t.Ref < len(pkg.Errors):
		return pkg.Errors[t.Ref].Computed
	case t.Kind == EscalationTrigger && t.Ref < len(pkg.Escalations):
		return pkg.Escalations[t.Ref].Computed
	}
	return false
}
