package exercise

import (
	"io/fs"
	"sync/atomic"
	"time"

	"askback/notesfs"
)

// A watched view calls a function once, before a file is used the next time.
// Drawing a boundary uses none.
type watched struct {
	notesfs.View
	next atomic.Pointer[func()]
}

func (w *watched) before(f func()) { w.next.Store(&f) }

// view is the view, after what was to come before.
func (w *watched) view() notesfs.View {
	if f := w.next.Swap(nil); f != nil {
		(*f)()
	}
	return w.View
}

func (w *watched) Open(name string) (fs.File, error)          { return w.view().Open(name) }
func (w *watched) Stat(name string) (fs.FileInfo, error)      { return w.view().Stat(name) }
func (w *watched) Lstat(name string) (fs.FileInfo, error)     { return w.view().Lstat(name) }
func (w *watched) ReadDir(name string) ([]fs.DirEntry, error) { return w.view().ReadDir(name) }
func (w *watched) ReadFile(name string) ([]byte, error)       { return w.view().ReadFile(name) }
func (w *watched) ReadLink(name string) (string, error)       { return w.view().ReadLink(name) }
func (w *watched) Mkdir(name string, perm fs.FileMode) error  { return w.view().Mkdir(name, perm) }
func (w *watched) MkdirAll(name string, perm fs.FileMode) error {
	return w.view().MkdirAll(name, perm)
}
func (w *watched) Symlink(oldname, newname string) error     { return w.view().Symlink(oldname, newname) }
func (w *watched) Remove(name string) error                  { return w.view().Remove(name) }
func (w *watched) RemoveAll(name string) error               { return w.view().RemoveAll(name) }
func (w *watched) Rename(oldname, newname string) error      { return w.view().Rename(oldname, newname) }
func (w *watched) Truncate(name string, size int64) error    { return w.view().Truncate(name, size) }
func (w *watched) Chmod(name string, mode fs.FileMode) error { return w.view().Chmod(name, mode) }
func (w *watched) Chtimes(name string, a, m time.Time) error { return w.view().Chtimes(name, a, m) }
func (w *watched) WriteFile(name string, data []byte, perm fs.FileMode) error {
	return w.view().WriteFile(name, data, perm)
}
func (w *watched) OpenFile(name string, flag int, perm fs.FileMode) (notesfs.Handle, error) {
	return w.view().OpenFile(name, flag, perm)
}
