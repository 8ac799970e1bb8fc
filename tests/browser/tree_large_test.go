package browser

import (
	"fmt"
	"testing"
	"time"
)

// smooth does something and says for how long that blocked the main thread. The aim
// is 50 ms; it is a figure of the machine, so it is printed and not judged.
func (p *tab) smooth(what string, do func()) {
	p.t.Helper()
	longest := p.longest(do)
	p.t.Logf("%-34s %6.1f ms at the longest:%s", what, float64(longest.took.Microseconds())/1000, longest.did)
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
	p := open(t, serve(t))
	p.resize(1440, 900)
	p.waitReady()
	p.share()

	p.smooth("load 10,000 files", func() {
		p.drop("#allow", dir)
		p.patiently("the folder", func() bool { return eval[bool](p, fmt.Sprintf("document.querySelector(%q) !== null", line("/large"))) })
		p.waitForIn(".load-status", "Copied 10,000 files")
	})
	if got := p.mark("/large/"); got != "created" {
		t.Errorf("the folder is %q", got)
	}

	fold := func(path string) func() {
		return func() {
			p.clickOn(line(path) + " > .node-fold")
			p.waitAttribute(path, "aria-expanded", "false")
		}
	}
	unfold := func(path, child string) func() {
		return func() {
			p.clickOn(line(path) + " > .node-fold")
			p.waitLine(child, true)
		}
	}
	p.waitAttribute("/large", "aria-expanded", "true")
	p.waitAttribute("/large/flat", "aria-expanded", "false")
	p.smooth("unfold 100 files", unfold("/large/d07", "/large/d07/f99.md"))
	p.smooth("fold them", fold("/large/d07"))
	// Of a directory with a thousand, 100 are shown at a time.
	p.smooth("unfold 100 of 1,000 files", unfold("/large/flat", "/large/flat/n099.md"))
	p.smooth("show 100 more", func() {
		p.clickOn(".node-more [data-name='large/flat']")
		p.waitLine("/large/flat/n199.md", true)
	})
	p.smooth("fold them", fold("/large/flat"))
	p.smooth("undo the loading", func() {
		p.clickOn("#tree-tools [data-on='click:undo']")
		p.waitLine("/large", false)
	})
}
