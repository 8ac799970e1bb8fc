// Package client is the client that the conformance suite tests: the pieces of
// askback's host that speak to a server ([ask.Wire], [ask.Answering],
// [ask.Call]), with a person that accepts everything as it is first shown.
package client

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// Settings are what the suite tells a client besides the address.
type Settings struct {
	// Version is the protocol version under test; empty when the suite leaves
	// it to the client.
	Version string
	// Context is what the scenario has prepared, as JSON.
	Context string
}

// Run does at the server what the scenario wants to see done.
func Run(ctx context.Context, scenario, url string, s Settings) error {
	var prepared prepared
	if s.Context != "" {
		if err := json.Unmarshal([]byte(s.Context), &prepared); err != nil {
			return fmt.Errorf("reading the context of %s: %w", scenario, err)
		}
	}
	c, err := connect(ctx, url, s.Version, &prepared)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.play(ctx, scenario, &prepared)
}

// prepared is what a scenario may have prepared.
type prepared struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	ToolCalls    []struct {
		Name      string         `json:"name"`
		Arguments map[string]any `json:"arguments"`
	} `json:"toolCalls"`
}

// A connection is a session with the version that was agreed on.
type connection struct {
	*mcp.ClientSession
	version string
}

func connect(ctx context.Context, url, version string, p *prepared) (*connection, error) {
	if version == "" {
		version = ask.V20260728
	}
	signIn, err := signIn(p)
	if err != nil {
		return nil, err
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "askback-conformance", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   ask.Capabilities(version),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // ask.Call does it
	})
	c.AddReceivingMiddleware(ask.Answering(version, willing{}))
	transport := ask.Wire(&mcp.StreamableClientTransport{Endpoint: url, OAuthHandler: signIn})
	session, err := c.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	return &connection{session, session.InitializeResult().ProtocolVersion}, nil
}

func (c *connection) call(ctx context.Context, tool string, args map[string]any) error {
	if args == nil {
		args = map[string]any{}
	}
	_, err := ask.Call(ctx, c.ClientSession, c.version, &mcp.CallToolParams{Name: tool, Arguments: args}, willing{}, func(int) {})
	return err
}

// willing is a person who accepts everything as it is first shown, and ticks
// what has to be ticked.
type willing struct{}

func (willing) Elicit(_ context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	if p.Mode == "url" {
		return &mcp.ElicitResult{Action: string(ask.Accept)}, nil
	}
	schema, err := form.Parse(ask.Schema(p))
	if err != nil {
		return nil, err
	}
	draft := schema.Defaults()
	for i := range schema.Fields {
		if f := &schema.Fields[i]; f.Kind == form.KindBoolean && f.Required {
			draft.Set(f.Name, "true")
		}
	}
	content, problems := schema.Read(draft)
	if len(problems) > 0 {
		return &mcp.ElicitResult{Action: string(ask.Decline)}, nil
	}
	return ask.Accepted(content), nil
}

func (willing) Roots(context.Context) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: []*mcp.Root{{URI: "file:///home/alice", Name: "alice"}}}, nil
}
