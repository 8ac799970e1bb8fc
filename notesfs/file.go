package notesfs

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
)

// A File is an open file or directory. It is safe for concurrent use.
//
// It refers to the file, not to the name: it goes on working when the file is
// renamed or removed, and sees what others write. Opened through a [Scope], each
// use is judged by where the file is at that moment: it fails with
// [ErrOutsideRoots] while the file lies outside the roots, and for ever once
// [Scope.SetRoots] has revoked the handle. A removed file lies nowhere: its
// handles work until the next SetRoots. After [FS.Restore] a handle works on the
// restored file if the restored tree has it, and else fails with [ErrStale].
//
// All methods fail with [fs.ErrClosed] after Close.
type File struct {
	ops  *ops
	name string // as given to open
	ino  ino
	line *lineage
	flag int

	closed  atomic.Bool
	revoked bool          // guarded by fsys.mu
	orphan  *orphan       // guarded by fsys.mu
	judged  atomic.Uint64 // epoch in which the file was seen inside

	prev, next *File // handles of the same file, guarded by handles.mu
	slot       int   // in Scope.open, guarded by handles.mu

	mu   sync.Mutex // held around fsys.mu; guards what follows
	off  int64
	last string // entry that ReadDir returned last
}

// newFile opens an inode. The caller holds fsys.mu.
func (o *ops) newFile(name string, i ino, flag int) *File {
	f := &File{ops: o, name: name, ino: i, line: o.fsys.line, flag: flag}
	f.judged.Store(o.fsys.epoch)
	o.fsys.handles.add(f)
	return f
}

// Name returns the name that the file was opened by.
func (f *File) Name() string { return f.name }

// node returns the inode to read, or why there is none to be had. The caller
// holds fsys.mu.
func (f *File) node() (*inode, error) {
	fsys := f.ops.fsys
	switch {
	case f.closed.Load():
		return nil, fs.ErrClosed
	case f.revoked:
		return nil, ErrOutsideRoots
	case f.orphan != nil:
		return &f.orphan.inode, nil
	}
	if f.ops.scope != nil && f.judged.Load() != fsys.epoch {
		if f.line != fsys.line || !fsys.tree.inside(f.ops.roots(), f.ino) {
			return nil, ErrOutsideRoots
		}
		f.judged.Store(fsys.epoch)
	}
	if f.line == fsys.line {
		if n := fsys.tree.get(f.ino); n != nil {
			return n, nil
		}
	}
	return nil, ErrStale
}

// Stat describes the file.
func (f *File) Stat() (fs.FileInfo, error) {
	f.ops.fsys.mu.RLock()
	defer f.ops.fsys.mu.RUnlock()
	n, err := f.node()
	if err != nil {
		return nil, pathError("stat", f.name, err)
	}
	return n.info(baseName(f.name)), nil
}

// Read reads from the current offset on. Errors: io.EOF at the end, EBADF if the
// file is open for writing only, EISDIR.
func (f *File) Read(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.readAt(p, f.off)
	f.off += int64(n)
	if err == nil && n == 0 && len(p) > 0 {
		err = io.EOF
	}
	return n, err
}

// ReadAt reads from an offset on, and does not move the current one. It returns
// io.EOF when it reads less than was asked.
func (f *File) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, pathError("readat", f.name, errNegativeOffset)
	}
	n, err := f.readAt(p, off)
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

var errNegativeOffset = errors.New("negative offset")

func (f *File) readAt(p []byte, off int64) (int, error) {
	f.ops.fsys.mu.RLock()
	defer f.ops.fsys.mu.RUnlock()
	n, err := f.node()
	switch {
	case err != nil || len(p) == 0:
	case f.flag&accessFlags == os.O_WRONLY:
		err = syscall.EBADF
	case f.ino.kind() == kindDir:
		err = syscall.EISDIR
	default:
		return n.readAt(p, off), nil
	}
	return 0, pathError("read", f.name, err)
}

// Write writes at the current offset, or at the end with O_APPEND: all of p or
// nothing. Errors: EBADF if the file is open for reading only, EFBIG, [ErrQuota].
func (f *File) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	end, err := f.writeAt(p, f.off, f.flag&os.O_APPEND != 0)
	if err != nil {
		return 0, err
	}
	f.off = end
	return len(p), nil
}

// WriteAt writes at an offset, and does not move the current one. It is refused
// if the file was opened with O_APPEND.
func (f *File) WriteAt(p []byte, off int64) (int, error) {
	switch {
	case f.flag&os.O_APPEND != 0:
		return 0, errWriteAtInAppendMode
	case off < 0:
		return 0, pathError("writeat", f.name, errNegativeOffset)
	case len(p) == 0:
		return 0, nil
	}
	if _, err := f.writeAt(p, off, false); err != nil {
		return 0, err
	}
	return len(p), nil
}

var errWriteAtInAppendMode = errors.New("notesfs: invalid use of WriteAt on file opened with O_APPEND")

// WriteString is Write for a string.
func (f *File) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// writeAt returns the offset behind what it wrote. Writing nothing changes
// nothing, not even the offset of a file that is appended to.
func (f *File) writeAt(p []byte, off int64, atEnd bool) (end int64, err error) {
	if len(p) == 0 {
		f.ops.fsys.mu.RLock()
		defer f.ops.fsys.mu.RUnlock()
		_, err := f.writable(syscall.EBADF)
		return off, pathError("write", f.name, err)
	}
	err = f.change("write", syscall.EBADF, func(n *inode) (int64, error) {
		if atEnd {
			off = n.size()
		}
		if end = off + int64(len(p)); end < off {
			return 0, syscall.EFBIG
		}
		return max(n.size(), end), nil
	}, func(n *inode, gen uint64) {
		n.writeAt(gen, p, off)
	})
	return end, err
}

// Truncate sets the size of the file; what it gains are zeros. Errors: EINVAL if
// the file is not open for writing or the size is negative, EFBIG, [ErrQuota].
func (f *File) Truncate(size int64) error {
	return f.change("truncate", syscall.EINVAL, func(*inode) (int64, error) {
		if size < 0 {
			return 0, syscall.EINVAL
		}
		return size, nil
	}, func(n *inode, gen uint64) {
		n.truncate(gen, size)
	})
}

// writable is node for a file that is to be written.
func (f *File) writable(otherwise error) (*inode, error) {
	n, err := f.node()
	if err == nil && f.flag&accessFlags == os.O_RDONLY {
		err = otherwise
	}
	return n, err
}

// change runs do on the file once size has said how long it will be and all
// errors are ruled out.
func (f *File) change(op string, notWritable error, size func(*inode) (int64, error), do func(*inode, uint64)) error {
	fsys := f.ops.fsys
	now := fsys.now().UnixNano()
	fsys.mu.Lock()
	defer fsys.mu.Unlock()
	n, err := f.writable(notWritable)
	var from, to int64
	if err == nil {
		from = n.size()
		to, err = size(n)
	}
	if err == nil {
		err = fsys.roomToResize(from, to)
	}
	if err != nil {
		return pathError(op, f.name, err)
	}
	used := &fsys.handles.orphans
	if f.orphan == nil {
		n, used = fsys.tree.change(f.ino), &fsys.tree.used
	}
	do(n, fsys.tree.gen)
	n.mtime = now
	used.bytes += to - from
	return nil
}

// Seek sets the offset of the next Read or Write. A directory can only be
// rewound, to offset 0, after which ReadDir starts again. Errors: EINVAL for a
// negative offset or an unknown whence.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ops.fsys.mu.RLock()
	defer f.ops.fsys.mu.RUnlock()
	n, err := f.node()
	if err == nil {
		switch whence {
		case io.SeekStart:
		case io.SeekCurrent:
			offset += f.off
		case io.SeekEnd:
			offset += n.size()
		default:
			err = syscall.EINVAL
		}
	}
	if err == nil && (offset < 0 || offset > 0 && f.ino.kind() == kindDir) {
		err = syscall.EINVAL
	}
	if err != nil {
		return 0, pathError("seek", f.name, err)
	}
	f.off, f.last = offset, ""
	return offset, nil
}

// ReadDir returns the next entries in the order of their names: up to limit if
// that is positive, and then io.EOF at the end, else all that remain. An entry
// that is there from the first page to the last is returned exactly once,
// whatever comes and goes beside it. Errors: ENOTDIR, fs.ErrNotExist for a
// directory that was removed.
func (f *File) ReadDir(limit int) ([]fs.DirEntry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ops.fsys.mu.RLock()
	defer f.ops.fsys.mu.RUnlock()
	_, err := f.node()
	switch {
	case err != nil:
	case f.ino.kind() != kindDir:
		err = syscall.ENOTDIR
	case f.orphan != nil:
		err = syscall.ENOENT
	}
	if err != nil {
		return nil, pathError("readdirent", f.name, err)
	}
	count := limit
	if limit <= 0 {
		count = math.MaxInt
	}
	list := f.ops.list(f.ino, f.last, count)
	if len(list) > 0 {
		f.last = list[len(list)-1].Name()
	} else if limit > 0 {
		return nil, io.EOF
	}
	return list, nil
}

// Sync does nothing: a write is complete when it returns.
func (f *File) Sync() error {
	f.ops.fsys.mu.RLock()
	defer f.ops.fsys.mu.RUnlock()
	_, err := f.node()
	return pathError("sync", f.name, err)
}

// Close ends the handle. It succeeds once, even on a revoked or stale handle.
func (f *File) Close() error {
	fsys := f.ops.fsys
	fsys.mu.RLock()
	defer fsys.mu.RUnlock()
	if f.closed.Swap(true) {
		return pathError("close", f.name, fs.ErrClosed)
	}
	if !f.revoked {
		fsys.handles.remove(f)
	}
	return nil
}
