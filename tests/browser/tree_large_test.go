package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// smooth does something and fails the test when that blocks the main thread.
func (p *tab) smooth(what string, do func()) {
	p.t.Helper()
	longest := p.longest(do)
	p.t.Logf("%-34s %6.1f ms at the longest:%s", what, float64(longest.took.Microseconds())/1000, longest.did)
	if longest.took > blockedAt {
		p.t.Errorf("%s: the main thread was blocked for %v", what, longest.took)
	}
}

// waitLine waits until the line of a path is in sight, or not.
func (p *tab) waitLine(path string, inSight bool) {
	p.t.Helper()
	p.until(fmt.Sprintf("%s in the tree: %v", path, inSight), func() bool {
		return eval[bool](p, fmt.Sprintf("document.querySelector(%q) !== null", line(path))) == inSight
	})
}

// waitAttribute waits until an attribute of a line is as it should be.
func (p *tab) waitAttribute(path, name, value string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%s of %s to be %q", name, path, value), func() bool {
		return eval[string](p, fmt.Sprintf("document.querySelector(%q)?.getAttribute(%q) ?? ''", line(path), name)) == value
	})
}

// patiently is until for what takes a busy machine minutes.
func (p *tab) patiently(what string, ready func() bool) {
	p.t.Helper()
	p.untilWithin(5*time.Minute, what, ready)
}

// A tree of ten thousand files stays smooth, whatever is done with it.
func TestLargeTree(t *testing.T) {
	files := map[string]string{}
	for i := range 9000 {
		files[fmt.Sprintf("d%02d/f%02d.md", i/100, i%100)] = fmt.Sprintf("---\nid: note-%d\ntitle: Note %d\n---\n", 1000+i, i)
	}
	for i := range 1000 {
		files[fmt.Sprintf("flat/n%03d.md", i)] = fmt.Sprintf("# Flat %d\n", i)
	}
	dir := folder(t, "large", files)
	p := launch(t).open(t, serve(t))
	p.resize(1440, 900)
	p.waitReady()
	p.share()

	undo := func() {
		p.do(chromedp.Click("#tree-tools [data-on='click:undo']"))
		p.waitLine("/large", false)
	}
	load := func() {
		p.upload(dir)
		p.patiently("the folder", func() bool { return eval[bool](p, fmt.Sprintf("document.querySelector(%q) !== null", line("/large"))) })
		p.waitForIn(".load-status", "Copied 10,000 files")
	}
	p.smooth("load 10,000 files", load)
	if got := p.mark("/large/"); got != "created" {
		t.Errorf("the folder is %q", got)
	}
	p.smooth("undo that", undo)
	load()

	fold := func(path string) func() {
		return func() {
			p.do(chromedp.Click(line(path) + " > .node-fold"))
			p.waitAttribute(path, "aria-expanded", "false")
		}
	}
	unfold := func(path, child string) func() {
		return func() {
			p.do(chromedp.Click(line(path) + " > .node-fold"))
			p.waitLine(child, true)
		}
	}
	p.waitAttribute("/large", "aria-expanded", "true")
	p.waitAttribute("/large/flat", "aria-expanded", "false")
	p.smooth("unfold 100 files", unfold("/large/d07", "/large/d07/f99.md"))
	p.smooth("fold them", fold("/large/d07"))
	p.smooth("unfold 200 of 1,000", unfold("/large/flat", "/large/flat/n199.md"))
	for range 3 {
		p.smooth("show 200 more", func() {
			count := eval[int](p, `document.querySelectorAll("#nodes > .node").length`)
			p.do(chromedp.Click("#nodes .node-more > .button"))
			p.until("more lines", func() bool { return eval[int](p, `document.querySelectorAll("#nodes > .node").length`) > count })
		})
	}

	// 900 lines and more are in sight now.
	p.do(chromedp.Focus(chromedp.CSS(line("/large/flat"))))
	p.smooth("make a root of 800 lines in sight", func() {
		p.press(" ")
		p.waitAttribute("/large/flat", "aria-checked", "true")
	})
	p.smooth("take it back", func() {
		p.press(" ")
		p.waitAttribute("/large/flat", "aria-checked", "false")
	})
	p.smooth("go to the end and find by letters", func() {
		p.press(kb.Home + kb.End + "l" + kb.ArrowDown + kb.ArrowUp)
	})

	p.tick("/large")
	p.waitAttribute("/large", "aria-checked", "true")
	p.openTool("notes_archive")
	p.do(chromedp.Focus(chromedp.CSS("#tools input[name=title]")), chromedp.KeyEvent("Note 777"))
	p.smooth("move one file of 10,000", func() {
		p.do(chromedp.Click("#tools .is-open button[type=submit]"))
		p.waitForIn("#questions", "rchive the note")
		p.do(chromedp.Click("#questions input[type=checkbox]"), chromedp.Click("#questions button[type=submit]"))
		p.waitLine("/large/Archive", true)
	})
	p.smooth("undo that", func() {
		p.do(chromedp.Click("#tree-tools [data-on='click:undo']"))
		p.waitLine("/large/Archive", false)
	})
}
