package design

import (
	"encoding/json"
	"slices"

	"askback/playground/form"
)

// The twelve points of a question that is fit to be asked, as [Point.ID]: five
// things that a design says, three that it must not do, three cases in which no
// form is asked at all, and the mode. They are those of the skill
// elicitation-form-designer. They are stable: catalogues, links and exercises are
// keyed by them.
const (
	PointTrigger     = "trigger"     // which input or ambiguity leads to the question
	PointMessage     = "message"     // what happens and to which thing, in a sentence without jargon
	PointSchema      = "schema"      // what works everywhere: a choice to tell things apart, a yes to confirm
	PointMapping     = "mapping"     // what accept, decline and cancel each lead to
	PointRate        = "rate"        // a cap for each call, and never in a loop
	PointNesting     = "nesting"     // no objects inside the form
	PointProse       = "prose"       // nothing that the model could have asked in words
	PointOnce        = "once"        // not more than one question for a call
	PointReadOnly    = "read-only"   // a tool that only reads does not ask
	PointAnnotations = "annotations" // where the host heeds the destructive hint, the hint first
	PointSignIn      = "sign-in"     // signing in is URL mode, with the version checked
	PointMode        = "mode"        // a form, or a page for what no form may hold
)

// PointIDs lists the points in their order.
func PointIDs() []string {
	return []string{
		PointTrigger, PointMessage, PointSchema, PointMapping, PointRate,
		PointNesting, PointProse, PointOnce,
		PointReadOnly, PointAnnotations, PointSignIn,
		PointMode,
	}
}

// Shown lists those of the points that a message and a schema show.
func Shown() []string {
	return []string{PointMessage, PointSchema, PointNesting, PointProse, PointMode}
}

// A Status says whether a question has a point.
type Status string

const (
	Met   Status = "met"
	Unmet Status = "unmet"
	// Unseen is for what a message and a schema do not show: when a tool asks, and
	// what it does with the answers.
	Unseen Status = "unseen"
	// Unknown is for what cannot be told of a schema that nobody can read.
	Unknown Status = "unknown"
)

// A Point is one point of the rubric, and how a question does there.
type Point struct {
	ID      string
	Status  Status
	Reasons []form.Finding // why it is unmet
}

// Rubric judges a question that is to be asked under a protocol version. It returns
// the twelve points in their order.
func Rubric(schema json.RawMessage, message, version string) []Point {
	j := judge{reasons: map[string][]form.Finding{}}
	for _, f := range form.Lint(schema, message, version) {
		at := pointOf(f)
		j.reasons[at] = append(j.reasons[at], f)
	}
	j.message(message)
	fields, err := form.Readable(schema)
	if err == nil {
		j.words(message, fields)
		j.form(message, fields)
	}
	points := make([]Point, 0, len(PointIDs()))
	for _, id := range PointIDs() {
		p := Point{ID: id, Status: Met, Reasons: j.reasons[id]}
		switch {
		case p.Reasons != nil:
			p.Status = Unmet
		case !slices.Contains(Shown(), id):
			p.Status = Unseen
		case err != nil && id != PointMessage:
			p.Status = Unknown
		}
		points = append(points, p)
	}
	return points
}

// Score is how many of the points are met.
func Score(points []Point) int {
	met := 0
	for _, p := range points {
		if p.Status == Met {
			met++
		}
	}
	return met
}

// pointOf is the point that a finding of the linter belongs to.
func pointOf(f form.Finding) string {
	switch f.Code {
	case form.LintMessage:
		return PointMessage
	case form.LintSensitive, form.LintSensitiveMessage, form.LintClickableURL:
		return PointMode
	case form.CodeType, form.CodeItems, form.CodeTooDeep:
		return PointNesting
	}
	return PointSchema
}
