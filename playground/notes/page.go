package notes

import (
	"encoding/base64"
	"errors"
	"path"
	"strconv"
	"strings"

	"askback/playground/roots"
)

var errCursor = errors.New("this cursor is not from the roots as they are now; start again without one")

// A cursor is where a page ends: the root, by its number, and the note below it.
// It says nothing of where the root lies, and the note may be gone by the time
// that the next page is asked for.
func (s *store) cursor(name string) string {
	for i, root := range s.view.Roots() {
		if roots.Contains(root, name) {
			return base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(i) + "/" + below(root, name)))
		}
	}
	return ""
}

// after is the note that a cursor was made of.
func (s *store) after(cursor string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	number, rest, ok := strings.Cut(string(raw), "/")
	i, errNumber := strconv.Atoi(number)
	list := s.view.Roots()
	if err != nil || !ok || errNumber != nil || i < 0 || i >= len(list) {
		return "", errCursor
	}
	name := path.Join(list[i], rest)
	if !roots.Contains(list[i], name) {
		return "", errCursor
	}
	return name, nil
}

// page returns those of the notes, which are in order, that follow the cursor,
// at most limit, and the cursor of what remains.
func (s *store) page(all []Note, cursor string, limit int) ([]Note, string, error) {
	if cursor != "" {
		last, err := s.after(cursor)
		if err != nil {
			return nil, "", err
		}
		for len(all) > 0 && all[0].Name <= last {
			all = all[1:]
		}
	}
	if limit <= 0 {
		limit = normalPage
	}
	if len(all) <= limit {
		return all, "", nil
	}
	return all[:limit], s.cursor(all[limit-1].Name), nil
}
