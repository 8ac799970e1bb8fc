//go:build js && wasm

package port_test

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/wasm/port"
)

// eras are the protocol versions that sessions must work under.
var eras = []string{"2025-11-25", "2026-07-28"}

type greeting struct {
	Name string `json:"name"`
}

// sessions returns a connected client and server, the server with the tool greet.
func sessions(t *testing.T, era string) (*mcp.ClientSession, *mcp.ServerSession) {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "greeter", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet"},
		func(_ context.Context, _ *mcp.CallToolRequest, in greeting) (*mcp.CallToolResult, greeting, error) {
			return nil, greeting{Name: "hello, " + in.Name}, nil
		})
	client := mcp.NewClient(&mcp.Implementation{Name: "caller", Version: "1"}, nil)

	a, b := channel()
	ss, err := server.Connect(t.Context(), port.New(a), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ss.Close() })
	cs, err := client.Connect(t.Context(), port.New(b), &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	if got := cs.InitializeResult().ProtocolVersion; got != era {
		t.Fatalf("negotiated %s, want %s", got, era)
	}
	return cs, ss
}

func TestSession(t *testing.T) {
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			cs, _ := sessions(t, era)
			tools, err := cs.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(tools.Tools) != 1 || tools.Tools[0].Name != "greet" {
				t.Errorf("tools/list returned %v", tools.Tools)
			}
			result, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "greet", Arguments: greeting{"Alice"}})
			if err != nil {
				t.Fatal(err)
			}
			got, _ := result.StructuredContent.(map[string]any)
			if got["name"] != "hello, Alice" {
				t.Errorf("tools/call returned %v", result.StructuredContent)
			}
		})
	}
}

// When one side closes its session, the other side's Wait returns.
func TestSessionClose(t *testing.T) {
	for _, era := range eras {
		t.Run(era+"/client", func(t *testing.T) {
			cs, ss := sessions(t, era)
			if err := cs.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			if err := ss.Wait(); err != nil {
				t.Errorf("the server's Wait: %v", err)
			}
		})
		t.Run(era+"/server", func(t *testing.T) {
			cs, ss := sessions(t, era)
			if err := ss.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			if err := cs.Wait(); err != nil {
				t.Errorf("the client's Wait: %v", err)
			}
		})
	}
}
