package web

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"askback/playground/exercise/course"
	"askback/web/catalogue"
)

// pseudo is a language in which each sentence stands between ⟦ and ⟧. What is not
// between them did not come through say.
func pseudo(ctx context.Context) context.Context {
	words := func(sentence string, args ...any) string { return "⟦" + fmt.Sprintf(sentence, args...) + "⟧" }
	return context.WithValue(ctx, languageKey{}, Language{Tag: "en", words: func() catalogue.Words { return words }})
}

// unsaid is text without what was said.
func unsaid(text string) string {
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case r == '⟦':
			depth++
		case r == '⟧':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// worded are the attributes that people read or hear.
var worded = []string{"aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label"}

// sameEverywhere is what is written alike in every language: names, units, and
// words of the protocol that stand for themselves.
var sameEverywhere = regexp.MustCompile(`^(askback|English|한국어|Español|<?[\d.,]+ (B|kB|MB|ms|s)|UTC|UTC[+-]\d\d:\d\d)$`)

// No word of the host is left in English: what did not come through say is what a
// server or the person wrote.
func TestNothingIsLeftInEnglish(t *testing.T) {
	licences := []Licence{{Name: "example.com/x", Version: "v1.0.0", Kind: "MIT", Text: "MIT License"}}
	type page struct {
		view templ.Component
		data any
	}
	pages := map[string]page{
		"connect":    {ConnectPage(testAssets()), nil},
		"embed-demo": {EmbedDemoPage(testAssets()), nil},
		"licences":   {LicencesPage(testAssets(), licences), licences},
	}
	for name, s := range sampleStates() {
		pages[name] = page{Page(testAssets(), s), s}
	}
	for name, s := range sampleDesigns() {
		pages[name] = page{DesignerPage(testAssets(), s), s}
	}
	for name, p := range pages {
		t.Run(name, func(t *testing.T) {
			known := map[string]bool{}
			collect(reflect.ValueOf(p.data), known)
			said := 0
			eachText(parseIn(t, pseudo(t.Context()), p.view), func(n *html.Node, where, text string) {
				said += strings.Count(text, "⟦")
				rest := unsaid(text)
				if strings.ContainsFunc(rest, unicode.IsLetter) && !sameEverywhere.MatchString(rest) && !isKnown(rest, known) {
					t.Errorf("<%s> %s: %.200q did not come through say", n.Data, where, rest)
				}
			})
			if said < 5 {
				t.Errorf("%d sentences found: the test sees too little", said)
			}
		})
	}
}

// Whatever is said on the page is in a part that is drawn anew with the language.
func TestAllThatIsSaidIsDrawnAnew(t *testing.T) {
	type page struct {
		view templ.Component
		look Look
	}
	pages := map[string]page{}
	for name, s := range sampleStates() {
		now := course.State{Host: s}
		pages[name] = page{CoursePage(testAssets(), now), CourseLook(now, now)}
	}
	for name, s := range sampleDesigns() {
		pages[name] = page{DesignerPage(testAssets(), s), DesignerLook(s, s)}
	}
	for name, p := range pages {
		t.Run(name, func(t *testing.T) {
			parts := map[string]bool{}
			for _, r := range append(p.look.Frame, p.look.Regions...) {
				parts[r.ID] = true
			}
			eachText(parseIn(t, pseudo(t.Context()), p.view), func(n *html.Node, where, text string) {
				for at := n; at != nil; at = at.Parent {
					if parts[get(at, "id")] || at.Data == "head" {
						return
					}
				}
				if strings.Contains(text, "⟦") {
					t.Errorf("<%s> %s: %q stays when the language changes", n.Data, where, text)
				}
			})
		})
	}
}

func parseIn(t *testing.T, ctx context.Context, view templ.Component) *html.Node {
	t.Helper()
	var b strings.Builder
	if err := view.Render(ctx, &b); err != nil {
		t.Fatal(err)
	}
	doc, err := html.ParseWithOptions(strings.NewReader(b.String()), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// eachText calls f with all that people read or hear, but for what they type, for source text, which is
// JSON or a program, and for the parts of a URL.
func eachText(doc *html.Node, f func(n *html.Node, where, text string)) {
	for n := range elements(doc) {
		for _, name := range worded {
			if value, ok := attribute(n, name); ok {
				f(n, name, value)
			}
		}
		if n.Data == "script" || n.Data == "style" || n.Data == "textarea" || n.Data == "pre" || n.Parent.Data == "pre" || isCode(n) || isCode(n.Parent) || isAddress(n) || isAddress(n.Parent) {
			continue
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.TextNode {
				f(n, "text", c.Data)
			}
		}
	}
}

// isCode reports whether n is a line of JSON that is laid out.
func isCode(n *html.Node) bool { return get(n, "class") == "code-text" }

func isAddress(n *html.Node) bool { return get(n, "class") == "address" }

// isKnown reports whether text is one of the known ones as a page shows it: perhaps
// cut short, a directory with a slash, or a line of arguments.
func isKnown(text string, known map[string]bool) bool {
	text = strings.Trim(text, "\u2068\u2069")
	if known[text] || known[strings.TrimSuffix(text, "/")] {
		return true
	}
	start, cut := strings.CutSuffix(text, "…")
	if cut || len(text) > 1000 {
		for k := range known {
			if strings.HasPrefix(k, start) {
				return true
			}
		}
	}
	// A brief has several texts.
	if parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ':' }); len(parts) > 1 {
		return !slices.ContainsFunc(parts, func(p string) bool {
			p = strings.TrimSpace(p)
			return p != "" && !isKnown(p, known)
		})
	}
	return false
}

// collect puts in known all texts of v as a page shows them, those in JSON too.
func collect(v reflect.Value, known map[string]bool) {
	add := func(text string) { known[strings.Join(strings.Fields(visible(text)), " ")] = true }
	switch v.Kind() {
	case reflect.String:
		add(v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), known)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), known)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			collect(k, known)
			collect(v.MapIndex(k), known)
		}
	case reflect.Slice, reflect.Array:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			add(line(v.Bytes()))
			var inside any
			if json.Unmarshal(v.Bytes(), &inside) == nil {
				collect(reflect.ValueOf(inside), known)
			}
			return
		}
		for i := range v.Len() {
			collect(v.Index(i), known)
		}
	}
}
