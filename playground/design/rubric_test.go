package design

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"askback/playground/form"
)

// unmet is what the rubric holds against a question: "point: code code".
func unmet(schema, message string) (got []string) {
	for _, p := range Rubric(json.RawMessage(schema), message, form.Version20260728) {
		if p.Status != Unmet {
			continue
		}
		line := p.ID + ":"
		for _, r := range p.Reasons {
			line += " " + r.Code
		}
		got = append(got, line)
	}
	return got
}

const (
	which   = `"note":{"type":"string","title":"Note","oneOf":[{"const":"note-3","title":"Report 2023"},{"const":"note-7","title":"Report 2024"}]}`
	consent = `"confirm":{"type":"boolean","title":"Yes, delete it"}`
)

func object(properties string, required ...string) string {
	if required == nil {
		return `{"type":"object","properties":{` + properties + `}}`
	}
	return `{"type":"object","properties":{` + properties + `},"required":["` + strings.Join(required, `","`) + `"]}`
}

func TestRubric(t *testing.T) {
	manyOptions := make([]string, 21)
	for i := range manyOptions {
		manyOptions[i] = fmt.Sprintf("\"City %d\"", i)
	}
	var manyFields []string
	for i := range 6 {
		manyFields = append(manyFields, fmt.Sprintf(`"n%d":{"type":"boolean","title":"Number %d"}`, i, i))
	}
	for _, test := range []struct {
		name, schema, message string
		want                  []string
	}{
		{"a choice and consent", object(which+","+consent, "note", "confirm"), `2 notes match "report". Which one should be deleted?`, nil},
		{"in Korean", object(`"confirm":{"type":"boolean","title":"네, 삭제합니다"}`, "confirm"), "쇼핑 목록 노트를 삭제할까요?", nil},
		{"in Spanish", object(`"confirm":{"type":"boolean","title":"Sí, bórrala"}`, "confirm"), "¿Borrar la nota «Compras»?", nil},
		{"consent without a field", object(""), "May the report be sent to Ann?", nil},

		{"no message", object(which), " ", []string{"message: message-missing"}},
		{"a message for anything", object(which), "Please select one of the options below.", []string{"message: message-generic"}},
		{"the same in Korean", object(which), "계속하시겠습니까?", []string{"message: message-generic"}},
		{"the same in Spanish", object(which), "¿Está seguro de que desea continuar?", []string{"message: message-generic"}},
		{"a long message", object(which), "Which note? " + strings.Repeat("long ", 50), []string{"message: message-long"}},
		{"three sentences", object(which), "I looked. Two notes match. Which note?", []string{"message: message-sentences"}},
		{"a term", object(which), "Which note is the parameter?", []string{"message: message-jargon"}},
		{"a field's name", object(strings.Replace(which, `"note"`, `"note_id"`, 1)), "Set note_id to the note meant.", []string{"message: message-id"}},
		{"a value", object(which), "Is note-3 the note meant?", []string{"message: message-id"}},
		{"a link", object(which), "Which note? See https://example.com/", []string{"mode: clickable-url"}},

		{"nested", object(`"a":{"type":"object","properties":{}}`), "Where does the guest live?", []string{"nesting: type"}},
		{"nested, and free text", object(`"a":{"type":"object","properties":{}},"b":{"type":"string","title":"B"}`), "Where does the guest live?", []string{"nesting: type", "prose: prose"}},
		{"no JSON", `{`, "Where does the guest live?", []string{"schema: json"}},
		{"a pattern", object(`"year":{"type":"string","title":"Year","pattern":"^[0-9]+$","default":"2026"},` + which), "Which note, and of which year?", []string{"schema: pattern"}},
		{"a format", object(`"p":{"type":"string","title":"Phone","format":"phone","default":"112"},` + which), "Which note, and whom to call?", []string{"schema: format"}},
		{"no answer can pass", object(`"n":{"type":"integer","title":"Copies","minimum":3,"maximum":2}`), "How many copies?", []string{"schema: unsatisfiable", "prose: prose"}},
		{"a default that cannot pass", object(`"n":{"type":"integer","title":"Copies","maximum":2,"default":3}`), "How many copies?", []string{"schema: default-refused", "prose: prose"}},
		{"six fields", object(strings.Join(manyFields, ",")), "Which lottery numbers?", []string{"schema: many-fields"}},
		{"a setting", object(`"title":{"type":"string","title":"Title","default":"Untitled"}`), "What should new notes be called?", nil},
		{"free text", object(`"title":{"type":"string","title":"Title"}`), "What should the note be called?", []string{"prose: prose"}},
		{"no title", object(`"n":{"type":"boolean"}`), "Make a copy?", []string{"schema: title-missing"}},
		{"a name for a title", object(`"n":{"type":"boolean","title":"copy_count"}`), "Make a copy?", []string{"schema: title-id"}},
		{"options without titles", object(`"n":{"type":"string","title":"Note","enum":["note-3","note-7"]}`), "Which note?", []string{"schema: option-id"}},
		{"options that look alike", object(`"n":{"type":"string","title":"Note","oneOf":[{"const":"a","title":"Report"},{"const":"b","title":"Report"}]}`), "Which note?", []string{"schema: options-look-alike"}},
		{"a choice of one", object(`"n":{"type":"string","title":"Note","enum":["Report"]}`), "Which note?", []string{"schema: one-option"}},
		{"a choice of too many", object(`"n":{"type":"string","title":"City","enum":[` + strings.Join(manyOptions, ",") + `]}`), "Which city?", []string{"schema: many-options"}},
		{"a way out among the options", object(`"n":{"type":"string","title":"Note","enum":["Report","None of these"]}`), "Which note?", []string{"mapping: declines"}},
		{"a way out as a field", object(`"n":{"type":"boolean","title":"Cancel"}`), "Which note?", []string{"mapping: declines"}},
		{"nothing to tick", object(which, "note"), "Which note should be deleted?", []string{"schema: no-consent"}},
		{"ticked at first", object(`"confirm":{"type":"boolean","title":"Yes, delete it","default":true}`, "confirm"), "Delete the note?", []string{"schema: presumed"}},
		{"a secret", object(`"key":{"type":"string","title":"API key"},` + which), "Which account?", []string{"prose: prose", "mode: sensitive"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := unmet(test.schema, test.message); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// What cannot be told of a schema that nobody can read is neither met nor unmet.
func TestRubricWithoutSchema(t *testing.T) {
	points := Rubric(json.RawMessage(`{`), "Which note?", form.Version20260728)
	want := map[string]Status{PointMessage: Met, PointSchema: Unmet, PointNesting: Unknown, PointProse: Unknown, PointMode: Unknown}
	for i, p := range points {
		status, shown := want[p.ID]
		if !shown {
			status = Unseen
		}
		if p.ID != PointIDs()[i] || p.Status != status {
			t.Errorf("%s is %s, want %s", p.ID, p.Status, status)
		}
	}
	if len(points) != 12 || Score(points) != 1 {
		t.Errorf("%d points, %d of them met", len(points), Score(points))
	}
}

// The skill teaches the rubric: its good examples have all points, its hard
// rejects do not.
func TestSkill(t *testing.T) {
	data, err := os.ReadFile("../notes/skill/elicitation-form-designer/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	good, bad, _ := strings.Cut(string(data), "## Hard rejects")
	for i, e := range examples(t, good) {
		if got := unmet(string(e.RequestedSchema), e.Message); got != nil {
			t.Errorf("example %d: %q", i+1, got)
		}
	}
	for i, e := range examples(t, bad) {
		if got := unmet(string(e.RequestedSchema), e.Message); got == nil {
			t.Errorf("hard reject %d has all points", i+1)
		}
	}
}

type example struct {
	Message         string
	RequestedSchema json.RawMessage
}

// examples are the questions in the JSON blocks of a Markdown text.
func examples(t *testing.T, text string) (found []example) {
	t.Helper()
	for i, block := range strings.Split(text, "```") {
		raw, ok := strings.CutPrefix(block, "json\n")
		if i%2 == 0 || !ok {
			continue
		}
		var e example
		if err := json.Unmarshal([]byte(raw), &e); err != nil {
			t.Fatalf("%v in\n%s", err, raw)
		}
		found = append(found, e)
	}
	if len(found) < 3 {
		t.Fatalf("%d examples", len(found))
	}
	return found
}

// Whatever the linter finds belongs to one of the points.
func TestFindingsHaveAPoint(t *testing.T) {
	for _, code := range append(form.Codes(), form.FindingCodes()...) {
		if at := pointOf(form.Finding{Code: code}); !slices.Contains(Shown(), at) {
			t.Errorf("%s belongs to %q", code, at)
		}
	}
}

// Each reason says what to do.
func TestReasonsHaveWords(t *testing.T) {
	params := map[string]any{"length": 200, "count": 7, "max": 5, "word": "w", "title": "t", "value": "v", "label": "l"}
	said := map[string]string{}
	for _, code := range ReasonCodes() {
		text := Message(form.Finding{Code: code, Params: params})
		if strings.Contains(text, "%!") || strings.Contains(text, "("+code+")") || said[text] != "" {
			t.Errorf("%s and %s: %q", code, said[text], text)
		}
		said[text] = code
	}
}
