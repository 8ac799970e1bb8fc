// Package asktest helps to test tools that ask: it plays the client in each
// protocol version, with a person who answers as the test says, and notices a
// tool that acts before it has been answered.
package asktest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// Versions are the protocol versions that a tool has to be right under.
func Versions() []string { return []string{ask.V20250618, ask.V20251125, ask.V20260728} }

// A Person answers what a server asks. Answers are used up in order, one for
// each question; a question without one fails the test and is cancelled. It is
// an [ask.Respondent].
type Person struct {
	T testing.TB
	// Allow are the roots, as file URIs.
	Allow []string
	// Answers to the questions to come.
	Answers []Reply
	// Observe, when set, describes what the tools act on. It must be the same at
	// each question as it was at the first: a tool must have no effect before
	// the last answer, because under 2026-07-28 it runs again in each round.
	Observe func() string

	mu    sync.Mutex
	first *string
	// Asked are the questions so far.
	Asked []*mcp.ElicitParams
}

// A Reply is what a person does with a question: sends the form, declines, or
// cancels.
type Reply struct {
	Action  ask.Action
	Content map[string]any
	// Before runs before the reply is given: what happens while a person thinks.
	Before func()
}

// Send is the reply of a person who sends these values.
func Send(content map[string]any) Reply { return Reply{Action: ask.Accept, Content: content} }

// Elicit gives the next answer.
func (p *Person) Elicit(_ context.Context, q *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	p.T.Helper()
	p.look("asking " + q.Message)
	reply := p.next(q)
	if reply.Before != nil {
		reply.Before()
	}
	if reply.Action != ask.Accept || q.Mode == "url" {
		return &mcp.ElicitResult{Action: string(reply.Action)}, nil
	}
	return ask.Accepted(reply.Content), nil
}

// next takes the answer to q.
func (p *Person) next(q *mcp.ElicitParams) Reply {
	p.T.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Asked = append(p.Asked, q)
	if len(p.Answers) == 0 {
		p.T.Errorf("a question too many: %s", q.Message)
		return Reply{Action: ask.Cancel}
	}
	reply := p.Answers[0]
	p.Answers = p.Answers[1:]
	return reply
}

// Roots returns what is allowed.
func (p *Person) Roots(context.Context) (*mcp.ListRootsResult, error) {
	p.T.Helper()
	p.look("asking for the roots")
	p.mu.Lock()
	defer p.mu.Unlock()
	res := &mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, uri := range p.Allow {
		res.Roots = append(res.Roots, &mcp.Root{URI: uri})
	}
	return res, nil
}

// look compares what the tools act on with how it was at first.
func (p *Person) look(when string) {
	p.T.Helper()
	if p.Observe == nil {
		return
	}
	now := p.Observe()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first == nil {
		p.first = &now
	} else if *p.first != now {
		p.T.Errorf("%s: the tool has acted before its last answer:\nbefore: %s\n   now: %s", when, *p.first, now)
	}
}

// Form is the form of the n-th question, from 0.
func (p *Person) Form(n int) *form.Schema {
	p.T.Helper()
	if n >= len(p.Asked) {
		p.T.Fatalf("%d questions were asked, not %d", len(p.Asked), n+1)
	}
	s, err := form.Parse(ask.Schema(p.Asked[n]))
	if err != nil {
		p.T.Fatal(err)
	}
	return s
}

// A Client is connected to a server in the same process, as a host of one
// protocol version is.
type Client struct {
	*mcp.ClientSession
	client  *mcp.Client
	version string
	person  *Person
}

// Connect connects p to s until the test ends.
func Connect(t testing.TB, s *mcp.Server, version string, p *Person) *Client {
	t.Helper()
	near, far := mcp.NewInMemoryTransports()
	ctx := context.Background() // sessions end by Close
	ss, err := s.Connect(ctx, far, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "asktest", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   ask.Capabilities(version),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	c.AddReceivingMiddleware(ask.Answering(version, p))
	cs, err := c.Connect(ctx, ask.Wire(near), &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(cs.Close(), ss.Wait()); err != nil {
			t.Errorf("ending the session: %v", err)
		}
	})
	return &Client{ClientSession: cs, client: c, version: version, person: p}
}

// Do calls a tool and sees the call through its questions.
func (c *Client) Do(tool string, args any) (*mcp.CallToolResult, error) {
	return ask.Call(context.Background(), c.ClientSession, c.version, &mcp.CallToolParams{Name: tool, Arguments: args}, c.person, func(int) {})
}

// Allow sets the roots and announces that, where the version has a notice for it.
func (c *Client) Allow(uris ...string) {
	c.person.mu.Lock()
	c.person.Allow = uris
	c.person.mu.Unlock()
	// The list of the SDK's client is not what is answered, but a change of it
	// sends the notice.
	c.client.AddRoots(&mcp.Root{URI: "file:///"})
}
