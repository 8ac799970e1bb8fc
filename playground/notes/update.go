package notes

import (
	"cmp"
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

type updateInput struct {
	ID       string    `json:"id" jsonschema:"id of the note"`
	Revision string    `json:"revision" jsonschema:"revision that the change is based on, from notes_read"`
	Text     *string   `json:"text,omitempty" jsonschema:"the whole new Markdown text, without front matter; left out, the text stays"`
	Tags     *[]string `json:"tags,omitempty" jsonschema:"the whole new list of tags; left out, they stay"`
}

func (s *server) addUpdate(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:  "notes_update",
		Title: "Change a note",
		Description: "Replaces the text or the tags of one note. It needs the revision from notes_read and refuses when the note has changed since, so that nobody's work is lost: " +
			"then read it again and put the change on top. To change the title, use notes_rename.",
		InputSchema: input[updateInput](bounds{
			"id": length(1, maxID), "revision": length(1, maxID), "text": text, "tags": tags,
		}),
		Annotations: hints(false, true, true),
	}, s.update)
}

func (s *server) update(ctx context.Context, q *ask.Q, in updateInput) (written, error) {
	if in.Text == nil && in.Tags == nil {
		return written{}, fmt.Errorf("nothing to change: give text or tags")
	}
	var body []byte
	if in.Text != nil {
		body = ended(*in.Text)
	}
	var changes []change
	if in.Tags != nil {
		changes = append(changes, change{"tags", *in.Tags})
	}
	return s.rewrite(ctx, q, in.ID, in.Revision, "Changed", func(_ Note, data []byte) ([]byte, error) {
		return edit(data, body, changes...)
	})
}

// rewrite replaces a note by what f makes of it, unless it is no longer at the
// revision: the one given, or else the one that it was found at.
func (s *server) rewrite(ctx context.Context, q *ask.Q, id, base, did string, f func(Note, []byte) ([]byte, error)) (written, error) {
	st, err := s.open(ctx, q)
	if err != nil {
		return written{}, err
	}
	n, err := st.withID(ctx, id)
	if err != nil {
		return written{}, err
	}
	if err := q.Commit(ctx); err != nil {
		return written{}, err
	}

	st.writes.Lock()
	defer st.writes.Unlock()
	data, err := st.view.ReadFile(n.Name)
	if err != nil {
		return written{}, st.failed("read", n.Name, err)
	}
	base = cmp.Or(base, n.Revision)
	if now := revision(data); now != base {
		st.index.forget(n.Name) // it may have been found as it was before
		return written{}, fmt.Errorf("the note %s has changed since revision %s and is now at %s; nothing was written. Read it again and put your change on top", id, base, now)
	}
	info, err := st.view.Stat(n.Name)
	if err != nil {
		return written{}, st.failed("read", n.Name, err)
	}
	if data, err = f(n, data); err != nil {
		return written{}, st.failed("change", n.Name, err)
	}
	if err := st.put(n.Name, data, info.Mode().Perm(), s.rand); err != nil {
		return written{}, err
	}
	w, err := st.wrote(n.Name, did)
	w.ID = n.ID // also when it is not the note's own
	return w, err
}
