package web

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"askback/playground/design"
	"askback/playground/exercise"
	"askback/playground/exercise/course"
	"askback/playground/form"
	"askback/playground/host"
	"askback/playground/roots"
)

// Every code that something can fail with is said in every language, and says
// more than its code.
// What a fact says stays the same, however often it is drawn.
func TestFactIsDrawnTwice(t *testing.T) {
	ctx := WithLanguage(t.Context(), "en")
	f := exercise.Fact{Code: exercise.FactForm, Params: map[string]any{"fields": []string{"note_id", "confirm"}}}
	const want = "A form with these fields is asked: \u2068note_id\u2069, \u2068confirm\u2069."
	for range 2 {
		if got := factText(ctx, f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCodesHaveWords(t *testing.T) {
	// Values for all that any of them needs.
	params := map[string]any{
		"detail": "d", "line": 3, "max": 4096, "min": 2, "length": 5000, "count": 7, "bytes": 5000, "options": 3,
		"pattern": "^a$", "bound": "2.5", "value": "v", "key": "k", "dialect": "x", "keyword": "if", "type": "object",
		"name": "n", "scheme": "ftp", "host": "h", "user": "u", "port": "8443", "unicode": "ü", "format": "ipv4",
		"title": "t", "problem": "number", "drive": "C", "segment": "%zz",
	}
	kinds := map[string]struct {
		codes []string
		text  func(ctx context.Context, code string) string
	}{
		"problem": {form.ProblemCodes(), func(ctx context.Context, code string) string {
			return problemText(ctx, form.Problem{Code: code, Params: params})
		}},
		"schema": {form.Codes(), func(ctx context.Context, code string) string {
			return schemaText(ctx, &form.Error{Field: "f", Code: code, Params: params})
		}},
		"finding": {append(form.FindingCodes(), form.Codes()...), func(ctx context.Context, code string) string {
			return findingText(ctx, form.Finding{Code: code, Params: params})
		}},
		"reason": {design.ReasonCodes(), func(ctx context.Context, code string) string {
			return reasonText(ctx, form.Finding{Code: code, Params: params})
		}},
		"mistake": {codesOf(design.Mistakes()), func(ctx context.Context, code string) string {
			return mistakeText(ctx, design.Mistake(code))
		}},
		"rule":    {form.Rules(), ruleText},
		"point":   {design.PointIDs(), pointText},
		"example": {exampleNames(), exampleName},
		"format":  {design.Formats(), formatName},
		"hint":    {design.Formats(), formatHint},
		"root": {roots.Codes(), func(ctx context.Context, code string) string {
			return rootProblemText(ctx, &roots.Error{Code: code, Params: params})
		}},
		"failure": {host.FailureCodes(), func(ctx context.Context, code string) string {
			f := host.Failure{Code: code}
			return failureText(ctx, host.State{Era: "2025-11-25", Failure: f}) + remedyText(ctx, f)
		}},
		"course": {codesOf(course.Failures()), func(ctx context.Context, code string) string {
			return courseFailure(ctx, course.Failure(code))
		}},
		"note": {host.NoteCodes(), func(ctx context.Context, code string) string {
			return noteSentence(ctx, host.Note{Code: code, Roots: 2, Server: host.Server{Name: "s"}})
		}},
		"load": {host.LoadCodes(), func(ctx context.Context, code string) string {
			return loadProblemText(ctx, host.LoadProblem{Code: code, Max: 5})
		}},
		"remark": {codesOf(host.RemarkCodes()), func(ctx context.Context, code string) string {
			return remarkText(ctx, host.RemarkCode(code))
		}},
		"stage": {codesOf(host.StageKinds()), func(ctx context.Context, code string) string {
			return stageText(ctx, host.StageKind(code))
		}},
		"trace": {codesOf(host.TraceProblems()), func(ctx context.Context, code string) string {
			return traceProblemText(ctx, &host.TraceError{Line: 3, Problem: host.TraceProblem(code), Detail: "5000"})
		}},
		"era": {eraNotes(), func(ctx context.Context, code string) string {
			n, _ := strconv.ParseUint(code, 10, 32)
			return eraText(ctx, host.EraNotes(n))
		}},
		"fact": {exercise.FactCodes(), func(ctx context.Context, code string) string {
			return factText(ctx, exercise.Fact{Code: code, Params: params})
		}},
		"cause": {host.CauseCodes(), func(ctx context.Context, code string) string {
			return causeText(ctx, host.Cause{Code: code, Text: "t", Number: 30})
		}},
	}
	for kind, k := range kinds {
		for _, code := range k.codes {
			if text := k.text(pseudo(t.Context()), code); unsaid(text) != "" {
				t.Errorf("%s %s: %q is not a sentence of a catalogue", kind, code, text)
			}
		}
		for _, l := range Languages() {
			said := map[string]string{}
			for _, code := range k.codes {
				text := k.text(WithLanguage(t.Context(), l.Tag), code)
				if text == "" || strings.Contains(text, "("+code+")") || strings.Contains(text, "%!") {
					t.Errorf("%s %s in %s: %q", kind, code, l.Name, text)
				}
				if other, ok := said[text]; ok {
					t.Errorf("%s %s and %s in %s are both %q", kind, code, other, l.Name, text)
				}
				said[text] = code
			}
		}
	}
}

func exampleNames() (names []string) {
	for _, e := range design.Examples() {
		names = append(names, e.Name)
	}
	return names
}

// codesOf are codes as texts.
func codesOf[T ~string](codes []T) []string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = string(c)
	}
	return out
}

// eraNotes are the notes on protocol versions, by their numbers, and one that has
// no words.
func eraNotes() []string {
	out := []string{"0"}
	for n := range host.AllEraNotes.Each() {
		out = append(out, strconv.FormatUint(uint64(n), 10))
	}
	return out
}
