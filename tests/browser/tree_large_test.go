package browser

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A task of the main thread that takes longer than this is felt.
const blockedAt = 50 // milliseconds; the browser tells of longer ones only

// rounds is how often each thing is done. A machine with other work can stop a
// task half-way and so make it longer, never shorter: the best round is what the
// page itself takes.
const rounds = 3

// watchTasks has the browser note long tasks and slow events from now on.
func (p *tab) watchTasks() {
	p.t.Helper()
	eval[bool](p, `(() => {
		window.longest = {longtask: 0, event: 0};
		for (const type of ["longtask", "event"]) {
			new PerformanceObserver(list => {
				for (const e of list.getEntries()) longest[type] = Math.max(longest[type], e.duration);
			}).observe({type, durationThreshold: 16});
		}
		return true;
	})()`)
}

// blocked does something in each round and undoes it, and fails the test when the
// main thread was blocked in every one of them.
func (p *tab) blocked(what string, do, undo func()) {
	p.t.Helper()
	task, event := math.Inf(1), math.Inf(1)
	for round := 0; round < rounds && task > blockedAt; round++ {
		eval[bool](p, "longest.longtask = longest.event = 0, true")
		do()
		// The observers are told after the frame is drawn.
		eval[bool](p, "new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0, true))))")
		task, event = min(task, eval[float64](p, "longest.longtask")), min(event, eval[float64](p, "longest.event"))
		undo()
	}
	longest := "under 50 ms"
	if task > blockedAt {
		longest = fmt.Sprintf("%.0f ms", task)
	}
	p.t.Logf("%-36s longest task %s, slowest event %.0f ms", what, longest, event)
	if task > blockedAt {
		p.t.Errorf("%s: the main thread was blocked for %.0f ms in the best of %d rounds", what, task, rounds)
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
	p.watchTasks()
	nothing := func() {}

	undo := func() {
		p.do(chromedp.Click("#tree-tools [data-on='click:undo']"))
		p.waitLine("/large", false)
	}
	load := func() {
		p.upload(dir)
		p.patiently("the folder", func() bool { return eval[bool](p, fmt.Sprintf("document.querySelector(%q) !== null", line("/large"))) })
	}
	p.blocked("load 10,000 files", func() {
		load()
		p.waitForIn(".load-status", "Copied 10,000 files")
	}, undo)
	load()
	if got := p.mark("/large/"); got != "created" {
		t.Errorf("the folder is %q", got)
	}

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
	p.blocked("unfold 100 files", unfold("/large/d07", "/large/d07/f99.md"), fold("/large/d07"))
	p.blocked("unfold 200 of 1,000", unfold("/large/flat", "/large/flat/n199.md"), fold("/large/flat"))
	unfold("/large/flat", "/large/flat/n199.md")()
	p.blocked("show 200 more", func() {
		count := eval[int](p, `document.querySelectorAll("#nodes > .node").length`)
		p.do(chromedp.Click("#nodes .node-more > .button"))
		p.until("more lines", func() bool { return eval[int](p, `document.querySelectorAll("#nodes > .node").length`) > count })
	}, nothing)

	// 800 lines and more are in sight now.
	p.do(chromedp.Focus(chromedp.CSS(line("/large/flat"))))
	p.blocked("set a root above them", func() {
		p.press(" ")
		p.waitAttribute("/large/flat", "aria-checked", "true")
	}, func() {
		p.press(" ")
		p.waitAttribute("/large/flat", "aria-checked", "false")
	})
	p.blocked("go to the end and find by letters", func() {
		p.press(kb.Home + kb.End + "l" + kb.ArrowDown + kb.ArrowUp)
	}, nothing)

	p.tick("/large")
	p.waitAttribute("/large", "aria-checked", "true")
	p.openTool("notes_archive")
	p.do(chromedp.Focus(chromedp.CSS("#tools input[name=title]")), chromedp.KeyEvent("Note 777"))
	p.blocked("move one file of 10,000", func() {
		p.do(chromedp.Click("#tools .is-open button[type=submit]"))
		p.waitForIn("#questions", "rchive the note")
		p.do(chromedp.Click("#questions input[type=checkbox]"), chromedp.Click("#questions button[type=submit]"))
		p.waitLine("/large/Archive", true)
	}, func() {
		p.do(chromedp.Click("#tree-tools [data-on='click:undo']"))
		p.waitLine("/large/Archive", false)
	})
}
