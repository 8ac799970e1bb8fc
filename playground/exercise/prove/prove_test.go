package prove_test

import (
	"strings"
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

// What pack new writes is proved as it is.
func TestTemplates(t *testing.T) {
	var packs []prove.Pack
	for _, kind := range exercise.Kinds() {
		id := "my-" + string(kind)
		data, err := prove.Template(id, kind)
		if err != nil {
			t.Fatal(err)
		}
		packs = append(packs, prove.Pack{Name: id, Data: data})
	}
	results, err := prove.Packs(t.Context(), ".", packs, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if len(r.Problems) > 0 {
			t.Errorf("%s: %q", r.Name, r.Problems)
		}
	}
	for id, kind := range map[string]exercise.Kind{"No Id": exercise.Drive, "fine": "poem"} {
		if _, err := prove.Template(id, kind); err == nil {
			t.Errorf("a template for %q of kind %q", id, kind)
		}
	}
}

// What is wrong with a pack is told of, each thing for itself.
func TestProblems(t *testing.T) {
	quiz := template(t, exercise.Quiz)
	code := template(t, exercise.Code)
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"the solution is wrong": {
			strings.Replace(quiz, "-- solution/inputs.txt --\nchoose cancel no-choice", "-- solution/inputs.txt --\nchoose cancel refused", 1),
			[]string{"solution does not pass"},
		},
		"a wrong one is right": {
			strings.Replace(quiz, "-- wrong/mixed-up/inputs.txt --\nchoose cancel refused", "-- wrong/mixed-up/inputs.txt --\nchoose cancel no-choice", 1),
			[]string{`wrong/mixed-up passes, and "cancel" has to catch it`},
		},
		"another check catches it": {
			strings.Replace(code, "deaf: heeds-no", "deaf: asks", 1),
			[]string{`wrong/deaf fails at heeds-no, and has to fail at "asks" and nothing else`},
		},
		"nothing": {quiz, nil},
	} {
		t.Run(name, func(t *testing.T) {
			results, err := prove.Packs(t.Context(), ".", []prove.Pack{{Name: "p", Data: []byte(test.data)}}, 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			got := results[0].Problems
			if len(got) != len(test.want) {
				t.Fatalf("problems %q, want %q", got, test.want)
			}
			for i := range got {
				if !strings.Contains(got[i], test.want[i]) {
					t.Errorf("problem %q, want %q", got[i], test.want[i])
				}
			}
		})
	}
}

func template(t *testing.T, kind exercise.Kind) string {
	t.Helper()
	data, err := prove.Template("mine", kind)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
