package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"askback/playground/host"
	"askback/playground/roots"
)

// unfolded is n with all directories open.
func unfolded(n host.Node) host.Node {
	n.Children = slices.Clone(n.Children)
	n.Entries, n.Open = len(n.Children), n.Dir
	for i := range n.Children {
		n.Children[i] = unfolded(n.Children[i])
		n.Children[i].Place = i + 1
	}
	return n
}

// sampleConsent is a server that asks for the roots.
func sampleConsent() host.State {
	s := sampleQuestion()
	s.Questions = []host.Question{{ID: "q1", Call: 1, Tool: "notes_delete", Server: s.Server, Mode: host.ModeRoots, Address: "https://notes.example/mcp", Roots: s.Roots}}
	for i, code := range host.NoteCodes() {
		s.Notes = append(s.Notes, host.Note{ID: i + 1, After: 5 + i, Code: code, Era: s.Era, Server: s.Server, Roots: 2})
	}
	return s
}

// sampleTree has a mark of each kind, roots of each kind, and a refused URI.
func sampleTree() host.State {
	s := sampleDone()
	s.Consent = host.Shared
	tmp := &s.Tree.Children[1]
	tmp.Children = append(tmp.Children,
		host.Node{Name: "tmp/moved.md", Base: "moved.md", Mark: host.Moved, Other: "home/alice/Scratch/ideas.md", Edited: true},
		host.Node{Name: "tmp/link", Base: "link", Target: "nothing"})
	scratch := &s.Tree.Children[0].Children[0].Children[1]
	scratch.Children = []host.Node{{Name: "home/alice/Scratch/ideas.md", Base: "ideas.md", Side: host.Inside, Mark: host.MovedAway, Other: "tmp/moved.md"}}
	s.Tree.Children = append(s.Tree.Children, host.Node{Name: "var", Base: "var", Dir: true, Entries: 4, Changes: 3})
	folded := s.Tree.Children[2]
	s.Tree = unfolded(s.Tree)
	s.Tree.Children[2] = folded
	s.Roots = append(s.Roots, host.Root{Name: "gone", Title: "Gone", URI: "file:///gone", Missing: true})
	s.RootDraft, s.RootPreview = "FILE:///etc/../tmp/x/", host.RootPreview{Name: "tmp/x", URI: "file:///tmp/x"}
	s.Load = host.Loading{Report: host.Loaded{Names: []string{"var"}, Files: 4, Bytes: 1234, Unread: 1, Left: 1, Odd: []string{"a\x00b"}}}
	return s
}

// sampleLarge is a directory with more in it than is in sight.
func sampleLarge() host.State {
	s := sampleReady()
	s.Consent = host.Refused
	dir := host.Node{Name: "data", Base: "data", Dir: true, Open: true, Entries: 1000, Place: 3}
	for i := range 200 {
		base := fmt.Sprintf("f%03d.md", i)
		dir.Children = append(dir.Children, host.Node{Name: "data/" + base, Base: base, Place: i + 1})
	}
	s.Tree.Children = append(s.Tree.Children, dir)
	s.Tree.Entries++
	s.TreeFull = true
	s.Undone = host.Deed{Kind: host.DeedLoad, Name: "mine"}
	s.RootDraft = "file:///a#b"
	_, err := roots.Parse(s.RootDraft)
	errors.As(err, &s.RootProblem)
	s.Load = host.Loading{Problem: host.LoadProblem{Code: host.LoadTooMany, Max: host.MaxLoadFiles}}
	return s
}

// A line says where it lies and what became of it in words, and by attributes
// what a screen reader says by itself.
func TestTree(t *testing.T) {
	doc := parse(t, Page(testAssets(), sampleTree()))
	type want struct{ says, checked, expanded, level, does string }
	for name, want := range map[string]want{
		".":                                      {"partly inside", "mixed", "true", "1", "click:fold click:root-add"},
		"home/alice/Documents/Notes":             {"root", "true", "true", "5", "click:fold click:root-remove"},
		"home/alice/Documents/Notes/tps-2023.md": {"inside", "false", "", "6", "click:root-add"},
		"home/alice/Documents/Notes/tps-2025.md": {"gone", "", "", "6", ""},
		"home/alice/Documents/Notes/todo.md":     {"created", "false", "", "6", "click:root-add"},
		"home/alice/Documents/Notes/leak":        {"link to \u2068/tmp/outside.md\u2069, which lies outside the roots", "false", "", "6", "click:root-add"},
		"home/alice/Scratch/ideas.md":            {"moved away", "", "", "5", ""},
		"tmp/outside.md":                         {"outside", "false", "", "3", "click:root-add"},
		"tmp/moved.md":                           {"it was \u2068/home/alice/Scratch/ideas.md\u2069", "false", "", "3", "click:root-add"},
		"tmp/link":                               {"where nothing is", "false", "", "3", "click:root-add"},
		"var":                                    {"3 changes inside", "false", "false", "2", "click:unfold click:root-add"},
	} {
		item := byID(doc, key("node", name))
		if item == nil {
			t.Errorf("%s is not drawn", name)
			continue
		}
		var does []string
		for n := range elements(item) {
			if on := get(n, "data-on"); on != "" {
				does = append(does, on)
				if get(n, "data-name") != name {
					t.Errorf("what %s does is for %q", name, get(n, "data-name"))
				}
			}
		}
		got := want
		got.checked, got.expanded, got.level, got.does = get(item, "aria-checked"), get(item, "aria-expanded"), get(item, "aria-level"), strings.Join(does, " ")
		if got != want || !strings.Contains(text(item), want.says) || get(item, "role") != "treeitem" {
			t.Errorf("%s: got %+v, want %+v; it says %q", name, got, want, text(item))
		}
	}
	if moved := text(byID(doc, key("node", "tmp/moved.md"))); !strings.Contains(moved, "moved here") || !strings.Contains(moved, "changed") {
		t.Errorf("moved and changed: %q", moved)
	}
	stops := 0
	for n := range elements(byID(doc, "nodes")) {
		if get(n, "tabindex") == "0" {
			stops++
		}
	}
	if stops != 1 {
		t.Errorf("Tab stops %d times in the tree", stops)
	}
}

// Where not all of a directory is in sight, the lines say how many there are, and
// one stands for the rest.
func TestLargeTree(t *testing.T) {
	doc := parse(t, Page(testAssets(), sampleLarge()))
	item := byID(doc, key("node", "data/f007.md"))
	if get(item, "aria-setsize") != "1000" || get(item, "aria-posinset") != "8" {
		t.Errorf("setsize %q, posinset %q", get(item, "aria-setsize"), get(item, "aria-posinset"))
	}
	more := byID(doc, keyN(key("more", "data"), 200))
	if more == nil || !strings.Contains(text(more), "800 more are not shown") || get(more, "role") != "treeitem" {
		t.Fatalf("no line for the rest: %v", more)
	}
	if out := text(byID(doc, "allow")); !strings.Contains(out, "Fold a directory first.") || !strings.Contains(out, "more than 20,000 files") {
		t.Error("what cannot be done is not said")
	}
}

// What can be undone is said, or why nothing can be.
func TestUndoButton(t *testing.T) {
	button := func(s host.State) (says string, on bool) {
		doc := parse(t, treeTools(s))
		for n := range elements(doc) {
			if get(n, "data-on") == "click:undo" {
				_, off := attribute(n, "disabled")
				return text(n) + "|" + text(byID(doc, "undo-about")), !off
			}
		}
		t.Fatal("no button")
		return "", false
	}
	for _, test := range []struct {
		undo, undone string
		says         string
		on           bool
	}{
		{"", "", "Undo last change|Nothing has changed the files", false},
		{host.DeedCall, "", "Undo \u2068x\u2069|Undo puts back the files only", true},
		{host.DeedLoad, "", "Undo loading \u2068x\u2069|", true},
		{host.DeedReset, host.DeedCall, "Undo putting files back|The files are as before \u2068y\u2069", true},
		{"", host.DeedReset, "Undo last change|The files are as before they were put back", false},
	} {
		s := sampleReady()
		if test.undo != "" {
			s.Undo = host.Undo{ID: 1, Deed: host.Deed{Kind: test.undo, Name: "x"}}
		}
		if test.undone != "" {
			s.Undone = host.Deed{Kind: test.undone, Name: "y"}
		}
		if says, on := button(s); !strings.HasPrefix(says, test.says) || on != test.on {
			t.Errorf("%+v: %q, can be pressed: %v", test, says, on)
		}
	}
}

// What is typed is shown as the server would be told, a refusal offers what was
// probably meant, and each root has a name to change.
func TestRootForms(t *testing.T) {
	s := sampleTree()
	doc := parse(t, rootList(s))
	if got := text(byID(doc, "root-uri-preview")); !strings.Contains(got, "file:///tmp/x") || !strings.Contains(got, "Nothing is there now") {
		t.Errorf("preview %q", got)
	}
	input := byID(doc, key("root", "gone")+"-title")
	if get(input, "value") != "Gone" || !strings.Contains(text(byID(doc, key("root", "gone"))), "Nothing is there now.") {
		t.Errorf("root %q", text(byID(doc, key("root", "gone"))))
	}
	s.RootTitles = map[string]string{"gone": "Being typed"}
	_, err := roots.Parse("file:///a#b")
	if !errors.As(err, &s.RootProblem) {
		t.Fatal(err)
	}
	doc = parse(t, rootList(s))
	if got := get(byID(doc, key("root", "gone")+"-title"), "value"); got != "Being typed" {
		t.Errorf("the name reads %q", got)
	}
	offers := false
	for n := range elements(doc) {
		offers = offers || get(n, "data-on") == "click:root-add-uri" && get(n, "data-instead") == "file:///a%23b"
	}
	if !offers {
		t.Errorf("what was probably meant is not offered: %s", render(t, rootForm(s)))
	}
}

// A change of one file draws one line anew.
func TestTreeIsPatchedLineByLine(t *testing.T) {
	var d Drawing
	regions := func(s host.State) []Region { return Regions(s) }
	s := sampleLarge()
	d.Adopt(context.Background(), regions(s))
	data := &s.Tree.Children[len(s.Tree.Children)-1]
	data.Children = slices.Clone(data.Children)
	data.Children[7].Mark = host.Changed
	for _, p := range d.Update(context.Background(), regions(s)) {
		if p.ID == "nodes" && (len(p.Items) != 1 || p.Order != nil) {
			t.Errorf("%d lines are drawn anew, order %v", len(p.Items), p.Order != nil)
		}
	}
}

// The card of consent says to whom, and lists what would be told.
func TestConsentCard(t *testing.T) {
	card := byID(parse(t, Page(testAssets(), sampleConsent())), "question-q1")
	says := text(card)
	for _, part := range []string{"notes-server\u2069 asks where it may work, for", "https://notes.example/mcp", "Share these 2 roots?", "file:///home/alice/Scratch", "Not now (Esc)"} {
		if !strings.Contains(says, part) {
			t.Errorf("the card lacks %q: %s", part, says)
		}
	}
	var does []string
	for n := range elements(card) {
		if on := get(n, "data-on"); on != "" {
			does = append(does, on+" "+get(n, "data-value")+" "+get(n, "data-id"))
		}
	}
	if want := []string{"click:consent share q1", "click:consent refuse q1", "click:cancel  q1"}; !slices.Equal(does, want) {
		t.Errorf("it does %q", does)
	}
	for consent, want := range map[host.Consent]string{
		host.NotAsked: "will be told these roots when it asks. Share Do not share",
		host.Shared:   "is told these roots when it asks. Stop sharing",
		host.Refused:  "is told an empty list when it asks: it may work nowhere. Share",
	} {
		s := sampleReady()
		s.Consent = consent
		if got := strings.Join(strings.Fields(text(byID(parse(t, Page(testAssets(), s)), "consent"))), " "); !strings.HasSuffix(got, want) {
			t.Errorf("consent %d: %q", consent, got)
		}
	}
}
