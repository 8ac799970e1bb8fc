package host

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"askback/playground/roots"
)

// rootsNamed are roots as the page first has them.
func rootsNamed(names []string) []Root {
	out := make([]Root, len(names))
	for i, name := range names {
		out[i] = newRoot(name, "")
	}
	return out
}

func newRoot(name, title string) Root {
	if title == "" {
		title = path.Base(name)
		if name == "." {
			title = "/"
		}
	}
	return Root{Name: name, Title: title, URI: roots.URI(name)}
}

// addRoot allows a place. A place that is allowed already stays as it is.
func (h *Host) addRoot(name, title string) {
	if !fs.ValidPath(name) {
		return
	}
	h.setRoots(func(list []Root) []Root {
		if slices.ContainsFunc(list, func(r Root) bool { return r.Name == name }) {
			return list
		}
		return append(slices.Clone(list), newRoot(name, title))
	})
}

// addRootURI allows a place by its URI, or says why it cannot be one.
func (h *Host) addRootURI(uri, title string) {
	name, err := roots.Parse(uri)
	var refused *roots.Error
	if errors.As(err, &refused) {
		h.update(func() { h.rootDraft, h.rootIssue = uri, refused })
		return
	}
	h.update(func() { h.rootDraft, h.rootIssue = "", nil })
	h.addRoot(name, title)
}

func (h *Host) removeRoot(name string) {
	h.setRoots(func(list []Root) []Root {
		return slices.DeleteFunc(slices.Clone(list), func(r Root) bool { return r.Name == name })
	})
}

// setRoots changes the roots and tells the server.
func (h *Host) setRoots(change func([]Root) []Root) {
	h.update(func() {
		list := change(h.roots)
		if slices.Equal(list, h.roots) {
			return
		}
		h.roots = list
		if l := h.link; l != nil {
			h.rootsChanged(l)
		}
	})
}
