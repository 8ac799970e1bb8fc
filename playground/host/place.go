package host

import (
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"askback/playground/roots"
)

// A Place is where a link to the page leads: what is chosen there, and nothing of
// what was done. A field that is not set leaves the choice to the page.
type Place struct {
	Exercise string   // id of an exercise; not the host's business
	Era      string   // a protocol version of [Eras]
	Roots    []string // names of package notesfs; empty but not nil for none
	Tool     string   // the open tool
}

// ParsePlace reads what [Place.String] writes, with or without a "#" before it.
// A link may have been written by hand or for another version of the page: what
// makes no sense is left out.
func ParsePlace(hash string) Place {
	q, err := url.ParseQuery(strings.TrimPrefix(hash, "#"))
	if err != nil {
		return Place{}
	}
	p := Place{Exercise: q.Get("exercise"), Tool: q.Get("tool")}
	if era := q.Get("era"); slices.Contains(Eras(), era) {
		p.Era = era
	}
	if !q.Has("root") {
		return p
	}
	p.Roots = []string{}
	for _, path := range q["root"] {
		name := strings.TrimPrefix(path, "/")
		if path == "/" {
			name = "."
		}
		if fs.ValidPath(name) && !slices.Contains(p.Roots, name) {
			p.Roots = append(p.Roots, name)
		}
	}
	return p
}

// String is the place as the hash of a link, such as
//
//	era=2026-07-28&root=/home/alice/Scratch&tool=notes_delete
//
// A list of no roots is one empty root.
func (p Place) String() string {
	var parts []string
	add := func(key, value string) {
		parts = append(parts, key+"="+strings.ReplaceAll(url.QueryEscape(value), "%2F", "/"))
	}
	if p.Exercise != "" {
		add("exercise", p.Exercise)
	}
	if p.Era != "" {
		add("era", p.Era)
	}
	for _, name := range p.Roots {
		add("root", roots.Path(name))
	}
	if p.Roots != nil && len(p.Roots) == 0 {
		add("root", "")
	}
	if p.Tool != "" {
		add("tool", p.Tool)
	}
	return strings.Join(parts, "&")
}

// Place is where the page is now.
func (s State) Place() Place {
	p := Place{Era: s.Era, Roots: []string{}, Tool: s.Tool}
	for _, r := range s.Roots {
		p.Roots = append(p.Roots, r.Name)
	}
	return p
}

// goTo chooses what a link says.
func (h *Host) goTo(p Place) {
	if p.Roots != nil {
		h.setRoots(func(list []Root) []Root { return rootsNamedAs(p.Roots, list) })
	}
	h.mu.Lock()
	other := p.Era != "" && p.Era != h.era
	h.mu.Unlock()
	if other {
		h.reconnect(func() { h.era = p.Era })
	}
	if p.Tool != "" {
		h.update(func() { h.openWanted(p.Tool) })
	}
}

// openWanted opens a tool, or has it opened when the server has listed it. The
// caller holds h.mu.
func (h *Host) openWanted(tool string) {
	h.wanted = tool
	if tool != "" && tool != h.tool && h.findTool(tool) != nil {
		h.wanted = ""
		h.openTool(tool)
	}
}

// rootsNamedAs are the roots of these names, with what list has for them.
func rootsNamedAs(names []string, list []Root) []Root {
	out := rootsNamed(names)
	for i, r := range out {
		if j := slices.IndexFunc(list, func(old Root) bool { return old.Name == r.Name }); j >= 0 {
			out[i] = list[j]
		}
	}
	return out
}
