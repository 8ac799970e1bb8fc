package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// kept is a function of JavaScript that reads what the browser keeps under a name, and
// puts what a function makes of it in its place.
func kept(name string) string {
	return fmt.Sprintf(`(change => new Promise((resolve, reject) => {
	const opening = indexedDB.open("keyval-store");
	opening.onerror = reject;
	opening.onsuccess = () => {
		const store = opening.result.transaction("keyval", "readwrite").objectStore("keyval");
		const reading = store.get(%[1]q);
		reading.onerror = reject;
		reading.onsuccess = () => {
			if (change) store.put(change(reading.result), %[1]q);
			store.transaction.oncomplete = () => { opening.result.close(); resolve(JSON.stringify(reading.result ?? {})); };
		};
	};
}))`, "askback."+name)
}

// What is done in several frames at a time is kept of each.
func TestSeveralFramesKeep(t *testing.T) {
	url := serve(t)
	one := open(t, url+"#exercise=first-question")
	other := one.browser.attach(t)
	other.do(chromedp.Navigate(url + "#exercise=pick-roots"))
	for _, p := range []*tab{one, other} { // both know of nothing, when they begin
		p.waitReady()
		p.waitForIn("#hints", "hint 1 of")
	}
	one.clickOn("#hints button")
	one.waitKept("first-question")
	other.clickOn("#hints button")
	other.waitKept("pick-roots")
	other.until("the browser to keep the progress of both", func() bool {
		return eval[string](other, kept("progress")+`().then(kept => Object.keys(JSON.parse(kept)).sort().join(" "))`) == "first-question pick-roots"
	})
	one.again()
	one.clickOn("#exercises-all > summary")
	one.waitForIn("#exercises-all [data-name=pick-roots]", "begun")
}

// waitKept waits until the browser keeps an attempt with this text in it.
func (p *tab) waitKept(text string) {
	p.t.Helper()
	p.until("the browser to keep "+text, func() bool { return strings.Contains(eval[string](p, kept("attempts")+"()"), text) })
}

// again loads the page again.
func (p *tab) again() {
	p.t.Helper()
	p.do(chromedp.Reload())
	p.waitReady()
}

// An attempt is there again when the page is loaded again: the question that waits,
// the checks, and what was typed into the designer.
func TestResumeExercise(t *testing.T) {
	p := open(t, serve(t)+"#exercise=first-question")
	p.resize(1280, 900)
	p.waitReady()
	p.waitForIn("#exercise", "The first question")
	p.openTool("notes_delete")
	p.fill("textbox", "title", "TPS report")
	p.click("button", "Call "+theirs("notes_delete"))
	p.click("button", "Decline")
	p.waitForIn("#checks .is-right", "You decline once")
	before := p.wrongChecks()
	p.waitKept("decline")
	p.again()
	p.until("the checks as they were", func() bool { return fmt.Sprint(p.wrongChecks()) == fmt.Sprint(before) })
	p.waitForIn("#calls", "done")

	pack := designPack(t, "form-design")
	p.clickOn("#exercises-all > summary")
	p.clickOn("#exercises [data-name=form-design]")
	p.waitForIn("#exercise", "Design a question")
	p.design(pack, pack.Solution)
	p.until("the form to be right", func() bool { return p.shows("#check-form", "right") && !p.shows("#check-form", "not yet right") })
	p.paste("Message", "Which one goes?")
	p.waitKept("Which one goes?")
	written := p.written()
	p.again()
	p.until("what was written", func() bool { return p.shows("#editor", "You have changed it") && p.written() == written })
	if p.shows("#check-form", "not yet right") {
		t.Error("the check of the form is not right any more")
	}

	// Each exercise has its own.
	p.clickOn("#exercises-all > summary")
	p.clickOn("#exercises [data-name=first-question]")
	p.until("the checks of the first exercise", func() bool { return fmt.Sprint(p.wrongChecks()) == fmt.Sprint(before) })
	p.clickOn("#exercises [data-name=form-design]")
	p.until("what was written", func() bool { return p.shows("#editor", "You have changed it") && p.written() == written })

	// What another version of the page kept is of no use.
	eval[string](p, kept("attempts")+`(all => ({"form-design": all["form-design"].replace(/"hash": ?"\w+"/, '"hash":"0"')}))`)
	p.again()
	p.waitForIn("#exercises", "What you had done in this exercise cannot be done again here, so it begins anew.")
	if p.written() == written {
		t.Error("it has not begun anew")
	}
}
