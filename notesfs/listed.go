package notesfs

import "io/fs"

// Listed returns what was seen of an entry when its directory was listed, where
// the listing has it; for a [Dir] that spares a walk of many files the way
// through the roots for each. It may be old, and says nothing of whether the
// entry is still inside the roots: good for noticing that something changed, not
// for acting on.
func Listed(e fs.DirEntry) (fs.FileInfo, error) {
	if item, ok := e.(dirItem); ok {
		return item.DirEntry.Info()
	}
	return e.Info()
}
