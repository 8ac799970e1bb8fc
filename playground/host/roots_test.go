package host_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"askback/playground/host"
	"askback/playground/roots"
)

// A root that gets another name is told of as a change, under that name.
func TestNameRoot(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		do(h, "consent value=share")
		do(h, "draft for=root-name name=home/a", [2]string{"title", "My no"})
		do(h, "draft for=root-name name=elsewhere", [2]string{"title", "x"})
		if got := h.State().RootTitles; len(got) != 1 || got["home/a"] != "My no" {
			t.Errorf("titles being typed: %q", got)
		}
		if n := a.notices(); n != 0 {
			t.Errorf("%d notices while it is typed", n)
		}
		do(h, "root-name name=home/a", [2]string{"title", "  My notes "})
		do(h, "root-name name=home/a", [2]string{"title", "My notes"}) // change, then Enter
		if s := h.State(); s.Roots[0].Title != "My notes" || len(s.RootTitles) != 0 {
			t.Errorf("root %+v, typed %q", s.Roots[0], s.RootTitles)
		}
		if got, want := a.notices(), legacy(h, 1); got != want {
			t.Errorf("%d notices, want %d", got, want)
		}
		a.call(h)
		told := ""
		for _, m := range h.State().Messages {
			if m.Dir == host.ToServer {
				told = string(m.JSON) // the last one holds the roots
			}
		}
		if !strings.Contains(told, `"name":"My notes"`) {
			t.Errorf("the server was told %s", told)
		}

		for title, want := range map[string]string{"": "a", " \t": "a", strings.Repeat("é", 300): strings.Repeat("é", 100), "\xff!": "!"} {
			do(h, "root-name name=home/a", [2]string{"title", title})
			if got := h.State().Roots[0].Title; got != want {
				t.Errorf("named %q it is %q, want %q", title, got, want)
			}
		}
		do(h, "root-name name=elsewhere", [2]string{"title", "x"})
		if n := len(h.State().Roots); n != 2 {
			t.Errorf("%d roots", n)
		}
	})
}

// What is typed is shown in its canonical form before it is allowed; a bad one is
// refused with the reason, which goes as soon as it is right.
func TestRootURI(t *testing.T) {
	setUp := func(_ *peer, o *host.Options) { o.Tree, o.Roots = tree{manyFiles(t, 1)}, []string{"data"} }
	drive(t, setUp, func(p *peer, h *host.Host) {
		typed := func(uri string) host.State {
			do(h, "draft for=root", [2]string{"uri", uri})
			return h.State()
		}
		for uri, want := range map[string]host.RootPreview{
			"":                        {},
			"fil":                     {},
			"file://host/x":           {},
			"FILE:///data/x/../d000/": {Name: "data/d000", URI: "file:///data/d000", There: true},
			"file:///data":            {Name: "data", URI: "file:///data", There: true, Root: true},
			"file:///nothing%20there": {Name: "nothing there", URI: "file:///nothing%20there"},
		} {
			if s := typed(uri); s.RootPreview != want || s.RootProblem != nil || s.RootDraft != uri {
				t.Errorf("%q: preview %+v, problem %v", uri, s.RootPreview, s.RootProblem)
			}
		}

		do(h, "root-add-uri", [2]string{"uri", "file:///tmp/a#b"})
		s := h.State()
		if e := s.RootProblem; e == nil || e.Code != roots.CodeFragment || e.Instead != "file:///tmp/a%23b" || s.RootDraft != "file:///tmp/a#b" || len(s.Roots) != 1 {
			t.Fatalf("problem %+v, draft %q", s.RootProblem, s.RootDraft)
		}
		if s := typed("file:///tmp/a#"); s.RootProblem == nil {
			t.Error("it is not right yet, and nothing says so")
		}
		if s := typed("file:///tmp/a"); s.RootProblem != nil || s.RootPreview.URI != "file:///tmp/a" {
			t.Errorf("problem %v, preview %+v", s.RootProblem, s.RootPreview)
		}
		do(h, "root-add-uri instead=file:///tmp/a%23b") // the button that offers it
		s = h.State()
		if r := s.Roots[1]; r.Name != "tmp/a#b" || r.URI != "file:///tmp/a%23b" || !r.Missing || s.RootDraft != "" || s.RootProblem != nil {
			t.Errorf("root %+v, draft %q, problem %v", r, s.RootDraft, s.RootProblem)
		}
	})
}

// A file can be a root, and several in one another.
func TestFileAsRoot(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		do(h, "consent value=share")
		for _, name := range []string{"home/a/note.md", "home", "."} {
			do(h, "root-add name="+name)
			do(h, "root-add name="+name)
		}
		a.call(h)
		a.wantTold(h, 5)
		var uris []string
		for _, r := range h.State().Roots {
			uris = append(uris, r.URI)
		}
		want := []string{"file:///home/a", "file:///home/b", "file:///home/a/note.md", "file:///home", "file:///"}
		if !slices.Equal(uris, want) {
			t.Errorf("roots %q", uris)
		}
		raw, err := json.Marshal(h.State().Roots)
		must(t, err)
		for _, name := range []string{"..", "/etc", "a//b", ""} {
			do(h, "root-add name="+name)
		}
		if again, _ := json.Marshal(h.State().Roots); string(again) != string(raw) {
			t.Errorf("roots %s", again)
		}
	})
}
