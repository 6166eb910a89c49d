package feel

import (
	"fmt"
	"strings"
	"sync"
	"time"

	// A zone id must mean the same on every machine, in a container without a
	// zone database too.
	_ "time/tzdata"
)

// zoneKind tells how a time relates to UTC (DMN 1.4 §10.3.2.3.4).
type zoneKind uint8

const (
	zoneLocal  zoneKind = iota // not at all: a local time
	zoneOffset                 // a fixed offset
	zoneNamed                  // a zone id of the IANA database
)

// zone is comparable with ==: equal zones of one kind are one value.
type zone struct {
	named  *namedZone
	offset int32 // seconds east of UTC, of zoneOffset
	kind   zoneKind
}

// namedZone is interned in zones, one for each id.
type namedZone struct {
	id       string
	loc      *time.Location
	standard int32 // seconds east of UTC out of daylight saving time, in 2000
}

// maxOffset bounds offsets: 14 hours (XML Schema part 2 §3.2.7.3).
const maxOffset = 14 * 3600

var utc = zone{kind: zoneOffset}

// zones keeps the zone ids that were asked for. It only grows by ids that the
// zone database knows, so it is bounded, and it holds no state but that.
var zones sync.Map // string to *namedZone

// loadZone finds a zone by id.
func loadZone(id string) (*namedZone, error) {
	if z, ok := zones.Load(id); ok {
		return z.(*namedZone), nil
	}
	// LoadLocation takes "" for UTC and "Local" for the machine's zone; neither is
	// an id.
	if id == "" || id == "Local" || len(id) > 64 || strings.Trim(id, zoneChars) != "" {
		return nil, fmt.Errorf("%s is no zone id of the IANA time zone database", quoteShort(id))
	}
	loc, err := time.LoadLocation(id)
	if err != nil {
		return nil, fmt.Errorf("%s is no zone id of the IANA time zone database", quoteShort(id))
	}
	z := &namedZone{id: id, loc: loc}
	for _, month := range []time.Month{time.January, time.July} {
		t := time.Date(2000, month, 1, 0, 0, 0, 0, loc)
		if _, offset := t.Zone(); !t.IsDST() {
			z.standard = int32(offset)
		}
	}
	kept, _ := zones.LoadOrStore(id, z)
	return kept.(*namedZone), nil
}

const zoneChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_+-"

// zoneOf is the zone of a Go time: its location's id where the database knows it,
// else the offset. The machine's own zone ("Local") is an offset.
func zoneOf(t time.Time) zone {
	name, offset := t.Location().String(), 0
	if _, offset = t.Zone(); strings.Contains(name, "/") {
		if z, err := loadZone(name); err == nil {
			return zone{kind: zoneNamed, named: z}
		}
	}
	return zone{kind: zoneOffset, offset: int32(offset)}
}

// offsetAt is the offset at a local date and time, ok false for local ones.
func (z zone) offsetAt(days, nanos int64) (seconds int64, ok bool) {
	switch z.kind {
	case zoneOffset:
		return int64(z.offset), true
	case zoneNamed:
		_, offset := z.goTime(days, nanos).Zone()
		return int64(offset), true
	}
	return 0, false
}

// goTime is a local date and time in a named zone. In a gap or an overlap of
// daylight saving time it is what time.Date makes of it.
func (z zone) goTime(days, nanos int64) time.Time {
	y, m, d := civilFromDays(days)
	return time.Date(int(y), time.Month(m), int(d), 0, 0, int(nanos/nanosPerSecond), int(nanos%nanosPerSecond), z.named.loc)
}

// clockOffset is the offset of a time of day: of a named zone its standard one,
// as a time of day has no date that could tell.
func (z zone) clockOffset() (seconds int64, ok bool) {
	switch z.kind {
	case zoneOffset:
		return int64(z.offset), true
	case zoneNamed:
		return int64(z.named.standard), true
	}
	return 0, false
}

// id is FEEL's .timezone, nil (null) where there is none.
func (z zone) id() *string {
	if z.kind != zoneNamed {
		return nil
	}
	return new(z.named.id)
}
