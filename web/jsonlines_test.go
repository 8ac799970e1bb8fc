package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// shownText is what a person selects of JSON that is laid out.
func shownText(t *testing.T, raw string, l jsonLines) string {
	t.Helper()
	doc := parse(t, code("c", "n", json.RawMessage(raw), l))
	var lines []string
	for n := range elements(doc) {
		if get(n, "class") == "code-text" {
			lines = append(lines, rawText(n))
		}
	}
	return strings.Join(lines, "\n")
}

func rawText(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(rawText(c))
	}
	return b.String()
}

// Laid out is what json.Indent makes, whatever is searched for in it.
func TestLayOut(t *testing.T) {
	for _, raw := range []string{
		`{"a":1,"b":[],"c":{ },"d":[1,{"e":"x, {y} \" [z]"}],"f":"\\","g":null}`,
		" [ 1 , \"a\\u00e9\" ] \n",
		`"메모"`,
		`[[],[[]],{"a":{}}]`,
		`1e3`,
		`{"a":{"a":"aAa"}}`,
	} {
		var want bytes.Buffer
		if err := json.Indent(&want, bytes.TrimSpace([]byte(raw)), "", "  "); err != nil {
			t.Fatal(err)
		}
		for _, find := range []string{"", "a", "{", `"`, "\\", "메"} {
			l := layOut(json.RawMessage(raw), nil, find)
			if got := shownText(t, raw, l); got != want.String() || l.cut {
				t.Errorf("%s, searched for %q:\n%s", raw, find, got)
			}
			if n := strings.Count(want.String(), "\n") + 1; l.lines != n {
				t.Errorf("%s has %d lines, want %d", raw, l.lines, n)
			}
		}
	}
	odd := layOut(json.RawMessage("not \x1b json"), nil, "")
	if got := shownText(t, "", odd); got != "not ␛ json" || odd.cut {
		t.Errorf("what is no JSON is shown as %q", got)
	}
}

// However hostile it is, JSON has a bound in bytes and in lines, and its numbers
// go up by one.
func TestLayOutIsBounded(t *testing.T) {
	for name, raw := range map[string]string{
		"long":   `"` + strings.Repeat("x", 2*maxJSON) + `"`,
		"names":  `{"` + strings.Repeat("x", 2*maxJSON) + `":1,"b":{}}`,
		"many":   "[" + strings.Repeat(`{"a":[1]},`, 100_000) + "1]",
		"flat":   "[" + strings.Repeat("1,", 100_000) + "1]",
		"deep":   strings.Repeat("[", 9000) + strings.Repeat("1,", 100_000) + "1" + strings.Repeat("]", 9000),
		"wide":   "[" + strings.Repeat(`"`+strings.Repeat("y", 10_000)+`",`, 100) + "1]",
		"broken": strings.Repeat("[", 2*maxJSON),
	} {
		l := layOut(json.RawMessage(raw), nil, "x")
		text := shownText(t, raw, l)
		if !l.cut || len(text) > maxJSON+2*maxOnLine {
			t.Errorf("%s: %d bytes are shown, cut %v", name, len(text), l.cut)
		}
		if n := strings.Count(text, "\n") + 1; n != l.lines || n > maxLines+maxNesting+1 {
			t.Errorf("%s: %d lines, counted %d", name, n, l.lines)
		}
		if page := render(t, code("c", "n", json.RawMessage(raw), l)); strings.Count(page, "<mark>") > maxFound || len(page) > 1<<20 {
			t.Errorf("%s: %d bytes of HTML, %d marks", name, len(page), strings.Count(page, "<mark>"))
		}
	}
}

// What matters is explained on its line, and is not folded away.
func TestRemarksOnLines(t *testing.T) {
	raw := `{"a":[` + strings.TrimSuffix(strings.Repeat(`{"b":{"c":{"d":[1,2,3,4,5,6,7,8,9]}}},`, 12), ",") + `]}`
	remarks := map[string][]string{
		jsonPath([]string{"a"}):                               {"about a"},
		jsonPath([]string{"a", "3", "b", "c", "d", "8"}):      {"about a nine"},
		jsonPath([]string{"a", "3", "b", "c", "d", "9"}):      {"about nothing"},
		jsonPath([]string{"a", "three"}):                      {"about nothing either"},
		jsonPath([]string{"a", "0", "b", "c", "d", "0", "x"}): {"nor this"},
	}
	l := layOut(json.RawMessage(raw), remarks, "")
	doc := parse(t, code("c", "n", json.RawMessage(raw), l))
	var said []string
	closed := 0
	for n := range elements(doc) {
		switch {
		case get(n, "class") == "remark":
			said = append(said, rawText(n)+" on "+strings.TrimSpace(rawText(n.Parent.FirstChild)))
		case n.Data == "details":
			if _, open := attribute(n, "open"); !open {
				closed++
			}
		}
	}
	if got, want := fmt.Sprint(said), `[about a on "a": [ about a nine on 9]`; got != want {
		t.Errorf("said %s, want %s", got, want)
	}
	// Of each of the others, b is closed: it is deep, long and has no remark.
	if closed != 11 {
		t.Errorf("%d are closed", closed)
	}
}

func TestCopyable(t *testing.T) {
	if text, ok := copyable(json.RawMessage(`{"a":"é<b>"}`)); !ok || text != `{"a":"é<b>"}` {
		t.Errorf("%q, %v", text, ok)
	}
	raw := `{"a":"` + "x\u202ey\U000e0041z" + `"}`
	text, ok := copyable(json.RawMessage(raw))
	if !ok || text != `{"a":"x\u202ey\udb40\udc41z"}` {
		t.Errorf("%q, %v", text, ok)
	}
	var a, b any
	if json.Unmarshal([]byte(raw), &a) != nil || json.Unmarshal([]byte(text), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%q means something else than %q", text, raw)
	}
	if _, ok := copyable(json.RawMessage(`"` + strings.Repeat("x", maxCopied) + `"`)); ok {
		t.Error("a long text stands in the page twice")
	}
	if _, ok := copyable(json.RawMessage(`no json`)); ok {
		t.Error("what is no JSON can be copied as JSON")
	}
}
