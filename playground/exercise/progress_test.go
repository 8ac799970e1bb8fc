package exercise

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

func sampleProgress() Progress {
	return Progress{
		"first-question": {Version: 1, Done: true, Hints: 2, At: noon},
		"pick-roots":     {Version: 12, Done: true, Hints: 4, Solution: true, At: noon.Add(time.Hour)},
		"form-design":    {Version: 1, Solution: true, Hints: 3, At: noon},
		"open-question":  {Version: 1, At: noon},
	}
}

func TestProgressForms(t *testing.T) {
	p := sampleProgress()
	if got, want := (Progress{"first-question": p["first-question"]}).Compact(), "1 first-question.1.d.2.tivw00"; got != want {
		t.Errorf("compact: %q, want %q", got, want)
	}
	if back, err := ParseProgress(p.Compact()); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%v, %v", back, err)
	}
	raw, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var back Progress
	if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%v, %v", back, err)
	}
}

func TestProgressRefused(t *testing.T) {
	for _, compact := range []string{"", "2", "1 a", "1 a.1.x.0.0", "1 a.1.d.0", "1 a.ö.d.0.0", "1 A/B.1.d.0.0", "1 a.1..0.0"} {
		if p, err := ParseProgress(compact); err == nil {
			t.Errorf("%q is read as %v", compact, p)
		}
	}
	for _, file := range []string{`{}`, `[]`, `{"askback_progress":2}`, `{"askback_progress":1,"exercises":{"../x":{}}}`} {
		if err := json.Unmarshal([]byte(file), new(Progress)); err == nil {
			t.Errorf("%s is read", file)
		}
	}
}

// A platform that keeps 4,000 characters keeps the whole catalogue; of one that is
// larger, what was done last.
func TestProgressFits(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	p := Progress{}
	for _, pack := range c.All() {
		p[pack.ID] = Entry{Version: 35, Done: true, Hints: 9, Solution: true, At: noon}
	}
	if back, err := ParseProgress(p.Compact()); err != nil || len(back) != len(p) {
		t.Errorf("%d of %d entries are kept (%v)", len(back), len(p), err)
	}
	for i := range 300 {
		p[fmt.Sprintf("an-exercise-with-a-long-name-%d", i)] = Entry{Version: 1, Done: i%2 == 0, At: noon.Add(time.Duration(i) * time.Hour)}
	}
	compact := p.Compact()
	if n := len(compact); n > MaxProgress || n < MaxProgress-100 {
		t.Errorf("%d characters", n)
	}
	back, err := ParseProgress(compact)
	if err != nil {
		t.Fatal(err)
	}
	if !back["an-exercise-with-a-long-name-298"].Done {
		t.Error("what was done last is left out")
	}
	if _, ok := back["an-exercise-with-a-long-name-1"]; ok {
		t.Error("what was begun first is kept")
	}
}

func TestProgressMerge(t *testing.T) {
	early, late := noon, noon.Add(time.Hour)
	for _, c := range []struct{ mine, theirs, want Entry }{
		{Entry{Version: 1, Done: true, At: early}, Entry{Version: 1, At: late}, Entry{Version: 1, Done: true, At: early}},
		{Entry{Version: 1, At: late}, Entry{Version: 1, Done: true, At: early}, Entry{Version: 1, Done: true, At: early}},
		{Entry{Version: 1, At: early}, Entry{Version: 1, Hints: 1, At: late}, Entry{Version: 1, Hints: 1, At: late}},
		{Entry{Version: 1, Hints: 1, At: late}, Entry{Version: 1, At: early}, Entry{Version: 1, Hints: 1, At: late}},
		{Entry{Version: 1, Done: true, At: late}, Entry{Version: 2, At: early}, Entry{Version: 2, At: early}},
		{Entry{Version: 2, At: early}, Entry{Version: 1, Done: true, At: late}, Entry{Version: 2, At: early}},
	} {
		p := Progress{"a": c.mine}
		p.Merge(Progress{"a": c.theirs, "b": c.theirs})
		if p["a"] != c.want || p["b"] != c.theirs {
			t.Errorf("%+v and %+v: %+v", c.mine, c.theirs, p)
		}
	}
}

func TestProgressNote(t *testing.T) {
	pack := &Pack{ID: "a", Version: 1}
	p := Progress{}
	if p.Note(pack, State{}, noon) || len(p) > 0 {
		t.Error("looking at an exercise is noted")
	}
	if !p.Note(pack, State{Inputs: 1, Solved: true, Hints: 1}, noon) || !p["a"].Done {
		t.Errorf("done: %+v", p)
	}
	if p.Note(pack, State{}, noon.Add(time.Hour)) || !p["a"].Done || p["a"].Hints != 1 {
		t.Errorf("begun again: %+v", p)
	}
	pack.Version = 2
	if !p.Note(pack, State{Inputs: 1}, noon) || p["a"].Done {
		t.Errorf("of a new version: %+v", p)
	}
}
