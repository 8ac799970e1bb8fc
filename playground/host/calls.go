package host

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A call is a Call that can be stopped.
type call struct {
	Call
	link   *link
	ctx    context.Context // ends with the call
	cancel context.CancelCauseFunc
	since  time.Time // when it began to wait for the person, while it does
	opened []string  // elicitation ids that the person consented to
	// waiting counts requests for the roots that wait for the person's consent.
	waiting int
	met     record
}

// errStopped is why a call ended that the person stopped.
var errStopped = errors.New("stopped by the person")

// maxCalls is how many calls are kept to look at, beside those that run.
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
	c := &call{Call: Call{ID: id, Tool: tool, Args: args, Era: l.era, Address: l.address, Began: h.now()}, link: l, met: h.recordNow(l)}
	c.ctx, c.cancel = context.WithCancelCause(context.WithValue(l.ctx, callKey{}, id))
	if len(h.calls) >= maxCalls {
		// The oldest that has ended: one that runs must stay in sight.
		if i := slices.IndexFunc(h.calls, func(c *call) bool { return !c.runs() }); i >= 0 {
			h.calls = slices.Delete(h.calls, i, i+1)
		}
	}
	h.leaveEnded(tool, args)
	h.calls = append(h.calls, c)
	h.forgetRecords()
	h.before = h.files
	h.attend(func(context.Context) {
		l.tell(c.ctx)
		params := &mcp.CallToolParams{Name: tool, Arguments: args}
		res, err := ask.Call(c.ctx, l.session, l.era, params, respondent{h, l}, func(round int) {
			h.update(func() { c.Rounds = round })
		})
		structured := h.structured(l, res)
		if err == nil {
			// Before the result is shown: what it did to the files is then shown
			// with it. A server that is gone would not answer, so not without one.
			h.look(Deed{DeedCall, tool})
		}
		h.update(func() {
			c.End = h.now()
			c.goesOn(c.End)
			c.end(res, err)
			c.Structured = structured
			c.cancel(nil)
			if err != nil {
				h.spawn(func(context.Context) { h.look(Deed{DeedCall, tool}) })
			}
		})
	})
}

// again repeats a call. Another server than the one it was made to may have a tool
// of the same name that does something else, and is not called. The caller holds
// h.mu.
func (h *Host) again(c *call) {
	if h.link != nil && h.link.address == c.Address {
		h.begin(c.Tool, c.Args)
	}
}

func (c *call) runs() bool { return c.Status == Running || c.Status == Asking }

// asks notes that the call waits for the person from now on, goesOn that it does
// no more.
func (c *call) asks(now time.Time) {
	if c.Status == Running {
		c.Status, c.since = Asking, now
	}
}

func (c *call) goesOn(now time.Time) {
	if c.Status == Asking {
		c.Status = Running
		c.Waited += now.Sub(c.since)
	}
}

// end enters what became of the call.
func (c *call) end(res *mcp.CallToolResult, err error) {
	var pages *ask.URLRequiredError
	cause := context.Cause(c.ctx)
	switch {
	case err != nil && (cause == errStopped || cause == errClosed):
		c.Status = Stopped
	case errors.As(err, &pages):
		c.Status, c.PagesFirst = Failed, pages.Action
	case err != nil:
		c.Status, c.Cause = Failed, causeOf(c.ctx, err)
	default:
		c.Status, c.IsError = Done, res.IsError
		for _, block := range res.Content {
			if t, ok := block.(*mcp.TextContent); ok {
				c.Text = append(c.Text, t.Text)
			} else {
				c.Unshown = append(c.Unshown, contentType(block))
			}
		}
	}
}

// contentType is the type of a content block as it is on the wire.
func contentType(block mcp.Content) string {
	raw, err := json.Marshal(block)
	var typed struct{ Type string }
	if err == nil {
		_ = json.Unmarshal(raw, &typed) // it was encoded just now
	}
	return typed.Type
}

// structured is the structuredContent of a result of l as the server wrote it.
func (h *Host) structured(l *link, res *mcp.CallToolResult) json.RawMessage {
	if res == nil || res.StructuredContent == nil {
		return nil
	}
	for raw := range h.trace.results(l.n, "tools/call") {
		var sent struct{ StructuredContent json.RawMessage }
		var decoded any
		if json.Unmarshal(raw, &sent) == nil && json.Unmarshal(sent.StructuredContent, &decoded) == nil &&
			reflect.DeepEqual(decoded, res.StructuredContent) {
			return sent.StructuredContent
		}
	}
	raw, _ := json.Marshal(res.StructuredContent) // it was decoded just now
	return raw
}

// look reads the files anew after what may have changed them.
func (h *Host) look(d Deed) {
	h.fetching.Lock()
	defer h.fetching.Unlock()
	h.fetchAfter(d)
}

// fetch reads the files anew. The caller holds h.fetching.
func (h *Host) fetch() {
	files, err := h.opts.Tree.Snapshot(h.ctx)
	if err != nil {
		if h.ctx.Err() == nil {
			h.fail(Failure{FailureRead, causeOf(h.ctx, err)})
		}
		return
	}
	h.update(func() { h.files = files })
}

// running returns the calls that have not ended. The caller holds h.mu.
func (h *Host) running() []*call {
	var out []*call
	for _, c := range h.calls {
		if c.runs() {
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
