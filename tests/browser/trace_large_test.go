package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// longTrace is the file of a trace of n messages: calls with a question each.
func longTrace(t *testing.T, n int) string {
	t.Helper()
	call := []string{
		`> {"id":%[1]d,"method":"tools/call","params":{"name":"notes_delete","arguments":{"title":"note %[1]d"}}}`,
		`< {"id":%[1]d,"method":"roots/list"}`,
		`> {"id":%[1]d,"result":{"roots":[{"uri":"file:///home/alice/Scratch","name":"Scratch"}]}}`,
		`< {"id":"q%[1]d","method":"elicitation/create","params":{"message":"Delete note %[1]d?","requestedSchema":{"type":"object","properties":{"confirm":{"type":"boolean"}}}}}`,
		`> {"id":"q%[1]d","result":{"action":"accept","content":{"confirm":true}}}`,
		`< {"id":%[1]d,"result":{"content":[{"type":"text","text":"deleted note %[1]d"}],"structuredContent":{"outcome":"deleted"}}}`,
	}
	start := time.Date(2026, 8, 22, 9, 0, 0, 0, time.UTC)
	var file strings.Builder
	for i := range n {
		way, body, _ := strings.Cut(fmt.Sprintf(call[i%len(call)], 1+i/len(call)), " {")
		fmt.Fprintf(&file, `{"seq":%d,"at":%q,"dir":%q,"era":"2025-11-25","message":{"jsonrpc":"2.0",%s}`+"\n",
			i+1, start.Add(time.Duration(i)*700*time.Millisecond).Format(time.RFC3339Nano), map[string]string{">": "to-server", "<": "to-host"}[way], body)
	}
	path := filepath.Join(t.TempDir(), "long.jsonl")
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// callMany calls the open tool n times, one call after the other.
func (p *tab) callMany(tool string, n int) {
	p.t.Helper()
	const batch = 10
	for ; n > 0; n -= batch {
		eval[bool](p, fmt.Sprintf(`(async () => {
			const calls = document.querySelector("#calls"), form = document.querySelector("#tools form");
			for (let i = 0; i < %d; i++) {
				const last = calls.querySelector("article")?.id;
				form.requestSubmit();
				await new Promise(resolve => {
					const look = () => {
						const first = calls.querySelector("article");
						if (!first || first.id === last || !first.matches(".is-done")) return;
						observer.disconnect();
						resolve();
					};
					const observer = new MutationObserver(look);
					observer.observe(calls, {subtree: true, childList: true, attributes: true});
				});
			}
			return true;
		})()`, min(batch, n)))
	}
}

// A trace of five hundred messages stays smooth, whatever is done with it: one that
// is imported, and one that goes on.
func TestLongTrace(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1440, 900)
	p.waitReady()
	p.share()
	drawn := func(least int) func() bool {
		return func() bool {
			return eval[int](p, "document.querySelectorAll('#wire [data-on=\\'click:message\\']').length") >= least
		}
	}
	open := func(seq string) func() {
		return func() {
			p.clickOn("#message-line-" + seq)
			p.waitForIn("#message-detail-"+seq, "jsonrpc")
		}
	}
	filter := func(method, said string) func() {
		return func() {
			eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector("#wire-filter-form [name=method]"); s.value = %q;
				s.dispatchEvent(new Event("change", {bubbles: true})); return true })()`, method))
			p.waitForIn("#wire-find", said)
		}
	}
	all := func() {
		p.click("button", "Show all messages")
		p.until("all messages", drawn(100))
	}
	search := func(text string) func() {
		return func() {
			eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector("#wire-find input[type=search]"); s.value = %q;
				s.dispatchEvent(new Event("input", {bubbles: true})); return true })()`, text))
			p.waitForIn("#wire-find .hits", "have it.")
		}
	}
	layout := func(name, list string) func() {
		return func() {
			p.click("radio", name)
			p.until("the layout", func() bool { return eval[int](p, "document.querySelector('"+list+"').childElementCount") >= 100 })
		}
	}

	file := longTrace(t, 500)
	p.smooth("import 500 messages", func() {
		p.do(chromedp.SetUploadFiles(chromedp.CSS("#wire-file"), []string{file}))
		p.waitForIn("#wire-said", "of 500")
		p.until("the messages", drawn(100))
	})
	p.smooth("select one of them", open("430"))
	p.smooth("select another", open("460"))
	p.smooth("search them", search("note 4"))
	p.clickOn("#wire-filter-summary")
	p.smooth("filter them", filter("roots/list", "pass the filter"))
	p.smooth("filter nothing", all)
	p.smooth("switch to the list", layout("List", "#wire-rows"))
	p.smooth("select in the list", open("430"))
	p.smooth("filter in the list", filter("roots/list", "pass the filter"))
	p.smooth("filter nothing in the list", all)
	p.smooth("switch to the diagram", layout("Diagram", "#wire-diagram"))
	p.smooth("show earlier ones", func() {
		p.click("button", "Show earlier messages")
		p.until("an earlier message", func() bool { return eval[bool](p, "document.querySelector('#message-351') !== null") })
	})
	p.smooth("back to the live trace", func() {
		p.click("button", "Back to the live trace")
		p.until("the live trace", func() bool { return !drawn(100)() })
	})

	p.openTool("notes_list")
	p.waitForIn("#tools .is-open", "Call "+theirs("notes_list"))
	p.smooth("120 calls, 480 messages", func() { p.callMany("notes_list", 120) })
	p.until("the latest to be drawn", drawn(100))
	p.smooth("the next call", func() { p.callMany("notes_list", 1) })
	last := eval[string](p, `[...document.querySelectorAll("#wire [data-on='click:message']")].at(-1).dataset.seq`)
	p.smooth("select the latest message", open(last))
	p.smooth("a call while one is selected", func() { p.callMany("notes_list", 1) })
	p.smooth("switch the live trace to the list", layout("List", "#wire-rows"))
	p.smooth("the next call in the list", func() { p.callMany("notes_list", 1) })
}
