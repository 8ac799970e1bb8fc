package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A URLRequiredError says that a server of 2025-11-25 wants pages to be finished
// before it serves the call (-32042, mcp-rules A6.7), and what the person said to
// that. [Call] has put the pages to them and does not call again by itself: how
// long a page takes is the person's business, and a server that keeps answering
// so would never end.
type URLRequiredError struct {
	// Action is Accept when the person consented to every page, and otherwise
	// what they said to the first that they did not.
	Action Action
}

func (e *URLRequiredError) Error() string {
	switch e.Action {
	case Accept:
		return "the server wants you to finish what it opened first; call again when you have"
	case Decline:
		return "the server wants a page to be opened first, and you declined; nothing was done"
	}
	return "the server wants a page to be opened first, and you made no choice; nothing was done"
}

// urlRequired puts the pages of a -32042 error to r. It returns err itself when
// it is another error, or not a well-formed one of these (A6.9, A6.10).
//
// go-sdk v1.8.0 has middleware for this that is neither exported nor installed
// (go-sdk-gaps 11), and that goes on after a decline.
func urlRequired(ctx context.Context, version string, err error, r Respondent) error {
	var wire *jsonrpc.Error
	if version != V20251125 || !errors.As(err, &wire) || wire.Code != mcp.CodeURLElicitationRequired {
		return err
	}
	var data struct {
		Elicitations []*mcp.ElicitParams `json:"elicitations"`
	}
	if json.Unmarshal(wire.Data, &data) != nil || len(data.Elicitations) == 0 {
		return fmt.Errorf("the server wants a page to be opened first and does not say which: %w", err)
	}
	seen := map[string]bool{}
	for _, p := range data.Elicitations {
		if p == nil || p.Mode != "url" {
			return fmt.Errorf("the server wants something other than a page to be opened first: %w", err)
		}
		if err := checkMode(version, p); err != nil {
			return err
		}
		if seen[p.URL] {
			continue
		}
		seen[p.URL] = true
		res, err := r.Elicit(ctx, p)
		if err != nil {
			return err
		}
		if Action(res.Action) != Accept {
			return &URLRequiredError{Action: Action(res.Action)}
		}
	}
	return &URLRequiredError{Action: Accept}
}
