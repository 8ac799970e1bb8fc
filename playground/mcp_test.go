package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/roots"
)

// A caller is an MCP client of one protocol version, with a person before it.
type caller struct {
	*mcp.ClientSession
	version string
	person  *asktest.Person
}

// dial connects over t; what the caller does the test ends by closing it.
func dial(t *testing.T, transport mcp.Transport, version string, allow ...string) *caller {
	t.Helper()
	c := &caller{version: version, person: &asktest.Person{T: t, Allow: allow}}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   ask.Capabilities(version),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	client.AddReceivingMiddleware(ask.Answering(version, c.person))
	var err error
	if c.ClientSession, err = client.Connect(t.Context(), ask.Wire(transport), &mcp.ClientSessionOptions{ProtocolVersion: version}); err != nil {
		t.Fatal(err)
	}
	return c
}

// call calls a tool and returns its result as JSON, or its error as text.
func (c *caller) call(t *testing.T, tool string, args map[string]any, answers ...asktest.Reply) string {
	t.Helper()
	c.person.Answers = answers
	res, err := ask.Call(t.Context(), c.ClientSession, c.version, &mcp.CallToolParams{Name: tool, Arguments: args}, c.person, func(int) {})
	if err != nil {
		return err.Error()
	}
	if res.IsError {
		return res.Content[0].(*mcp.TextContent).Text
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// notesDir is a directory with two notes, and its URI.
func notesDir(t *testing.T) (dir, uri string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a.md": "# Report A\n", "b.md": "# Report B\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, roots.URI(strings.TrimPrefix(filepath.ToSlash(dir), "/"))
}

// startMCP runs the command and returns the client's end of its standard input
// and output. The command must end when the client hangs up, or with ctx.
func startMCP(t *testing.T, ctx context.Context, args ...string) (transport mcp.Transport, done <-chan error) {
	t.Helper()
	stdin, toServer := io.Pipe()
	fromServer, stdout := io.Pipe()
	env, _ := testEnvironment(nil)
	env.stdin, env.stdout = stdin, stdout
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, env, append([]string{"mcp"}, args...))
		stdout.Close()
		ended <- err
	}()
	return &mcp.IOTransport{Reader: fromServer, Writer: toServer}, ended
}

func TestMCP(t *testing.T) {
	for _, version := range asktest.Versions() {
		for _, fixed := range []bool{true, false} {
			name, args := version+" roots of the client", []string(nil)
			dir, uri := notesDir(t)
			allow := []string{uri}
			if fixed {
				name, args, allow = version+" -root", []string{"-root", dir}, nil
			}
			t.Run(name, func(t *testing.T) {
				transport, done := startMCP(t, t.Context(), args...)
				c := dial(t, transport, version, allow...)
				if got := c.call(t, "notes_list", nil); !strings.Contains(got, `"total":2`) {
					t.Errorf("notes_list: %s", got)
				}
				if got := c.call(t, "notes_delete", map[string]any{"title": "Report B"}, asktest.Send(map[string]any{"confirm": true})); !strings.Contains(got, `"outcome":"deleted"`) {
					t.Errorf("notes_delete: %s", got)
				}
				if _, err := os.Stat(filepath.Join(dir, "b.md")); !os.IsNotExist(err) {
					t.Errorf("b.md: %v", err)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
				if err := <-done; err != nil {
					t.Errorf("after the client hung up: %v", err)
				}
			})
		}
	}
}

// Told to stop while a person thinks, the command stops.
func TestMCPInterrupted(t *testing.T) {
	dir, _ := notesDir(t)
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			transport, done := startMCP(t, ctx, "-root", dir)
			c := dial(t, transport, version)
			reply := asktest.Reply{Action: ask.Cancel, Before: func() {
				interrupt()
				if err := <-done; err != nil {
					t.Errorf("interrupted: %v", err)
				}
			}}
			if got := c.call(t, "notes_delete", map[string]any{"title": "Report A"}, reply); strings.Contains(got, "outcome") {
				t.Errorf("it went on: %s", got)
			}
			_ = c.Close() // of a connection that the server has ended
		})
	}
}

func TestMCPUsage(t *testing.T) {
	for _, args := range [][]string{{"-root", ""}, {"-root", "/does/not/exist"}, {"-root", "/etc/hostname"}, {"extra"}} {
		env, _ := testEnvironment(nil)
		env.stdin = strings.NewReader("")
		if err := run(t.Context(), env, append([]string{"mcp"}, args...)); err == nil {
			t.Errorf("%q: no error", args)
		} else if _, ok := err.(usageError); !ok {
			t.Errorf("%q: %v is no usage error", args, err)
		}
	}
}
