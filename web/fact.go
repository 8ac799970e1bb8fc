package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"askback/playground/exercise"
)

// factText says what a check expected or saw, as a sentence. What came from a
// server stands in it as such.
func factText(ctx context.Context, f exercise.Fact) string {
	for _, in := range []func(context.Context, exercise.Fact) string{askedFact, answeredFact, resultFact, fileFact, wireFact, serverFact, designFact} {
		if text := in(ctx, f); text != "" {
			return text
		}
	}
	return f.Code
}

// factWord is a parameter of a fact as a server's or a file's word in a sentence.
func factWord(f exercise.Fact, name string) string {
	if v, ok := f.Params[name]; ok {
		return theirs(fmt.Sprint(v))
	}
	return theirs("")
}

// factWords are the values of a parameter that is a list.
func factWords(ctx context.Context, f exercise.Fact, name string) string {
	var out []string
	switch list := f.Params[name].(type) {
	case []string:
		out = slices.Clone(list) // the fact stays as it is
	case []any:
		for _, v := range list {
			out = append(out, fmt.Sprint(v))
		}
	}
	if len(out) == 0 {
		return say(ctx, "none")
	}
	for i := range out {
		out[i] = theirs(out[i])
	}
	return strings.Join(out, ", ")
}

// factHas reports whether a fact has this parameter, with something in it.
func factHas(f exercise.Fact, name string) bool {
	switch v := f.Params[name].(type) {
	case nil:
		return false
	case string:
		return v != ""
	case []string:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return true
}

func askedFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactForm:
		return say(ctx, "A form with these fields is asked: %s.", factWords(ctx, f, "fields"))
	case exercise.FactURL:
		return say(ctx, "You are asked to open %s.", factWord(f, "url"))
	case exercise.FactNothing:
		return say(ctx, "Nothing is asked.")
	case exercise.FactBroken:
		return say(ctx, "A form is asked that cannot be drawn: %s.", factWord(f, "why"))
	case exercise.FactOptions:
		return say(ctx, "The options are: %s.", factWords(ctx, f, "values"))
	case exercise.FactTitles:
		return say(ctx, "The options are shown as: %s.", factWords(ctx, f, "values"))
	case exercise.FactOwnTitles:
		return say(ctx, "Every option is shown by a title of its own.")
	case exercise.FactField:
		return fieldFact(ctx, f)
	case exercise.FactNoField:
		return say(ctx, "There is no field %s.", factWord(f, "name"))
	case exercise.FactSays:
		return say(ctx, "The text has this in it: %s", factWord(f, "text"))
	case exercise.FactHides:
		return say(ctx, "No text has this in it: %s", factWord(f, "text"))
	case exercise.FactText:
		return say(ctx, "The text is: %s", factWord(f, "text"))
	case exercise.FactIDs:
		if f.Params["yes"] == "yes" {
			return say(ctx, "The question has an elicitationId.")
		}
		return say(ctx, "The question has no elicitationId.")
	}
	return ""
}

func fieldFact(ctx context.Context, f exercise.Fact) string {
	switch f.Params["required"] {
	case "yes":
		return say(ctx, "There is a field %s of the kind %s, and it is required.", factWord(f, "name"), factWord(f, "kind"))
	case "no":
		return say(ctx, "There is a field %s of the kind %s, and it is optional.", factWord(f, "name"), factWord(f, "kind"))
	}
	return say(ctx, "There is a field %s of the kind %s.", factWord(f, "name"), factWord(f, "kind"))
}

func answeredFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactAnswer:
		if factHas(f, "values") {
			return say(ctx, "The answer is %s with %s.", factWord(f, "action"), factWords(ctx, f, "values"))
		}
		return say(ctx, "The answer is %s.", factWord(f, "action"))
	case exercise.FactNoAnswer:
		return say(ctx, "There is no answer yet.")
	case exercise.FactEarly:
		return say(ctx, "The answer came before what had to come first.")
	case exercise.FactCall:
		if factHas(f, "values") {
			return say(ctx, "%s is called with %s.", factWord(f, "tool"), factWords(ctx, f, "values"))
		}
		return say(ctx, "%s is called.", factWord(f, "tool"))
	case exercise.FactNoCall:
		return say(ctx, "There is no such call yet.")
	case exercise.FactChosen:
		return say(ctx, "The right choice.")
	case exercise.FactChoice:
		return say(ctx, "Another choice.")
	case exercise.FactNoChoice:
		return say(ctx, "Nothing is chosen yet.")
	case exercise.FactEra:
		return say(ctx, "The protocol version is %s.", factWord(f, "era"))
	case exercise.FactRoots:
		return say(ctx, "The roots are: %s.", factWords(ctx, f, "names"))
	}
	return ""
}

func resultFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactOK:
		if factHas(f, "values") {
			return say(ctx, "The call succeeds with %s.", factWords(ctx, f, "values"))
		}
		return say(ctx, "The call succeeds.")
	case exercise.FactError:
		return withText(ctx, f, say(ctx, "The call fails."))
	case exercise.FactToolError:
		return withText(ctx, f, say(ctx, "The tool says that it failed."))
	case exercise.FactRefused:
		if factHas(f, "code") {
			return withText(ctx, f, say(ctx, "The request is refused with the protocol error %s.", factWord(f, "code")))
		}
		return withText(ctx, f, say(ctx, "The request is refused with a protocol error."))
	case exercise.FactStopped:
		return say(ctx, "You stopped the call.")
	case exercise.FactNoResult:
		return say(ctx, "There is no result yet.")
	case exercise.FactValue:
		return say(ctx, "%s is %s.", factWord(f, "key"), factWord(f, "value"))
	case exercise.FactOther:
		return say(ctx, "%s is not %s.", factWord(f, "key"), factWord(f, "value"))
	case exercise.FactSome:
		return say(ctx, "%s has a value.", factWord(f, "key"))
	}
	return ""
}

// withText is a sentence with the text of the server after it, if there is one.
func withText(ctx context.Context, f exercise.Fact, sentence string) string {
	if !factHas(f, "text") {
		return sentence
	}
	return say(ctx, "%s The text: %s", sentence, factWord(f, "text"))
}

func fileFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactGone:
		return say(ctx, "%s is gone.", factWord(f, "file"))
	case exercise.FactThere:
		return say(ctx, "%s is there.", factWord(f, "file"))
	case exercise.FactSame:
		return say(ctx, "%s is as it was.", factWord(f, "file"))
	case exercise.FactChanged:
		return say(ctx, "%s has changed.", factWord(f, "file"))
	case exercise.FactCreated:
		return say(ctx, "%s is new.", factWord(f, "file"))
	case exercise.FactMoved:
		return say(ctx, "%s has moved to %s.", factWord(f, "file"), factWord(f, "to"))
	case exercise.FactHolds:
		return say(ctx, "%s holds this text: %s", factWord(f, "file"), factWord(f, "text"))
	case exercise.FactEmpty:
		return say(ctx, "%s is empty.", factWord(f, "file"))
	case exercise.FactUnchanged:
		if factHas(f, "except") {
			return say(ctx, "All files are as they were, but for %s.", factWords(ctx, f, "except"))
		}
		return say(ctx, "All files are as they were.")
	case exercise.FactChanges:
		return say(ctx, "These files have changed: %s.", factWords(ctx, f, "list"))
	}
	return ""
}

func wireFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactMessages:
		return say(ctx, "%s has passed so many times: %s.", factWord(f, "method"), factWord(f, "count"))
	case exercise.FactRounds:
		return say(ctx, "The call took so many requests: %s.", factWord(f, "count"))
	case exercise.FactTool:
		return say(ctx, "There is a tool %s.", factWord(f, "tool"))
	case exercise.FactNoTool:
		return say(ctx, "There is no tool %s.", factWord(f, "tool"))
	case exercise.FactHint:
		return say(ctx, "%s of %s is %s.", factWord(f, "hint"), factWord(f, "tool"), factWord(f, "value"))
	}
	return ""
}

func serverFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactLate:
		return say(ctx, "The server did not answer within %s seconds and was stopped.", factWord(f, "seconds"))
	case exercise.FactEnded:
		return say(ctx, "The server has ended: %s.", factWord(f, "why"))
	case exercise.FactFlood:
		return say(ctx, "The server sent more than %s messages and was stopped.", factWord(f, "count"))
	case exercise.FactBulk:
		return say(ctx, "The server sent more than %s bytes and was stopped.", factWord(f, "bytes"))
	case exercise.FactAlive:
		return say(ctx, "The server answers.")
	case exercise.FactPage:
		return say(ctx, "The page at %s can be finished.", factWord(f, "url"))
	case exercise.FactNoPage:
		return say(ctx, "The page at %s is refused.", factWord(f, "url"))
	case exercise.FactCopies:
		return say(ctx, "Of two copies of one answer, so many were acted on: %s.", factWord(f, "count"))
	case exercise.FactStatus:
		return say(ctx, "The page answered with the status %s.", factWord(f, "status"))
	case exercise.FactNotices:
		return say(ctx, "The host was told so many times that the page is finished: %s.", factWord(f, "count"))
	case exercise.FactOtherHost:
		return say(ctx, "A host was told that was not asked.")
	case exercise.FactStray:
		return say(ctx, "The notice was about another question: %s.", factWord(f, "id"))
	}
	return ""
}

func designFact(ctx context.Context, f exercise.Fact) string {
	switch f.Code {
	case exercise.FactNoDesign:
		return say(ctx, "Nothing is submitted yet.")
	case exercise.FactPoint:
		return say(ctx, "The point %s of the twelve is met.", factWord(f, "point"))
	case exercise.FactLint:
		return say(ctx, "The schema breaks the rule %s, at %s.", factWord(f, "code"), factWord(f, "path"))
	case exercise.FactProblem:
		return say(ctx, "The field %s has the problem %s.", factWord(f, "field"), factWord(f, "code"))
	case exercise.FactAccepts:
		return say(ctx, "The form takes an answer with %s.", factWords(ctx, f, "values"))
	case exercise.FactRefuses:
		return say(ctx, "The form refuses an answer with %s.", factWords(ctx, f, "values"))
	}
	return ""
}
