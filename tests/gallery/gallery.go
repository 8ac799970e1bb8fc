// Package gallery is an MCP server with a tool for each kind of question that
// there is, so that a person or a test can look at all of them.
package gallery

import (
	"context"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// A Picture is a tool that asks one question.
type Picture struct {
	Tool    string
	Message string
	Form    *form.Schema
	URL     string // for URL mode
}

// Pictures are all that the server has. Each field has a description, or a bound,
// or a default somewhere, so that no way of drawing is left out.
func Pictures() []Picture {
	options := func(n int) (out []form.Option) {
		for i := range n {
			out = append(out, form.Option{Value: fmt.Sprintf("v%d", i+1), Title: fmt.Sprintf("Option %d", i+1)})
		}
		return out
	}
	forms := []struct {
		name   string
		fields []form.Field
	}{
		{"consent", nil},
		{"text", []form.Field{
			form.Text("short", "Your name").Describe("As on your badge").Length(1, 40).Require(),
			form.Text("long", "What happened").Length(-1, 2000),
		}},
		{"email", []form.Field{form.Email("email", "Where to write to").Require()}},
		{"uri", []form.Field{form.URI("site", "Your site").WithDefault("https://example.com/")}},
		{"date", []form.Field{form.Date("day", "Which day").Require(), form.Date("other", "Another day").WithDefault("2026-07-28")}},
		{"date_time", []form.Field{form.DateTime("at", "When").Require(), form.DateTime("until", "Until when").WithDefault("2026-07-28T09:30:00+05:45")}},
		{"number", []form.Field{
			form.Number("ratio", "Ratio").AtLeast(0).AtMost(1).WithDefault(0.5),
			form.Integer("count", "How many").AtLeast(1).AtMost(99).Require(),
		}},
		{"boolean", []form.Field{form.Boolean("sure", "Yes, delete it").Require(), form.Boolean("also", "The copies too").Describe("Those in the archive")}},
		{"radio", []form.Field{form.OneOf("which", "Which one", options(7)...).Require(), form.OneOf("other", "Another", options(2)...).WithDefault("v1")}},
		{"select", []form.Field{form.OneOf("which", "Which one", options(8)...).Require(), form.OneOf("other", "Another", options(30)...)}},
		{"multi_select", []form.Field{form.SomeOf("which", "Which ones", options(6)...).Count(2, 3).Require()}},
		{"secret", []form.Field{form.Text("password", "Password").Require()}},
	}
	var out []Picture
	for _, f := range forms {
		out = append(out, Picture{Tool: "ask_" + f.name, Message: "This is how a question looks.", Form: form.Object(f.fields...)})
	}
	return append(out,
		Picture{Tool: "ask_url", Message: "Please sign in.", URL: "https://example.com/sign-in?next=%2Fnotes"},
		Picture{Tool: "ask_url_odd", Message: "Please sign in.", URL: "https://notes@xn--exmple-cua.com:8443/sign-in"})
}

// Handler serves the gallery at one address, in every protocol version.
func Handler() (http.Handler, error) {
	asker, err := ask.New(nil)
	if err != nil {
		return nil, err
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "gallery", Title: "Gallery", Version: "1"}, nil)
	asker.Install(server)
	for _, p := range Pictures() {
		hang(server, asker, p)
	}
	return ask.Handler(func(*http.Request) *mcp.Server { return server }, nil), nil
}

type seen struct {
	Action  string         `json:"action"`
	Content map[string]any `json:"content,omitempty"`
}

// hang adds the tool of a picture.
func hang(s *mcp.Server, a *ask.Asker, p Picture) {
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true}
	ask.AddTool(s, a, &mcp.Tool{Name: p.Tool, Description: "Asks a question of one kind.", Annotations: readOnly},
		func(ctx context.Context, q *ask.Q, _ struct{}) (seen, error) {
			var answer ask.Answer
			var err error
			if p.URL != "" {
				answer, err = q.URL(ctx, "question", p.Message, p.URL)
			} else {
				answer, err = q.Form(ctx, "question", p.Message, p.Form)
			}
			return seen{string(answer.Action), answer.Content}, err
		})
}
