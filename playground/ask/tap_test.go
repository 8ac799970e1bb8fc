package ask_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// around wraps a connection as Tap must not.
type around struct{ mcp.Transport }

func (t around) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	return struct{ mcp.Connection }{c}, err
}

// A session of an older era keeps, with Wire in between, its standalone stream
// and the header that names its version; with a wrapper around the SDK's
// connection it loses both. When that changes, Tap needs no HTTP of its own.
func TestTapKeepsTheSession(t *testing.T) {
	for _, test := range []struct {
		name            string
		wrap            func(mcp.Transport) mcp.Transport
		streams, header string
	}{
		{"tapped", ask.Wire, "1", ask.V20251125},
		{"tapped twice", func(t mcp.Transport) mcp.Transport { return ask.Wire(ask.Tap(t, nil, nil)) }, "1", ask.V20251125},
		{"wrapped", func(t mcp.Transport) mcp.Transport { return around{t} }, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var mu sync.Mutex
			var streams, header string
			handler := ask.Handler(func(*http.Request) *mcp.Server { return newPlayer(t).server }, nil)
			url := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				if r.Method == http.MethodGet {
					streams += "1"
				}
				header = r.Header.Get("Mcp-Protocol-Version")
				mu.Unlock()
				handler.ServeHTTP(w, r)
			}))
			c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			cs, err := c.Connect(t.Context(), test.wrap(&mcp.StreamableClientTransport{Endpoint: url}), &mcp.ClientSessionOptions{ProtocolVersion: ask.V20251125})
			if err != nil {
				t.Fatal(err)
			}
			defer cs.Close()
			if _, err := cs.ListTools(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if streams != test.streams || header != test.header {
				t.Errorf("streams %q, header %q", streams, header)
			}
		})
	}
}

// What a look returns goes on, whatever the body around it; all else stays as it
// is.
func TestTapHTTP(t *testing.T) {
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pong := `{"jsonrpc":"2.0","id":1,"method":"pong"}`
	answer := `{"jsonrpc":"2.0","id":1,"result":{}}`
	for _, test := range []struct {
		name, kind, body, want string
		limit                  int
	}{
		{"one message", "application/json", ping, pong, 0},
		{"another one", "application/json; charset=utf-8", answer, answer, 0},
		{"no message", "application/json", `{"error":"gone"}`, `{"error":"gone"}`, 0},
		{"text", "text/plain", ping, ping, 0},
		{"an event", "text/event-stream", "id: 7\nevent: message\ndata: " + ping + "\n\n", "id: 7\nevent: message\ndata: " + pong + "\n\n", 0},
		{"several lines", "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\r\ndata:\"id\":1,\"method\":\"ping\"}\r\n\r\n", "data: " + pong + "\n\n", 0},
		{"events without a message", "text/event-stream", ": still here\n\nid: 8\nretry: 10\ndata: \n\n", ": still here\n\nid: 8\nretry: 10\ndata: \n\n", 0},
		{"an event that is let pass", "text/event-stream", "data:" + answer + "\n\n", "data:" + answer + "\n\n", 0},
		{"one that breaks off", "text/event-stream", "data: " + ping + "\n", "data: " + ping + "\n", 0},
		{"one that is too long", "text/event-stream", "data: " + ping + "\n\n", "data: " + ping + "\n\n", 10},
		{"one without a limit", "text/event-stream", "data: " + ping + "\n\n", "data: " + pong + "\n\n", -1},
		{"a long line", "text/event-stream", ":" + strings.Repeat("x", 1<<13) + "\ndata: " + ping + "\n\n", ":" + strings.Repeat("x", 1<<13) + "\ndata: " + pong + "\n\n", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var received string
			url := serveHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				received = string(body)
				w.Header().Set("Content-Type", test.kind)
				io.WriteString(w, test.body)
			}))
			rename := func(msg jsonrpc.Message) jsonrpc.Message {
				if r, ok := msg.(*jsonrpc.Request); ok {
					return &jsonrpc.Request{ID: r.ID, Method: "pong", Params: r.Params}
				}
				return msg
			}
			h := ask.Tap(&mcp.StreamableClientTransport{Endpoint: url, MaxEventSize: test.limit}, rename, rename).(*mcp.StreamableClientTransport)
			res, err := h.HTTPClient.Post(url, "application/json", strings.NewReader(ping))
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			got, err := io.ReadAll(res.Body)
			if err != nil || string(got) != test.want {
				t.Errorf("read %q, %v", got, err)
			}
			if received != pong {
				t.Errorf("the server received %s", received)
			}
		})
	}
}

// A question that comes in a stream keeps its fields in order.
func TestWireOverHTTP(t *testing.T) {
	for _, era := range []string{ask.V20251125, ask.V20260728} {
		p := newPlayer(t)
		url := serveHTTP(t, ask.Handler(func(*http.Request) *mcp.Server { return p.server }, nil))
		person := &respondent{content: map[string]any{"colour": "r"}}
		c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
			Capabilities: ask.Capabilities(era), MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		})
		c.AddReceivingMiddleware(ask.Answering(era, person))
		cs, err := c.Connect(t.Context(), ask.Wire(&mcp.StreamableClientTransport{Endpoint: url}), &mcp.ClientSessionOptions{ProtocolVersion: era})
		if err != nil {
			t.Fatal(err)
		}
		defer cs.Close()
		res, err := ask.Call(t.Context(), cs, era, &mcp.CallToolParams{Name: "pick", Arguments: json.RawMessage(`{}`)}, person, func(int) {})
		if err != nil || res.IsError {
			t.Fatalf("%s: %v, %v", era, res, err)
		}
		if len(person.schemas) != 1 || strings.Index(person.schemas[0], `"colour"`) > strings.Index(person.schemas[0], `"why"`) {
			t.Errorf("%s: asked %q", era, person.schemas)
		}
	}
}
