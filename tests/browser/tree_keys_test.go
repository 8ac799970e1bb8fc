package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A treeLine is an item of the tree that the stand-in for the host draws: a file,
// or a directory with a plus when it is folded and a minus when it is open.
type treeLine struct {
	level int
	name  string
}

func (l treeLine) html() string {
	fold := ""
	switch {
	case strings.HasSuffix(l.name, "+"):
		fold = "false"
	case strings.HasSuffix(l.name, "-"):
		fold = "true"
	}
	if fold != "" {
		fold = fmt.Sprintf(` aria-expanded=%q`, fold)
	}
	stop := -1
	if l.level == 1 {
		stop = 0
	}
	return fmt.Sprintf(`<li id="t-%[1]s" role="treeitem" tabindex="%[2]d" aria-level="%[3]d"%[4]s>
		<span data-act="fold" data-on="click:unfold" data-name="%[1]s"></span>
		<span data-act="toggle" data-on="click:root-add" data-name="%[1]s"></span>%[1]s</li>`,
		strings.TrimRight(l.name, "+-"), stop, l.level, fold)
}

// treeOf reads lines that are indented by their level.
func treeOf(text string) (lines []treeLine) {
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		name := strings.TrimLeft(line, "\t")
		lines = append(lines, treeLine{len(line) - len(name), name})
	}
	return lines
}

const smallTree = `
	top-
		docs-
			apple
			avocado
			banana
		empty
		mail+
		music+
		zebra`

// openTree opens the page with a tree.
func openTree(t *testing.T, text string) stub {
	html := ""
	for _, l := range treeOf(text) {
		html += l.html()
	}
	return openStub(t, `<button>Before</button><ul id="t" role="tree" aria-label="Files">`+html+`</ul><button>After</button>`)
}

// at is the name of the item that has the focus, or what else has it.
func (s stub) at() string {
	s.t.Helper()
	return eval[string](s.tab, `document.activeElement.closest("[role=treeitem]")?.id.slice(2) ?? document.activeElement.textContent`)
}

// stops are the items that Tab leads to.
func (s stub) stops() string {
	s.t.Helper()
	return eval[string](s.tab, `[...document.querySelectorAll("#t > [tabindex='0']")].map(e => e.id.slice(2)).join()`)
}

func TestTreeKeys(t *testing.T) {
	s := openTree(t, smallTree)
	s.click("button", "Before")
	for i, step := range []struct{ keys, want string }{
		{kb.Tab, "top"}, {kb.ArrowUp, "top"}, {kb.ArrowDown, "docs"}, {kb.ArrowDown, "apple"},
		{kb.ArrowRight, "apple"}, {kb.ArrowLeft, "docs"}, {kb.ArrowRight, "apple"},
		{kb.End, "zebra"}, {kb.ArrowDown, "zebra"}, {kb.ArrowLeft, "top"}, {kb.ArrowRight, "docs"}, {kb.Home, "top"},
		{kb.Tab, "After"}, {kb.Shift + kb.Tab, "After"},
	} {
		if step.keys == kb.Shift+kb.Tab {
			s.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(kb.ModifierShift)))
			step.want = "top"
		} else {
			s.press(step.keys)
		}
		if got := s.at(); got != step.want {
			t.Errorf("step %d: the focus is on %q, want %q", i, got, step.want)
		}
		if got := s.stops(); strings.Contains(got, ",") || got == "" {
			t.Errorf("step %d: Tab leads to %q", i, got)
		}
	}
	// Letters find what begins with them, from here on and round.
	for _, step := range []struct{ keys, want string }{
		{"a", "apple"}, {"a", "avocado"}, {"a", "apple"}, {"d", "docs"}, {"m", "mail"}, {"mu", "music"}, {"mx", "mail"},
	} {
		// At once: letters that come late begin another word.
		eval[bool](s.tab, fmt.Sprintf(`(() => {
			for (const key of %q.split("")) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
			return true;
		})()`, step.keys))
		if got := s.at(); got != step.want {
			t.Errorf("typed %q: the focus is on %q, want %q", step.keys, got, step.want)
		}
	}
	if got := s.intents(0); len(got) != 0 {
		t.Errorf("moving the focus sent %+v", got)
	}
}

// What else keys do is what a click on a part of the item does.
func TestTreeKeysAct(t *testing.T) {
	s := openTree(t, smallTree)
	s.do(chromedp.Focus(chromedp.CSS("#t-docs")))
	s.press(kb.ArrowLeft + kb.Enter + " ")
	s.press("*")
	s.do(chromedp.KeyEvent("b", chromedp.KeyModifiers(kb.ModifierCtrl))) // is the browser's
	// A screen reader clicks the item; so does a pointer, which only takes the focus there.
	eval[bool](s.tab, `document.querySelector("#t-apple").click(), true`)
	s.clickOn("#t-banana")
	if got := s.at(); got != "banana" {
		t.Errorf("clicked: the focus is on %q", got)
	}
	var got []string
	for _, in := range s.intents(6) {
		got = append(got, in.Action+" "+in.Args["name"])
	}
	want := []string{"unfold docs", "root-add docs", "root-add docs", "unfold mail", "unfold music", "root-add apple"}
	if !slices.Equal(got, want) {
		t.Errorf("the page sent %q, want %q", got, want)
	}
}

// Whatever the host draws, the focus stays in the tree, where it was or where it
// makes sense.
func TestTreeKeepsTheFocus(t *testing.T) {
	for name, test := range map[string]struct{ from, tree, want string }{
		"others change":          {"banana", "\ttop-\n\t\tdocs-\n\t\t\taaa\n\t\t\tbanana\n\t\tzebra", "banana"},
		"it is folded away":      {"avocado", "\ttop-\n\t\tdocs+\n\t\tempty\n\t\tzebra", "docs"},
		"the one above goes":     {"avocado", "\ttop+", "top"},
		"it goes":                {"apple", "\ttop-\n\t\tdocs-\n\t\t\tavocado\n\t\t\tbanana\n\t\tzebra", "avocado"},
		"it and the rest go":     {"zebra", "\ttop-\n\t\tdocs-\n\t\t\tapple\n\t\t\tavocado", "avocado"},
		"more come in its place": {"zebra", "\ttop-\n\t\tdocs-\n\t\t\tapple\n\t\t\tavocado\n\t\t\tbanana\n\t\tempty\n\t\tmail+\n\t\tmusic+\n\t\tnew\n\t\tnewer", "new"},
		"all is another":         {"apple", "\tother-\n\t\tone\n\t\ttwo", "other"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTree(t, smallTree)
			s.do(chromedp.Focus(chromedp.CSS("#t-" + test.from)))
			s.rearrangeTree(test.tree)
			if got := s.at(); got != test.want {
				t.Errorf("the focus is on %q, want %q", got, test.want)
			}
			if got := s.stops(); got != test.want {
				t.Errorf("Tab leads to %q, want %q", got, test.want)
			}
			// Without the focus in it, the tree does not take it.
			s.click("button", "After")
			s.rearrangeTree("\tlast")
			if got := s.at(); got != "After" {
				t.Errorf("the tree took the focus: %q", got)
			}
			if got := s.stops(); got != "last" {
				t.Errorf("Tab leads to %q", got)
			}
		})
	}
}

// A list that gains many items gains them in pieces, so that the page can be used in
// between, and is complete and in order before the host draws on.
func TestLongListInPieces(t *testing.T) {
	s := openTree(t, "\tfirst\n\tlast")
	s.do(chromedp.Focus(chromedp.CSS("#t-last")))
	eval[bool](s.tab, `(() => {
		window.pieces = [];
		new MutationObserver(records => window.pieces.push(records.filter(r => r.addedNodes.length > 0).length))
			.observe(document.getElementById("t"), {childList: true});
		return true;
	})()`)
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "\tn%02d\n", i)
	}
	want := strings.Fields("first " + text.String() + " last")
	s.rearrangeTree("\tfirst\n" + text.String() + "\tlast")
	s.until("the pieces", func() bool {
		return eval[int](s.tab, `window.pieces.reduce((sum, n) => sum + n, 0)`) == 60
	})
	if got := eval[[]int](s.tab, "window.pieces"); !slices.Equal(got, []int{15, 15, 15, 15}) {
		t.Errorf("it came in pieces of %v", got)
	}
	if got := eval[[]string](s.tab, `[...document.querySelectorAll("#t > li")].map(e => e.id.slice(2))`); !slices.Equal(got, want) {
		t.Errorf("the tree is %q", got)
	}
	if got := s.at(); got != "last" {
		t.Errorf("the focus is on %q", got)
	}
}

// rearrangeTree has the host bring the tree to what text says.
func (s stub) rearrangeTree(text string) {
	s.t.Helper()
	items, order := map[string]string{}, []string{}
	for _, l := range treeOf(text) {
		id := "t-" + strings.TrimRight(l.name, "+-")
		items[id], order = l.html(), append(order, id)
	}
	s.send(map[string]any{"type": "patch", "patches": []any{
		map[string]any{"id": "t", "items": items, "order": strings.Join(order, " ")},
	}})
}
