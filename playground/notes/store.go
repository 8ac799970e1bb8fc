package notes

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/roots"
)

// A store is the notes inside the roots, for one call.
type store struct {
	view notesfs.View
}

// open returns the notes inside the roots that the client declares now, and
// keeps the boundary up to date while the call runs.
func (s *server) open(ctx context.Context, q *ask.Q) (*store, error) {
	list, err := q.Roots(ctx)
	if err != nil {
		return nil, err
	}
	view, err := s.view(names(list))
	if err != nil {
		return nil, err
	}
	q.OnRoots(func(list []roots.Root) {
		if err := view.SetRoots(names(list)); err != nil {
			// No boundary that could be drawn: allow nothing.
			_ = view.SetRoots(nil)
		}
	})
	return &store{view: view}, nil
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
	seen := map[string]bool{}
	var out []Note
	for _, root := range s.view.Roots() {
		if err := s.walk(ctx, root, seen, &out); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b Note) int { return strings.Compare(a.Name, b.Name) })
	unique(out)
	return out, nil
}

// unique gives notes that claim the same id one of their own, all of them: none
// of the claims can be told from the others.
func unique(list []Note) {
	count := map[string]int{}
	for _, n := range list {
		count[n.ID]++
	}
	for i, n := range list {
		if count[n.ID] > 1 {
			list[i].ID = placeID(n.Name)
		}
	}
}

func (s *store) walk(ctx context.Context, name string, seen map[string]bool, out *[]Note) error {
	if seen[name] {
		return nil
	}
	seen[name] = true
	if err := ctx.Err(); err != nil {
		return err
	}
	info, err := s.view.Stat(name)
	switch {
	case gone(err):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return s.add(name, out)
	}
	entries, err := s.view.ReadDir(name)
	if gone(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		child := path.Join(name, e.Name())
		switch {
		case e.IsDir():
			err = s.walk(ctx, child, seen, out)
		case e.Type().IsRegular() && !seen[child]:
			seen[child] = true
			err = s.add(child, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *store) add(name string, out *[]Note) error {
	if path.Ext(name) != Ext {
		return nil
	}
	n, err := s.read(name)
	if gone(err) {
		return nil
	}
	if err == nil {
		*out = append(*out, n)
	}
	return err
}

func (s *store) read(name string) (Note, error) {
	info, err := s.view.Stat(name)
	if err != nil {
		return Note{}, err
	}
	data, err := s.view.ReadFile(name)
	if err != nil {
		return Note{}, err
	}
	return parse(name, data, info.ModTime()), nil
}

// gone reports whether err says that there is nothing to see: it does not
// exist, or not inside the roots.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, notesfs.ErrOutsideRoots)
}

// under is where a note lies, as seen from the root it is under: "Notes/a.md".
func (s *store) under(name string) string {
	for _, root := range s.view.Roots() {
		if roots.Contains(root, name) {
			return strings.TrimPrefix(name, strings.TrimPrefix(path.Dir(root)+"/", "./"))
		}
	}
	return path.Base(name)
}
