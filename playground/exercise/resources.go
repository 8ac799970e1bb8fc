package exercise

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/host"
)

// readMethod is the name under which the reading of a resource is in the record.
// No tool can have it.
const readMethod = "resources/read"

func doRead(r *run, args []string) error {
	d, session := r.driver, r.driver.session
	uri := d.uri(args[0])
	return d.start(r, readMethod, func(ctx context.Context) error {
		_, err := ask.Read(ctx, session, d.era, uri, d)
		return err
	})
}

// params are what a request asks for, as far as it is in the record.
type params struct {
	Name           string                     `json:"name"`
	Arguments      map[string]any             `json:"arguments"`
	RequestState   string                     `json:"requestState"`
	InputResponses map[string]json.RawMessage `json:"inputResponses"`
}

// readParams reads the params of the requests that are calls, in which a server
// may ask.
func readParams(method string, raw json.RawMessage) (params, bool) {
	var p params
	if decode(raw, &p) != nil {
		return p, false
	}
	if method == readMethod {
		var in mcp.ReadResourceParams
		if json.Unmarshal(raw, &in) != nil {
			return p, false
		}
		p.Name, p.Arguments = readMethod, map[string]any{"uri": in.URI}
	}
	return p, true
}

// isCall reports whether a message begins a call or the next round of one.
func isCall(m host.Message) bool {
	return m.Kind == host.RequestMessage && m.Dir == host.ToServer && (m.Method == "tools/call" || m.Method == readMethod)
}

// contents are the contents of a resource as a result of a tool would hold them.
func contents(raw json.RawMessage) (structured map[string]any, text string) {
	var list []any
	if decode(raw, &list) != nil {
		return nil, ""
	}
	var out []string
	for _, v := range list {
		if c, ok := v.(map[string]any); ok {
			if t, ok := c["text"].(string); ok {
				out = append(out, t)
			}
		}
	}
	return map[string]any{"contents": list}, strings.Join(out, "\n")
}
