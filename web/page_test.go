package web

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// eachPage runs f on every sample page, parsed as a browser would.
func eachPage(t *testing.T, f func(t *testing.T, doc *html.Node)) {
	for name, view := range samplePages() {
		t.Run(name, func(t *testing.T) { f(t, parse(t, view)) })
	}
}

func parse(t *testing.T, view templ.Component) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(render(t, view)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestIDs(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		seen := map[string]bool{}
		for n := range elements(doc) {
			id, ok := attribute(n, "id")
			switch {
			case !ok:
			case id == "" || strings.ContainsAny(id, " \t\n"):
				t.Errorf("<%s>: id %q", n.Data, id)
			case seen[id]:
				t.Errorf("<%s>: id %q comes twice", n.Data, id)
			}
			seen[id] = true
		}
		for n := range elements(doc) {
			for _, name := range []string{"for", "aria-describedby", "aria-labelledby", "aria-controls"} {
				for _, id := range strings.Fields(get(n, name)) {
					if !seen[id] {
						t.Errorf("<%s %s>: there is no %q", n.Data, name, id)
					}
				}
			}
			if href := get(n, "href"); strings.HasPrefix(href, "#") && !seen[href[1:]] {
				t.Errorf("<%s>: %s leads nowhere", n.Data, href)
			}
		}
	})
}

func TestEveryControlHasAName(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		labels := map[string]string{}
		for n := range elements(doc) {
			if n.Data == "label" {
				labels[get(n, "for")] += text(n)
			}
		}
		for n := range elements(doc) {
			name := get(n, "aria-label")
			switch n.Data {
			case "input", "select", "textarea", "progress":
				name += labels[get(n, "id")]
				if n.Parent.Data == "label" {
					name += text(n.Parent)
				}
				if get(n, "type") == "hidden" {
					continue
				}
			case "button", "a", "summary":
				name += text(n)
			case "fieldset":
				if n.FirstChild == nil || n.FirstChild.Data != "legend" {
					t.Errorf("a fieldset without a legend: %s", text(n))
				}
				name = text(n.FirstChild)
			default:
				continue
			}
			if strings.TrimSpace(name) == "" {
				t.Errorf("<%s id=%q> has no name", n.Data, get(n, "id"))
			}
		}
	})
}

// The page runs under a policy without inline code, and at any path.
func TestNothingInline(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		for n := range elements(doc) {
			switch n.Data {
			case "style", "iframe", "object", "embed", "base", "img":
				t.Errorf("there is a <%s>", n.Data)
			case "script":
				if n.FirstChild != nil || get(n, "type") != "module" || get(n, "src") == "" {
					t.Errorf("a script that is no module file")
				}
			}
			for _, a := range n.Attr {
				switch {
				case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc", a.Key == "formaction", a.Key == "action":
					t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
				case a.Key == "href", a.Key == "src", a.Key == "xlink:href":
					if !harmless(n, a.Val) {
						t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
					}
				}
			}
		}
	})
}

// harmless reports whether an address stays on the site, or is the one link
// that leaves it: that of URL mode, which says so.
func harmless(n *html.Node, address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if u.Scheme == "" {
		return u.Host == "" && !strings.HasPrefix(address, "/")
	}
	return (u.Scheme == "https" || u.Hostname() == "localhost") && get(n, "target") == "_blank" && get(n, "rel") == "noopener noreferrer"
}

// A page is made of its regions, byte for byte, so that waking up changes
// nothing.
func TestRegionsArePartsOfThePage(t *testing.T) {
	for name, s := range sampleStates() {
		t.Run(name, func(t *testing.T) {
			page := render(t, Page(testAssets(), s))
			seen := map[string]bool{}
			for _, r := range append(Frame(s), Regions(s)...) {
				drawn := render(t, r.View)
				if !strings.Contains(page, drawn) {
					t.Errorf("#%s is not drawn in the page as it is alone", r.ID)
				}
				nodes, err := html.ParseFragment(strings.NewReader(drawn), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
				if err != nil || len(nodes) != 1 || get(nodes[0], "id") != r.ID {
					t.Errorf("region %s is not the one element of that id", r.ID)
				}
				if seen[r.ID] {
					t.Errorf("region %s comes twice", r.ID)
				}
				seen[r.ID] = true
			}
		})
	}
}

// While the program is not running, nothing looks as if it were.
func TestStartingPageWaits(t *testing.T) {
	doc := parse(t, Page(testAssets(), sampleStarting()))
	for n := range elements(doc) {
		if _, chooses := attribute(n, "data-choose"); n.Data != "button" || chooses || get(n, "id") == "boot-retry" {
			continue // these need no program
		}
		if _, off := attribute(n, "disabled"); !off {
			t.Errorf("button %q can be pressed", text(n))
		}
	}
	for id, want := range map[string]map[string]string{
		"boot-progress": {"max": "1", "value": "0"},
		"boot-text":     {"for": "boot-progress"},
		"announce":      {"aria-live": "polite"},
	} {
		for name, value := range want {
			if got := get(byID(doc, id), name); got != value {
				t.Errorf("#%s %s = %q, want %q", id, name, got, value)
			}
		}
	}
	if _, hidden := attribute(byID(doc, "boot-failure"), "hidden"); !hidden {
		t.Error("#boot-failure is in sight")
	}
	root := doc.FirstChild.NextSibling
	if root.Data != "html" || get(root, "data-wasm") != "app.wasm" || get(root, "data-worker") != "worker.js" || get(root, "data-wasm-size") != "9650000" {
		t.Errorf("boot data: %v", root.Attr)
	}
}

// Pages below the top reach its files, and the top itself.
func TestBase(t *testing.T) {
	a := testAssets()
	a.Base, a.Path = "../", "licences/"
	out := render(t, LicencesPage(a, nil)) + render(t, ConnectPage(a))
	for _, want := range []string{`href="../style.css"`, `href="../"`, `src="../connect.js"`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s", want)
		}
	}
}

// Whatever a server sends, it adds no element of a kind, no attribute and no
// link that the page does not have for a server that behaves.
func TestHostileTextStaysText(t *testing.T) {
	elementNames, attributeNames := map[string]bool{}, map[string]bool{}
	for name, s := range sampleStates() {
		if name == "hostile" {
			continue
		}
		for n := range elements(parse(t, Page(testAssets(), s))) {
			elementNames[n.Data] = true
			for _, a := range n.Attr {
				attributeNames[a.Key] = true
			}
		}
	}
	page := render(t, Page(testAssets(), sampleHostile()))
	if len(page) > 1<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	doc := parse(t, Page(testAssets(), sampleHostile()))
	scripts, shown := 0, 0
	for n := range elements(doc) {
		if !elementNames[n.Data] {
			t.Errorf("there is a <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if !attributeNames[a.Key] {
				t.Errorf("<%s> has %s", n.Data, a.Key)
			}
			if strings.HasPrefix(a.Key, "aria-") && strings.ContainsFunc(unisolated(a.Val), obeyed) {
				t.Errorf("<%s %s> holds control characters", n.Data, a.Key)
			}
		}
		if n.Data == "script" {
			scripts++
		}
		if href := get(n, "href"); n.Data == "a" && !strings.HasPrefix(href, "#") && strings.Contains(href, "javascript") {
			t.Errorf("a link: %s", href)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.TextNode || n.Data == "textarea" {
				continue
			}
			if strings.ContainsFunc(unisolated(c.Data), obeyed) {
				t.Errorf("<%s> shows control characters: %.80q", n.Data, c.Data)
			}
			if strings.Contains(c.Data, "<img src=x onerror=alert(1)>") {
				shown++
			}
		}
	}
	if scripts != 1 {
		t.Errorf("%d scripts", scripts)
	}
	if shown < 20 {
		t.Errorf("the text is shown in %d places only: the test sees too little", shown)
	}
}

// unisolated is s without the isolates that the host itself puts in pairs
// around server text.
func unisolated(s string) string {
	for {
		open := strings.LastIndex(s, "\u2068")
		if open < 0 {
			return s
		}
		end := strings.Index(s[open:], "\u2069")
		if end < 0 {
			return s
		}
		s = s[:open] + s[open+len("\u2068"):open+end] + s[open+end+len("\u2069"):]
	}
}

// What can be done about a question depends on what it is.
func TestQuestionButtons(t *testing.T) {
	states := sampleStates()
	for name, want := range map[string][]string{
		"question":    {"submit:answer", "click:decline", "click:cancel"},
		"undrawable":  {"click:decline", "click:cancel"},
		"url":         {"click:url-opened", "click:decline", "click:cancel"},
		"url-blocked": {"click:url-opened", "click:decline", "click:cancel"},
		"url-refused": {"click:decline", "click:cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			card := byID(parse(t, Page(testAssets(), states[name])), "question-q1")
			if card == nil || get(card, "data-question") != "q1" {
				t.Fatal("no card of question q1")
			}
			var got []string
			for n := range elements(card) {
				for _, on := range strings.Fields(get(n, "data-on")) {
					if on == "input:draft" {
						if get(n, "data-for") != "q1" {
							t.Errorf("draft for %q", get(n, "data-for"))
						}
						continue
					}
					got = append(got, on)
					if get(n, "data-id") != "q1" {
						t.Errorf("%s of %q", on, get(n, "data-id"))
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestURLQuestion(t *testing.T) {
	states := sampleStates()
	const odd = "https://alice@xn--80ak6aa92e.com:8443/connect?next=https%3A%2F%2Fnotes.example"
	doc := parse(t, Page(testAssets(), states["url-odd"]))
	if got := text(byID(doc, "question-q1-url-address")); got != odd {
		t.Errorf("the address reads %q", got)
	}
	opens, strong := "", ""
	for n := range elements(byID(doc, "question-q1")) {
		opens += get(n, "data-open-url")
		if n.Data == "strong" {
			strong += text(n)
		}
		if n.Data == "a" {
			t.Errorf("a link to %s before any consent", get(n, "href"))
		}
	}
	if opens != odd || strong != "xn--80ak6aa92e.com" {
		t.Errorf("opens %q, and %q stands out", opens, strong)
	}
	if n := len(states["url-odd"].Questions[0].Warnings); strings.Count(render(t, questions(states["url-odd"])), `class="warning"`) != n || n == 0 {
		t.Errorf("not all of %d warnings are shown", n)
	}
	refused := render(t, Page(testAssets(), states["url-refused"]))
	if strings.Contains(refused, "data-open-url") || !strings.Contains(refused, "Only https is opened") {
		t.Error("a refused address can be opened, or no reason is given")
	}
}

func TestWire(t *testing.T) {
	s := sampleDone()
	s.Wire.Selected = 9
	doc := parse(t, Page(testAssets(), s))
	for id, want := range map[string][]string{
		"message-9":  {"server to host:", "elicitation/create", "request", "form", "answered by #10", `"requestedSchema": {`, "The fields that the server wants filled in", "In the older versions a server asks by a request"},
		"message-10": {"host to server:", "accept", "result", "answers #9, you took 6.0 s"},
		"message-3":  {"notification"},
		"message-13": {"error", "-32602 unknown tool"},
	} {
		got := text(byID(doc, id))
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("#%s lacks %q: %s", id, part, got)
			}
		}
	}
	open := 0
	for n := range elements(byID(doc, "wire")) {
		if get(n, "aria-expanded") == "true" {
			open++
		}
	}
	if open != 1 {
		t.Errorf("%d messages are open", open)
	}
}

func TestCallResults(t *testing.T) {
	doc := parse(t, Page(testAssets(), sampleDone()))
	for id, want := range map[string][]string{
		"call-1": {"done", "TPS report 2023", "/home/alice/Documents/Notes/shopping.md"},
		"call-2": {"the tool says that it failed", "notes-server\u2069 says", "No note in the roots"},
		"call-3": {"done", "deleted", "note-14", "3 rounds", "title: “TPS report”"},
		"call-4": {"failed on the way", "-32602"},
		"call-5": {"stopped by you", "Call again to go on"},
		"call-6": {"running", "Stop"},
		"call-7": {"done", "The result is empty"},
	} {
		got := text(byID(doc, id))
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("#%s lacks %q: %s", id, part, got)
			}
		}
	}
}
