package design

import "testing"

func TestMistakes(t *testing.T) {
	for text, want := range map[string]Mistake{
		``:                           EndsEarly,
		`{"a": 1`:                    EndsEarly,
		`{"a": [1, 2`:                EndsEarly,
		`{"a": "1`:                   EndsEarly,
		`{"a": 1,}`:                  ExtraComma,
		"{\"a\": [1,\n]}":            ExtraComma,
		"{\"a\": true\n\"b\": 1}":    MissingComma,
		`{"a": [{} {}]}`:             MissingComma,
		`{'a': 1}`:                   WrongQuotes,
		`{a: 1}`:                     WrongQuotes,
		`{"a": object}`:              WrongQuotes,
		`{“a”: 1}`:                   WrongQuotes,
		"{\"a\": 1, // the first\n}": Comment,
		`{"a": 1}}`:                  TextAfterward,
		`{"}": 1} {"b": 2}`:          TextAfterward,
		`{"a" 1}`:                    MissingColon,
		`{"a": {"b" "c"}}`:           MissingColon,
		`{"a": "b" "c"}`:             MissingComma,
		`["a" "b"]`:                  MissingComma,
		`{"a":: 1}`:                  OtherMistake,
		"{\"a\": \"\xff\"}":          OtherMistake,
	} {
		d := open(t, "")
		type_(d, "Which?", text)
		if got := d.State().Mistake; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		type_(d, "Which?", object(which))
		if got := d.State().Mistake; got != NoMistake {
			t.Errorf("mended, and still %q", got)
		}
	}
}
