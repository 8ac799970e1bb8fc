package ask

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

// maxIdleRounds bounds the rounds of one call that ask nothing: a server that
// sheds load hands back its state and wants to be asked again (mcp-rules C5).
// Rounds that ask are not bounded; the person ends those.
const maxIdleRounds = 3

// Call calls a tool and sees the call through its rounds: under 2026-07-28 each
// question is put to r and the call repeated with the answers. The client must
// have been made with [mcp.MultiRoundTripOptions].Disabled, so that nobody else
// does the same, and its connection wrapped with [Wire].
//
// Before each request round is called with its number, from 1.
func Call(ctx context.Context, cs *mcp.ClientSession, version string, params *mcp.CallToolParams, r Respondent, round func(int)) (*mcp.CallToolResult, error) {
	p := *params
	for n, idle := 1, 0; ; n++ {
		round(n)
		res, err := cs.CallTool(ctx, &p)
		if err != nil {
			return nil, urlRequired(ctx, version, err, r)
		}
		if !res.NeedsInput() {
			return res, nil
		}
		if len(res.InputRequests) == 0 {
			if idle++; idle >= maxIdleRounds {
				return nil, errors.New("the server is busy: it handed the call back three times without asking anything; try again later")
			}
		}
		responses, err := respond(ctx, version, res.InputRequests, r)
		if err != nil {
			return nil, err
		}
		// The SDK adds _meta to the params it is given; a retry starts from the
		// caller's (mcp-rules C4.10).
		p = *params
		p.InputResponses = responses
		p.RequestState = res.RequestState
	}
}

// respond has every input request answered: the questions side by side, because
// a person may answer them in any order, and the roots when that is done, so that
// they are those in force when the answers leave.
func respond(ctx context.Context, version string, requests mcp.InputRequestMap, r Respondent) (mcp.InputResponseMap, error) {
	responses := make(mcp.InputResponseMap, len(requests))
	var mu sync.Mutex
	answer := func(ctx context.Context, key string) error {
		response, err := respondTo(ctx, version, requests[key], r)
		if err != nil {
			return fmt.Errorf("answering %q: %w", key, err)
		}
		mu.Lock()
		defer mu.Unlock()
		responses[key] = response
		return nil
	}
	var last []string
	g, gctx := errgroup.WithContext(ctx)
	for key, request := range requests {
		if _, ok := request.(*mcp.ListRootsParams); ok {
			last = append(last, key)
			continue
		}
		g.Go(func() error { return answer(gctx, key) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for _, key := range last {
		if err := answer(ctx, key); err != nil {
			return nil, err
		}
	}
	return responses, nil
}

func respondTo(ctx context.Context, version string, request mcp.InputRequest, r Respondent) (mcp.InputResponse, error) {
	switch p := request.(type) {
	case *mcp.ElicitParams:
		if err := checkMode(version, p); err != nil {
			return nil, err
		}
		return r.Elicit(ctx, p)
	case *mcp.ListRootsParams:
		return r.Roots(ctx)
	}
	return nil, fmt.Errorf("the server asked for a %T, which was not declared", request)
}
