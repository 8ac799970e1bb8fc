package host

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
)

// maxTools is how many tools of a server are shown. A list in pages need not end.
const maxTools = 500

// list asks for the tools. Of those that have the same name, which is against the
// rules, the first counts.
func (h *Host) list(l *link) (out []Tool, more bool, err error) {
	var tools []*mcp.Tool
	seen := map[string]bool{}
	for t, err := range l.session.Tools(l.ctx, nil) {
		if err != nil {
			return nil, false, err
		}
		if seen[t.Name] {
			continue
		}
		if more = len(tools) == maxTools; more {
			break
		}
		seen[t.Name] = true
		tools = append(tools, t)
	}
	return readTools(tools, h.trace.results(l.n, "tools/list")), more, nil
}

// showTools puts these tools in place of those that are shown. The caller holds
// h.mu.
func (h *Host) showTools(tools []Tool, more bool) {
	h.tools, h.moreTools = tools, more
	if h.findTool(h.tool) == nil {
		h.openTool("")
	}
	if h.wanted != "" && h.findTool(h.wanted) != nil {
		name, args := h.wanted, h.wantedArgs
		h.wanted, h.wantedArgs = "", nil
		h.openTool(name)
		if args != nil {
			h.args = cloneDraft(args)
		}
	}
}

// toolsChanged asks for the tools anew. A server that announces changes while it
// is asked is asked once more, not once for each.
func (h *Host) toolsChanged(l *link) {
	if l.relist.Add(1) > 1 {
		return
	}
	h.spawn(func(context.Context) {
		for n := int32(1); ; n = l.relist.Load() {
			tools, more, err := h.list(l)
			h.update(func() {
				if err == nil && h.link == l { // else those that were listed before stay
					h.showTools(tools, more)
				}
			})
			if l.relist.CompareAndSwap(n, 0) || l.ctx.Err() != nil {
				return
			}
		}
	})
}

// readTools turns what tools/list brought into what is shown. results are the same
// answers as they were on the wire, for the schemas.
func readTools(tools []*mcp.Tool, results iter.Seq[json.RawMessage]) []Tool {
	schemas := map[string]json.RawMessage{}
	for raw := range results {
		var sent struct {
			Tools []struct {
				Name        string          `json:"name"`
				InputSchema json.RawMessage `json:"inputSchema"`
			} `json:"tools"`
		}
		_ = json.Unmarshal(raw, &sent) // without it the fields are in order of name
		for _, t := range sent.Tools {
			if _, later := schemas[t.Name]; !later {
				schemas[t.Name] = t.InputSchema
			}
		}
	}
	out := make([]Tool, len(tools))
	for i, t := range tools {
		out[i] = readTool(t, schemas[t.Name])
	}
	return out
}

func readTool(t *mcp.Tool, schema json.RawMessage) Tool {
	out := Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: schema,
		// What a tool does not say is assumed to be the worst (mcp-rules D1.8).
		Destructive: true, OpenWorld: true,
	}
	if out.InputSchema == nil {
		out.InputSchema, _ = json.Marshal(t.InputSchema)
	}
	if a := t.Annotations; a != nil {
		if out.Title == "" {
			out.Title = a.Title
		}
		out.ReadOnly, out.Idempotent = a.ReadOnlyHint, a.IdempotentHint
		if a.DestructiveHint != nil {
			out.Destructive = *a.DestructiveHint
		}
		if a.OpenWorldHint != nil {
			out.OpenWorld = *a.OpenWorldHint
		}
	}
	if out.ReadOnly { // then these two mean nothing (D1.4, D1.5)
		out.Destructive, out.Idempotent = false, false
	}
	if out.Title == "" {
		out.Title = t.Name
	}
	if s, err := form.Parse(out.InputSchema); err == nil {
		out.Input = s
	}
	return out
}

// findTool returns the tool of this name, or nil. The caller holds h.mu.
func (h *Host) findTool(name string) *Tool {
	if i := form.Drawn(h.tools, func(t Tool) string { return t.Name }, name); i >= 0 {
		return &h.tools[i]
	}
	return nil
}

// openTool opens the argument form of a tool, or none. The caller holds h.mu.
func (h *Host) openTool(name string) {
	h.tool, h.args, h.argIssues = "", form.Draft{}, nil
	t := h.findTool(name)
	if t == nil {
		return
	}
	h.tool = t.Name
	if t.Input != nil {
		h.args = h.blank(t.Input)
	} else {
		h.args.Set("", "{}")
	}
}

// readArgs reads the argument form of t.
func readArgs(t *Tool, draft form.Draft) (json.RawMessage, []form.Problem) {
	if t.Input == nil {
		typed := draft.Get("")
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(typed), &object); err != nil {
			return nil, []form.Problem{notAnObject(typed, err)}
		}
		return json.RawMessage(typed), nil
	}
	content, problems := t.Input.Read(draft)
	if len(problems) > 0 {
		return nil, problems
	}
	raw, err := json.Marshal(content)
	if err != nil {
		return nil, []form.Problem{{Code: form.ProblemContent, Params: map[string]any{"detail": err.Error()}}}
	}
	return raw, nil
}

// notAnObject says that arguments typed as JSON are no object, and in which line
// that shows.
func notAnObject(typed string, err error) form.Problem {
	offset := int64(len(typed))
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	line := 1 + strings.Count(typed[:min(offset, int64(len(typed)))], "\n")
	return form.Problem{Code: form.ProblemContent, Params: map[string]any{"detail": err.Error(), "line": line}}
}

// readDraft turns the controls of a page, in order, into a draft. Without a schema
// they are the JSON, whatever the control is called.
func readDraft(s *form.Schema, controls [][2]string) form.Draft {
	if s != nil {
		return s.Collect(controls)
	}
	draft := form.Draft{}
	for _, c := range controls {
		draft.Set("", c[1])
	}
	return draft
}
