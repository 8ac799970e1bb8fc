package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// compared returns the methods of a side of the comparison, in order.
func (p *tab) compared(side string) []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#compare [data-side='`+side+`'] .method")].map(m => m.textContent)`)
}

// A call that was answered is seen under both versions, by pointer. It leaves the
// files, the wire and the question list as they are.
func TestCompareCall(t *testing.T) {
	p := openTrace(t)
	p.click("button", "Decline")
	p.waitForIn("#calls", "done")
	wire, files := len(p.trace()), len(p.tree())

	p.click("button", "Side by side: "+theirs("notes_delete")+" under both versions")
	p.waitForIn("#compare", "The result is the same.")
	older, newer := strings.Join(p.compared("0"), " "), strings.Join(p.compared("1"), " ")
	if want := "tools/call roots/list roots/list elicitation/create elicitation/create tools/call"; !strings.HasSuffix(older, want) {
		t.Errorf("under 2025-11-25: %s", older)
	}
	if want := "server/discover server/discover tools/call tools/call tools/call tools/call tools/call tools/call"; newer != want {
		t.Errorf("under 2026-07-28: %s", newer)
	}
	if eval[bool](p, `document.querySelector("#wire").checkVisibility()`) {
		t.Error("the wire is shown beside it")
	}
	p.clickOn("#compare [data-side='1'][aria-expanded=false]:has(.brief)")
	p.waitForIn("#compare .is-open", "io.modelcontextprotocol")
	p.look("compare")

	p.click("button", "Back to the wire")
	p.until("the wire", func() bool { return eval[bool](p, `document.activeElement.id === "wire"`) })
	if w, f := len(p.trace()), len(p.tree()); w != wire || f != files {
		t.Errorf("%d messages and %d lines of the tree, before %d and %d", w, f, wire, files)
	}
	if p.shows("#questions", "Which one should be deleted?") {
		t.Error("a question waits that nobody asked the person")
	}
}

// The open tool is compared with what its form holds, by keyboard and on a narrow
// screen, where the comparison is on another tab. It ends where a person is needed.
func TestCompareTool(t *testing.T) {
	p := open(t, serve(t))
	p.calm()
	p.resize(320, 640)
	p.waitReady()
	p.openTool("notes_delete")
	compare := "#tools [data-on='click:compare']"
	p.do(chromedp.Focus(compare))
	p.press(kb.Enter)
	p.waitForIn("#tools .summary", "Nothing was sent")
	p.wantPart("work")

	p.fill("textbox", "title", "shopping")
	p.do(chromedp.Focus(compare))
	p.press(kb.Enter)
	p.wantPart("wire")
	p.waitForIn("#compare", "It waits for your consent")
	p.until("the focus to go there", func() bool { return eval[bool](p, `document.activeElement.id === "compare-title"`) })
	p.press(kb.Tab) // the button back
	p.press(kb.Tab)
	p.press(kb.Enter)
	p.waitForIn("#compare .is-open", "protocolVersion")
	p.axe("a comparison that waits, narrow")
	p.screenshot("compare-waits-narrow")
	if over := eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("the page is %v px wider than the screen", over)
	}
}
