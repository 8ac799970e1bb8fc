package host

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"askback/notesfs"
	"askback/playground/form"
)

// A Memory is what survives when the page is loaded again: the files, and what
// the person chose and typed. What was said on the wire is over with its session.
type Memory struct {
	Era   string
	Roots []Root // nil: those of the options
	Tool  string
	Args  form.Draft
	// Files are the files, where they are not those that the page begins with.
	// They are kept apart from the rest, which changes with every key.
	Files *notesfs.Snapshot
}

// memoryVersion goes up when an older page could not read what a newer one keeps.
const memoryVersion = 1

// savedMemory is a Memory as JSON, but for the files.
type savedMemory struct {
	Version int         `json:"version"`
	Era     string      `json:"era"`
	Roots   []savedRoot `json:"roots"`
	Tool    string      `json:"tool,omitempty"`
	Args    form.Draft  `json:"args,omitempty"`
}

type savedRoot struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"`
}

// MarshalJSON writes the memory without the files, for a browser to keep.
func (m Memory) MarshalJSON() ([]byte, error) {
	s := savedMemory{Version: memoryVersion, Era: m.Era, Tool: m.Tool, Args: m.Args}
	for _, r := range m.Roots {
		s.Roots = append(s.Roots, savedRoot{r.Name, r.Title})
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON wrote. It is an error if another version
// of the page did. Files stay as they are.
func (m *Memory) UnmarshalJSON(data []byte) error {
	var s savedMemory
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	if s.Version != memoryVersion {
		return fmt.Errorf("it was kept by another version of the page (%d, not %d)", s.Version, memoryVersion)
	}
	*m = Memory{Era: s.Era, Tool: s.Tool, Args: s.Args, Roots: []Root{}, Files: m.Files}
	for _, r := range s.Roots {
		m.Roots = append(m.Roots, newRoot(r.Name, r.Title))
	}
	return nil
}

// Equal reports whether both would be kept as the same bytes, without reading the
// files: a snapshot that was taken anew counts as another.
func (m Memory) Equal(other Memory) bool {
	return m.Era == other.Era && m.Tool == other.Tool && m.Files == other.Files &&
		slices.Equal(m.Roots, other.Roots) && maps.EqualFunc(m.Args, other.Args, slices.Equal[[]string])
}

// Memory is what the page should find when it is loaded again.
func (h *Host) Memory() Memory {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := Memory{Era: h.era, Roots: slices.Clone(h.roots), Tool: h.tool, Args: cloneDraft(h.args)}
	if m.Roots == nil {
		m.Roots = []Root{}
	}
	if h.wanted != "" { // it is not open yet
		m.Tool, m.Args = h.wanted, cloneDraft(h.wantedArgs)
	}
	if h.start != nil && h.compared != h.files {
		h.compared, h.altered = h.files, len(notesfs.Diff(h.start, h.files)) > 0
	}
	if h.altered {
		m.Files = h.files
	}
	return m
}

// recall begins where the person was, or where a link leads.
func (h *Host) recall(m Memory, p Place) {
	if slices.Contains(Eras(), m.Era) {
		h.era = m.Era
	}
	if m.Roots != nil {
		h.roots = m.Roots
	}
	h.kept = m.Files
	h.wanted, h.wantedArgs = m.Tool, m.Args
	if p.Era != "" {
		h.era = p.Era
	}
	if p.Roots != nil {
		h.roots = rootsNamedAs(p.Roots, h.roots)
	}
	if p.Tool != "" && p.Tool != m.Tool {
		h.wanted, h.wantedArgs = p.Tool, nil
	}
}

// putBackKept puts the files in place that the page before this one kept. If that
// fails, those that are there are used.
func (h *Host) putBackKept(ctx context.Context) {
	if h.kept == nil {
		return
	}
	h.fetching.Lock()
	defer h.fetching.Unlock()
	if err := h.opts.Tree.Restore(ctx, h.kept); err != nil {
		h.fail(Failure{FailureRestore, causeOf(ctx, err)})
		return
	}
	h.fetch()
	h.update(func() { h.before = h.files })
}

// A Keeping says whether the browser keeps the memory.
type Keeping int

const (
	NotYetKept Keeping = iota // nothing has been kept or refused so far
	Kept
	NotKept
)
