package web

import (
	"net/url"
	"path"
	"strings"
	"testing"
)

// From each edition of a page there is a way to each other one, beneath any path.
func TestEditions(t *testing.T) {
	const top = "https://example.com/some/path/"
	for _, where := range []string{"", "licences/"} {
		for _, from := range Languages() {
			file, base := from.Edition(where)
			here, err := url.Parse(top + strings.TrimSuffix(file, "index.html"))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := here.Parse(base); err != nil || got.String() != top {
				t.Errorf("%s: the top is at %s (%v)", file, got, err)
			}
			for _, to := range Languages() {
				link, err := here.Parse(from.choice(to, where))
				if err != nil {
					t.Fatal(err)
				}
				want, _ := to.Edition(where)
				if got := strings.TrimPrefix(link.String(), top); strings.TrimSuffix(got, "#lang=en") != strings.TrimSuffix(want, "index.html") ||
					(link.Fragment == "lang=en") != (to.Tag == "en") {
					t.Errorf("from %s the way to %s leads to %q", file, to.Name, got)
				}
			}
		}
	}
}

// What a page says of its language is so for each of them.
func TestPageInEachLanguage(t *testing.T) {
	for _, l := range Languages() {
		a := testAssets()
		_, a.Base = l.Edition("")
		doc := parseIn(t, WithLanguage(t.Context(), l.Tag), Page(a, sampleStarting()))
		root := doc.FirstChild.NextSibling
		if _, any := attribute(root, "data-any-language"); get(root, "lang") != l.Tag || any != (l.Tag == "en") {
			t.Errorf("%s: the root element is %v", l.Name, root.Attr)
		}
		current, alternates := "", 0
		for n := range elements(doc) {
			if get(n, "hreflang") != "" && n.Data == "a" && get(n, "aria-current") != "" {
				current += text(n)
			}
			if n.Data == "link" && get(n, "rel") == "alternate" {
				alternates++
			}
			if n.Data == "link" && get(n, "rel") == "stylesheet" && path.Clean("x/"+get(n, "href")) != path.Clean("x/"+a.Base+a.Style) {
				t.Errorf("%s: styles at %s", l.Name, get(n, "href"))
			}
		}
		if current != l.Name || alternates != len(Languages())+1 {
			t.Errorf("%s: the current language is %q, and there are %d alternates", l.Name, current, alternates)
		}
	}
}

// A switch there and back is none.
func TestSwitch(t *testing.T) {
	english, look := t.Context(), HostLook(sampleStarting(), sampleStarting())
	there := look.SwitchTo(english, "ko")
	if there.Tag != "ko" || there.Address != "ko/" || there.Title == title(english) || there.Announce == "" {
		t.Errorf("to Korean: %+v", there)
	}
	korean := WithLanguage(english, there.Tag)
	if again := look.SwitchTo(korean, "es"); again.Tag != "es" || again.Address != "../es/" {
		t.Errorf("on to Spanish: %+v", again)
	}
	if back := look.SwitchTo(korean, "en"); back.Tag != "en" || back.Address != "../#lang=en" || back.Title != title(english) {
		t.Errorf("back to English: %+v", back)
	}
	if same := look.SwitchTo(korean, "xx"); same.Tag != "ko" {
		t.Errorf("to a language that the page does not speak: %+v", same)
	}
}

// Numbers of something are grouped, numbers that name something are not.
func TestNumbers(t *testing.T) {
	for _, l := range Languages() {
		ctx := WithLanguage(t.Context(), l.Tag)
		if got := say(ctx, "answered by #%d", 12345); !strings.Contains(got, "#12345") {
			t.Errorf("%s: %s", l.Name, got)
		}
		if got := count(ctx, 12345, "%d question waits", "%d questions wait"); !strings.Contains(got, "12,345") {
			t.Errorf("%s: %s", l.Name, got)
		}
		if got := say(ctx, "From %d to %d characters.", amount(1), amount(20000)); !strings.Contains(got, "20,000") {
			t.Errorf("%s: %s", l.Name, got)
		}
	}
	if got := count(t.Context(), 1, "One.", "%d."); got != "One." {
		t.Errorf("a sentence for one without its number: %q", got)
	}
}
