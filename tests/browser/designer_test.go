package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openDesigner opens the form designer on a calm, wide screen.
func openDesigner(t *testing.T) *tab {
	t.Helper()
	p := open(t, serve(t)+"designer/")
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	return p
}

// lookSheet is look for a page without tabs.
func (p *tab) lookSheet(state string) {
	p.t.Helper()
	p.lookWide(state)
	p.prefer("forced-colors", "active")
	p.screenshot(state + "-forced")
	p.calm()
	for _, width := range []int64{320, 900, 1280} {
		p.resize(width, 900)
		if over := eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			p.t.Errorf("%s: at %d px the page is %v px too wide", state, width, over)
		}
		p.screenshot(fmt.Sprintf("%s-%d", state, width))
		p.axe(fmt.Sprintf("%s, %d px", state, width))
	}
}

// paste puts text in a textarea in place of what is there, as pasting does.
func (p *tab) paste(name, text string) {
	p.t.Helper()
	p.click("textbox", name)
	quoted, err := json.Marshal(text)
	if err != nil {
		p.t.Fatal(err)
	}
	eval[bool](p, `document.activeElement.select(), document.execCommand("insertText", false, `+string(quoted)+`)`)
}

// A person writes a schema and a message, and sees the form, what the linter has
// against it, the points, an older client, and the code.
func TestDesigner(t *testing.T) {
	p := openDesigner(t)
	p.lookSheet("designer")

	p.fill("textbox", "Message", "Delete the note “Shopping”?")
	p.waitForIn("#preview .question", "Delete the note “Shopping”?")
	p.paste("Schema", `{"type": "object", "properties": {
  "sure": {"type": "boolean", "title": "Yes, delete it"},
  "phone": {"type": "string", "title": "Phone", "format": "phone"}
}, "required": ["sure", "phone"], "additionalProperties": false}`)
	p.waitForIn("#preview .question", "Yes, delete it")
	p.waitForIn("#findings", "Rule A4.13")
	p.waitForIn("#rubric", "Not met:")
	p.waitForIn("#verdict", "2 findings")
	p.click("button", "Go to line 3")
	p.until("the format to be selected", func() bool { return p.selected() == `"format": "phone"` })
	p.lookSheet("designer-findings")

	p.click("checkbox", "One call asks one question.")
	p.waitForIn("#verdict", "Points met:")
	p.click("radio", "2025-06-18")
	p.waitForIn("#preview", "knows only 2025-06-18")

	// The form is one that can be filled in.
	p.click("button", "Send answer")
	p.waitForIn("#preview .summary", "Nothing was sent")
	p.click("checkbox", "Yes, delete it")
	p.fill("textbox", "Phone", "555")
	p.click("button", "Send answer")
	p.waitForIn("#outcome", `"phone": "555"`)
	p.click("button", "Ask again")
	p.waitForIn("#preview", "Send answer")

}

// selected is the text that is selected in the control that has the focus.
func (p *tab) selected() string {
	p.t.Helper()
	return eval[string](p, `(e => e.value?.slice(e.selectionStart, e.selectionEnd) ?? "")(document.activeElement)`)
}

// While JSON is being typed nothing is lost: the last good form stays, with what was
// entered, and the error says which line and what to do.
func TestDesignerBadJSON(t *testing.T) {
	p := openDesigner(t)
	p.click("radio", "Report (Notes/report-2024.md, 2024-12-16)")
	p.click("textbox", "Schema")
	p.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(kb.ModifierCtrl)))
	p.press(kb.Backspace)
	p.waitForIn("#findings", "look at line 15. It ends too early: close what is still open.")
	p.waitForIn("#preview", "The schema is no JSON at the moment.")
	p.waitForIn("#rubric", "The schema is no JSON at the moment.")
	p.lookSheet("designer-bad-json")
	if !eval[bool](p, `document.querySelector("#preview input[value=note-7]").checked`) {
		t.Error("what was entered into the form is lost")
	}
	p.click("textbox", "Schema")
	p.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(kb.ModifierCtrl)))
	p.press("}")
	p.until("the form to be that of the schema again", func() bool { return !p.shows("#preview", "no JSON") })
	if got := eval[string](p, `document.querySelector("#design-schema").value.slice(-3)`); got != "]\n}" {
		t.Errorf("the schema ends in %q", got)
	}

	// Pasted nonsense can be taken back, and a link keeps what is written.
	p.click("button", "Not to be followed: Careless")
	p.waitForIn("#findings", "Rule A4.14")
	p.click("button", "Bring back what was here")
	p.waitForIn("#verdict", "Nothing found")
	p.until("the address to be that of the sample", func() bool { return !strings.Contains(eval[string](p, "location.hash"), "design=") })
	p.paste("Message", "Which report should go?")
	p.until("the address to carry it", func() bool { return strings.Contains(eval[string](p, "location.hash"), "design=") })
	p.do(chromedp.Reload())
	p.waitReady()
	p.waitForIn("#preview", "Which report should go?")
}

// Without a pointer: by Tab, arrows, Space and Enter.
func TestDesignerByKeyboard(t *testing.T) {
	p := openDesigner(t)
	p.tabTo("[data-name=tags]")
	p.press(kb.Enter)
	p.waitForIn("#preview", "Which tags should the new note have?")
	p.tabTo("#design-message")
	p.press(" Now?")
	p.waitForIn("#preview", "have? Now?")
	p.tabTo("[name=version]")
	p.press(kb.ArrowRight + kb.ArrowRight)
	p.waitForIn("#preview", "A client that knows only 2025-06-18 cannot be asked this at all.")
	p.press(kb.ArrowLeft)
	p.waitForIn("#preview", "Send answer")
	p.tabTo("[value=trigger]")
	p.press(" ")
	p.waitForIn("#verdict", "Points met: 6 of 12")
	p.tabTo("[name=format]")
	p.press(kb.ArrowRight)
	p.waitForIn("#code", "mcp.ElicitParams")
}

// tabTo presses Tab until what selector finds has the focus.
func (p *tab) tabTo(selector string) {
	p.t.Helper()
	const most = 100
	for range most {
		p.press(kb.Tab)
		if eval[bool](p, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	p.t.Fatalf("%d times Tab do not lead to %s", most, selector)
}

// The question can be copied in each language, and the link to it.
func TestDesignerCopy(t *testing.T) {
	p := openDesigner(t)
	eval[bool](p, `navigator.clipboard.writeText = async text => { window.copied = text }, true`)
	copied := func(want string) {
		t.Helper()
		p.until("a copy of "+want, func() bool { return strings.Contains(eval[string](p, "window.copied ?? ''"), want) })
	}
	for _, c := range []struct{ format, want string }{
		{"JSON", `"requestedSchema": {`},
		{"Go", "func question() *mcp.ElicitParams {"},
		{"TypeScript", "server.elicitInput({"},
		{"Go, with askback", `form.OneOf("note_id", "Note",`},
	} {
		p.click("radio", c.format)
		p.waitForIn("#design-code", c.want)
		p.click("button", "Copy: "+c.format)
		copied(c.want)
		if got, shown := eval[string](p, "window.copied"), eval[string](p, `document.querySelector("#design-code").textContent`); got != shown {
			t.Errorf("copied %q, and shown is %q", got, shown)
		}
	}
	p.fill("textbox", "Message", "Which report should go?")
	p.click("button", "Copy: the link")
	copied("#design=")
}

// A whole request, as it stands on the wire, is taken apart.
func TestDesignerPasteRequest(t *testing.T) {
	p := openDesigner(t)
	p.paste("Schema", `{"jsonrpc": "2.0", "id": 3, "method": "elicitation/create", "params": {
		"message": "Move it?", "requestedSchema": {"type": "object", "properties": {"yes": {"type": "boolean", "title": "Yes, move it"}}}}}`)
	p.click("button", "Take it apart")
	p.waitForIn("#preview .question", "Yes, move it")
	if got := eval[string](p, `document.querySelector("#design-message").value`); got != "Move it?" {
		t.Errorf("the message is %q", got)
	}
}

// The language changes in place, and the designer works in a frame of another site
// that may store nothing.
func TestDesignerElsewhere(t *testing.T) {
	framed := strings.Replace(plain(t, nil), "127.0.0.1", "localhost", 1) + "designer/?embed"
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			fmt.Fprintf(w, `<!doctype html><title>A course</title><iframe src="%s" width="700" height="700"></iframe>`, framed)
		}
	}))
	t.Cleanup(outer.Close)
	frame := browser(t, blockStorage).open(t, outer.URL).frame(framed)
	frame.waitReady()
	eval[bool](frame, `document.querySelector("#example-tags").click(), true`)
	frame.waitForIn("#preview", "Which tags should the new note have?")

	p := openDesigner(t)
	p.fill("textbox", "Message", "Which report should go?")
	p.chooseLanguage("ko", "한국어")
	p.waitForIn("#rubric", "충족:")
	p.waitForIn("#preview", "Which report should go?")
	p.lookSheet("designer-korean")
	p.chooseLanguage("es", "Español")
	p.waitForIn("#rubric", "Se cumple:")
	p.lookSheet("designer-spanish")
	p.click("link", "askback")
	p.waitForIn("#status", "está conectado")
	p.click("link", "Diseñador de formularios")
	p.waitForIn("#rubric", "Se cumple:")
}
