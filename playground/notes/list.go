package notes

import (
	"context"
	"slices"
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

func summary(n Note) Summary {
	out := Summary{ID: n.ID, Title: n.Title, Path: n.Where, Tags: n.Tags, Modified: n.Modified.UTC().Format(time.RFC3339)}
	if !n.Created.IsZero() {
		out.Created = n.Created.Format(time.DateOnly)
	}
	return out
}

type listInput struct {
	Archived bool   `json:"archived,omitempty" jsonschema:"list the archived notes instead of the others"`
	Limit    int    `json:"limit,omitempty" jsonschema:"how many at most, 50 unless said"`
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before"`
}

type listOutput struct {
	Notes []Summary `json:"notes"`
	Total int       `json:"total" jsonschema:"how many there are on all pages"`
	Next  string    `json:"next_cursor,omitempty" jsonschema:"cursor of the next page; absent on the last"`
}

// paging are the bounds of the arguments that ask for a page.
var paging = bounds{"limit": from(1, maxPage), "cursor": length(0, 8000)}

func (s *server) addList(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:  "notes_list",
		Title: "List notes",
		Description: "Lists the notes inside the roots that the user allows, by path: id, title, path, tags and dates. " +
			"With many notes it comes in pages; to find one by its words, notes_search is better.",
		InputSchema: input[listInput](paging),
		Annotations: hints(true, false, true),
	}, s.list)
}

func (s *server) list(ctx context.Context, q *ask.Q, in listInput) (listOutput, error) {
	st, err := s.open(ctx, q)
	if err != nil {
		return listOutput{}, err
	}
	all, err := st.all(ctx)
	if err != nil {
		return listOutput{}, err
	}
	all = slices.DeleteFunc(all, func(n Note) bool { return st.archived(n) != in.Archived })
	some, next, err := st.page(all, in.Cursor, in.Limit)
	if err != nil {
		return listOutput{}, err
	}
	out := listOutput{Notes: make([]Summary, len(some)), Total: len(all), Next: next}
	for i, n := range some {
		out.Notes[i] = summary(n)
	}
	return out, nil
}
