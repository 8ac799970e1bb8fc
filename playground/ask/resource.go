package ask

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
	"askback/playground/roots"
)

// resourcesRead stands where the name of a tool stands for calls: with its slash
// it is the name of none (mcp-rules D4.6), so a requestState made for the one is
// refused by the other.
const resourcesRead = "resources/read"

// AddResourceTemplate adds a resource template whose reading may ask, as the body
// of a tool may (mcp-rules C1.2): body is given the URI that is read. Reading has
// no effect, so body does not commit, and under 2026-07-28 its answers may be used
// again as long as the requestState is good.
//
// An error of body that is a [jsonrpc.Error] is sent as it is, any other as an
// internal error with its words.
func AddResourceTemplate(s *mcp.Server, a *Asker, t *mcp.ResourceTemplate, body func(ctx context.Context, q *Q, uri string) (*mcp.ReadResourceResult, error)) {
	s.AddResourceTemplate(t, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		call, err := asCall(req, resourcesRead, req.Params.URI)
		if err != nil {
			return nil, err
		}
		call.Params.InputResponses = req.Params.InputResponses
		call.Params.RequestState = req.Params.RequestState
		q, err := a.open(ctx, call)
		if err != nil {
			return nil, err
		}
		defer q.close()
		out, err := body(ctx, q, req.Params.URI)
		asks, out, err := finish(q, out, err)
		if err != nil {
			return nil, wireError(err)
		}
		if asks != nil {
			return &mcp.ReadResourceResult{InputRequests: asks.InputRequests, RequestState: asks.RequestState}, nil
		}
		return out, nil
	})
}

// ErrMayNotAsk is returned to a body that asks in a request in which, under
// 2026-07-28, nothing may be asked (mcp-rules C1.3).
var ErrMayNotAsk = errors.New("under this protocol version a server may ask only in a tool call, a prompt or the reading of a resource")

// During runs body for a request that is neither a tool call nor the reading of
// a resource, such as resources/list, so that it learns the roots as those do.
// Under 2026-07-28 asking fails with [ErrMayNotAsk]. The request must have params.
func (a *Asker) During(ctx context.Context, req mcp.Request, method string, body func(context.Context, *Q) error) error {
	call, err := asCall(req, method, nil)
	if err != nil {
		return err
	}
	q, err := a.open(ctx, call)
	if err != nil {
		return err
	}
	defer q.close()
	if stateless(q.version) {
		q.via = nobody{}
	}
	if err := body(ctx, q); err != nil {
		return wireError(err)
	}
	return nil
}

// asCall is a request of another kind as the rest of this package knows one.
func asCall(req mcp.Request, method string, about any) (*mcp.CallToolRequest, error) {
	ss, ok := req.GetSession().(*mcp.ServerSession)
	if !ok {
		return nil, errors.New("ask: a request to a client")
	}
	raw, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolRequest{
		Session: ss,
		Params:  &mcp.CallToolParamsRaw{Meta: req.GetParams().GetMeta(), Name: method, Arguments: raw},
		Extra:   req.GetExtra(),
	}, nil
}

// wireError is an error as it goes out where there are no tool errors.
func wireError(err error) error {
	var wire *jsonrpc.Error
	switch {
	case errors.As(err, &wire):
		return wire
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}

// nobody is the courier of requests in which nothing may be asked.
type nobody struct{ rounds }

func (nobody) elicit(context.Context, *Q, string, *mcp.ElicitParams, *form.Schema) (Answer, error) {
	return Answer{}, ErrMayNotAsk
}

func (nobody) roots(context.Context, *Q) ([]roots.Root, error) { return nil, ErrMayNotAsk }

// readRequired is a result of resources/read that asks, as it has to be on the
// wire: go-sdk v1.8.0 adds "contents":null and how long to cache it.
type readRequired struct{ *mcp.ReadResourceResult }

func (r readRequired) MarshalJSON() ([]byte, error) {
	return without(r.ReadResourceResult, "contents", "ttlMs", "cacheScope")
}
