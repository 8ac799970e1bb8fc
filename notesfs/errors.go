package notesfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

var (
	// ErrOutsideRoots says that a name does not resolve to a place inside the
	// roots of a [View], or that an open handle no longer does. It matches
	// [fs.ErrPermission] too. The error that carries it holds the name as the
	// caller gave it and nothing else: it is the same whether or not anything
	// is there.
	ErrOutsideRoots error = &sentinel{"outside the roots", fs.ErrPermission}

	// ErrQuota says that an operation would have grown the tree beyond
	// [Options.MaxBytes] or [Options.MaxEntries]. It matches [syscall.ENOSPC]
	// too. The operation has changed nothing.
	ErrQuota error = &sentinel{"file system quota exceeded", syscall.ENOSPC}

	// ErrStale says that the file of an open handle is not part of the tree that
	// [FS.Restore] put in place.
	ErrStale = errors.New("stale file handle")

	// ErrCorrupt says that data is not the serial form of a snapshot.
	ErrCorrupt = errors.New("corrupt snapshot")
)

// A sentinel is an error of our own which is also a special case of another.
type sentinel struct {
	text string
	kind error
}

func (e *sentinel) Error() string { return e.text }

// Is reports whether e is a case of target. Sentinels equal themselves already.
func (e *sentinel) Is(target error) bool { return target == e.kind || errors.Is(e.kind, target) }

func pathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func linkError(op, oldname, newname string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: oldname, New: newname, Err: err}
}
