package notesfs

import "sync"

// handles are the open files of an FS, by inode. A tree knows nothing of them, so
// that a snapshot has none.
type handles struct {
	// mu guards the chains among those who hold FS.mu for reading.
	mu sync.Mutex
	// open holds, for each inode in the tree that has handles, the first of the
	// chain of them.
	open map[ino]*File
	// orphans counts the files that are only left to their handles.
	orphans usage
}

// An orphan is a file that was removed while it had open handles.
type orphan struct {
	inode
	handles int
}

func (h *handles) add(f *File) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		h.open = map[ino]*File{}
	}
	if f.next = h.open[f.ino]; f.next != nil {
		f.next.prev = f
	}
	h.open[f.ino] = f
	if s := f.ops.scope; s != nil {
		f.slot = len(s.open)
		s.open = append(s.open, f)
	}
}

// remove takes out a handle that was added and not yet removed. The last one of
// an orphan ends it.
func (h *handles) remove(f *File) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := f.ops.scope; s != nil {
		last := len(s.open) - 1
		s.open[f.slot] = s.open[last]
		s.open[f.slot].slot = f.slot
		s.open[last] = nil
		s.open = s.open[:last]
	}
	if o := f.orphan; o != nil {
		if o.handles--; o.handles == 0 {
			h.orphans.entries--
			h.orphans.bytes -= o.size()
		}
		f.orphan = nil
		return
	}
	switch {
	case f.prev != nil:
		f.prev.next = f.next
	case h.open[f.ino] != f: // first of a chain that Restore has let go
	case f.next != nil:
		h.open[f.ino] = f.next
	default:
		delete(h.open, f.ino)
	}
	if f.next != nil {
		f.next.prev = f.prev
	}
}

// orphan leaves a file that was dropped from the tree to its handles, if it has
// any. The caller holds FS.mu for writing.
func (h *handles) orphan(i ino, n inode) {
	first := h.open[i]
	if first == nil {
		return
	}
	delete(h.open, i)
	o := &orphan{inode: n}
	for f := first; f != nil; f = f.next {
		f.orphan = o
		o.handles++
	}
	h.orphans.entries++
	h.orphans.bytes += n.size()
}
