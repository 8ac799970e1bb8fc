package host

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// A question waits for the person, and somebody waits for the question.
type question struct {
	Question
	link          *link
	elicitationID string
	answer        chan *mcp.ElicitResult // room for one: a second answer goes nowhere

	// Of a card that asks for consent:
	waiting int           // requests for the roots that wait for it
	decided chan struct{} // closed when they can go on
}

// maxQuestions is how many questions may wait. A person answers one at a time.
const maxQuestions = 20

// respondent lets the person answer what a server asks in one session.
type respondent struct {
	h *Host
	l *link
}

// Elicit puts a question on the page and waits: as long as the person takes, or
// until the server withdraws it or its call or the session is over. The last two
// do not hang on the server, which may go on asking for what is over.
func (r respondent) Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	h := r.h
	shown := newQuestion(p)
	q := &question{Question: shown, link: r.l, elicitationID: p.ElicitationID, answer: make(chan *mcp.ElicitResult, 1)}
	var full bool
	var callOver <-chan struct{} // nil when the host cannot tell which call asks
	h.update(func() {
		if full = len(h.questions) >= maxQuestions; full {
			return
		}
		h.asked++
		q.ID, q.Server = fmt.Sprintf("q%d", h.asked), r.l.server
		if c := h.asker(ctx, r.l); c != nil {
			q.Call, q.Tool = c.ID, c.Tool
			c.asks(h.now())
			callOver = c.ctx.Done()
		}
		if q.Form != nil {
			q.Draft = h.blank(q.Form)
		}
		q.Opened = r.l.opened[q.page()]
		h.questions = append(h.questions, q)
	})
	if full {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInternalError,
			Message: fmt.Sprintf("%d questions wait for the person already; ask again when some are answered", maxQuestions),
		}
	}
	defer h.update(func() { h.drop(q) })
	defer r.l.countdown.hold()()
	select {
	case res := <-q.answer:
		return res, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-callOver:
		return nil, errOver
	case <-r.l.ctx.Done():
		return nil, context.Cause(r.l.ctx)
	}
}

// newQuestion is a question as it is first shown, but for who asks it.
func newQuestion(p *mcp.ElicitParams) Question {
	q := Question{Mode: ModeForm, Message: p.Message}
	if p.Mode == "url" {
		q.Mode, q.RawURL = ModeURL, p.URL
		q.URL, q.Refused, q.Warnings = form.JudgeURL(p.URL)
		return q
	}
	q.RawSchema = ask.Schema(p)
	schema, err := form.Parse(q.RawSchema)
	if errors.As(err, &q.Unsupported) {
		return q
	}
	q.Form = schema
	return q
}

// blank is what a form shows at first: its defaults, and in each date-time without
// one the person's own offset from UTC.
func (h *Host) blank(s *form.Schema) form.Draft {
	draft := s.Defaults()
	for _, f := range s.Fields {
		if f.Kind == form.KindDateTime && f.Default == nil {
			draft.Set(f.Name, form.Moment{Zone: h.now().Format("Z07:00")}.Texts()...)
		}
	}
	return draft
}

// asker finds the call that a question of l belongs to. Under 2026-07-28 the
// question comes in its result. Before, nothing on the wire says so, but a server
// asks within a call, so it is that one if no other runs. The caller holds h.mu.
func (h *Host) asker(ctx context.Context, l *link) *call {
	if id, ok := ctx.Value(callKey{}).(int); ok {
		return h.call(id)
	}
	running := slices.DeleteFunc(h.running(), func(c *call) bool { return c.link != l })
	if len(running) == 1 {
		return running[0]
	}
	return nil
}

// drop takes a question off the page. The caller holds h.mu.
func (h *Host) drop(q *question) {
	h.questions = slices.DeleteFunc(h.questions, func(x *question) bool { return x == q })
	if c := h.call(q.Call); c != nil {
		h.resume(c)
	}
}

// resume lets a call go on for which nothing waits any more. The caller holds
// h.mu.
func (h *Host) resume(c *call) {
	asks := func(q *question) bool { return q.Call == c.ID && q.Mode != ModeRoots }
	if c.waiting == 0 && !slices.ContainsFunc(h.questions, asks) {
		c.goesOn(h.now())
	}
}

// current is the question that is shown in full: the one that the person turned
// to, or else the oldest. The caller holds h.mu.
func (h *Host) current() string {
	switch {
	case h.question(h.turnedTo) != nil:
		return h.turnedTo
	case len(h.questions) > 0:
		return h.questions[0].ID
	}
	return ""
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
	if c := h.call(q.Call); c != nil {
		c.met.answers = append(c.met.answers, given{q.Mode, q.Message, res})
	}
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
	if q.Mode == ModeURL && q.Refused == nil {
		h.visit(q)
		h.send(q, &mcp.ElicitResult{Action: string(ask.Accept)})
	}
}
