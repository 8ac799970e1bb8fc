package web

import (
	"slices"
	"strings"

	"askback/playground/form"
)

// zones are the offsets from UTC that are in use anywhere, from west to east.
func zones() []string {
	return strings.Fields(`-12:00 -11:00 -10:00 -09:30 -09:00 -08:00 -07:00 -06:00 -05:00 -04:00 -03:30 -03:00 -02:30 -02:00 -01:00
		Z +01:00 +02:00 +03:00 +03:30 +04:00 +04:30 +05:00 +05:30 +05:45 +06:00 +06:30 +07:00 +08:00 +08:45 +09:00 +09:30
		+10:00 +10:30 +11:00 +12:00 +12:45 +13:00 +13:45 +14:00`)
}

// zonesWith are the zones to choose from where one is chosen already: it may be one
// that nobody uses, or UTC in another spelling.
func zonesWith(chosen string) []string {
	all := zones()
	if chosen == "" || slices.Contains(all, chosen) {
		return all
	}
	return append([]string{chosen}, all...)
}

// zoneName is a zone as it is shown.
func zoneName(zone string) string {
	if zone == "Z" {
		return "UTC"
	}
	return "UTC" + zone
}

// timeID and zoneID are the ids of two controls of a date-time. Its date has the
// id of the field.
func (c control) timeID() string { return c.id + "-time" }
func (c control) zoneID() string { return c.id + "-zone" }

// partFor is the id of the control that is to be mended for a problem.
func (c control) partFor(code string) string {
	switch code {
	case form.ProblemTimeMissing:
		return c.timeID()
	case form.ProblemZoneMissing:
		return c.zoneID()
	}
	return c.id
}

// emptied are the ids of the controls that clearing the field empties.
func (c control) emptied() string {
	ids := []string{c.id}
	if _, ok := c.moment(); ok {
		ids = append(ids, c.timeID())
	}
	for i := range c.Options {
		if i > 0 {
			ids = append(ids, c.optionID(i))
		}
	}
	return strings.Join(ids, " ")
}
