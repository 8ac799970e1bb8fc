package design

import (
	"encoding/json"
	"slices"

	"askback/playground/form"
)

// The twelve points of the rubric, as [Point.Code]. They are those rules of the
// skill elicitation-form-designer that can be told from a message and a schema.
// They are stable: catalogues and exercises are keyed by them.
const (
	PointMessage    = "message"    // it says, in a sentence or two, what happens and to which thing
	PointPlain      = "plain"      // in the person's words: no ids, no terms of the protocol, no links
	PointFlat       = "flat"       // a form can be drawn of it
	PointPortable   = "portable"   // and the same one everywhere
	PointAnswerable = "answerable" // an answer can pass, and a default too
	PointDecision   = "decision"   // one question for one decision
	PointChoice     = "choice"     // it asks what the model could not ask in words
	PointTitles     = "titles"     // each field has a title in the person's words
	PointOptions    = "options"    // the options can be told apart, and are not too many
	PointDecline    = "decline"    // it leaves declining to the buttons that every client has
	PointConsent    = "consent"    // consent is asked for where something is lost, and never presumed
	PointSecret     = "secret"     // it asks for nothing secret
)

// PointCodes lists the points in their order.
func PointCodes() []string {
	return []string{
		PointMessage, PointPlain, PointFlat, PointPortable, PointAnswerable, PointDecision,
		PointChoice, PointTitles, PointOptions, PointDecline, PointConsent, PointSecret,
	}
}

// What the rubric sees that the linter does not, as Code of a [form.Finding].
const (
	ReasonGeneric     = "message-generic"   // it would fit any question
	ReasonLong        = "message-long"      // params length, max: characters
	ReasonSentences   = "message-sentences" // params count, max
	ReasonMessageID   = "message-id"        // param word
	ReasonJargon      = "message-jargon"    // param word
	ReasonManyFields  = "many-fields"       // params count, max
	ReasonProse       = "prose"             // nothing but free text
	ReasonTitleID     = "title-id"          // param title
	ReasonOptionID    = "option-id"         // param value
	ReasonOneOption   = "one-option"        // a choice of one
	ReasonManyOptions = "many-options"      // params count, max
	ReasonDeclines    = "declines"          // param label
	ReasonNoConsent   = "no-consent"        // something is lost, and nothing to tick
	ReasonPresumed    = "presumed"          // consent is ticked at first
)

// The measures of a good question.
const (
	maxMessage   = 200 // characters
	maxSentences = 2
	maxFields    = 5
	minOptions   = 2 // of a single choice
	maxOptions   = 20
)

// ReasonCodes lists the codes of reasons that are not those of package form.
func ReasonCodes() []string {
	return []string{
		ReasonGeneric, ReasonLong, ReasonSentences, ReasonMessageID, ReasonJargon, ReasonManyFields, ReasonProse,
		ReasonTitleID, ReasonOptionID, ReasonOneOption, ReasonManyOptions, ReasonDeclines, ReasonNoConsent, ReasonPresumed,
	}
}

// A Status says whether a question has a point.
type Status string

const (
	Met   Status = "met"
	Unmet Status = "unmet"
	// Unknown is for what cannot be told while no form can be drawn.
	Unknown Status = "unknown"
)

// A Point is one point of the rubric, and how a question does there.
type Point struct {
	Code    string
	Status  Status
	Reasons []form.Finding // why it is unmet
}

// Rubric judges a question. It returns the twelve points in their order.
func Rubric(schema json.RawMessage, message string) []Point {
	reasons := map[string][]form.Finding{}
	for _, f := range form.Lint(schema, message, form.Version20260728) {
		at := pointOf(f)
		reasons[at] = append(reasons[at], f)
	}
	j := judge{reasons: reasons}
	j.message(message)
	parsed, err := form.Parse(schema)
	if err == nil {
		j.words(message, parsed)
		j.form(message, parsed)
	}
	points := make([]Point, 0, len(PointCodes()))
	for _, code := range PointCodes() {
		p := Point{Code: code, Status: Met, Reasons: reasons[code]}
		switch {
		case p.Reasons != nil:
			p.Status = Unmet
		case err != nil && !slices.Contains([]string{PointMessage, PointPlain}, code):
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
	case form.LintClickableURL:
		return PointPlain
	case form.LintUnsatisfiable, form.LintDefaultRefused:
		return PointAnswerable
	case form.LintTitleMissing:
		return PointTitles
	case form.LintOptionTitle, form.LintOptionsLookAlike:
		return PointOptions
	case form.LintSensitive, form.LintSensitiveMessage:
		return PointSecret
	}
	if slices.Contains(form.Codes(), f.Code) {
		return PointFlat
	}
	return PointPortable
}
