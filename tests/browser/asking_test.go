package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"askback/tests/hostile"
)

// An asker is a page that drives a server which asks what a test wants.
type asker struct {
	*tab
	site string

	mu  sync.Mutex
	got []string // the answers, as they came
}

// asking opens the page for a server whose one tool asks all of questions at once.
// instead is as for plain.
func asking(t *testing.T, instead map[string]http.HandlerFunc, questions func(site string) []string) *asker {
	t.Helper()
	a := &asker{}
	server := &hostile.Server{Call: func(c *hostile.Call) any {
		var answers sync.WaitGroup
		for _, params := range questions(a.site) {
			answers.Go(func() {
				answer, err := c.Ask(params)
				if err != nil {
					answer = json.RawMessage(err.Error())
				}
				a.mu.Lock()
				defer a.mu.Unlock()
				a.got = append(a.got, string(answer))
			})
		}
		answers.Wait()
		return json.RawMessage(`{"content":[{"type":"text","text":"thank you"}]}`)
	}}
	handlers := map[string]http.HandlerFunc{"mcp": server.ServeHTTP}
	for name, handler := range instead {
		handlers[name] = handler
	}
	a.site = plain(t, handlers)
	a.tab = open(t, a.site)
	a.resize(1280, 900)
	a.calm()
	a.waitReady()
	a.connect(a.site + "mcp")
	a.waitForIn("#status", theirs("hostile")+" is connected")
	a.openTool("one")
	a.waitForIn("#tools .is-open", "one")
	return a
}

// form is the params of a form mode question.
func form(message, properties string, required ...string) string {
	names, err := json.Marshal(append([]string{}, required...))
	if err != nil {
		panic(err) // strings can be written
	}
	return fmt.Sprintf(`{"message":%q,"requestedSchema":{"type":"object","properties":%s,"required":%s}}`, message, properties, names)
}

func (a *asker) call() {
	a.t.Helper()
	a.click("button", "Call "+theirs("one"))
}

// answers waits for n answers and returns them.
func (a *asker) answers(n int) (got []string) {
	a.t.Helper()
	a.until(fmt.Sprint(n, " answers"), func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		got = slices.Clone(a.got)
		return len(got) >= n
	})
	return got
}

func (a *asker) wantAnswers(want ...string) {
	a.t.Helper()
	if got := a.answers(len(want)); !slices.Equal(got, want) {
		a.t.Errorf("the server got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// focused is what a person at the keyboard is in: the id of the element, or its
// name where it has none.
func (p *tab) focused() string {
	p.t.Helper()
	return eval[string](p, `document.activeElement.id || document.activeElement.textContent`)
}

// inGroup is what evaluates to the control of a group with this label.
func inGroup(group, label string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("fieldset")].find(f => f.querySelector("legend").innerText.includes(%q))
		?.querySelector("#" + [...document.querySelectorAll("fieldset label")].filter(l => l.innerText === %q)
			.map(l => CSS.escape(l.htmlFor)).join(", #"))`, group, label)
}

// doubleClick clicks twice, as fast as a person does and in the same place.
func (p *tab) doubleClick(role, name string) {
	p.t.Helper()
	var x, y float64
	p.until("a "+role+" named "+name, func() bool {
		id, ok := p.find(role, name)
		if ok {
			x, y, ok = p.place(id)
		}
		return ok
	})
	for count := range int64(2) {
		p.do(chromedp.MouseClickXY(x, y, func(e *input.DispatchMouseEventParams) { e.ClickCount = count + 1 }))
	}
}

// A date that is typed by half is seen, told of, kept and can be cleared; a
// date-time has its parts by name; what is sent is one moment.
func TestDates(t *testing.T) {
	a := asking(t, nil, func(string) []string {
		return []string{form("When?", `{"day":{"type":"string","format":"date","title":"Day"},
			"at":{"type":"string","format":"date-time","title":"Moment"},
			"until":{"type":"string","format":"date-time","title":"Until","default":"2026-07-28T09:30:15+05:45"}}`, "at")}
	})
	a.call()
	a.waitForIn("#questions", "When?")
	day := `document.querySelector("input[name=day]")`
	half := func() string {
		return eval[string](a.tab, day+".validity.badInput + ' ' + "+day+".value")
	}
	a.do(chromedp.Focus("input[name=day]"))
	a.press("07")
	a.press(kb.Enter)
	a.waitForIn("#questions .summary", "Day\u2069: This is filled in only in part.")
	a.waitForIn("#questions .summary", "Moment\u2069: An answer is needed here.")
	a.until("the focus in the summary", func() bool { return strings.HasSuffix(a.focused(), "-summary") })
	if got := half(); got != "true " {
		t.Errorf("after the errors are drawn the half date is gone: %s", got)
	}
	a.screenshot("date-by-half")

	a.click("button", "Clear "+theirs("Day"))
	a.until("an empty date", func() bool { return half() == "false " })
	if got := eval[bool](a.tab, "document.activeElement === "+day); !got {
		t.Error("the focus is not in what was cleared")
	}

	moment := func(part string) string { return inGroup("Moment", part) }
	zone := eval[string](a.tab, moment("Time zone")+".value")
	if want := map[bool]string{true: "Z"}[eval[int](a.tab, "new Date().getTimezoneOffset()") == 0]; want != "" && zone != want {
		t.Errorf("the zone begins as %q", zone)
	}
	eval[bool](a.tab, moment("Date")+".focus(), true")
	a.press("07282026")
	a.click("button", "Send answer")
	a.waitForIn("#questions .summary", "Moment\u2069: There is a date and no time.")
	a.click("link", theirs("Moment")+": There is a date and no time. Fill in the time too, or clear both.")
	a.until("the focus on the time", func() bool { return eval[bool](a.tab, "document.activeElement === "+moment("Time")) })
	a.press("0905PM")
	a.press(kb.Tab)
	eval[bool](a.tab, moment("Time zone")+".focus(), true")
	a.press("UTC-03:30")
	a.waitForIn("#questions", "What is sent: 2026-07-28T21:05:00-03:30")
	a.screenshot("date-time")
	a.click("button", "Send answer")
	a.wantAnswers(`{"action":"accept","content":{"at":"2026-07-28T21:05:00-03:30","until":"2026-07-28T09:30:15+05:45"}}`)
}

// What is chosen is counted while it is chosen, what was proposed can be taken
// back, and a field may be called like an inner thing of the browser.
func TestChoices(t *testing.T) {
	a := asking(t, nil, func(string) []string {
		return []string{form("What?", `{"many":{"type":"array","title":"Many","minItems":1,"maxItems":2,"items":{"enum":["a","b","c"]}},
			"one":{"type":"string","title":"One","enum":["x","y"],"default":"y"},
			"__proto__":{"type":"string","title":"Proto"}}`, "one")}
	})
	a.call()
	a.waitForIn("#questions", "Choose 1 to 2; you have chosen 0.")
	for i, option := range []string{"a", "b", "c"} {
		a.click("checkbox", option)
		a.waitForIn("#questions", fmt.Sprintf("Choose 1 to 2; you have chosen %d.", i+1))
	}
	a.click("button", "Clear "+theirs("One"))
	a.fill("textbox", "Proto optional", "__defineGetter__ <b>")
	a.press(kb.Enter)
	a.waitForIn("#questions .summary", "Many\u2069: Choose at most 2; you have chosen 3.")
	a.waitForIn("#questions .summary", "One\u2069: An answer is needed here.")
	a.click("checkbox", "b")
	a.click("radio", "x")
	a.click("button", "Send answer")
	a.wantAnswers(`{"action":"accept","content":{"__proto__":"__defineGetter__ <b>","many":["a","c"],"one":"x"}}`)
}

// A double click, and a key that is held down, answer once and call once, also when
// another question takes the place of the first in between.
func TestDoubleClick(t *testing.T) {
	a := asking(t, nil, func(string) []string {
		return []string{form("Yes?", `{"yes":{"type":"boolean","title":"Yes"}}`), form("Yes?", `{"yes":{"type":"boolean","title":"Yes"}}`), form("Yes?", `{"yes":{"type":"boolean","title":"Yes"}}`)}
	})
	calls := func() (n int) {
		for _, m := range a.trace() {
			if m.Method == "tools/call" && m.Kind == "request" {
				n++
			}
		}
		return n
	}
	a.doubleClick("button", "Call "+theirs("one"))
	a.waitForIn("#questions", "1 of 3 that wait")
	a.doubleClick("button", "Send answer")
	a.waitForIn("#questions", "1 of 2 that wait")
	a.doubleClick("button", "Decline")
	a.until("one question left", func() bool { return eval[int](a.tab, `document.querySelectorAll(".question").length`) == 1 })
	a.click("button", "Send answer")
	a.wantAnswers(`{"action":"accept","content":{}}`, `{"action":"decline"}`, `{"action":"accept","content":{}}`)
	a.waitForIn("#calls", "thank you")
	if n := calls(); n != 1 {
		t.Errorf("%d calls", n)
	}

	a.doubleClick("button", "Call again: "+theirs("one")+", with the same arguments")
	a.waitForIn("#questions", "1 of 3 that wait")
	if n := calls(); n != 2 {
		t.Errorf("%d calls after calling again", n)
	}
	// Enter, held down in the form of the first.
	eval[bool](a.tab, `document.querySelector(".question input").focus(), true`)
	for _, repeat := range []bool{false, true, true} {
		a.do(heldEnter(repeat))
	}
	a.waitForIn("#questions", "1 of 2 that wait")
	if got := a.answers(4); len(got) != 4 {
		t.Errorf("%d answers", len(got))
	}
}

// heldEnter is the key going down, or being held.
func heldEnter(repeat bool) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13, AutoRepeat: &repeat,
		})
		return err
	})
}

// Of several questions one is shown in full; the person turns to any of them, by
// keyboard too, and after an answer is led to the next.
func TestSeveralQuestions(t *testing.T) {
	a := asking(t, nil, func(string) (all []string) {
		for i := range 7 {
			all = append(all, form(fmt.Sprint("Number ", i), `{"n":{"type":"integer","title":"N"}}`, "n"))
		}
		return all
	})
	a.call()
	a.waitForIn("#questions", "7 of 7 that wait")
	a.until("the focus on the first", func() bool { return a.focused() == "question-q1" })
	a.screenshot("several")
	for range 2 {
		a.press(kb.Tab) // N, Send answer
	}
	a.press(kb.Tab + kb.Tab) // Decline, Cancel
	a.press(kb.Tab)          // Show the second
	a.press(kb.Enter)
	a.until("the focus on the second", func() bool { return a.focused() == "question-q2" })
	message := a.text("#question-q2 .theirs-text")
	a.fill("textbox", "N", "2")
	a.press(kb.Enter)
	a.waitForIn("#questions", "6 of 6 that wait")
	a.until("the focus on the next", func() bool { return a.focused() == "question-q1" })
	a.press(kb.Escape)
	a.waitForIn("#questions", "5 of 5 that wait")
	if a.shows("#questions", message) {
		t.Errorf("%q waits still", message)
	}
	a.wantAnswers(`{"action":"accept","content":{"n":2}}`, `{"action":"cancel"}`)

	// Escape where no question has the focus does nothing.
	a.do(chromedp.Focus("#server-url"))
	a.press(kb.Escape)
	a.click("button", "Decline")
	a.wantAnswers(`{"action":"accept","content":{"n":2}}`, `{"action":"cancel"}`, `{"action":"decline"}`)
}

// A landing is a page that a server sends people to. It notes who comes.
type landing struct {
	mu     sync.Mutex
	visits []string // the Referer of each
}

func (l *landing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	l.visits = append(l.visits, r.Header.Get("Referer"))
	l.mu.Unlock()
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, `<!doctype html><title>Landing</title><p>You are there.`)
}

func (l *landing) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.visits)
}

// Nothing is fetched before the person agrees. A page that the browser does not
// open sends no consent; the link to it, and opening it again, tell it neither who
// sent it nor from where.
func TestPage(t *testing.T) {
	there := &landing{}
	a := asking(t, map[string]http.HandlerFunc{"landing": there.ServeHTTP}, func(site string) []string {
		return []string{fmt.Sprintf(`{"mode":"url","message":"Sign in.","url":"%slanding?x=1","elicitationId":"e1"}`, site)}
	})
	fetched := a.requests()
	a.call()
	a.waitForIn("#questions", a.site+"landing?x=1")
	a.waitForIn("#questions", "The connection is not encrypted. It goes to this computer only.")
	a.do(chromedp.Focus("[data-open-url]"))
	a.screenshot("url-warnings")

	eval[bool](a.tab, "window.opens = window.open, window.open = () => null, true")
	a.click("button", "Open the page")
	a.waitForIn("#questions", "The browser did not let the page open, and nothing was sent.")
	a.screenshot("url-blocked")
	if urls := fetched(); slices.ContainsFunc(urls, func(u string) bool { return strings.Contains(u, "landing") }) || there.count() != 0 || len(a.answers(0)) != 0 {
		t.Fatalf("before it was opened: fetched %q, answered %q", urls, a.answers(0))
	}
	alone := func(page *tab) {
		t.Helper()
		page.waitFor("You are there.")
		if !eval[bool](page, "window.opener === null && document.referrer === ''") {
			t.Error("the page knows where it was opened")
		}
		a.front()
	}
	alone(a.opens(func() { a.click("link", "Open "+theirs("127.0.0.1")+" in a new tab") }))
	if n := len(a.answers(0)); n != 0 {
		t.Errorf("following the link sent %d answers", n)
	}
	a.click("button", "I opened it")
	a.wantAnswers(`{"action":"accept"}`)
	a.waitForIn("#visits", "Waiting: the page that")
	a.until("the focus on the card", func() bool { return strings.HasPrefix(a.focused(), "visit-") })
	a.look("page-waiting")

	eval[bool](a.tab, "window.open = window.opens, true")
	alone(a.opens(func() { a.click("button", "Open again") }))
	there.mu.Lock()
	for _, referer := range there.visits {
		if referer != "" {
			t.Errorf("the page was told it is opened from %q", referer)
		}
	}
	there.mu.Unlock()

	a.doubleClick("button", "I'm done")
	a.waitForIn("#questions", "You have opened this page for this tool before, and the server asks for it again.")
	alone(a.opens(func() { a.click("button", "Open the page") }))
	a.wantAnswers(`{"action":"accept"}`, `{"action":"accept"}`)
	a.click("button", "Cancel")
	a.until("the card to go", func() bool { return !a.shows("#visits", "Waiting") })
	if n := there.count(); n != 3 {
		t.Errorf("the page was fetched %d times", n)
	}
}

// requests returns what gives the URLs that the tab has asked for from now on.
func (p *tab) requests() func() []string {
	p.t.Helper()
	if _, err := call(p, network.Enable, network.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	var mu sync.Mutex
	var urls []string
	if err := chromedp.Listen(p.context(), func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			mu.Lock()
			defer mu.Unlock()
			urls = append(urls, sent.Request.URL)
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(urls)
	}
}
