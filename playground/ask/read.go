package ask

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Read reads a resource and sees the request through its rounds, as [Call] does
// with a tool call.
func Read(ctx context.Context, cs *mcp.ClientSession, version, uri string, r Respondent) (*mcp.ReadResourceResult, error) {
	p := &mcp.ReadResourceParams{URI: uri}
	var pace pace
	for {
		res, err := cs.ReadResource(ctx, p)
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
		p = &mcp.ReadResourceParams{URI: uri, InputResponses: responses, RequestState: res.RequestState}
	}
}
