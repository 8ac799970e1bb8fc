package notes

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"askback/playground/roots"
)

// folder returns the folder that a client means: a path that begins with the
// name of a root, a file URI, or nothing, which is enough when there is one root.
// Whether it lies inside the roots, the view judges when it is used.
func (s *store) folder(said string) (string, error) {
	list := s.view.Roots()
	switch {
	case len(list) == 0:
		return "", errors.New("there are no roots: the user allows no place to put a note")
	case strings.HasPrefix(strings.ToLower(said), "file:"):
		return roots.Parse(said)
	case said == "" && len(list) == 1:
		return list[0], nil
	case said == "":
		return "", fmt.Errorf("there are %d roots: %s. Ask the user in which to put it, and give that as folder", len(list), strings.Join(labels(list), ", "))
	}
	said = strings.TrimSuffix(said, "/")
	if !fs.ValidPath(said) {
		return "", fmt.Errorf("%q is no folder: give a path that begins with the name of a root, such as %q", said, labels(list)[0])
	}
	first, rest, _ := strings.Cut(said, "/")
	var found []string
	for _, root := range list {
		switch {
		case root == ".":
			found = append(found, said)
		case path.Base(root) == first:
			found = append(found, path.Join(root, rest))
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%q is in none of the roots: %s", said, strings.Join(labels(list), ", "))
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d roots are called %q: give the folder as a file URI", len(found), first)
}

// labels are the names by which clients see roots.
func labels(list []string) []string {
	out := make([]string, len(list))
	for i, root := range list {
		out[i] = path.Base(root)
	}
	return out
}
