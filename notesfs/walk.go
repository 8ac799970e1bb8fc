package notesfs

import (
	"strings"
	"syscall"
)

// A place is where a name leads: an entry in a directory, whether or not
// anything is there.
type place struct {
	dir   ino    // the directory that holds the entry
	name  string // its name there; "" if the walk ended on a directory by ".", ".." or as the start
	ino   ino    // what is there; 0 if nothing
	dirIn bool   // dir lies inside the roots, so that the entry may be changed
	slash bool   // a slash followed the name, in a link's target: only a directory will do
}

// A start is where a walk begins.
type start struct {
	dir  ino
	in   bool // dir lies inside the roots
	rest string
	seen *trail // records the steps, if not nil
}

// An end says how a walk treats the last element of a path.
type end uint8

const (
	self   end = iota // a link stands for itself
	target            // a link stands for what it leads to
	create            // as target, for a file that may have to be made
)

// walk resolves a path, following links in every element but perhaps the last. It
// judges each step against rs (nil: everything is inside): outside the roots a
// walk takes no step but those that led to a root, so that its answer never
// depends on what else is there.
//
// ".." and absolute targets, which only links can contain, stay in the tree: ".."
// goes to the parent of the directory that was reached, the top is its own.
func (t *tree) walk(rs *rootSet, from start, last end) (place, error) {
	cur, in, rest := from.dir, from.in, from.rest
	for hops := 0; ; {
		elem, tail, slash := strings.Cut(strings.TrimLeft(rest, "/"), "/")
		tail = strings.TrimLeft(tail, "/")
		final := tail == ""
		switch elem {
		case "", ".", "..":
			if elem == ".." {
				cur = t.get(cur).parent
				if in = t.inside(rs, cur); !in && !rs.passes(cur) {
					return place{}, ErrOutsideRoots
				}
			}
			if !final {
				rest = tail
				continue
			}
			if !in {
				return place{}, ErrOutsideRoots
			}
			return place{dir: t.get(cur).parent, ino: cur, slash: slash}, nil
		}

		child := t.get(cur).dir.find(elem)
		from.seen.add(cur, child)
		childIn := in || rs.isRoot(child)
		switch {
		case !childIn && !rs.passes(child):
			return place{}, ErrOutsideRoots
		case len(elem) > maxName:
			return place{}, syscall.ENAMETOOLONG
		case final && slash && last == create:
			return place{}, syscall.EISDIR
		case child.kind() == kindLink && (!final || slash || last != self):
			if hops++; hops > maxHops {
				return place{}, syscall.ELOOP
			}
			link := t.get(child).data
			if link[0] == '/' {
				cur, in = top, t.inside(rs, top)
			}
			if !final {
				rest = link + "/" + tail
			} else if rest = link; slash {
				rest += "/"
			}
			continue
		case final && !childIn:
			return place{}, ErrOutsideRoots
		case final:
			return place{dir: cur, name: elem, ino: child, dirIn: in, slash: slash}, nil
		case child == 0:
			return place{}, syscall.ENOENT
		case child.kind() != kindDir:
			return place{}, syscall.ENOTDIR
		}
		cur, in, rest = child, childIn, tail
	}
}

// inside reports whether a file is a root or lies below one.
func (t *tree) inside(rs *rootSet, i ino) bool {
	for !rs.isRoot(i) {
		if i == top {
			return false
		}
		n := t.get(i)
		if n == nil {
			return false
		}
		i = n.parent
	}
	return true
}
