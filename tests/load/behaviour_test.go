package load

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// A behaviour is what a person does with a question about a note.
type behaviour struct {
	name    string
	outcome string // of the tool; empty when it acts
	sure    bool   // a result must arrive
	weight  int
	do      func(*client, *attempt, *mcp.ElicitParams, *note) (*mcp.ElicitResult, error)
}

var behaviours = []behaviour{
	{"accepted", "", true, 45, func(c *client, a *attempt, q *mcp.ElicitParams, n *note) (*mcp.ElicitResult, error) {
		return c.accept(a, q, n)
	}},
	{"declined", "declined", true, 12, answer(ask.Decline)},
	{"cancelled", "cancelled", true, 12, answer(ask.Cancel)},
	{"did not confirm", "not_confirmed", true, 6, func(_ *client, _ *attempt, q *mcp.ElicitParams, n *note) (*mcp.ElicitResult, error) {
		return fill(q, n, false)
	}},
	{"looked at the list and accepted", "", true, 6, func(c *client, a *attempt, q *mcp.ElicitParams, n *note) (*mcp.ElicitResult, error) {
		c.aside(a)
		return c.accept(a, q, n)
	}},
	{"stopped the call", "stopped", false, 6, func(c *client, a *attempt, _ *mcp.ElicitParams, _ *note) (*mcp.ElicitResult, error) {
		a.troubled()
		a.cancel()
		return nil, a.ctx.Err()
	}},
	{"lost the connection and declined", "declined", false, 3, func(c *client, a *attempt, q *mcp.ElicitParams, n *note) (*mcp.ElicitResult, error) {
		c.lose(a)
		return answer(ask.Decline)(c, a, q, n)
	}},
	{"lost the connection and accepted", "", false, 4, func(c *client, a *attempt, q *mcp.ElicitParams, n *note) (*mcp.ElicitResult, error) {
		c.lose(a)
		return c.accept(a, q, n)
	}},
	{"went away", "gone", false, 3, func(c *client, a *attempt, _ *mcp.ElicitParams, _ *note) (*mcp.ElicitResult, error) {
		a.troubled()
		c.line.die(false)
		a.cancel()
		return nil, errDead
	}},
	{"ended the session", "ended", false, 3, func(c *client, a *attempt, _ *mcp.ElicitParams, _ *note) (*mcp.ElicitResult, error) {
		a.mu.Lock()
		a.trouble, a.ended = true, true
		a.mu.Unlock()
		return nil, c.world.end(a.ctx, c.version, c.session.ID())
	}},
}

// behaviour throws the dice for one.
func (c *client) behaviour() behaviour {
	n := c.dice.IntN(100)
	for _, b := range behaviours {
		if n -= b.weight; n < 0 {
			return b
		}
	}
	return behaviours[0]
}

// reply is the behaviour towards one question, about n.
func (b behaviour) reply(c *client, n *note) reply {
	think := time.Duration(c.dice.IntN(20)) * time.Millisecond
	if c.dice.IntN(4) == 0 {
		think *= 20
	}
	return func(ctx context.Context, a *attempt, q *mcp.ElicitParams) (*mcp.ElicitResult, error) {
		c.world.shown()
		defer c.world.pending.Add(-1)
		select {
		case <-c.world.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-a.ctx.Done():
			return nil, a.ctx.Err()
		}
		select {
		case <-time.After(think):
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-a.ctx.Done():
			return nil, a.ctx.Err()
		}
		c.world.count("a person " + b.name)
		return b.do(c, a, q, n)
	}
}

func answer(action ask.Action) func(*client, *attempt, *mcp.ElicitParams, *note) (*mcp.ElicitResult, error) {
	return func(*client, *attempt, *mcp.ElicitParams, *note) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: string(action)}, nil
	}
}

// fill fills in the form for n.
func fill(q *mcp.ElicitParams, n *note, confirm bool) (*mcp.ElicitResult, error) {
	schema, err := form.Parse(ask.Schema(q))
	if err != nil {
		return nil, err
	}
	content := map[string]any{"confirm": confirm}
	for _, f := range schema.Fields {
		if f.Name != "note_id" {
			continue
		}
		for _, o := range f.Options {
			if strings.HasPrefix(o.Title, n.title+" ") {
				content[f.Name] = o.Value
			}
		}
		if content[f.Name] == nil {
			return nil, errors.New(n.title + " is not offered")
		}
	}
	return ask.Accepted(content), nil
}

// accept sends the form, confirmed.
func (c *client) accept(a *attempt, q *mcp.ElicitParams, n *note) (*mcp.ElicitResult, error) {
	res, err := fill(q, n, true)
	if err != nil {
		c.t.Errorf("%s: %v", c.name, err)
		return nil, err
	}
	a.mu.Lock()
	a.accepted = true
	a.mu.Unlock()
	return res, nil
}

// lose cuts the line while the question is on the screen.
func (c *client) lose(a *attempt) {
	a.troubled()
	c.line.cut(true)
}

// aside calls another tool in the same session while the question is on the
// screen.
func (c *client) aside(a *attempt) {
	res, err := ask.Call(a.ctx, c.session, c.version, &mcp.CallToolParams{Name: "notes_list", Arguments: map[string]any{"limit": 1}}, c, func(int) {})
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err == nil && !res.IsError:
		c.world.calls.Add(1)
	case !a.trouble && !c.line.wasCut():
		c.t.Errorf("%s, %s: a list while a question is on the screen: %v, %v", c.name, c.version, res, err)
	}
}

// end ends a session as another window of the same host could. Where the version
// has no sessions, there is nothing to end.
func (w *world) end(ctx context.Context, version, id string) error {
	if id == "" {
		return errors.New("the window was closed")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, w.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Mcp-Session-Id", id)
	req.Header.Set("Mcp-Protocol-Version", version)
	res, err := w.http.Do(req)
	if err != nil {
		return err
	}
	res.Body.Close()
	return errors.New("the session was ended")
}
