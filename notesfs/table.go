package notesfs

// A table maps inode numbers to inodes. It is a radix tree whose slots carry the
// generation that made what hangs there: in that generation it may be changed in
// place, in any later one it may be shared with a snapshot and is copied first.
type table struct {
	root   slot
	height int // levels of tnode above the pages
}

const (
	pageBits, pageSize = 4, 1 << pageBits
	nodeBits, nodeSize = 5, 1 << nodeBits
)

type (
	page  [pageSize]inode
	tnode [nodeSize]slot

	// A slot is empty or holds one of node and page.
	slot struct {
		gen  uint64
		node *tnode
		page *page
	}
)

// get returns the inode to read, nil if there is none.
func (t *table) get(i ino) *inode {
	index := i.index()
	if index>>(pageBits+nodeBits*t.height) != 0 {
		return nil
	}
	s := &t.root
	for shift := pageBits + nodeBits*(t.height-1); shift >= pageBits; shift -= nodeBits {
		if s.node == nil {
			return nil
		}
		s = &s.node[index>>shift%nodeSize]
	}
	if s.page == nil {
		return nil
	}
	n := &s.page[index%pageSize]
	if n.parent == 0 {
		return nil
	}
	return n
}

// edit returns the place of an inode to change, and makes it if there is none. It
// stays valid until the generation ends.
func (t *table) edit(gen uint64, i ino) *inode {
	index := i.index()
	for index>>(pageBits+nodeBits*t.height) != 0 {
		t.root = slot{gen: gen, node: &tnode{0: t.root}}
		t.height++
	}
	s := &t.root
	for shift := pageBits + nodeBits*(t.height-1); shift >= pageBits; shift -= nodeBits {
		if s.node == nil {
			s.node, s.gen = new(tnode), gen
		} else if s.gen != gen {
			c := *s.node
			s.node, s.gen = &c, gen
		}
		s = &s.node[index>>shift%nodeSize]
	}
	if s.page == nil {
		s.page, s.gen = new(page), gen
	} else if s.gen != gen {
		c := *s.page
		s.page, s.gen = &c, gen
	}
	return &s.page[index%pageSize]
}

// remove forgets an inode, and the page and nodes that it leaves empty.
func (t *table) remove(gen uint64, i ino) {
	*t.edit(gen, i) = inode{}
	t.root.prune(i.index(), t.height)
}

// prune drops what became empty along the way to index. The way was made
// changeable by edit.
func (s *slot) prune(index uint64, height int) {
	if height == 0 {
		for k := range s.page {
			if s.page[k].parent != 0 {
				return
			}
		}
		*s = slot{}
		return
	}
	s.node[index>>(pageBits+nodeBits*(height-1))%nodeSize].prune(index, height-1)
	for k := range s.node {
		if s.node[k].node != nil || s.node[k].page != nil {
			return
		}
	}
	*s = slot{}
}

// diff calls f with each pair of inodes that may differ between two tables of
// one lineage, in the order of their numbers. A missing inode is nil. Shared
// parts are passed over.
func (t *table) diff(u *table, f func(index uint64, a, b *inode)) {
	a, b, height := t.root, u.root, max(t.height, u.height)
	for h := t.height; h < height; h++ {
		a = slot{node: &tnode{0: a}}
	}
	for h := u.height; h < height; h++ {
		b = slot{node: &tnode{0: b}}
	}
	diffSlots(a, b, 0, height, f)
}

func diffSlots(a, b slot, base uint64, height int, f func(index uint64, a, b *inode)) {
	if a.node == b.node && a.page == b.page {
		return
	}
	if height > 0 {
		a, b := orEmpty(a.node), orEmpty(b.node)
		for k := range a {
			diffSlots(a[k], b[k], base<<nodeBits|uint64(k), height-1, f)
		}
		return
	}
	pa, pb := orEmpty(a.page), orEmpty(b.page)
	for k := range pa {
		if na, nb := &pa[k], &pb[k]; *na != *nb {
			f(base<<pageBits|uint64(k), present(na), present(nb))
		}
	}
}

func orEmpty[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	return p
}

func present(n *inode) *inode {
	if n.parent == 0 {
		return nil
	}
	return n
}
