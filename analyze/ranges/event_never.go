package ranges

import "strconv"

// eventNever: no values make the condition of an event true, so that it never
// happens (EV §2.7). A null or missing value is "not true" there, never a fault (S3.5).
func eventNever(p *pass, e *event) {
	if len(e.Never) == 0 {
		return
	}
	name := e.node.Name
	if name == "" {
		name = e.node.ID
	}
	p.bag.Add(p.of(e, "this condition is never true, so event %s never happens", strconv.Quote(name)).
		WithFix("mend the condition, or take the event out"))
}
