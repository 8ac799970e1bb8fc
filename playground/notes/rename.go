package notes

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

type renameInput struct {
	ID    string `json:"id" jsonschema:"id of the note"`
	Title string `json:"title" jsonschema:"the new title, one line"`
}

func (s *server) addRename(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:        "notes_rename",
		Title:       "Rename a note",
		Description: "Gives one note another title. The file stays where it is, so that links to it go on working; its heading, if that was the title, changes too.",
		InputSchema: input[renameInput](bounds{"id": length(1, maxID), "title": length(1, maxTitle)}),
		Annotations: hints(false, false, true),
	}, s.rename)
}

func (s *server) rename(ctx context.Context, q *ask.Q, in renameInput) (written, error) {
	title := line(in.Title)
	if title == "" {
		return written{}, errors.New("title is empty: say what the note is to be called")
	}
	return s.rewrite(ctx, q, in.ID, "", "Renamed", func(n Note, data []byte) ([]byte, error) {
		h, body := frontMatter(data)
		if heading(body) == n.Title {
			body = withHeading(body, title)
			if line(h.Title) == "" {
				return edit(data, body)
			}
		}
		return edit(data, body, change{"title", title})
	})
}
