package main

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
)

// finish does what the page does: it tells its server that this token is done.
func finish(t *testing.T, page, token string, change func(*http.Request)) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, page+"done", strings.NewReader(token))
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// signIn asks to be signed in, opens the page, finishes it and finds itself signed
// in; nobody else can finish it.
func signIn(t *testing.T, c *caller) {
	t.Helper()
	if got := c.call(t, "notes_setup", nil, asktest.Reply{Action: ask.Accept}); !strings.Contains(got, `"waiting"`) {
		t.Fatalf("consented: %s", got)
	}
	link, err := url.Parse(c.person.Asked[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	token := strings.TrimPrefix(link.Fragment, "token=")
	link.Fragment = ""
	page := link.String()

	res, err := http.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	html, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 || !strings.Contains(string(html), "Finish set-up") || !strings.Contains(res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("the page: %s %q %s %v", res.Status, res.Header, html, err)
	}
	as := func(*http.Request) {}
	for name, res := range map[string]*http.Response{
		"another token":  finish(t, page, token+"x", as),
		"no token":       finish(t, page, "", as),
		"another origin": finish(t, page, token, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }),
	} {
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", name, res.Status)
		}
	}
	if got := c.call(t, "notes_setup", nil); !strings.Contains(got, `"waiting"`) {
		t.Errorf("not finished: %s", got)
	}
	if res := finish(t, page, token, as); res.StatusCode != 200 {
		t.Errorf("finishing: %s", res.Status)
	}
	if got := c.call(t, "notes_setup", nil); !strings.Contains(got, `"connected"`) {
		t.Errorf("finished: %s", got)
	}
}

func TestSignInLocally(t *testing.T) {
	for _, version := range []string{ask.V20251125, ask.V20260728} {
		t.Run(version, func(t *testing.T) {
			dir, _ := notesDir(t)
			transport, done := startMCP(t, t.Context(), "-root", dir, "-sign-in")
			c := dial(t, transport, version)
			signIn(t, c)
			link, err := url.Parse(c.person.Asked[0].URL)
			if err != nil {
				t.Fatal(err)
			}
			link.Fragment = ""
			if res := finish(t, link.String(), "", func(r *http.Request) { r.Host = "evil.example" }); res.StatusCode != http.StatusForbidden {
				t.Errorf("under another name: %s", res.Status)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}
