package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openTrace opens the page and plays until a question waits.
func openTrace(t *testing.T) *tab {
	t.Helper()
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.share()
	p.click("button", "Play: three notes match")
	p.waitForIn("#questions", "Which one should be deleted?")
	return p
}

// A message is opened by keyboard, explained, and copied as it was sent.
func TestTraceMessage(t *testing.T) {
	p := openTrace(t)
	var asked string
	for _, m := range p.trace() {
		if m.Method == "elicitation/create" {
			asked = strings.TrimPrefix(m.Seq, "#")
		}
	}
	p.do(chromedp.Focus("#message-line-" + asked))
	p.press(kb.Enter)
	p.waitForIn("#message-detail-"+asked, "requestedSchema")
	p.waitForIn("#message-detail-"+asked, "The fields that the server wants filled in")
	p.lookWide("trace-message")

	eval[bool](p, `navigator.clipboard.writeText = async text => { window.copied = text }, true`)
	p.clickOn("#message-detail-" + asked + " [data-copy]")
	p.until("the copy", func() bool { return eval[bool](p, "window.copied !== undefined") })
	if got := eval[string](p, "JSON.parse(window.copied).method"); got != "elicitation/create" {
		t.Errorf("copied a message of the method %q", got)
	}
	p.waitForIn("#announce", "Copied.")

	p.do(chromedp.Focus("#message-line-" + asked))
	p.press(kb.Enter)
	p.until("the message to close", func() bool { return !p.shows("#wire", "requestedSchema") })
}

// The trace is laid out as a list, searched and filtered.
func TestTraceFind(t *testing.T) {
	p := openTrace(t)
	p.fill("searchbox", "Search the messages", "notes_delete")
	p.waitForIn("#wire-find .hits", "messages have it.")
	p.press(kb.Enter)
	p.waitForIn("#wire-find .hits", "1 of ")
	p.waitForIn("#wire .is-open", "notes_delete")
	p.click("button", "Next hit")
	p.waitForIn("#wire-find .hits", "2 of ")
	p.click("button", "Previous hit")
	p.waitForIn("#wire-find .hits", "1 of ")
	p.fill("searchbox", "Search the messages", "nobody says this")
	p.waitForIn("#wire-find .hits", "No message has it.")

	all := len(p.trace())
	p.clickOn("#wire-filter-summary")
	eval[bool](p, `(() => { const s = document.querySelector("#wire-filter-form [name=method]"); s.value = "roots/list";
		s.dispatchEvent(new Event("change", {bubbles: true})); return true })()`)
	p.waitForIn("#wire-find .filtered", "pass the filter")
	for _, m := range p.trace() {
		if m.Method != "roots/list" {
			t.Errorf("%s passes the filter for roots/list", m.Method)
		}
	}
	p.click("button", "Show all messages")
	p.until("all messages", func() bool { return len(p.trace()) >= all })

	p.click("radio", "List")
	p.waitForIn("#wire-rows", "elicitation/create")
	p.look("trace-list")
}

// A trace goes out as a file and comes back, to be stepped through; the live one
// stays.
func TestTraceFile(t *testing.T) {
	p := openTrace(t)
	eval[bool](p, `(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make(blob) }; return true })()`)
	p.click("button", "Export")
	p.until("the file", func() bool { return eval[bool](p, "window.saved !== undefined") })
	text := eval[string](p, "window.saved.text()")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 5 || !strings.Contains(text, `"elicitation/create"`) {
		t.Fatalf("the file has %d lines:\n%s", len(lines), text)
	}
	file := filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines[:4], "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	if err := os.WriteFile(broken, []byte(lines[0]+"\nno JSON\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	p.do(chromedp.SetUploadFiles(chromedp.CSS("#wire-file"), []string{broken}))
	p.waitForIn("#wire-said", "Line 2 is not JSON")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#wire-file"), []string{file}))
	p.waitForIn("#wire-said", "of 4")
	p.lookWide("trace-imported")
	p.click("button", "First message")
	p.waitForIn("#wire-said", "1 of 4")
	p.click("button", "Next message")
	p.waitForIn("#wire-said", "2 of 4")
	p.click("button", "Back to the live trace")
	p.until("the live trace", func() bool { return len(p.trace()) >= len(lines) })
	p.waitForIn("#questions", "Which one should be deleted?") // it waits as before
}
