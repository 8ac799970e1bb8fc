package form

import (
	"slices"
	"strings"
)

// Unfinished stands in a [Draft] behind the texts of a date or time control that
// is filled in only in part. A browser tells that there is something in it, and
// not what.
const Unfinished = "(unfinished)"

// Moment is a date-time as it is filled in: a day, a time of that day and an
// offset from UTC, each with a control of its own. A part is empty while its
// control is.
type Moment struct {
	Date string // 2026-07-28
	Time string // 09:30, 09:30:15 or 09:30:15.250
	Zone string // Z, +09:00
}

// Texts are the texts of a date-time's controls, for a [Draft].
func (m Moment) Texts() []string { return []string{m.Date, m.Time, m.Zone} }

// String is m as RFC 3339 writes it. Controls leave seconds out where they are
// zero.
func (m Moment) String() string {
	clock := m.Time
	if len(clock) == len("09:30") {
		clock += ":00"
	}
	return m.Date + "T" + clock + m.Zone
}

// ParseMoment takes a date-time apart. It reports false for one that controls
// could not give back as it is: with a leap second, parts of a millisecond, the
// year 0 or lower-case letters.
func ParseMoment(text string) (Moment, bool) {
	const date, seconds = len("2026-07-28"), len("2026-07-28T09:30:15")
	if !isDateTime(text) || strings.HasPrefix(text, "0000") || text[seconds-2:seconds] == "60" {
		return Moment{}, false
	}
	zone := strings.LastIndexAny(text, "Z+-")
	if zone < seconds || zone > seconds+len(".250") {
		return Moment{}, false
	}
	m := Moment{Date: text[:date], Time: strings.TrimSuffix(text[date+1:zone], ":00"), Zone: text[zone:]}
	return m, m.String() == text
}

// MomentOf is what a draft holds for a date-time that is drawn as three
// controls; false if it is drawn as one text.
func MomentOf(texts []string) (Moment, bool) {
	switch {
	case len(texts) >= 3:
		return Moment{Date: texts[0], Time: texts[1], Zone: texts[2]}, true
	case len(texts) == 0 || texts[len(texts)-1] == "":
		return Moment{}, true
	}
	return ParseMoment(texts[len(texts)-1])
}

// fromMoment is the date-time that three controls stand for, or nil while there
// is no date and no time: an offset alone is no answer. What is filled in only in
// part is never taken for empty.
func (f *Field) fromMoment(texts []string) (any, *Problem) {
	m, _ := MomentOf(texts)
	switch {
	case slices.Contains(texts[3:], Unfinished):
		return nil, f.problem(ProblemUnfinished)
	case m.Date == "" && m.Time == "":
		return nil, nil
	case m.Date == "":
		return nil, f.problem(ProblemDateMissing)
	case m.Time == "":
		return nil, f.problem(ProblemTimeMissing)
	case m.Zone == "":
		return nil, f.problem(ProblemZoneMissing)
	}
	return m.String(), nil
}
