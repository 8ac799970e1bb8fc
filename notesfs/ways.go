package notesfs

import (
	"strings"
	"sync/atomic"
)

// ways remembers to which directories names have led, so that a name costs one
// look into the directory that holds it, at any depth. It is only a memory: a way
// holds for one rootSet and until a directory or link is moved or removed, which
// ends the generation of ways (FS.wayGen). Making things cannot change where a
// name leads that led somewhere.
type ways [256]atomic.Pointer[way]

type way struct {
	name string
	dir  ino // inside the roots
	gen  uint64
	rs   *rootSet
}

func (w *ways) slot(name string) *atomic.Pointer[way] { return &w[nameHash(name)%uint32(len(w))] }

// parent returns the directory that holds the entry of a name, and the name of
// the entry, which it has not checked. It returns 0 if there is no such directory
// inside the roots. The caller holds fsys.mu.
func (o *ops) parent(rs *rootSet, name string) (ino, string) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		if rs.isRoot(top) {
			return top, name
		}
		return 0, ""
	}
	dir, elem := name[:i], name[i+1:]
	slot := o.ways.slot(dir)
	if w := slot.Load(); w != nil && w.gen == o.fsys.wayGen && w.rs == rs && w.name == dir {
		return w.dir, elem
	}
	if checkName(dir) != nil {
		return 0, ""
	}
	p, err := o.fsys.tree.walk(rs, rs.start(dir, target), target)
	if err != nil || p.ino.kind() != kindDir {
		return 0, ""
	}
	slot.Store(&way{strings.Clone(dir), p.ino, o.fsys.wayGen, rs})
	return p.ino, elem
}

// nameHash is for use in memory only.
func nameHash(s string) uint32 {
	const prime = 0x9E3779B97F4A7C15
	h := uint64(len(s)) * prime
	if len(s) < 8 {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		return uint32(h >> 32)
	}
	// A product depends on all bits below its own, hence the folding of high ones.
	last := load64(s[len(s)-8:])
	for ; len(s) > 8; s = s[8:] {
		h = (h ^ load64(s)) * prime
		h ^= h >> 29
	}
	h = (h ^ last) * prime
	return uint32((h ^ h>>32) * prime >> 32)
}

func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
