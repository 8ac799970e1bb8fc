package exercise_test

import (
	"strings"
	"testing"

	"askback/playground/exercise"
)

// There is a receipt for what can be handed in, and for nothing else.
func TestProgramAttempt(t *testing.T) {
	c := catalogue(t)
	p := c.Find("archive")
	report, err := exercise.Grade(t.Context(), p, exercise.InProcess(fixture), exercise.GradeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	partial, err := exercise.Grade(t.Context(), p, exercise.InProcess(fixture), exercise.GradeOptions{Checks: []string{"listed"}})
	if err != nil {
		t.Fatal(err)
	}
	file := func(name, text string) exercise.File { return exercise.File{Name: name, Data: []byte(text)} }
	fine := file("server.go", "package main\n")
	many := make([]exercise.File, exercise.MaxSources+1)
	for i := range many {
		many[i] = file(strings.Repeat("a", i+1)+".go", "")
	}
	for name, test := range map[string]struct {
		pack    *exercise.Pack
		attempt exercise.ProgramAttempt
		want    string // in the error
	}{
		"fine":                  {p, exercise.ProgramAttempt{Sources: []exercise.File{fine}, Report: report}, ""},
		"all hints":             {p, exercise.ProgramAttempt{Sources: []exercise.File{fine}, Report: report, Hints: 4}, ""},
		"more hints":            {p, exercise.ProgramAttempt{Sources: []exercise.File{fine}, Report: report, Hints: 5}, "4 hints, not 5"},
		"another kind":          {c.Find("first-question"), exercise.ProgramAttempt{Sources: []exercise.File{fine}, Report: report}, "kind drive"},
		"another exercise":      {c.Find("boundary"), exercise.ProgramAttempt{Sources: []exercise.File{fine}, Report: report}, "not of all checks"},
		"one check of many":     {p, exercise.ProgramAttempt{Sources: []exercise.File{fine}, Report: partial}, "not of all checks"},
		"no file":               {p, exercise.ProgramAttempt{Report: report}, "no Go file"},
		"another folder":        {p, exercise.ProgramAttempt{Sources: []exercise.File{file("a/b.go", "")}, Report: report}, `"a/b.go" is no source`},
		"another language":      {p, exercise.ProgramAttempt{Sources: []exercise.File{file("a.c", "")}, Report: report}, `"a.c" is no source`},
		"a test":                {p, exercise.ProgramAttempt{Sources: []exercise.File{file("a_test.go", "")}, Report: report}, "no source"},
		"one name twice":        {p, exercise.ProgramAttempt{Sources: []exercise.File{fine, fine}, Report: report}, "there twice"},
		"no text":               {p, exercise.ProgramAttempt{Sources: []exercise.File{file("a.go", "\xff")}, Report: report}, "no text"},
		"too many files":        {p, exercise.ProgramAttempt{Sources: many, Report: report}, "more than 32"},
		"too much of a program": {p, exercise.ProgramAttempt{Sources: []exercise.File{file("a.go", strings.Repeat("x", exercise.MaxSourceBytes+1))}, Report: report}, "more than 262144"},
	} {
		r, err := test.attempt.Receipt(test.pack)
		switch {
		case test.want != "":
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, want %q in it", name, err, test.want)
			}
		case err != nil || len(r.Inputs) != test.attempt.Hints+1 || r.Solution != (test.attempt.Hints == 4) || r.Passed:
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
