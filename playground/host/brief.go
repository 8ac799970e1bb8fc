package host

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// briefRequest says in a few words what matters about a request: the tool that
// is called, the mode of a question, what a retry answers.
func briefRequest(msg *jsonrpc.Request) string {
	var p struct {
		Name            string                     `json:"name"`
		ProtocolVersion string                     `json:"protocolVersion"`
		Mode            string                     `json:"mode"`
		RequestedSchema json.RawMessage            `json:"requestedSchema"`
		InputResponses  map[string]json.RawMessage `json:"inputResponses"`
	}
	if json.Unmarshal(msg.Params, &p) != nil {
		return ""
	}
	switch msg.Method {
	case "initialize":
		return p.ProtocolVersion
	case "tools/call":
		if len(p.InputResponses) == 0 {
			return p.Name
		}
		return p.Name + ", " + briefResponses(p.InputResponses)
	case "elicitation/create":
		if p.Mode == "" {
			return "form"
		}
		return p.Mode
	}
	return ""
}

// briefResponse says in a few words what matters about a response.
func briefResponse(method string, msg *jsonrpc.Response) string {
	if msg.Error != nil {
		if wire, ok := msg.Error.(*jsonrpc.Error); ok {
			return fmt.Sprintf("error %d", wire.Code)
		}
		return "error"
	}
	var r struct {
		ResultType    string                     `json:"resultType"`
		InputRequests map[string]json.RawMessage `json:"inputRequests"`
		IsError       bool                       `json:"isError"`
		Action        string                     `json:"action"`
		Roots         []json.RawMessage          `json:"roots"`
		Tools         []json.RawMessage          `json:"tools"`
	}
	if json.Unmarshal(msg.Result, &r) != nil {
		return ""
	}
	switch {
	case r.ResultType == "input_required":
		return "input_required: " + strings.Join(keys(r.InputRequests), ", ")
	case method == "tools/call" && r.IsError:
		return "isError"
	case method == "elicitation/create":
		return r.Action
	case method == "roots/list":
		return count(len(r.Roots), "root")
	case method == "tools/list":
		return count(len(r.Tools), "tool")
	}
	return ""
}

// briefResponses names the answers that a retry carries: "which: accept".
func briefResponses(responses map[string]json.RawMessage) string {
	var out []string
	for _, key := range keys(responses) {
		var r struct {
			Action string            `json:"action"`
			Roots  []json.RawMessage `json:"roots"`
		}
		if json.Unmarshal(responses[key], &r) == nil && r.Action != "" {
			out = append(out, key+": "+r.Action)
		} else {
			out = append(out, key+": "+count(len(r.Roots), "root"))
		}
	}
	return strings.Join(out, ", ")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// keys are the keys of m in order.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
