package form

import (
	"errors"
	"testing"
)

// An author is told where their JSON stops being some.
func TestWhereJSONBreaks(t *testing.T) {
	for text, want := range map[string][2]int{
		``:                             {1, 1},
		"{\n  \"type\": \"object\",\n": {2, 20},
		"{\n  \"type\": object\n}":     {2, 11},
		"{\n  'type': 1\n}":            {2, 3},
		"{\"키\": \"값\",}":              {1, 11},
		"{}\n{}":                       {2, 1},
		"{\"a\":1\n\"b\":2}":           {2, 1},
		"[\n1,\n]":                     {3, 1},
		"{\"a\":\n\"\xff\"}":           {2, 2},
		"{\"a\": 1, \"b\": tru}":       {1, 18},
		"{\"a\": \"tab\there\"}":       {1, 11},
		"{\"a\": \"\uFFFD\"\n\xff}":    {2, 1},
	} {
		_, err := Parse([]byte(text))
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeJSON {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := [2]int{e.Params["line"].(int), e.Params["column"].(int)}; got != want {
			t.Errorf("%q breaks at %v, want %v", text, got, want)
		}
	}
}

func TestWhereAKeyComesTwice(t *testing.T) {
	_, err := Parse([]byte("{\n  \"type\": \"object\",\n\t\"type\": 1}"))
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeDuplicateKey || e.Params["line"] != 3 || e.Params["column"] != 2 {
		t.Errorf("%v", err)
	}
}

// What an author has right already can be read.
func TestReadable(t *testing.T) {
	fields, err := Readable([]byte(`{"type":"array","properties":{"a":{"type":"boolean"},"b":{"type":"object"},"c":{"type":"integer"}},"required":["c"]}`))
	if err != nil || len(fields) != 2 || fields[0].Name != "a" || fields[0].Required || fields[1].Name != "c" || !fields[1].Required {
		t.Errorf("%+v, %v", fields, err)
	}
	if fields, err := Readable([]byte(`{}`)); fields != nil || err != nil {
		t.Errorf("%+v, %v", fields, err)
	}
	if _, err := Readable([]byte(`{`)); err == nil {
		t.Error("half an object can be read")
	}
}
