package form

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

// TestReports is the rows of bug-triggers (a) that concern a schema or an
// answer, by their ids, and the gaps of go-sdk (G) that this package closes.
func TestReports(t *testing.T) {
	// form reads a whole schema; judge validates an answer on the wire.
	form := func(t *testing.T, raw string) *Schema { return mustParse(t, json.RawMessage(raw)) }
	judge := func(t *testing.T, s *Schema, content, want string) map[string]any {
		t.Helper()
		clean, problems := s.ValidateJSON(json.RawMessage(content))
		if got := codes(t, problems); got != want {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
		return clean
	}

	t.Run("A1 presentation keys", func(t *testing.T) {
		s := form(t, string(one(`{"type":"string","enum":["a","b"],"enumValues":["x"],"x-widget":"radio"}`)))
		judge(t, s, `{"f":"a"}`, "")
		if raw, _ := Object(s.Fields...).MarshalJSON(); string(raw) != string(one(`{"type":"string","enum":["a","b"]}`)) {
			t.Errorf("own keys are sent: %s", raw)
		}
	})
	t.Run("A3 everything drawn and enforced", func(t *testing.T) {
		s := form(t, `{"type":"object","properties":{
			"name":{"type":"string","title":"Name","default":"Ada"},
			"count":{"type":"integer","minimum":1,"maximum":5},
			"code":{"type":"string","pattern":"^[A-Z]{3}$"},
			"tags":{"type":"array","items":{"type":"string","enum":["x","y"]}},
			"which":{"type":"string","oneOf":[{"const":"a","title":"Alpha"}]}}}`)
		if s.Fields[0].Label() != "Name" || s.Defaults().Get("name") != "Ada" || s.Fields[4].Options[0].Label() != "Alpha" {
			t.Errorf("%+v", s.Fields)
		}
		judge(t, s, `{"count":6,"code":"abc","tags":["z"],"which":"Alpha"}`, "count:maximum code:pattern tags:option which:option")
		judge(t, s, `{"count":5,"code":"ABC","tags":["y"],"which":"a"}`, "")
	})
	t.Run("A4 boolean", func(t *testing.T) {
		s := form(t, string(one(`{"type":"boolean"}`)))
		for typed, want := range map[string]map[string]any{"": {}, "true": {"f": true}, "false": {"f": false}} {
			if content, _ := s.Read(Draft{"f": {typed}}); !reflect.DeepEqual(content, want) {
				t.Errorf("%q: %v", typed, content)
			}
		}
	})
	t.Run("A5 defaults", func(t *testing.T) {
		for property, shown := range map[string][]string{
			`{"type":"string","default":"a"}`:                             {"a"},
			`{"type":"number","default":1.50}`:                            {"1.5"},
			`{"type":"integer","default":9007199254740993}`:               {"9007199254740993"},
			`{"type":"boolean","default":false}`:                          {"false"},
			`{"type":"string","enum":["a","b"],"default":"b"}`:            {"b"},
			`{"type":"array","items":{"enum":["a","b"]},"default":["b"]}`: {"b"},
		} {
			s := form(t, string(one(property)))
			if got := s.Defaults()["f"]; !reflect.DeepEqual(got, shown) {
				t.Errorf("%s shows %q", property, got)
			}
			if content, problems := s.Read(s.Defaults()); len(content) != 1 || problems != nil {
				t.Errorf("%s sends %v", property, content)
			}
			if content, problems := s.Read(Draft{"f": {}}); len(content) != 0 || problems != nil {
				t.Errorf("%s cleared sends %v", property, content)
			}
		}
	})
	t.Run("A8 all optional", func(t *testing.T) {
		s := form(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"enum":["x"]}}}`)
		content, problems := s.Read(s.Defaults())
		if raw, _ := json.Marshal(content); string(raw) != "{}" || problems != nil {
			t.Errorf("%s, %v", raw, problems)
		}
	})
	for _, id := range []string{"A9", "A10", "G10"} {
		t.Run(id+" multi-select", func(t *testing.T) {
			for _, items := range []string{
				`{"type":"string","enum":["a","b"]}`, `{"enum":["a","b"]}`,
				`{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`,
				`{"type":"string","anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`,
				`{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`,
			} {
				s := form(t, string(one(`{"type":"array","items":`+items+`}`)))
				judge(t, s, `{"f":["b","a"]}`, "")
				judge(t, s, `{"f":["c"]}`, "f:option")
			}
		})
	}
	t.Run("A11 options at run time", func(t *testing.T) {
		var options []Option
		for i := range 3 {
			options = append(options, Option{fmt.Sprint("note-", i), fmt.Sprint("Note ", i)})
		}
		raw, err := Object(SomeOf("notes", "Which?", options...).Require().Count(1, -1)).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		judge(t, mustParse(t, raw), `{"notes":["note-2","note-0"]}`, "")
	})
	t.Run("A14 accept without content", func(t *testing.T) {
		s := form(t, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`)
		for _, content := range []string{``, `null`, `{}`} {
			if clean := judge(t, s, content, "a:required"); clean != nil {
				t.Errorf("%q gives %v", content, clean)
			}
		}
	})
	for _, id := range []string{"A16", "G7"} {
		t.Run(id+" formats", func(t *testing.T) {
			s := form(t, `{"type":"object","properties":{"e":{"type":"string","format":"email"},"u":{"type":"string","format":"uri"},
				"d":{"type":"string","format":"date"},"t":{"type":"string","format":"date-time"}}}`)
			judge(t, s, `{"e":"nope","u":"example.com","d":"2026-02-30","t":"2026-02-28T10:00"}`, "e:email u:uri d:date t:date-time")
		})
	}
	t.Run("A18 drawn when unambiguous", func(t *testing.T) {
		for _, property := range []string{
			`{"type":["string","null"]}`, `{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}`,
			`{"enum":["a"]}`, `{"type":"string","oneOf":[{"const":"","title":"None"}]}`,
		} {
			s := form(t, string(one(property)))
			judge(t, s, `{"f":null}`, "") // absent
		}
		s := form(t, string(one(`{"type":"string","oneOf":[{"const":"","title":"None"}]}`)))
		if content, _ := s.Read(Draft{"f": {""}}); !reflect.DeepEqual(content, map[string]any{"f": ""}) {
			t.Errorf("the option of value \"\" sends %v", content)
		}
		_, err := Parse(one(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`))
		if codeOf(t, err) != CodeUnsupported {
			t.Errorf("ambiguous: %v", err)
		}
	})
	t.Run("A21 __proto__", func(t *testing.T) {
		s := form(t, `{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["__proto__"]}`)
		content, _ := s.Read(Draft{"__proto__": {"x"}, "constructor": {"y"}})
		raw, _ := json.Marshal(content)
		if string(raw) != `{"__proto__":"x","constructor":"y"}` {
			t.Errorf("sent %s", raw)
		}
		if clean := judge(t, s, string(raw), ""); clean["__proto__"] != "x" {
			t.Errorf("received %v", clean)
		}
	})
	t.Run("A24 unreadable draft", func(t *testing.T) {
		s := form(t, string(one(`{"type":"number"}`)))
		content, problems := s.Read(Draft{"f": {"abc"}})
		if codes(t, problems) != "f:number" || content != nil {
			t.Errorf("%v, %v", content, problems)
		}
	})
	t.Run("A25 server parses again", func(t *testing.T) {
		s := form(t, string(one(`{"type":"integer"}`)))
		if clean := judge(t, s, `{"f":3.0}`, ""); clean["f"] != int64(3) {
			t.Errorf("%T", clean["f"])
		}
		judge(t, s, `{"f":"3"}`, "f:number")
	})
	for _, id := range []string{"A26", "A27"} {
		t.Run(id+" all fields or none", func(t *testing.T) {
			s := form(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"required":["a","b","c"]}`)
			if len(s.Fields) != 3 || len(s.Defaults()) != 3 {
				t.Errorf("%v", s.Fields)
			}
			_, err := Parse(json.RawMessage(`{"properties":{"a":{"type":"string"},"b":{"type":"object"}}}`))
			if codeOf(t, err) != CodeType || err.(*Error).Field != "b" {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("A37 undeclared keys", func(t *testing.T) {
		s := form(t, `{"type":"object","properties":{"a":{"type":"string"}}}`)
		if clean := judge(t, s, `{"a":"x","z":1}`, ""); !reflect.DeepEqual(clean, map[string]any{"a": "x"}) {
			t.Errorf("clean %v", clean)
		}
		if got := s.Undeclared(map[string]any{"a": "x", "z": 1}); !reflect.DeepEqual(got, []string{"z"}) {
			t.Errorf("undeclared %v", got)
		}
	})
	t.Run("G12 field order", func(t *testing.T) {
		s := form(t, `{"properties":{"z":{"type":"string"},"a":{"type":"string"},"m":{"type":"string"}}}`)
		if got := s.Fields[0].Name + s.Fields[1].Name + s.Fields[2].Name; got != "zam" {
			t.Error(got)
		}
	})
	t.Run("G13 default of a required field", func(t *testing.T) {
		s := form(t, `{"properties":{"a":{"type":"string","default":"x"}},"required":["a"]}`)
		if content, problems := s.Read(nil); content["a"] != "x" {
			t.Errorf("untouched: %v, %v", content, problems)
		}
		_, problems := s.Read(Draft{"a": {""}})
		if codes(t, problems) != "a:required" { // cleared
			t.Errorf("cleared: %v", problems)
		}
		judge(t, s, `{}`, "a:required") // nobody showed it, so nobody agreed to it
	})
}
