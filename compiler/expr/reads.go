package expr

// ReadSet is what an expression reads (S3.4).
type ReadSet struct {
	Paths []Path
	// Any: it may read anything: the clock, host code. Reasons say why.
	Any     bool
	Reasons []string
}

// Path is a variable or a field inside one: name(.field)*.
type Path struct {
	Sym    *Symbol
	Fields []string
}

// Reads returns exactly what an expression reads, sorted, without a path that
// another one covers.
func Reads(t *Typed) ReadSet { return ReadSet{} }
