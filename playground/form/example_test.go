package form_test

import (
	"encoding/json"
	"fmt"

	"askback/playground/form"
)

func Example() {
	schema := form.Object(
		form.OneOf("note_id", "Which note?",
			form.Option{Value: "note-3", Title: "TPS report 2023"},
			form.Option{Value: "note-14", Title: "TPS report 2025"},
		).Require(),
		form.Boolean("confirm", "Yes, delete it").Require(),
		form.Text("reason", "Why?").Length(-1, 80),
	)

	draft := schema.Defaults()
	draft.Set("note_id", "note-14")
	_, problems := schema.Read(draft)
	for _, p := range problems {
		fmt.Println(p.Error())
	}

	draft.Set("confirm", "true")
	content, _ := schema.Read(draft)
	sent, _ := json.Marshal(content)
	fmt.Println(string(sent))

	_, problems = schema.ValidateJSON([]byte(`{"note_id":"note-99","confirm":true}`))
	fmt.Println(problems[0].Field, problems[0].Code)
	// Output:
	// confirm: An answer is needed here.
	// {"confirm":true,"note_id":"note-14"}
	// note_id option
}

func ExampleParse_refused() {
	_, err := form.Parse([]byte(`{"type":"object","properties":{"where":{"type":"object"}}}`))
	fmt.Println(err)
	// Output:
	// schema: field "where": a form has no field of type object
}

func ExampleLint() {
	schema := []byte(`{"type":"object","properties":{
		"key":{"type":"string","title":"API key","pattern":"^sk-"}}}`)
	for _, f := range form.Lint(schema, "Connect your account", form.Version20260728) {
		fmt.Println(f.Severity, f.RuleID, f.Path)
	}
	// Output:
	// warning A4.14 /properties/key/pattern
	// error A8.2 /properties/key
}

func ExampleJudgeURL() {
	u, _, warnings := form.JudgeURL("https://xn--pple-43d.com/login")
	fmt.Println(u.Host, warnings[0].Code)
	_, problems, _ := form.JudgeURL("javascript:alert(1)")
	fmt.Println(problems[0].Message())
	// Output:
	// xn--pple-43d.com url-warn-punycode
	// Only https is opened, not "javascript".
}
