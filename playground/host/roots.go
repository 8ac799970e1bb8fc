package host

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

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

// maxTitle is how many characters of a name for a root are kept.
const maxTitle = 100

// newRoot is a root with the name that the person gave it, or that of the place.
func newRoot(name, title string) Root {
	title = strings.ToValidUTF8(strings.TrimSpace(title), "")
	if runes := []rune(title); len(runes) > maxTitle {
		title = string(runes[:maxTitle])
	}
	if title == "" {
		title = path.Base(name)
		if name == "." {
			title = "/"
		}
	}
	return Root{Name: name, Title: title, URI: roots.URI(name)}
}

// addRoot allows a place. A place that is allowed already stays as it is.
func (h *Host) addRoot(name string) {
	if !fs.ValidPath(name) {
		return
	}
	h.setRoots(func(list []Root) []Root {
		if slices.ContainsFunc(list, func(r Root) bool { return r.Name == name }) {
			return list
		}
		return append(slices.Clone(list), newRoot(name, ""))
	})
}

// draftTitle remembers the name for a root that is being typed. The caller holds
// h.mu.
func (h *Host) draftTitle(name, title string) {
	if slices.ContainsFunc(h.roots, func(r Root) bool { return r.Name == name }) {
		h.rootTitles[name] = title
	}
}

// nameRoot gives a root the name that the server is told.
func (h *Host) nameRoot(name, title string) {
	h.update(func() { delete(h.rootTitles, name) })
	h.setRoots(func(list []Root) []Root {
		list = slices.Clone(list)
		for i := range list {
			if list[i].Name == name {
				list[i] = newRoot(name, title)
			}
		}
		return list
	})
}

// addRootURI allows a place by its URI, or says why it cannot be one.
func (h *Host) addRootURI(uri string) {
	name, err := roots.Parse(uri)
	var refused *roots.Error
	if errors.As(err, &refused) {
		h.update(func() { h.rootDraft, h.rootIssue = uri, refused })
		return
	}
	h.update(func() { h.rootDraft, h.rootIssue = "", nil })
	h.addRoot(name)
}

// draftRoot remembers the URI that is being typed. Once one was refused, what is
// wrong is said at every key until it is right. The caller holds h.mu.
func (h *Host) draftRoot(uri string) {
	h.rootDraft = uri
	if h.rootIssue == nil {
		return
	}
	h.rootIssue = nil
	_, err := roots.Parse(uri)
	errors.As(err, &h.rootIssue)
}

// A RootPreview is what the URI that is being typed would allow. The zero value
// is nothing: it is no root yet, or nothing is typed.
type RootPreview struct {
	Name  string // as in package notesfs
	URI   string // in its canonical form
	There bool   // something is there
	Root  bool   // it is allowed already
}

// rootPreview is the preview of what is typed. The caller holds h.mu.
func (h *Host) rootPreview() RootPreview {
	name, err := roots.Parse(h.rootDraft)
	if err != nil {
		return RootPreview{}
	}
	return RootPreview{
		Name: name, URI: roots.URI(name), There: !h.missing(name),
		Root: slices.ContainsFunc(h.roots, func(r Root) bool { return r.Name == name }),
	}
}

// shownRoots are the roots, and whether there is anything under them
// (mcp-rules B16). The caller holds h.mu.
func (h *Host) shownRoots() []Root {
	out := slices.Clone(h.roots)
	for i := range out {
		out[i].Missing = h.missing(out[i].Name)
	}
	return out
}

// missing reports whether there is certainly nothing under a name. The caller
// holds h.mu.
func (h *Host) missing(name string) bool {
	if h.files == nil {
		return false
	}
	_, err := h.files.Stat(name)
	return err != nil
}

func (h *Host) removeRoot(name string) {
	h.update(func() { delete(h.rootTitles, name) })
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
