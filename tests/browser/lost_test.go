package browser

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// keepWorkers lets a test reach the workers of the page.
const keepWorkers = `window.workers = {}; window.Worker = class extends Worker {
	constructor(url, options) { super(url, options); workers[options.name] = this; }
}`

// When the server's program ends in the middle of a question, the page says so and
// what to do, and the question is gone.
func TestServerStops(t *testing.T) {
	url := serve(t)
	p := browser(t).newTab(t)
	if _, err := call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: keepWorkers}); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Navigate(url))
	p.waitReady()
	p.share()
	p.click("button", "Play: three notes match")
	p.waitForIn("#questions", "asks you, for")
	p.expectError("the server worker stopped: out of memory")
	eval[bool](p, `workers.server.onmessage({data: {type: "crash", text: "out of memory"}}), workers.server.terminate(), true`)
	p.waitForIn("#boot-failure", "The server in the page has stopped")
	p.waitForIn("#status", "The server has stopped")
	p.waitForIn("#questions", "Nothing waits for you")
	p.waitForIn("#calls", "The connection to the server ended before it answered.")
	if p.has("button", "Connect again") || !p.has("link", "Load the page again") {
		t.Error("the page does not say what to do")
	}
}
