package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

// The tests of the page script have a page without a program: a stand-in for the
// host sends what a test wants and keeps what the page sends.

// standIn is worker.js in such a page. It joins the port to the page with a
// BroadcastChannel, which the test reaches through the page.
const standIn = `addEventListener("message", ({data: {role, page}}) => {
	if (role !== "host") return;
	const test = new BroadcastChannel("test");
	page.onmessage = ({data}) => test.postMessage({fromPage: data});
	test.onmessage = ({data}) => { if (data.toPage) page.postMessage(data.toPage); };
	test.postMessage({started: true});
});`

// emptyModule is the shortest WebAssembly there is.
func emptyModule(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/wasm")
	w.Write([]byte("\x00asm\x01\x00\x00\x00"))
}

// A stub is a tab with the stand-in as its host.
type stub struct{ *tab }

// openStub opens the page with questions that hold html.
func openStub(t *testing.T, html string) stub {
	t.Helper()
	s := stub{open(t, plain(t, map[string]http.HandlerFunc{
		"app.": emptyModule,
		"worker.": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			w.Write([]byte(standIn))
		},
	}))}
	// Ask until it answers: the worker may not listen yet.
	eval[bool](s.tab, `new Promise(resolve => {
		window.fromPage = [];
		window.test = new BroadcastChannel("test");
		window.test.onmessage = ({data}) => { if (data.fromPage?.type === "intent") window.fromPage.push(data.fromPage); };
		const hello = setInterval(() => window.test.postMessage({toPage: {type: "ready"}}), 20);
		new PerformanceObserver(() => { clearInterval(hello); resolve(true); })
			.observe({type: "mark", buffered: true});
	})`)
	s.draw(html, nil)
	return s
}

// draw has the host draw the questions anew, with more fields of the message.
func (s stub) draw(html string, more map[string]any) {
	s.t.Helper()
	patch := map[string]any{
		"type":    "patch",
		"patches": []any{map[string]string{"id": "questions", "html": `<section id="questions">` + html + `</section>`}},
	}
	for name, value := range more {
		patch[name] = value
	}
	s.send(patch)
}

// send sends a message of the host, and returns when the page has handled it.
func (s stub) send(message map[string]any) {
	s.t.Helper()
	data, err := json.Marshal(message)
	if err != nil {
		s.t.Fatal(err)
	}
	// The answer to a second message shows that the first was handled.
	eval[bool](s.tab, fmt.Sprintf(`new Promise(resolve => {
		performance.clearMarks();
		new PerformanceObserver(() => resolve(true)).observe({type: "mark"});
		window.test.postMessage({toPage: %s});
		window.test.postMessage({toPage: {type: "ready"}});
	})`, data))
}

// An intent is what the page sent.
type intent struct {
	Seq    int
	Action string
	Args   map[string]string
	Form   [][2]string
}

// intents waits until the page has sent n intents and returns them.
func (s stub) intents(n int) []intent {
	s.t.Helper()
	s.until(fmt.Sprintf("%d intents", n), func() bool { return eval[int](s.tab, "window.fromPage.length") >= n })
	return eval[[]intent](s.tab, "window.fromPage")
}
