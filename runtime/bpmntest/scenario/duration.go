package scenario

import (
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/internal/iso8601"
)

// Duration is a stretch of virtual time: days, weeks, months and years are those
// of the calendar.
type Duration = iso8601.Duration

// ParseDuration reads an ISO 8601 duration that is not negative: PT10S, P2D, P1M.
func ParseDuration(s string) (Duration, error) {
	d, err := iso8601.ParseDuration(s)
	if err == nil && (d.Months < 0 || d.Days < 0 || d.Clock < 0) {
		err = fmt.Errorf("%q is negative: virtual time goes forward", s)
	}
	return d, err
}
