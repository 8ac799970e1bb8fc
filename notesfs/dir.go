package notesfs

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A Dir is a [View] of real directories, for a server that runs natively. It is
// made by [OpenDir] and safe for concurrent use. Names, roots and errors are
// those of [Scope], and every operation goes through an [os.Root] opened for it,
// so that no link and no race below a root leads out of it.
//
// What it keeps to: outside is ErrOutsideRoots in the same words whether or not
// anything is there; roots may nest, overlap, be a file or a link, not exist,
// vanish and come back; SetRoots waits for the operations in flight and revokes
// handles; no error shows a real path.
//
// What it cannot promise, for the directories belong to the system:
//
//   - The way to a root is not guarded. Whoever may rename the directories above
//     a root, or replace a root by a link, decides what the root is.
//   - Mounts and hard links below a root lead wherever they lead.
//   - Absolute links are refused, and so are links from one root into another
//     unless a third root holds both; os.Root follows neither.
//   - Rename between roots that no third one holds fails with [syscall.EXDEV].
//   - SetRoots keeps a handle only if its name still leads to its file, and so
//     revokes one whose file was renamed. A file that another program moves out
//     of the roots stays reachable through its handles until SetRoots.
//   - WriteFile is not atomic, there is no quota, and permissions are enforced as
//     the system does.
//
// Only regular files and directories can be opened. Anything else, a pipe or a
// device, is refused with [fs.ErrInvalid], because it could keep an operation, and
// SetRoots with it, waiting for ever.
type Dir struct {
	base string

	// mu is held for reading by each operation and by each use of a handle.
	mu    sync.RWMutex
	roots []string

	openMu sync.Mutex
	open   map[*dirHandle]struct{}
}

// OpenDir returns a view through roots, which are names relative to base: "/"
// for the whole machine. Errors: base does not exist; as [Dir.SetRoots].
func OpenDir(base string, roots ...string) (*Dir, error) {
	base, err := filepath.Abs(base)
	if err == nil {
		base, err = filepath.EvalSymlinks(base)
	}
	if err != nil {
		return nil, err
	}
	d := &Dir{base: base, open: map[*dirHandle]struct{}{}}
	return d, d.SetRoots(roots)
}

// Roots returns the roots in force, as last set.
func (d *Dir) Roots() []string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Clone(d.roots)
}

// SetRoots replaces the whole set of roots atomically, after the operations in
// flight, and revokes every handle whose name does not lead to its file within
// the new set. A name that is not valid leaves everything as it was.
func (d *Dir) SetRoots(roots []string) error {
	for _, name := range roots {
		if err := checkName(name); err != nil {
			return pathError("setroots", name, err)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.roots = slices.Clone(roots)
	for h := range d.open {
		if !d.leadsTo(h) {
			h.revoked = true
			delete(d.open, h)
			_ = h.file.Close()
		}
	}
	return nil
}

// leadsTo reports whether the name of a handle leads to its file.
func (d *Dir) leadsTo(h *dirHandle) bool {
	var there fs.FileInfo
	err := d.in(h.name, target, func(s spot) (err error) {
		there, err = s.Stat(s.rest)
		return err
	})
	here, errHere := h.file.Stat()
	return err == nil && errHere == nil && os.SameFile(here, there)
}

// run does f within the roots, and names an error as the caller knows it.
func (d *Dir) run(op, name string, last end, f func(s spot) error) error {
	if err := checkName(name); err != nil {
		return pathError(op, name, err)
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return pathError(op, name, d.in(name, last, f))
}

// in does f in the os.Root of a root that holds name, with what remains of the
// name. If a link leads out of that one, the next is tried. The caller holds
// d.mu.
func (d *Dir) in(name string, last end, f func(s spot) error) error {
	err := ErrOutsideRoots
	for _, g := range d.grants(name, last) {
		if err = g.run(f); err != ErrOutsideRoots {
			break
		}
	}
	return err
}

// OpenFile is as [FS.OpenFile].
func (d *Dir) OpenFile(name string, flag int, perm fs.FileMode) (Handle, error) {
	if flag&^knownFlags != 0 || flag&accessFlags == accessFlags {
		return nil, pathError("open", name, syscall.EINVAL)
	}
	h := &dirHandle{dir: d, name: name}
	err := d.run("open", name, create, func(s spot) (err error) {
		if h.file, err = s.OpenFile(s.rest, flag|nonblock, perm); err != nil {
			return err
		}
		i, err := h.file.Stat()
		if err == nil && !i.Mode().IsRegular() && !i.IsDir() {
			err = fs.ErrInvalid
		}
		if err != nil {
			_ = h.file.Close()
			return err
		}
		d.openMu.Lock()
		defer d.openMu.Unlock()
		d.open[h] = struct{}{}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return h, nil
}

// Open opens a file or directory for reading.
func (d *Dir) Open(name string) (fs.File, error) { return d.OpenFile(name, os.O_RDONLY, 0) }

// Stat describes a file, after following links.
func (d *Dir) Stat(name string) (i fs.FileInfo, err error) {
	err = d.run("stat", name, target, func(s spot) (err error) {
		i, err = s.Stat(s.rest)
		return err
	})
	return called(i, name), err
}

// Lstat describes a file or the link itself.
func (d *Dir) Lstat(name string) (i fs.FileInfo, err error) {
	err = d.run("lstat", name, self, func(s spot) (err error) {
		i, err = s.Lstat(s.rest)
		return err
	})
	return called(i, name), err
}

// ReadLink returns the target of a link. Errors: EINVAL for anything else.
func (d *Dir) ReadLink(name string) (link string, err error) {
	err = d.run("readlink", name, self, func(s spot) (err error) {
		link, err = s.Readlink(s.rest)
		return err
	})
	return link, err
}

// ReadFile returns the content of a file. Errors: EISDIR.
func (d *Dir) ReadFile(name string) ([]byte, error) {
	h, err := d.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	data, err := io.ReadAll(h)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// ReadDir lists a directory in the order of names. Errors: ENOTDIR.
func (d *Dir) ReadDir(name string) ([]fs.DirEntry, error) {
	h, err := d.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	list, err := h.ReadDir(-1)
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, pathError("open", name, inner(err))
}

// WriteFile makes data the content of a file, creating it if need be.
func (d *Dir) WriteFile(name string, data []byte, perm fs.FileMode) error {
	h, err := d.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = h.Write(data)
	return closed(h, err)
}

// Mkdir creates a directory.
func (d *Dir) Mkdir(name string, perm fs.FileMode) error {
	return d.run("mkdir", name, self, func(s spot) error { return s.Mkdir(s.rest, perm) })
}

// MkdirAll creates a directory and those above it that are missing.
func (d *Dir) MkdirAll(name string, perm fs.FileMode) error {
	return d.run("mkdir", name, target, func(s spot) error { return s.MkdirAll(s.rest, perm) })
}

// Symlink makes newname a link to oldname. See [Dir] for what can be followed.
func (d *Dir) Symlink(oldname, newname string) error {
	err := d.run("symlink", newname, self, func(s spot) error {
		if err := checkTarget(oldname); err != nil {
			return err
		}
		return s.Symlink(oldname, s.rest)
	})
	return linkError("symlink", oldname, newname, inner(err))
}

// Remove removes a file, a link or an empty directory.
func (d *Dir) Remove(name string) error {
	return d.run("remove", name, self, func(s spot) error {
		if s.isRoot {
			return rootItself(name, syscall.EINVAL)
		}
		return s.Remove(s.rest)
	})
}

// RemoveAll removes a file, a link, or a directory with everything below it.
func (d *Dir) RemoveAll(name string) error {
	return d.run("unlinkat", name, self, func(s spot) error {
		if s.isRoot {
			return rootItself(name, syscall.EINVAL)
		}
		return s.RemoveAll(s.rest)
	})
}

// rootItself is the error for an operation on the entry of a root: it lies
// outside, except that the top has none.
func rootItself(name string, top error) error {
	if name == "." {
		return top
	}
	return ErrOutsideRoots
}

// Rename moves a file, link or directory within a root.
func (d *Dir) Rename(oldname, newname string) error {
	if err := checkNames(oldname, newname); err != nil {
		return linkError("rename", oldname, newname, err)
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return linkError("rename", oldname, newname, d.rename(oldname, newname))
}

func (d *Dir) rename(oldname, newname string) error {
	from, to := d.grants(oldname, self), d.grants(newname, self)
	if len(from) == 0 || len(to) == 0 {
		return ErrOutsideRoots
	}
	for _, f := range from {
		for _, t := range to {
			if f.root != t.root {
				continue
			}
			return f.run(func(s spot) error {
				if s.isRoot {
					return rootItself(oldname, syscall.EBUSY)
				}
				return s.Rename(s.rest, t.rest)
			})
		}
	}
	return syscall.EXDEV
}

// Truncate sets the size of a file.
func (d *Dir) Truncate(name string, size int64) error {
	if size < 0 {
		return pathError("truncate", name, syscall.EINVAL)
	}
	h, err := d.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return pathError("truncate", name, inner(err))
	}
	return closed(h, h.Truncate(size))
}

// closed closes a handle and returns the first error.
func closed(h Handle, err error) error {
	if errClose := h.Close(); err == nil {
		err = errClose
	}
	return err
}

// Chmod sets the permission bits of a file.
func (d *Dir) Chmod(name string, mode fs.FileMode) error {
	return d.run("chmod", name, target, func(s spot) error { return s.Chmod(s.rest, mode) })
}

// Chtimes sets the times of a file; a zero time leaves one as it is.
func (d *Dir) Chtimes(name string, atime, mtime time.Time) error {
	return d.run("chtimes", name, target, func(s spot) error { return s.Chtimes(s.rest, atime, mtime) })
}

// called gives a description the name it was asked for.
func called(i fs.FileInfo, name string) fs.FileInfo {
	if i == nil {
		return nil
	}
	return renamedInfo{i, path.Base(name)}
}

type renamedInfo struct {
	fs.FileInfo
	name string
}

func (i renamedInfo) Name() string { return i.name }
