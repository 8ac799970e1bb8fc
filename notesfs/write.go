package notesfs

import (
	"io/fs"
	"strings"
	"syscall"
)

// An operation that changes the tree is written in two parts: the exported one
// reads the clock and takes the lock, and its namesake does the
// work. It changes nothing before all its errors are ruled out.

func (o *ops) change(op, name string, do func(now int64) error) error {
	now := o.fsys.now().UnixNano()
	o.fsys.mu.Lock()
	defer o.fsys.mu.Unlock()
	return pathError(op, name, do(now))
}

// free returns ErrQuota, or an error that says why nothing can be made at p.
func (o *ops) free(p place, grow usage) error {
	switch {
	case p.ino != 0:
		return syscall.EEXIST
	case !p.dirIn:
		return ErrOutsideRoots
	}
	return o.fsys.room(grow)
}

// make creates an inode at a place that is free.
func (o *ops) make(p place, k kind, n inode) ino {
	n.name = o.fsys.names.keep(p.name)
	i := o.fsys.tree.create(p.dir, k, n)
	o.fsys.changed(p.dir)
	return i
}

// WriteFile makes data the content of a file, creating it if need be. Unlike
// [os.WriteFile] it is atomic: no reader sees a part, and on error the old
// content stands. Errors: EISDIR, EFBIG, [ErrQuota].
func (o *ops) WriteFile(name string, data []byte, perm fs.FileMode) error {
	return o.change("open", name, func(now int64) error {
		p, err := o.locate(name, create)
		if err != nil {
			return err
		}
		if p.ino == 0 {
			if err := o.canCreateFile(p, len(data)); err != nil {
				return err
			}
			o.make(p, kindFile, inode{data: string(data), mtime: now, mode: perm & modeBits})
			return nil
		}
		if p.ino.kind() == kindDir {
			return syscall.EISDIR
		}
		t := &o.fsys.tree
		old := t.get(p.ino).size()
		if err := o.fsys.roomToResize(old, int64(len(data))); err != nil {
			return err
		}
		n := t.change(p.ino)
		n.data, n.blocks, n.mtime = string(data), nil, now
		t.used.bytes += n.size() - old
		return nil
	})
}

// canCreateFile says why no file of that size can be made at a place where a
// walk ended. A link may have led there by any bytes.
func (o *ops) canCreateFile(p place, size int) error {
	switch {
	case checkElem(p.name) != nil:
		return fs.ErrInvalid
	case size > maxFile:
		return syscall.EFBIG
	}
	return o.free(p, usage{int64(size), 1})
}

// Mkdir creates a directory. Errors: fs.ErrExist, even for a dangling link;
// [ErrQuota].
//
// See https://pubs.opengroup.org/onlinepubs/9799919799/functions/mkdir.html
func (o *ops) Mkdir(name string, perm fs.FileMode) error {
	return o.change("mkdir", name, func(now int64) error {
		p, err := o.locate(name, self)
		if err == nil {
			err = o.free(p, usage{entries: 1})
		}
		if err == nil {
			o.make(p, kindDir, inode{mtime: now, mode: perm & modeBits})
		}
		return err
	})
}

// MkdirAll creates a directory and those above it that are missing, all or none.
// It is not an error if the directory exists. Errors: ENOTDIR for a file,
// fs.ErrExist for a dangling link in the way, [ErrQuota].
func (o *ops) MkdirAll(name string, perm fs.FileMode) error {
	return o.change("mkdir", name, func(now int64) error {
		missing := 0
		for dir := name; ; dir = ancestorName(dir, 1) {
			i, _, err := o.find(dir, target)
			switch {
			case err == nil && i.kind() != kindDir:
				return syscall.ENOTDIR
			case err == ErrOutsideRoots && missing > 0:
				return syscall.ENOENT // a root that does not exist is made by its owner
			case err == ErrOutsideRoots:
				return err
			}
			if err == nil {
				break
			}
			missing++
		}
		for ; missing > 0; missing-- {
			p, err := o.locate(ancestorName(name, missing-1), self)
			if err == nil {
				err = o.free(p, usage{entries: missing})
			}
			if err != nil {
				return err
			}
			o.make(p, kindDir, inode{mtime: now, mode: perm & modeBits})
		}
		return nil
	})
}

// ancestorName returns name without its last n elements.
func ancestorName(name string, n int) string {
	for ; n > 0; n-- {
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return "."
		}
		name = name[:i]
	}
	return name
}

// Symlink makes newname a link to oldname. The target is text: it need not exist
// nor lie inside the roots, because it is judged whenever it is followed.
// Errors: fs.ErrExist, [ErrQuota]; on the target fs.ErrNotExist if empty, EINVAL
// for a NUL, ENAMETOOLONG over 4095 bytes.
//
// See https://pubs.opengroup.org/onlinepubs/9799919799/functions/symlink.html
func (o *ops) Symlink(oldname, newname string) error {
	err := o.change("symlink", newname, func(now int64) error {
		if err := checkTarget(oldname); err != nil {
			return err
		}
		p, err := o.locate(newname, self)
		if err == nil {
			err = o.free(p, usage{int64(len(oldname)), 1})
		}
		if err == nil {
			o.make(p, kindLink, inode{data: strings.Clone(oldname), mtime: now, mode: fs.ModePerm})
		}
		return err
	})
	if err != nil {
		return linkError("symlink", oldname, newname, err.(*fs.PathError).Err)
	}
	return nil
}
