package ask

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Kind is what can be asked of a client.
type Kind string

const (
	KindForm  Kind = "form"
	KindURL   Kind = "url"
	KindRoots Kind = "roots"
)

var (
	// ErrPending is what an asking method returns when the question has to go
	// out first. The body returns it as it is and will be run again.
	ErrPending = errors.New("the question has not been answered yet")
	// ErrCommitted is returned to a body that asks after [Q.Commit].
	ErrCommitted = errors.New("a tool must not ask after it has committed")
	// ErrUsed is returned by [Q.Commit] when the same answers have been acted
	// on before, by a replay of the request.
	ErrUsed = errors.New("these answers have been used already; call the tool again to be asked anew")
)

// An UnsupportedError says that the client did not declare what a question
// needs, so nothing was sent. A body that returns it as it is makes the client
// see -32021 with the capability under 2026-07-28 (mcp-rules A1.8, C3.6), and a
// tool error in words before.
type UnsupportedError struct {
	Kind Kind
}

func (e *UnsupportedError) Error() string {
	switch e.Kind {
	case KindURL:
		return "this tool needs to open a page with you (elicitation in URL mode), and your client does not offer that; use a client that declares elicitation.url"
	case KindRoots:
		return "no roots: your client does not tell servers where they may work (the roots capability), so this tool may work nowhere"
	}
	return "this tool needs to ask you something (elicitation in form mode), and your client does not offer that; use a client that declares elicitation"
}

// wire is the error as JSON-RPC under 2026-07-28.
func (e *UnsupportedError) wire() *jsonrpc.Error {
	required := map[string]any{}
	switch e.Kind {
	case KindRoots:
		required["roots"] = struct{}{}
	default:
		required["elicitation"] = map[string]any{string(e.Kind): struct{}{}}
	}
	// Not mcp.MissingRequiredClientCapabilityData: ClientCapabilities always
	// marshals a "roots" member (go-sdk#607).
	data, err := json.Marshal(map[string]any{"requiredCapabilities": required})
	if err != nil {
		panic(err) // a map of empty structs
	}
	return &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: e.Error(), Data: data}
}

// An AnswerError says that what came back is no answer to what was asked. The
// call ends with it and nothing is done.
type AnswerError struct {
	Key    string // the question
	Reason string
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("the answer to %q cannot be used: %s; nothing was done", e.Key, e.Reason)
}

// invalidParams is the error for a request that cannot be what an honest client
// sends (mcp-rules C2.8, C3.2).
func invalidParams(format string, args ...any) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
