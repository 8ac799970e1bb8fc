package web

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"askback/playground/form"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain\r\n\ttext":                 "plain\r\n\ttext",
		"메모 · café":                       "메모 · café",
		"\x1b[31mred":                     "␛[31mred",
		"a\x00b\x7f":                      "a␀b␡",
		"\u202Egnp.exe":                   "[U+202E]gnp.exe",
		"\u2066x\u2069":                   "[U+2066]x[U+2069]",
		"bad \xff byte":                   "bad \uFFFD byte",
		"\u200fmark stays":                "\u200fmark stays",
		"\u0085":                          "[U+0085]",
		"a\u200bb\ufeff":                  "a[U+200B]b[U+FEFF]",
		"hi\U000E0041":                    "hi[U+E0041]",
		"क्\u200dष 👩\u200d💻":              "क्\u200dष 👩\u200d💻",
		"pass\u200dword":                  "pass[U+200D]word",
		"one\u2028two":                    "one[U+2028]two",
		"a\u00adb\u3164c":                 "a[U+00AD]b[U+3164]c",
		"Tiếng Việt, שָׁלוֹם":             "Tiếng Việt, שָׁלוֹם",
		"Z" + strings.Repeat("\u0301", 8): "Z" + strings.Repeat("\u0301", 6) + "[U+0301][U+0301]",
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBrief(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{" a\n b ", 10, "a b"},
		{"abcdef", 4, "abc…"},
		{"메모메모메", 4, "메모메…"},
		{strings.Repeat("x", 1<<20), 3, "xx…"},
		{"a" + strings.Repeat(" ", 100) + "b", 3, "a…"},
		{"", 3, ""},
	} {
		if got := brief(tt.in, tt.n); got != tt.want {
			t.Errorf("brief(%.20q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

// Different names have different ids, and no name makes the id of a hint.
func FuzzKey(f *testing.F) {
	f.Add("a", "a-hint")
	f.Add("home/alice", "home_2falice")
	f.Add("", "_")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a != b && key("x", a) == key("x", b) {
			t.Errorf("%q and %q have the same id", a, b)
		}
		if key("x", a)+"-hint" == key("x", b) {
			t.Errorf("%q takes the id of the hint of %q", b, a)
		}
		if strings.ContainsAny(key("x", a), " \t\n\f\r") || !utf8.ValidString(key("x", a)) {
			t.Errorf("id %q", key("x", a))
		}
	})
}

func TestSplitURL(t *testing.T) {
	for raw, want := range map[string]string{
		"https://notes.example/connect?a=b@c":  "https:// | notes.example | /connect?a=b@c",
		"https://alice@evil.test:8443/":        "https://alice@ | evil.test | :8443/",
		"https://bank.example@evil.test/#a@b":  "https://bank.example@ | evil.test | /#a@b",
		"http://localhost:8080/connect/":       "http:// | localhost | :8080/connect/",
		"http://[::1]:8080/":                   "http:// | [::1] | :8080/",
		"https://notes.example?next=//evil.eu": "https:// | notes.example | /?next=//evil.eu",
	} {
		u, problems, _ := form.JudgeURL(raw)
		if len(problems) > 0 {
			t.Fatal(raw, problems)
		}
		before, host, after := splitURL(u)
		if got := before + " | " + host + " | " + after; got != want || before+host+after != u.Text {
			t.Errorf("%s: %s", raw, got)
		}
	}
	if before, host, after := splitURL(form.URL{}); before+host+after != "" {
		t.Error("a URL out of nothing")
	}
}

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		`{"title":"TPS report","n":3,"ok":true,"no":null}`: "title: “TPS report”, n: 3, ok: true, no: null",
		`{}`:          "",
		`{"a":[1]}`:   `{"a":[1]}`,
		`not json`:    "not json",
		`{"b":1}{}`:   `{"b":1}{}`,
		``:            "",
		`{"a":1e400}`: "a: 1e400",
	} {
		if got := line(json.RawMessage(in)); got != want {
			t.Errorf("line(%s) = %q, want %q", in, got, want)
		}
	}
}

func TestColumns(t *testing.T) {
	for in, want := range map[string]string{
		`[{"a":1,"b":2},{"a":3,"b":4}]`: "a b",
		`[{"a":1},{"b":2}]`:             "",
		`[{"a":1},{"a":1,"b":2}]`:       "",
		`[{"a":1,"b":2},{"a":1}]`:       "",
		`[{"a":[]}]`:                    "",
		`[{}]`:                          "",
		`[1]`:                           "",
		`[]`:                            "",
	} {
		v, ok := parseValue(json.RawMessage(in))
		names, isTable := v.columns()
		if !ok || isTable != (want != "") || isTable && strings.Join(names, " ") != want {
			t.Errorf("columns(%s) = %v, %v", in, names, isTable)
		}
	}
}

// What is too large, too deep or too much for the page is not taken apart.
func TestValueIsBounded(t *testing.T) {
	for name, raw := range map[string]string{
		"deep":  strings.Repeat("[", 1000) + strings.Repeat("]", 1000),
		"many":  "[" + strings.Repeat("1,", 1000) + "1]",
		"large": `"` + strings.Repeat("x", maxJSON) + `"`,
		"torn":  `{"a":`,
		"two":   `{} {}`,
		"none":  ``,
	} {
		if _, ok := parseValue(json.RawMessage(raw)); ok {
			t.Errorf("%s is taken apart", name)
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	for in, want := range map[time.Duration]string{0: "<1 ms", 4 * time.Millisecond: "4 ms", 6200 * time.Millisecond: "6.2 s"} {
		if got := seconds(in); got != want {
			t.Errorf("seconds(%v) = %q", in, got)
		}
	}
	for in, want := range map[int64]string{12: "12 B", 1200: "1.2 kB", 9_650_000: "9.7 MB"} {
		if got := byteSize(in); got != want {
			t.Errorf("byteSize(%d) = %q", in, got)
		}
	}
}
