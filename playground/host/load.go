package host

import (
	"context"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"askback/notesfs"
)

// How much a person may load from their own machine at once. All of it is copied
// into memory, several times on its way.
const (
	MaxLoadFiles = 20_000
	MaxLoadBytes = 16 << 20
)

// A Folder is what a person takes from their own machine: copies of files, as the
// page has read them. Nothing is ever written back there.
type Folder struct {
	Files []LoadedFile
	// Unread is how many files the browser could not read.
	Unread int
}

// A LoadedFile is a file or an empty directory. Its path begins with the folder
// that was chosen: "notes/a/b.md". A file that was chosen on its own has no
// folder.
type LoadedFile struct {
	Path string
	Dir  bool
	Data []byte
}

// loose is the directory for files that were chosen without one.
const loose = "dropped"

// Why a folder was not loaded, as [LoadProblem.Code].
const (
	LoadTooMany  = "too-many"  // more than Max files
	LoadTooLarge = "too-large" // more than Max bytes
	LoadEmpty    = "empty"     // there is no file in it
	LoadUnusable = "unusable"  // no name in it can be used here
	LoadRefused  = "refused"   // the browser did not let the page read it
	LoadNoFiles  = "no-files"  // the files of the page have not been read
)

// LoadCodes lists the codes of [LoadProblem].
func LoadCodes() []string {
	return []string{LoadTooMany, LoadTooLarge, LoadEmpty, LoadUnusable, LoadRefused, LoadNoFiles}
}

// A LoadProblem says why nothing was loaded. The zero value is none.
type LoadProblem struct {
	Code string // one of the Load constants
	Max  int
}

// Loaded says what was loaded last. The zero value is nothing.
type Loaded struct {
	Names  []string // of the directories that came, as in package notesfs
	Files  int
	Bytes  int64
	Unread int      // the browser could not read them
	Left   int      // their names cannot be used here
	Odd    []string // the first of those names
}

// Loading is what there is to see of loading a folder.
type Loading struct {
	Reading bool // the page is at it
	Problem LoadProblem
	Report  Loaded
}

// maxOdd is how many of the names that were left out are kept to show.
const maxOdd = 3

// Load puts copies of the person's own files into the tree, each folder under a
// directory of its name at the top. It returns at once, and can be undone.
func (h *Host) Load(f Folder) {
	if p := problemOf(f); p != (LoadProblem{}) {
		h.update(func() { h.loading = Loading{Problem: p} })
		return
	}
	h.update(func() { h.loading = Loading{Reading: true} })
	h.spawn(func(ctx context.Context) {
		h.fetching.Lock()
		defer h.fetching.Unlock()
		h.fetch() // a call may be at work: what it did until now must stay
		before := h.present()
		if before == nil {
			h.update(func() { h.loading = Loading{Problem: LoadProblem{Code: LoadNoFiles}} })
			return
		}
		after, report := h.extend(before, f)
		if report.Files == 0 && len(report.Names) == 0 {
			h.update(func() { h.loading = Loading{Problem: LoadProblem{Code: LoadUnusable}, Report: report} })
			return
		}
		if err := h.opts.Tree.Restore(ctx, after); err != nil {
			h.fail(Failure{FailureRestore, causeOf(ctx, err)})
			return
		}
		h.fetchAfter(Deed{DeedLoad, report.Names[0]})
		h.update(func() {
			h.before = before
			h.loading = Loading{Report: report}
		})
	})
}

// problemOf is what is wrong with a folder as a whole.
func problemOf(f Folder) LoadProblem {
	bytes := 0
	for _, file := range f.Files {
		bytes += len(file.Data)
	}
	switch {
	case len(f.Files) > MaxLoadFiles:
		return LoadProblem{LoadTooMany, MaxLoadFiles}
	case bytes > MaxLoadBytes:
		return LoadProblem{LoadTooLarge, MaxLoadBytes}
	case len(f.Files) == 0:
		return LoadProblem{Code: LoadEmpty}
	}
	return LoadProblem{}
}

// loadState enters that the page has begun to read a folder, or why it cannot hand
// it over. The caller holds h.mu.
func (h *Host) loadState(in Intent) {
	switch in.Args["state"] {
	case "reading":
		h.loading = Loading{Reading: true}
	case "none": // the person thought better of it
		h.loading.Reading = false
	case LoadTooMany:
		h.loading = Loading{Problem: LoadProblem{LoadTooMany, MaxLoadFiles}}
	case LoadTooLarge:
		h.loading = Loading{Problem: LoadProblem{LoadTooLarge, MaxLoadBytes}}
	case LoadRefused:
		h.loading = Loading{Problem: LoadProblem{Code: LoadRefused}}
	}
}

// extend is a tree with the files of f in it. A file whose name cannot be used is
// left out.
func (h *Host) extend(base *notesfs.Snapshot, f Folder) (*notesfs.Snapshot, Loaded) {
	files := notesfs.New(&notesfs.Options{Now: h.now})
	files.Restore(base)
	report := Loaded{Unread: f.Unread}
	tops := map[string]string{} // folder to directory
	for _, file := range f.Files {
		folder, rest, ok := strings.Cut(file.Path, "/")
		if !ok && !file.Dir {
			folder, rest = loose, file.Path
		}
		top, known := tops[folder]
		if !known {
			top = freeName(files, folder)
		}
		if !fs.ValidPath(file.Path) || put(files, path.Join(top, rest), file) != nil {
			report.leave(file.Path)
			continue
		}
		if !known {
			tops[folder] = top
			report.Names = append(report.Names, top)
		}
		if !file.Dir {
			report.Files++
			report.Bytes += int64(len(file.Data))
		}
	}
	return files.Snapshot(), report
}

func (l *Loaded) leave(name string) {
	l.Left++
	if len(l.Odd) < maxOdd {
		l.Odd = append(l.Odd, name)
	}
}

func put(files *notesfs.FS, name string, file LoadedFile) error {
	if file.Dir {
		return files.MkdirAll(name, 0o755)
	}
	if err := files.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return files.WriteFile(name, file.Data, 0o644)
}

// freeName is name, or name with a number after it if something is there already.
func freeName(files *notesfs.FS, name string) string {
	free := name
	for i := 2; ; i++ {
		if _, err := files.Lstat(free); err != nil {
			return free // also where the name cannot be used: put says so
		}
		free = name + "-" + strconv.Itoa(i)
	}
}
