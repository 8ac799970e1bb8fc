package notesfs

import (
	"io/fs"
	"slices"
	"strings"
)

// A tree is all the state that a snapshot keeps. Copying the struct copies the
// tree, once the generation has ended (see endGeneration).
type tree struct {
	table
	gen  uint64
	next uint64 // index of the next inode
	used usage
}

// usage counts what is there, without the top directory.
type usage struct {
	bytes   int64 // content of files and targets of links
	entries int
}

func newTree(mtime int64) tree {
	t := tree{gen: 1, next: top.index() + 1}
	*t.edit(t.gen, top) = inode{name: ".", parent: top, mtime: mtime, mode: fs.ModeDir | 0o755}
	return t
}

// change returns an inode to change, valid for this generation.
func (t *tree) change(i ino) *inode { return t.edit(t.gen, i) }

// create adds an inode under n.name, which is free in dir.
func (t *tree) create(dir ino, k kind, n inode) ino {
	i := makeIno(t.next, k)
	t.next++
	t.used.entries++
	t.used.bytes += n.size()
	n.parent = dir
	n.mode |= k.mode()
	*t.change(i) = n
	t.enter(dir, dirent{n.name, i}, n.mtime)
	return i
}

// link enters an inode that is in no directory under a name that is free in dir.
func (t *tree) link(dir ino, name string, i ino, mtime int64) {
	n := t.change(i)
	n.parent, n.name = dir, name
	t.enter(dir, dirent{name, i}, mtime)
}

func (t *tree) enter(dir ino, e dirent, mtime int64) {
	d := t.change(dir)
	d.dir = d.dir.set(t.gen, e)
	d.count++
	d.mtime = mtime
}

// unlink takes an entry, which exists, out of a directory.
func (t *tree) unlink(dir ino, name string, mtime int64) {
	d := t.change(dir)
	d.dir = d.dir.remove(t.gen, name)
	d.count--
	d.mtime = mtime
}

// drop removes an inode that is in no directory any more, and returns it.
func (t *tree) drop(i ino) inode {
	n := *t.get(i)
	t.remove(t.gen, i)
	t.used.entries--
	t.used.bytes -= n.size()
	return n
}

// isAncestor reports whether a is b or a directory above it.
func (t *tree) isAncestor(a, b ino) bool {
	for ; a != b; b = t.get(b).parent {
		if b == top {
			return false
		}
	}
	return true
}

// path returns the name of an inode.
func (t *tree) path(i ino) string {
	var elems []string
	for ; i != top; i = t.get(i).parent {
		elems = append(elems, t.get(i).name)
	}
	if elems == nil {
		return "."
	}
	slices.Reverse(elems)
	return strings.Join(elems, "/")
}

// resize sets the size of a file's content.
func (t *tree) resize(i ino, size, mtime int64) {
	n := t.change(i)
	t.used.bytes += size - n.size()
	n.truncate(t.gen, size)
	n.mtime = mtime
}
