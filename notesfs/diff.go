package notesfs

import (
	"cmp"
	"slices"
)

// An Op is a kind of [Change].
type Op uint8

// The kinds of change, in the order in which [Diff] returns those of one name.
const (
	Removed Op = iota + 1
	Created
	Moved   // and nothing else happened to it, unless Changed follows
	Changed // content, target or permission bits
)

func (op Op) String() string {
	switch op {
	case Removed:
		return "removed"
	case Created:
		return "created"
	case Moved:
		return "moved"
	case Changed:
		return "changed"
	}
	return "unknown"
}

// A Change is a difference between two snapshots. Name is the name in the later
// one, and in the earlier one for Removed. From is the earlier name for Moved.
type Change struct {
	Op   Op
	Name string
	From string
}

func (c Change) String() string {
	if c.Op == Moved {
		return "moved " + c.From + " to " + c.Name
	}
	return c.Op.String() + " " + c.Name
}

// Diff returns what happened between two snapshots, ordered by Name and Op.
//
// Snapshots that one FS took, with no Restore of another's snapshot between, are
// compared by the identity of the files: a rename is one Moved, what lies below a
// renamed directory has not changed, and the time it takes depends on how much
// differs and on the size of the directories where it does, not on the trees.
// Other snapshots are compared by names, where a move shows as Removed and Created
// and both trees are walked. A file replaced by another of the same name, and of
// the same kind, has Changed, if it differs. Times alone are no difference.
func Diff(a, b *Snapshot) []Change {
	d := differ{a: &a.frozen.tree, b: &b.frozen.tree, gone: map[string]*inode{}}
	if a.frozen.line == b.frozen.line {
		d.byIdentity()
	} else {
		d.byName(top, top, "")
	}
	d.pair()
	slices.SortFunc(d.changes, func(x, y Change) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Op, y.Op))
	})
	return d.changes
}

type differ struct {
	a, b    *tree
	changes []Change
	gone    map[string]*inode // only in a
	came    []named           // only in b
}

type named struct {
	name string
	*inode
}

func (d *differ) byIdentity() {
	d.a.diff(&d.b.table, func(index uint64, na, nb *inode) {
		// The kind of an inode never changes, so either tells the number.
		switch {
		case nb == nil:
			d.gone[d.a.path(na.number(index))] = na
		case na == nil:
			d.came = append(d.came, named{d.b.path(nb.number(index)), nb})
		default:
			name := d.b.path(nb.number(index))
			if na.parent != nb.parent || na.name != nb.name {
				d.changes = append(d.changes, Change{Moved, name, d.a.path(na.number(index))})
			}
			d.same(name, na, nb)
		}
	})
}

// byName compares the entries of two directories, 0 for one that is not there.
func (d *differ) byName(a, b ino, prefix string) {
	ea, eb := d.a.entries(a), d.b.entries(b)
	for len(ea)+len(eb) > 0 {
		var ia, ib ino
		var name string
		if len(eb) == 0 || len(ea) > 0 && ea[0].name <= eb[0].name {
			name = ea[0].name
		} else {
			name = eb[0].name
		}
		if len(ea) > 0 && ea[0].name == name {
			ia, ea = ea[0].ino, ea[1:]
		}
		if len(eb) > 0 && eb[0].name == name {
			ib, eb = eb[0].ino, eb[1:]
		}
		d.entry(prefix+name, ia, ib)
	}
}

func (d *differ) entry(name string, a, b ino) {
	na, nb := d.a.get(a), d.b.get(b)
	if na != nil && nb != nil && a.kind() == b.kind() {
		d.same(name, na, nb)
		if a.kind() == kindDir {
			d.byName(a, b, name+"/")
		}
		return
	}
	if na != nil {
		d.gone[name] = na
		if a.kind() == kindDir {
			d.byName(a, 0, name+"/")
		}
	}
	if nb != nil {
		d.came = append(d.came, named{name, nb})
		if b.kind() == kindDir {
			d.byName(0, b, name+"/")
		}
	}
}

// same reports a change of what is one file in both.
func (d *differ) same(name string, na, nb *inode) {
	if na.mode != nb.mode || !sameContent(na, nb) {
		d.changes = append(d.changes, Change{Op: Changed, Name: name})
	}
}

// pair reports what is only in a and only in b, or a change where one took the
// place of the other.
func (d *differ) pair() {
	for _, c := range d.came {
		if na := d.gone[c.name]; na != nil && na.mode.Type() == c.mode.Type() {
			d.same(c.name, na, c.inode)
			delete(d.gone, c.name)
		} else {
			d.changes = append(d.changes, Change{Op: Created, Name: c.name})
		}
	}
	for name := range d.gone {
		d.changes = append(d.changes, Change{Op: Removed, Name: name})
	}
}

// number returns the number of an inode that is at an index.
func (n *inode) number(index uint64) ino {
	switch {
	case n.mode.IsDir():
		return makeIno(index, kindDir)
	case n.mode.IsRegular():
		return makeIno(index, kindFile)
	}
	return makeIno(index, kindLink)
}

// entries returns the entries of a directory, none if i is 0.
func (t *tree) entries(i ino) []dirent {
	if i == 0 {
		return nil
	}
	n := t.get(i)
	list := make([]dirent, 0, n.count)
	n.dir.each("", func(run []dirent) bool {
		list = append(list, run...)
		return true
	})
	return list
}
