package ask

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Wire wraps the client's end of a connection so that go-sdk v1.8.0 loses
// nothing of a question. Each repair names what it is for; when the SDK does
// without, a test says so and the repair goes.
//
//   - The order of the fields of requestedSchema (go-sdk-gaps 12): the SDK
//     decodes the schema into a map. Here it reaches [Answering] as text.
//   - {"method":"roots/list"} without params among inputRequests, which is the
//     specification's own example, fails the whole call (1).
//   - An empty requestState is not echoed (4).
//   - A result that carries requestState alone is taken for complete (2).
//   - An unknown resultType is taken for complete (3).
//   - An accepted form without any value loses its content, so that it reads
//     like no answer at all: ElicitResult.Content is omitted when empty.
func Wire(t mcp.Transport) mcp.Transport { return Tap(t, repairIncoming, repairOutgoing) }

func repairIncoming(msg jsonrpc.Message) jsonrpc.Message {
	switch m := msg.(type) {
	case *jsonrpc.Request:
		if m.Method == "elicitation/create" {
			r := *m
			r.Params = schemaToText(m.Params)
			return &r
		}
	case *jsonrpc.Response:
		if m.Error == nil {
			return repairResult(m)
		}
	}
	return msg
}

func repairOutgoing(msg jsonrpc.Message) jsonrpc.Message {
	switch m := msg.(type) {
	case *jsonrpc.Request:
		if bytes.Contains(m.Params, []byte(emptyAccept)) || bytes.Contains(m.Params, []byte(keptState)) {
			r := *m
			r.Params = restoreState(restoreEmpty(m.Params))
			return &r
		}
	case *jsonrpc.Response:
		if bytes.Contains(m.Result, []byte(emptyAccept)) {
			r := *m
			r.Result = restoreEmpty(m.Result)
			return &r
		}
	}
	return msg
}

// object is a JSON object whose members keep their text.
type object = map[string]json.RawMessage

// schemaToText replaces the requestedSchema of elicitation params by a JSON
// string that holds its text. What is not of that shape stays as it is.
func schemaToText(params json.RawMessage) json.RawMessage {
	var p object
	if json.Unmarshal(params, &p) != nil || p["requestedSchema"] == nil {
		return params
	}
	p["requestedSchema"] = mustMarshal(string(p["requestedSchema"]))
	return mustMarshal(p)
}

// Schema is the requestedSchema of a question that came through [Wire], as the
// server wrote it; nil when it has none.
func Schema(p *mcp.ElicitParams) json.RawMessage {
	switch s := p.RequestedSchema.(type) {
	case nil:
		return nil
	case string:
		return json.RawMessage(s)
	default:
		return mustMarshal(s)
	}
}

func repairResult(m *jsonrpc.Response) *jsonrpc.Response {
	var result object
	if json.Unmarshal(m.Result, &result) != nil {
		return m
	}
	kind := "complete" // mcp-rules C1.5
	if raw, ok := result["resultType"]; ok && json.Unmarshal(raw, &kind) != nil {
		kind = string(raw)
	}
	switch kind {
	case "complete":
		return m
	case "input_required":
		result["inputRequests"] = repairInputRequests(result["inputRequests"])
		keepState(result)
		return &jsonrpc.Response{ID: m.ID, Result: mustMarshal(result), Extra: m.Extra}
	}
	return &jsonrpc.Response{ID: m.ID, Extra: m.Extra, Error: &jsonrpc.Error{
		Code:    jsonrpc.CodeInternalError,
		Message: fmt.Sprintf("the server answered with resultType %q, which this client does not know", kind),
	}}
}

func repairInputRequests(raw json.RawMessage) json.RawMessage {
	var requests map[string]object
	if raw != nil && json.Unmarshal(raw, &requests) != nil {
		return raw // malformed: the SDK says so
	}
	for _, r := range requests {
		if r == nil {
			return raw
		}
		if r["params"] == nil {
			r["params"] = json.RawMessage("{}")
		}
		r["params"] = schemaToText(r["params"])
	}
	if requests == nil {
		requests = map[string]object{}
	}
	return mustMarshal(requests)
}

// keptState stands before a requestState that would otherwise be lost, because
// it is empty, or be taken for one that was kept. It never leaves.
const keptState = "askback/state:"

func keepState(result object) {
	var state string
	if raw, ok := result["requestState"]; !ok || json.Unmarshal(raw, &state) != nil {
		return
	}
	if state == "" || strings.HasPrefix(state, keptState) {
		result["requestState"] = mustMarshal(keptState + state)
	}
}

func restoreState(params json.RawMessage) json.RawMessage {
	var p object
	var state string
	if json.Unmarshal(params, &p) != nil || json.Unmarshal(p["requestState"], &state) != nil {
		return params
	}
	state, kept := strings.CutPrefix(state, keptState)
	if !kept {
		return params
	}
	p["requestState"] = mustMarshal(state)
	return mustMarshal(p)
}

// emptyAccept marks, on the way from [Accepted] to the wire, an accepted form
// without any value. It never leaves.
const emptyAccept = "askback/empty-accept"

// Accepted is the result of a form that the person sent with these values.
func Accepted(content map[string]any) *mcp.ElicitResult {
	res := &mcp.ElicitResult{Action: string(Accept), Content: content}
	if len(content) == 0 {
		res.Meta = mcp.Meta{emptyAccept: true}
	}
	return res
}

// restoreEmpty replaces the mark, in a result or in the inputResponses of a
// request, by an empty content.
func restoreEmpty(raw json.RawMessage) json.RawMessage {
	var o object
	if json.Unmarshal(raw, &o) != nil {
		return raw
	}
	if responses := o["inputResponses"]; responses != nil {
		var m map[string]json.RawMessage
		if json.Unmarshal(responses, &m) != nil {
			return raw
		}
		for key, r := range m {
			m[key] = restoreEmpty(r)
		}
		o["inputResponses"] = mustMarshal(m)
		return mustMarshal(o)
	}
	var meta object
	if json.Unmarshal(o["_meta"], &meta) != nil || meta[emptyAccept] == nil {
		return raw
	}
	delete(meta, emptyAccept)
	if delete(o, "_meta"); len(meta) > 0 {
		o["_meta"] = mustMarshal(meta)
	}
	o["content"] = json.RawMessage("{}")
	return mustMarshal(o)
}

func mustMarshal(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("ask: encoding %T: %v", v, err)) // it was decoded just now
	}
	return b
}
