package design

import (
	"fmt"
	"slices"

	"askback/playground/form"
)

// What the rubric sees that the linter does not, as Code of a [form.Finding].
const (
	ReasonGeneric     = "message-generic"   // it would fit any question
	ReasonLong        = "message-long"      // params length, max: characters
	ReasonSentences   = "message-sentences" // params count, max
	ReasonMessageID   = "message-id"        // param word
	ReasonJargon      = "message-jargon"    // param word
	ReasonManyFields  = "many-fields"       // params count, max
	ReasonProse       = "prose"             // what is typed freely
	ReasonTitleID     = "title-id"          // param title
	ReasonOptionID    = "option-id"         // param value
	ReasonOneOption   = "one-option"        // a choice of one
	ReasonManyOptions = "many-options"      // params count, max
	ReasonDeclines    = "declines"          // param label
	ReasonNoConsent   = "no-consent"        // something is lost, and there is nothing to tick
	ReasonPresumed    = "presumed"          // consent is ticked at first
)

// ReasonCodes lists the codes of reasons that are not those of package form.
func ReasonCodes() []string {
	return []string{
		ReasonGeneric, ReasonLong, ReasonSentences, ReasonMessageID, ReasonJargon, ReasonManyFields, ReasonProse,
		ReasonTitleID, ReasonOptionID, ReasonOneOption, ReasonManyOptions, ReasonDeclines, ReasonNoConsent, ReasonPresumed,
	}
}

// The measures of a good question.
const (
	maxMessage   = 160 // characters that a person reads in one go
	maxSentences = 2   // what is the case, and the question
	maxFields    = 5
	minOptions   = 2 // of a single choice
	maxOptions   = 20
)

// Message is a reason in English, with what to do instead.
func Message(f form.Finding) string {
	p := f.Params
	switch f.Code {
	case ReasonGeneric:
		return "The message would fit any question; say what happens, and to which thing."
	case ReasonLong:
		return fmt.Sprintf("The message has %v characters; people read %v in one go.", p["length"], p["max"])
	case ReasonSentences:
		return fmt.Sprintf("The message has %v sentences; say what is the case, and ask.", p["count"])
	case ReasonMessageID:
		return fmt.Sprintf("%q is a name for programs; use the words of the person.", p["word"])
	case ReasonJargon:
		return fmt.Sprintf("%q is a word for programmers; use the words of the person.", p["word"])
	case ReasonManyFields:
		return fmt.Sprintf("There are %v fields; one decision needs %v at most.", p["count"], p["max"])
	case ReasonProse:
		return "The model can ask for this in words; a form is for what only the person may decide."
	case ReasonTitleID:
		return fmt.Sprintf("The title %q is a name for programs; write what a person would call it.", p["title"])
	}
	return choiceMessage(f)
}

// choiceMessage is Message for options and consent.
func choiceMessage(f form.Finding) string {
	p := f.Params
	switch f.Code {
	case ReasonOptionID:
		return fmt.Sprintf("The option %q is shown by its id; give each a title that tells it from the others.", p["value"])
	case ReasonOneOption:
		return "A choice of one is no choice; ask for a yes instead."
	case ReasonManyOptions:
		return fmt.Sprintf("There are %v options; with more than %v, have the model narrow them down.", p["count"], p["max"])
	case ReasonDeclines:
		return fmt.Sprintf("%q is what the buttons of every client say already; leave it out.", p["label"])
	case ReasonNoConsent:
		return "Something will be lost; ask for a yes with a boolean that is required."
	case ReasonPresumed:
		return "Consent is ticked already; leave the default out."
	}
	return f.Message()
}

// aboutMessage reports whether a finding is about the message.
func aboutMessage(f form.Finding) bool {
	if f.Path != "" {
		return false
	}
	return slices.Contains([]string{
		form.LintMessage, form.LintSensitiveMessage, form.LintClickableURL,
		ReasonGeneric, ReasonLong, ReasonSentences, ReasonMessageID, ReasonJargon,
	}, f.Code)
}
