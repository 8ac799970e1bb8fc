package form

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
)

func addSchemas(f *testing.F, add func(schema string)) {
	r := schemaWriter{rand.New(rand.NewPCG(5, 6))}
	for range 50 {
		add(r.schema())
	}
	for _, seed := range []string{
		``, `null`, `{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"string"}]}}}`,
		`{"properties":{"a":{"type":"string","pattern":"((x{30}){30}){30}"}}}`, `{"properties":{"__proto__":true}}`,
	} {
		add(seed)
	}
}

// FuzzParse: no input makes Parse panic, a refusal has a code and words, Lint
// reports an error wherever Parse refuses, and what is read is read again from
// its canonical form.
func FuzzParse(f *testing.F) {
	addSchemas(f, func(schema string) { f.Add(schema, "Which one?") })
	f.Fuzz(func(t *testing.T, raw, message string) {
		s, err := Parse(json.RawMessage(raw))
		code := codeOf(t, err)
		for _, version := range []string{Version20250618, Version20251125, Version20260728} {
			reported := false
			findings := Lint(json.RawMessage(raw), message, version)
			found(t, findings)
			for _, finding := range findings {
				reported = reported || finding.Severity == SeverityError && finding.Code == code
			}
			if err != nil && !reported {
				t.Fatalf("Parse refuses with %q, Lint is silent: %+v", code, findings)
			}
		}
		if err != nil {
			return
		}
		if _, problems := s.Read(nil); len(problems) > len(s.Fields) {
			t.Fatalf("%d problems", len(problems))
		}
		for _, version := range []string{Version20250618, Version20260728} {
			same, changes := s.For(version)
			found(t, changes)
			if same == nil && version == Version20260728 {
				t.Fatalf("no canonical form: %+v", changes)
			}
			if same != nil && len(same.Fields) != len(s.Fields) {
				t.Fatalf("%d fields, then %d", len(s.Fields), len(same.Fields))
			}
		}
	})
}

// FuzzAnswer: no answer or draft makes the validator panic, and what it
// accepts it accepts again, as sent.
func FuzzAnswer(f *testing.F) {
	addSchemas(f, func(schema string) {
		f.Add(schema, `{"a":1e400,"b":["a"],"__proto__":"a@b.c"}`, "9007199254740993")
		f.Add(schema, `{"a":"a","b":1.0,"메모":true}`, "2026-07-28T10:00Z")
	})
	f.Fuzz(func(t *testing.T, raw, content, typed string) {
		s, err := Parse(json.RawMessage(raw))
		if err != nil {
			return
		}
		draft := s.Defaults()
		for i, field := range s.Fields {
			if i%2 == 0 {
				draft.Set(field.Name, typed)
			}
		}
		clean, problems := s.ValidateJSON(json.RawMessage(content))
		again(t, s, clean, problems)
		sent, problems := s.Read(draft)
		again(t, s, sent, problems)
	})
}

func again(t *testing.T, s *Schema, clean map[string]any, problems []Problem) {
	codes(t, problems)
	if problems != nil {
		if clean != nil {
			t.Fatalf("refused, yet %v", clean)
		}
		return
	}
	if more, problems := s.Validate(clean); problems != nil || !reflect.DeepEqual(more, clean) {
		t.Fatalf("%v, then %v, %v", clean, more, problems)
	}
	wire, err := json.Marshal(clean)
	if err != nil {
		t.Fatal(err)
	}
	if received, problems := s.ValidateJSON(wire); problems != nil || !reflect.DeepEqual(received, clean) {
		t.Fatalf("sent %s, received %v, %v", wire, received, problems)
	}
}
