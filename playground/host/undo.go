package host

import (
	"context"
	"slices"
	"strconv"

	"askback/notesfs"
)

// What changed the files, as [Deed.Kind].
const (
	DeedCall  = "call"  // of the tool Name
	DeedLoad  = "load"  // of the folder Name
	DeedReset = "reset" // the files were put back
)

// A Deed is what changed the files.
type Deed struct{ Kind, Name string }

// An Undo says what the person can undo. The zero value is nothing.
type Undo struct {
	ID   int // of the change, sent back in the intent: a second click undoes no more
	Deed Deed
	More int // how many can be undone after it
}

// How much can be undone: so many changes, and so many bytes of files beside the
// latest. The oldest go first.
const (
	maxUndos     = 20
	maxUndoBytes = 64 << 20
)

// undos are the files as they were before each change, the latest last.
type undos struct {
	stack  []undo
	count  int  // of all changes
	undone Deed // what was undone last, if nothing has happened since
}

type undo struct {
	id    int
	deed  Deed
	files *notesfs.Snapshot
}

// push remembers the files as they were before a deed.
func (u *undos) push(files *notesfs.Snapshot, d Deed) {
	u.count++
	u.stack = append(u.stack, undo{u.count, d, files})
	u.undone = Deed{}
	sum, keep := int64(0), 0
	for _, x := range slices.Backward(u.stack) {
		bytes, _ := x.files.Usage()
		if sum += bytes; keep == maxUndos || keep > 0 && sum > maxUndoBytes {
			break
		}
		keep++
	}
	u.stack = slices.Delete(u.stack, 0, len(u.stack)-keep)
}

// top is what can be undone now.
func (u *undos) top() Undo {
	n := len(u.stack)
	if n == 0 {
		return Undo{}
	}
	return Undo{ID: u.stack[n-1].id, Deed: u.stack[n-1].deed, More: n - 1}
}

// fetchAfter reads the files anew after a deed, which can be undone if it has
// changed them. The caller holds h.fetching.
func (h *Host) fetchAfter(d Deed) {
	before := h.present()
	h.fetch()
	after := h.present()
	if before != nil && before != after && len(notesfs.Diff(before, after)) > 0 {
		h.update(func() { h.undos.push(before, d) })
	}
}

// present are the files as they were read last.
func (h *Host) present() *notesfs.Snapshot {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.files
}

// undo puts the files back as they were before the latest change. Roots, calls
// and what servers know stay as they are.
func (h *Host) undo(in Intent) {
	id, err := strconv.Atoi(in.Args["id"])
	if err != nil {
		return
	}
	h.spawn(func(ctx context.Context) {
		h.fetching.Lock()
		defer h.fetching.Unlock()
		h.mu.Lock()
		top := h.undos.top()
		var to *notesfs.Snapshot
		if top.ID == id && id != 0 {
			to = h.undos.stack[len(h.undos.stack)-1].files
		}
		h.mu.Unlock()
		if to == nil {
			return
		}
		if err := h.opts.Tree.Restore(ctx, to); err != nil {
			h.fail(Failure{FailureRestore, causeOf(ctx, err)})
			return
		}
		h.fetch()
		h.update(func() {
			h.before = h.files
			h.loading = Loading{}
			h.undos.stack = slices.Delete(h.undos.stack, top.More, len(h.undos.stack))
			h.undos.undone = top.Deed
		})
	})
}
