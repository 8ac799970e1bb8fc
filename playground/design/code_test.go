package design

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"askback/playground/form"
)

// questions are such as are hard to write out in another language.
func questions(t *testing.T) map[string]example {
	t.Helper()
	all := map[string]example{}
	for name, schema := range map[string]string{
		"nothing to fill in": object(""),
		"kinds": object(`"a":{"type":"string","title":"A","description":"About \"a\"","minLength":1,"maxLength":9,"default":"x"},
			"b":{"type":"string","format":"email"},"c":{"type":"string","format":"uri","title":"C"},
			"d":{"type":"string","format":"date","default":"2026-07-28"},"e":{"type":"string","format":"date-time","title":"E"},
			"f":{"type":"number","minimum":-0.5,"maximum":1e6,"default":1.5},"g":{"type":"integer","title":"G","minimum":0,"default":3},
			"h":{"type":"boolean","default":false},"i":{"type":"string","maxLength":3}`, "a", "h"),
		"choices": object(which+`,"b":{"type":"string","enum":["Red","Green"],"default":"Red"},
			"c":{"type":"array","title":"C","items":{"anyOf":[{"const":"x","title":"X"},{"const":"y","title":"Y"}]},"minItems":1,"maxItems":2,"default":["x"]},
			"d":{"type":"array","items":{"type":"string","enum":["x","y"]}}`, "note"),
		"bounds":      object(`"a":{"type":"integer","minimum":9007199254740993,"title":"A"},"b":{"type":"number","maximum":1e400,"default":2.0},"c":{"type":"number","minimum":0.10,"maximum":-0}`),
		"characters":  object("\"`\":{\"type\":\"string\",\"title\":\"\u202e\\\"` \\u2028 \\\\ 😀 \u200b\",\"description\":\"two\\nlines\"}"),
		"a prototype": object(`"__proto__":{"type":"boolean","title":"Yes"},"\u005f_proto__2":{"type":"boolean","title":"__proto__"}`),
	} {
		all[name] = example{Message: "Which? `" + name + "`\n\u202e${x}", RequestedSchema: json.RawMessage(schema)}
	}
	return all
}

func TestGoIsFormatted(t *testing.T) {
	for name, q := range questions(t) {
		for _, f := range []string{FormatGo, FormatGoForm} {
			code := write(t, f, q)
			formatted, err := format.Source([]byte(code))
			if err != nil {
				t.Errorf("%s in %s: %v\n%s", name, f, err, code)
			} else if string(formatted) != code {
				t.Errorf("%s in %s is not formatted:\n%s", name, f, code)
			}
		}
	}
}

// What is copied as Go compiles, and asks the same question.
func TestGoAsksTheSame(t *testing.T) {
	main := `package main

import (
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
)

func show(name, message string, schema any) {
	raw, err := json.Marshal(map[string]any{"name": name, "message": message, "requestedSchema": schema})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(raw))
}

`
	calls := "func main() {\n\tvar (\n\t\tp *mcp.ElicitParams\n\t\tm string\n\t\ts *form.Schema\n\t)\n"
	all := questions(t)
	for name, q := range all {
		for _, f := range []string{FormatGo, FormatGoForm} {
			function := fmt.Sprintf("q%d", strings.Count(main, "func q"))
			_, code, _ := strings.Cut(write(t, f, q), "func question(")
			main += "func " + function + "(" + code + "\n"
			if f == FormatGo {
				calls += fmt.Sprintf("\tp = %s()\n\tshow(%q, p.Message, p.RequestedSchema)\n", function, name)
			} else {
				calls += fmt.Sprintf("\tm, s = %s()\n\tshow(%q, m, s)\n", function, name)
			}
		}
	}
	lines := goRun(t, main+calls+"}\n")
	if len(lines) != 2*len(all) {
		t.Fatalf("%d questions, want %d", len(lines), 2*len(all))
	}
	for _, line := range lines {
		var got struct {
			Name string `json:"name"`
			example
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		want := all[got.Name]
		if got.Message != want.Message {
			t.Errorf("%s: the message is %q, want %q", got.Name, got.Message, want.Message)
		}
		if got, want := canonical(t, got.RequestedSchema), canonical(t, want.RequestedSchema); !equal(t, got, want) {
			t.Errorf("the form is\n%s, want\n%s", got, want)
		}
	}
}

// canonical is a schema as package form writes it.
func canonical(t *testing.T, schema json.RawMessage) json.RawMessage {
	t.Helper()
	s, err := form.Parse(schema)
	if err != nil {
		t.Fatalf("%v in %s", err, schema)
	}
	text, err := form.Object(s.Fields...).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// goRun runs a program that may import what the module does, and returns the lines
// that it prints.
func goRun(t *testing.T, code string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", file)
	cmd.Dir = "../.."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// What is copied as JSON is the same JSON, and so is what TypeScript takes.
func TestJSONIsTheSame(t *testing.T) {
	for name, q := range questions(t) {
		var got example
		if err := json.Unmarshal([]byte(write(t, FormatJSON, q)), &got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got.Message != q.Message || !equal(t, got.RequestedSchema, q.RequestedSchema) {
			t.Errorf("%s: got %s", name, got.RequestedSchema)
		}
		code := write(t, FormatTypeScript, q)
		_, literal, _ := strings.Cut(code, "requestedSchema: ")
		literal, _, _ = strings.Cut(literal, ",\n  });")
		literal = strings.ReplaceAll(literal, `["__proto__"]`, `"__proto__"`)
		if !equal(t, json.RawMessage(literal), q.RequestedSchema) {
			t.Errorf("%s: TypeScript has %s", name, literal)
		}
		if strings.ContainsAny(code, "\u202e\u200b") {
			t.Errorf("%s: TypeScript has characters that are obeyed", name)
		}
	}
	if code := write(t, FormatTypeScript, questions(t)["a prototype"]); strings.Count(code, `["__proto__"]`) != 1 {
		t.Errorf("an object that loses a field:\n%s", code)
	}
}

// equal reports whether two JSON texts hold the same values, numbers in whatever
// spelling.
func equal(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	return reflect.DeepEqual(values(t, a), values(t, b))
}

func values(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return exact(v)
}

// exact is a value with its numbers in one spelling.
func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		n, _, err := big.ParseFloat(v.String(), 10, 200, big.ToNearestEven)
		if err != nil {
			panic(err)
		}
		if n.Sign() == 0 {
			return "0" // and not -0
		}
		return n.Text('g', 40)
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = exact(v[key])
		}
	}
	return v
}

// write is a question in a format.
func write(t *testing.T, f string, q example) string {
	t.Helper()
	s, err := form.Parse(q.RequestedSchema)
	if err != nil {
		t.Fatalf("%v in %s", err, q.RequestedSchema)
	}
	return Code(f, q.RequestedSchema, s, q.Message)
}
