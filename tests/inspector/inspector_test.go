package inspector

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	node    = "node_modules/.bin/node"
	program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"

	toolIsError = 5 // the exit status for a result with isError
)

// requireInspector fails the test where the Inspector is not installed. It is not
// skipped: what has not run has not passed.
func requireInspector(t *testing.T) (nodePath string) {
	t.Helper()
	if _, err := os.Stat(program); err != nil {
		t.Fatal("the MCP Inspector is not installed: run npm ci in tests/inspector (npm comes with Node, https://nodejs.org)")
	}
	if path, err := filepath.Abs(node); err == nil {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	// npm has installed one on Linux; elsewhere it is that of the machine.
	out, err := exec.CommandContext(t.Context(), "node", "--version").Output()
	var major, minor int
	if _, scan := fmt.Sscanf(string(out), "v%d.%d", &major, &minor); err != nil || scan != nil || major < 22 || major == 22 && minor < 19 {
		t.Fatalf("the MCP Inspector needs Node 22.19 or newer in the PATH, and this is %q, %v", out, err)
	}
	return "node"
}

// An inspector is the Inspector with one server, in one era.
type inspector struct {
	config, era string
}

func newInspector(t *testing.T, e entry, era string) inspector {
	t.Helper()
	requireInspector(t)
	e.Roots = []root{{"file:///home/alice/Documents/Notes", "Notes"}}
	raw, err := json.Marshal(map[string]any{"mcpServers": map[string]entry{"notes": e}})
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(config, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return inspector{config, era}
}

// An answer is what the Inspector prints on either stream, and its exit status.
type answer struct {
	Result result `json:"result"`
	Error  struct {
		Message string `json:"message"`
	} `json:"error"`
	status int
	raw    string // all that it wrote
}

type result struct {
	IsError bool `json:"isError"`
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
	Tools      []tool          `json:"tools"`
}

type tool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Input       json.RawMessage `json:"inputSchema"`
	Annotations map[string]bool `json:"annotations"`
}

// run runs the Inspector, which connects, does one thing and ends.
func (i inspector) run(t *testing.T, method string, args ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // under one, where nothing hangs
	defer cancel()
	args = append([]string{program, "--cli", "--config", i.config, "--server", "notes",
		"--protocol-era", i.era, "--format", "json", "--quiet", "--method", method}, args...)
	cmd := exec.CommandContext(ctx, requireInspector(t), args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "MCP_INSPECTOR_SECRET_STORE=memory")
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	// The server that it starts goes with its process group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err := cmd.Run()
	if cmd.Process != nil {
		_ = cmd.Cancel() // nobody is left, most of the time
	}
	a := answer{raw: out.String() + log.String()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil, err != nil && !errors.As(err, &exit):
		t.Fatalf("%s: %v, %v\n%s", method, err, ctx.Err(), a.raw)
	case exit != nil:
		a.status = exit.ExitCode()
	}
	// A result is an object on stdout, an error one on stderr, where there are
	// remarks in plain text as well.
	if a.status != 0 {
		out.WriteString(log.String())
	}
	for d := json.NewDecoder(&out); ; {
		switch err := d.Decode(&a); {
		case errors.Is(err, io.EOF):
			return a
		case err != nil:
			t.Fatalf("%s: status %d, %v\n%s", method, a.status, err, a.raw)
		}
	}
}

// call calls a tool and wants this structured result, and the same as text.
func (i inspector) call(t *testing.T, name, args, want string) {
	t.Helper()
	a := i.run(t, "tools/call", "--tool-name", name, "--tool-args-json", args)
	if a.status != 0 || a.Result.IsError || len(a.Result.Content) != 1 {
		t.Fatalf("%s: status %d\n%s", name, a.status, a.raw)
	}
	for _, got := range []string{string(a.Result.Structured), a.Result.Content[0].Text} {
		if !sameJSON(t, got, want) {
			t.Errorf("%s: the result is\n%s\nwant\n%s", name, got, want)
		}
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y)); err != nil {
		t.Fatalf("%v\n%s\n%s", err, a, b)
	}
	return fmt.Sprint(x) == fmt.Sprint(y) // maps print in order
}

// eras are what the Inspector can be asked for, and what it negotiates.
var eras = map[string]string{"legacy": "2025-11-25", "auto": "2026-07-28", "modern": "2026-07-28"}

func TestInspector(t *testing.T) {
	for _, transport := range slices.Sorted(maps.Keys(transports)) {
		for _, era := range slices.Sorted(maps.Keys(eras)) {
			t.Run(transport+"/"+era, func(t *testing.T) {
				e, has := transports[transport](t)
				inspect(t, newInspector(t, e, era), has)
			})
		}
	}
}

func inspect(t *testing.T, i inspector, has func(string) bool) {
	i.call(t, "version", `{}`, `{"version":"`+eras[i.era]+`"}`)
	listTools(t, i)
	i.call(t, "notes_list", `{"limit":1}`, `{"total":4,"next_cursor":"MC9zaG9wcGluZy5tZA","notes":[{"id":"note-99","title":"Shopping list",`+
		`"path":"Notes/shopping.md","tags":["home"],"created":"2026-02-01","modified":"2026-03-14T09:26:53Z"}]}`)

	a := i.run(t, "tools/call", "--tool-name", "notes_create", "--tool-args-json", `{"title":"Made by the Inspector","text":"Hello."}`)
	var made struct{ Title, Path, Message string }
	if err := json.Unmarshal(a.Result.Structured, &made); err != nil {
		t.Fatalf("notes_create: %v\n%s", err, a.raw)
	}
	if made.Title != "Made by the Inspector" || made.Path != "Notes/made-by-the-inspector.md" || made.Message != `Created the note "Made by the Inspector".` {
		t.Errorf("notes_create: %+v", made)
	}
	if !has("home/alice/Documents/Notes/made-by-the-inspector.md") {
		t.Error("notes_create made no file")
	}

	// The older era has tool errors for a client that cannot be asked, the newer
	// one an error of the protocol.
	a = i.run(t, "tools/call", "--tool-name", "notes_delete", "--tool-arg", "title=shopping")
	said, status := a.Error.Message, 1
	if i.era == "legacy" {
		status = toolIsError
		if !a.Result.IsError || len(a.Result.Content) != 1 {
			t.Fatalf("notes_delete: no error of the tool\n%s", a.raw)
		}
		said = a.Result.Content[0].Text
	}
	const want = "this tool needs to ask you something (elicitation in form mode), and your client does not offer that; use a client that declares elicitation"
	if said != want || a.status != status {
		t.Errorf("notes_delete: status %d, want %d; it says %q, want %q", a.status, status, said, want)
	}
	if !has("home/alice/Documents/Notes/shopping.md") {
		t.Error("notes_delete deleted without having asked")
	}
}

// listTools wants the tools of the notes server, and one of them as a whole.
func listTools(t *testing.T, i inspector) {
	t.Helper()
	a := i.run(t, "tools/list", "--strict") // ends with 6 if a schema is wrong
	if a.status != 0 {
		t.Fatalf("tools/list: status %d\n%s", a.status, a.raw)
	}
	var names []string
	for _, tool := range a.Result.Tools {
		names = append(names, tool.Name)
		if tool.Name != "notes_delete" {
			continue
		}
		if tool.Title != "Delete a note" || !sameJSON(t, string(tool.Input),
			`{"type":"object","properties":{"title":{"type":"string","description":"part of the title, in any case","maxLength":200}},"required":["title"],"additionalProperties":false}`) {
			t.Errorf("notes_delete is %+v, %s", tool, tool.Input)
		}
		if !maps.Equal(tool.Annotations, map[string]bool{"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": false}) {
			t.Errorf("notes_delete has the annotations %v", tool.Annotations)
		}
	}
	const want = "notes_archive notes_create notes_delete notes_list notes_read notes_rename notes_search notes_setup notes_update version"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the tools are %s, want %s", got, want)
	}
}
