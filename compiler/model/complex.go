package model

// Gate is what a complex gateway has beside its flows (S2.5, §13.4.5).
type Gate struct {
	// Activation is its activation condition, an index into Process.Exprs, None
	// where it has none: it starts with each token.
	Activation int
	// Counts are the names by which its conditions read how many tokens its
	// incoming flows hold. ActivationCount and WaitingForStart are names too.
	Counts []GateCount
}

// GateCount names one incoming flow.
type GateCount struct {
	Name string
	Slot int // its position among Node.In
}

// The names that the conditions of a complex gateway read beside data (§13.4.5).
const (
	ActivationCount = "activationCount"
	WaitingForStart = "waitingForStart"
)
