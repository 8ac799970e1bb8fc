package host_test

import (
	"reflect"
	"testing"

	"askback/playground/host"
)

func TestPlace(t *testing.T) {
	for _, p := range []host.Place{
		{},
		{Exercise: "first-question"},
		{Era: "2026-07-28", Roots: []string{}, Tool: "notes_delete"},
		{Exercise: "a&b=c", Era: "2025-11-25", Roots: []string{".", "home/alice/a b#c", "home/ÿ"}, Tool: "a/b?c"},
	} {
		if got := host.ParsePlace("#" + p.String()); !reflect.DeepEqual(got, p) {
			t.Errorf("%q is read as %+v, want %+v", p.String(), got, p)
		}
	}
	if got, want := (host.Place{Era: "2026-07-28", Roots: []string{"home/alice/Scratch"}, Tool: "notes_delete"}).String(),
		"era=2026-07-28&root=/home/alice/Scratch&tool=notes_delete"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for hash, want := range map[string]host.Place{
		"work":                                  {}, // an anchor of the page
		"%zz":                                   {},
		"era=1999":                              {},
		"lang=ko":                               {},
		"root=/a//":                             {Roots: []string{}},
		"root=/../etc&root=/tmp&root=tmp&root=": {Roots: []string{"tmp"}},
	} {
		if got := host.ParsePlace(hash); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, want %+v", hash, got, want)
		}
	}
}

// A link chooses before the first session, and in the middle of one.
func TestGoTo(t *testing.T) {
	setUp := func(_ *peer, o *host.Options) {
		o.Roots = []string{"a"}
		o.Place = host.ParsePlace("era=2026-07-28&root=/b&tool=two")
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		want := func(era, tool string, roots ...string) {
			t.Helper()
			s := h.State()
			if got := s.Place(); !reflect.DeepEqual(got, host.Place{Era: era, Tool: tool, Roots: roots}) {
				t.Errorf("the page is at %+v", got)
			}
			wantReady(t, h)
		}
		want("2026-07-28", "two", "b")
		do(h, "place hash=tool=one&root=/a&root=/b")
		want("2026-07-28", "one", "a", "b")
		do(h, "place hash=era=2025-11-25")
		want("2025-11-25", "one", "a", "b")
		do(h, "place hash=tool=no-such-tool")
		want("2025-11-25", "one", "a", "b")
	})
}
