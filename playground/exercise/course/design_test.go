package course_test

import (
	"strings"
	"testing"

	"askback/playground/exercise"
	"askback/playground/exercise/course"
)

// files are a solution of the exercise of this id, with the starter where it says
// nothing.
func files(t *testing.T, id, wrong string) map[string]string {
	t.Helper()
	c, err := exercise.Load(exercise.Design)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, p := range c.All() {
		if p.ID != id {
			continue
		}
		list := p.Solution
		for _, w := range p.Wrong {
			if w.Name == wrong {
				list = w.Files
			}
		}
		for _, f := range p.Over(list) {
			out[f.Name] = string(f.Data)
		}
	}
	return out
}

// design writes a solution and has it judged, and answers the questions as it does.
func (l *learner) design(files map[string]string) {
	l.t.Helper()
	l.do("submit", "message="+strings.TrimSpace(files["message.txt"]), "schema="+files["schema.json"])
	for line := range strings.Lines(files["inputs.txt"]) {
		words := strings.Fields(line)
		l.do("choose question="+words[1], "option="+words[2])
	}
}

// wrongChecks are those that are not right.
func wrongChecks(o *course.Open) (ids []string) {
	for _, c := range o.Checks {
		if c.Status != exercise.StatusRight {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// An exercise of kind design has a designer, and judges what it holds.
func TestDesign(t *testing.T) {
	sit(t, func(l *learner) {
		l.do("exercise name=form-design")
		starter := *l.open().Designer
		if starter.Schema == "" || !starter.Awake || starter.Examples != nil || l.open().Unjudged() {
			t.Fatalf("begins with %+v", starter)
		}
		l.do("submit", "message="+starter.Message, "schema="+starter.Schema)
		if o := l.open(); o.Passed || !o.Design.Sent {
			t.Errorf("the starter passes, or was not judged: %+v", o.Design)
		}

		l.do("draft for=design", "message=Which?", "schema={")
		if o := l.open(); o.Designer.Message != "Which?" || !o.Designer.Stale || o.Design.Message != starter.Message || !o.Unjudged() {
			t.Errorf("typed: %+v, judged %+v", o.Designer, o.Design)
		}
		l.do("version value=2025-06-18")
		if got := l.open().Designer.Version; got != "2025-06-18" {
			t.Errorf("looked at as %s", got)
		}

		for wrong, check := range map[string]string{"bare-ids": "form", "links-away": "mode", "asks-always": "trigger"} {
			l.do("exercise-reset")
			if o := l.open(); o.Designer.Schema != starter.Schema || o.Design.Sent {
				t.Errorf("begun again with %s, sent %v", o.Designer.Schema, o.Design.Sent)
			}
			l.design(files(t, "form-design", wrong))
			if got := wrongChecks(l.open()); len(got) != 1 || got[0] != check {
				t.Errorf("%s fails at %q, want %s", wrong, got, check)
			}
		}
		l.design(files(t, "form-design", ""))
		o := l.open()
		if !o.Passed || o.Unjudged() {
			t.Fatalf("the solution fails at %q", wrongChecks(o))
		}
		if e := l.course.State().Progress["form-design"]; !e.Done {
			t.Errorf("progress %+v", e)
		}
		l.do("exercise")
		if s := l.course.State(); s.Open != nil {
			t.Error("still open")
		}
		l.do("draft for=design", "message=?", "schema=") // of nothing any more
	})
}
