package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// A question waits for the person, and somebody waits for the question.
type question struct {
	Question
	elicitationID string
	answer        chan *mcp.ElicitResult // room for one: a second answer goes nowhere
}

// respondent lets the person answer what a server asks.
type respondent struct{ h *Host }

// Roots returns what the person allows.
func (r respondent) Roots(context.Context) (*mcp.ListRootsResult, error) {
	r.h.mu.Lock()
	defer r.h.mu.Unlock()
	res := &mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, root := range r.h.roots {
		res.Roots = append(res.Roots, &mcp.Root{URI: root.URI, Name: root.Title})
	}
	return res, nil
}

// Elicit puts a question on the page and waits: as long as the person takes, or
// until the server or the end of the call withdraws it.
func (r respondent) Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	h := r.h
	q := &question{elicitationID: p.ElicitationID, answer: make(chan *mcp.ElicitResult, 1)}
	h.update(func() {
		h.asked++
		q.Question = newQuestion(fmt.Sprintf("q%d", h.asked), p)
		if h.link != nil {
			q.Server = h.link.server
		}
		if c := h.asker(ctx); c != nil {
			q.Call, q.Tool = c.ID, c.Tool
			c.Status = Asking
		}
		h.questions = append(h.questions, q)
	})
	defer h.update(func() { h.drop(q) })
	select {
	case res := <-q.answer:
		return res, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// newQuestion is a question as it is first shown.
func newQuestion(id string, p *mcp.ElicitParams) Question {
	q := Question{ID: id, Mode: ModeForm, Message: p.Message}
	if p.Mode == "url" {
		q.Mode, q.RawURL = ModeURL, p.URL
		q.URL, q.Refused, q.Warnings = form.JudgeURL(p.URL)
		return q
	}
	q.RawSchema = ask.Schema(p)
	schema, err := form.Parse(q.RawSchema)
	if err != nil {
		q.Unsupported = err.Error()
		return q
	}
	q.Form, q.Draft = schema, schema.Defaults()
	return q
}

// asker finds the call that a question belongs to. Under 2026-07-28 the question
// comes in its result. Before, nothing on the wire says so: it is certain only
// when no other call runs. The caller holds h.mu.
func (h *Host) asker(ctx context.Context) *call {
	if id, ok := ctx.Value(callKey{}).(int); ok {
		return h.call(id)
	}
	if running := h.running(); len(running) == 1 {
		return running[0]
	}
	return nil
}

// drop takes a question off the page. The caller holds h.mu.
func (h *Host) drop(q *question) {
	h.questions = slices.DeleteFunc(h.questions, func(x *question) bool { return x == q })
	c := h.call(q.Call)
	if c == nil || c.Status != Asking {
		return
	}
	if !slices.ContainsFunc(h.questions, func(x *question) bool { return x.Call == q.Call }) {
		c.Status = Running
	}
}

// question returns the question with this id, or nil when it has been answered
// or withdrawn. The caller holds h.mu.
func (h *Host) question(id string) *question {
	for _, q := range h.questions {
		if q.ID == id {
			return q
		}
	}
	return nil
}

// send hands the answer to whoever waits and takes the question off the page at
// once, so that it cannot be answered twice. The caller holds h.mu.
func (h *Host) send(q *question, res *mcp.ElicitResult) {
	q.answer <- res
	h.drop(q)
}

// answer sends the form if it is right, and otherwise says what is not. The
// caller holds h.mu.
func (h *Host) answer(q *question, controls [][2]string) {
	if q.Form == nil {
		return
	}
	q.Draft = readDraft(q.Form, controls)
	content, problems := q.Form.Read(q.Draft)
	q.Problems = problems
	if len(problems) > 0 {
		q.Attempts++
		return
	}
	h.send(q, ask.Accepted(content))
}

// opened sends the consent to a URL. It says that the page was opened, and
// nothing about what came of it. The caller holds h.mu.
func (h *Host) opened(q *question) {
	if q.Mode != ModeURL || q.Refused != nil {
		return
	}
	if c := h.call(q.Call); c != nil && q.elicitationID != "" {
		if c.opened == nil {
			c.opened = map[string]bool{}
		}
		c.opened[q.elicitationID] = true
	}
	h.send(q, &mcp.ElicitResult{Action: string(ask.Accept)})
}
