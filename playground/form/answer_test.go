package form

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// codes is the problems as "field:code", checking that each has words.
func codes(t testing.TB, problems []Problem) string {
	t.Helper()
	var all []string
	for _, p := range problems {
		if m := p.Message(); m == "" || strings.HasPrefix(m, "This is not right") || strings.Contains(m, "<nil>") {
			t.Errorf("no English for %q: %s", p.Code, m)
		}
		all = append(all, p.Field+":"+p.Code)
	}
	return strings.Join(all, " ")
}

// TestValues runs values through one field: what comes out, or the code.
func TestValues(t *testing.T) {
	const (
		text    = `{"type":"string","minLength":2,"maxLength":3}`
		integer = `{"type":"integer","minimum":1,"maximum":5}`
		anyInt  = `{"type":"integer"}`
		anyNum  = `{"type":"number"}`
		ratio   = `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`
		choice  = `{"type":"string","oneOf":[{"const":"","title":"None"},{"const":"a","title":"A"}]}`
		several = `{"type":"array","items":{"enum":["a","b","c"]},"minItems":1,"maxItems":2}`
	)
	for _, test := range []struct {
		property, value string
		want            any // a value, or a Problem code after "!"
	}{
		{text, `"ab"`, "ab"},
		{text, `"a"`, "!min-length"},
		{text, `"abcd"`, "!max-length"},
		{text, `"메모장"`, "메모장"}, // code points, not bytes
		{text, `"😀😀😀"`, "😀😀😀"},
		{text, `"e\u0301e\u0301"`, "!max-length"}, // nor what a reader would count
		{text, `5`, "!text"},
		{text, `["ab"]`, "!text"},
		{text, `{"a":1}`, "!text"},
		{integer, `3`, int64(3)},
		{integer, `3.0`, int64(3)},
		{integer, `30e-1`, int64(3)},
		{integer, `3.5`, "!integer"},
		{integer, `"3"`, "!number"},
		{integer, `0`, "!minimum"},
		{integer, `6`, "!maximum"},
		{integer, `true`, "!number"},
		{anyInt, `9007199254740993`, int64(9007199254740993)},
		{anyInt, `-9223372036854775808`, int64(math.MinInt64)},
		{anyInt, `9223372036854775808`, "!inexact"},
		{anyInt, `1e400`, "!inexact"},
		{anyInt, `1e99999999999999999999`, "!inexact"},
		{anyInt, `1e-99999999999999999999`, "!integer"},
		{anyInt, `-0`, int64(0)},
		{anyNum, `0.1`, 0.1},
		{anyNum, `1e23`, 1e23},
		{anyNum, `9007199254740993`, "!inexact"},
		{anyNum, `3.14159265358979323846`, math.Pi},
		{anyNum, `1e400`, "!inexact"},
		{anyNum, `1e-400`, 0.0},
		{ratio, `0.5`, 0.5},
		{ratio, `0`, "!exclusive-minimum"},
		{ratio, `1e-400`, "!exclusive-minimum"}, // judged as it would be sent
		{ratio, `1.0`, "!exclusive-maximum"},
		{`{"type":"integer","minimum":9007199254740993}`, `9007199254740992`, "!minimum"},
		{`{"type":"boolean"}`, `false`, false},
		{`{"type":"boolean"}`, `"true"`, "!boolean"},
		{`{"type":"boolean"}`, `1`, "!boolean"},
		{choice, `"a"`, "a"},
		{choice, `""`, ""},
		{choice, `"A"`, "!option"}, // values are sent, titles are shown
		{several, `["b","a"]`, []string{"b", "a"}},
		{several, `[]`, "!min-items"},
		{several, `["a","b","c"]`, "!max-items"},
		{several, `["a","a"]`, "!duplicate"},
		{several, `["d"]`, "!option"},
		{several, `"a"`, "!list"},
		{several, `[1]`, "!list"},
		{`{"type":"string","pattern":"^[A-Z]{3}$"}`, `"ABC"`, "ABC"},
		{`{"type":"string","pattern":"^[A-Z]{3}$"}`, `"ABCD"`, "!pattern"},
		{`{"type":"string","pattern":"b"}`, `"abc"`, "abc"}, // not anchored
		{`{"type":"string","pattern":"^(?=x)"}`, `"abc"`, "abc"},
		{`{"type":"string"}`, `"` + strings.Repeat("x", MaxText+1) + `"`, "!too-large"},
		{`{"type":"string"}`, `"\u0000"`, "\x00"},
	} {
		s := mustParse(t, one(test.property))
		clean, problems := s.ValidateJSON(json.RawMessage(`{"f":` + test.value + `}`))
		if code, ok := test.want.(string); ok && strings.HasPrefix(code, "!") {
			if got := codes(t, problems); got != "f:"+code[1:] || clean != nil {
				t.Errorf("%s with %s: %v, %q, want %s", test.property, shorten(test.value), clean, got, code)
			}
			continue
		}
		if !reflect.DeepEqual(clean, map[string]any{"f": test.want}) {
			t.Errorf("%s with %s: %v, %q, want %v", test.property, shorten(test.value), clean, codes(t, problems), test.want)
		}
	}
}

// TestGoValues is what a Go author or another decoder may hand over.
func TestGoValues(t *testing.T) {
	number := mustParse(t, one(`{"type":"number"}`))
	for _, value := range []any{3, int32(3), int64(3), uint64(3), float32(3), 3.0, json.Number("3")} {
		clean, problems := number.Validate(map[string]any{"f": value})
		if clean["f"] != 3.0 {
			t.Errorf("%T: %v, %v", value, clean, problems)
		}
	}
	for _, value := range []any{math.NaN(), math.Inf(1), math.Inf(-1), json.Number("x"), json.Number("0x1p4"), struct{}{}, "\xff"} {
		if _, problems := number.Validate(map[string]any{"f": value}); codes(t, problems) != "f:number" {
			t.Errorf("%v: %v", value, problems)
		}
	}
	integer := mustParse(t, one(`{"type":"integer"}`))
	if _, problems := integer.Validate(map[string]any{"f": float64(1 << 60)}); codes(t, problems) != "f:inexact" {
		t.Errorf("rounded on the way: %v", problems)
	}
	if clean, _ := integer.Validate(map[string]any{"f": int64(1 << 60)}); clean["f"] != int64(1<<60) {
		t.Errorf("exact: %v", clean)
	}
	text := mustParse(t, one(`{"type":"string"}`))
	if _, problems := text.Validate(map[string]any{"f": "\xff"}); codes(t, problems) != "f:text" {
		t.Errorf("not UTF-8: %v", problems)
	}
	list := []string{"a"}
	several := mustParse(t, one(`{"type":"array","items":{"enum":["a"]}}`))
	clean, _ := several.Validate(map[string]any{"f": list})
	list[0] = "changed"
	if !reflect.DeepEqual(clean["f"], []string{"a"}) {
		t.Error("clean shares memory with content")
	}
}

func TestContent(t *testing.T) {
	s := mustParse(t, json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["b"]}`))
	for _, test := range []struct{ content, want string }{
		{``, "b:required"},
		{`null`, "b:required"},
		{`{}`, "b:required"},
		{`{"b":null}`, "b:required"},
		{`{"a":5}`, "a:text b:required"},
		{`{"b":1,"a":null}`, ""},
		{`{"b":1,"a":""}`, ""},
		{`[]`, ":content"},
		{`"b"`, ":content"},
		{`{"b":1,"b":2}`, ":content"},
		{`{"b":1`, ":content"},
		{`{"b":` + strings.Repeat("[", 100_000), ":content"},
		{`{"b":1,"a":"` + strings.Repeat("x", MaxAnswerBytes) + `"}`, ":content"},
	} {
		clean, problems := s.ValidateJSON(json.RawMessage(test.content))
		if got := codes(t, problems); got != test.want {
			t.Errorf("%s: %q, want %q", shorten(test.content), got, test.want)
		}
		if (clean == nil) != (problems != nil) {
			t.Errorf("%s: clean %v with problems %v", shorten(test.content), clean, problems)
		}
	}
}

func TestDraft(t *testing.T) {
	s := mustParse(t, json.RawMessage(`{"type":"object","properties":{
		"text":{"type":"string","default":"hello"},
		"note":{"type":"string"},
		"count":{"type":"integer","default":2},
		"ratio":{"type":"number"},
		"yes":{"type":"boolean","default":true},
		"maybe":{"type":"boolean"},
		"when":{"type":"string","format":"date-time"},
		"which":{"type":"string","enum":["a","b"],"default":"b"},
		"any":{"type":"array","items":{"enum":["x","y"]},"default":["x"]}}}`))
	defaults := map[string]any{"text": "hello", "count": int64(2), "yes": true, "which": "b", "any": []string{"x"}}
	cleared := s.Defaults()
	for name := range cleared {
		cleared.Set(name)
	}
	blank := s.Defaults()
	for name := range blank {
		blank.Set(name, "")
	}
	blank.Set("any")
	for _, test := range []struct {
		name  string
		draft Draft
		want  map[string]any
	}{
		{"untouched", nil, defaults},
		{"as shown", s.Defaults(), defaults},
		{"cleared", cleared, map[string]any{}},
		{"cleared to blanks", blank, map[string]any{}},
		{"typed", Draft{
			"text": {"  kept  "}, "count": {" +007 "}, "ratio": {".5"}, "yes": {"false"}, "maybe": {"true"},
			"when": {"2026-07-28T09:30+09:00"}, "which": {"a"}, "any": {"y", "x"}, "undeclared": {"z"},
		}, map[string]any{
			"text": "  kept  ", "count": int64(7), "ratio": 0.5, "yes": false, "maybe": true,
			"when": "2026-07-28T09:30:00+09:00", "which": "a", "any": []string{"y", "x"},
		}},
		{"hidden field and checkbox", Draft{
			"text": {}, "count": {}, "yes": {"false"}, "maybe": {"false", "true"}, "which": {"", "a"}, "any": {},
		}, map[string]any{"yes": false, "maybe": true, "which": "a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			content, problems := s.Read(test.draft)
			if !reflect.DeepEqual(content, test.want) {
				t.Errorf("got %v, %s\nwant %v", content, codes(t, problems), test.want)
			}
		})
	}
	for _, test := range []struct{ field, typed, code string }{
		{"count", "1,5", "number"},
		{"count", "1e", "number"},
		{"count", "--1", "number"},
		{"count", ".", "number"},
		{"count", "0x10", "number"},
		{"count", "Infinity", "number"},
		{"count", "1.5", "integer"},
		{"count", strings.Repeat("9", MaxDigits+1), "number"},
		{"ratio", "NaN", "number"},
		{"ratio", "1e400", "inexact"},
		{"yes", "on", "boolean"},
		{"when", "2026-07-28T09:30", "date-time"},
		{"which", "c", "option"},
		{"any", "", "option"},
		{"text", strings.Repeat("x", MaxText+1), "too-large"},
	} {
		content, problems := s.Read(Draft{test.field: {test.typed}})
		if got := codes(t, problems); got != test.field+":"+test.code || content != nil {
			t.Errorf("%s %q: %v, %q, want %s", test.field, shorten(test.typed), content, got, test.code)
		}
	}
	d := Draft{"any": {"x", "y"}}
	if d.Get("any") != "y" || d.Get("none") != "" || !d.Has("any", "y") || d.Has("any", "z") {
		t.Error("Get or Has")
	}
}

// TestRequiredDraft: one problem for a field, in field order, and an unreadable
// text is not also a missing one.
func TestRequiredDraft(t *testing.T) {
	s := Object(
		Integer("n", "N").Require(), Text("t", "T").Require(), Boolean("b", "B").Require(),
		OneOf("o", "O", Option{Value: "a"}).Require(),
		SomeOf("m", "M", Option{Value: "a"}).Require().Count(1, -1),
		SomeOf("z", "Z", Option{Value: "a"}).Require(),
	)
	_, problems := s.Read(Draft{"n": {"abc"}, "t": {""}})
	if got := codes(t, problems); got != "n:number t:required b:required o:required m:min-items" {
		t.Error(got)
	}
	content, _ := s.Read(Draft{"n": {"1"}, "t": {" "}, "b": {"false"}, "o": {"a"}, "m": {"a"}, "z": {}})
	want := map[string]any{"n": int64(1), "t": " ", "b": false, "o": "a", "m": []string{"a"}, "z": []string{}}
	if !reflect.DeepEqual(content, want) {
		t.Errorf("got %v", content)
	}
}

func TestFillAndUndeclared(t *testing.T) {
	s := Object(Integer("n", "").WithDefault(2).Require(), Text("t", ""))
	given := map[string]any{"x": 1, "b": 2}
	clean, problems := s.Validate(s.Fill(given))
	if !reflect.DeepEqual(clean, map[string]any{"n": int64(2)}) || len(given) != 2 {
		t.Errorf("%v, %v, %v", clean, problems, given)
	}
	if got := s.Undeclared(given); !reflect.DeepEqual(got, []string{"b", "x"}) {
		t.Errorf("undeclared: %v", got)
	}
}

func TestFormats(t *testing.T) {
	for kind, texts := range map[Kind]struct{ good, bad []string }{
		KindEmail: {
			[]string{"a@b.c", "first.last+tag@sub.example.co.kr", "o'brien@example.com", "root@localhost", "x@xn--9t4b11yi5a.com"},
			[]string{"nope", "", "@b.c", "a@", "a@b@c", "a b@c.d", ".a@b.c", "a..b@c.d", "a.@b.c", "a@-b.c", "a@b..c", "a@b_c.d",
				`"a b"@c.d`, "a@[127.0.0.1]", "메모@example.com", "a@메모.com", "a@b.c\n", strings.Repeat("a", 65) + "@b.c", "a@" + strings.Repeat("b.", 130) + "c"},
		},
		KindURI: {
			[]string{"https://example.com", "HTTP://example.com:80/a?b=c#d", "mailto:a@b.c", "urn:isbn:0451450523", "file:///etc/hosts",
				"https://[::1]:8443/x", "https://u:p@h/", "https://h/a%20b", "tag:x,2026:y", "ftp://h"},
			[]string{"", "example.com", "/path", "//host/path", "https:", "https:example.com", "https://", "https:///x", "https://:80/", "1a:b",
				"https://h/a b", "https://h/%zz", "https://h/%2", "https://h/메모", "https://h/\\x", "https://h/#a#b", "https://h/[x]", "a\nb:c", "https://h/<b>"},
		},
		KindDate: {
			[]string{"2026-07-28", "2024-02-29", "0001-01-01", "9999-12-31"},
			[]string{"", "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-7-28", "28-07-2026", "2026/07/28", "2026-07-28T00:00:00Z", "+2026-07-28", "2026-07-28 ", "20260728"},
		},
		KindDateTime: {
			[]string{"2026-07-28T09:30:00Z", "2026-07-28t09:30:00z", "2026-07-28T09:30:00.123456789+09:00", "2026-07-28T23:59:59-03:30",
				"2016-12-31T23:59:60Z", "2017-01-01T08:59:60+09:00", "2016-12-31T15:59:60-08:00"},
			[]string{"", "2026-07-28", "2026-07-28T09:30:00", "2026-07-28 09:30:00Z", "2026-02-30T09:30:00Z", "2026-07-28T24:00:00Z", "2026-07-28T09:60:00Z",
				"2026-07-28T09:30:60Z", "2026-07-28T9:30:00Z", "2026-07-28T09:30Z", "2026-07-28T09:30:00,5Z", "2026-07-28T09:30:00.Z", "2026-07-28T09:30:00+0900",
				"2026-07-28T09:30:00+24:00", "2026-07-28T09:30:00+09:60", "2026-07-28T09:30:00ZZ", "2026-07-28T09:30:00+9:00", "2026-07-28T09-30-00Z"},
		},
		KindText: {[]string{"", "anything"}, nil},
	} {
		for _, text := range texts.good {
			if !CheckFormat(kind, text) {
				t.Errorf("%s: %q is refused", kind, text)
			}
		}
		for _, text := range texts.bad {
			if CheckFormat(kind, text) {
				t.Errorf("%s: %q is accepted", kind, text)
			}
		}
	}
}
