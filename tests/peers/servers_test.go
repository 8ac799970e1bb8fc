package peers

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/host"
	"askback/tests/peers/node"
)

const filesystem = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"

// overStdio dials a server of Node on stdio.
func overStdio(t *testing.T, args ...string) func(context.Context) (mcp.Transport, error) {
	program := node.Require(t, ".")
	return func(context.Context) (mcp.Transport, error) {
		cmd := exec.Command(program, args...)
		// It ends with its stdin, and if it does not, it is not waited for.
		return &mcp.CommandTransport{Command: cmd, TerminateDuration: time.Second}, nil
	}
}

// everythingOverHTTP starts server-everything and dials it.
func everythingOverHTTP(t *testing.T) func(context.Context) (mcp.Transport, error) {
	url := node.StartEverything(t, ".")
	return func(context.Context) (mcp.Transport, error) {
		return &mcp.StreamableClientTransport{Endpoint: url}, nil
	}
}

func TestServerEverything(t *testing.T) {
	for name, dial := range map[string]func(*testing.T) func(context.Context) (mcp.Transport, error){
		"stdio": func(t *testing.T) func(context.Context) (mcp.Transport, error) {
			return overStdio(t, node.Everything, "stdio")
		},
		"http": everythingOverHTTP,
	} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, host.Options{Era: ask.V20251125, Dial: dial(t), Tree: disk{t.TempDir()}, Roots: []string{"home/alice"}})
			s := p.waitReady()
			if s.Phase != host.PhaseReady || s.Server.Name != "mcp-servers/everything" {
				t.Fatalf("%+v: %s", s.Server, describe(s))
			}
			t.Run("echo", func(t *testing.T) {
				p.call("echo", [2]string{"message", "as it is <b>"})
				if got := p.text(p.result()); got != "Echo: as it is <b>" {
					t.Errorf("it says %q", got)
				}
			})
			t.Run("roots", func(t *testing.T) {
				p.call("get-roots-list")
				if got := p.text(p.result()); !strings.Contains(got, "file:///home/alice") {
					t.Errorf("it says %q", got)
				}
			})
			t.Run("a form is accepted", func(t *testing.T) { testForm(t, p) })
			t.Run("a form is declined", func(t *testing.T) {
				p.call("trigger-elicitation-request")
				p.answer("decline", p.asked())
				if got := p.text(p.result()); !strings.Contains(got, "declined") {
					t.Errorf("it says %q", got)
				}
			})
			t.Run("a form is cancelled", func(t *testing.T) {
				p.call("trigger-elicitation-request")
				p.answer("cancel", p.asked())
				if got := p.text(p.result()); !strings.Contains(got, "cancelled") {
					t.Errorf("it says %q", got)
				}
			})
			t.Run("a page is consented to", func(t *testing.T) {
				p.call("trigger-url-elicitation", [2]string{"url", "https://example.com/in"}, [2]string{"message", "Please sign in"}, [2]string{"errorPath", "false"})
				q := p.asked()
				if q.Mode != host.ModeURL || q.Message != "Please sign in" || q.URL.Text != "https://example.com/in" {
					t.Errorf("it asks %+v", q)
				}
				p.answer("url-opened", q)
				if got := p.text(p.result()); !strings.Contains(got, "accept") {
					t.Errorf("it says %q", got)
				}
			})
		})
	}
}

// testForm fills in the form that server-everything asks with, which has a field
// of every kind, and compares what arrives there.
func testForm(t *testing.T, p *person) {
	p.call("trigger-elicitation-request")
	q := p.asked()
	if q.Form == nil {
		t.Fatalf("the form cannot be shown: %s\n%s", q.Unsupported, q.RawSchema)
	}
	filled := [][2]string{
		{"name", "Milton"}, {"check", "true"}, {"firstLine", "It was a dark and stormy night."}, {"email", "milton@example.com"},
		{"homepage", "https://example.com/"}, {"birthdate", "1999-02-19"}, {"integer", "101"}, {"number", "2.5"},
		{"untitledSingleSelectEnum", "Joey"}, {"untitledMultipleSelectEnum", "Piano"}, {"untitledMultipleSelectEnum", "Drums"},
		{"titledSingleSelectEnum", "hero-2"}, {"titledMultipleSelectEnum", "fish-3"}, {"legacyTitledEnum", "pet-2"},
	}
	p.answer("answer", q, filled...)
	if problems := p.asked().Problems; len(problems) != 1 || problems[0].Field != "integer" {
		t.Errorf("of the integer 101 it says %v", problems)
	}
	filled[6][1] = "7"
	p.answer("answer", q, filled...)

	const want = `{"action":"accept","content":{"birthdate":"1999-02-19","check":true,"email":"milton@example.com",` +
		`"firstLine":"It was a dark and stormy night.","homepage":"https://example.com/","integer":7,"legacyTitledEnum":"pet-2",` +
		`"name":"Milton","number":2.5,"titledMultipleSelectEnum":["fish-3"],"titledSingleSelectEnum":"hero-2",` +
		`"untitledMultipleSelectEnum":["Piano","Drums"],"untitledSingleSelectEnum":"Joey"}}`
	_, raw, _ := strings.Cut(p.text(p.result()), "Raw result: ")
	var got any
	if err := json.Unmarshal([]byte(raw), &got); err != nil {
		t.Fatalf("%v in %q", err, raw)
	}
	if sorted, _ := json.Marshal(got); string(sorted) != want {
		t.Errorf("it received %s, want %s", sorted, want)
	}
}

// The server speaks the older eras only, and the host says so.
func TestServerEverythingHasNoNewEra(t *testing.T) {
	p := sit(t, host.Options{Era: ask.V20260728, Dial: overStdio(t, node.Everything, "stdio"), Tree: disk{t.TempDir()}})
	s := p.waitReady()
	if s.Phase != host.PhaseFailed || s.Failure.Cause != (host.Cause{Code: host.CauseVersion, Text: "2025-11-25"}) {
		t.Fatal(describe(s))
	}
	p.Handle(host.Intent{Action: "era", Args: map[string]string{"value": ask.V20251125}})
	if s := p.waitFor("the older era", func(s host.State) bool { return s.Phase == host.PhaseReady }); len(s.Tools) == 0 {
		t.Error(describe(s))
	}
}

// A root that is taken back is out of the server's reach, and what it writes
// lies in those that it has.
func TestServerFilesystem(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"open/a.txt": "A", "private/b.txt": "B"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	name := func(below string) string { return strings.TrimPrefix(filepath.Join(dir, below), "/") }
	p := sit(t, host.Options{Era: ask.V20251125, Dial: overStdio(t, filesystem), Tree: disk{dir}, Roots: []string{name("open"), name("private")}})
	if s := p.waitReady(); s.Phase != host.PhaseReady {
		t.Fatal(describe(s))
	}
	read := func(file string) host.Call {
		t.Helper()
		p.call("read_text_file", [2]string{"path", filepath.Join(dir, file)})
		return p.result()
	}

	p.allowed(dir, "open", "private")
	if got := p.text(read("private/b.txt")); got != "B" {
		t.Errorf("it read %q", got)
	}

	p.Handle(host.Intent{Action: "root-remove", Args: map[string]string{"name": name("private")}})
	p.allowed(dir, "open")
	if got := read("private/b.txt"); !got.IsError || !strings.Contains(strings.Join(got.Text, ""), "Access denied") {
		t.Errorf("it read what it may not: %+v", got)
	}
	if got := p.text(read("open/a.txt")); got != "A" {
		t.Errorf("it read %q", got)
	}

	p.call("write_file", [2]string{"path", filepath.Join(dir, "private/c.txt")}, [2]string{"content", "C"})
	if got := p.result(); !got.IsError {
		t.Errorf("it wrote where it may not: %+v", got)
	}
	p.call("write_file", [2]string{"path", filepath.Join(dir, "open/c.txt")}, [2]string{"content", "C"})
	p.text(p.result())
	s := p.waitFor("the new file", func(s host.State) bool { return strings.Contains(files(s.Tree), "c.txt") })
	if got, want := files(s.Tree), fmt.Sprintf("%[1]s/open/a.txt %[1]s/open/c.txt+ %[1]s/private/b.txt", name("")); got != want {
		t.Errorf("there are %s, want %s", got, want)
	}
}

// allowed waits until the server has taken over the roots: its question comes
// some time after the notice, and it answers other calls meanwhile.
func (p *person) allowed(dir string, below ...string) {
	p.t.Helper()
	want := "Allowed directories:"
	for _, b := range below {
		want += "\n" + filepath.Join(dir, b)
	}
	var got string
	for deadline := time.Now().Add(30 * time.Second); got != want; {
		if time.Now().After(deadline) {
			p.t.Fatalf("the server works in %q, want %q", got, want)
		}
		p.call("list_allowed_directories")
		got = p.text(p.result())
	}
}

// files are the names of the files of a tree; one that is new has a plus.
func files(n host.Node) string {
	if !n.Dir && n.Name != "." && len(n.Children) == 0 {
		if n.Mark == host.Created {
			return n.Name + "+"
		}
		return n.Name
	}
	var names []string
	for _, c := range n.Children {
		if f := files(c); f != "" {
			names = append(names, f)
		}
	}
	return strings.Join(names, " ")
}
