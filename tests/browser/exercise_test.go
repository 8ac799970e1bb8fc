package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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

// A learner does an exercise in the frame of a course of another site, which is told
// how it goes and gets a receipt. What the receipt says comes of it elsewhere too.
func TestReceiptOfACourse(t *testing.T) {
	site := serve(t)
	course := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			fmt.Fprintf(w, `<!doctype html><title>A course</title>
<iframe src="%s?embed=http://%s#exercise=first-question" width="1200" height="800"></iframe>
<script>const told = []; addEventListener("message", ({data, origin}) => told.push({...data, origin}))</script>`, site, r.Host)
		}
	}))
	t.Cleanup(course.Close)
	p := browser(t, blockStorage).open(t, course.URL)
	p.resize(1280, 900)
	p.until("the exercise to be ready", func() bool { return eval[bool](p, `told.some(m => m.type === "ready")`) })
	frame := p.frame(site + "?embed=" + course.URL + "#exercise=first-question")

	call := func(answer, end string) {
		t.Helper()
		frame.openTool("notes_delete")
		frame.fill("textbox", "title", "TPS report")
		frame.click("button", "Call "+theirs("notes_delete"))
		frame.waitForIn("#questions", "Which one")
		if answer == "Send answer" {
			frame.click("radio", "TPS report 2025 (Notes/tps-2025.md, 2025-12-15)")
			frame.click("checkbox", "Yes, delete it")
		}
		frame.click("button", answer)
		frame.waitForIn("#calls .call:first-of-type", end)
	}
	call("Decline", "You declined.")
	call("Cancel (Esc)", "You closed the question")
	call("Send answer", "Deleted")

	p.until("the result", func() bool { return eval[bool](p, `told.some(m => m.type === "result" && m.passed)`) })
	if !eval[bool](p, fmt.Sprintf(`told.every(m => m.askback === 1 && m.origin + "/" === %q)`, site)) {
		t.Errorf("the course was told %s", eval[string](p, `JSON.stringify(told)`))
	}
	if got, want := eval[string](p, `told.filter(m => m.type === "progress").map(m => m.right + "/" + m.of).join(" ")`), "5/5"; !strings.HasSuffix(got, want) {
		t.Errorf("the progress told is %s, want it to end in %s", got, want)
	}
	receipt := filepath.Join(t.TempDir(), "receipt.json")
	if err := os.WriteFile(receipt, []byte(eval[string](p, `JSON.stringify(told.findLast(m => m.type === "result").receipt)`)), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(built(t).playground, "grade", receipt).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "reproduced") {
		t.Errorf("playground grade: %v\n%s", err, out)
	}
}

// The list, a quiz, hints, and the progress that survives a reload.
func TestExercises(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.clickOn("#exercises-all > summary")
	p.look("exercises")
	p.clickOn("#exercises [data-name=first-question]")
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
