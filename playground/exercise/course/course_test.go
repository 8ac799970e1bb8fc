package course_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"askback/playground/exercise"
	"askback/playground/exercise/course"
	"askback/playground/host"
	"askback/playground/host/lesson"
)

// A learner sits before a page with the lesson and the exercises.
type learner struct {
	t      *testing.T
	course *course.Course
	told   []course.Event // so far
}

func sit(t *testing.T, f func(*learner)) { sitEarly(t, "", f) }

// sitEarly is sit for somebody who opens an exercise before there are any.
func sitEarly(t *testing.T, early string, f func(*learner)) { sitAgain(t, nil, early, f) }

// sitAgain is sitEarly for somebody who comes back to attempts that were kept.
func sitAgain(t *testing.T, kept map[string]course.Kept, early string, f func(*learner)) {
	synctest.Test(t, func(t *testing.T) {
		server, err := lesson.NewServer("https://askback.example/connect/", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, err := lesson.Options()
		if err != nil {
			t.Fatal(err)
		}
		o.Dial, o.Tree, o.Forget = server.Dial, server, server.Forget
		h := host.New(o)
		h.Start()
		packs, err := course.Load()
		if err != nil {
			t.Fatal(err)
		}
		l := &learner{t: t, course: course.New(course.Options{Host: h, Kept: kept})}
		if early != "" {
			l.do("exercise name=" + early)
			if s := l.course.State(); s.Open != nil || s.Failure != course.NoFailure {
				t.Errorf("opened before there are exercises: %+v, failure %q", s.Open, s.Failure)
			}
		}
		l.course.Offer(packs)
		synctest.Wait()
		f(l)
		l.course.Close()
		h.Close()
		synctest.Wait()
	})
}

// do takes "action key=value …" and controls of a form as "name=value".
func (l *learner) do(action string, controls ...string) {
	l.t.Helper()
	words := strings.Fields(action)
	in := host.Intent{Action: words[0], Args: map[string]string{}}
	for _, w := range words[1:] {
		k, v, _ := strings.Cut(w, "=")
		in.Args[k] = v
	}
	for _, c := range controls {
		k, v, _ := strings.Cut(c, "=")
		in.Form = append(in.Form, [2]string{k, v})
	}
	l.course.Handle(in)
	synctest.Wait()
	l.told = append(l.told, l.course.Told()...)
}

func (l *learner) open() *course.Open {
	l.t.Helper()
	s := l.course.State()
	if s.Open == nil {
		l.t.Fatalf("no exercise is open: %q", s.Failure)
	}
	return s.Open
}

func (l *learner) question() string {
	l.t.Helper()
	questions := l.course.State().Host.Questions
	if len(questions) != 1 {
		l.t.Fatalf("%d questions wait", len(questions))
	}
	return questions[0].ID
}

// solve does the first exercise.
func (l *learner) solve() {
	l.t.Helper()
	for _, answer := range []string{"decline", "cancel", "answer"} {
		l.do("tool name=notes_delete")
		l.do("call", "title=TPS report")
		l.do(answer+" id="+l.question(), "note_id=note-14", "confirm=true")
	}
}

func types(events []course.Event) (out []string) {
	for _, e := range events {
		out = append(out, e.Type)
	}
	return out
}

func TestFirstQuestion(t *testing.T) {
	sit(t, func(l *learner) {
		l.do("exercise name=first-question")
		if got := l.open(); got.Pack.ID != "first-question" || got.Passed {
			t.Fatalf("%s, passed: %v", got.Pack.ID, got.Passed)
		}
		if got, want := l.course.State().Place().String(), "exercise=first-question"; got != want {
			t.Errorf("the page is at %q, want %q", got, want)
		}
		l.do("configure learner=ada")
		l.solve()
		if s := l.open(); !s.Passed {
			t.Fatalf("%+v", s.Checks)
		}
		if e := l.course.State().Progress["first-question"]; !e.Done {
			t.Errorf("progress %+v", e)
		}
		if got, want := types(l.told), []string{"ready", "ready", "progress", "progress", "progress", "progress", "result"}; !reflect.DeepEqual(got, want) {
			t.Errorf("told %q, want %q", got, want)
		}

		// What was handed out reproduces.
		last := l.told[len(l.told)-1]
		r, err := exercise.ReadReceipt(last.Receipt)
		if err != nil {
			t.Fatal(err)
		}
		if r.Learner != "ada" || !r.Passed {
			t.Errorf("the receipt is of %q, passed: %v", r.Learner, r.Passed)
		}
		l.do("receipt")
		if f := l.course.State().File; f.Name != "askback-first-question.json" || f.Text != string(last.Receipt) {
			t.Errorf("the file %s holds\n%s, want\n%s", f.Name, f.Text, last.Receipt)
		}

		// What was done stays done.
		l.do("exercise-reset")
		if l.open().Passed || !l.course.State().Progress["first-question"].Done {
			t.Error("after beginning again it is passed, or not done any more")
		}
		l.do("exercise")
		if s := l.course.State(); s.Open != nil || s.Host.Phase != host.PhaseReady || s.Place().Exercise != "" {
			t.Errorf("closed: %+v", s.Open)
		}
	})
}

// A link leads to an exercise, and the page reads the exercises later.
func TestOpenEarly(t *testing.T) {
	sitEarly(t, "pick-roots", func(l *learner) {
		if got := l.open().Pack.ID; got != "pick-roots" {
			t.Errorf("%s is open", got)
		}
	})
	sitEarly(t, "no-such-exercise", func(l *learner) {
		if s := l.course.State(); s.Failure != course.NoSuch {
			t.Errorf("failure %q", s.Failure)
		}
	})
}

// Of two that are opened at once the second counts, and the page goes on with it.
func TestOpenTwice(t *testing.T) {
	sit(t, func(l *learner) {
		l.course.Handle(host.Intent{Action: "exercise", Args: map[string]string{"name": "first-question"}})
		l.course.Handle(host.Intent{Action: "exercise", Args: map[string]string{"name": "pick-roots"}})
		synctest.Wait()
		if got := l.open().Pack.ID; got != "pick-roots" {
			t.Errorf("%s is open", got)
		}
		l.do("exercise name=no-such-exercise")
		if s := l.course.State(); s.Failure != course.NoSuch || s.Open.Pack.ID != "pick-roots" {
			t.Errorf("failure %q, open %s", s.Failure, s.Open.Pack.ID)
		}
		l.do("exercise name=archive") // needs an editor
		if s := l.course.State(); s.Failure != course.NoSuch {
			t.Errorf("failure %q", s.Failure)
		}
	})
}

func TestProgressFile(t *testing.T) {
	var file string
	sit(t, func(l *learner) {
		l.do("exercise name=first-question")
		l.solve()
		l.do("progress-export")
		file = l.course.State().File.Text
	})
	sit(t, func(l *learner) {
		l.do("progress-import", "file=nonsense")
		if s := l.course.State(); s.Failure != course.BadProgress || len(s.Progress) > 0 {
			t.Errorf("failure %q, progress %v", s.Failure, s.Progress)
		}
		l.do("progress-import", "file="+file)
		if s := l.course.State(); s.Failure != course.NoFailure || !s.Progress["first-question"].Done {
			t.Errorf("failure %q, progress %v", s.Failure, s.Progress)
		}
	})
}

// An exercise is ready once, however often its questions are tried and its hints
// looked at.
func TestReadyOnce(t *testing.T) {
	sit(t, func(l *learner) {
		l.do("exercise name=open-question")
		q := l.open().Questions[0]
		for _, o := range q.Options {
			l.do("choose question="+q.ID, "option="+o.ID)
		}
		l.do("hint")
		want := []string{"ready"}
		for range len(l.told) - 1 {
			want = append(want, "progress")
		}
		if got := types(l.told); !reflect.DeepEqual(got, want) || len(got) < 2 {
			t.Errorf("told %q", got)
		}
		l.told = nil
		l.do("exercise-reset")
		if got := types(l.told); !reflect.DeepEqual(got, []string{"ready"}) {
			t.Errorf("begun again: told %q", got)
		}
	})
}

// A hint that was seen is on record at once, though no check turns.
func TestHintIsNoted(t *testing.T) {
	sit(t, func(l *learner) {
		l.do("exercise name=first-question")
		if e, begun := l.course.State().Progress["first-question"]; begun {
			t.Errorf("nothing was done: %+v", e)
		}
		l.do("hint")
		if e := l.course.State().Progress["first-question"]; e.Hints != 1 || e.Done {
			t.Errorf("progress %+v", e)
		}
	})
}

// The events are what EMBED.md says.
func TestEvents(t *testing.T) {
	raw, err := json.Marshal(course.Event{Type: "progress", Exercise: "a", Right: 1, Of: 2})
	if want := `{"type":"progress","exercise":"a","right":1,"of":2,"passed":false}`; err != nil || string(raw) != want {
		t.Errorf("%s, want %s (%v)", raw, want, err)
	}
}
