package notes_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
)

// code is the code of a protocol error.
func code(err error) int64 {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) {
		return 0
	}
	return wire.Code
}

func TestPrompts(t *testing.T) {
	eachVersion(t, func(b *bench) {
		get := func(name string, args map[string]string) (string, error) {
			res, err := b.GetPrompt(b.t.Context(), &mcp.GetPromptParams{Name: name, Arguments: args})
			if err != nil {
				return "", err
			}
			return res.Messages[0].Content.(*mcp.TextContent).Text, nil
		}
		list, err := b.ListPrompts(b.t.Context(), nil)
		if err != nil || len(list.Prompts) != 2 {
			b.t.Fatalf("%+v, %v", list, err)
		}
		for _, p := range list.Prompts {
			for _, a := range p.Arguments {
				if a.Description == "" || p.Description == "" {
					b.t.Errorf("%s: argument %+v", p.Name, a)
				}
			}
		}
		tools, err := b.ListTools(b.t.Context(), nil)
		if err != nil {
			b.t.Fatal(err)
		}
		for about, want := range map[string]string{"": "notes_list", "taxes": `"taxes" with notes_search`} {
			text, err := get("tidy_notes", map[string]string{"about": about})
			if err != nil || !strings.Contains(text, want) {
				b.t.Errorf("%v: %s", err, text)
			}
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
				if strings.HasPrefix(word, "notes_") && !slices.ContainsFunc(tools.Tools, func(t *mcp.Tool) bool { return t.Name == word }) {
					b.t.Errorf("tidy_notes names %s, which is no tool", word)
				}
			}
		}
		text, err := get("design_elicitation_form", map[string]string{"tool": "delete_branch, deletes a branch", "version": "2025-06-18"})
		if err != nil || !strings.Contains(text, "Tool: delete_branch, deletes a branch\n") || !strings.Contains(text, "## Hard rejects") || strings.Contains(text, "metadata:") {
			b.t.Errorf("%v: %.300s", err, text)
		}
		if _, err := get("design_elicitation_form", nil); code(err) != jsonrpc.CodeInvalidParams {
			b.t.Errorf("without its argument: %v", err)
		}
		if len(b.person.Asked) > 0 {
			b.t.Error("a prompt asked the person")
		}
	})
}

// The message of a question in the skill, and its schema.
type example struct {
	Message         string
	RequestedSchema json.RawMessage
}

// The skill says what the linter says: its examples are clean, and what it rejects
// is reported under the rule that it names.
func TestSkill(t *testing.T) {
	text := skillText(t)
	head, body, _ := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	for _, field := range []string{"name: elicitation-form-designer\n", "description: ", "metadata:\n  version: "} {
		if !strings.Contains(head+"\n", field) {
			t.Errorf("the front matter lacks %q", field)
		}
	}
	good, rest, _ := strings.Cut(body, "\n## Hard rejects\n")
	rejects, _, _ := strings.Cut(rest, "\n## ")
	clean := examples(t, good)
	if len(clean) < 4 {
		t.Errorf("%d examples", len(clean))
	}
	for _, e := range clean {
		for _, version := range []string{form.Version20251125, form.Version20260728} {
			for _, f := range form.Lint(e.RequestedSchema, e.Message, version) {
				t.Errorf("%s under %s: %s %s", e.Message, version, f.RuleID, f.Message())
			}
		}
		s, err := form.Parse(e.RequestedSchema)
		if err != nil {
			t.Errorf("%s: %v", e.Message, err)
			continue
		}
		several := slices.ContainsFunc(s.Fields, func(f form.Field) bool { return f.Kind == form.KindMultiSelect })
		if older, _ := s.For(form.Version20250618); (older == nil) != several {
			t.Errorf("%s under 2025-06-18: %v", e.Message, older)
		}
	}
	sections := strings.Split(rejects, "\n### ")[1:]
	for _, section := range sections {
		rule, rest, _ := strings.Cut(section, ":")
		bad := examples(t, rest)
		if strings.HasPrefix(rule, "What no linter sees") {
			if len(bad) > 0 {
				t.Error("an example of what no linter sees")
			}
			continue
		}
		if len(bad) != 1 {
			t.Errorf("%s has %d examples", rule, len(bad))
			continue
		}
		found := form.Lint(bad[0].RequestedSchema, bad[0].Message, form.Version20260728)
		if len(found) == 0 {
			t.Errorf("%s is not found", rule)
		}
		for _, f := range found {
			if f.RuleID != rule || f.Severity == form.SeverityInfo {
				t.Errorf("%s is found as %s %s: %s", rule, f.Severity, f.RuleID, f.Message())
			}
		}
	}
	if len(sections) < 8 {
		t.Errorf("%d hard rejects", len(sections))
	}
}

func skillText(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("skill/elicitation-form-designer/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// examples are the questions in the JSON blocks of a Markdown text.
func examples(t *testing.T, text string) []example {
	t.Helper()
	var found []example
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
	return found
}
