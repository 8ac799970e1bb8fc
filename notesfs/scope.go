package notesfs

import (
	"io/fs"
	"slices"
	"sync/atomic"
)

// A Scope is the part of a tree that lies inside a set of roots: a [View]. It is
// made by [NewScope] and safe for concurrent use; an FS may have any number.
//
// # What is inside
//
// A root names a file or directory. Its name is resolved, with links in every
// element, and what that leads to is inside, with all that is below. Roots may
// nest, overlap and repeat, be a file, a link or ".", not exist yet, vanish and
// come back: they are resolved in the tree as it is at each operation. No roots,
// nothing inside.
//
// A name given to an operation is resolved in the same way and judged by where
// it leads, under the lock of the operation. While it is outside, a walk takes no
// step but those that led to a root; anything else is refused with
// [ErrOutsideRoots], without looking whether it exists. A link inside that points
// outside may therefore be listed, read with ReadLink, renamed and removed, which
// concerns the link, and not followed. It may also be made: a target is text,
// and it is judged when it is followed.
//
// # What is refused
//
// The name of a root belongs to the directory that holds it. Unless that is
// inside as well, a root cannot be made, removed, replaced or renamed; a file
// that is a root can be read, written and truncated. Nothing inside a root that
// does not exist exists ([fs.ErrNotExist]). The directories above a root are
// outside. Rename may cross from one root to another.
//
// # Open handles
//
// SetRoots revokes those that fell outside. Between, each use of a handle is
// judged by where its file is: see [File].
type Scope struct {
	ops
	cache atomic.Pointer[rootSet]
	names []string // guarded by fsys.mu
	open  []*File  // guarded by handles.mu of the FS
}

// NewScope returns a view of fsys through roots. Errors: as [Scope.SetRoots].
func NewScope(fsys *FS, roots ...string) (*Scope, error) {
	s := new(Scope)
	s.fsys, s.scope, s.ways = fsys, s, new(ways)
	return s, s.SetRoots(roots)
}

// resolved returns the roots as they resolve now. The caller holds fsys.mu.
func (s *Scope) resolved() *rootSet {
	rs := s.cache.Load()
	if rs == nil || rs.epoch != s.fsys.epoch {
		rs = s.fsys.resolveRoots(s.names)
		s.cache.Store(rs)
	}
	return rs
}

// Roots returns the roots in force, as last set.
func (s *Scope) Roots() []string {
	s.fsys.mu.RLock()
	defer s.fsys.mu.RUnlock()
	return slices.Clone(s.names)
}

// SetRoots replaces the whole set of roots atomically. An operation in flight is
// completed before, and what begins after it returns is judged by the new set.
// Before it returns it revokes every open handle whose file is not inside the new
// set, removed files among them: all further use fails with [ErrOutsideRoots],
// even if the old set comes back. A name that is not valid leaves everything as
// it was.
//
// It costs time in proportion to the roots and the open handles of the scope.
func (s *Scope) SetRoots(roots []string) error {
	for _, name := range roots {
		if err := checkName(name); err != nil {
			return pathError("setroots", name, err)
		}
	}
	f := s.fsys
	f.mu.Lock()
	defer f.mu.Unlock()
	s.names = slices.Clone(roots)
	s.cache.Store(nil)
	rs := s.resolved()
	for _, h := range slices.Clone(s.open) {
		if h.orphan != nil || h.line != f.line || !f.tree.inside(rs, h.ino) {
			h.revoked = true
			f.handles.remove(h)
		} else {
			h.judged.Store(f.epoch)
		}
	}
	return nil
}

// OpenFile is [FS.OpenFile] within the roots.
func (s *Scope) OpenFile(name string, flag int, perm fs.FileMode) (Handle, error) {
	f, err := s.openFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}
