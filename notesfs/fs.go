package notesfs

import (
	"io/fs"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options are what [New] can be told. The zero value is the default.
type Options struct {
	// Now is the clock that stamps what changes. It is not called while the tree
	// is locked. Nil means time.Now.
	Now func() time.Time

	// MaxBytes limits the sum of the sizes of all files and the lengths of all
	// link targets, in bytes. 0 means no limit. Removed files count until their
	// last handle is closed; snapshots do not count.
	MaxBytes int64

	// MaxEntries limits the number of files, directories and links, counted in
	// the same way. 0 means no limit.
	MaxEntries int
}

// FS is a file system in memory. It is made by [New] and safe for concurrent use.
// Its methods see the whole tree; what a server may see is a [Scope].
//
// A name is refused with [fs.ErrInvalid] unless it satisfies [fs.ValidPath] and
// contains no NUL, and with [syscall.ENAMETOOLONG] when an element exceeds 255
// bytes or the name 4095. All methods may return these, and [syscall.ENOTDIR] for
// a file used as a directory, [syscall.ELOOP] after 40 symbolic links and
// [fs.ErrNotExist]; the methods name only what is particular to them.
//
// The target of a symbolic link may be any POSIX path: an absolute one is
// resolved from the top of the tree, and ".." is the parent of the directory that
// was reached, the top being its own parent.
type FS struct {
	ops
	now func() time.Time
	max usage

	// mu is held for the whole of each operation: for reading by those that
	// leave the tree as it is.
	mu    sync.RWMutex
	tree  tree
	line  *lineage
	names arena

	epoch  uint64 // see nextEpoch
	wayGen uint64 // see ways

	// watchMu guards watched among those who hold mu for reading.
	watchMu sync.Mutex
	watched map[ino]bool

	handles handles
}

// A lineage is a tree and its successors in which equal inode numbers mean the
// same file. It has a size, so that each one has an address of its own.
type lineage struct{ _ byte }

// New returns an empty file system.
func New(opts *Options) *FS {
	if opts == nil {
		opts = &Options{}
	}
	f := &FS{now: opts.Now, max: usage{opts.MaxBytes, opts.MaxEntries}, line: new(lineage)}
	if f.now == nil {
		f.now = time.Now
	}
	f.fsys, f.ways = f, new(ways)
	f.tree = newTree(f.now().UnixNano())
	return f
}

// OpenFile opens a file as [os.OpenFile] does. It knows the flags of package os;
// others are refused with [syscall.EINVAL]. On a new file the permission bits
// are set as given, for there is no umask.
//
// Errors: fs.ErrExist with O_CREATE|O_EXCL for anything that exists, even a
// dangling link; EISDIR for opening a directory other than to read; [ErrQuota].
// Otherwise O_CREATE makes the file that a dangling link points to.
//
// See https://pubs.opengroup.org/onlinepubs/9799919799/functions/open.html
func (f *FS) OpenFile(name string, flag int, perm fs.FileMode) (*File, error) {
	return f.openFile(name, flag, perm)
}

// Create makes a file, or empties the one that is there, and opens it for reading
// and writing.
func (f *FS) Create(name string) (*File, error) {
	return f.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// Usage returns what is counted against the quota.
func (f *FS) Usage() (bytes int64, entries int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	u := f.usage()
	return u.bytes, u.entries
}

func (f *FS) usage() usage {
	return usage{f.tree.used.bytes + f.handles.orphans.bytes, f.tree.used.entries + f.handles.orphans.entries}
}

// room returns ErrQuota unless the tree may grow by so much. Shrinking is always
// allowed.
func (f *FS) room(grow usage) error {
	u := f.usage()
	if grow.bytes > 0 && f.max.bytes > 0 && grow.bytes > f.max.bytes-u.bytes ||
		grow.entries > 0 && f.max.entries > 0 && grow.entries > f.max.entries-u.entries {
		return ErrQuota
	}
	return nil
}

// roomToResize is room for a file whose size changes.
func (f *FS) roomToResize(from, to int64) error {
	if to > maxFile {
		return syscall.EFBIG
	}
	return f.room(usage{bytes: to - from})
}

// changed begins a new epoch if the entries of dir mattered to a root.
func (f *FS) changed(dir ino) {
	if f.watched[dir] {
		f.nextEpoch()
	}
}

// moved ends the generation of ways if names may have led through i.
func (f *FS) moved(i ino) {
	if i.kind() != kindFile {
		f.wayGen++
	}
}

// forget drops an inode that is in no directory any more, and leaves it to its
// open handles.
func (f *FS) forget(i ino) {
	n := f.tree.drop(i)
	n.dir, n.count = nil, 0
	f.handles.orphan(i, n)
}

// An arena holds names. A name is copied, so that it does not keep a longer
// string alive that the caller cut it from, and copies share an allocation.
type arena struct{ chunk *strings.Builder }

const arenaChunk = 512

func (a *arena) keep(name string) string {
	if len(name) > arenaChunk/8 {
		return strings.Clone(name)
	}
	if a.chunk == nil || a.chunk.Cap()-a.chunk.Len() < len(name) {
		a.chunk = new(strings.Builder)
		a.chunk.Grow(arenaChunk)
	}
	a.chunk.WriteString(name)
	return a.chunk.String()[a.chunk.Len()-len(name):]
}
