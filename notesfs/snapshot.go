package notesfs

import "io/fs"

// A Snapshot is a tree that never changes. It can be read while the file system
// it came from goes on, without waiting for it: it satisfies [fs.FS],
// [fs.StatFS], [fs.ReadDirFS], [fs.ReadFileFS] and [fs.ReadLinkFS], with the
// errors of [FS].
type Snapshot struct {
	// frozen is never changed, so its locks are always free.
	frozen FS
}

func newSnapshot(t tree, line *lineage) *Snapshot {
	s := &Snapshot{frozen: FS{tree: t, line: line}}
	s.frozen.ops.fsys = &s.frozen
	return s
}

// Snapshot returns the tree as it is. It takes the same short time for every
// tree. What is kept alive by a snapshot does not count against the quota.
func (f *FS) Snapshot() *Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := newSnapshot(f.tree, f.line)
	f.tree.gen++
	return s
}

// Restore puts the tree of a snapshot in place of the present one. It takes the
// same short time for every tree, and applies even if the quota is exceeded,
// which then only allows the tree to shrink.
//
// If s was taken of f, and no other's snapshot was restored since, an open handle
// goes on with its file in the restored tree, and fails with [ErrStale] while that
// has no such file. Otherwise all handles fail with ErrStale for ever. A handle of
// a removed file keeps that in either case. Scopes resolve their roots in the
// restored tree.
func (f *FS) Restore(s *Snapshot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := s.frozen.tree
	t.gen = max(t.gen, f.tree.gen) + 1
	t.next = max(t.next, f.tree.next)
	f.tree = t
	if s.frozen.line != f.line {
		f.line = new(lineage)
		f.handles.open = nil
	}
	f.nextEpoch()
	f.wayGen++
}

// Usage returns the bytes and entries of the tree, counted as in [Options].
func (s *Snapshot) Usage() (bytes int64, entries int) {
	return s.frozen.tree.used.bytes, s.frozen.tree.used.entries
}

// Open opens a file or directory for reading.
func (s *Snapshot) Open(name string) (fs.File, error) { return s.frozen.Open(name) }

// Stat describes a file, after following links.
func (s *Snapshot) Stat(name string) (fs.FileInfo, error) { return s.frozen.Stat(name) }

// Lstat describes a file or the link itself.
func (s *Snapshot) Lstat(name string) (fs.FileInfo, error) { return s.frozen.Lstat(name) }

// ReadFile returns the content of a file.
func (s *Snapshot) ReadFile(name string) ([]byte, error) { return s.frozen.ReadFile(name) }

// ReadDir lists a directory in the order of names.
func (s *Snapshot) ReadDir(name string) ([]fs.DirEntry, error) { return s.frozen.ReadDir(name) }

// Len returns how many entries a directory has, without listing them; 0 for what is
// none.
func (s *Snapshot) Len(name string) int {
	if _, n, err := s.frozen.find(name, target); err == nil {
		return int(n.count)
	}
	return 0
}

// ReadLink returns the target of a link.
func (s *Snapshot) ReadLink(name string) (string, error) { return s.frozen.ReadLink(name) }
