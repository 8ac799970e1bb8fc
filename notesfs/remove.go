package notesfs

import "syscall"

// Remove removes a file, a link or an empty directory. Errors: ENOTEMPTY, EINVAL
// for ".".
//
// See https://pubs.opengroup.org/onlinepubs/9799919799/functions/remove.html
func (o *ops) Remove(name string) error {
	return o.change("remove", name, func(now int64) error {
		p, err := o.removable(name)
		switch {
		case err != nil:
			return err
		case p.ino == 0:
			return syscall.ENOENT
		case o.fsys.tree.get(p.ino).count > 0:
			return syscall.ENOTEMPTY
		}
		o.unlink(p, now)
		return nil
	})
}

// RemoveAll removes a file, a link, or a directory with everything below it. It
// is not an error if nothing is there. Errors: EINVAL for ".".
func (o *ops) RemoveAll(name string) error {
	return o.change("unlinkat", name, func(now int64) error {
		p, err := o.removable(name)
		switch {
		case err == syscall.ENOENT || err == nil && p.ino == 0:
			return nil
		case err != nil:
			return err
		}
		t := &o.fsys.tree
		below := []ino{p.ino}
		for k := 0; k < len(below); k++ {
			t.get(below[k]).dir.each("", func(run []dirent) bool {
				for _, e := range run {
					below = append(below, e.ino)
				}
				return true
			})
		}
		o.unlink(p, now)
		for _, i := range below[1:] {
			o.fsys.forget(i)
		}
		return nil
	})
}

// removable locates an entry that may be taken out of its directory.
func (o *ops) removable(name string) (place, error) {
	p, err := o.locate(name, self)
	switch {
	case err != nil:
		return place{}, err
	case p.name == "":
		return place{}, syscall.EINVAL
	case !p.dirIn:
		return place{}, ErrOutsideRoots
	}
	return p, nil
}

// unlink takes what is at p out of its directory, and drops it.
func (o *ops) unlink(p place, now int64) {
	o.fsys.tree.unlink(p.dir, p.name, now)
	o.fsys.moved(p.ino)
	o.fsys.changed(p.dir)
	o.fsys.forget(p.ino)
}

// Rename moves a file, link or directory. Like [os.Rename] it replaces a file or
// link at newname and never a directory. Errors are *[os.LinkError]:
// fs.ErrExist if newname is a directory, ENOTDIR if only oldname is one, EINVAL
// for a directory moved below itself, EBUSY for ".".
//
// See https://pubs.opengroup.org/onlinepubs/9799919799/functions/rename.html
func (o *ops) Rename(oldname, newname string) error {
	now := o.fsys.now().UnixNano()
	o.fsys.mu.Lock()
	defer o.fsys.mu.Unlock()
	return linkError("rename", oldname, newname, o.rename(oldname, newname, now))
}

func (o *ops) rename(oldname, newname string, now int64) error {
	if err := checkNames(oldname, newname); err != nil {
		return err
	}
	from, errFrom := o.locate(oldname, self)
	to, errTo := o.locate(newname, self)
	switch {
	case errTo == ErrOutsideRoots, errFrom == nil && from.name != "" && !from.dirIn,
		errTo == nil && !to.dirIn && to.ino.kind() != kindDir:
		return ErrOutsideRoots
	case errFrom != nil:
		return errFrom
	case errTo != nil:
		return errTo
	case from.ino == 0:
		return syscall.ENOENT
	case to.ino.kind() == kindDir && (from.ino != to.ino || oldname == newname):
		return syscall.EEXIST
	case from.name == "":
		return syscall.EBUSY
	case from.ino == to.ino:
		return nil
	case o.fsys.tree.isAncestor(from.ino, to.dir):
		return syscall.EINVAL
	case to.ino != 0 && from.ino.kind() == kindDir:
		return syscall.ENOTDIR
	}
	if to.ino != 0 {
		o.unlink(to, now)
	}
	o.fsys.tree.unlink(from.dir, from.name, now)
	o.fsys.tree.link(to.dir, o.fsys.names.keep(to.name), from.ino, now)
	if from.dir != to.dir {
		o.fsys.nextEpoch()
	}
	o.fsys.moved(from.ino)
	o.fsys.changed(from.dir)
	return nil
}
