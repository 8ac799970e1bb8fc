package notesfs

import (
	"io/fs"
	"math"
	"syscall"
)

// ops are the operations by path. FS and Scope are the same operations, looking
// through no roots and through those of the scope.
type ops struct {
	fsys  *FS
	scope *Scope
}

// roots returns the set to judge by. The caller holds fsys.mu.
func (o *ops) roots() *rootSet {
	if o.scope == nil {
		return nil
	}
	return o.scope.resolved()
}

// locate resolves a checked name. The caller holds fsys.mu.
func (o *ops) locate(name string, last end) (place, error) {
	rs := o.roots()
	p, err := o.fsys.tree.walk(rs, rs.start(name, last), last)
	if err == ErrOutsideRoots && rs.absent(name) {
		err = syscall.ENOENT
	}
	return p, err
}

// find resolves a name to something that exists.
func (o *ops) find(name string, last end) (ino, *inode, error) {
	p, err := o.locate(name, last)
	switch {
	case err != nil:
		return 0, nil, err
	case p.ino == 0:
		return 0, nil, syscall.ENOENT
	case p.slash && p.ino.kind() != kindDir:
		return 0, nil, syscall.ENOTDIR
	}
	return p.ino, o.fsys.tree.get(p.ino), nil
}

// Open opens a file or directory for reading.
func (o *ops) Open(name string) (fs.File, error) {
	f, err := o.openFile(name, 0, 0)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Stat describes a file, after following links.
func (o *ops) Stat(name string) (fs.FileInfo, error) { return o.stat("stat", name, target) }

// Lstat describes a file or the link itself.
func (o *ops) Lstat(name string) (fs.FileInfo, error) { return o.stat("lstat", name, self) }

func (o *ops) stat(op, name string, last end) (fs.FileInfo, error) {
	if err := checkName(name); err != nil {
		return nil, pathError(op, name, err)
	}
	o.fsys.mu.RLock()
	defer o.fsys.mu.RUnlock()
	_, n, err := o.find(name, last)
	if err != nil {
		return nil, pathError(op, name, err)
	}
	return n.info(baseName(name)), nil
}

// ReadFile returns the content of a file. Errors: EISDIR.
func (o *ops) ReadFile(name string) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, pathError("open", name, err)
	}
	o.fsys.mu.RLock()
	i, n, err := o.find(name, target)
	switch {
	case err != nil:
		o.fsys.mu.RUnlock()
		return nil, pathError("open", name, err)
	case i.kind() == kindDir:
		o.fsys.mu.RUnlock()
		return nil, pathError("read", name, syscall.EISDIR)
	case n.blocks != nil:
		defer o.fsys.mu.RUnlock()
		return n.bytes(), nil
	}
	data := n.data
	o.fsys.mu.RUnlock()
	return []byte(data), nil
}

// ReadDir lists a directory in the order of names. Errors: ENOTDIR.
func (o *ops) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := checkName(name); err != nil {
		return nil, pathError("open", name, err)
	}
	o.fsys.mu.RLock()
	defer o.fsys.mu.RUnlock()
	i, _, err := o.find(name, target)
	if err == nil && i.kind() != kindDir {
		err = syscall.ENOTDIR
	}
	if err != nil {
		return nil, pathError("open", name, err)
	}
	return o.list(i, "", math.MaxInt), nil
}

// ReadLink returns the target of a link as it was given to Symlink. Errors:
// EINVAL for anything else.
func (o *ops) ReadLink(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", pathError("readlink", name, err)
	}
	o.fsys.mu.RLock()
	defer o.fsys.mu.RUnlock()
	i, n, err := o.find(name, self)
	switch {
	case err != nil:
		return "", pathError("readlink", name, err)
	case i.kind() != kindLink:
		return "", pathError("readlink", name, syscall.EINVAL)
	}
	return n.data, nil
}

// Readlink is ReadLink, as [os.Root] spells it.
func (o *ops) Readlink(name string) (string, error) { return o.ReadLink(name) }
