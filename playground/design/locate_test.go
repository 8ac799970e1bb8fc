package design

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func TestLocate(t *testing.T) {
	const text = `{
  "type": "object",
  "properties": {
    "😀 a/b~": {"type": "string", "enum": ["x", {"y": 1}]},
    "n": {"type": "integer"}
  },
  "n": 1,
  "n": 2
}`
	for pointer, want := range map[string]string{
		"":                                `{`,
		"/type":                           `"type": "object"`,
		"/properties/n":                   `"n": {"type": "integer"}`,
		"/properties/n/type":              `"type": "integer"`,
		"/properties/😀 a~1b~0/enum":       `"enum": ["x", {"y": 1}]`,
		"/properties/😀 a~1b~0/enum/0":     `"x"`,
		"/properties/😀 a~1b~0/enum/1/y":   `"y": 1`,
		"/n":                              `"n": 1`,
		"/properties/nothing of the sort": "",
	} {
		span := locate(text, []string{pointer})[pointer]
		if got := string(utf16.Decode(utf16.Encode([]rune(text))[span.Start:span.End])); got != want {
			t.Errorf("%q is %q, want %q", pointer, got, want)
		}
	}
}

func TestLocateInWhatIsNotJSON(t *testing.T) {
	found := locate(`{"a": 1, "b": {"c": 2, "d" 3}}`, []string{"/a", "/b", "/b/c", "/b/d"})
	if len(found) != 2 || found["/a"] != (Span{1, 7}) || found["/b/c"] != (Span{15, 21}) {
		t.Errorf("found %v", found)
	}
	if found := locate(strings.Repeat("[", 1<<20), []string{"/0/0"}); len(found) != 0 {
		t.Errorf("found %v in what never ends", found)
	}
}
