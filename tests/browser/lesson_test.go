package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var eras = []string{"2025-11-25", "2026-07-28"}

// eachEra opens the page in a tab of its own for each protocol version, and lets
// the server know the roots.
func eachEra(t *testing.T, f func(t *testing.T, p *tab, era string)) {
	firstVisit(t, func(t *testing.T, p *tab, era string) {
		p.share()
		f(t, p, era)
	})
}

// chooseEra switches the protocol version and waits until the page is connected.
func (p *tab) chooseEra(era string) {
	p.t.Helper()
	p.click("radio", era)
	p.until("a session under "+era, func() bool {
		hello := map[string]string{"2025-11-25": "initialize", "2026-07-28": "server/discover"}[era]
		trace := p.trace()
		at := slices.IndexFunc(trace, func(m message) bool { return m.Method == hello })
		return at >= 0 && slices.ContainsFunc(trace[at:], func(m message) bool { return m.Method == "tools/list" && m.Kind == "result" })
	})
}

// mark is what the page says became of the file.
func (p *tab) mark(path string) string {
	p.t.Helper()
	for _, n := range p.tree() {
		if n.Path == path {
			return n.Mark
		}
	}
	return "not in the tree"
}

const notesDir = "/home/alice/Documents/Notes/"

// unchanged fails the test if the tree shows that something changed.
func (p *tab) unchanged() {
	p.t.Helper()
	for _, n := range p.tree() {
		if n.Mark != "" {
			p.t.Errorf("%s is %s", n.Path, n.Mark)
		}
	}
}

// lines is the end of the wire from the last tools/call that is no retry.
func (p *tab) lines() []string {
	p.t.Helper()
	var out []string
	for _, m := range p.trace() {
		if m.Method == "tools/call" && m.ToServer && !strings.Contains(m.Brief, ",") {
			out = nil
		}
		arrow := "<"
		if m.ToServer {
			arrow = ">"
		}
		out = append(out, strings.Join(strings.Fields(arrow+" "+m.Kind+" "+m.Method+" "+m.Brief), " "))
	}
	return out
}

func (p *tab) wantLines(want ...string) {
	p.t.Helper()
	if got := p.lines(); !slices.Equal(got, want) {
		p.t.Errorf("wire:\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// wire is what passes in a call of notes_delete with a question, under each
// protocol version. The roots are read before the question, and again before an
// answer is acted on.
func wire(era, key, action string) []string {
	if era == "2025-11-25" {
		lines := []string{
			"> request tools/call notes_delete",
			"< request roots/list", "> result roots/list 2 roots",
			"< request elicitation/create form", "> result elicitation/create " + action,
		}
		if action == "accept" {
			lines = append(lines, "< request roots/list", "> result roots/list 2 roots")
		}
		return append(lines, "< result tools/call")
	}
	asked := []string{key, "roots"}
	answered := []string{key + ": " + action, "roots: 2 roots"}
	slices.Sort(asked)
	slices.Sort(answered)
	return []string{
		"> request tools/call notes_delete",
		"< result tools/call input_required: roots",
		"> request tools/call notes_delete, roots: 2 roots",
		"< result tools/call input_required: " + strings.Join(asked, ", "),
		"> request tools/call notes_delete, " + strings.Join(answered, ", "),
		"< result tools/call",
	}
}

func TestThreeNotesMatch(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.click("button", "Play: three notes match")
		p.waitForIn("#questions", "Which one should be deleted?")
		p.unchanged()
		p.screenshot("question-" + era)

		// Sent too early, the form says what is missing and leads there.
		p.click("button", "Send answer")
		p.waitForIn("#questions", "An answer is needed here.")
		p.unchanged()

		p.click("radio", "TPS report 2025 (Notes/tps-2025.md, 2025-12-15)")
		p.click("checkbox", "Yes, delete it")
		p.click("button", "Send answer")
		p.waitForIn("#calls", "note-14")
		if got := p.mark(notesDir + "tps-2025.md"); got != "gone" {
			t.Errorf("tps-2025.md: %q", got)
		}
		p.wantLines(wire(era, "which", "accept")...)
		p.screenshot("deleted-" + era)
	})
}

func TestThreeNotesMatchRefused(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.click("button", "Play: three notes match")
		p.waitForIn("#questions", "Which one should be deleted?")
		p.click("button", "Decline")
		p.waitForIn("#calls", "You declined.")
		p.unchanged()
		p.wantLines(wire(era, "which", "decline")...)

		p.click("button", "Play: three notes match")
		p.waitForIn("#questions", "Which one should be deleted?")
		p.press(kb.Escape)
		p.waitForIn("#calls", "without a choice")
		p.unchanged()
		p.wantLines(wire(era, "which", "cancel")...)
	})
}

func TestOneNoteMatches(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		play := func() {
			p.click("button", "Play: one note matches")
			p.waitForIn("#questions", "Delete the note")
		}
		play()
		p.press(kb.Escape)
		p.waitForIn("#calls", "without a choice")
		p.wantLines(wire(era, "confirm", "cancel")...)
		play()
		p.click("button", "Decline")
		p.waitForIn("#calls", "You declined.")
		p.wantLines(wire(era, "confirm", "decline")...)
		play()
		p.click("button", "Send answer")
		p.waitForIn("#calls", "You did not confirm.")
		p.unchanged()
		play()
		p.click("checkbox", "Yes, delete it")
		p.press(kb.Enter)
		p.waitForIn("#calls", "note-99")
		if got := p.mark(notesDir + "shopping.md"); got != "gone" {
			t.Errorf("shopping.md: %q", got)
		}
		p.wantLines(wire(era, "confirm", "accept")...)
	})
}

func TestOutsideARoot(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.click("button", "Play: outside a root")
		p.waitForIn("#calls", "no note inside the roots has a title that contains \"outside\"")
		p.unchanged()
		if p.has("button", "Send answer") {
			t.Error("it asked")
		}
		want := map[string][]string{
			"2025-11-25": {"> request tools/call notes_delete", "< request roots/list", "> result roots/list 2 roots", "< result tools/call isError"},
			"2026-07-28": {"> request tools/call notes_delete", "< result tools/call input_required: roots", "> request tools/call notes_delete, roots: 2 roots", "< result tools/call isError"},
		}
		p.wantLines(want[era]...)
	})
}

// openTool opens the argument form of a tool by its place in the list. A list that
// moves at that moment takes the click elsewhere, so it is tried again.
func (p *tab) openTool(name string) {
	p.t.Helper()
	p.until("the form of "+name, func() bool {
		if eval[bool](p, fmt.Sprintf("document.querySelector('#tools .is-open [data-name=%q]') !== null", name)) {
			return true
		}
		p.clickOn(fmt.Sprintf("#tools button[data-name=%q]", name))
		return false
	})
}

// theirs is a server's word as the page sets it into a sentence of its own: apart,
// so that its letters cannot turn the sentence around.
func theirs(word string) string { return "\u2068" + word + "\u2069" }

// opens returns the tab that an action opens.
func (p *tab) opens(action func()) *tab {
	p.t.Helper()
	opened := chromedp.WaitNewTarget(p.context(), func(info *target.Info) bool { return info.Type == "page" })
	action()
	select {
	case id := <-opened:
		return p.browser.attach(p.t, chromedp.WithTargetID(id))
	case <-time.After(patience):
		p.t.Fatal("no tab was opened")
		return nil
	}
}

// front goes back to the tab: one in the background draws nothing.
func (p *tab) front() {
	p.t.Helper()
	if _, err := call(p, page.BringToFront, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
}

// setupWire is what passes in a call of notes_setup that asks.
func setupWire(era, action string) []string {
	if era == "2025-11-25" {
		return []string{
			"> request tools/call notes_setup",
			"< request elicitation/create url", "> result elicitation/create " + action,
			"< result tools/call",
		}
	}
	return []string{
		"> request tools/call notes_setup",
		"< result tools/call input_required: connect",
		"> request tools/call notes_setup, connect: " + action,
		"< result tools/call",
	}
}

// Sign-in by URL: consent opens the page in a tab of its own and is no
// completion; the page completes it; the next call finds it done.
func TestSetup(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.openTool("notes_setup")
		p.click("button", "Call "+theirs("notes_setup"))
		p.waitForIn("#questions", "To set up your notes")
		p.waitForIn("#questions", "/connect/#token=") // the whole URL
		p.screenshot("url-" + era)
		p.press(kb.Escape)
		p.waitForIn("#calls", "cancelled")
		p.wantLines(setupWire(era, "cancel")...)
		p.click("button", "Call again: "+theirs("notes_setup")+", with the same arguments")
		p.click("button", "Decline")
		p.waitForIn("#calls", "declined")
		p.wantLines(setupWire(era, "decline")...)

		p.click("button", "Call "+theirs("notes_setup"))
		connect := p.opens(func() { p.click("button", "Open the page") })
		p.waitForIn("#calls", "waiting")
		p.waitForIn("#visits", "/connect/#token=")
		p.wantLines(setupWire(era, "accept")...)
		connect.screenshot("connect")
		connect.click("button", "Finish set-up")
		connect.waitFor("Done")
		p.front()
		done := "I'm done"
		if era == "2025-11-25" {
			p.waitForIn("#visits", "The server says that it is finished.")
			done = "Call " + theirs("notes_setup") + " again"
		}
		p.screenshot("visit-" + era)
		p.click("button", done)
		p.waitForIn("#calls", "You are signed in.")
		if p.shows("#visits", "Waiting") {
			t.Error("the page is waited for still")
		}
		p.wantLines("> request tools/call notes_setup", "< result tools/call") // no question
		p.unchanged()
		if p.has("button", "Open the page") {
			t.Error("it asked again")
		}
		// More than the column holds: its parts scroll and do not cover each other.
		if over := eval[[]string](p, `[...document.querySelector("#work").children].filter(e => e.getClientRects().length).flatMap((e, i, all) => {
			const next = all[i + 1];
			return next && next.getBoundingClientRect().top < e.getBoundingClientRect().bottom ? [e.id + " reaches into " + next.id] : [];
		})`); len(over) > 0 {
			t.Error(over)
		}
	})
}
