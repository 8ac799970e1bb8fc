package notesfs

import "io/fs"

// An ino is an inode number: the identity of a file. Its two low bits tell the
// kind, so that listing a directory never touches the inodes; the rest is the
// index in the table. Numbers are never used twice in the life of an FS.
type ino uint64

type kind uint8

const (
	kindFile kind = iota
	kindDir
	kindLink
)

// top is the number of the directory at the top of every tree.
const top = ino(1<<2) | ino(kindDir)

func makeIno(index uint64, k kind) ino { return ino(index<<2) | ino(k) }

func (i ino) kind() kind    { return kind(i & 3) }
func (i ino) index() uint64 { return uint64(i) >> 2 }

func (k kind) mode() fs.FileMode {
	switch k {
	case kindDir:
		return fs.ModeDir
	case kindLink:
		return fs.ModeSymlink
	}
	return 0
}

// modeBits are the bits of a mode that an inode keeps.
const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// An inode is a file, a directory or a symbolic link. The struct is 72 bytes, 16
// of them fill an allocation without a rest (see page), and a file of up to
// blockSize bytes has one allocation besides.
type inode struct {
	name   string  // in parent; shared with the directory entry
	data   string  // content of a file unless blocks is set; target of a link
	dir    *dnode  // entries of a directory, nil when empty
	blocks *blocks // content of a file that outgrew data
	parent ino
	mtime  int64 // nanoseconds since 1970
	mode   fs.FileMode
	count  uint32 // entries of a directory
}

// size returns the length of a file's content or of a link's target.
func (n *inode) size() int64 {
	if n.blocks != nil {
		return n.blocks.size
	}
	return int64(len(n.data))
}
