package ask

import (
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServerWire wraps the server's end of a connection so that go-sdk v1.8.0
// ignores what it must ignore: an entry of inputResponses that is the response
// to no kind of question fails the whole request there (go-sdk-gaps 18), while a
// server should ignore what it did not ask for (mcp-rules C3.3). [Handler] does
// the same for HTTP.
//
// Behind it a stdio connection takes JSON-RPC batches under every version: it is
// by a method that no wrapper can have (transport.go, serverConnection) that the
// SDK tells it to refuse them.
func ServerWire(t mcp.Transport) mcp.Transport {
	return Tap(t, func(msg jsonrpc.Message) jsonrpc.Message {
		r, ok := msg.(*jsonrpc.Request)
		if !ok {
			return msg
		}
		params, changed := dropUntyped(r.Params)
		if !changed {
			return msg
		}
		repaired := *r
		repaired.Params = params
		return &repaired
	}, nil)
}

// dropUntyped removes from params the inputResponses that are of no kind, and
// reports whether there were any. One that answers a question counts as missing
// then, and the question is asked again (mcp-rules C3.4).
func dropUntyped(params json.RawMessage) (json.RawMessage, bool) {
	var p, responses object
	if json.Unmarshal(params, &p) != nil || json.Unmarshal(p["inputResponses"], &responses) != nil {
		return params, false
	}
	dropped := false
	for key, raw := range responses {
		if !typed(raw) {
			delete(responses, key)
			dropped = true
		}
	}
	if !dropped {
		return params, false
	}
	p["inputResponses"] = mustMarshal(responses)
	return mustMarshal(p), true
}

// typed reports whether raw has the member by which the SDK tells the kind of a
// response.
func typed(raw json.RawMessage) bool {
	var response object
	if json.Unmarshal(raw, &response) != nil {
		return false
	}
	for _, member := range []string{"action", "role", "roots"} {
		if value, ok := response[member]; ok && string(value) != "null" {
			return true
		}
	}
	return false
}

// repairResponses returns body, the text of msg, without untyped inputResponses.
// What is left must be of its kind, and requestState a string: the SDK, which
// decodes the params to compare a header, would call it a HeaderMismatch
// (mcp-rules C3.2, C3.8).
func repairResponses(body []byte, msg envelope) ([]byte, error) {
	params, changed := dropUntyped(msg.Params)
	var carried struct {
		InputResponses mcp.InputResponseMap `json:"inputResponses"`
		RequestState   string               `json:"requestState"`
	}
	if params != nil {
		if err := json.Unmarshal(params, &carried); err != nil {
			return nil, fmt.Errorf("the answers cannot be read: %w", err)
		}
	}
	if !changed {
		return body, nil
	}
	var whole object
	if err := json.Unmarshal(body, &whole); err != nil {
		return nil, err
	}
	whole["params"] = params
	return mustMarshal(whole), nil
}
