package notesfs

import (
	"io/fs"
	"syscall"
	"time"
)

// Truncate sets the size of a file; what it gains are zeros. Errors: EISDIR,
// EINVAL for a negative size, EFBIG, [ErrQuota].
func (o *ops) Truncate(name string, size int64) error {
	return o.change("truncate", name, func(now int64) error {
		i, n, err := o.find(name, target)
		switch {
		case size < 0:
			return syscall.EINVAL
		case err != nil:
			return err
		case i.kind() == kindDir:
			return syscall.EISDIR
		}
		if err := o.fsys.roomToResize(n.size(), size); err != nil {
			return err
		}
		o.fsys.tree.resize(i, size, now)
		return nil
	})
}

// Chmod sets the permission bits of a file, which are kept and not enforced.
func (o *ops) Chmod(name string, mode fs.FileMode) error {
	return o.change("chmod", name, func(int64) error {
		i, _, err := o.find(name, target)
		if err == nil {
			n := o.fsys.tree.change(i)
			n.mode = n.mode&^modeBits | mode&modeBits
		}
		return err
	})
}

// Chtimes sets the modification time of a file; a zero time leaves it as it is.
// There is no access time, so atime is ignored. Times outside the years 1678 to
// 2262 are refused with EINVAL.
func (o *ops) Chtimes(name string, atime, mtime time.Time) error {
	return o.change("chtimes", name, func(int64) error {
		i, _, err := o.find(name, target)
		switch {
		case err != nil || mtime.IsZero():
			return err
		case !mtime.Equal(time.Unix(0, mtime.UnixNano())):
			return syscall.EINVAL
		}
		o.fsys.tree.change(i).mtime = mtime.UnixNano()
		return nil
	})
}
