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
	ways  *ways // nil: none are remembered
}

// roots returns the set to judge by. The caller holds fsys.mu.
func (o *ops) roots() *rootSet {
	if o.scope == nil {
		return nil
	}
	return o.scope.resolved()
}

// locate resolves a name. The caller holds fsys.mu.
func (o *ops) locate(name string, last end) (place, error) {
	rs := o.roots()
	dir, elem, i := o.look(rs, name)
	switch {
	case i != 0 && (i.kind() != kindLink || last == self):
		return place{dir: dir, name: elem, ino: i, dirIn: true}, nil
	case dir != 0 && i == 0 && checkElem(elem) == nil:
		return place{dir: dir, name: elem, dirIn: true}, nil
	}
	if err := checkName(name); err != nil {
		return place{}, err
	}
	p, err := o.fsys.tree.walk(rs, rs.start(name, last), last)
	if err == ErrOutsideRoots && rs.absent(name) {
		err = syscall.ENOENT
	}
	return p, err
}

// look is the short way to most names: one look into the directory that holds
// the entry. It returns that, if it is inside the roots, the name there and what
// is there. Since entries are made under valid names, what it finds needs no
// check.
func (o *ops) look(rs *rootSet, name string) (dir ino, elem string, i ino) {
	if o.ways != nil && len(name) <= maxPath {
		if dir, elem = o.parent(rs, name); dir != 0 {
			i = o.fsys.tree.get(dir).dir.find(elem)
		}
	}
	return dir, elem, i
}

// find resolves a name to something that exists.
func (o *ops) find(name string, last end) (ino, *inode, error) {
	t := &o.fsys.tree
	if _, _, i := o.look(o.roots(), name); i != 0 && (i.kind() != kindLink || last == self) {
		return i, t.get(i), nil
	}
	p, err := o.locate(name, last)
	switch {
	case err != nil:
		return 0, nil, err
	case p.ino == 0:
		return 0, nil, syscall.ENOENT
	case p.slash && p.ino.kind() != kindDir:
		return 0, nil, syscall.ENOTDIR
	}
	return p.ino, t.get(p.ino), nil
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
	o.fsys.mu.RLock()
	_, n, err := o.find(name, last)
	if err != nil {
		o.fsys.mu.RUnlock()
		return nil, pathError(op, name, err)
	}
	info := n.info(baseName(name))
	o.fsys.mu.RUnlock()
	return info, nil
}

// ReadFile returns the content of a file. Errors: EISDIR.
func (o *ops) ReadFile(name string) ([]byte, error) {
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
