package host

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"askback/notesfs"
)

// changes are what happened between two snapshots, in the way it is drawn.
type changes struct {
	marks map[string]Mark   // of what is there now
	from  map[string]string // for Moved: the name before
	to    map[string]string // the other way round
	// edited are those that were moved and are not as before either.
	edited map[string]bool
	gone   map[string][]ghost // what is not there any more, by the directory it was in
	// below counts the changes in a directory and all directories beneath.
	below map[string]int
}

// A ghost stands where something was.
type ghost struct {
	name string
	info fs.FileInfo
	to   string // where it is now; empty if it is nowhere
}

// compare finds what was created, changed, moved and removed. What lies below a
// removed or moved directory is not told of on its own.
func compare(before, after *notesfs.Snapshot) changes {
	c := changes{
		marks: map[string]Mark{}, from: map[string]string{}, to: map[string]string{}, edited: map[string]bool{},
		gone: map[string][]ghost{}, below: map[string]int{},
	}
	if before == nil || after == nil || before == after {
		return c
	}
	list := pairMoves(before, after, notesfs.Diff(before, after))
	for _, change := range list {
		name := change.Name
		switch change.Op {
		case notesfs.Removed:
			continue
		case notesfs.Created:
			c.marks[name] = Created
		case notesfs.Moved:
			c.marks[name], c.from[name], c.to[change.From] = Moved, change.From, name
		case notesfs.Changed:
			if info, err := after.Lstat(name); err != nil || info.IsDir() {
				continue // its entries show it
			}
			if c.marks[name] == Moved {
				c.edited[name] = true
				continue
			}
			c.marks[name] = Changed
		}
		c.count(name)
	}
	for _, change := range list {
		switch change.Op {
		case notesfs.Removed:
			c.lost(before, after, change.Name, "")
		case notesfs.Moved:
			c.lost(before, after, change.From, change.Name)
		}
	}
	return c
}

// count counts a change in all directories above it.
func (c *changes) count(name string) {
	for name != "." {
		name = path.Dir(name)
		c.below[name]++
	}
}

// lost puts a ghost where something was, unless something else is there now or
// the directory itself has gone.
func (c *changes) lost(before, after *notesfs.Snapshot, name, to string) {
	info, err := before.Lstat(name)
	if err != nil {
		return
	}
	dir := c.whereNow(path.Dir(name))
	now := path.Join(dir, path.Base(name))
	if at, err := after.Lstat(dir); err != nil || !at.IsDir() {
		return
	}
	if _, err := after.Lstat(now); err == nil {
		return // another took its name: that one is drawn, once
	}
	c.gone[dir] = append(c.gone[dir], ghost{now, info, to})
	if to == "" {
		c.count(now) // a move is counted where it led
	}
}

// whereNow is the name of a directory now that had this name before.
func (c *changes) whereNow(name string) string {
	for dir, rest := name, ""; dir != "."; dir, rest = path.Dir(dir), path.Join(path.Base(dir), rest) {
		if to, moved := c.to[dir]; moved {
			return path.Join(to, rest)
		}
	}
	return name
}

// pairMoves finds the moves among changes that are known by name only, as between
// snapshots that came over a wire: what has gone here and is there in the very
// same form, down to the time of its last change, has been moved.
func pairMoves(before, after *notesfs.Snapshot, list []notesfs.Change) []notesfs.Change {
	p := pairing{before: before, after: after, gone: map[likeness][]string{}, moved: map[string]string{}, used: map[string]bool{}}
	for _, c := range list {
		if c.Op == notesfs.Removed {
			if f, ok := likenessOf(before, c.Name); ok {
				p.gone[f] = append(p.gone[f], c.Name)
			}
		}
	}
	if len(p.gone) == 0 {
		return list
	}
	for _, c := range list { // a directory comes before what is in it
		if c.Op == notesfs.Created && !within(p.moved, c.Name) {
			p.find(c.Name)
		}
	}
	var out []notesfs.Change
	for _, c := range list {
		from, moved := p.moved[c.Name]
		switch {
		case c.Op == notesfs.Created && moved:
			out = append(out, notesfs.Change{Op: notesfs.Moved, Name: c.Name, From: from})
		case c.Op == notesfs.Created && within(p.moved, c.Name), c.Op == notesfs.Removed && (p.used[c.Name] || within(p.used, c.Name)):
		default:
			out = append(out, c)
		}
	}
	return out
}

// A likeness is what two places must share to be taken for one file that was moved,
// before their content is compared.
type likeness struct {
	mode  fs.FileMode
	size  int64 // of a directory: how many entries
	mtime int64
}

func likenessOf(s *notesfs.Snapshot, name string) (likeness, bool) {
	info, err := s.Lstat(name)
	if err != nil {
		return likeness{}, false
	}
	f := likeness{info.Mode(), info.Size(), info.ModTime().UnixNano()}
	if info.IsDir() {
		f.size = int64(s.Len(name))
	}
	return f, true
}

type pairing struct {
	before, after *notesfs.Snapshot
	gone          map[likeness][]string
	moved         map[string]string // name now to name before
	used          map[string]bool   // names before
}

// maxTries is how many of the same form are compared with one that is new.
const maxTries = 20

// find pairs a name that is new with one that has gone, if there is a match. One
// that kept its last element goes first.
func (p *pairing) find(name string) {
	f, ok := likenessOf(p.after, name)
	if !ok {
		return
	}
	candidates := slices.DeleteFunc(slices.Clone(p.gone[f]), func(from string) bool { return p.used[from] || within(p.used, from) })
	slices.SortStableFunc(candidates, func(x, y string) int {
		return rank(x, name) - rank(y, name)
	})
	for _, from := range candidates[:min(len(candidates), maxTries)] {
		if p.same(from, name) {
			p.moved[name], p.used[from] = from, true
			return
		}
	}
}

func rank(from, name string) int {
	if path.Base(from) == path.Base(name) {
		return 0
	}
	return 1
}

// same reports whether what was under one name is under another now, with all
// that is in it.
func (p *pairing) same(from, name string) bool {
	a, okA := likenessOf(p.before, from)
	b, okB := likenessOf(p.after, name)
	if !okA || !okB || a != b {
		return false
	}
	switch a.mode.Type() {
	case fs.ModeDir:
		entries, err := p.before.ReadDir(from)
		return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
			return !p.same(path.Join(from, e.Name()), path.Join(name, e.Name()))
		})
	case fs.ModeSymlink:
		x, errX := p.before.ReadLink(from)
		y, errY := p.after.ReadLink(name)
		return errX == nil && errY == nil && x == y
	}
	x, errX := p.before.ReadFile(from)
	y, errY := p.after.ReadFile(name)
	return errX == nil && errY == nil && string(x) == string(y)
}

// within reports whether a directory above name is a key of m.
func within[V any](m map[string]V, name string) bool {
	for i := strings.LastIndexByte(name, '/'); i > 0; i = strings.LastIndexByte(name[:i], '/') {
		if _, ok := m[name[:i]]; ok {
			return true
		}
	}
	return false
}
