package form

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// one is the schema of a single optional field called f.
func one(property string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"f":` + property + `}}`)
}

func mustParse(t testing.TB, raw json.RawMessage) *Schema {
	t.Helper()
	s, err := Parse(raw)
	if err != nil {
		t.Fatalf("Parse(%s): %v", shorten(string(raw)), err)
	}
	return s
}

// codeOf is the code of a refusal, "" for nil. It checks that the code has
// words too.
func codeOf(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var refused *Error
	if !errors.As(err, &refused) {
		t.Fatalf("error is a %T, want *Error", err)
	}
	if strings.HasPrefix(refused.Reason(), "it cannot be drawn (") || strings.Contains(refused.Error(), "<nil>") {
		t.Errorf("no English for %q: %s", refused.Code, refused)
	}
	if len(refused.Error()) > 500 {
		t.Errorf("message of %d bytes", len(refused.Error()))
	}
	return refused.Code
}

// TestDefinitions is every definition of A4.4 to A4.12 with all its keywords.
func TestDefinitions(t *testing.T) {
	two, five := 2, 5
	options := []Option{{"a", "Alpha"}, {"b", "Beta"}}
	plain := []Option{{Value: "a"}, {Value: "b"}}
	for _, test := range []struct {
		rule, property string
		want           Field
	}{
		{"A4.4", `{"type":"string","title":"T","description":"D","minLength":2,"maxLength":5,"default":"abc"}`,
			Field{Title: "T", Description: "D", Kind: KindText, MinLength: &two, MaxLength: &five, Default: "abc"}},
		{"A4.4", `{"type":"string","format":"email","default":"a@b.c"}`, Field{Kind: KindEmail, Default: "a@b.c"}},
		{"A4.4", `{"type":"string","format":"uri"}`, Field{Kind: KindURI}},
		{"A4.4", `{"type":"string","format":"date"}`, Field{Kind: KindDate}},
		{"A4.4", `{"type":"string","format":"date-time"}`, Field{Kind: KindDateTime}},
		{"A4.5", `{"type":"number","minimum":-1.5,"maximum":2.5,"default":0.1}`,
			Field{Kind: KindNumber, Minimum: "-1.5", Maximum: "2.5", Default: 0.1}},
		{"A4.5", `{"type":"integer","minimum":1,"maximum":5,"default":3.0}`,
			Field{Kind: KindInteger, Minimum: "1", Maximum: "5", Default: int64(3)}},
		{"A4.6", `{"type":"boolean","default":false}`, Field{Kind: KindBoolean, Default: false}},
		{"A4.7", `{"type":"string","enum":["a","b"],"enumNames":["Alpha","Beta"]}`,
			Field{Kind: KindSingleSelect, Options: options, enumNames: true}},
		{"A4.8", `{"type":"string","enum":["a","b"],"default":"b"}`,
			Field{Kind: KindSingleSelect, Options: plain, Default: "b"}},
		{"A4.9", `{"type":"string","oneOf":[{"const":"a","title":"Alpha"},{"const":"b","title":"Beta"}],"default":"a"}`,
			Field{Kind: KindSingleSelect, Options: options, Default: "a"}},
		{"A4.10", `{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2,"maxItems":5,"default":["a","b"]}`,
			Field{Kind: KindMultiSelect, Options: plain, MinItems: &two, MaxItems: &five, Default: []string{"a", "b"}}},
		{"A4.11", `{"type":"array","items":{"anyOf":[{"const":"a","title":"Alpha"},{"const":"b","title":"Beta"}]}}`,
			Field{Kind: KindMultiSelect, Options: options}},
		{"A4.12", `{"type":"string","enum":["a","b"],"enumNames":["Alpha","Beta"],"default":"a"}`,
			Field{Kind: KindSingleSelect, Options: options, Default: "a", enumNames: true}},
		{"A4.14", `{"type":"string","pattern":"^[A-Z]{3}$"}`, Field{Kind: KindText, Pattern: "^[A-Z]{3}$"}},
	} {
		t.Run(test.rule, func(t *testing.T) {
			s := mustParse(t, one(test.property))
			got := s.Fields[0]
			got.matcher = nil
			test.want.Name = "f"
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s\n got %+v\nwant %+v", test.property, got, test.want)
			}
		})
	}
}

// TestTolerated is what is outside the definitions and can mean one thing only.
func TestTolerated(t *testing.T) {
	for _, test := range []struct {
		property string
		kind     Kind
		options  int
	}{
		{`{"type":["string","null"]}`, KindText, 0},
		{`{"type":["null","integer"]}`, KindInteger, 0},
		{`{"type":["string"]}`, KindText, 0},
		{`{"anyOf":[{"type":"string","format":"date"},{"type":"null"}],"default":null,"title":"When"}`, KindDate, 0},
		{`{"oneOf":[{"type":"null"},{"type":"boolean"}]}`, KindBoolean, 0},
		{`{"anyOf":[{"type":"array","items":{"enum":["a","b"]}},{"type":"null"}]}`, KindMultiSelect, 2},
		{`{"enum":["a","b"]}`, KindSingleSelect, 2},
		{`{"oneOf":[{"const":"a","title":"A"}]}`, KindSingleSelect, 1},
		{`{"type":"string","oneOf":[{"const":"","title":"None"},{"const":"a","title":"A"}]}`, KindSingleSelect, 2},
		{`{"type":"string","oneOf":[{"const":"a"}]}`, KindSingleSelect, 1},
		{`{"type":"string","anyOf":[{"const":"a","title":"A"}]}`, KindSingleSelect, 1},
		{`{"type":"array","items":{"type":"string","anyOf":[{"const":"a","title":"A"}]}}`, KindMultiSelect, 1},
		{`{"type":"array","items":{"type":"string","oneOf":[{"const":"a","title":"A"}]}}`, KindMultiSelect, 1},
		{`{"type":"array","items":{"enum":["a"]},"uniqueItems":true}`, KindMultiSelect, 1},
		{`{"type":"string","enum":["a","b"],"enumNames":["A"]}`, KindSingleSelect, 2},
		{`{"type":"string","format":"uuid"}`, KindText, 0},
		{`{"type":"number","exclusiveMinimum":0}`, KindNumber, 0},
		{`{"type":"string","x-order":1,"examples":["a"],"readOnly":true,"enumValues":["a"]}`, KindText, 0},
	} {
		f := mustParse(t, one(test.property)).Fields[0]
		if f.Kind != test.kind || len(f.Options) != test.options || f.Default != nil {
			t.Errorf("%s: %+v", test.property, f)
		}
	}
	for _, root := range []string{
		`{}`, `{"type":"object"}`, `{"properties":{}}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{},"additionalProperties":false,"title":"X"}`,
	} {
		if s := mustParse(t, json.RawMessage(root)); len(s.Fields) != 0 {
			t.Errorf("%s: %v", root, s.Fields)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ property, code string }{
		{`true`, CodeKeyword},
		{`{}`, CodeType},
		{`{"type":"null"}`, CodeType},
		{`{"type":"object","properties":{}}`, CodeType},
		{`{"type":["string","number"]}`, CodeType},
		{`{"type":7}`, CodeType},
		{`{"anyOf":[{"type":"string"},{"type":"number"}]}`, CodeUnsupported},
		{`{"$ref":"#/$defs/x"}`, CodeUnsupported},
		{`{"type":"string","allOf":[]}`, CodeUnsupported},
		{`{"type":"string","const":"a"}`, CodeUnsupported},
		{`{"type":"string","not":{}}`, CodeUnsupported},
		{`{"type":"number","multipleOf":2}`, CodeUnsupported},
		{`{"type":"number","enum":[1,2]}`, CodeUnsupported},
		{`{"type":"boolean","enum":[true]}`, CodeUnsupported},
		{`{"enum":[1,2]}`, CodeKeyword},
		{`{"type":"string","enum":"a"}`, CodeKeyword},
		{`{"type":"string","enum":[]}`, CodeNoOptions},
		{`{"type":"string","enum":["a","a"]}`, CodeDuplicateOption},
		{`{"type":"string","enum":["a"],"oneOf":[{"const":"a"}]}`, CodeUnsupported},
		{`{"type":"string","oneOf":[{"const":1}]}`, CodeUnsupported},
		{`{"type":"string","oneOf":[{"const":"a","type":"integer"}]}`, CodeUnsupported},
		{`{"type":"string","oneOf":[{"const":"a","not":{}}]}`, CodeUnsupported},
		{`{"type":"array"}`, CodeItems},
		{`{"type":"array","items":{"type":"string"}}`, CodeItems},
		{`{"type":"array","items":{"type":"integer","enum":["a"]}}`, CodeItems},
		{`{"type":"array","items":{"type":"object","properties":{}}}`, CodeItems},
		{`{"type":"array","items":{"enum":["a"],"minLength":2}}`, CodeUnsupported},
		{`{"type":"array","items":[{"type":"string"}]}`, CodeItems},
		{`{"type":"string","title":5}`, CodeKeyword},
		{`{"type":"string","minLength":-1}`, CodeKeyword},
		{`{"type":"string","minLength":1.5}`, CodeKeyword},
		{`{"type":"string","maxLength":"5"}`, CodeKeyword},
		{`{"type":"integer","minimum":"1"}`, CodeKeyword},
		{`{"type":"array","items":{"enum":["a"]},"minItems":-1}`, CodeKeyword},
		{`{"type":"array","items":{"enum":["a"]},"maxItems":null}`, CodeKeyword},
		{`{"type":"array","items":{"enum":["a"]},"enum":[]}`, CodeUnsupported},
		{`{"type":"array","items":{"enum":["a"],"not":{}}}`, CodeUnsupported},
		{`{"type":"array","items":{"enum":[]}}`, CodeNoOptions},
		{`{"type":"string","description":5}`, CodeKeyword},
		{`{"type":"string","pattern":5}`, CodeKeyword},
		{`{"type":"string","oneOf":[{"const":"a","title":5}]}`, CodeKeyword},
	} {
		raw := one(test.property)
		_, err := Parse(raw)
		if got := codeOf(t, err); got != test.code {
			t.Errorf("%s: %q, want %q", test.property, got, test.code)
		}
		var refused *Error
		if errors.As(err, &refused) && refused.Field != "f" {
			t.Errorf("%s: field %q is not named", test.property, refused.Field)
		}
	}
	for _, test := range []struct{ root, code string }{
		{``, CodeJSON},
		{`{`, CodeJSON},
		{`{"type":"object"`, CodeJSON},
		{`{} {}`, CodeJSON},
		{`[1`, CodeJSON},
		{`["a",}`, CodeJSON},
		{`{"a"}`, CodeJSON},
		{"{\"a\":\"\xff\"}", CodeJSON},
		{`null`, CodeNotObject},
		{`[]`, CodeNotObject},
		{`{"type":"array"}`, CodeNotObject},
		{`{"type":"object","properties":[]}`, CodeNotObject},
		{`{"type":"object","properties":{},"required":"a"}`, CodeKeyword},
		{`{"type":"object","properties":{},"required":[1]}`, CodeKeyword},
		{`{"type":"object","properties":{},"required":["a"]}`, CodeRequired},
		{`{"type":"object","properties":{"":{"type":"string"}}}`, CodeName},
		{`{"type":"object","properties":{},"anyOf":[]}`, CodeUnsupported},
		{`{"type":"object","properties":{},"minProperties":1}`, CodeUnsupported},
		{`{"type":"object","$schema":"http://json-schema.org/draft-04/schema#"}`, CodeDialect},
		{`{"type":"object","$schema":7}`, CodeDialect},
		{`{"type":"object","type":"object"}`, CodeDuplicateKey},
		{`{"properties":{"a":{"type":"string"},"a":{"type":"number"}}}`, CodeDuplicateKey},
	} {
		_, err := Parse(json.RawMessage(test.root))
		if got := codeOf(t, err); got != test.code {
			t.Errorf("%s: %q, want %q (%v)", test.root, got, test.code, err)
		}
	}
}

// TestHostile holds each limit: a clear refusal, soon.
func TestHostile(t *testing.T) {
	repeat := func(n int, item func(i int) string) string {
		items := make([]string, n)
		for i := range items {
			items[i] = item(i)
		}
		return strings.Join(items, ",")
	}
	long := strings.Repeat("x", 1_000_000)
	for _, test := range []struct {
		name, root, code string
	}{
		{"10,000 fields", `{"type":"object","properties":{` + repeat(10_000, func(i int) string {
			return fmt.Sprintf(`"f%d":{"type":"string"}`, i)
		}) + `}}`, CodeTooManyFields},
		{"1 MB title", string(one(`{"type":"string","title":"` + long + `"}`)), CodeTextTooLong},
		{"1 MB description", string(one(`{"type":"string","description":"` + long + `"}`)), CodeTextTooLong},
		{"1 MB option", string(one(`{"type":"string","enum":["` + long + `"]}`)), CodeTextTooLong},
		{"1 MB name", `{"properties":{"` + long + `":{"type":"string"}}}`, CodeName},
		{"1 MB type", string(one(`{"type":"` + long + `"}`)), CodeType},
		{"1 MB number", string(one(`{"type":"number","minimum":` + strings.Repeat("9", 1_000_000) + `}`)), CodeKeyword},
		{"2 MB", string(one(`{"type":"string","title":"` + long + long + `"}`)), CodeTooLarge},
		{"deep arrays", strings.Repeat("[", 500_000), CodeTooDeep},
		{"deep objects", strings.Repeat(`{"a":`, 100_000), CodeTooDeep},
		{"many values", "[" + repeat(100_000, func(int) string { return "0" }) + "]", CodeTooManyValues},
		{"5,000 options", string(one(`{"type":"string","enum":[` + repeat(5000, func(i int) string {
			return fmt.Sprintf(`"o%d"`, i)
		}) + `]}`)), CodeTooManyOptions},
	} {
		t.Run(test.name, func(t *testing.T) {
			begin := time.Now()
			_, err := Parse(json.RawMessage(test.root))
			if got := codeOf(t, err); got != test.code {
				t.Errorf("code %q, want %q", got, test.code)
			}
			if took := time.Since(begin); took > 5*time.Second { // slow machines, -race
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestPatternBudget: a short pattern may stand for a huge program. It is a hint.
func TestPatternBudget(t *testing.T) {
	for _, test := range []struct {
		pattern string
		checked bool
	}{
		{`^[A-Z]{3}$`, true},
		{`^(?!a)b$`, false}, // look around
		{`(a)\1`, false},    // back reference
		{`((x{30}){30}){30}`, false},
		{`(((((x{0,9}){0,9}){0,9}){0,9}){0,9}){0,9}`, false},
		{`(`, false},
		{`(a?b?c?d?e?f?g?){900}`, false},
		{`([a-z]{10}){90}`, false},
		{`([a-z]{10}){9}`, true},
		{`^\p{L}+( \p{L}+)*$`, true},
		{strings.Repeat("a", MaxPattern+1), false},
		{strings.Repeat("(a|b)", 100), true},
	} {
		raw, err := json.Marshal(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		f := mustParse(t, one(`{"type":"string","pattern":`+string(raw)+`}`)).Fields[0]
		if f.PatternChecked() != test.checked || f.Pattern != test.pattern {
			t.Errorf("%s: checked %v", shorten(test.pattern), f.PatternChecked())
		}
	}
	slow := newMatcher(strings.Repeat("(a|b)?", 100) + "c")
	if slow == nil || !slow.matches(strings.Repeat("a", MaxText)) {
		t.Error("a text beyond the budget was held to the pattern")
	}
}

func TestFieldOrder(t *testing.T) {
	names := []string{"z", "a", "10", "2", "__proto__", "constructor", "b"}
	var properties []string
	for _, name := range names {
		properties = append(properties, fmt.Sprintf(`%q:{"type":"string"}`, name))
	}
	raw := json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":["2","a"]}`)
	s := mustParse(t, raw)
	for i, name := range names {
		if s.Fields[i].Name != name || s.Fields[i].Required != (name == "2" || name == "a") {
			t.Errorf("field %d: %+v", i, s.Fields[i])
		}
	}
	if again, err := json.Marshal(s); err != nil || string(again) != string(raw) {
		t.Errorf("MarshalJSON: %s, %v", again, err)
	}
}

// TestDefaultRefusedByItsField: what a form cannot show is not sent.
func TestDefaultRefusedByItsField(t *testing.T) {
	for _, property := range []string{
		`{"type":"string","default":5}`,
		`{"type":"string","default":null}`,
		`{"type":"string","default":"","minLength":1}`,
		`{"type":"string","default":""}`,
		`{"type":"string","format":"date","default":"2026-02-30"}`,
		`{"type":"integer","default":1.5}`,
		`{"type":"integer","default":9,"maximum":5}`,
		`{"type":"number","default":1e400}`,
		`{"type":"boolean","default":"true"}`,
		`{"type":"string","enum":["a"],"default":"b"}`,
		`{"type":"array","items":{"enum":["a"]},"default":"a"}`,
		`{"type":"array","items":{"enum":["a"]},"default":["a","a"]}`,
	} {
		s := mustParse(t, one(property))
		if s.Fields[0].Default != nil || len(s.Defaults()["f"]) != 0 {
			t.Errorf("%s: %v", property, s.Fields[0].Default)
		}
	}
}
