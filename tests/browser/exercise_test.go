package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A course is told that the exercise in its frame is ready, how high it is, and
// again when it has said who the learner is.
func TestExerciseInACourse(t *testing.T) {
	p := open(t, strings.Replace(plain(t, nil), "127.0.0.1", "localhost", 1)+"embed-demo/")
	p.resize(1000, 900)
	p.waitForIn("#demo-log", `"type":"resize"`)
	ready := func(times int) {
		t.Helper()
		p.until("so many ready messages", func() bool {
			return strings.Count(p.text("#demo-log"), `{"askback":1,"type":"ready","exercise":"first-question","version":1`) == times
		})
	}
	ready(1)
	p.screenshot("embedded")
	// Who speaks from elsewhere than the page around is not heard.
	eval[bool](p, `document.getElementById("demo-frame").contentWindow.dispatchEvent(new MessageEvent("message",
		{data: {askback: 1, type: "configure", learner: "mallory"}, origin: "https://elsewhere.example", source: window}))`)
	p.fill("textbox", "Learner", "grace")
	p.click("button", "Configure")
	ready(2)
	p.click("button", "Reset")
	ready(3)
}

// The list, a quiz, hints, and the progress that survives a reload.
func TestExercises(t *testing.T) {
	p := launch(t).openShared(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.do(chromedp.Click("#exercises-all > summary"))
	p.look("exercises")
	p.do(chromedp.Click("#exercises [data-name=first-question]"))
	p.waitForIn("#exercise", "The first question")
	p.click("button", "Show hint 1 of 3")
	p.waitForIn("#hints", "notes_delete")
	p.look("exercise")
	p.openTool("notes_delete")
	p.fill("textbox", "title", "TPS report 2025")
	p.click("button", "Call "+theirs("notes_delete"))
	p.waitForIn("#questions", "TPS report 2025")
	p.waitForIn("#checks", "not yet right")
	p.look("exercise-wrong")
	p.click("button", "Close the exercise")
	p.until("the exercise to close", func() bool { return !p.shows("#exercise", "The first question") })
	if got := eval[string](p, "location.hash"); strings.Contains(got, "exercise") {
		t.Errorf("the address still ends in %s", got)
	}
}
