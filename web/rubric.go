package web

import (
	"context"
	"slices"

	"askback/playground/design"
	"askback/playground/form"
)

// pointsMet is how many points a question has, with those that its author answers for.
func pointsMet(s design.State) int {
	n := design.Score(s.Points)
	for _, p := range s.Points {
		if p.Status == design.Unseen && vouched(s, p) {
			n++
		}
	}
	return n
}

func vouched(s design.State, p design.Point) bool { return slices.Contains(s.Vouched, p.ID) }

// pointText says what a point of the rubric asks for.
func pointText(ctx context.Context, id string) string {
	switch id {
	case design.PointTrigger:
		return say(ctx, "The tool asks on a condition that can be tested: this input or this doubt, and not the ones next to it.")
	case design.PointMessage:
		return say(ctx, "The message says in plain words, in a sentence or two, what happens and to which thing.")
	case design.PointSchema:
		return say(ctx, "The form works everywhere: options that can be told apart, titles, and a yes where something is lost.")
	case design.PointMapping:
		return say(ctx, "Accept, decline and cancel each lead to something of their own.")
	case design.PointRate:
		return say(ctx, "One call asks a limited number of times, and never in a loop.")
	case design.PointNesting:
		return say(ctx, "The form is flat.")
	case design.PointProse:
		return say(ctx, "It asks for nothing that the model could have asked in words.")
	case design.PointOnce:
		return say(ctx, "One call asks one question.")
	}
	return caseText(ctx, id)
}

// caseText is pointText for the cases in which no form is asked.
func caseText(ctx context.Context, id string) string {
	switch id {
	case design.PointReadOnly:
		return say(ctx, "The tool does something: one that only reads, with little at stake, does not ask.")
	case design.PointAnnotations:
		return say(ctx, "The tool has its destructive hint, and asks only for what a host that heeds it cannot know.")
	case design.PointSignIn:
		return say(ctx, "Signing in is no form but URL mode, and only where the client has that.")
	case design.PointMode:
		return say(ctx, "Nothing in it belongs on a page of its own: no secret, no link.")
	}
	return id
}

// reasonText says why a point is not met, or what the linter found.
func reasonText(ctx context.Context, f form.Finding) string {
	p := f.Params
	switch f.Code {
	case design.ReasonGeneric:
		return say(ctx, "The message would fit any question; say what happens, and to which thing.")
	case design.ReasonLong:
		return say(ctx, "The message has %d characters; people read %d in one go.", p["length"], p["max"])
	case design.ReasonSentences:
		return say(ctx, "The message has %d sentences; say what is the case, and ask.", p["count"])
	case design.ReasonMessageID:
		return say(ctx, "“%s” is a name for programs; use the words of the person.", param(p["word"]))
	case design.ReasonJargon:
		return say(ctx, "“%s” is a word for programmers; use the words of the person.", param(p["word"]))
	case design.ReasonManyFields:
		return say(ctx, "There are %d fields; one decision needs %d at most.", p["count"], p["max"])
	case design.ReasonProse:
		return say(ctx, "The model can ask for this in words; a form is for what only the person may decide.")
	case design.ReasonTitleID:
		return say(ctx, "The title “%s” is a name for programs; write what a person would call it.", param(p["title"]))
	}
	return choiceText(ctx, f)
}

// choiceText is reasonText for options and consent.
func choiceText(ctx context.Context, f form.Finding) string {
	p := f.Params
	switch f.Code {
	case design.ReasonOptionID:
		return say(ctx, "The option “%s” is shown by its id; give each a title that tells it from the others.", param(p["value"]))
	case design.ReasonOneOption:
		return say(ctx, "A choice of one is no choice; ask for a yes instead.")
	case design.ReasonManyOptions:
		return say(ctx, "There are %d options; with more than %d, have the model narrow them down.", p["count"], p["max"])
	case design.ReasonDeclines:
		return say(ctx, "“%s” is what the buttons of every client say already; leave it out.", param(p["label"]))
	case design.ReasonNoConsent:
		return say(ctx, "Something will be lost; ask for a yes with a boolean that is required.")
	case design.ReasonPresumed:
		return say(ctx, "Consent is ticked already; leave the default out.")
	}
	return findingText(ctx, f)
}
