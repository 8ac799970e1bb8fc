package load

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"askback/notesfs"
)

// A note is one of a client's own, and what may have become of it.
type note struct {
	title        string
	id, revision string // as far as the server said
	fates        []fate // one, where that is certain
}

// A fate is where a note is, and what it says.
type fate struct {
	place place
	text  string
}

type place string

const (
	nowhere  place = ""
	folder   place = "."
	archived place = "Archive"
)

// certain reports whether the note is in its folder for certain: then it is one
// that a client goes on with.
func (n *note) certain() bool { return len(n.fates) == 1 && n.fates[0].place == folder }

// can reports whether the note may be at a place.
func (n *note) can(at place) bool {
	return slices.ContainsFunc(n.fates, func(f fate) bool { return f.place == at })
}

// is enters what has become of the note. When it is not sure, that is one of the
// things that may have.
func (n *note) is(f fate, sure bool) {
	if sure {
		n.fates = []fate{f}
	} else {
		n.fates = append(n.fates, f)
	}
}

// file is how the server calls the file of a note of this title.
func (n *note) file() string { return n.title + ".md" }

// found takes out of files, which are by name, the one of this note, and says
// what is wrong with it.
func (n *note) found(dir string, files map[string][]byte) error {
	got := fate{}
	for _, at := range []place{folder, archived} {
		name := path.Join(dir, string(at), n.file())
		data, ok := files[name]
		if !ok {
			continue
		}
		delete(files, name)
		if got.place != nowhere {
			return fmt.Errorf("%s is in two places", n.title)
		}
		got.place = at
		if !bytes.Contains(data, []byte("\nid: "+n.id)) || !bytes.Contains(data, []byte("\ntitle: "+n.title+"\n")) {
			return fmt.Errorf("%s is not the note %s any more:\n%s", name, n.id, data)
		}
		_, got.text, _ = strings.Cut(string(data), "\n---\n")
		got.text = strings.TrimSpace(got.text)
	}
	if !slices.Contains(n.fates, got) {
		return fmt.Errorf("%s is %q, want one of %q", n.title, got, n.fates)
	}
	return nil
}

// read returns the text of every file, by name.
func read(files *notesfs.FS) (map[string][]byte, error) {
	snapshot := files.Snapshot()
	all := map[string][]byte{}
	err := fs.WalkDir(snapshot, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[name], err = snapshot.ReadFile(name)
		}
		return err
	})
	return all, err
}
