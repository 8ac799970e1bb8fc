package host

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"askback/notesfs"
	"askback/playground/roots"
)

// buildTree draws the files with what the roots allow of them, and with what
// changed between two snapshots.
func buildTree(before, after *notesfs.Snapshot, allowed []Root) Node {
	b := treeBuilder{allowed: allowed, marks: map[string]Mark{}, gone: map[string][]Node{}}
	if after == nil {
		return b.node(".", true, nil)
	}
	b.files = after
	if before != nil {
		b.compare(before, after)
	}
	info, err := fs.Stat(b.files, ".")
	if err != nil {
		return b.node(".", true, nil)
	}
	return b.build(".", info)
}

type treeBuilder struct {
	files   fs.FS
	allowed []Root
	marks   map[string]Mark
	gone    map[string][]Node // by directory
}

// compare finds what was created, changed and removed. What lies below a removed
// directory is not drawn on its own.
func (b *treeBuilder) compare(before, after *notesfs.Snapshot) {
	for _, c := range notesfs.Diff(before, after) {
		switch c.Op {
		case notesfs.Created:
			b.marks[c.Name] = Created
		case notesfs.Changed:
			b.marks[c.Name] = Changed
		case notesfs.Moved:
			b.marks[c.Name] = Created
			b.lost(before, c.From)
		case notesfs.Removed:
			b.lost(before, c.Name)
		}
	}
}

func (b *treeBuilder) lost(before *notesfs.Snapshot, name string) {
	info, err := fs.Stat(before, name)
	if err != nil {
		return
	}
	n := b.node(name, info.IsDir(), info)
	n.Mark = Gone
	dir := path.Dir(name)
	b.gone[dir] = append(b.gone[dir], n)
}

func (b *treeBuilder) build(name string, info fs.FileInfo) Node {
	n := b.node(name, info.IsDir(), info)
	n.Mark = b.marks[name]
	if info.Mode()&fs.ModeSymlink != 0 {
		n.Target, _ = fs.ReadLink(b.files, name)
	}
	if !info.IsDir() {
		return n
	}
	if n.Mark == Changed {
		n.Mark = Unmarked // of a directory: its entries show it
	}
	entries, err := fs.ReadDir(b.files, name)
	if err != nil {
		return n // a snapshot does not change: cannot happen
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		n.Children = append(n.Children, b.build(path.Join(name, e.Name()), info))
	}
	for _, lost := range b.gone[name] {
		// Another took its name: that one is drawn, once.
		if !slices.ContainsFunc(n.Children, func(x Node) bool { return x.Name == lost.Name }) {
			n.Children = append(n.Children, lost)
		}
	}
	slices.SortStableFunc(n.Children, func(x, y Node) int { return strings.Compare(x.Base, y.Base) })
	return n
}

func (b *treeBuilder) node(name string, dir bool, info fs.FileInfo) Node {
	n := Node{Name: name, Base: path.Base(name), Dir: dir, Side: side(name, b.allowed)}
	if name == "." {
		n.Base = "/"
	}
	if info != nil {
		n.ModTime = info.ModTime()
		if !dir {
			n.Size = info.Size()
		}
	}
	n.Root = slices.ContainsFunc(b.allowed, func(r Root) bool { return r.Name == name })
	return n
}

// side is where a name lies. It is what the person sees; the server's own
// boundary follows symlinks as well.
func side(name string, allowed []Root) Side {
	s := Outside
	for _, r := range allowed {
		if roots.Contains(r.Name, name) {
			return Inside
		}
		if roots.Contains(name, r.Name) {
			s = Partly
		}
	}
	return s
}
