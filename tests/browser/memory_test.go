package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// What was done survives a reload where the browser keeps it.
func TestReload(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1440, 900)
	p.waitReady()
	if got := p.text("#keeping"); got != "" {
		t.Errorf("before anything is kept: %q", got)
	}
	p.share()
	p.click("button", "Play: one note matches")
	p.click("checkbox", "Yes, delete it")
	p.click("button", "Send answer")
	p.waitForIn("#calls", "done")
	p.click("button", "Remove root "+theirs("/home/alice/Scratch"))
	p.chooseEra("2026-07-28")
	p.openTool("notes_search")
	p.waitForIn("#tools .is-open", "notes_search")
	p.waitForIn("#keeping", "are kept in this browser")
	if hash, want := eval[string](p, "location.hash"), "#era=2026-07-28&root=/home/alice/Documents/Notes&tool=notes_search"; hash != want {
		t.Errorf("the address ends in %s, want %s", hash, want)
	}

	// At the address of the page itself, what is kept speaks.
	url := eval[string](p, "location.origin")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/"))
	p.waitReady()
	p.waitForIn("#status", "speaks 2026-07-28")
	p.waitForIn("#tools .is-open", "notes_search")
	if got := p.mark(notesDir + "shopping.md"); got != "not in the tree" {
		t.Errorf("the deleted note is %s", got)
	}
	if p.has("button", "Remove root "+theirs("/home/alice/Scratch")) {
		t.Error("the root that was removed is back")
	}

	// A link speaks first.
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/#era=2025-11-25&root=/home/alice/Scratch&tool=notes_list"))
	p.waitReady()
	p.waitForIn("#status", "speaks 2025-11-25")
	p.waitForIn("#tools .is-open", "notes_list")
	p.waitForIn("#roots", "file:///home/alice/Scratch")
	if p.shows("#roots .root-list", "Documents/Notes") {
		t.Error("a root that the link does not name")
	}
	// Also one that is followed on the page.
	eval[bool](p, `location.hash = "#tool=notes_delete", true`)
	p.waitForIn("#tools .is-open", "notes_delete")

	p.click("button", "Put files and roots back")
	p.until("the note to be back", func() bool { return p.mark(notesDir+"shopping.md") == "" })
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/"))
	p.waitReady()
	if got := p.mark(notesDir + "shopping.md"); got != "" {
		t.Errorf("after putting back and reloading, the note is %q", got)
	}
}

// Where the browser keeps nothing, the page works and says so.
func TestNothingIsKept(t *testing.T) {
	p := browser(t, blockStorage).open(t, serve(t))
	p.waitReady()
	p.share()
	p.waitForIn("#keeping", "This browser keeps nothing for this page")
	p.click("button", "Dark")
	p.click("button", "Play: three notes match")
	p.waitForIn("#questions", "Which one should be deleted?")
}
