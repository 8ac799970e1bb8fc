package course_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"askback/playground/exercise"
	"askback/playground/exercise/course"
)

// keep takes what is kept through the bytes that a browser keeps.
func (l *learner) keep() map[string]course.Kept {
	l.t.Helper()
	out := map[string]course.Kept{}
	for id, k := range l.course.Kept() {
		data, err := k.Marshal()
		if err != nil {
			l.t.Fatal(err)
		}
		again, err := course.ReadKept(data)
		if err != nil || !again.Equal(k) || again.Receipt.Exercise != id {
			l.t.Fatalf("%s: %s reads as %+v: %v", id, data, again, err)
		}
		out[id] = again
	}
	return out
}

func (l *learner) wantKept(ids ...string) {
	l.t.Helper()
	if got := slices.Sorted(maps.Keys(l.course.Kept())); !slices.Equal(got, ids) {
		l.t.Errorf("%q are kept, want %q", got, ids)
	}
}

func statuses(o *course.Open) (out []string) {
	for _, c := range o.Checks {
		out = append(out, c.ID+" "+string(c.Status))
	}
	return out
}

// Somebody who loads the page again goes on where they were, with the question that
// waits, and passes with a receipt that reproduces.
func TestResume(t *testing.T) {
	var kept map[string]course.Kept
	var before []string
	sit(t, func(l *learner) {
		l.do("exercise name=first-question")
		l.do("hint")
		for _, answer := range []string{"decline", "cancel"} {
			l.do("tool name=notes_delete")
			l.do("call", "title=TPS report")
			l.do(answer + " id=" + l.question())
		}
		l.do("tool name=notes_delete")
		l.do("call", "title=TPS report")
		kept, before = l.keep(), statuses(l.open())
	})
	sitAgain(t, kept, "first-question", func(l *learner) {
		o := l.open()
		if got := statuses(o); !reflect.DeepEqual(got, before) || o.Hints != 1 {
			t.Errorf("goes on with %q and %d hints, was %q", got, o.Hints, before)
		}
		if s, k := l.course.State(), l.course.Kept()["first-question"]; s.Failure != course.NoFailure || !k.Equal(kept["first-question"]) {
			t.Errorf("failure %q, kept %+v", s.Failure, k)
		}
		l.do("answer id="+l.question(), "note_id=note-14", "confirm=true")
		if !l.open().Passed {
			t.Fatalf("%q", statuses(l.open()))
		}
		c, err := exercise.Load(exercise.Drive)
		if err != nil {
			t.Fatal(err)
		}
		r := l.course.Kept()["first-question"].Receipt
		replay, err := exercise.Replayer{Find: c.Find}.Replay(l.t.Context(), &r)
		if err != nil || !replay.Reproduced {
			t.Errorf("%v, %v", replay, err)
		}
		// Nor is it lost by another.
		l.do("exercise name=open-question")
		l.do("exercise")
		l.wantKept("first-question")
		l.do("exercise name=first-question")
		if !l.open().Passed {
			t.Errorf("opened again: %q", statuses(l.open()))
		}
	})
}

// What was typed into the designer comes back, also what was not judged.
func TestResumeDesign(t *testing.T) {
	var kept map[string]course.Kept
	sit(t, func(l *learner) {
		l.do("exercise name=form-design")
		l.wantKept() // nothing has been done
		l.design(files(t, "form-design", ""))
		l.do("draft for=design", "message=Which?", "schema={")
		kept = l.keep()
	})
	sitAgain(t, kept, "form-design", func(l *learner) {
		o := l.open()
		if o.Designer.Message != "Which?" || o.Designer.Schema != "{" || !o.Passed || !o.Unjudged() {
			t.Errorf("goes on with %q, %q, passed %v", o.Designer.Message, o.Designer.Schema, o.Passed)
		}
		l.do("exercise-reset")
		if got, want := l.open().Designer.Schema, l.open().Pack.StarterDesign().Schema; got != want {
			t.Errorf("begun again with %q", got)
		}
		l.wantKept()
	})
	// It is that of one exercise and one learner, and waits for them.
	sitAgain(t, kept, "open-question", func(l *learner) {
		l.wantKept("form-design")
		l.do("configure learner=ada exercise=form-design")
		if o := l.open(); o.Passed || l.course.State().Failure != course.NoFailure {
			t.Errorf("ada goes on with somebody else's attempt")
		}
		l.do("configure learner=")
		if !l.open().Passed {
			t.Errorf("the attempt is gone: %q", statuses(l.open()))
		}
	})
}

// If what was kept does not come out as before, the exercise begins anew and says so.
func TestResumeDiverged(t *testing.T) {
	var kept map[string]course.Kept
	sit(t, func(l *learner) {
		l.do("exercise name=form-design")
		l.design(files(t, "form-design", ""))
		kept = l.keep()
	})
	for name, change := range map[string]func(*course.Kept){
		"another version": func(k *course.Kept) { k.Receipt.Hash = "0" },
		"a lost input":    func(k *course.Kept) { k.Receipt.Inputs = k.Receipt.Inputs[1:] },
		"a verdict":       func(k *course.Kept) { k.Receipt.Passed = false },
	} {
		changed := kept["form-design"]
		change(&changed)
		sitAgain(t, map[string]course.Kept{"form-design": changed}, "form-design", func(l *learner) {
			if s := l.course.State(); s.Failure != course.NotResumed || s.Open == nil || s.Open.Inputs != 0 {
				t.Errorf("%s: failure %q, open %+v", name, s.Failure, s.Open)
			}
			l.wantKept()
		})
	}
}

func TestReadKept(t *testing.T) {
	if k, err := course.ReadKept(nil); err != nil || k.Receipt.Exercise != "" {
		t.Errorf("nothing reads as %+v, %v", k, err)
	}
	for _, text := range []string{"{", `{"receipt":{}}`, `{"receipt":"` + strings.Repeat("x", 10) + `"}`} {
		if k, err := course.ReadKept([]byte(text)); err == nil || k.Receipt.Exercise != "" {
			t.Errorf("%s reads as %+v, %v", text, k, err)
		}
	}
	if data, err := (course.Kept{}).Marshal(); err != nil || len(data) != 0 {
		t.Errorf("none is %q, %v", data, err)
	}
}
