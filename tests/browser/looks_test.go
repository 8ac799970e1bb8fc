package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The theme is chosen by hand, goes before that of the system, and is kept.
func TestTheme(t *testing.T) {
	p := open(t, serve(t))
	paper := func() string { return eval[string](p, "getComputedStyle(document.body).backgroundColor") }
	const light, dark = "rgb(245, 246, 247)", "rgb(18, 21, 24)"
	want := func(colour, theme string) {
		t.Helper()
		p.until("the colour "+colour, func() bool { return paper() == colour })
		if got := eval[string](p, "document.documentElement.dataset.theme"); got != theme {
			t.Errorf("the theme is %q, want %q", got, theme)
		}
	}
	want(light, "auto")
	p.click("button", "Dark")
	want(dark, "dark")
	p.do(chromedp.Reload())
	want(dark, "dark")
	p.waitReady() // what the program draws leaves it alone
	if !eval[bool](p, `document.querySelector("[data-choose='theme=dark']").matches("[aria-pressed=true]")`) {
		t.Error("the button of the theme is not pressed")
	}
	p.click("button", "Like the system")
	want(light, "auto")
}

// A narrow screen shows one part at a time, and says on the tab of the questions
// that one waits.
func TestTabs(t *testing.T) {
	p := open(t, serve(t))
	p.resize(360, 740)
	p.waitReady()
	p.wantPart("work")

	p.click("button", "Wire")
	p.wantPart("wire")
	p.click("button", "You allow")
	p.wantPart("allow")
	p.share()
	p.click("button", "What happens")
	p.click("button", "Play: three notes match")
	p.waitForIn("#questions", "Which one should be deleted?")
	p.screenshot("narrow-question")
	p.click("button", "Wire")
	p.wantPart("wire")
	p.waitForIn(".parts", "1 question waits")
	p.screenshot("narrow-wire")

	// By keyboard: the link in the trace leads to the question, on its tab.
	p.do(chromedp.Focus("#messages .waits a, #wire .waits a"), chromedp.KeyEvent(kb.Enter))
	p.wantPart("work")
	if over := eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("the page is %v px wider than the screen", over)
	}

	p.resize(1280, 900)
	for _, part := range []string{"work", "allow", "wire"} {
		if !p.showsPart(part) {
			t.Errorf("on a wide screen %s is not shown", part)
		}
	}
}

// wantPart waits until only this part of the page is shown.
func (p *tab) wantPart(part string) {
	p.t.Helper()
	p.until("the tab "+part, func() bool {
		for _, other := range []string{"work", "allow", "wire"} {
			if p.showsPart(other) != (other == part) {
				return false
			}
		}
		return true
	})
}

func (p *tab) showsPart(part string) bool {
	p.t.Helper()
	return eval[bool](p, `document.querySelector("[data-part='`+part+`']").checkVisibility()`)
}
