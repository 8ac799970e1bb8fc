package host

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"askback/notesfs"
)

// A treeCache is the tree as it was drawn last, with what it was drawn from: the
// state is asked for much more often than any of that changes.
type treeCache struct {
	before, after *notesfs.Snapshot
	changes       changes // between them
	roots         []Root
	edits         int // of the folding
	drawn         bool
	tree          Node
	lines         int // in sight
}

// drawTree draws the files with what the roots allow of them and with what
// happened since the last call began. The caller holds h.mu.
func (h *Host) drawTree() Node {
	c := &h.tree
	if !c.drawn || c.before != h.before || c.after != h.files {
		if c.after != h.files || !c.drawn {
			h.folding.judge(h.files, h.roots)
		}
		c.changes = compare(h.before, h.files)
		c.before, c.after, c.drawn = h.before, h.files, false
	}
	if c.drawn && c.edits == h.folding.edits && slices.Equal(c.roots, h.roots) {
		return c.tree
	}
	b := newTreeBuilder(h.files, h.roots, &c.changes, &h.folding)
	c.tree = b.top()
	c.roots, c.edits, c.lines, c.drawn = h.roots, h.folding.edits, b.lines, true
	return c.tree
}

// A treeBuilder draws what is in sight of a tree.
type treeBuilder struct {
	files   *notesfs.Snapshot
	changes *changes
	folding *folding
	roots   map[string]bool
	above   map[string]bool // directories that have a root below them
	lines   int
}

func newTreeBuilder(files *notesfs.Snapshot, allowed []Root, c *changes, f *folding) *treeBuilder {
	b := &treeBuilder{files: files, changes: c, folding: f, roots: map[string]bool{}, above: map[string]bool{}}
	for _, r := range allowed {
		b.roots[r.Name] = true
		for dir := r.Name; dir != "."; {
			dir = path.Dir(dir)
			b.above[dir] = true
		}
	}
	return b
}

func (b *treeBuilder) top() Node {
	if b.files == nil {
		return b.node(".", nil, Outside)
	}
	info, err := b.files.Lstat(".")
	if err != nil {
		return b.node(".", nil, Outside)
	}
	return b.build(".", info, Outside)
}

// build draws a node and what is in sight below it. parent is the side of the
// directory it is in.
func (b *treeBuilder) build(name string, info fs.FileInfo, parent Side) Node {
	b.lines++
	n := b.node(name, info, parent)
	n.Mark, n.Other, n.Edited = b.changes.marks[name], b.changes.from[name], b.changes.edited[name]
	switch {
	case n.Dir:
		b.open(&n)
	case info.Mode()&fs.ModeSymlink != 0:
		n.Target, _ = b.files.ReadLink(name)
		n.Leads = b.leads(name)
	}
	return n
}

// node is a node on its own.
func (b *treeBuilder) node(name string, info fs.FileInfo, parent Side) Node {
	n := Node{Name: name, Base: path.Base(name), Dir: info == nil || info.IsDir(), Root: b.roots[name], Side: b.side(name, parent)}
	if name == "." {
		n.Base = "/"
	}
	if info != nil {
		n.ModTime = info.ModTime()
		if !n.Dir {
			n.Size = info.Size()
		}
	}
	return n
}

// side is where a name lies. It is what the person sees; the server's own
// boundary follows symlinks as well.
func (b *treeBuilder) side(name string, parent Side) Side {
	switch {
	case parent == Inside, b.roots[name]:
		return Inside
	case b.above[name]:
		return Partly
	}
	return Outside
}

// An entry of a directory is there or was.
type entry struct {
	base string
	now  fs.DirEntry // nil for a ghost
	ghost
}

// open draws the entries of a directory that are in sight.
func (b *treeBuilder) open(n *Node) {
	n.Entries = b.files.Len(n.Name) + len(b.changes.gone[n.Name])
	if !b.folding.open[n.Name] {
		n.Changes = b.changes.below[n.Name]
		return
	}
	n.Open = true
	entries := b.entries(n.Name)
	limit, extra := b.folding.limit(n.Name), extraLines
	for i, e := range entries {
		name := path.Join(n.Name, e.base)
		if i >= limit {
			if extra == 0 || !b.matters(name, e) {
				continue
			}
			extra--
		}
		child, ok := b.entry(name, e, n.Side)
		if !ok {
			continue
		}
		child.Place = i + 1
		n.Children = append(n.Children, child)
	}
}

// matters reports whether an entry is to be in sight however many there are.
func (b *treeBuilder) matters(name string, e entry) bool {
	return e.now == nil || b.changes.marks[name] != Unmarked || b.changes.below[name] > 0 || b.roots[name] || b.above[name]
}

func (b *treeBuilder) entry(name string, e entry, parent Side) (Node, bool) {
	if e.now == nil {
		b.lines++
		n := b.node(name, e.info, parent)
		n.Root, n.Mark, n.Other = false, Gone, e.to
		if e.to != "" {
			n.Mark = MovedAway
		}
		return n, true
	}
	info, err := e.now.Info()
	if err != nil {
		return Node{}, false // a snapshot does not change: cannot happen
	}
	return b.build(name, info, parent), true
}

// entries are what is in a directory and what was, by name.
func (b *treeBuilder) entries(dir string) []entry {
	now, err := b.files.ReadDir(dir)
	if err != nil {
		return nil // a snapshot does not change: cannot happen
	}
	gone := b.changes.gone[dir]
	out := make([]entry, 0, len(now)+len(gone))
	for _, e := range now {
		out = append(out, entry{base: e.Name(), now: e})
	}
	for _, g := range gone {
		out = append(out, entry{base: path.Base(g.name), ghost: g})
	}
	if len(gone) > 0 {
		slices.SortStableFunc(out, func(x, y entry) int { return cmp.Compare(x.base, y.base) })
	}
	return out
}

// maxLinks is how many links are followed, as in package notesfs.
const maxLinks = 40

// leads is where the target of a symlink lies, all links on the way followed.
func (b *treeBuilder) leads(name string) Lead {
	rest := strings.Split(name, "/")
	at := "."
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		if rest[0] == ".." {
			next = path.Dir(at) // the top is its own parent
		}
		rest = rest[1:]
		info, err := b.files.Lstat(next)
		if err != nil {
			return LeadsNowhere
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := b.files.ReadLink(next)
		if links++; err != nil || links > maxLinks {
			return LeadsNowhere
		}
		if strings.HasPrefix(target, "/") {
			at = "."
		}
		rest = append(segments(target), rest...)
	}
	for dir := at; ; dir = path.Dir(dir) {
		switch {
		case b.roots[dir]:
			return LeadsInside
		case dir == ".":
			return LeadsOutside
		}
	}
}

// segments are the parts of a path that mean something.
func segments(p string) []string {
	return slices.DeleteFunc(strings.Split(p, "/"), func(s string) bool { return s == "" || s == "." })
}
