package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A call is a Call that can be stopped.
type call struct {
	Call
	cancel context.CancelFunc
	opened map[string]bool // elicitation ids that the person consented to
}

// maxCalls is how many calls are kept to look at.
const maxCalls = 100

type callKey struct{}

// begin calls a tool. The caller holds h.mu.
func (h *Host) begin(tool string, args json.RawMessage) {
	l := h.link
	if l == nil {
		return // the button is there only when the phase is ready
	}
	id := 1
	if n := len(h.calls); n > 0 {
		id = h.calls[n-1].ID + 1
	}
	ctx, cancel := context.WithCancel(context.WithValue(l.ctx, callKey{}, id))
	c := &call{Call: Call{ID: id, Tool: tool, Args: args, Era: l.era, Began: h.now()}, cancel: cancel}
	h.calls = append(h.calls, c)
	if len(h.calls) > maxCalls {
		h.calls = h.calls[1:]
	}
	h.before = h.files
	h.spawn(func(context.Context) {
		defer cancel()
		l.tell(ctx)
		params := &mcp.CallToolParams{Name: tool, Arguments: args}
		res, err := ask.Call(ctx, l.session, l.era, params, respondent{h}, func(round int) {
			h.update(func() { c.Rounds = round })
		})
		stopped := err != nil && ctx.Err() != nil
		h.update(func() { c.end(res, err, stopped); c.End = h.now() })
		h.look()
	})
}

// end enters what became of the call.
func (c *call) end(res *mcp.CallToolResult, err error, stopped bool) {
	var wire *jsonrpc.Error
	switch {
	case stopped:
		c.Status = Stopped
	case errors.As(err, &wire):
		c.Status, c.Error = Failed, fmt.Sprintf("%s (JSON-RPC error %d)", wire.Message, wire.Code)
	case err != nil:
		c.Status, c.Error = Failed, err.Error()
	default:
		c.Status, c.IsError = Done, res.IsError
		c.Structured = indent(res.StructuredContent)
		for _, block := range res.Content {
			if t, ok := block.(*mcp.TextContent); ok {
				c.Text = append(c.Text, t.Text)
			} else {
				c.Text = append(c.Text, fmt.Sprintf("(%T, not shown)", block))
			}
		}
	}
}

func indent(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var out bytes.Buffer
	if json.Indent(&out, raw, "", "  ") != nil {
		return raw
	}
	return out.Bytes()
}

// look reads the files anew.
func (h *Host) look() {
	files, err := h.opts.Tree.Snapshot(h.ctx)
	if err != nil {
		if h.ctx.Err() == nil {
			h.fail("The files could not be read: " + err.Error() + ". Reload the page.")
		}
		return
	}
	h.update(func() { h.files = files })
}

// running returns the calls that have not ended. The caller holds h.mu.
func (h *Host) running() []*call {
	var out []*call
	for _, c := range h.calls {
		if c.Status == Running || c.Status == Asking {
			out = append(out, c)
		}
	}
	return out
}

// call returns the call with this id, or nil. The caller holds h.mu.
func (h *Host) call(id int) *call {
	for _, c := range h.calls {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// elicitationComplete marks the calls that were waiting for something outside:
// calling again is worth it. A notice about an unknown elicitation is ignored
// (mcp-rules A6.4).
func (h *Host) elicitationComplete(_ context.Context, req *mcp.ElicitationCompleteNotificationRequest) {
	h.update(func() {
		for _, c := range h.calls {
			if c.opened[req.Params.ElicitationID] {
				c.Finished = true
			}
		}
	})
}
