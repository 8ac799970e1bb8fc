package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"askback/playground/exercise"
)

// A question is designed in an exercise: what it begins with fails, a wrong design
// fails at its check, the solution passes, and the progress stays.
func TestDesignExercise(t *testing.T) {
	p := open(t, serve(t)+"#exercise=form-design")
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.waitForIn("#exercise", "Design a question")
	p.waitForIn("#exercise", "Deletes the note whose title")
	p.look("design-exercise")

	p.click("button", "Check the design")
	p.waitForIn("#checks", "not yet right")
	p.waitForIn("#editor", "1 of 11 checks are right.")
	starter := p.written()

	pack := designPack(t, "form-design")
	wrong := pack.Wrong[slices.IndexFunc(pack.Wrong, func(w exercise.Wrong) bool { return w.Name == "bare-ids" })]
	p.chooseAll(solutionFile(pack, wrong.Files, "inputs.txt"))
	p.design(pack, wrong.Files)
	p.until("the check "+wrong.Check+" alone to be wrong", func() bool { return slices.Equal(p.wrongChecks(), []string{"check-" + wrong.Check}) })
	p.waitForIn("#check-"+wrong.Check, "Seen")
	p.look("design-exercise-wrong")

	p.design(pack, pack.Solution)
	p.waitForIn("#checks", "Everything is right: you have done the exercise.")
	p.paste("Message", "Which?")
	p.waitForIn("#editor", "You have changed it since it was checked.")
	p.screenshot("design-exercise-done")
	p.click("button", "Begin again")
	p.until("the starter to be back", func() bool { return p.written() == starter })
	p.waitForIn("#checks", "open")
	p.click("button", "Close the exercise")
	p.until("the designer to go", func() bool { return !p.shows("#work", "Check the design") })
	p.clickOn("#exercises-all > summary")
	p.waitForIn("#exercises [data-name=form-design]", "done")
}

func designPack(t *testing.T, id string) *exercise.Pack {
	t.Helper()
	c, err := exercise.Load(exercise.Design)
	if err != nil {
		t.Fatal(err)
	}
	all := c.All()
	i := slices.IndexFunc(all, func(p *exercise.Pack) bool { return p.ID == id })
	if i < 0 {
		t.Fatalf("there is no exercise %s", id)
	}
	return all[i]
}

func solutionFile(p *exercise.Pack, files []exercise.File, name string) string {
	for _, f := range p.Over(files) {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// design writes the design of a solution and has it checked.
func (p *tab) design(pack *exercise.Pack, files []exercise.File) {
	p.t.Helper()
	p.paste("Message", strings.TrimSpace(solutionFile(pack, files, "message.txt")))
	p.paste("Schema", solutionFile(pack, files, "schema.json"))
	p.click("button", "Check the design")
}

// chooseAll answers the questions as an inputs.txt does.
func (p *tab) chooseAll(inputs string) {
	p.t.Helper()
	for line := range strings.Lines(inputs) {
		words := strings.Fields(line) // choose QUESTION OPTION
		form := fmt.Sprintf("form[data-question='%s']", words[1])
		p.clickOn(fmt.Sprintf("%s input[value='%s']", form, words[2]))
		p.clickOn(form + " button")
		p.waitForIn(form, "Right.")
	}
}

// written is the message and the schema that stand in the designer.
func (p *tab) written() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector("#design-message").value + "\n" + document.querySelector("#design-schema").value`)
}

// wrongChecks are the ids of the checks that are not right.
func (p *tab) wrongChecks() []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll(".check:not(.is-right)")].map(e => e.id)`)
}
