package notes

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A Summary is a note as tools report it.
type Summary struct {
	ID       string   `json:"id" jsonschema:"stable id of the note"`
	Title    string   `json:"title"`
	Path     string   `json:"path" jsonschema:"where the note lies, beginning with the name of its root"`
	Tags     []string `json:"tags,omitempty"`
	Created  string   `json:"created,omitempty" jsonschema:"date, when the note says it"`
	Modified string   `json:"modified" jsonschema:"time of the last change, RFC 3339"`
}

func (s *store) summary(n Note) Summary {
	out := Summary{ID: n.ID, Title: n.Title, Path: s.under(n.Name), Tags: n.Tags, Modified: n.Modified.UTC().Format(time.RFC3339)}
	if !n.Created.IsZero() {
		out.Created = n.Created.Format(time.DateOnly)
	}
	return out
}

type listInput struct{}

type listOutput struct {
	Notes []Summary `json:"notes"`
}

func (s *server) addList(srv *mcp.Server, a *ask.Asker) {
	ask.AddTool(srv, a, &mcp.Tool{
		Name:        "notes_list",
		Title:       "List notes",
		Description: "Lists the notes inside the roots that the user allows: id, title, path, tags and dates.",
		Annotations: hints(true, false, true),
	}, s.list)
}

func (s *server) list(ctx context.Context, q *ask.Q, _ listInput) (listOutput, error) {
	st, err := s.open(ctx, q)
	if err != nil {
		return listOutput{}, err
	}
	all, err := st.all(ctx)
	if err != nil {
		return listOutput{}, err
	}
	out := listOutput{Notes: make([]Summary, len(all))}
	for i, n := range all {
		out.Notes[i] = st.summary(n)
	}
	return out, nil
}
