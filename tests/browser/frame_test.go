package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// The page works in a frame of another site, with storage blocked.
func TestInAFrameOfAnotherSite(t *testing.T) {
	framed := strings.Replace(plain(t, nil), "127.0.0.1", "localhost", 1)
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			fmt.Fprintf(w, `<!doctype html><title>A course</title><iframe src="%s" width="1000" height="700"></iframe>`, framed)
		}
	}))
	t.Cleanup(outer.Close)

	page := browser(t, blockStorage).open(t, outer.URL)
	frame := page.frame(framed)
	if got := eval[string](frame, `(() => { try { localStorage; return "open" } catch (e) { return e.name } })()`); got != "SecurityError" {
		t.Errorf("storage is %s in the frame: the test does not test what it says", got)
	}
	if !eval[bool](frame, "window !== window.top") {
		t.Error("the page is not in a frame")
	}
	frame.waitReady()
}

// frame returns the frame with that URL. It is of another site, and so has a
// process and a DevTools target of its own.
func (p *tab) frame(url string) *tab {
	p.t.Helper()
	var id target.ID
	p.until("a frame with "+url, func() bool {
		targets, err := chromedp.Targets(p.context())
		if err != nil {
			p.t.Fatal(err)
		}
		for _, info := range targets {
			if info.Type == "iframe" && info.URL == url {
				id = info.TargetID
			}
		}
		return id != ""
	})
	return p.browser.attach(p.t, chromedp.WithTargetID(id))
}
