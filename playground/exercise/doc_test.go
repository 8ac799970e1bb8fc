package exercise_test

import (
	"os"
	"strings"
	"testing"

	"askback/playground/exercise"
)

// Every command has an example in the package documentation, and every example
// there is one of a command.
func TestCommandsAreDocumented(t *testing.T) {
	data, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, reference, _ := strings.Cut(string(data), "# Commands that drive")
	language, solutions, _ := strings.Cut(reference, "# Solutions")
	solutions, _, _ = strings.Cut(solutions, "# Attempts")
	scripts, inputs := exercise.CommandNames()
	for _, part := range []struct {
		text  string
		names []string
	}{{language, scripts}, {solutions, inputs}} {
		shown := map[string]bool{}
		for line := range strings.Lines(part.text) {
			if example, ok := strings.CutPrefix(line, "//\t"); ok {
				shown[strings.Fields(example)[0]] = true
			}
		}
		for _, name := range part.names {
			if !shown[name] {
				t.Errorf("%s has no example in doc.go", name)
			}
			delete(shown, name)
		}
		for name := range shown {
			t.Errorf("doc.go has an example of %s, which is no command", name)
		}
	}
}
