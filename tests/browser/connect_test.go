package browser

import (
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The simulated first-run page says so when there is no page to tell.
func TestConnectWithoutAPage(t *testing.T) {
	p := open(t, serve(t)+"connect/#token=any")
	p.click("button", "Finish set-up")
	p.waitForIn("[data-connect-state]", "No askback page is open in this browser")
}

// noChannel is a browser that keeps BroadcastChannel from pages that may store
// nothing, as some do.
const noChannel = `globalThis.BroadcastChannel = class { constructor() { throw new DOMException("denied", "SecurityError"); } };`

func TestWithoutBroadcastChannel(t *testing.T) {
	b := built(t)
	url := plain(t, map[string]http.HandlerFunc{"worker.": func(w http.ResponseWriter, r *http.Request) {
		script, err := os.ReadFile(filepath.Join(b.dir, "assets", path.Base(r.URL.Path)))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(noChannel + string(script)))
	}})
	p := open(t, url)
	p.waitReady()

	connect := browser(t).newTab(t)
	if _, err := call(connect, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: noChannel}); err != nil {
		t.Fatal(err)
	}
	connect.do(chromedp.Navigate(url + "connect/#token=any"))
	connect.click("button", "Finish set-up")
	connect.waitForIn("[data-connect-state]", "nobody can be told")
	if strings.Contains(connect.text("body"), "undefined") {
		t.Error("the page shows an inner word")
	}
}
