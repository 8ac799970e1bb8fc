package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"askback/playground/form"
	"askback/playground/host"
)

// questionWith is a question for one form, alone in a state.
func questionWith(schema *form.Schema, draft form.Draft, problems ...form.Problem) host.State {
	s := sampleQuestion()
	s.Questions[0].Form, s.Questions[0].Draft, s.Questions[0].Problems = schema, draft, problems
	return s
}

func field(property string, required bool) *form.Schema {
	list := "[]"
	if required {
		list = `["f"]`
	}
	return mustParse(fmt.Sprintf(`{"type":"object","properties":{"f":%s},"required":%s}`, property, list))
}

func TestFieldKinds(t *testing.T) {
	const seven = `"enum":["a","b","c","d","e","f","g"]`
	const eight = `"enum":["a","b","c","d","e","f","g","h"]`
	tests := []struct {
		name, property string
		required       bool
		want           []string // of each control: element, type, value, and whether it is chosen
	}{
		{"text", `{"type":"string","default":"x <b>"}`, true, []string{"input text x <b>"}},
		{"long text", `{"type":"string","maxLength":500,"default":"a\nb"}`, true, []string{"textarea a\nb"}},
		{"email", `{"type":"string","format":"email","default":"a@b.example"}`, false, []string{"input email a@b.example"}},
		{"uri", `{"type":"string","format":"uri"}`, false, []string{"input url "}},
		{"date", `{"type":"string","format":"date","default":"2026-07-28"}`, false, []string{"input date 2026-07-28"}},
		{"date-time", `{"type":"string","format":"date-time","default":"2026-07-28T09:30:00Z"}`, false, []string{"input date 2026-07-28", "input time 09:30", "select Z"}},
		{"date-time, of no known zone", `{"type":"string","format":"date-time","default":"2026-07-28T09:30:15-00:44"}`, true, []string{"input date 2026-07-28", "input time 09:30:15", "select -00:44"}},
		{"date-time, empty", `{"type":"string","format":"date-time"}`, true, []string{"input date ", "input time ", "select "}},
		{"date-time that controls cannot hold", `{"type":"string","format":"date-time","default":"2016-12-31T23:59:60Z"}`, false, []string{"input text 2016-12-31T23:59:60Z"}},
		{"date that controls cannot hold", `{"type":"string","format":"date","default":"0000-01-01"}`, false, []string{"input text 0000-01-01"}},
		{"number", `{"type":"number","default":1.5}`, false, []string{"input text 1.5"}},
		{"integer", `{"type":"integer","default":-3}`, false, []string{"input text -3"}},
		{"boolean, required", `{"type":"boolean"}`, true, []string{"input hidden false", "input checkbox true"}},
		{"boolean, required, true", `{"type":"boolean","default":true}`, true, []string{"input hidden false", "input checkbox true *"}},
		{"boolean, optional", `{"type":"boolean"}`, false, []string{"input radio true", "input radio false", "input radio  *"}},
		{"boolean, optional, false", `{"type":"boolean","default":false}`, false, []string{"input radio true", "input radio false *", "input radio "}},
		{"choice, required", `{"type":"string","enum":["a","b"],"default":"b"}`, true, []string{"input radio a", "input radio b *"}},
		{"choice, optional", `{"type":"string","oneOf":[{"const":"a","title":"A"}]}`, false, []string{"input radio a", "input radio  *"}},
		{"choice of the empty text", `{"type":"string","enum":["","b"]}`, false, []string{"input radio ", "input radio b"}},
		{"seven options", `{"type":"string",` + seven + `}`, true, slices.Collect(func(yield func(string) bool) {
			for _, v := range "abcdefg" {
				if !yield("input radio " + string(v)) {
					return
				}
			}
		})},
		{"eight options", `{"type":"string",` + eight + `,"default":"h"}`, true, []string{"select h"}},
		{"eight options, optional", `{"type":"string",` + eight + `}`, false, []string{"select "}},
		{"several", `{"type":"array","items":{"enum":["a","b","c"]},"default":["a","c"]}`, false, []string{"input checkbox a *", "input checkbox b", "input checkbox c *"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			schema := field(tt.property, tt.required)
			doc := parse(t, questions(questionWith(schema, schema.Defaults())))
			var got []string
			for n := range elements(byID(doc, "question-q1")) {
				if get(n, "name") == "f" {
					got = append(got, describe(n))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func describe(n *html.Node) string {
	switch n.Data {
	case "textarea":
		return "textarea " + text(n)
	case "select":
		value, _ := chosen(n)
		return "select " + value
	}
	s := "input " + get(n, "type") + " " + get(n, "value")
	if _, ok := attribute(n, "checked"); ok {
		s += " *"
	}
	return s
}

// chosen is the option that a browser would send.
func chosen(n *html.Node) (value string, ok bool) {
	for o := range elements(n) {
		if o.Data != "option" {
			continue
		}
		if _, selected := attribute(o, "selected"); selected || !ok {
			value, ok = get(o, "value"), true
		}
	}
	return value, ok
}

// submitted is what a browser would send for the form in n, as a draft.
func submitted(n *html.Node, schema *form.Schema) form.Draft {
	d := form.Draft{}
	for _, f := range schema.Fields {
		d.Set(f.Name)
	}
	for e := range elements(n) {
		name := get(e, "name")
		f, known := schema.Field(name)
		if !known {
			continue
		}
		value := get(e, "value")
		switch e.Data {
		case "select":
			value, _ = chosen(e)
		case "textarea":
			value = e.FirstChild.Data
		}
		if _, checked := attribute(e, "checked"); !checked && (get(e, "type") == "radio" || get(e, "type") == "checkbox") {
			continue
		}
		if f.Kind == form.KindMultiSelect || f.Kind == form.KindDateTime {
			d[name] = append(d[name], value)
		} else {
			d.Set(name, value) // the last one counts
		}
	}
	return d
}

// What a form shows is what it sends: drawing a draft and reading the controls
// gives the same answer as reading the draft.
func TestFormSendsWhatItShows(t *testing.T) {
	schema := mustParse(kindsSchema)
	draft := schema.Defaults()
	draft.Set("long", "\ntwo\nlines & <tags>\n")
	draft.Set("when", "2026-07-28T09:30:00+09:00")
	draft.Set("count", "7")
	draft.Set("agree", "true")
	draft.Set("maybe", "")
	draft.Set("many", "a", "c")
	want, problems := schema.Read(draft)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	doc := parse(t, questions(questionWith(schema, draft)))
	got, problems := schema.Read(submitted(byID(doc, "question-q1"), schema))
	if len(problems) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v %v\nwant %v", got, problems, want)
	}
}

// Titles are shown, values are sent.
func TestTitlesAreShown(t *testing.T) {
	doc := parse(t, questions(sampleQuestion()))
	for n := range elements(byID(doc, "question-q1")) {
		if get(n, "value") == "note-14" {
			label := ""
			for l := range elements(doc) {
				if l.Data == "label" && get(l, "for") == get(n, "id") {
					label = text(l)
				}
			}
			if !strings.HasPrefix(label, "TPS report 2025") {
				t.Errorf("note-14 is labelled %q", label)
			}
			return
		}
	}
	t.Error("note-14 is not offered")
}

func TestErrorSummary(t *testing.T) {
	problems := []form.Problem{
		{Field: "count", Code: form.ProblemNumber},
		{Field: "many", Code: form.ProblemMinItems, Params: map[string]any{"min": 1, "count": 0}},
		{Code: form.ProblemContent, Params: map[string]any{"detail": "x"}},
	}
	schema := mustParse(kindsSchema)
	doc := parse(t, questions(questionWith(schema, schema.Defaults(), problems...)))
	summary := byID(doc, "question-q1-summary")
	if get(summary, "tabindex") != "-1" {
		t.Fatal("no summary that can take the focus")
	}
	leads := map[string]bool{}
	for n := range elements(summary) {
		if n.Data != "a" {
			continue
		}
		control := byID(doc, strings.TrimPrefix(get(n, "href"), "#"))
		name := get(control, "name")
		leads[name] = true
		if get(control, "aria-invalid") != "true" {
			t.Errorf("%s is not marked invalid", name)
		}
		if !strings.Contains(describedText(doc, control), text(n)[strings.LastIndex(text(n), ": ")+2:]) {
			t.Errorf("%s is not described by its error", name)
		}
	}
	if want := map[string]bool{"count": true, "many": true}; !maps.Equal(leads, want) {
		t.Errorf("the summary leads to %v", leads)
	}
	if !strings.Contains(text(summary), "not a JSON object") {
		t.Error("the problem of no field is not told")
	}
}

// describedText is what describes a control or the group it is in.
func describedText(doc, n *html.Node) string {
	var b strings.Builder
	for ; n != nil && n.Data != "form"; n = n.Parent {
		for _, id := range strings.Fields(get(n, "aria-describedby")) {
			b.WriteString(text(byID(doc, id)))
		}
	}
	return b.String()
}

func TestJSONArguments(t *testing.T) {
	doc := parse(t, tools(sampleKinds()))
	var area *html.Node
	for n := range elements(doc) {
		if n.Data == "textarea" {
			area = n
		}
	}
	if got := text(area); !json.Valid([]byte(got)) || !strings.Contains(got, "source") {
		t.Errorf("the arguments read %q", got)
	}
	if get(area, "name") == "" || get(area, "aria-invalid") != "true" {
		t.Error("the text is not sent, or its problem not told")
	}
}

// A form that asks for a secret says so, in whichever place it asks.
func TestSecretIsFlagged(t *testing.T) {
	for message, want := range map[string]bool{
		"Enter the password of your account.": true,
		"Never enter your password here.":     false,
		"Which note is meant?":                false,
	} {
		s := questionWith(field(`{"type":"string","title":"Value"}`, true), nil)
		s.Questions[0].Message = message
		if got := strings.Contains(render(t, questions(s)), "request for a password"); got != want {
			t.Errorf("%q: flagged is %v", message, got)
		}
	}
	for property, want := range map[string]bool{
		`{"type":"string","title":"Password"}`: true,
		`{"type":"string","title":"Title"}`:    false,
	} {
		got := strings.Contains(render(t, questions(questionWith(field(property, true), nil))), "request for a password")
		if got != want {
			t.Errorf("%s: flagged is %v", property, got)
		}
	}
}

func TestHints(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"string"}`:                                    "",
		`{"type":"string","minLength":1}`:                      "",
		`{"type":"string","minLength":2}`:                      "At least 2 characters.",
		`{"type":"string","minLength":3,"maxLength":3}`:        "Exactly 3 characters.",
		`{"type":"string","minLength":0,"maxLength":1}`:        "At most 1 character.",
		`{"type":"integer"}`:                                   "A whole number.",
		`{"type":"integer","minimum":1,"maximum":5}`:           "A whole number from 1 to 5.",
		`{"type":"number","maximum":1e3}`:                      "A number, 1e3 or less.",
		`{"type":"number","exclusiveMinimum":0,"maximum":1}`:   "A number over 0, 1 or less.",
		`{"type":"array","minItems":2,"items":{"enum":["a"]}}`: "Choose 2 or more; you have chosen 0.",
		`{"type":"array","items":{"enum":["a"]}}`:              "Choose as many as you like; you have chosen 0.",
	} {
		all := controls(t.Context(), "x", field(property, true), nil, nil)
		if got := all[0].hint; got != want {
			t.Errorf("%s: %q, want %q", property, got, want)
		}
	}
}
