package notesfs

import (
	"io/fs"
	"os"
	"path"
)

// A dirHandle is an open file of a Dir. It does what os.File does, under the lock
// of the Dir and until it is revoked.
type dirHandle struct {
	dir     *Dir
	name    string
	file    *os.File
	revoked bool // guarded by dir.mu
	closed  bool // guarded by dir.openMu
}

var (
	_ View   = (*Dir)(nil)
	_ Handle = (*dirHandle)(nil)
)

// do runs f unless the handle was revoked, and names an error as the caller
// knows it.
func (h *dirHandle) do(op string, f func() error) error {
	h.dir.mu.RLock()
	defer h.dir.mu.RUnlock()
	if h.revoked {
		return pathError(op, h.name, ErrOutsideRoots)
	}
	err := f()
	if _, ok := err.(*fs.PathError); ok {
		return pathError(op, h.name, inner(err))
	}
	return err
}

func (h *dirHandle) Name() string { return h.name }

func (h *dirHandle) Read(p []byte) (n int, err error) {
	err = h.do("read", func() error { n, err = h.file.Read(p); return err })
	return n, err
}

func (h *dirHandle) ReadAt(p []byte, off int64) (n int, err error) {
	err = h.do("read", func() error { n, err = h.file.ReadAt(p, off); return err })
	return n, err
}

func (h *dirHandle) Write(p []byte) (n int, err error) {
	err = h.do("write", func() error { n, err = h.file.Write(p); return err })
	return n, err
}

func (h *dirHandle) WriteAt(p []byte, off int64) (n int, err error) {
	err = h.do("write", func() error { n, err = h.file.WriteAt(p, off); return err })
	return n, err
}

func (h *dirHandle) Seek(offset int64, whence int) (at int64, err error) {
	err = h.do("seek", func() error { at, err = h.file.Seek(offset, whence); return err })
	return at, err
}

func (h *dirHandle) Truncate(size int64) error {
	return h.do("truncate", func() error { return h.file.Truncate(size) })
}

func (h *dirHandle) Sync() error { return h.do("sync", h.file.Sync) }

func (h *dirHandle) Stat() (i fs.FileInfo, err error) {
	err = h.do("stat", func() error { i, err = h.file.Stat(); return err })
	return called(i, h.name), err
}

func (h *dirHandle) ReadDir(limit int) (list []fs.DirEntry, err error) {
	err = h.do("readdirent", func() error { list, err = h.file.ReadDir(limit); return err })
	return h.dir.judged(h.name, list), err
}

func (h *dirHandle) Close() error {
	h.dir.mu.RLock()
	defer h.dir.mu.RUnlock()
	h.dir.openMu.Lock()
	defer h.dir.openMu.Unlock()
	if h.closed {
		return pathError("close", h.name, fs.ErrClosed)
	}
	h.closed = true
	if h.revoked {
		return nil // SetRoots has closed the file
	}
	delete(h.dir.open, h)
	return pathError("close", h.name, inner(h.file.Close()))
}

// A dirItem is an entry whose Info goes through the roots like anything else.
type dirItem struct {
	fs.DirEntry
	dir  *Dir
	name string
}

func (e dirItem) Info() (fs.FileInfo, error) { return e.dir.Lstat(e.name) }

func (d *Dir) judged(name string, list []fs.DirEntry) []fs.DirEntry {
	for i, e := range list {
		list[i] = dirItem{e, d, path.Join(name, e.Name())}
	}
	return list
}
