package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// folder makes a folder of the person's own: a name that ends in a slash is a
// directory.
func folder(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if strings.HasSuffix(file, "/") {
			err = os.MkdirAll(path, 0o755)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// upload chooses a folder in the dialog of the file input.
func (p *tab) upload(dir string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS("[data-folder-input]"), []string{dir}))
}

// drop drops files and folders on the middle of an element.
func (p *tab) drop(selector string, paths ...string) {
	p.t.Helper()
	at := eval[[2]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + 40]; })()`, selector))
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		if _, err := call(p, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: at[0], Y: at[1], Data: &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1},
		}); err != nil {
			p.t.Fatal(err)
		}
		if kind == input.DispatchDragEventTypeDragOver && !eval[bool](p, `document.querySelector(".is-dropping") !== null`) {
			p.t.Errorf("nothing shows that files can be dropped on %s", selector)
		}
	}
}

var ownNotes = map[string]string{
	"plan.md":         "---\nid: note-500\ntitle: The plan\n---\nDo it.\n",
	"deep/er/list.md": "---\nid: note-501\ntitle: A list\n---\n- one\n",
}

// A folder of the person's own is copied into memory, in each of the ways that a
// browser has; it can be allowed, used and undone, and stays as it is on the disk.
func TestLoadFolder(t *testing.T) {
	for way, load := range map[string]func(p *tab, dir string){
		"input": (*tab).upload,
		"drop":  func(p *tab, dir string) { p.drop("#allow", dir) },
		"picker": func(p *tab, dir string) {
			// The browser's own dialog cannot be driven: a folder of the page's
			// private files stands in for what it returns.
			eval[bool](p, `(async () => {
				const top = await (await navigator.storage.getDirectory()).getDirectoryHandle("own", {create: true});
				const put = async (dir, name, text) => {
					const file = await (await dir.getFileHandle(name, {create: true})).createWritable();
					await file.write(text);
					await file.close();
				};
				await put(top, "plan.md", "---\nid: note-500\ntitle: The plan\n---\nDo it.\n");
				await put(await (await top.getDirectoryHandle("deep", {create: true})).getDirectoryHandle("er", {create: true}), "list.md", "---\nid: note-501\ntitle: A list\n---\n- one\n");
				window.showDirectoryPicker = async () => top;
				return true;
			})()`)
			p.click("button", "Load a folder")
		},
	} {
		t.Run(way, func(t *testing.T) {
			dir := folder(t, "own", ownNotes)
			p := open(t, serve(t))
			p.resize(1440, 900)
			p.waitReady()
			p.share()
			load(p, dir)
			p.waitForIn(".load-status", "Copied 2 files")
			p.waitForIn(".load-status", "/own")
			if got := p.mark("/own/deep/er/list.md"); got != "created" {
				t.Errorf("list.md: %q, of %+v", got, p.tree())
			}
			if got := p.side("/own/plan.md"); got != "outside" {
				t.Errorf("plan.md is %s", got)
			}
			p.screenshot("loaded-" + way)

			p.tick("/own")
			p.waitSide("/own/plan.md", "inside")
			p.openTool("notes_delete")
			p.fill("textbox", "title", "The plan")
			p.click("button", "Call "+theirs("notes_delete"))
			p.waitForIn("#questions", "Delete the note")
			p.click("checkbox", "Yes, delete it")
			p.click("button", "Send answer")
			p.waitForIn("#calls", "note-500")
			if got := p.mark("/own/plan.md"); got != "gone" {
				t.Errorf("plan.md: %q", got)
			}
			if data, err := os.ReadFile(filepath.Join(dir, "plan.md")); err != nil || string(data) != ownNotes["plan.md"] {
				t.Errorf("on the disk: %q, %v", data, err)
			}
			p.click("button", "Undo "+theirs("notes_delete"))
			p.waitForIn("#undo-about", "The files are as before")
			p.click("button", "Undo loading "+theirs("own"))
			p.waitForIn("#roots", "Nothing is there now.")
			if got := p.side("/own/plan.md"); got != "not in the tree" {
				t.Errorf("plan.md is %s", got)
			}
		})
	}
}

// What cannot be loaded is said in words, and changes nothing.
func TestLoadFolderRefused(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1440, 900)
	p.waitReady()
	p.upload(folder(t, "large", map[string]string{"a": strings.Repeat("x", 10<<20), "b": strings.Repeat("y", 10<<20)}))
	p.waitForIn(".load-status", "the files are more than 16.8 MB")

	// A dialog that was closed changes nothing; one that the browser forbids is told of.
	eval[bool](p, `window.showDirectoryPicker = async () => { throw new DOMException("", "AbortError") }, true`)
	p.click("button", "Load a folder")
	eval[bool](p, `window.showDirectoryPicker = async () => { throw new DOMException("", "NotAllowedError") }, true`)
	p.click("button", "Load a folder")
	p.waitForIn(".load-status", "the browser did not let the page read the folder")
	// Where there is none, or a frame may not open it, the file input is asked.
	eval[bool](p, `window.asked = 0, document.addEventListener("click", e => window.asked += e.target.matches("[data-folder-input]") ? 1 : 0), true`)
	eval[bool](p, `window.showDirectoryPicker = async () => { throw new DOMException("", "SecurityError") }, true`)
	p.click("button", "Load a folder")
	eval[bool](p, `window.showDirectoryPicker = undefined, true`)
	p.click("button", "Load a folder")
	p.until("two dialogs", func() bool { return eval[int](p, "window.asked") == 2 })

	// Files of no folder have one made for them; a link and an odd name are no harm.
	odd := folder(t, "odd", map[string]string{"<b>&\u202egnp.txt": "x", "empty/": ""})
	if err := os.Symlink("/nowhere", filepath.Join(odd, "broken")); err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(folder(t, "x", map[string]string{"alone.md": "# Alone"}), "alone.md")
	p.drop("#allow", alone, odd)
	p.waitForIn(".load-status", "Copied 2 files")
	if got := p.mark("/dropped/alone.md"); got != "created" {
		t.Errorf("alone.md: %q", got)
	}
	for _, path := range []string{"/odd/empty/", "/odd/<b>&[U+202E]gnp.txt"} {
		if got := p.mark(path); got != "created" {
			t.Errorf("%s: %q of %+v", path, got, p.tree())
		}
	}
	// Dropped elsewhere, they do not take the page away.
	at := eval[string](p, "location.href")
	eval[bool](p, `document.querySelector("#work").dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: (() => { const d = new DataTransfer(); d.items.add(new File(["x"], "x.txt")); return d })()})) === false`)
	if got := eval[string](p, "location.href"); got != at {
		t.Errorf("the page went to %s", got)
	}
}
