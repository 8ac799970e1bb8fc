package notes

import (
	"context"
	"fmt"
	"path"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

type deleteInput struct {
	Title string `json:"title" jsonschema:"part of the title, in any case"`
}

type deleteOutput struct {
	Outcome Outcome `json:"outcome"`
	Deleted string  `json:"deleted" jsonschema:"id of the deleted note, empty when nothing was deleted"`
	Message string  `json:"message" jsonschema:"what happened, for people"`
}

func (s *server) addDelete(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:  "notes_delete",
		Title: "Delete a note",
		Description: "Deletes one note whose title contains the given text. The user is asked to confirm, and to choose when several notes match. " +
			"Only notes inside the roots that the user allows are found.",
		InputSchema: input[deleteInput](bounds{"title": length(0, maxTitle)}),
		Annotations: hints(false, true, false),
	}, s.delete)
}

func (s *server) delete(ctx context.Context, q *ask.Q, in deleteInput) (deleteOutput, error) {
	st, err := s.open(ctx, q)
	if err != nil {
		return deleteOutput{}, err
	}
	deletion := deed{"delete", "deleted"}
	d, err := st.decide(ctx, q, deletion, in.Title, func(Note) bool { return true })
	if err != nil || d.outcome != "" {
		return deleteOutput{Outcome: d.outcome, Message: d.message}, err
	}

	st.writes.Lock()
	defer st.writes.Unlock()
	d, err = st.still(d.note, deletion)
	if err == nil && d.outcome == "" {
		st.index.forget(d.note.Name)
		if err = st.view.Remove(d.note.Name); gone(err) {
			d, err = st.vanished(d.note, deletion), nil
		}
	}
	switch {
	case err != nil:
		return deleteOutput{}, st.failed("delete", d.note.Name, err)
	case d.outcome != "":
		return deleteOutput{Outcome: d.outcome, Message: d.message}, nil
	}
	st.settle(path.Dir(d.note.Name))
	return deleteOutput{Outcome: Deleted, Deleted: d.note.ID, Message: fmt.Sprintf("Deleted the note %q.", d.note.Title)}, nil
}
