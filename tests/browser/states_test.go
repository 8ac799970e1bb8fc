package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"askback/tests/gallery"
)

// calm asks the page for no motion, so that nothing is judged half-way between two
// colours.
func (p *tab) calm() {
	p.t.Helper()
	p.prefer("forced-colors", "none")
}

// prefer sets a preference of the system, beside that of no motion.
func (p *tab) prefer(feature, value string) {
	p.t.Helper()
	if _, err := call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: feature, Value: value}},
	}); err != nil {
		p.t.Fatal(err)
	}
}

// look has a person see the state that the tab is in, as pictures in web/screens,
// and axe-core judge it: in both themes on a wide screen, and on the narrowest.
func (p *tab) look(state string) {
	p.t.Helper()
	p.lookWide(state)
	p.prefer("forced-colors", "active")
	p.screenshot(state + "-forced")
	p.calm()
	p.resize(320, 640)
	p.axe(state + ", narrow")
	p.screenshot(state + "-narrow")
	for _, part := range []string{"allow", "wire", "work"} {
		p.choose("tab", part)
		if over := eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			p.t.Errorf("%s: at 320 px the tab %s is %v px too wide", state, part, over)
		}
	}
	p.resize(1280, 900)
	if over := eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		p.t.Errorf("%s: at 1280 px the page is %v px too wide", state, over)
	}
}

// lookWide is look on a wide screen only.
func (p *tab) lookWide(state string) {
	p.t.Helper()
	for _, theme := range []string{"light", "dark"} {
		p.chooseTheme(theme)
		p.axe(state + ", " + theme)
		p.screenshot(state + "-" + theme)
	}
	p.chooseTheme("auto")
}

func (p *tab) chooseTheme(theme string) {
	p.t.Helper()
	p.choose("theme", theme)
}

// choose presses a button that needs no program, wherever it is.
func (p *tab) choose(name, value string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`document.querySelector("[data-choose='%s=%s']").click(), true`, name, value))
}

// The states of the page around a call.
func TestStates(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.look("loaded")

	p.openTool("notes_delete")
	p.waitForIn("#tools .is-open", "notes_delete")
	p.look("tool-open")
	p.click("button", "Call "+theirs("notes_delete"))
	p.waitForIn("#tools .summary", "Nothing was sent")
	p.look("arguments-refused")

	p.click("button", "Play: three notes match")
	p.waitForIn("#questions", "asks where it may work")
	p.look("consent-to-roots")
	p.share()
	p.waitForIn("#questions", "Which one should be deleted?")
	p.look("question")
	p.click("button", "Send answer")
	p.waitForIn("#questions .summary", "Nothing was sent")
	p.look("error-summary")

	p.clickOn("#wire .message:nth-last-of-type(2) .message-line")
	p.waitForIn("#wire .is-open", "jsonrpc")
	p.look("trace-open")

	p.click("button", "Decline")
	p.waitForIn("#calls", "done")
	p.look("declined")

	p.fill("textbox", "Allow by URI", "file://C:/repo")
	p.press(kb.Enter)
	p.waitForIn("#roots .error", "there are no drives here")
	p.look("root-refused")
}

// A question of each kind, and of URL mode.
func TestQuestionsOfEachKind(t *testing.T) {
	h, err := gallery.Handler()
	if err != nil {
		t.Fatal(err)
	}
	site := plain(t, map[string]http.HandlerFunc{"mcp": h.ServeHTTP})
	p := open(t, site)
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.connect(site + "mcp")
	p.waitForIn("#status", theirs("Gallery")+" is connected")
	for _, picture := range gallery.Pictures() {
		p.openTool(picture.Tool)
		p.click("button", "Call "+theirs(picture.Tool))
		p.waitForIn("#questions", picture.Message)
		p.lookWide("question-" + picture.Tool[len("ask_"):])
		p.press(kb.Escape)
		p.until("the question to go", func() bool { return !p.shows("#questions", picture.Message) })
	}
}
