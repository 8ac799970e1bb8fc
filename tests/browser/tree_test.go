package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// line is a selector for the line of a path in the tree.
func line(path string) string {
	name := strings.Trim(path, "/")
	if name == "" {
		name = "."
	}
	var id strings.Builder
	for _, c := range []byte(name) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' {
			id.WriteByte(c)
		} else {
			fmt.Fprintf(&id, "_%02x", c)
		}
	}
	return "#node-" + id.String()
}

// tick clicks the box of a path, by pointer.
func (p *tab) tick(path string) {
	p.t.Helper()
	p.clickOn(line(path) + " > .node-box")
}

// sides returns what the page says of paths.
func (p *tab) side(path string) string {
	p.t.Helper()
	for _, n := range p.tree() {
		if n.Path == path {
			return n.Side
		}
	}
	return "not in the tree"
}

// waitSide waits until the page says where a path lies.
func (p *tab) waitSide(path, side string) {
	p.t.Helper()
	p.until(path+" to be "+side, func() bool { return p.side(path) == side })
}

// focusedLine is the path of the line that has the focus.
func (p *tab) focusedLine() string {
	p.t.Helper()
	at := eval[int](p, `[...document.querySelectorAll("#nodes > .node")].indexOf(document.activeElement)`)
	if at < 0 {
		return "not in the tree"
	}
	return p.tree()[at].Path
}

// last is the method of the latest message.
func (p *tab) last() string {
	p.t.Helper()
	trace := p.trace()
	return trace[len(trace)-1].Method
}

// Roots are set and taken back by keyboard alone, folders and files alike. The
// focus stays where it is, and the server hears of it in the way of its version.
func TestRootsByKeyboard(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.do(chromedp.Focus(chromedp.CSS(line("/"))))
		p.press(kb.End + kb.ArrowUp)
		if got := p.focusedLine(); got != "/tmp/" {
			t.Fatalf("the focus is on %s", got)
		}
		before := len(p.trace())
		p.press(" ")
		p.waitSide("/tmp/outside.md", "inside")
		if got := p.focusedLine(); got != "/tmp/" {
			t.Errorf("the focus is on %s", got)
		}
		if era == "2025-11-25" {
			p.until("a notice", func() bool { return p.last() == "notifications/roots/list_changed" })
		} else if n := len(p.trace()); n != before {
			t.Errorf("%d messages were sent", n-before)
		}
		p.press(kb.ArrowRight + kb.Enter) // a file is a root too
		p.waitSide("/tmp/outside.md", "root")
		p.press(kb.ArrowLeft + kb.Enter)
		p.waitSide("/tmp/", "partly inside")
		p.press(kb.ArrowLeft)
		p.until("/tmp to be folded", func() bool { return p.side("/tmp/outside.md") == "not in the tree" })
		if got := p.focusedLine(); got != "/tmp/" {
			t.Errorf("folded: the focus is on %s", got)
		}
		p.press(kb.Home + kb.ArrowDown + "*" + kb.ArrowDown)
		if got := p.focusedLine(); got != "/home/alice/" {
			t.Errorf("the focus is on %s", got)
		}
		p.waitSide("/tmp/outside.md", "root") // * opened it again
		if got := eval[string](p, fmt.Sprintf(`["aria-checked", "aria-expanded", "aria-level"].map(a => document.querySelector(%q).getAttribute(a)).join()`, line("/tmp"))); got != "mixed,true,2" {
			t.Errorf("what is said of /tmp: %s", got)
		}
	})
}

func TestRootsByPointer(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.tick("/home/alice")
		p.waitSide("/home/alice/", "root")
		p.tick("/home/alice/Documents/Notes/shopping.md")
		p.waitSide(notesDir+"shopping.md", "root")
		p.tick("/home/alice/Documents/Notes/shopping.md")
		p.waitSide(notesDir+"shopping.md", "inside")
		p.clickOn(line("/home/alice/Documents") + " > .node-fold")
		p.until("Documents to be folded", func() bool { return p.side(notesDir+"shopping.md") == "not in the tree" })
		p.clickOn(line("/home/alice/Documents") + " > .node-fold")
		p.waitSide(notesDir+"shopping.md", "inside")
		p.click("button", "Remove root "+theirs("/home/alice"))
		p.waitSide("/home/alice/", "partly inside")
	})
}

// A root is named in the list, and what is typed there survives what is drawn
// meanwhile.
func TestNameARoot(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		name := "Name of the root " + theirs("/home/alice/Scratch")
		p.fill("textbox", name, "Rough wo")
		p.tick("/tmp")
		p.waitSide("/tmp/", "root")
		p.fill("textbox", name, "Rough work")
		p.press(kb.Enter)
		p.openTool("notes_list")
		p.click("button", "Call "+theirs("notes_list"))
		p.waitForIn("#calls", "done")
		told := ""
		p.clickOn(`#wire .message:nth-last-of-type(2) .message-line`)
		p.until("the message in full", func() bool {
			told = p.text("#wire .is-open")
			return strings.Contains(told, "jsonrpc")
		})
		if !strings.Contains(told, `"name": "Rough work"`) {
			t.Errorf("the server was told %s", told)
		}
	})
}

// A pasted URI is shown as it would be told; a bad one is refused with the reason,
// and what was probably meant is one click away.
func TestPasteARoot(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		p.fill("textbox", "Allow by URI", "FILE://localhost/tmp/../tmp/outside.md")
		p.waitForIn("#root-uri-preview", "file:///tmp/outside.md")
		p.press(kb.Enter)
		p.waitSide("/tmp/outside.md", "root")

		p.fill("textbox", "Allow by URI", "file:///tmp/a#1")
		p.press(kb.Enter)
		p.waitForIn("#root-uri-error", "A file URI has no fragment.")
		p.screenshot("root-refused-" + era)
		p.click("button", "Allow "+theirs("file:///tmp/a%231")+" instead")
		p.waitForIn("#roots", "Nothing is there now.")
		if p.shows("#roots", "fragment") {
			t.Error("the error is still there")
		}
		p.fill("textbox", "Allow by URI", "file:///home%2Fx")
		p.press(kb.Enter)
		p.waitForIn("#root-uri-error", "encoded slash")
		p.fill("textbox", "Allow by URI", "file:///home/x")
		p.waitForIn("#root-uri-preview", "file:///home/x")
		p.until("the error to go", func() bool { return p.text("#root-uri-error") == "" })
	})
}

// archive answers the question of notes_archive.
func (p *tab) archive(title string) {
	p.t.Helper()
	p.openTool("notes_archive")
	p.fill("textbox", "title", title)
	p.click("button", "Call "+theirs("notes_archive"))
	p.waitForIn("#questions", "rchive the note")
	p.click("checkbox", "Yes, archive it")
	p.click("button", "Send answer")
	p.waitForIn("#calls", "Moved the note")
}

// What calls did is marked after each of them, a move as a move, and can be undone
// one by one.
func TestChangesAndUndo(t *testing.T) {
	eachEra(t, func(t *testing.T, p *tab, era string) {
		if p.has("button", "Undo last change") || !p.shows("#undo-about", "Nothing has changed the files") {
			t.Error("there is nothing to undo, and the page does not say so")
		}
		p.archive("shopping")
		archived := notesDir + "Archive/shopping.md"
		if got := p.mark(archived); got != "moved here" {
			t.Errorf("the archived note: %q, of %+v", got, p.tree())
		}
		if got := p.mark(notesDir + "shopping.md"); got != "moved away" {
			t.Errorf("where it was: %q", got)
		}
		p.screenshot("moved-" + era)

		p.click("button", "Play: three notes match") // puts the files back
		p.waitForIn("#questions", "Which one should be deleted?")
		p.click("radio", "TPS report 2025 (Notes/tps-2025.md, 2025-12-15)")
		p.click("checkbox", "Yes, delete it")
		p.click("button", "Send answer")
		p.waitForIn("#calls", "note-14")
		if got := p.mark(notesDir + "tps-2025.md"); got != "gone" {
			t.Errorf("the deleted note: %q", got)
		}
		p.click("button", "Undo "+theirs("notes_delete"))
		p.waitForIn("#undo-about", "The files are as before")
		if got := p.mark(notesDir + "tps-2025.md"); got != "" {
			t.Errorf("after undoing: %q", got)
		}
		p.click("button", "Undo putting files back")
		p.waitSide(archived, "inside")
		p.click("button", "Undo "+theirs("notes_archive"))
		p.waitSide(notesDir+"shopping.md", "inside")
		if p.side(archived) != "not in the tree" || p.has("button", "Undo last change") {
			t.Errorf("in the end: %+v", p.tree())
		}
	})
}

// The tree and what is below it, as people see it.
func TestTreeLooks(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	p.share()
	p.tick("/tmp/outside.md")
	p.waitSide("/tmp/", "partly inside")
	p.archive("shopping")
	p.look("tree")
	p.choose("tab", "allow")
	p.resize(320, 1400)
	p.screenshot("tree-320")
	p.resize(1280, 900)
}
