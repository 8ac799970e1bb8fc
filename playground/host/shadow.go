package host

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A shadow makes a call to a twin of the server, where nobody sees it, and answers
// from a record what the server asks. It has no person to wait for: it ends when
// the server asks for what the record does not hold.
type shadow struct {
	trace *trace
	stop  context.CancelCauseFunc

	mu    sync.Mutex
	met   record
	waits Waiting
	seen  *recorded // what had passed when it stopped; nil until then
}

// errUnanswered is why a shadow stopped that has no answer.
var errUnanswered = errors.New("the record has no answer")

// shadowCall makes a call under era as it was recorded, at this time.
func (h *Host) shadowCall(ctx context.Context, era string, tool string, args json.RawMessage, met record, at time.Time) ComparedSide {
	s := &shadow{trace: newTrace(h.now, func() {}), met: met.clone()}
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	timer := time.AfterFunc(patience, func() {
		s.freeze(NotWaiting) // before a cancellation is on the wire, which nobody has sent
		s.stop(errNoAnswer)
	})
	defer timer.Stop()

	err := s.call(ctx, h.opts.Twin, era, &mcp.CallToolParams{Name: tool, Arguments: args}, at)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = s.trace.all()
	}
	side := ComparedSide{Era: era, Messages: s.seen.messages, Analysis: s.seen.Analysis, Waits: s.waits}
	n := len(side.Steps)
	if err != nil && s.waits == NotWaiting && (n == 0 || !side.Steps[n-1].Last) { // else the wire says it
		side.Cause = causeOf(ctx, err)
	}
	return side
}

// call opens a session, makes the call and ends the session.
func (s *shadow) call(ctx context.Context, twin twin, era string, params *mcp.CallToolParams, at time.Time) error {
	inner, err := twin(ctx, s.met.files, at)
	if err != nil {
		return err
	}
	t := ask.Wire(s.trace.transport(1, era, inner))
	session, err := join(ctx, t, era, &mcp.ClientOptions{}, s)
	if session != nil {
		defer func() { _ = session.Close() }() // nothing of it is used any more
	}
	if err != nil {
		return err
	}
	_, err = ask.Call(ctx, session, era, params, s, func(int) {})
	s.freeze(NotWaiting) // before the session says goodbye
	return err
}

// freeze keeps what has passed so far, if it has not been kept before.
func (s *shadow) freeze(why Waiting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen, s.waits = s.trace.all(), why
	}
}

// lacks ends the shadow for want of an answer.
func (s *shadow) lacks(ctx context.Context, what Waiting) error {
	s.freeze(what)
	s.stop(errUnanswered)
	<-ctx.Done() // an answer of any kind would go on the wire
	return ctx.Err()
}

// Elicit gives the answer that the record has.
func (s *shadow) Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	s.mu.Lock()
	res := s.met.take(newQuestion(p))
	s.mu.Unlock()
	if res == nil {
		return nil, s.lacks(ctx, WaitsForAnswer)
	}
	return res, nil
}

// Roots tells the roots that the record has.
func (s *shadow) Roots(ctx context.Context) (*mcp.ListRootsResult, error) {
	if s.met.roots == nil {
		return nil, s.lacks(ctx, WaitsForConsent)
	}
	return s.met.roots, nil
}
