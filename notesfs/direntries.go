package notesfs

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// A dirent is one entry of a directory.
type dirent struct {
	name string
	ino  ino
}

// A dnode is a node of a B+tree that holds the entries of a directory in the
// order of their names. In a leaf, ents are the entries. In a branch, ents[i].name
// is a lower bound of the names below kids[i]. It may be changed in place in the
// generation that made it.
//
// Nodes are merged with a neighbour when both together fill no more than half a
// node, and only dropped when empty otherwise: a directory that shrinks stays
// correct and logarithmic, without the rotations of a strict B-tree.
type dnode struct {
	gen  uint64
	ents []dirent
	kids []*dnode
	tags [dirFan]byte
}

const dirFan = 64

// search returns the first position whose name is not less than name, and
// whether it is name.
func (n *dnode) search(name string) (int, bool) {
	lo, hi := 0, len(n.ents)
	if hi > 0 && n.ents[hi-1].name < name {
		return hi, false // as when names are made in order
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch c := strings.Compare(n.ents[mid].name, name); {
		case c < 0:
			lo = mid + 1
		case c > 0:
			hi = mid
		default:
			return mid, true
		}
	}
	return lo, false
}

// kid returns the position of the child of a branch where name belongs: that of
// the last lower bound which is not greater, or the first.
func (n *dnode) kid(name string) int {
	lo, hi := 1, len(n.ents)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if n.ents[mid].name <= name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// find returns the number under name, 0 if there is none. A nil dnode is empty.
func (n *dnode) find(name string) ino {
	if n == nil {
		return 0
	}
	for n.kids != nil {
		n = n.kids[n.kid(name)]
	}
	const low, high = 0x0101010101010101, 0x8080808080808080
	want := uint64(nameTag(name)) * low
	for i := 0; i < len(n.ents); i += 8 {
		x := binary.LittleEndian.Uint64(n.tags[i:]) ^ want // a zero byte for each equal tag
		for m := (x - low) &^ x & high; m != 0; m &= m - 1 {
			// Above the first equal tag m may tell of others that are not.
			k := i + bits.TrailingZeros64(m)/8
			if k < len(n.ents) && n.ents[k].name == name {
				return n.ents[k].ino
			}
		}
	}
	return 0
}

func nameTag(name string) byte { return byte(nameHash(name) >> 24) }

// own returns n, or a copy that may be changed in generation gen.
func (n *dnode) own(gen uint64) *dnode {
	if n.gen == gen {
		return n
	}
	c := &dnode{gen: gen, ents: slices.Clone(n.ents), tags: n.tags}
	if n.kids != nil {
		c.kids = slices.Clone(n.kids)
	}
	return c
}

// set puts an entry in place, over one of the same name, and returns the new
// root.
func (n *dnode) set(gen uint64, e dirent) *dnode {
	if n == nil {
		return &dnode{gen: gen, ents: []dirent{e}, tags: [dirFan]byte{nameTag(e.name)}}
	}
	n, right := n.put(gen, e)
	if right == nil {
		return n
	}
	return &dnode{
		gen:  gen,
		ents: []dirent{{name: n.ents[0].name}, {name: right.ents[0].name}},
		kids: []*dnode{n, right},
	}
}

// put is set below the root: it returns the node to use in place of n and, if
// that had to be split, its new right neighbour.
func (n *dnode) put(gen uint64, e dirent) (self, right *dnode) {
	n = n.own(gen)
	if n.kids == nil {
		i, found := n.search(e.name)
		if found {
			n.ents[i] = e
			return n, nil
		}
		return n, n.insert(gen, i, e, nil)
	}
	i := n.kid(e.name)
	if e.name < n.ents[i].name {
		n.ents[i].name = e.name
	}
	kid, split := n.kids[i].put(gen, e)
	n.kids[i] = kid
	if split == nil {
		return n, nil
	}
	return n, n.insert(gen, i+1, dirent{name: split.ents[0].name}, split)
}

// insert puts an entry, and in a branch its child, at position i of a node that
// may be changed. It returns the right half if the node was full. A node filled
// from the left is split at its end, so that names made in order leave full
// nodes behind.
func (n *dnode) insert(gen uint64, i int, e dirent, kid *dnode) (right *dnode) {
	if len(n.ents) == dirFan {
		at := dirFan / 2
		if i == dirFan {
			at = dirFan
		}
		right = &dnode{gen: gen, ents: append(make([]dirent, 0, dirFan), n.ents[at:]...)}
		copy(right.tags[:], n.tags[at:])
		clear(n.ents[at:])
		n.ents = n.ents[:at]
		if n.kids != nil {
			right.kids = append(make([]*dnode, 0, dirFan), n.kids[at:]...)
			clear(n.kids[at:])
			n.kids = n.kids[:at]
		}
		if i > at || at == dirFan {
			n, i = right, i-at
		}
	}
	n.ents = slices.Insert(n.ents, i, e)
	copy(n.tags[i+1:], n.tags[i:])
	n.tags[i] = nameTag(e.name)
	if kid != nil {
		n.kids = slices.Insert(n.kids, i, kid)
	}
	return right
}

// remove takes out the entry under name, which exists, and returns the new root,
// nil when nothing is left.
func (n *dnode) remove(gen uint64, name string) *dnode {
	n = n.own(gen)
	if n.kids == nil {
		i, _ := n.search(name)
		n.ents = slices.Delete(n.ents, i, i+1)
		copy(n.tags[i:], n.tags[i+1:])
	} else {
		i := n.kid(name)
		n.kids[i] = n.kids[i].remove(gen, name)
		n.tidy(gen, i)
	}
	switch {
	case len(n.ents) == 0:
		return nil
	case len(n.kids) == 1:
		return n.kids[0]
	}
	return n
}

// tidy drops the child at i if it became empty, or merges it with a neighbour.
func (n *dnode) tidy(gen uint64, i int) {
	if n.kids[i] == nil {
		n.drop(i)
		return
	}
	for _, left := range [2]int{i - 1, i} {
		if left < 0 || left+1 >= len(n.kids) {
			continue
		}
		a, b := n.kids[left], n.kids[left+1]
		if (a.kids == nil) == (b.kids == nil) && len(a.ents)+len(b.ents) <= dirFan/2 {
			a = a.own(gen)
			copy(a.tags[len(a.ents):], b.tags[:])
			a.ents = append(a.ents, b.ents...)
			if b.kids != nil {
				a.kids = append(a.kids, b.kids...)
			}
			n.kids[left] = a
			n.drop(left + 1)
			return
		}
	}
}

func (n *dnode) drop(i int) {
	n.ents = slices.Delete(n.ents, i, i+1)
	n.kids = slices.Delete(n.kids, i, i+1)
}

// each calls yield with the entries after a name in order, a run at a time,
// until it returns false. Every name comes after "".
func (n *dnode) each(after string, yield func([]dirent) bool) bool {
	if n == nil {
		return true
	}
	if n.kids == nil {
		i, found := n.search(after)
		if found {
			i++
		}
		return i == len(n.ents) || yield(n.ents[i:])
	}
	for i := n.kid(after); i < len(n.kids); i++ {
		if !n.kids[i].each(after, yield) {
			return false
		}
	}
	return true
}
