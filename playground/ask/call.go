package ask

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

// How many rounds of one request may pass that put nothing to a person. A server
// that sheds load hands back its state and wants to be asked again (mcp-rules
// C5); one that asks for the roots only, over and over, is broken. Rounds that
// ask a person are not bounded: the person ends those.
const (
	maxEmptyRounds   = 3
	maxUnaskedRounds = 10 // in a row
)

// A pace counts the rounds of one request at the client's end.
type pace struct{ empty, unasked int }

// next reports whether a round that asks this may be answered.
func (p *pace) next(requests mcp.InputRequestMap) error {
	if len(requests) == 0 {
		if p.empty++; p.empty >= maxEmptyRounds {
			return errors.New("the server is busy: it handed the request back three times without asking anything; try again later")
		}
	}
	p.unasked++
	for _, request := range requests {
		if _, ok := request.(*mcp.ElicitParams); ok {
			p.unasked = 0
		}
	}
	if p.unasked >= maxUnaskedRounds {
		return errors.New("the server goes round in circles: it handed the request back ten times without asking anybody; nothing is known of what it did")
	}
	return nil
}

// Call calls a tool and sees the call through its rounds: under 2026-07-28 each
// question is put to r and the call repeated with the answers. The client must
// have been made with [mcp.MultiRoundTripOptions].Disabled, so that nobody else
// does the same, and its connection wrapped with [Wire].
//
// Before each request round is called with its number, from 1.
func Call(ctx context.Context, cs *mcp.ClientSession, version string, params *mcp.CallToolParams, r Respondent, round func(int)) (*mcp.CallToolResult, error) {
	p := *params
	var pace pace
	for n := 1; ; n++ {
		round(n)
		res, err := cs.CallTool(ctx, &p)
		if err != nil {
			return nil, urlRequired(ctx, version, err, r)
		}
		if !res.NeedsInput() {
			return res, nil
		}
		if err := pace.next(res.InputRequests); err != nil {
			return nil, err
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
