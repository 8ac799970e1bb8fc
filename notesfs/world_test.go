package notesfs_test

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"askback/notesfs"
)

// A system is what both sides can do.
type system interface {
	OpenFile(name string, flag int, perm fs.FileMode) (handle, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	ReadFile(name string) ([]byte, error)
	Readlink(name string) (string, error)
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
}

type handle interface {
	notesfs.Handle
	io.StringWriter
}

// memory is an FS as a system.
type memory struct{ *notesfs.FS }

func (m memory) OpenFile(name string, flag int, perm fs.FileMode) (handle, error) {
	f, err := m.FS.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// realDir is a directory as a system. Absolute targets of links are those of the
// tree, so they are moved below the directory.
type realDir struct{ dir string }

func (r realDir) path(name string) string { return filepath.Join(r.dir, name) }

func (r realDir) OpenFile(name string, flag int, perm fs.FileMode) (handle, error) {
	f, err := os.OpenFile(r.path(name), flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}
func (r realDir) Stat(name string) (fs.FileInfo, error)      { return os.Stat(r.path(name)) }
func (r realDir) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(r.path(name)) }
func (r realDir) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(r.path(name)) }
func (r realDir) ReadFile(name string) ([]byte, error)       { return os.ReadFile(r.path(name)) }
func (r realDir) WriteFile(name string, data []byte, perm fs.FileMode) error {
	return os.WriteFile(r.path(name), data, perm)
}
func (r realDir) Mkdir(name string, perm fs.FileMode) error { return os.Mkdir(r.path(name), perm) }
func (r realDir) MkdirAll(name string, perm fs.FileMode) error {
	return os.MkdirAll(r.path(name), perm)
}
func (r realDir) Remove(name string) error                  { return os.Remove(r.path(name)) }
func (r realDir) RemoveAll(name string) error               { return os.RemoveAll(r.path(name)) }
func (r realDir) Rename(o, n string) error                  { return os.Rename(r.path(o), r.path(n)) }
func (r realDir) Truncate(name string, size int64) error    { return os.Truncate(r.path(name), size) }
func (r realDir) Chmod(name string, mode fs.FileMode) error { return os.Chmod(r.path(name), mode) }
func (r realDir) Chtimes(name string, a, m time.Time) error { return os.Chtimes(r.path(name), a, m) }

func (r realDir) Symlink(target, name string) error {
	if strings.HasPrefix(target, "/") {
		target = r.dir + target
	}
	return os.Symlink(target, r.path(name))
}

func (r realDir) Readlink(name string) (string, error) {
	target, err := os.Readlink(r.path(name))
	return strings.TrimPrefix(target, r.dir), err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plant makes a tree: a key that ends in a slash is a directory, "a -> b" a link,
// anything else a file with that content. Missing parents are made.
func plant(t testing.TB, s system, files map[string]string) {
	t.Helper()
	for name, content := range files {
		must(t, s.MkdirAll(parent(name), 0o755))
		switch {
		case name[len(name)-1] == '/':
			must(t, s.MkdirAll(name[:len(name)-1], 0o755))
		case len(content) > 3 && content[:3] == "-> ":
			must(t, s.Symlink(content[3:], name))
		default:
			must(t, s.WriteFile(name, []byte(content), 0o644))
		}
	}
}

func parent(name string) string {
	for i := len(name) - 2; i >= 0; i-- {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return "."
}

// ramDir returns an empty directory, in memory where there is such a place.
func ramDir(t testing.TB) string {
	if dir, err := os.MkdirTemp("/dev/shm", "notesfs"); err == nil {
		t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
		must(t, os.Chmod(dir, 0o755))
		return dir
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return dir
}
