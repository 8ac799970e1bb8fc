package web

import (
	"context"
	"strings"

	"askback/playground/design"
	"askback/playground/form"
	"askback/playground/host"
)

// DesignerPath is where the form designer lies beneath the folder of its language.
const DesignerPath = "designer/"

// DesignerLook is the look of the form designer when its state goes from one to
// another.
func DesignerLook(before, now design.State) Look {
	return Look{
		Path: DesignerPath, Title: designerTitle, Place: now.Link, Ready: now.Awake,
		Regions: designerRegions(now), Frame: designerFrame(now),
		Attention: func(ctx context.Context, did host.Intent) (focus, announce string) {
			return designerAttention(ctx, before, now, did)
		},
	}
}

func designerTitle(ctx context.Context) string { return say(ctx, "askback: form designer") }

func designerRegions(s design.State) []Region {
	return append([]Region{
		{ID: "languages", View: languages(DesignerPath, s.Awake)},
		{ID: "verdict", View: verdict(s)},
		{ID: "examples", View: designExamples(s)},
		{ID: "link", View: designLink(s)},
	}, designRegions(&s, nil)...)
}

// A task is a design that an exercise judges.
type task struct {
	judged    bool // a design has been judged
	right, of int  // so many of the checks are right
	unjudged  bool // what is written is another design
}

// designRegions are where a question is designed, on the page of the designer and,
// as a task, in an exercise. Without a state there is nothing to design at present.
func designRegions(s *design.State, t *task) []Region {
	if s == nil {
		var all []Region
		for _, id := range []string{"editor", "editor-tools", "findings", "preview", "rubric", "code"} {
			all = append(all, Region{ID: id, View: absent(id)})
		}
		return all
	}
	return []Region{
		{ID: "editor", View: editor(*s, t)},
		{ID: "editor-tools", View: editorTools(*s)},
		{ID: "findings", View: findings(*s)},
		{ID: "preview", View: preview(*s)},
		{ID: "rubric", View: rubric(*s, t != nil)},
		{ID: "code", View: designCode(*s)},
	}
}

func designerFrame(s design.State) []Region {
	return []Region{
		{ID: "skip", View: designerSkip()},
		{ID: "brand", View: designerBrand()},
		{ID: "about", View: designerAbout()},
		{ID: "themes", View: themes()},
		{ID: "boot", View: boot(!s.Awake)},
		{ID: "words", View: startupWords()},
	}
}

// designerAttention says where to lead a person, see [Look]. Nobody is led away
// from what they are typing.
func designerAttention(ctx context.Context, before, now design.State, did host.Intent) (focus, announce string) {
	switch {
	case did.Action == "draft":
		return "", ""
	case now.Attempts != before.Attempts:
		return key("question", design.Question) + "-summary", ""
	case now.Sent != nil && before.Sent == nil:
		return "outcome", say(ctx, "This is what a client would send.")
	case now.Sent == nil && before.Sent != nil && did.Action == "ask-again":
		return key("question", design.Question), ""
	case now.Loaded != before.Loaded:
		return "", say(ctx, "Another question is written now.")
	}
	return "", ""
}

// previewed is the question as the client shows it that is looked at.
func previewed(ctx context.Context, s design.State) host.Question {
	return host.Question{
		ID: design.Question, Server: host.Server{Title: say(ctx, "Your server")}, Mode: host.ModeForm, Message: s.Message,
		Form: s.Form, Unsupported: s.Refused, RawSchema: s.Source,
		Draft: s.Draft, Problems: s.Problems, Attempts: s.Attempts,
	}
}

// maxNumbered is how many lines of a schema have a number beside them.
const maxNumbered = 2000

// linesOf is how many lines the schema has.
func linesOf(s design.State) int { return 1 + strings.Count(s.Schema, "\n") }

// marked are the lines with findings, each with the worst severity there.
func marked(s design.State) map[int]form.Severity {
	lines := map[int]form.Severity{}
	for _, f := range s.Findings {
		p := s.Place(f)
		if p.Control == design.InSchema && worse(f.Severity, lines[p.Line]) {
			lines[p.Line] = f.Severity
		}
	}
	return lines
}

func worse(a, b form.Severity) bool {
	rank := func(s form.Severity) int {
		switch s {
		case form.SeverityError:
			return 3
		case form.SeverityWarning:
			return 2
		case form.SeverityInfo:
			return 1
		}
		return 0
	}
	return rank(a) > rank(b)
}

func severityWord(ctx context.Context, s form.Severity) string {
	switch s {
	case form.SeverityError:
		return say(ctx, "Error")
	case form.SeverityWarning:
		return say(ctx, "Warning")
	}
	return say(ctx, "Advice")
}

// severityIcon is the icon beside the word.
func severityIcon(s form.Severity) string {
	switch s {
	case form.SeverityError:
		return "cross"
	case form.SeverityWarning:
		return "warning"
	}
	return "era" // an i in a circle
}

// mistakeText says what to do about a schema that is no JSON.
func mistakeText(ctx context.Context, m design.Mistake) string {
	switch m {
	case design.EndsEarly:
		return say(ctx, "It ends too early: close what is still open.")
	case design.ExtraComma:
		return say(ctx, "Take out the comma before the bracket.")
	case design.MissingComma:
		return say(ctx, "Put a comma between the two values.")
	case design.MissingColon:
		return say(ctx, "Put a colon after the name.")
	case design.WrongQuotes:
		return say(ctx, "Put names and texts between double quotes.")
	case design.Comment:
		return say(ctx, "Take out the comment: JSON has none.")
	case design.TextAfterward:
		return say(ctx, "Take out what stands after the last bracket.")
	}
	return say(ctx, "Mend what stands there, or take it out.")
}

// exampleName is what an example is called.
func exampleName(ctx context.Context, name string) string {
	switch name {
	case "which-note":
		return say(ctx, "A choice, with consent")
	case "consent":
		return say(ctx, "Consent alone")
	case "tags":
		return say(ctx, "Several of a list")
	case "preferences":
		return say(ctx, "Preferences")
	case "careless":
		return say(ctx, "Careless")
	case "secret":
		return say(ctx, "Asks for a secret")
	case "nested":
		return say(ctx, "Nested")
	}
	return name
}

// formatName is what a format is called.
func formatName(ctx context.Context, format string) string {
	switch format {
	case design.FormatGo:
		return say(ctx, "Go")
	case design.FormatGoForm:
		return say(ctx, "Go, with askback")
	case design.FormatTypeScript:
		return say(ctx, "TypeScript")
	}
	return say(ctx, "JSON")
}

// formatHint says what the code is for.
func formatHint(ctx context.Context, format string) string {
	switch format {
	case design.FormatGo:
		return say(ctx, "For the official Go SDK. The schema stays text, so that its fields keep their order.")
	case design.FormatGoForm:
		return say(ctx, "For the packages form and ask of askback, which ask under every protocol version and validate the answer.")
	case design.FormatTypeScript:
		return say(ctx, "For the official TypeScript SDK, under the versions before 2026-07-28.")
	}
	return say(ctx, "The parameters of elicitation/create, in every protocol version.")
}
