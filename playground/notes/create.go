package notes

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

type createInput struct {
	Title  string   `json:"title" jsonschema:"title of the new note, one line"`
	Text   string   `json:"text,omitempty" jsonschema:"Markdown text, without front matter"`
	Tags   []string `json:"tags,omitempty" jsonschema:"words to find it by"`
	Folder string   `json:"folder,omitempty" jsonschema:"where to put it: a path that begins with the name of a root, as in notes_list, or a file URI; may be left out when there is one root only"`
}

// written is what a tool says of a note that it has written.
type written struct {
	Summary
	Revision string `json:"revision" jsonschema:"what the next notes_update needs"`
	Message  string `json:"message" jsonschema:"what happened, for people"`
}

func (s *server) addCreate(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:  "notes_create",
		Title: "Create a note",
		Description: "Creates one note. It never replaces one: if the folder has a note of this name already, nothing happens and the error says which it is. " +
			"When there are several roots and the user has not said where, ask them in words and give the folder.",
		InputSchema: input[createInput](bounds{
			"title": length(1, maxTitle), "text": length(0, maxText), "tags": tags, "folder": length(0, maxFolder),
		}),
		Annotations: hints(false, false, false),
	}, s.create)
}

func (s *server) create(ctx context.Context, q *ask.Q, in createInput) (written, error) {
	title := line(in.Title)
	if title == "" {
		return written{}, errors.New("title is empty: say what the note is to be called")
	}
	st, err := s.open(ctx, q)
	if err != nil {
		return written{}, err
	}
	folder, err := st.folder(s.preferred(q, in.Folder))
	if err != nil {
		return written{}, err
	}
	if root, ok := st.rootOf(folder); ok && hidden(below(root, folder)) {
		return written{}, fmt.Errorf("%s is hidden: notes are not looked for in folders whose name begins with a dot", st.under(folder))
	}
	name := path.Join(folder, fileName(title))
	if err := q.Commit(ctx); err != nil {
		return written{}, err
	}

	st.writes.Lock()
	defer st.writes.Unlock()
	if err := st.view.MkdirAll(folder, 0o755); err != nil {
		return written{}, st.failed("use the folder", folder, err)
	}
	switch free, err := st.free(name); {
	case err != nil:
		return written{}, st.failed("create", name, err)
	case !free:
		return written{}, fmt.Errorf("there is %s already%s; change that one with notes_update, or choose another title", st.under(name), st.knownAs(name))
	}
	id, err := randomHex(s.rand)
	if err != nil {
		return written{}, err
	}
	changes := []change{{"id", "note-" + id}, {"title", title}, {"created", s.now()}}
	if len(in.Tags) > 0 {
		changes = append(changes, change{"tags", in.Tags})
	}
	data, err := edit(nil, ended(in.Text), changes...)
	if err != nil {
		return written{}, err
	}
	if err := st.put(name, data, 0o644, s.rand); err != nil {
		return written{}, err
	}
	return st.wrote(name, "Created")
}

// wrote describes what has been written.
func (s *store) wrote(name, did string) (written, error) {
	n, err := s.read(name)
	if err != nil {
		return written{}, s.failed("read back", name, err)
	}
	return written{Summary: summary(n), Revision: n.Revision, Message: fmt.Sprintf("%s the note %q.", did, n.Title)}, nil
}

// knownAs says which note a file is, if it is one.
func (s *store) knownAs(name string) string {
	n, err := s.read(name)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (%s, %q)", n.ID, n.Title)
}

// fileName is what a note of this title is called on disk: letters and digits of
// any language, in lower case, with single dashes between.
func fileName(title string) string {
	const most = 100 // bytes; file systems allow 255
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = b.Len() > 0
			continue
		}
		if b.Len() > most {
			break
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		b.WriteString("note")
	}
	return b.String() + Ext
}

// ended is a text as a file: its last line has an end.
func ended(text string) []byte {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text)
}
