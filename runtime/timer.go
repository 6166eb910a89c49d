package runtime

import (
	"fmt"
	"strings"
	"time"

	"github.com/bpmngen/bpmngen/runtime/internal/cron"
	"github.com/bpmngen/bpmngen/runtime/internal/iso8601"
)

// DueDuration is when a timeDuration that is armed at now fires, once:
// EventData.Due of generated code. Times are nanoseconds of Unix time; days
// and months are counted by the calendar of UTC. Zero and negative are due at once (S5.2).
func DueDuration(text string, now int64, fired int32) (due int64, ok bool, err error) {
	d, err := iso8601.ParseDuration(strings.TrimSpace(text))
	if err != nil {
		return 0, false, err
	}
	return d.After(time.Unix(0, now).UTC()).UnixNano(), fired == 0, nil
}

// DueDate is when a timeDate fires, once; one that is past is due at once
// (S5.2). A date without a zone is in UTC.
func DueDate(text string, fired int32) (due int64, ok bool, err error) {
	t, err := iso8601.ParseTime(strings.TrimSpace(text), time.UTC)
	if err != nil {
		return 0, false, err
	}
	return t.UnixNano(), fired == 0, nil
}

// DueCycle is when a timeCycle, an ISO 8601 repeating interval or a cron
// expression, that was armed at now fires, or fires next after it was due at
// last and fired so many times: counted from when it was due, so that it never
// drifts (S5.2). A start without a zone, and cron, are in UTC. The numbers of cron's
// weekdays are those of Unix and Spring: 0 and 7 are Sunday.
func DueCycle(text string, now, last int64, fired int32) (due int64, ok bool, err error) {
	return dueCycle(text, cron.Unix, now, last, fired)
}

// DueCycleQuartz is DueCycle with the numbers of weekdays as Quartz has them, which
// Camunda 7 takes: 1 is Sunday.
func DueCycleQuartz(text string, now, last int64, fired int32) (due int64, ok bool, err error) {
	return dueCycle(text, cron.Quartz, now, last, fired)
}

func dueCycle(text string, numbers cron.Numbering, now, last int64, fired int32) (due int64, ok bool, err error) {
	text = strings.TrimSpace(text)
	from := time.Unix(0, last).UTC()
	if fired == 0 {
		from = time.Unix(0, now).UTC()
	}
	if !strings.HasPrefix(text, "R") {
		schedule, err := cron.Parse(text, numbers)
		if err != nil {
			return 0, false, fmt.Errorf("neither an ISO 8601 repeating interval nor cron: %w", err)
		}
		next := schedule.Next(from)
		return next.UnixNano(), !next.IsZero(), nil
	}
	c, err := iso8601.ParseCycle(text, time.UTC)
	if err != nil {
		return 0, false, err
	}
	if c.Count != iso8601.Forever && int(fired) >= c.Count {
		return 0, false, nil
	}
	if fired == 0 {
		return c.First(from).UnixNano(), true, nil
	}
	if !c.Start.IsZero() {
		from = from.In(c.Start.Location()) // its zone is kept
	}
	return c.Next(from).UnixNano(), true, nil
}
