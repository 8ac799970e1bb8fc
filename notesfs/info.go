package notesfs

import (
	"io/fs"
	"time"
)

type fileInfo struct {
	name  string
	size  int64
	mtime int64
	mode  fs.FileMode
}

func (n *inode) info(name string) fs.FileInfo {
	return &fileInfo{name, n.size(), n.mtime, n.mode}
}

func (i *fileInfo) Name() string       { return i.name }
func (i *fileInfo) Size() int64        { return i.size }
func (i *fileInfo) Mode() fs.FileMode  { return i.mode }
func (i *fileInfo) ModTime() time.Time { return time.Unix(0, i.mtime).UTC() }
func (i *fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i *fileInfo) Sys() any           { return nil }
func (i *fileInfo) String() string     { return fs.FormatFileInfo(i) }

// A listing is what the entries of one reading of a directory share.
type listing struct {
	ops *ops
	dir ino
}

// A dirEntry is an entry as it was listed. Info tells what is in the directory
// under that name now. It fails with fs.ErrNotExist when nothing is, and like any
// other access when the directory is not inside the roots.
type dirEntry struct {
	*listing
	name string
	ino  ino
}

func (e *dirEntry) Name() string      { return e.name }
func (e *dirEntry) IsDir() bool       { return e.ino.kind() == kindDir }
func (e *dirEntry) Type() fs.FileMode { return e.ino.kind().mode() }
func (e *dirEntry) String() string    { return fs.FormatDirEntry(e) }

func (e *dirEntry) Info() (fs.FileInfo, error) {
	f := e.ops.fsys
	f.mu.RLock()
	defer f.mu.RUnlock()
	if !f.tree.inside(e.ops.roots(), e.dir) {
		return nil, pathError("lstat", e.name, ErrOutsideRoots)
	}
	if d := f.tree.get(e.dir); d != nil {
		if i := d.dir.find(e.name); i != 0 {
			return f.tree.get(i).info(e.name), nil
		}
	}
	return nil, pathError("lstat", e.name, fs.ErrNotExist)
}

// list returns up to limit entries of a directory after a name.
func (o *ops) list(dir ino, after string, limit int) []fs.DirEntry {
	d := o.fsys.tree.get(dir)
	limit = min(limit, int(d.count))
	shared := &listing{o, dir}
	entries := make([]dirEntry, 0, limit)
	d.dir.each(after, func(run []dirent) bool {
		for _, e := range run[:min(len(run), limit-len(entries))] {
			entries = append(entries, dirEntry{shared, e.name, e.ino})
		}
		return len(entries) < limit
	})
	list := make([]fs.DirEntry, len(entries))
	for i := range entries {
		list[i] = &entries[i]
	}
	return list
}
