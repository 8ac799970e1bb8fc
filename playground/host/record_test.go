package host

import (
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/form"
)

// Answers go to the questions with the same words, in order, and only where the form
// takes them.
func TestTakeFromRecord(t *testing.T) {
	schema, err := form.Parse([]byte(`{"type":"object","properties":{"which":{"type":"string","enum":["a","b"]}},"required":["which"]}`))
	if err != nil {
		t.Fatal(err)
	}
	accept := func(which string) *mcp.ElicitResult {
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"which": which}}
	}
	r := record{answers: []given{
		{ModeForm, "Which?", accept("a")},
		{ModeURL, "Which?", &mcp.ElicitResult{Action: "accept"}},
		{ModeForm, "Which?", accept("b")},
		{ModeForm, "Sure?", &mcp.ElicitResult{Action: "decline"}},
		{ModeForm, "Where?", accept("c")},
	}}
	before := r.clone()
	take := func(mode Mode, message string) string {
		res := r.take(Question{Mode: mode, Message: message, Form: schema})
		if res == nil {
			return "none"
		}
		which, _ := res.Content["which"].(string)
		return res.Action + which
	}
	for _, step := range []struct {
		mode          Mode
		message, want string
	}{
		{ModeForm, "Sure?", "decline"},
		{ModeForm, "Sure?", "none"}, // it was answered once
		{ModeForm, "Which?", "accepta"},
		{ModeForm, "Which?", "acceptb"},
		{ModeForm, "Which?", "none"},
		{ModeURL, "Which?", "accept"},
		{ModeForm, "Where?", "none"}, // c is not on offer
		{ModeForm, "Who?", "none"},
	} {
		if got := take(step.mode, step.message); got != step.want {
			t.Errorf("%q: %s, want %s", step.message, got, step.want)
		}
	}
	if len(before.answers) != 5 || before.answers[0].message != "Which?" {
		t.Errorf("the clone was used up too: %v", before.answers)
	}
}

// The files are kept of so many calls, and as long as they are not too large.
func TestForgetRecords(t *testing.T) {
	files := notesfs.New(nil)
	if err := files.WriteFile("large", make([]byte, 30<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name        string
		files       *notesfs.Snapshot
		calls, kept int
	}{
		{"many", notesfs.New(nil).Snapshot(), 30, maxRecords},
		{"large", files.Snapshot(), 4, 2},
	} {
		h := Host{}
		for i := range test.calls {
			h.calls = append(h.calls, &call{Call: Call{ID: i + 1}, met: record{files: test.files}})
			h.forgetRecords()
		}
		var kept []int
		for _, c := range h.calls {
			if c.met.files != nil {
				kept = append(kept, c.ID)
			}
		}
		if len(kept) != test.kept || !slices.Contains(kept, test.calls) {
			t.Errorf("%s: kept those of %v, want the latest %d", test.name, kept, test.kept)
		}
	}
}

// What only one side does stands alone, and the order of each side stays.
func TestAlignKinds(t *testing.T) {
	for _, test := range []struct{ older, newer, want string }{
		{"", "", ""},
		{"call result", "call result", "call=call result=result"},
		{"call ask answer result", "call result", "call=call ask=- answer=- result=result"},
		{"call result", "hello call ask", "-=hello call=call result=- -=ask"},
		{"call ask answer ask-roots tell-roots result", "call ask answer result", "call=call ask=ask answer=answer ask-roots=- tell-roots=- result=result"},
	} {
		kinds := func(text string) (out []StageKind) {
			for _, word := range strings.Fields(text) {
				out = append(out, StageKind(word))
			}
			return out
		}
		older, newer := kinds(test.older), kinds(test.newer)
		var got []string
		for _, row := range alignKinds(older, newer) {
			name := func(kinds []StageKind, at int) string {
				if at < 0 {
					return "-"
				}
				return string(kinds[at])
			}
			got = append(got, name(older, row.at[0])+"="+name(newer, row.at[1]))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q and %q: %q, want %q", test.older, test.newer, got, test.want)
		}
	}
}
