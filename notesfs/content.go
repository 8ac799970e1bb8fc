package notesfs

import (
	"slices"
	"strings"
)

// A file of up to blockSize bytes, and one written whole by WriteFile, keeps its
// content as a string: immutable, so that snapshots share it and readers need no
// copy under the lock. A longer file written in pieces is a list of blocks. As
// everywhere, what an earlier generation made is copied before it is changed.
const (
	blockSize = 8 << 10

	// maxFile is the length no file may exceed (EFBIG).
	maxFile = 1 << 30
)

type blocks struct {
	gen  uint64
	size int64
	list []block
}

// A block is a hole, which reads as zeros, if b is nil.
type block struct {
	gen uint64
	b   *[blockSize]byte
}

// readAt copies content from off on, and returns how much there was.
func (n *inode) readAt(p []byte, off int64) int {
	if off >= n.size() {
		return 0
	}
	if n.blocks == nil {
		return copy(p, n.data[off:])
	}
	p = p[:min(int64(len(p)), n.blocks.size-off)]
	for done := 0; done < len(p); {
		at := off + int64(done)
		part := p[done:min(len(p), done+int(blockSize-at%blockSize))]
		if b := n.blocks.list[at/blockSize].b; b != nil {
			copy(part, b[at%blockSize:])
		} else {
			clear(part)
		}
		done += len(part)
	}
	return len(p)
}

// writeAt puts p at off; a gap before it reads as zeros. The caller has checked
// limits and made n changeable in generation gen.
func (n *inode) writeAt(gen uint64, p []byte, off int64) {
	size, end := n.size(), off+int64(len(p))
	if n.blocks == nil && max(size, end) <= blockSize {
		n.data = splice(n.data, p, int(off))
		return
	}
	n.resize(gen, max(size, end))
	for len(p) > 0 {
		b := n.blocks.edit(gen, off/blockSize)
		done := copy(b[off%blockSize:], p)
		p, off = p[done:], off+int64(done)
	}
}

// truncate sets the size of the content, growing it with zeros.
func (n *inode) truncate(gen uint64, size int64) {
	switch {
	case size == n.size():
	case size > blockSize:
		n.resize(gen, size)
	case n.blocks != nil:
		b := make([]byte, size)
		n.readAt(b, 0)
		n.data, n.blocks = string(b), nil
	case size < n.size():
		n.data = strings.Clone(n.data[:size])
	default:
		n.data = splice(n.data, nil, int(size))
	}
}

// splice returns data with p at off, over what was there and after zeros if off
// lies beyond the end.
func splice(data string, p []byte, off int) string {
	var b strings.Builder
	b.Grow(max(len(data), off+len(p)))
	b.WriteString(data[:min(off, len(data))])
	for b.Len() < off {
		b.WriteByte(0)
	}
	b.Write(p)
	if b.Len() < len(data) {
		b.WriteString(data[b.Len():])
	}
	return b.String()
}

// resize makes n a file in blocks, of the given size.
func (n *inode) resize(gen uint64, size int64) {
	b := n.blocks
	switch {
	case b == nil:
		b = &blocks{gen: gen}
		for rest := n.data; rest != ""; {
			c := new([blockSize]byte)
			rest = rest[copy(c[:], rest):]
			b.list = append(b.list, block{gen, c})
		}
		b.size, n.data = n.size(), ""
	case b.gen != gen:
		b = &blocks{gen: gen, size: b.size, list: slices.Clone(b.list)}
	}
	n.blocks = b
	if count := int((size + blockSize - 1) / blockSize); count <= len(b.list) {
		clear(b.list[count:])
		b.list = b.list[:count]
	} else {
		b.list = append(b.list, make([]block, count-len(b.list))...)
	}
	if size < b.size && size%blockSize != 0 && b.list[size/blockSize].b != nil {
		clear(b.edit(gen, size/blockSize)[size%blockSize:])
	}
	b.size = size
}

// edit returns the block at index i to change. The list is changeable already.
func (b *blocks) edit(gen uint64, i int64) *[blockSize]byte {
	p := &b.list[i]
	switch {
	case p.b == nil:
		*p = block{gen, new([blockSize]byte)}
	case p.gen != gen:
		c := *p.b
		*p = block{gen, &c}
	}
	return p.b
}

// bytes returns a copy of the content.
func (n *inode) bytes() []byte {
	if n.blocks == nil {
		return []byte(n.data)
	}
	b := make([]byte, n.blocks.size)
	n.readAt(b, 0)
	return b
}

// sameContent reports whether two inodes hold the same bytes.
func sameContent(a, b *inode) bool {
	switch {
	case a.size() != b.size():
		return false
	case a.blocks == nil && b.blocks == nil:
		return a.data == b.data
	case a.blocks == b.blocks:
		return true
	}
	var ca, cb [blockSize]byte
	for off := int64(0); off < a.size(); off += blockSize {
		if a.blocks != nil && b.blocks != nil && a.blocks.list[off/blockSize].b == b.blocks.list[off/blockSize].b {
			continue
		}
		if na, nb := a.readAt(ca[:], off), b.readAt(cb[:], off); string(ca[:na]) != string(cb[:nb]) {
			return false
		}
	}
	return true
}
