package prove_test

import (
	"testing"
	"time"

	"askback/playground/exercise"
	"askback/playground/exercise/prove"
)

// Every pack of the catalogue is proved.
func TestCatalogue(t *testing.T) {
	catalogue, err := exercise.Load()
	if err != nil {
		t.Fatal(err)
	}
	var packs []prove.Pack
	for _, p := range catalogue.All() {
		packs = append(packs, prove.Pack{Name: p.ID, Data: catalogue.Archive(p.ID)})
	}
	results, err := prove.Packs(t.Context(), ".", packs, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		t.Logf("%s: %d attempts in %v", r.Name, r.Attempts, r.Took)
		for _, problem := range r.Problems {
			t.Errorf("%s: %s", r.Name, problem)
		}
	}
}
