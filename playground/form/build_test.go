package form

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

func TestBuild(t *testing.T) {
	s := Object(
		OneOf("note_id", "Which note?", Option{"note-3", "TPS <report> 2023"}, Option{Value: "note-7"}).Require(),
		Boolean("confirm", "Yes, delete it").Require().WithDefault(false),
		Text("why", "Why?").Describe("A word or two.").Length(2, 80).WithDefault("old"),
		Email("mail", ""), URI("uri", ""), Date("day", ""), DateTime("at", "").Length(-1, 40),
		Integer("n", "").AtLeast(1).AtMost(5).WithDefault(3),
		Number("x", "").AtLeast(-0.5).WithDefault(1),
		OneOf("plain", "", Option{Value: "a"}, Option{"b", "b"}).WithDefault("b"),
		SomeOf("tags", "Tags", Option{"a", "A"}, Option{"b", "B"}).Count(1, 2).WithDefault([]string{"a"}),
		SomeOf("more", "", Option{Value: "a"}),
	)
	const want = `{"type":"object","properties":{` +
		`"note_id":{"type":"string","title":"Which note?","oneOf":[{"const":"note-3","title":"TPS <report> 2023"},{"const":"note-7","title":"note-7"}]},` +
		`"confirm":{"type":"boolean","title":"Yes, delete it","default":false},` +
		`"why":{"type":"string","title":"Why?","description":"A word or two.","minLength":2,"maxLength":80,"default":"old"},` +
		`"mail":{"type":"string","format":"email"},"uri":{"type":"string","format":"uri"},"day":{"type":"string","format":"date"},` +
		`"at":{"type":"string","format":"date-time","maxLength":40},` +
		`"n":{"type":"integer","minimum":1,"maximum":5,"default":3},` +
		`"x":{"type":"number","minimum":-0.5,"default":1},` +
		`"plain":{"type":"string","enum":["a","b"],"default":"b"},` +
		`"tags":{"type":"array","title":"Tags","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]},"minItems":1,"maxItems":2,"default":["a"]},` +
		`"more":{"type":"array","items":{"type":"string","enum":["a"]}}},` +
		`"required":["note_id","confirm"]}`
	raw, err := s.MarshalJSON()
	if err != nil || string(raw) != want {
		t.Fatalf("%v\n got %s\nwant %s", err, raw, want)
	}
	// The parsed schema is the built one: same form, same answers.
	parsed := mustParse(t, raw)
	if !reflect.DeepEqual(parsed.Defaults(), s.Defaults()) {
		t.Errorf("defaults: %v, %v", parsed.Defaults(), s.Defaults())
	}
	for i := range parsed.Fields {
		got, want := parsed.Fields[i], s.Fields[i]
		for j := range want.Options {
			want.Options[j].Title = want.Options[j].Label()
			got.Options[j].Title = got.Options[j].Label()
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
	if again, err := json.Marshal(Object()); err != nil || string(again) != `{"type":"object","properties":{}}` {
		t.Errorf("empty: %s, %v", again, err)
	}
}

func TestBuildRefuses(t *testing.T) {
	for name, s := range map[string]*Schema{
		"twice":      Object(Text("a", ""), Boolean("a", "")),
		"no name":    Object(Text("", "")),
		"no options": Object(OneOf("a", "")),
		"same":       Object(OneOf("a", "", Option{Value: "x"}, Option{Value: "x"})),
		"default":    Object(Integer("a", "").WithDefault("x")),
		"member":     Object(OneOf("a", "", Option{Value: "x"}).WithDefault("y")),
		"bound":      Object(Number("a", "").AtLeast(math.NaN())),
		"too many":   Object(make([]Field, MaxFields+1)...),
	} {
		if raw, err := json.Marshal(s); err == nil {
			t.Errorf("%s: %s", name, raw)
		}
	}
}

// TestObjectCopies: a field kept by the caller is not the schema's.
func TestObjectCopies(t *testing.T) {
	fields := []Field{Text("a", "")}
	s := Object(fields...)
	fields[0].Name = "b"
	if s.Fields[0].Name != "a" {
		t.Error("Object keeps the caller's slice")
	}
}
