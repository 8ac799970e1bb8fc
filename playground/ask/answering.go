package ask

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Respondent answers what servers ask: a person with a page in front of them,
// or a test. Its methods may be called concurrently, wait as long as people do,
// and end with ctx when the question is withdrawn.
type Respondent interface {
	// Elicit answers a question. The requestedSchema of p is read with [Schema].
	// [Accepted] makes the result of a form that was sent.
	Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error)
	// Roots returns the roots in force.
	Roots(ctx context.Context) (*mcp.ListRootsResult, error)
}

// Capabilities are what a client with a [Respondent] declares under version.
func Capabilities(version string) *mcp.ClientCapabilities {
	caps := &mcp.ClientCapabilities{
		Elicitation: &mcp.ElicitationCapabilities{},
		// 2026-07-28 has no notice of change (mcp-rules B2, B8).
		RootsV2: &mcp.RootCapabilities{ListChanged: !stateless(version)},
	}
	if version >= V20251125 {
		caps.Elicitation.Form = &mcp.FormElicitationCapabilities{}
		caps.Elicitation.URL = &mcp.URLElicitationCapabilities{}
	}
	return caps
}

// Answering is receiving middleware for a client: requests of the older eras go
// to r, past the SDK's own checks, which refuse schemas that are allowed
// (go-sdk-gaps 10) and let through modes that were not declared (5).
func Answering(version string, r Respondent) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch p := req.GetParams().(type) {
			case *mcp.ElicitParams:
				if err := checkMode(version, p); err != nil {
					return nil, err
				}
				return r.Elicit(ctx, p)
			case *mcp.ListRootsParams:
				return r.Roots(ctx)
			}
			return next(ctx, method, req)
		}
	}
}

// checkMode refuses what [Capabilities] did not declare (mcp-rules A6.12) and
// what lacks its mode's fields (A3.5 to A3.7).
func checkMode(version string, p *mcp.ElicitParams) error {
	bad := func(format string, args ...any) error {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
	}
	if p == nil {
		return bad("elicitation/create without params")
	}
	switch p.Mode {
	case "", "form":
		if p.RequestedSchema == nil {
			return bad("elicitation/create in form mode without requestedSchema")
		}
		return nil
	case "url":
		switch {
		case version < V20251125:
			return bad("URL mode was not declared: it does not exist in %s", version)
		case p.URL == "":
			return bad("elicitation/create in URL mode without url")
		case p.ElicitationID == "" && !stateless(version):
			return bad("elicitation/create in URL mode without elicitationId")
		}
		return nil
	}
	return bad("elicitation mode %q was not declared", p.Mode)
}
