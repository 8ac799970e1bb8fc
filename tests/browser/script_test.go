package browser

import (
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const answerForm = `<form data-on="input:draft submit:answer" data-for="q1" data-id="q1" novalidate>
	<label>Title <input id="title" name="title"></label>
	<label><input id="sure" type="checkbox" name="sure" value="yes"> Sure</label>
	<button type="button" data-on="click:decline" data-id="q1">Decline</button>
	<button>Send</button>
</form>`

func TestIntents(t *testing.T) {
	s := openStub(t, answerForm+`<button data-on="click:root-add" data-name="home/a b" data-open-kind="x">Allow</button>`)
	s.click("button", "Allow")
	s.click("textbox", "Title")
	s.press("é")
	s.click("checkbox", "Sure")
	s.click("button", "Decline")
	s.click("button", "Send")

	form := map[string]string{"for": "q1", "id": "q1"}
	want := []intent{
		{1, "root-add", map[string]string{"name": "home/a b", "open-kind": "x"}, [][2]string{}},
		{2, "draft", form, [][2]string{{"title", "é"}}},
		{3, "draft", form, [][2]string{{"title", "é"}, {"sure", "yes"}}},
		{4, "decline", map[string]string{"id": "q1"}, [][2]string{{"title", "é"}, {"sure", "yes"}}},
		{5, "answer", form, [][2]string{{"title", "é"}, {"sure", "yes"}}},
	}
	if got := s.intents(len(want)); !reflect.DeepEqual(got, want) {
		t.Errorf("the page sent\n%+v, want\n%+v", got, want)
	}
}

// Escape cancels the question that has the focus; where nothing has it, the one that
// is shown. What is folded is not seen, and what is elsewhere is no question.
func TestEscape(t *testing.T) {
	s := openStub(t, `<article data-question="q0" class="is-folded"><button>In the folded</button></article>
		<article data-question="q1"></article>
		<article data-question="q2"><button>In the second</button></article><button>Elsewhere</button>`)
	s.press(kb.Escape)
	s.click("button", "In the folded")
	s.press(kb.Escape)
	s.click("button", "Elsewhere")
	s.press(kb.Escape)
	s.click("button", "In the second")
	s.press(kb.Escape)
	// A key that is held down says it once.
	eval[bool](s.tab, `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", repeat: true, bubbles: true}))`)
	s.draw("nothing waits", nil)
	s.press(kb.Escape)
	s.draw(`<article data-question="q3"></article>`, nil)
	s.press(kb.Escape)

	var ids []string
	for _, i := range s.intents(3) {
		ids = append(ids, i.Action+" "+i.Args["id"])
	}
	if want := []string{"cancel q1", "cancel q2", "cancel q3"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("the page sent %q, want %q", ids, want)
	}
}

// What a person does while a drawing is under way is not taken back by it; what
// the host has drawn with it in mind is shown.
func TestDrawingKeepsWhatIsHeld(t *testing.T) {
	s := openStub(t, answerForm+`<details id="more"><summary>More</summary>text</details>`)
	s.fill("textbox", "Title", "abc")
	s.press(kb.ArrowLeft)
	s.click("DisclosureTriangle", "More")
	s.click("checkbox", "Sure")
	s.do(chromedp.Focus(chromedp.CSS("#title")))
	s.intents(4)

	state := func() string {
		return eval[string](s.tab, `[title.value, title.selectionStart, sure.checked, more.open, document.activeElement.id].join()`)
	}
	if got, want := state(), "abc,2,true,true,title"; got != want {
		t.Fatalf("before drawing: %s, want %s", got, want)
	}
	// Drawn when the host had seen no more than "a".
	late := `<p>A new line.</p><form data-on="input:draft submit:answer" data-for="q1" data-id="q1" novalidate>
		<label>Title <input id="title" name="title" value="a" aria-invalid="true"></label>
		<label><input id="sure" type="checkbox" name="sure" value="yes"> Sure</label>
		</form><details id="more"><summary>More</summary>new text</details>`
	s.draw(late, map[string]any{"seq": 1})
	if got, want := state(), "abc,2,true,true,title"; got != want {
		t.Errorf("after a late drawing: %s, want %s", got, want)
	}
	if !s.shows("#questions", "A new line.") || !eval[bool](s.tab, `title.matches("[aria-invalid]")`) {
		t.Error("the rest of the late drawing is not shown")
	}
	s.draw(late, map[string]any{"seq": 4})
	if got, want := eval[string](s.tab, `[title.value, sure.checked, more.open].join()`), "a,false,true"; got != want {
		t.Errorf("after a drawing that knew all: %s, want %s", got, want)
	}
}

func TestFocusAndAnnouncement(t *testing.T) {
	s := openStub(t, `<article id="q" data-question="q1" tabindex="-1">A question</article>`)
	s.draw(`<article id="q" data-question="q1" tabindex="-1">A question</article>`, map[string]any{"focus": "q", "announce": "A server asks."})
	if got := eval[string](s.tab, "document.activeElement.id"); got != "q" {
		t.Errorf("the focus is on %q", got)
	}
	if got := s.text("#announce"); got != "A server asks." {
		t.Errorf("announced %q", got)
	}
}

// Scripts in what is drawn never run, not even without a policy.
func TestDrawnScriptsAreDead(t *testing.T) {
	s := openStub(t, `<script>window.ran = true</script><p>drawn</p>`)
	if !s.shows("#questions", "drawn") {
		t.Error("nothing is drawn")
	}
	if eval[bool](s.tab, "window.ran === true") {
		t.Error("the script ran")
	}
}

func TestOpenURL(t *testing.T) {
	button := func(url string) string {
		return `<button data-on="click:url-opened" data-id="q1" data-open-url="` + url + `">Open</button>`
	}
	s := openStub(t, button("http://127.0.0.1:9/setup"))
	// A stand-in for window.open: where the page goes is not the point.
	eval[bool](s.tab, `window.opened = [], window.open = (url, target) => {
		const w = {opener: window, location: {replace: to => opened.push([url, target, to, w.opener === null].join(" "))}};
		return window.blocked ? null : w;
	}, true`)
	s.click("button", "Open")
	s.intents(1)
	if got, want := eval[string](s.tab, "opened.join()"), " _blank http://127.0.0.1:9/setup true"; got != want {
		t.Errorf("opened %q, want %q", got, want)
	}
	eval[bool](s.tab, "window.blocked = true")
	s.click("button", "Open")
	s.intents(2)
	eval[bool](s.tab, "window.blocked = false, true")
	s.draw(button("javascript:alert(1)"), nil)
	s.click("button", "Open")

	var actions []string
	for _, i := range s.intents(3) {
		actions = append(actions, i.Action+" "+i.Args["id"])
	}
	if want := []string{"url-opened q1", "url-blocked q1", "url-blocked q1"}; !reflect.DeepEqual(actions, want) {
		t.Errorf("the page sent %q, want %q", actions, want)
	}
}
