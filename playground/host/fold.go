package host

import (
	"io/fs"
	"path"

	"askback/notesfs"
)

// How much of a tree is in sight. A person reads a few screens; a browser that
// has to lay out ten thousand lines stops answering.
const (
	openLines   = 150  // up to so many, directories are open that nobody has opened
	pageEntries = 100  // entries of a directory, and how many more each time
	extraLines  = 50   // entries past that which have changed or lead to a root
	maxLines    = 5000 // past so many no more is unfolded
	maxFolds    = 10_000
)

// A folding says which directories are open and how far. A directory is judged
// when it first comes into sight; then it stays as it is until the person changes
// it.
type folding struct {
	open  map[string]bool
	shown map[string]int // where it is not pageEntries
	full  bool           // the person wanted more than maxLines
	edits int            // counts changes
}

func newFolding() folding { return folding{open: map[string]bool{}, shown: map[string]int{}} }

// limit is how many entries of a directory are in sight.
func (f *folding) limit(name string) int { return max(pageEntries, f.shown[name]) }

// judge decides about directories that have come into sight: the top is open and
// what lies above a root; the others from the top down, while there are few lines.
func (f *folding) judge(files *notesfs.Snapshot, allowed []Root) {
	if files == nil {
		return
	}
	f.edits++
	f.learn(".", true)
	for _, r := range allowed[:min(len(allowed), extraLines)] {
		for dir := r.Name; dir != "."; {
			dir = path.Dir(dir)
			f.learn(dir, true)
		}
	}
	seen := map[string]bool{}
	lines := 1
	for queue := []string{"."}; len(queue) > 0; {
		dir := queue[0]
		queue = queue[1:]
		seen[dir] = true
		if open, known := f.open[dir]; known && !open {
			continue
		}
		count := min(files.Len(dir), f.limit(dir))
		f.learn(dir, lines+count <= openLines)
		if !f.open[dir] {
			continue
		}
		entries, err := files.ReadDir(dir)
		if err != nil {
			continue // it is not there, or not any more
		}
		lines += count
		for _, e := range entries[:count] {
			if e.IsDir() {
				queue = append(queue, path.Join(dir, e.Name()))
			}
		}
	}
	if len(f.open) > maxFolds {
		for dir := range f.open {
			if !seen[dir] {
				delete(f.open, dir)
				delete(f.shown, dir)
			}
		}
	}
}

// learn enters how a directory is that nothing is known of yet.
func (f *folding) learn(name string, open bool) {
	if _, known := f.open[name]; !known {
		f.open[name] = open
	}
}

// fold closes a directory.
func (f *folding) fold(name string) {
	f.open[name], f.full = false, false
	f.edits++
}

// unfold opens a directory, of which so many lines are in sight with all others.
// What is in it stays folded.
func (f *folding) unfold(files *notesfs.Snapshot, name string, lines int) {
	if f.tooMuch(lines) {
		return
	}
	entries, err := files.ReadDir(name)
	if err != nil {
		return // it went since the page was drawn
	}
	for _, e := range entries {
		if e.IsDir() {
			f.learn(path.Join(name, e.Name()), false)
		}
	}
	f.open[name] = true
}

// more brings more entries of a directory into sight.
func (f *folding) more(name string, lines int) {
	if !f.tooMuch(lines) {
		f.shown[name] = f.limit(name) + pageEntries
	}
}

func (f *folding) tooMuch(lines int) bool {
	f.edits++
	f.full = lines >= maxLines
	return f.full
}

// fold, unfold and more, as the person wants them. The caller holds h.mu.
func (h *Host) refold(in Intent) {
	name := in.Args["name"]
	if h.files == nil || !fs.ValidPath(name) {
		return
	}
	h.drawTree() // for the lines that are in sight now
	lines := h.tree.lines
	switch in.Action {
	case "fold":
		h.folding.fold(name)
	case "unfold":
		h.folding.unfold(h.files, name, lines)
	case "more":
		h.folding.more(name, lines)
	}
}
