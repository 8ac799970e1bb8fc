package ask

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
	"askback/playground/roots"
)

// requests carries questions under 2025-06-18 and 2025-11-25: the server sends a
// request in the middle of the call and waits. No time limit is set: the time of
// a person counts in no timeout, and a call that is cancelled or loses its
// connection ends the wait by ctx.
type requests struct {
	session *session
}

func (l *requests) elicit(ctx context.Context, q *Q, key string, p *mcp.ElicitParams, schema *form.Schema) (Answer, error) {
	if schema == nil {
		id, err := q.ID()
		if err != nil {
			return Answer{}, err
		}
		// Unique within the server, as A3.9 has it: one call may ask with
		// several URLs.
		p.ElicitationID = id + "." + key
	}
	var res mcp.ElicitResult
	if _, err := q.req.Session.Elicit(context.WithValue(ctx, uncheckedKey{}, &res), p); err != nil {
		return Answer{}, askFailed(key, err)
	}
	if q.rootsRead {
		// The person may have changed the roots meanwhile, and the notice of it
		// is not enough: the SDK hands an answer to whoever waits for it while
		// notices that came before still wait their turn.
		l.session.outdate()
	}
	answer, err := readElicit(key, schema, res.Action, res.Content)
	if err != nil {
		return Answer{}, err
	}
	if schema == nil && answer.Action == Accept {
		ss, id := q.req.Session, p.ElicitationID
		answer.finished = func(ctx context.Context) error {
			return ss.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: id})
		}
	}
	return answer, nil
}

func (l *requests) roots(ctx context.Context, q *Q) ([]roots.Root, error) {
	return l.session.roots(ctx, q.req.Session)
}

func (l *requests) refresh(ctx context.Context, q *Q) error {
	_, err := l.session.roots(ctx, q.req.Session)
	return err
}

// askFailed is a client's failure to put the question to the person. Without
// the wrapping the client would read its own error as the error of the whole
// tools/call (go-sdk-gaps 20), for instance "method not found: tools/call".
func askFailed(key string, err error) error {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		return fmt.Errorf("the client could not ask %q: %s (%d); nothing was done", key, wire.Message, wire.Code)
	}
	return fmt.Errorf("asking %q: %w", key, err)
}

type uncheckedKey struct{}

// unchecked is sending middleware that takes the client's answer out of the way
// of [mcp.ServerSession.Elicit], which in v1.8.0 adds defaults that the person
// cleared, checks no format, and lets an accept without content pass
// (go-sdk-gaps 6, 7, 13). The answer goes to the *mcp.ElicitResult in the
// context, and readElicit judges it.
func unchecked(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if into, ok := ctx.Value(uncheckedKey{}).(*mcp.ElicitResult); ok && err == nil {
			if answer, ok := res.(*mcp.ElicitResult); ok {
				*into = *answer
				return &mcp.ElicitResult{Action: answer.Action}, nil
			}
		}
		return res, err
	}
}
