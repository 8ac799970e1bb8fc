package design

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"askback/playground/form"
)

// A State is what there is to see of a designer at one moment. It is a value:
// nothing in it changes.
type State struct {
	Awake bool // the program runs; else this is the static page

	// What there is to choose from.
	Versions, Formats []string
	Examples          []Example

	// What is written.
	Message, Schema string
	Loaded          int    // how often it was put there by other means than typing
	Example         string // the example that it is, unchanged; may be empty
	Before          bool   // something was there before that can be brought back
	Whole           bool   // Schema is a whole request, to be taken apart

	// What is to be said about it.
	Findings []form.Finding
	Points   []Point
	// Vouched are the points that they do not show and that the author answers for.
	Vouched []string
	// Stale is set while Schema is no JSON: what follows, and the points, are those
	// of what it was before.
	Stale bool
	// Mistake is what to do about a Schema that is no JSON.
	Mistake Mistake

	// What a client draws that knows only Version.
	Version string
	Refused *form.Error // why no form can be drawn, in any version
	Form    *form.Schema
	Changes []form.Finding // what it loses, or why there is none
	Source  json.RawMessage

	// What a person enters into it, and what the client would send.
	Draft    form.Draft
	Problems []form.Problem
	Attempts int             // how often an answer was refused
	Answers  int             // how often one was given
	Sent     json.RawMessage // the result; nil while the question waits
	Doubts   []form.Problem  // what the server has to refuse of it

	Format string
	Code   string // the question in that format; empty where no form can be drawn

	Link    string // it as the hash of a link, some moments after it was written
	TooLong bool   // there is no link, because it would be too long

	places map[string]Place
}

// Versions are the protocol versions that a client may know, the newest first.
func Versions() []string {
	return []string{form.Version20260728, form.Version20251125, form.Version20250618}
}

// Which of the two controls something is about.
const (
	InSchema  = "schema"
	InMessage = "message"
)

// A Place is where in what is written something stands.
type Place struct {
	Control string // InSchema or InMessage; empty if it cannot be said
	Span
	Line int // from 1
}

// Place is where that stands which a finding is about.
func (s State) Place(f form.Finding) Place {
	line, ok := f.Params["line"].(int)
	switch {
	case aboutMessage(f):
		return Place{InMessage, Span{0, unitsIn(s.Message)}, 1}
	case ok && (f.Code == form.CodeJSON || f.Code == form.CodeDuplicateKey):
		column, _ := f.Params["column"].(int)
		return positioned(s.Schema, line, column)
	}
	return s.places[f.Path]
}

// positioned is the character at a line and a column.
func positioned(text string, line, column int) Place {
	at := offsetOf(text, line, column)
	start := unitsIn(text[:at])
	_, size := utf8.DecodeRuneInString(text[at:])
	return Place{InSchema, Span{start, start + unitsIn(text[at:at+size])}, line}
}

// offsetOf is where a line and a column are in a text, in bytes.
func offsetOf(text string, line, column int) (at int) {
	for range line - 1 {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	for range column - 1 {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// placesOf finds what the findings are about, by their paths.
func placesOf(text string, lists ...[]form.Finding) map[string]Place {
	var pointers []string
	for _, list := range lists {
		for _, f := range list {
			pointers = append(pointers, f.Path)
		}
	}
	places := make(map[string]Place, len(pointers))
	for pointer, span := range locate(text, pointers) {
		places[pointer] = Place{InSchema, span, lineOf(text, span.Start)}
	}
	return places
}

// lineOf is the line in which a UTF-16 unit of text stands.
func lineOf(text string, unit int) int {
	line := 1
	for _, r := range text {
		if unit <= 0 {
			break
		}
		if unit--; r > 0xffff {
			unit--
		}
		if r == '\n' {
			line++
		}
	}
	return line
}
