package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/playground/host"
	"askback/tests/hostile"
)

const signIn = "https://sign-in.example/start?state=4f1c"

// visiting is a URL mode question.
func visiting(url string) string {
	return fmt.Sprintf(`{"mode":"url","message":"Sign in.","url":%q,"elicitationId":"e1"}`, url)
}

// opens is what the button that opens the page opens.
func (p *person) opens(button string) string {
	p.t.Helper()
	b := p.button(button)
	if b == nil {
		p.t.Fatalf("no button %q: %s", button, text(p.html()))
	}
	return get(b, "data-open-url")
}

// blocked is what the page script says when the browser lets no page open.
func (p *person) blocked(button string) {
	p.t.Helper()
	p.do("url-blocked", map[string]string{"id": get(p.button(button), "data-id")}, nil)
}

// called is how often the tool was called, the retries of 2026-07-28 left out.
func (p *person) called() (n int) {
	for _, m := range p.host.State().Messages {
		if m.Method == "tools/call" && m.Dir == host.ToServer && !strings.Contains(string(m.JSON), "inputResponses") {
			n++
		}
	}
	return n
}

// TestReportsOfURLs is the rows of part (c) that concern a consent page.
func TestReportsOfURLs(t *testing.T) {
	consent := `{"action":"accept"}`
	run(t, []report{
		{"C1", "the same page over and over", inBoth(sameAgain)},
		{"C2", "no elicitationId", under("2025-11-25", withoutID)},
		{"C3", "what is no page", inBoth(refused)},
		{"C6", "consent before the page is open", answered(visiting(signIn), func(p *person) {
			if got := p.opens("Open the page"); got != signIn {
				p.t.Errorf("it opens %q", got)
			}
			p.blocked("Open the page")
			p.wantNothingSent()
			p.wantShown("questions", "did not let the page open, and nothing was sent")
			link := p.button("Open sign-in.example in a new tab")
			if link == nil || get(link, "href") != signIn || get(link, "target") != "_blank" || get(link, "rel") != "noopener noreferrer" {
				p.t.Fatalf("no link to it: %s", text(p.asks()))
			}
			p.press("I opened it")
			p.wantSent(consent)
			p.wantShown("visits", "Waiting", signIn)
		})},
		{"C7", "going on after a no", under("2025-11-25", wantedFirst)},
		{"C8", "notices of completion in every order", under("2025-11-25", completions)},
		{"C11", "nothing but the action", inBoth(func(t *testing.T, era string) {
			for button, sent := range map[string]string{"Open the page": consent, "Decline": `{"action":"decline"}`, "Cancel (Esc)": `{"action":"cancel"}`} {
				sit(t, era, []string{visiting(signIn)}, func(p *person) {
					p.call()
					p.press(button)
					p.wantSent(sent)
				})
			}
		})},
		{"C13", "the consent does not wait for the page", answered(visiting(signIn), func(p *person) {
			p.press("Open the page")
			p.wantSent(consent)
			p.wantShown("calls", "done")
			<-time.After(61 * time.Second)
			synctest.Wait()
			p.wantShown("visits", "Waiting", "that is all the server was told")
			p.press("I'm done")
			if n := p.called(); n != 2 {
				p.t.Errorf("%d calls", n)
			}
		})},
		{"C14", "a wait that outlives its dialog", inBoth(waits)},
		{"C15", "a notice just before the result", under("2025-11-25", lastWords)},
	})
}

// sameAgain: nothing is called again by itself, and the page says that it is the
// same page as before.
func sameAgain(t *testing.T, era string) {
	serve(t, era, &person{}, &hostile.Server{Call: func(c *hostile.Call) any {
		if era == "2026-07-28" {
			for range 3 {
				if _, err := c.Ask(visiting(signIn)); err != nil {
					return err
				}
			}
			return json.RawMessage(empty)
		}
		return &jsonrpc.Error{Code: -32042, Message: "first", Data: json.RawMessage(`{"elicitations":[` + visiting(signIn) + `]}`)}
	}}, func(p *person) {
		p.call()
		if p.shows("questions", "asks for it again") {
			t.Error("the first time is told as another")
		}
		p.press("Open the page")
		if era == "2025-11-25" {
			p.wantShown("calls", "wants a page first", "Call again when you have.")
			if n := p.called(); n != 1 {
				t.Errorf("%d calls", n)
			}
			p.press("I'm done")
		}
		p.wantShown("questions", "You have opened this page for this tool before, and the server asks for it again.")
		p.press("Open the page")
		if era == "2025-11-25" {
			p.press("I'm done")
		}
		p.wantShown("questions", "You have opened this page for this tool 2 times")
		before := p.called()
		p.press("Decline")
		if n := p.called(); n != before {
			t.Errorf("after declining it was called %d times more", n-before)
		}
	})
}

// withoutID: the server hears what is wrong, and nothing is opened.
func withoutID(t *testing.T, era string) {
	var got error
	serve(t, era, &person{}, &hostile.Server{Call: func(c *hostile.Call) any {
		_, got = c.Ask(`{"mode":"url","message":"Sign in.","url":"` + signIn + `"}`)
		return got
	}}, func(p *person) {
		p.call()
		p.wantShown("questions", "Nothing waits for you")
		p.wantShown("calls", "failed")
		if got == nil || !strings.Contains(got.Error(), "without elicitationId") {
			t.Errorf("the server heard %v", got)
		}
		if !p.shows("wire", "-32602") {
			t.Error("the wire does not show it")
		}
	})
}

// refused: what is not https, or is written so that readers differ, cannot be
// opened; the reason is told, and declining is possible.
func refused(t *testing.T, era string) {
	for url, reason := range map[string]string{
		"javascript:alert(1)":           "Only https is opened, not “javascript”.",
		"JaVaScRiPt:alert(1)":           "Only https is opened",
		"data:text/html,<b>x</b>":       "Only https is opened",
		"file:///etc/passwd":            "Only https is opened",
		" https://evil.test":            "white space",
		"//evil.test":                   "not a full URL",
		"https:evil.test":               "not a full URL",
		"https:///evil.test":            "not a full URL",
		"http://sign-in.example/":       "not encrypted",
		"https://good.test\\@evil.test": "backslash",
		"https://2130706433/":           "programs differ",
	} {
		sit(t, era, []string{visiting(url)}, func(p *person) {
			p.call()
			p.wantShown("questions", "This address is not opened.", reason, strings.TrimSpace(url))
			for n := range elements(p.html()) {
				if has(n, "data-open-url") || strings.Contains(get(n, "href"), "evil") || strings.Contains(get(n, "href"), ":") {
					t.Errorf("%s can be opened", url)
				}
			}
			p.press("Decline")
			p.wantSent(`{"action":"decline"}`)
		})
	}
	for url, warnings := range map[string][]string{
		"https://ada@sign-in.example:8443/a":  {"before the @ is not the site", "The port 8443 is unusual."},
		"https://xn--80ak6aa92e.com/":         {"may imitate others"},
		"https://[2001:db8::1]/":              {"a bare number"},
		"http://127.0.0.1:9/":                 {"not encrypted. It goes to this computer only", "a bare number"},
		"https://sign-in.example.evil.test/?": {},
	} {
		sit(t, era, []string{visiting(url)}, func(p *person) {
			p.call()
			p.wantShown("questions", append(slices.Clone(warnings), url)...)
			if got := p.opens("Open the page"); got != url {
				t.Errorf("%s opens %q", url, got)
			}
		})
	}
}

// wantedFirst: a no to a page that is wanted first is the end of the call.
func wantedFirst(t *testing.T, era string) {
	pages := &jsonrpc.Error{Code: -32042, Message: "first", Data: json.RawMessage(`{"elicitations":[` + visiting(signIn) + `]}`)}
	for button, says := range map[string]string{"Decline": "you declined. Nothing was done.", "Cancel (Esc)": "you made no choice. Nothing was done."} {
		serve(t, era, &person{}, &hostile.Server{Call: func(*hostile.Call) any { return pages }}, func(p *person) {
			p.call()
			p.press(button)
			p.wantShown("calls", "wants a page first", says)
			p.wantShown("questions", "Nothing waits for you")
			if p.called() != 1 || len(p.host.State().Visits) != 0 {
				t.Errorf("%d calls, pages %+v", p.called(), p.host.State().Visits)
			}
		})
	}
}

// complete is the server's notice that it is done with the page of [visiting].
func (p *person) complete() {
	p.t.Helper()
	if err := p.server.Notify("notifications/elicitation/complete", `{"elicitationId":"e1"}`); err != nil {
		p.t.Fatal(err)
	}
	synctest.Wait()
}

const isFinished = "The server says that it is finished."

// completions: unknown and repeated ones change nothing, an early one is told with
// the question, and without any the person goes on by hand.
func completions(t *testing.T, era string) {
	serve(t, era, &person{}, &hostile.Server{Call: func(c *hostile.Call) any {
		notify := func(id string) error {
			return c.Notify("notifications/elicitation/complete", fmt.Sprintf(`{"elicitationId":%q}`, id))
		}
		if err := notify("nobody's"); err != nil {
			return err
		}
		if string(c.Args) == `{"early":true}` {
			time.AfterFunc(time.Second, func() { _ = notify("e1") }) // by then the question is there
		}
		if _, err := c.Ask(visiting(signIn)); err != nil {
			return err
		}
		<-c.Context().Done()
		return c.Context().Err()
	}, Tools: json.RawMessage(`[{"name":"one","inputSchema":{"type":"object","properties":{"early":{"type":"boolean"}}}}]`)}, func(p *person) {
		p.call()
		p.press("Open the page")
		if p.shows("visits", isFinished) {
			t.Error("a notice about nothing counts")
		}
		for range 2 {
			p.complete()
			p.wantShown("visits", isFinished, "The call still runs.")
		}
		p.press("Cancel") // of the page: it stops the call
		p.wantShown("calls", "stopped by you")
		p.complete()
		if len(p.host.State().Visits) != 0 || p.called() != 1 {
			t.Errorf("a late notice brings back %+v, %d calls", p.host.State().Visits, p.called())
		}

		p.do("call", nil, [][2]string{{"early", "true"}})
		<-time.After(2 * time.Second)
		synctest.Wait()
		p.wantShown("questions", "this page is finished, although you have not opened it")
		p.press("Open the page")
		p.wantShown("visits", isFinished)
	})
}

// waits: what the person does with the card of a page reaches the call that waits
// for it, and being done with a page says nothing while the call runs.
func waits(t *testing.T, era string) {
	stop := make(map[string]bool)
	for _, button := range []string{"Cancel", "I'm done"} {
		serve(t, era, &person{}, &hostile.Server{Call: func(c *hostile.Call) any {
			if _, err := c.Ask(visiting(signIn)); err != nil {
				return err
			}
			<-c.Context().Done()
			return c.Context().Err()
		}}, func(p *person) {
			p.call()
			p.press("Open the page")
			p.wantShown("visits", "The call still runs.")
			before := len(p.host.State().Messages)
			p.press(button)
			stop[button] = p.shows("calls", "stopped by you")
			if sent := len(p.host.State().Messages) - before; button == "I'm done" && sent != 0 {
				t.Errorf("%d messages were sent", sent)
			}
			if p.shows("visits", "Waiting") {
				t.Error("the card is there still")
			}
		})
	}
	if !stop["Cancel"] || stop["I'm done"] {
		t.Errorf("stopped: %v", stop)
	}
}

// lastWords: what was sent before the result is seen before it.
func lastWords(t *testing.T, era string) {
	serve(t, era, &person{}, &hostile.Server{Call: func(c *hostile.Call) any {
		if _, err := c.Ask(visiting(signIn)); err != nil {
			return err
		}
		if err := c.Notify("notifications/elicitation/complete", `{"elicitationId":"e1"}`); err != nil {
			return err
		}
		return json.RawMessage(empty)
	}}, func(p *person) {
		p.call()
		p.press("Open the page")
		p.wantShown("visits", isFinished, "The call has ended.")
		p.press("Call one again")
		if n := p.called(); n != 2 {
			t.Errorf("%d calls", n)
		}
	})
}
