package notes

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/roots"
)

// A store is the notes inside the roots, for one call.
type store struct {
	view notesfs.View
	// writes is held while a file is looked at and then changed, so that two
	// calls cannot both find it as they expect.
	writes *sync.Mutex
	index  *index
}

// open returns the notes inside the roots: the server's own, or those that the
// client declares now, and then the boundary is kept up to date while the call
// runs.
func (s *server) open(ctx context.Context, q *ask.Q) (*store, error) {
	if s.roots != nil {
		return s.within(s.roots)
	}
	list, err := q.Roots(ctx)
	if err != nil {
		return nil, err
	}
	st, err := s.within(names(list))
	if err != nil {
		return nil, err
	}
	q.OnRoots(func(list []roots.Root) {
		if err := st.view.SetRoots(names(list)); err != nil {
			// No boundary that could be drawn: allow nothing.
			_ = st.view.SetRoots(nil)
		}
	})
	return st, nil
}

func (s *server) within(roots []string) (*store, error) {
	view, err := s.view(roots)
	if err != nil {
		return nil, err
	}
	return &store{view: view, writes: &s.writes, index: &s.index}, nil
}

func names(list []roots.Root) []string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.Name
	}
	return out
}

// all returns every note inside the roots, by name. A note below two roots comes
// once. What vanishes while it is read is not there.
func (s *store) all(ctx context.Context) ([]Note, error) {
	return s.where(ctx, func(Note, func() []byte) bool { return true })
}

// where is all, of those notes only that match, which can ask for the text too.
func (s *store) where(ctx context.Context, match func(n Note, text func() []byte) bool) ([]Note, error) {
	w := walk{store: s, ctx: ctx, match: match, seen: map[string]bool{}, ids: map[string]int{}}
	for _, root := range s.view.Roots() {
		if err := w.visit(root); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(w.found, func(a, b Note) int { return strings.Compare(a.Name, b.Name) })
	w.unique()
	return w.found, nil
}

// A walk goes over the notes inside the roots.
type walk struct {
	*store
	ctx   context.Context
	match func(Note, func() []byte) bool
	seen  map[string]bool // by name
	ids   map[string]int  // how many notes claim an id
	found []Note
}

// unique gives notes that claim the same id one of their own, all of them: none
// of the claims can be told from the others.
func (w *walk) unique() {
	for i, n := range w.found {
		if w.ids[n.ID] > 1 {
			w.found[i].ID = collidedID(n.Name)
		}
	}
}

func (w *walk) visit(name string) error {
	if w.seen[name] {
		return nil
	}
	w.seen[name] = true
	if err := w.ctx.Err(); err != nil {
		return err
	}
	info, err := w.view.Stat(name)
	switch {
	case unseen(err):
		return nil
	case err != nil:
		return w.failed("look at", name, err)
	case !info.IsDir():
		return w.add(name, info)
	}
	entries, err := w.view.ReadDir(name)
	if unseen(err) {
		return nil
	}
	if err != nil {
		return w.failed("list", name, err)
	}
	for _, e := range entries {
		child := path.Join(name, e.Name())
		switch {
		case hidden(e.Name()):
		case e.IsDir():
			err = w.visit(child)
		case e.Type().IsRegular() && path.Ext(child) == Ext && !w.seen[child]:
			w.seen[child] = true
			if info, err = notesfs.Listed(e); err == nil {
				err = w.add(child, info)
			} else if unseen(err) {
				err = nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hidden reports whether an element of a path begins with a dot: such folders are
// those of other programs, and such files are not notes, or not yet.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") && name != "." || strings.Contains(name, "/.")
}

// add takes in a file that was in the state of info, if it is a note.
func (w *walk) add(name string, info fs.FileInfo) error {
	if path.Ext(name) != Ext {
		return nil
	}
	f, ok := w.index.get(name, info)
	if !ok {
		data, err := w.view.ReadFile(name)
		if unseen(err) {
			return nil
		}
		if err != nil {
			return w.failed("read", name, err)
		}
		f.note, f.text = parse(name, data, info.ModTime())
		w.index.put(name, info, f.note, f.text)
	}
	w.ids[f.note.ID]++
	f.note.Where = w.under(name)
	if w.match(f.note, func() []byte { return w.text(name, f) }) {
		w.found = append(w.found, f.note)
	}
	return nil
}

// text is the text of a note; nothing if it has gone.
func (w *walk) text(name string, f indexed) []byte {
	if f.text != nil {
		return f.text
	}
	data, err := w.view.ReadFile(name)
	if err != nil {
		return nil
	}
	_, body := split(data)
	return body
}

// read reads a note as it is now.
func (s *store) read(name string) (Note, error) {
	info, err := s.view.Stat(name)
	if err != nil {
		return Note{}, err
	}
	data, err := s.view.ReadFile(name)
	if err != nil {
		return Note{}, err
	}
	n, _ := parse(name, data, info.ModTime())
	n.Where = s.under(name)
	return n, nil
}

// gone reports whether err says that there is nothing to see: it does not
// exist, or not inside the roots.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, notesfs.ErrOutsideRoots)
}

// unseen is gone, or that this server may not read it: the notes beside it are
// there all the same.
func unseen(err error) bool { return gone(err) || errors.Is(err, fs.ErrPermission) }

// rootOf returns the root that a note is under: the first that holds it.
func (s *store) rootOf(name string) (string, bool) {
	for _, root := range s.view.Roots() {
		if roots.Contains(root, name) {
			return root, true
		}
	}
	return "", false
}

// under is where a note lies, as seen from the root it is under: "Notes/a.md".
func (s *store) under(name string) string {
	root, ok := s.rootOf(name)
	if !ok {
		return path.Base(name)
	}
	return strings.TrimPrefix(name, strings.TrimPrefix(path.Dir(root)+"/", "./"))
}

// below is where a note lies below its root: "a.md". It is empty when the root
// is the note itself.
func below(root, name string) string {
	switch root {
	case ".":
		return name
	case name:
		return ""
	}
	return strings.TrimPrefix(name, root+"/")
}

// withID returns the note that has this id.
func (s *store) withID(ctx context.Context, id string) (Note, error) {
	all, err := s.all(ctx)
	if err != nil {
		return Note{}, err
	}
	for _, n := range all {
		if n.ID == id {
			return n, nil
		}
	}
	return Note{}, fmt.Errorf("no note inside the roots has the id %q; notes_list and notes_search show the ids", id)
}

// failed is the error of an operation on a note, in words that name the note as
// the client knows it and not where it lies on this machine.
func (s *store) failed(verb, name string, err error) error {
	if err == nil {
		return nil
	}
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		err = pe.Err
	}
	if le := (*os.LinkError)(nil); errors.As(err, &le) {
		err = le.Err
	}
	return fmt.Errorf("cannot %s %s: %w", verb, s.under(name), err)
}
