package exercise_test

import (
	"bytes"
	"testing"

	"askback/playground/exercise"
	"askback/playground/host"
)

// A learner may see a call of an exercise under both versions. It is no part of what
// they did: the receipt is the same.
func TestCompareIsNoInput(t *testing.T) {
	p := catalogue(t).Find("first-question")
	a, err := exercise.Play(t.Context(), p, p.Solution, exercise.Options{Learner: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.Handle(intent("compare", "call", "1"))
	var c *host.Comparison
	for c == nil || c.Running {
		select {
		case <-a.Changed():
			c = a.Host().State().Compare
		case <-t.Context().Done():
			t.Fatal("no comparison came")
		}
	}
	for _, side := range c.Sides {
		if side.Open() || len(side.Calls) != 1 || !side.Calls[0].Ended {
			t.Errorf("under %s: waits %v, cause %+v, calls %+v", side.Era, side.Waits, side.Cause, side.Calls)
		}
	}
	if c.Results != host.Alike {
		t.Errorf("the results: %v", c.Results)
	}
	data, err := a.Receipt().Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if plain := solve(t, p, "ada"); !bytes.Equal(data, plain) {
		t.Errorf("the receipt is\n%s\nwithout it\n%s", data, plain)
	}
}
