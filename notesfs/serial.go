package notesfs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
)

// The serial form of a tree is
//
//	"notesfs" version:byte node crc32c:uint32
//
// with numbers as minimal varints and the checksum, little endian, over all
// that precedes it. A node is a depth-first description of a directory, file or
// link:
//
//	node  = kind and permission bits, time since the previous node (signed, ns), body
//	body  = count of entries, then a name and a node for each, in order of names
//	      | content | target
//	name, content, target = length, bytes
//
// Each tree has one serial form and each serial form one tree.
const (
	serialMagic   = "notesfs\x01"
	serialTrailer = 4
)

// MarshalBinary returns the serial form of a snapshot: compact, and the same for
// equal trees, however they came about. It never fails.
func (s *Snapshot) MarshalBinary() ([]byte, error) {
	bytes, entries := s.Usage()
	w := writer{tree: &s.frozen.tree, b: make([]byte, 0, len(serialMagic)+serialTrailer+int(bytes)+32*(entries+1))}
	w.b = append(w.b, serialMagic...)
	w.node(top)
	return binary.LittleEndian.AppendUint32(w.b, checksum(w.b)), nil
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

type writer struct {
	tree  *tree
	b     []byte
	mtime int64
}

func (w *writer) number(n int)    { w.b = binary.AppendUvarint(w.b, uint64(n)) }
func (w *writer) string(s string) { w.number(len(s)); w.b = append(w.b, s...) }

// node writes a subtree. It uses no recursion because a tree can be far deeper
// than a path is long.
func (w *writer) node(i ino) {
	todo := [][]dirent{{{ino: i}}}
	for len(todo) > 0 {
		list := &todo[len(todo)-1]
		if len(*list) == 0 {
			todo = todo[:len(todo)-1]
			continue
		}
		e := (*list)[0]
		*list = (*list)[1:]
		if e.name != "" {
			w.string(e.name)
		}
		n := w.tree.get(e.ino)
		w.number(int(packMode(n.mode))<<2 | int(e.ino.kind()))
		w.b = binary.AppendVarint(w.b, n.mtime-w.mtime)
		w.mtime = n.mtime
		switch {
		case e.ino.kind() == kindDir:
			w.number(int(n.count))
			todo = append(todo, w.tree.entries(e.ino))
		case n.blocks == nil:
			w.string(n.data)
		default:
			w.number(int(n.size()))
			w.b = append(w.b, n.bytes()...)
		}
	}
}

// packMode returns the permission bits as Unix numbers them.
func packMode(m fs.FileMode) uint32 {
	bits := uint32(m & fs.ModePerm)
	for i, special := range specialModes {
		if m&special != 0 {
			bits |= 0o1000 << i
		}
	}
	return bits
}

func unpackMode(bits uint32) fs.FileMode {
	m := fs.FileMode(bits) & fs.ModePerm
	for i, special := range specialModes {
		if bits&(0o1000<<i) != 0 {
			m |= special
		}
	}
	return m
}

var specialModes = [...]fs.FileMode{fs.ModeSticky, fs.ModeSetgid, fs.ModeSetuid}

// UnmarshalSnapshot returns the snapshot with the given serial form. Anything
// that MarshalBinary would not have written is refused with an error that wraps
// [ErrCorrupt]. Memory is taken only for what the data really holds.
func UnmarshalSnapshot(data []byte) (*Snapshot, error) {
	switch n := len(data) - serialTrailer; {
	case n < len(serialMagic) || string(data[:len(serialMagic)-1]) != serialMagic[:len(serialMagic)-1]:
		return nil, fmt.Errorf("unmarshal snapshot: %w: not a snapshot", ErrCorrupt)
	case data[len(serialMagic)-1] != serialMagic[len(serialMagic)-1]:
		return nil, fmt.Errorf("unmarshal snapshot: %w: unknown version %d", ErrCorrupt, data[len(serialMagic)-1])
	case checksum(data[:n]) != binary.LittleEndian.Uint32(data[n:]):
		return nil, fmt.Errorf("unmarshal snapshot: %w: checksum differs", ErrCorrupt)
	default:
		r := reader{b: data[len(serialMagic):n], tree: newTree(0)}
		r.readTree()
		if r.bad != "" {
			return nil, fmt.Errorf("unmarshal snapshot: %w: %s", ErrCorrupt, r.bad)
		}
		return newSnapshot(r.tree, new(lineage)), nil
	}
}

// A reader takes apart a serial form. After the first fault it reads zeros.
type reader struct {
	b     []byte
	tree  tree
	names arena
	mtime int64
	bad   string
}

func (r *reader) fail(why string) {
	if r.bad == "" {
		r.bad, r.b = why, nil
	}
}

// varint accounts for a number of n bytes, and refuses one that could be shorter.
func (r *reader) varint(n int) {
	if n <= 0 || n > 1 && r.b[n-1] == 0 {
		r.fail("bad number")
		return
	}
	r.b = r.b[n:]
}

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.b)
	r.varint(n)
	return v
}

func (r *reader) bytes() []byte {
	n := r.number()
	if n > uint64(len(r.b)) {
		r.fail("truncated")
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// An openDir is a directory that is being read.
type openDir struct {
	ino  ino
	left uint64
	last string
}

func (r *reader) readTree() {
	n, k, left := r.node()
	if k != kindDir {
		r.fail("no directory at the top")
		return
	}
	d := r.tree.change(top)
	d.mode, d.mtime = n.mode|fs.ModeDir, n.mtime
	dirs := []openDir{{top, left, ""}}
	for len(dirs) > 0 && r.bad == "" {
		d := &dirs[len(dirs)-1]
		if d.left == 0 {
			dirs = dirs[:len(dirs)-1]
			continue
		}
		d.left--
		name := string(r.bytes())
		if name == "." || baseName(name) != name || checkName(name) != nil || name <= d.last {
			r.fail("bad name")
			return
		}
		d.last = name
		n, k, left := r.node()
		if r.bad != "" {
			return
		}
		n.name = r.names.keep(name)
		mtime := r.tree.get(d.ino).mtime
		i := r.tree.create(d.ino, k, n)
		r.tree.change(d.ino).mtime = mtime
		if k == kindDir {
			dirs = append(dirs, openDir{i, left, ""})
		}
	}
	if len(r.b) > 0 {
		r.fail("data behind the end")
	}
}

// node reads one node but for the entries of a directory, which it counts.
func (r *reader) node() (n inode, k kind, entries uint64) {
	head := r.number()
	if head>>2 > 0o7777 {
		r.fail("bad mode")
		return
	}
	n.mode, k = unpackMode(uint32(head>>2)), kind(head&3)
	delta, size := binary.Varint(r.b)
	r.varint(size)
	r.mtime += delta
	n.mtime = r.mtime
	switch k {
	case kindDir:
		entries = r.number()
	case kindFile:
		n.data = string(r.bytes())
	case kindLink:
		n.data = string(r.bytes())
		if n.mode != fs.ModePerm || checkTarget(n.data) != nil {
			r.fail("bad link")
		}
	default:
		r.fail("bad kind")
	}
	if len(n.data) > maxFile {
		r.fail("file too long")
	}
	if entries > math.MaxUint32 {
		r.fail("bad count")
	}
	return n, k, entries
}
