package notesfs

import (
	"io/fs"
	"os"
	"syscall"
)

// knownFlags are the flags that OpenFile understands.
const (
	accessFlags = os.O_RDONLY | os.O_WRONLY | os.O_RDWR
	knownFlags  = accessFlags | os.O_APPEND | os.O_CREATE | os.O_EXCL | os.O_SYNC | os.O_TRUNC
)

func (o *ops) openFile(name string, flag int, perm fs.FileMode) (*File, error) {
	if flag&^knownFlags != 0 || flag&accessFlags == accessFlags {
		return nil, pathError("open", name, syscall.EINVAL)
	}
	var i ino
	var err error
	if flag&(os.O_CREATE|os.O_TRUNC) == 0 {
		o.fsys.mu.RLock()
		defer o.fsys.mu.RUnlock()
		i, err = o.openExisting(name, flag)
	} else {
		now := o.fsys.now().UnixNano()
		o.fsys.mu.Lock()
		defer o.fsys.mu.Unlock()
		i, err = o.openChanging(name, flag, perm, now)
	}
	if err != nil {
		return nil, pathError("open", name, err)
	}
	return o.newFile(name, i, flag), nil
}

func (o *ops) openExisting(name string, flag int) (ino, error) {
	i, _, err := o.find(name, target)
	if err == nil && i.kind() == kindDir && flag&accessFlags != os.O_RDONLY {
		err = syscall.EISDIR
	}
	return i, err
}

func (o *ops) openChanging(name string, flag int, perm fs.FileMode, now int64) (ino, error) {
	if flag&os.O_CREATE == 0 { // then O_TRUNC
		i, _, err := o.find(name, target)
		if err == nil && i.kind() == kindDir {
			err = syscall.EISDIR
		}
		if err == nil {
			o.fsys.tree.resize(i, 0, now)
		}
		return i, err
	}
	exclusive := flag&os.O_EXCL != 0
	last := create
	if exclusive {
		last = self
	}
	p, err := o.locate(name, last)
	switch {
	case err != nil:
		return 0, err
	case p.ino == 0:
		if err := o.canCreateFile(p, 0); err != nil {
			return 0, err
		}
		return o.make(p, kindFile, inode{mtime: now, mode: perm & modeBits}), nil
	case exclusive:
		return 0, syscall.EEXIST
	case p.ino.kind() == kindDir:
		return 0, syscall.EISDIR
	case flag&os.O_TRUNC != 0:
		o.fsys.tree.resize(p.ino, 0, now)
	}
	return p.ino, nil
}
