package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// share lets the server know the roots before it asks.
func (p *tab) share() {
	p.t.Helper()
	p.click("button", "Share")
	p.waitForIn("#consent", "is told these roots when it asks")
}

// firstVisit opens the page as somebody finds it who comes for the first time.
func firstVisit(t *testing.T, f func(t *testing.T, p *tab, era string)) {
	url := serve(t)
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			p := open(t, url)
			p.resize(1440, 900)
			p.waitReady()
			p.chooseEra(era)
			f(t, p, era)
		})
	}
}

// A first visit is Play, Share, and then the question. What the trace shows is
// what passes for who shared before.
func TestConsent(t *testing.T) {
	firstVisit(t, func(t *testing.T, p *tab, era string) {
		p.click("button", "Play: three notes match")
		p.waitForIn("#questions", "asks where it may work, for")
		p.waitForIn("#questions", "file:///home/alice/Scratch")
		p.screenshot("consent-" + era)
		p.click("button", "Share")
		p.waitForIn("#questions", "Which one should be deleted?")
		p.click("button", "Decline")
		p.waitForIn("#calls", "You declined.")
		p.wantLines(wire(era, "which", "decline")...)
		p.click("button", "Play: one note matches")
		p.waitForIn("#questions", "Delete the note")
	})
}

// The same by keyboard: the card takes the focus. Escape decides nothing and tells
// an empty list; what is refused can be shared later, and the other way round.
func TestConsentByKeyboard(t *testing.T) {
	firstVisit(t, func(t *testing.T, p *tab, era string) {
		refused := func() {
			t.Helper()
			p.waitForIn("#calls article:first-of-type", "the tool says that it failed")
			p.unchanged()
		}
		p.click("button", "Play: one note matches")
		p.waitForIn("#questions", "asks where it may work")
		p.press(kb.Escape)
		refused()
		p.waitForIn("#consent", "will be told")
		p.share()
		p.click("button", "Play: one note matches")
		p.waitForIn("#questions", "Delete the note")
		p.press(kb.Escape)
		p.waitForIn("#calls article:first-of-type", "without a choice")

		p.do(chromedp.Focus(chromedp.CSS("#consent button")))
		p.press(kb.Enter)
		p.waitForIn("#consent", "is told an empty list")
		p.click("button", "Play: one note matches")
		refused()
	})
}

// The card's second button, by keyboard.
func TestConsentRefused(t *testing.T) {
	firstVisit(t, func(t *testing.T, p *tab, era string) {
		p.click("button", "Play: one note matches")
		p.waitForIn("#questions", "asks where it may work")
		p.until("the focus on the card", func() bool { return eval[bool](p, `document.activeElement.matches(".question")`) })
		p.press(kb.Tab + kb.Tab + kb.Enter)
		p.waitForIn("#calls", "the tool says that it failed")
		p.waitForIn("#consent", "is told an empty list")
		p.unchanged()
	})
}
