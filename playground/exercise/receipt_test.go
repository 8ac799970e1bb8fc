package exercise_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"askback/playground/exercise"
)

// catalogue is the one that comes with the program.
func catalogue(t testing.TB) *exercise.Catalogue {
	t.Helper()
	c, err := exercise.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// solve is a receipt of the solution of an exercise.
func solve(t testing.TB, p *exercise.Pack, learner string, extra ...exercise.File) []byte {
	t.Helper()
	files := p.Solution
	if len(extra) > 0 {
		files = extra
	}
	a, err := exercise.Play(t.Context(), p, files, exercise.Options{Learner: learner})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	data, err := a.Receipt().Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func inputs(lines ...string) exercise.File {
	return exercise.File{Name: "inputs.txt", Data: []byte(strings.Join(lines, "\n") + "\n")}
}

// replay replays a receipt.
func replay(t testing.TB, c *exercise.Catalogue, data []byte) *exercise.Replay {
	t.Helper()
	r, err := exercise.ReadReceipt(data)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exercise.Replayer{Find: c.Find}.Replay(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The same inputs give the same receipt, byte for byte, and it reproduces, however
// the learner went about it.
func TestReceiptsReproduce(t *testing.T) {
	c := catalogue(t)
	ways := map[string][]string{
		"roots change while a question waits": {
			"call notes_delete title=TPS", "disallow home/alice/Scratch", "allow tmp", "answer accept note_id=note-3 confirm=true",
		},
		"two calls wait": {
			"call notes_delete title=TPS", "call notes_delete title=shopping", "answer accept note_id=note-3 confirm=true", "answer decline",
		},
		"a call is stopped": {
			"call notes_delete title=TPS", "stop", "call notes_delete title=TPS", "answer cancel",
		},
		"the era changes while a question waits": {
			"call notes_delete title=TPS", "era 2026-07-28", "call notes_delete title=TPS", "answer accept note_id=note-7 confirm=true",
		},
		"the other era": {
			"era 2026-07-28", "call notes_delete title=TPS", "disallow home/alice/Scratch", "answer decline",
			"call notes_create title=New folder=Notes", "call notes_list",
		},
	}
	for name, lines := range ways {
		t.Run(name, func(t *testing.T) {
			p := c.Find("first-question")
			first := solve(t, p, "ada", inputs(lines...))
			for range 5 {
				if again := solve(t, p, "ada", inputs(lines...)); !bytes.Equal(first, again) {
					t.Fatalf("two receipts differ:\n%s\n%s", first, again)
				}
			}
			if out := replay(t, c, first); !out.Reproduced {
				t.Error(out.Message())
			}
		})
	}
}

// What was forged is refused, each time for its own reason.
func TestForgery(t *testing.T) {
	c := catalogue(t)
	p := c.Find("first-question")
	honest := solve(t, p, "ada")
	failing := solve(t, p, "ada", inputs("call notes_delete title=TPS", "answer decline"))
	for _, test := range []struct {
		name   string
		data   []byte
		change func(r *exercise.Receipt)
		reason string
	}{
		{"nothing", honest, func(*exercise.Receipt) {}, ""},
		{"a failed attempt", failing, func(*exercise.Receipt) {}, ""},
		{"another exercise", honest, func(r *exercise.Receipt) { r.Exercise = "nowhere" }, exercise.ReasonExercise},
		{"another version", honest, func(r *exercise.Receipt) { r.Version++ }, exercise.ReasonVersion},
		{"other checks", honest, func(r *exercise.Receipt) { r.Hash = strings.Repeat("0", 64) }, exercise.ReasonVersion},
		{"another learner", honest, func(r *exercise.Receipt) { r.Learner = "bob" }, exercise.ReasonLearner},
		{"an altered verdict", failing, func(r *exercise.Receipt) { r.Verdicts[0].Right = true; r.Verdicts[1].Right = true }, exercise.ReasonVerdict},
		{"passed after all", failing, func(r *exercise.Receipt) { r.Passed = true }, exercise.ReasonVerdict},
		{"a verdict left out", honest, func(r *exercise.Receipt) { r.Verdicts = r.Verdicts[:3] }, exercise.ReasonVerdict},
		{"a dropped input", honest, func(r *exercise.Receipt) { r.Inputs = append(r.Inputs[:2], r.Inputs[3:]...) }, exercise.ReasonChain},
		{"the first input dropped", honest, func(r *exercise.Receipt) { r.Inputs = r.Inputs[1:] }, exercise.ReasonChain},
		{"the last input dropped", honest, func(r *exercise.Receipt) { r.Inputs = r.Inputs[:len(r.Inputs)-1] }, exercise.ReasonMessages},
		{"reordered inputs", honest, func(r *exercise.Receipt) { r.Inputs[1], r.Inputs[3] = r.Inputs[3], r.Inputs[1] }, exercise.ReasonChain},
		{"an answer exchanged", honest, func(r *exercise.Receipt) { r.Inputs[1].Action = "cancel" }, exercise.ReasonChain},
		{"other messages", honest, func(r *exercise.Receipt) { r.Trace = strings.Repeat("0", 32) }, exercise.ReasonMessages},
		{"more hints than it says", honest, func(r *exercise.Receipt) { r.Hints = 3 }, exercise.ReasonHints},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := exercise.ReadReceipt(test.data)
			if err != nil {
				t.Fatal(err)
			}
			test.change(r)
			data, err := r.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			out := replay(t, c, data)
			if out.Reason != test.reason || out.Reproduced != (test.reason == "") {
				t.Errorf("reason %q, want %q: %s", out.Reason, test.reason, out.Message())
			}
		})
	}
}

// A receipt of somebody else is refused where it is known whose it has to be.
func TestReceiptOfAnother(t *testing.T) {
	c := catalogue(t)
	r, err := exercise.ReadReceipt(solve(t, c.Find("first-question"), "ada"))
	if err != nil {
		t.Fatal(err)
	}
	for learner, reason := range map[string]string{"ada": "", "bob": exercise.ReasonLearner} {
		out, err := exercise.Replayer{Find: c.Find, Learner: &learner}.Replay(t.Context(), r)
		if err != nil || out.Reason != reason {
			t.Errorf("%s: reason %q, %v", learner, out.Reason, err)
		}
	}
}

// What is no receipt is refused with the reason.
func TestNoReceipt(t *testing.T) {
	honest := solve(t, catalogue(t).Find("first-question"), "")
	for name, test := range map[string]struct{ data, want string }{
		"empty":             {"", "this is no receipt"},
		"other JSON":        {`{"a":1}`, "askback_receipt is missing"},
		"a later format":    {`{"askback_receipt":2}`, "format 2"},
		"an unknown field":  {strings.Replace(string(honest), `"learner"`, `"grade": "A", "learner"`, 1), "unknown field"},
		"something after":   {string(honest) + "{}", "this is no receipt"},
		"a wrong type":      {strings.Replace(string(honest), `"passed": true`, `"passed": "true"`, 1), "this is no receipt"},
		"too large":         {`{"askback_receipt":1,"learner":"` + strings.Repeat("x", exercise.MaxReceipt) + `"}`, "more than"},
		"half of a receipt": {string(honest[:len(honest)/2]), "this is no receipt"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exercise.ReadReceipt([]byte(test.data)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// Hints are on record, and stay there when the learner begins again.
func TestHintsAreRecorded(t *testing.T) {
	c := catalogue(t)
	p := c.Find("first-question")
	a, err := exercise.Begin(t.Context(), p, exercise.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for range len(p.Hints.In("en")) + 1 {
		a.Handle(intent("hint"))
	}
	a.Handle(intent("reset"))
	if err := a.Await(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := a.Receipt()
	if r.Hints != len(p.Hints.In("en")) || !r.Solution {
		t.Errorf("hints %d, solution %v", r.Hints, r.Solution)
	}
	data, err := r.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if out := replay(t, c, data); !out.Reproduced {
		t.Error(out.Message())
	}
	r.Inputs, r.Hints, r.Solution = []exercise.Input{}, 0, false
	if data, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	if out := replay(t, c, data); !out.Reproduced {
		t.Errorf("an attempt in which nothing was done: %s", out.Message())
	}
}

var update = flag.Bool("update", false, "write the receipts in testdata anew")

// The receipt of each solution is the one in testdata, natively and as in the page:
// this test runs in both.
func TestReceiptsAreTheSameEverywhere(t *testing.T) {
	c := catalogue(t)
	for _, p := range c.All() {
		if p.Kind == exercise.Code {
			continue
		}
		t.Run(p.ID, func(t *testing.T) {
			file := "testdata/receipts/" + p.ID + ".json"
			got := solve(t, p, "ada")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the receipt is another; if that is meant, run this test with -update\n got %s\nwant %s", got, want)
			}
			if out := replay(t, c, want); !out.Reproduced {
				t.Error(out.Message())
			}
		})
	}
}
