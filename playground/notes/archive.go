package notes

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// archive is the folder of a root that its archived notes move to.
const archive = "Archive"

type archiveInput struct {
	Title string `json:"title" jsonschema:"part of the title, in any case"`
}

type archiveOutput struct {
	Outcome  Outcome `json:"outcome"`
	Archived string  `json:"archived" jsonschema:"id of the archived note, empty when nothing was archived"`
	Path     string  `json:"path,omitempty" jsonschema:"where the note lies now"`
	Message  string  `json:"message" jsonschema:"what happened, for people"`
}

func (s *server) addArchive(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:  "notes_archive",
		Title: "Archive a note",
		Description: "Moves one note whose title contains the given text into the folder " + archive + " of its root, out of notes_list. Nothing is lost. " +
			"The user is asked every time, and chooses when several notes match.",
		InputSchema: input[archiveInput](bounds{"title": length(0, maxTitle)}),
		Annotations: hints(false, true, false),
	}, s.archive)
}

func (s *server) archive(ctx context.Context, q *ask.Q, in archiveInput) (archiveOutput, error) {
	st, err := s.open(ctx, q)
	if err != nil {
		return archiveOutput{}, err
	}
	archiving := deed{"archive", "archived"}
	d, err := st.decide(ctx, q, archiving, in.Title, func(n Note) bool { return !st.archived(n) })
	if err != nil || d.outcome != "" {
		return archiveOutput{Outcome: d.outcome, Message: d.message}, err
	}

	st.writes.Lock()
	defer st.writes.Unlock()
	d, err = st.still(d.note, archiving)
	if err != nil || d.outcome != "" {
		return archiveOutput{Outcome: d.outcome, Message: d.message}, err
	}
	to, err := st.moveToArchive(d.note.Name)
	if gone(err) {
		d = st.vanished(d.note, archiving)
		return archiveOutput{Outcome: d.outcome, Message: d.message}, nil
	}
	if err != nil {
		return archiveOutput{}, st.failed("archive", d.note.Name, err)
	}
	return archiveOutput{
		Outcome: Archived, Archived: d.note.ID, Path: st.under(to),
		Message: fmt.Sprintf("Moved the note %q to %s.", d.note.Title, st.under(to)),
	}, nil
}

// archived reports whether a note lies in the archive of its root.
func (s *store) archived(n Note) bool {
	root, ok := s.rootOf(n.Name)
	return ok && strings.HasPrefix(below(root, n.Name), archive+"/")
}

// moveToArchive moves a file to the same place below the archive of its root, or
// beside what is there already, and returns where it is. The caller holds
// s.writes.
func (s *store) moveToArchive(name string) (string, error) {
	root, ok := s.rootOf(name)
	if !ok || root == name {
		return "", fmt.Errorf("the root is this file alone, and has no folder to move it to; allow its folder")
	}
	to := path.Join(root, archive, below(root, name))
	if err := s.view.MkdirAll(path.Dir(to), 0o755); err != nil {
		return "", err
	}
	stem := strings.TrimSuffix(to, Ext)
	for i := 2; ; i++ {
		free, err := s.free(to)
		if err != nil {
			return "", err
		}
		if free {
			break
		}
		to = stem + "-" + strconv.Itoa(i) + Ext
	}
	s.index.forget(name)
	s.index.forget(to)
	if err := s.view.Rename(name, to); err != nil {
		return "", err
	}
	s.settle(path.Dir(to))
	s.settle(path.Dir(name))
	return to, nil
}
