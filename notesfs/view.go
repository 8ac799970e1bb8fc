package notesfs

import (
	"io"
	"io/fs"
	"time"
)

// A View is what a server is given: the part of a file system inside a set of
// roots. [Scope] is one in memory, [Dir] one of real directories. Names, errors
// and the meaning of the roots are those of Scope; it is safe for concurrent use.
type View interface {
	fs.StatFS
	fs.ReadDirFS
	fs.ReadFileFS
	fs.ReadLinkFS

	OpenFile(name string, flag int, perm fs.FileMode) (Handle, error)
	WriteFile(name string, data []byte, perm fs.FileMode) error
	Mkdir(name string, perm fs.FileMode) error
	MkdirAll(name string, perm fs.FileMode) error
	Symlink(oldname, newname string) error
	Remove(name string) error
	RemoveAll(name string) error
	Rename(oldname, newname string) error
	Truncate(name string, size int64) error
	Chmod(name string, mode fs.FileMode) error
	Chtimes(name string, atime, mtime time.Time) error

	// Roots returns the roots in force, as last set.
	Roots() []string

	// SetRoots replaces the whole set atomically. Before it returns it revokes
	// every open handle that fell outside: further use fails with
	// ErrOutsideRoots. An operation in flight is completed before or fails.
	SetRoots(roots []string) error
}

// A Handle is an open file or directory of a View. See [File] for its methods.
type Handle interface {
	fs.ReadDirFile
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.Seeker

	Name() string
	Truncate(size int64) error
	Sync() error
}

var (
	_ View   = (*Scope)(nil)
	_ Handle = (*File)(nil)

	_ interface {
		fs.StatFS
		fs.ReadDirFS
		fs.ReadFileFS
		fs.ReadLinkFS
	} = (*FS)(nil)
)
