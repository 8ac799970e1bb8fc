package form

import (
	"encoding/json"
	"slices"
)

// Validate judges the content of an accepted answer. Without problems, clean
// is what to act on: declared keys only, each a string, int64 (integer),
// float64 (number), bool or []string (multi-select). With problems, clean is
// nil: there is nothing to act on. Problems come in the order of the fields,
// one for a field.
//
// A nil content is the empty answer. A null is an absent value. What the
// schema does not declare is left out of clean; see [Schema.Undeclared]. An
// integer beyond 2^53 that comes as a float64 may have been rounded on its way
// and is refused; [Schema.ValidateJSON] reads it exactly.
//
// Only the content of an accept is to be validated: a decline or a cancel has
// no content to speak of, whatever came with it.
func (s *Schema) Validate(content map[string]any) (clean map[string]any, problems []Problem) {
	clean = make(map[string]any, len(s.Fields))
	for i := range s.Fields {
		f := &s.Fields[i]
		value, ok := content[f.Name]
		if !ok || value == nil {
			if f.Required {
				problems = append(problems, *f.problem(ProblemRequired))
			}
			continue
		}
		sent, problem := f.check(value)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		clean[f.Name] = sent
	}
	if problems != nil {
		return nil, problems
	}
	return clean, nil
}

// ValidateJSON is Validate for content as it came over the wire, in bounded
// time and memory, with the digits of its numbers kept. An absent content and
// null are the empty answer. A key that comes twice is a problem: readers
// differ on which of the two counts.
func (s *Schema) ValidateJSON(content json.RawMessage) (clean map[string]any, problems []Problem) {
	if len(content) == 0 {
		return s.Validate(nil)
	}
	n, err := readJSON(content, MaxAnswerBytes)
	switch {
	case err != nil:
		return nil, []Problem{{Code: ProblemContent, Params: map[string]any{"detail": err.Reason()}}}
	case n.kind == jsonNull:
		return s.Validate(nil)
	case n.kind != jsonObject:
		return nil, []Problem{{Code: ProblemContent, Params: map[string]any{"detail": "it is another kind of value"}}}
	}
	return s.Validate(n.plain().(map[string]any))
}

// Undeclared is the keys of content that the schema does not declare, which
// Validate leaves out, sorted.
func (s *Schema) Undeclared(content map[string]any) []string {
	var keys []string
	for key := range content {
		if _, ok := s.Field(key); !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Fill is content with the default of each field that it leaves out: the
// answer of a person who changed only what content says. Content is not
// changed.
func (s *Schema) Fill(content map[string]any) map[string]any {
	full := make(map[string]any, len(content)+len(s.Fields))
	for key, value := range content {
		full[key] = value
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if _, ok := full[f.Name]; !ok && f.Default != nil {
			full[f.Name] = f.Default
		}
	}
	return full
}
