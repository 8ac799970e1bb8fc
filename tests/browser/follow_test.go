package browser

import (
	"fmt"
	"testing"
)

// scrolled is how far the wire is scrolled, and below how far its latest entry lies
// beneath the edge of what is in sight.
func (p *tab) scrolled() float64 {
	p.t.Helper()
	return eval[float64](p, `document.querySelector("#column-wire").scrollTop`)
}

func (p *tab) below() float64 {
	p.t.Helper()
	return eval[float64](p, `(() => {
		const list = [...document.querySelectorAll("[data-follow]")].find(l => l.childElementCount > 0);
		return list.lastElementChild.getBoundingClientRect().bottom - Math.min(innerHeight, document.querySelector("#column-wire").getBoundingClientRect().bottom);
	})()`)
}

// The latest message comes into sight by itself, in either layout, unless the person
// has scrolled up or reads one.
func TestTraceFollows(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1280, 600)
	p.waitReady()
	p.share()
	calls := 0
	list := func() {
		t.Helper()
		p.openTool("notes_list")
		p.click("button", "Call "+theirs("notes_list"))
		calls++
		p.until("the call to end", func() bool {
			return eval[int](p, "document.querySelectorAll('#calls .is-done').length") == calls
		})
	}
	messages := func() int {
		t.Helper()
		return eval[int](p, `document.querySelectorAll("#wire [data-on='click:message']").length`)
	}
	toEnd := func() {
		t.Helper()
		eval[bool](p, `document.querySelector("#column-wire").scrollTo({top: 1e6, behavior: "instant"}), true`)
	}
	p.until("the latest message", func() bool { return p.below() <= 8 })
	for _, layout := range []string{"Diagram", "List"} {
		all := messages()
		p.click("radio", layout)            // which is scrolled to for that
		p.until("the layout", func() bool { // whole: it comes in pieces
			return p.shows("#wire-"+map[string]string{"Diagram": "diagram", "List": "rows"}[layout], "tools/list") && messages() == all
		})
		toEnd()
		for range 3 {
			list()
			p.until("the result of the call in the "+layout, func() bool { return p.below() <= 8 })
		}

		eval[bool](p, `document.querySelector("#column-wire").scrollBy({top: -200, behavior: "instant"}), true`)
		before := p.scrolled()
		list()
		if got := p.scrolled(); got != before {
			t.Errorf("%s: scrolled from %v to %v under somebody who had scrolled up", layout, before, got)
		}

		toEnd()
		seq := eval[string](p, `[...document.querySelectorAll("#wire [data-on='click:message']")].at(-1).dataset.seq`)
		p.clickOn("#message-line-" + seq)
		p.waitForIn("#message-detail-"+seq, "jsonrpc")
		toEnd()
		before = p.scrolled()
		list()
		if got := p.scrolled(); got != before {
			t.Errorf("%s: scrolled from %v to %v under somebody who reads a message", layout, before, got)
		}
		p.clickOn("#message-line-" + seq)
		p.until("the message to close", func() bool {
			return !eval[bool](p, fmt.Sprintf("document.querySelector('#message-detail-%s') !== null", seq))
		})
		toEnd()
	}
}

// On a narrow screen it is the page that is scrolled.
func TestTraceFollowsNarrow(t *testing.T) {
	p := open(t, serve(t))
	p.resize(360, 640)
	p.waitReady()
	p.choose("tab", "allow")
	p.share()
	p.choose("tab", "work")
	p.openTool("notes_list")
	p.waitForIn("#tools .is-open", "Call "+theirs("notes_list"))
	p.choose("tab", "wire")
	p.wantPart("wire")
	eval[bool](p, `scrollTo({top: 1e6, behavior: "instant"}), true`)
	for range 3 {
		p.callMany("notes_list", 1)
		p.until("the result of the call", func() bool { return p.below() <= 8 })
	}
	eval[bool](p, `scrollTo({top: 100, behavior: "instant"}), true`)
	p.callMany("notes_list", 1)
	if got := eval[float64](p, "scrollY"); got != 100 {
		t.Errorf("scrolled from 100 to %v under somebody who had scrolled up", got)
	}
}

// What the host has to remark stands in the list as in the diagram.
func TestNotesInList(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.share()
	p.click("radio", "2026-07-28")
	p.waitForIn("#status", "speaks 2026-07-28")
	p.click("radio", "List")
	p.clickOn("#roots [data-name='home/alice/Scratch'][data-on='click:root-remove']")
	p.waitForIn("#wire-rows", "Under 2026-07-28 nothing is sent until the server asks.")
	p.axe("a list with remarks")
	p.screenshot("trace-notes")
}
