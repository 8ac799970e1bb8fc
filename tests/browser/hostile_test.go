package browser

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"askback/tests/hostile"
)

// judge returns what is wrong with the page beside a hostile server: elements and
// attributes that only its words can have brought, words of it that do not stand
// where everybody sees whose they are, and what is pushed out of its place. columns
// are the widths of the columns before.
const judge = `(mark, columns) => {
	const wrong = new Set();
	const say = (what, el) => wrong.add(what + " <" + el.localName + " class=" + el.className + ">");
	const foreign = new Set(["img", "iframe", "object", "embed", "style", "base", "video", "audio", "meta", "link", "marquee"]);
	const apart = text => {
		// What stands between the two isolating characters is set apart.
		for (let rest = text; ;) {
			const from = rest.indexOf("\u2068");
			if ((from < 0 ? rest : rest.slice(0, from)).includes(mark)) return false;
			if (from < 0) return true;
			const to = rest.indexOf("\u2069", from);
			if (to < 0) return false;
			rest = rest.slice(to + 1);
		}
	};
	for (const el of document.body.querySelectorAll("*")) {
		if (foreign.has(el.localName)) say("foreign:", el);
		if (el.localName === "script") say("a script in the body:", el);
		for (const {name, value} of el.attributes) {
			if (name.startsWith("on") || name === "style" || name === "srcdoc") say(name + " of", el);
			if (name === "aria-label" && !apart(value)) say("aria-label, not set apart:", el);
			if (name === "href" && !/^(#|[^:]*$|https:\/\/)/.test(value)) say("href " + value.slice(0, 40) + " of", el);
		}
		if (el.matches("[data-on~='click:reset']") && el.innerText.includes("Send")) say("a button of theirs:", el);
	}
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let found = 0;
	for (let node; node = texts.nextNode();) {
		const el = node.parentElement;
		if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066\u2067\ufeff]/.test(node.data) && el.localName !== "textarea") say("control characters in", el);
		if (!node.data.includes(mark)) continue;
		found++;
		if (!apart(node.data) && !el.closest(".theirs, bdi, [dir], textarea, option, pre")) say("not set apart:", el);
	}
	if (found < 10) wrong.add("the texts are shown in " + found + " places only: the test sees too little");
	const root = document.documentElement;
	if (root.scrollWidth > root.clientWidth) wrong.add("the page is " + (root.scrollWidth - root.clientWidth) + " px too wide");
	for (const el of document.querySelectorAll(".column, .head, .strip, .question, .visit, .call, .tool")) {
		if (el.scrollWidth > el.clientWidth && el.clientWidth > 0 && getComputedStyle(el).display !== "contents") say((el.scrollWidth - el.clientWidth) + " px too wide:", el);
	}
	const widths = [...document.querySelectorAll(".column")].map(c => c.getBoundingClientRect().width);
	if (columns.length > 0 && widths.join() !== columns.join()) wrong.add("the columns are " + widths + " wide, before they were " + columns);
	if (document.querySelector(".head")?.getBoundingClientRect().height > innerHeight / 2) wrong.add("the head takes more than half of the screen");
	return [...wrong];
}`

// A server that is hostile in every string it controls brings nothing into the page
// but text, pushes nothing out of its place, and passes for nobody. The policy of
// the site is in force; what breaks it fails the test, as all errors do.
func TestHostileServer(t *testing.T) {
	server := httptest.NewServer(hostile.Everything())
	t.Cleanup(server.Close)
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.calm()
	p.waitReady()
	columns := eval[[]float64](p, `[...document.querySelectorAll(".column")].map(c => c.getBoundingClientRect().width)`)
	p.connect(server.URL)
	p.waitForIn("#tools", hostile.Mark)

	holds := func(when string) {
		t.Helper()
		for _, wrong := range eval[[]string](p, fmt.Sprintf("(%s)(%q, %s)", judge, hostile.Mark, list(columns))) {
			t.Errorf("%s: %s", when, wrong)
		}
		p.resize(320, 640)
		for _, part := range []string{"allow", "wire", "work"} {
			p.choose("tab", part)
			for _, wrong := range eval[[]string](p, fmt.Sprintf("(%s)(%q, [])", judge, hostile.Mark)) {
				t.Errorf("%s, at 320 px, %s: %s", when, part, wrong)
			}
		}
		p.screenshot("hostile-" + when + "-narrow")
		p.resize(1280, 900)
		p.screenshot("hostile-" + when)
	}
	call := func(tool int) {
		t.Helper()
		line := fmt.Sprintf("#tools li:nth-child(%d) > .tool-line", tool+1)
		p.clickOn(line)
		p.until("the tool to open", func() bool {
			return eval[bool](p, fmt.Sprintf(`!!document.querySelector(%q + "[aria-current]")`, line))
		})
		p.clickOn("#tools .is-open button[type=submit]")
	}
	holds("listed")

	call(hostile.AsksAForm)
	p.waitForIn("#questions", hostile.Mark)
	holds("form")
	p.do(chromedp.Focus("input[type=date]"))
	p.press("07")
	p.click("button", "Send answer")
	p.waitForIn("#questions .summary", "Nothing was sent")
	holds("errors")
	p.click("button", "Decline")
	p.waitForIn("#calls", "done")
	holds("result")

	call(hostile.AsksWhatCannotBeDrawn)
	p.waitForIn("#questions", "cannot be drawn")
	holds("undrawable")
	p.click("button", "Decline")
	p.waitForIn("#questions", "Nothing waits for you")

	call(hostile.AsksToOpenAPage)
	p.waitForIn("#questions", "xn--80ak6aa92e.com")
	holds("page")
	eval[bool](p, "window.open = () => null, true")
	p.click("button", "Open the page")
	p.click("button", "I opened it")
	p.waitForIn("#visits", "Waiting")
	holds("page-open")

	call(hostile.AsksToOpenWhatIsNoPage)
	p.waitForIn("#questions", "This address is not opened.")
	holds("no-page")
	p.click("button", "Decline")

	call(hostile.Fails)
	p.waitForIn("#calls", "JSON-RPC error -32000")
	call(hostile.SaysItFails)
	p.waitForIn("#calls", "the tool says that it failed")
	p.clickOn("#wire .message:nth-last-of-type(2) .message-line")
	p.waitForIn("#wire .is-open", "jsonrpc")
	holds("failed")
	if eval[bool](p, "document.title.includes("+fmt.Sprintf("%q", hostile.Mark)+")") {
		t.Error("the server's words are in the title of the page")
	}
}

// list is numbers as JavaScript writes them.
func list(numbers []float64) string {
	out := "["
	for _, n := range numbers {
		out += fmt.Sprint(n) + ","
	}
	return out + "]"
}
