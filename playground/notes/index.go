package notes

import (
	"io/fs"
	"sync"
	"time"
)

// An index remembers what was read of files that have not changed since, so that
// a call need not read every note. Which notes there are it does not know: each
// call walks the roots, and asks the index about what it finds there.
//
// That a file has not changed is told by its size and time, as make does. A
// program that changes a file and puts its time back is not noticed in a list;
// before a tool acts on a note it reads the file itself.
type index struct {
	now func() time.Time

	mu    sync.Mutex
	files map[string]indexed // by name
	texts int                // bytes of all of them
}

// indexed is a note as of one state of its file.
type indexed struct {
	size     int64
	modified time.Time
	note     Note
	text     []byte // nil when it is not kept
}

const (
	maxIndexed = 200_000  // files; beyond it all are forgotten
	maxTexts   = 64 << 20 // bytes; beyond it texts are read when needed

	// unsettled is how new a file is not to be remembered: it could change once
	// more without its time showing that, as clocks of files are coarse.
	unsettled = 2 * time.Second
)

// get returns what is known of a file in this state.
func (x *index) get(name string, info fs.FileInfo) (indexed, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f, ok := x.files[name]
	return f, ok && f.size == info.Size() && f.modified.Equal(info.ModTime())
}

// put remembers a file that was read after it had been in this state.
func (x *index) put(name string, info fs.FileInfo, n Note, text []byte) {
	if x.now().Sub(info.ModTime()) < unsettled {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop(name)
	if x.files == nil || len(x.files) >= maxIndexed {
		x.files, x.texts = map[string]indexed{}, 0
	}
	f := indexed{size: info.Size(), modified: info.ModTime(), note: n}
	if x.texts+len(text) <= maxTexts {
		f.text = append([]byte{}, text...) // not nil, and without the rest of the file
		x.texts += len(text)
	}
	x.files[name] = f
}

// forget is called when this server changes a file.
func (x *index) forget(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop(name)
}

// drop is forget for who holds x.mu.
func (x *index) drop(name string) {
	x.texts -= len(x.files[name].text)
	delete(x.files, name)
}
