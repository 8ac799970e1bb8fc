package notesfs_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"askback/notesfs"
)

// Every case runs on each implementation of View. A case has a tree, roots, and
// what a server may expect; admin is what the user does, past the roots.

var views = []struct {
	name string
	make func(t *testing.T, roots ...string) (v notesfs.View, admin system)
}{
	{"Scope", func(t *testing.T, roots ...string) (notesfs.View, system) {
		f := notesfs.New(nil)
		s, err := notesfs.NewScope(f, roots...)
		must(t, err)
		return s, memory{f}
	}},
	{"Dir", func(t *testing.T, roots ...string) (notesfs.View, system) {
		dir := ramDir(t)
		d, err := notesfs.OpenDir(dir, roots...)
		must(t, err)
		return d, realDir{dir}
	}},
}

type viewCase struct {
	name  string
	tree  map[string]string
	roots []string
	test  func(t *testing.T, v notesfs.View, admin system)
}

// verdict is what a View says of a name, in one word.
func verdict(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, notesfs.ErrOutsideRoots):
		return "outside"
	case errors.Is(err, fs.ErrNotExist):
		return "missing"
	case errors.Is(err, syscall.ENOTEMPTY):
		return "not empty"
	case errors.Is(err, fs.ErrExist):
		return "exists"
	case errors.Is(err, fs.ErrInvalid) || errors.Is(err, syscall.EINVAL):
		return "invalid"
	case errors.Is(err, fs.ErrClosed):
		return "closed"
	}
	var errno syscall.Errno
	errors.As(err, &errno)
	switch errno {
	case syscall.ENOTDIR:
		return "not a directory"
	case syscall.EISDIR:
		return "directory"
	case syscall.ELOOP:
		return "loop"
	case syscall.ENAMETOOLONG:
		return "too long"
	}
	return err.Error()
}

// want fails unless err has the verdict.
func want(t *testing.T, what, verdictWanted string, err error) {
	t.Helper()
	if got := verdict(err); got != verdictWanted {
		t.Errorf("%s: %s (%v), want %s", what, got, err, verdictWanted)
	}
}

// reads makes a case that reads names: each must give the content, or the verdict
// if it is in brackets.
func reads(names map[string]string) func(*testing.T, notesfs.View, system) {
	return func(t *testing.T, v notesfs.View, _ system) {
		for name, wanted := range names {
			data, err := v.ReadFile(name)
			got := string(data)
			if err != nil {
				got = "[" + verdict(err) + "]"
			}
			if got != wanted {
				t.Errorf("ReadFile(%q): %s (%v), want %s", name, got, err, wanted)
			}
		}
	}
}

var notes = map[string]string{
	"home/alice/Notes/a.md":      "a",
	"home/alice/Notes/sub/b.md":  "b",
	"home/alice/Notes-evil/x.md": "evil",
	"home/alice/Scratch/s.md":    "s",
	"home/alice/secret.md":       "secret",
	"etc/passwd":                 "root",
}

// with returns the notes and more.
func with(more map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range []map[string]string{notes, more} {
		for name, content := range m {
			all[name] = content
		}
	}
	return all
}

const (
	nt = "home/alice/Notes"
	sc = "home/alice/Scratch"
)

var viewCases = []viewCase{
	{"B1 CVE-2025-53110 sibling with the same prefix", with(map[string]string{"home/alice/Notes.bak/x": "x", "home/alice/NotesX": "x"}), []string{nt}, reads(map[string]string{
		nt + "/a.md": "a", nt + "/sub/b.md": "b", nt + "/no.md": "[missing]", nt: "[directory]",
		nt + "-evil/x.md": "[outside]", nt + ".bak/x": "[outside]", nt + "X": "[outside]", nt + "-evil/no.md": "[outside]",
	})},
	{"B2 links that lead out", with(map[string]string{
		nt + "/leak": "-> ../../../etc/passwd", nt + "/up": "-> ..", nt + "/dangling": "-> ../../../etc/no",
		nt + "/l1": "-> l2", nt + "/l2": "-> l3", nt + "/l3": "-> ../secret.md", nt + "/ok": "-> sub/b.md",
	}), []string{nt}, reads(map[string]string{
		nt + "/leak": "[outside]", nt + "/up/secret.md": "[outside]", nt + "/up/no": "[outside]", nt + "/dangling": "[outside]",
		nt + "/l1": "[outside]", nt + "/l3": "[outside]", nt + "/ok": "b",
	})},
	{"B2 loop of two", with(map[string]string{nt + "/l1": "-> l2", nt + "/l2": "-> l1"}), []string{nt}, reads(map[string]string{
		nt + "/l1": "[loop]", nt + "/l2/x": "[loop]",
	})},
	{"B2 the top through a link", with(map[string]string{nt + "/d": "-> ../../.."}), []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		for _, name := range []string{"/d", "/d/etc", "/d/etc/passwd", "/d/no"} {
			_, err := v.Stat(nt + name)
			want(t, "Stat "+name, "outside", err)
			want(t, "WriteFile "+name, "outside", v.WriteFile(nt+name, nil, 0o600))
			want(t, "Chmod "+name, "outside", v.Chmod(nt+name, 0o600))
			want(t, "Truncate "+name, "outside", v.Truncate(nt+name, 0))
			_, err = v.ReadDir(nt + name)
			want(t, "ReadDir "+name, "outside", err)
		}
		for _, name := range []string{"/d/etc", "/d/etc/passwd", "/d/no"} {
			want(t, "Remove "+name, "outside", v.Remove(nt+name))
			want(t, "RemoveAll "+name, "outside", v.RemoveAll(nt+name))
			want(t, "Mkdir "+name, "outside", v.Mkdir(nt+name, 0o700))
			want(t, "MkdirAll "+name+"/x", "outside", v.MkdirAll(nt+name+"/x", 0o700))
			want(t, "Symlink "+name, "outside", v.Symlink("x", nt+name))
			want(t, "Rename from "+name, "outside", v.Rename(nt+name, nt+"/y"))
			want(t, "Rename to "+name, "outside", v.Rename(nt+"/a.md", nt+name))
		}
	}},
	{"B3 CVE-2025-53109 new file through a linked parent", with(map[string]string{nt + "/out": "-> ../Scratch", nt + "/new": "-> ../made-by-link"}), []string{nt}, func(t *testing.T, v notesfs.View, admin system) {
		want(t, "WriteFile", "outside", v.WriteFile(nt+"/out/new.md", []byte("x"), 0o600))
		want(t, "WriteFile", "outside", v.WriteFile(nt+"/new", []byte("x"), 0o600))
		_, err := v.OpenFile(nt+"/new", os.O_CREATE|os.O_RDWR, 0o600)
		want(t, "OpenFile", "outside", err)
		for _, name := range []string{sc + "/new.md", "home/alice/made-by-link"} {
			if _, err := admin.Stat(name); err == nil {
				t.Errorf("%s was made", name)
			}
		}
	}},
	{"B4 root is a link", with(map[string]string{"tmp": "-> home/alice", "private": "-> tmp/Notes"}), []string{"private"}, func(t *testing.T, v notesfs.View, _ system) {
		reads(map[string]string{"private/a.md": "a", "private/sub/b.md": "b", nt + "/a.md": "a", "tmp/secret.md": "[outside]", "private/no": "[missing]"})(t, v, nil)
		_, err := v.Stat("private")
		want(t, "Stat", "ok", err)
		_, err = v.Lstat("private")
		want(t, "Lstat of the link itself", "outside", err)
		_, err = v.ReadLink("private")
		want(t, "ReadLink of the link itself", "outside", err)
		want(t, "Remove of the link itself", "outside", v.Remove("private"))
	}},
	{"B7 B11 names are not decoded", map[string]string{"n/a#b": "1", "n/a?b": "2", "n/%2e%2e/x": "3", "n%2Fevil/x": "4", "n/100%": "5", `n/..\etc`: "6"}, []string{"n"}, reads(map[string]string{
		"n/a#b": "1", "n/a?b": "2", "n/%2e%2e/x": "3", "n/100%": "5", `n/..\etc`: "6", "n%2Fevil/x": "[outside]",
	})},
	{"B12 malformed names", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		for _, name := range []string{"", "/", "/etc", "..", "../x", nt + "/..", nt + "/../x", nt + "/.", "./" + nt, nt + "/", nt + "//a.md", nt + "/a\x00b", nt + "/\xff"} {
			_, err := v.Stat(name)
			want(t, fmt.Sprintf("Stat %q", name), "invalid", err)
			want(t, fmt.Sprintf("WriteFile %q", name), "invalid", v.WriteFile(name, nil, 0o600))
			want(t, fmt.Sprintf("Rename %q", name), "invalid", v.Rename(nt+"/a.md", name))
			if name != "" {
				want(t, fmt.Sprintf("SetRoots %q", name), "invalid", v.SetRoots([]string{nt, name}))
			}
		}
		_, err := v.Stat(nt + "/" + strings.Repeat("x", 256))
		want(t, "256 bytes", "too long", err)
		_, err = v.Stat(nt + "/" + strings.Repeat("x", 255))
		want(t, "255 bytes", "missing", err)
		_, err = v.Stat(nt + strings.Repeat("/x", 2050))
		want(t, "4 KiB", "too long", err)
		if !slices.Equal(v.Roots(), []string{nt}) {
			t.Error("a refused set has changed the roots:", v.Roots())
		}
	}},
	{"B12 root is the top", notes, []string{"."}, func(t *testing.T, v notesfs.View, _ system) {
		reads(map[string]string{"etc/passwd": "root", nt + "/a.md": "a", "no": "[missing]"})(t, v, nil)
		want(t, "WriteFile", "ok", v.WriteFile("new", nil, 0o600))
		want(t, "Remove", "ok", v.Remove("new"))
		list, err := v.ReadDir(".")
		want(t, "ReadDir", "ok", err)
		if len(list) != 2 {
			t.Error(list)
		}
		want(t, "Remove .", "invalid", v.Remove("."))
		want(t, "Mkdir .", "exists", v.Mkdir(".", 0o700))
	}},
	{"B12 nested and overlapping roots", notes, []string{nt + "/sub", nt, nt}, func(t *testing.T, v notesfs.View, _ system) {
		reads(map[string]string{nt + "/a.md": "a", nt + "/sub/b.md": "b", "etc/passwd": "[outside]"})(t, v, nil)
		h, err := v.OpenFile(nt+"/sub/b.md", os.O_RDONLY, 0)
		must(t, err)
		must(t, v.SetRoots([]string{nt}))
		_, err = h.Stat()
		want(t, "handle, outer root left", "ok", err)
		must(t, v.SetRoots([]string{nt + "/sub"}))
		_, err = h.Stat()
		want(t, "handle, inner root left", "ok", err)
		reads(map[string]string{nt + "/a.md": "[outside]", nt + "/sub/b.md": "b"})(t, v, nil)
		must(t, h.Close())
	}},
	{"B19 no roots", notes, nil, func(t *testing.T, v notesfs.View, _ system) {
		reads(map[string]string{nt + "/a.md": "[outside]", ".": "[outside]", "no": "[outside]"})(t, v, nil)
		_, err := v.ReadDir(".")
		want(t, "ReadDir", "outside", err)
	}},
	{"B19 root is a file", notes, []string{nt + "/a.md"}, func(t *testing.T, v notesfs.View, _ system) {
		name := nt + "/a.md"
		reads(map[string]string{name: "a", nt + "/sub/b.md": "[outside]", name + "/x": "[not a directory]"})(t, v, nil)
		want(t, "WriteFile", "ok", v.WriteFile(name, []byte("new"), 0o600))
		want(t, "Truncate", "ok", v.Truncate(name, 1))
		reads(map[string]string{name: "n"})(t, v, nil)
		want(t, "Remove", "outside", v.Remove(name))
		want(t, "RemoveAll", "outside", v.RemoveAll(name))
		want(t, "Rename", "outside", v.Rename(name, nt+"/b.md"))
		_, err := v.Lstat(name)
		want(t, "Lstat", "ok", err)
	}},
	{"B19 root appears, vanishes and comes back", notes, []string{"later/notes"}, func(t *testing.T, v notesfs.View, admin system) {
		const a = "later/notes/a"
		reads(map[string]string{a: "[missing]", "later/x": "[outside]"})(t, v, nil)
		want(t, "Mkdir", "missing", v.Mkdir("later/notes", 0o700))
		want(t, "WriteFile", "missing", v.WriteFile(a, nil, 0o600))
		must(t, admin.MkdirAll("later/notes", 0o755))
		want(t, "WriteFile", "ok", v.WriteFile(a, []byte("1"), 0o600))
		must(t, admin.Rename("later/notes", "later/gone"))
		reads(map[string]string{a: "[missing]", "later/gone/a": "[outside]"})(t, v, nil)
		must(t, admin.Rename("later/gone", "later/notes"))
		reads(map[string]string{a: "1"})(t, v, nil)
		must(t, admin.RemoveAll("later"))
		reads(map[string]string{a: "[missing]"})(t, v, nil)
		must(t, admin.WriteFile("later", []byte("a file in the way"), 0o600))
		reads(map[string]string{a: "[missing]", "later": "[outside]"})(t, v, nil)
	}},
	{"refusals do not tell what is there", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		for _, op := range []func(name string) error{
			func(n string) error { _, err := v.Stat(n); return err },
			func(n string) error { _, err := v.Lstat(n); return err },
			func(n string) error { _, err := v.ReadFile(n); return err },
			func(n string) error { _, err := v.ReadDir(n); return err },
			func(n string) error { _, err := v.ReadLink(n); return err },
			func(n string) error { _, err := v.OpenFile(n, os.O_RDWR|os.O_CREATE, 0); return err },
			func(n string) error { return v.WriteFile(n, nil, 0) },
			func(n string) error { return v.Mkdir(n, 0) },
			func(n string) error { return v.Remove(n) },
			func(n string) error { return v.RemoveAll(n) },
			func(n string) error { return v.Truncate(n, 0) },
			func(n string) error { return v.Chmod(n, 0) },
			func(n string) error { return v.Chtimes(n, time.Time{}, time.Time{}) },
		} {
			there, not := op("home/alice/secret.md"), op("home/alice/nothing")
			var p *fs.PathError
			if !errors.As(there, &p) || p.Path != "home/alice/secret.md" || p.Err != notesfs.ErrOutsideRoots || !errors.Is(there, fs.ErrPermission) {
				t.Errorf("%#v", there)
			}
			if strings.ReplaceAll(there.Error(), "secret.md", "nothing") != not.Error() {
				t.Errorf("%q and %q tell them apart", there, not)
			}
		}
		for _, op := range []func(name string) error{
			func(n string) error { return v.Rename(n, nt+"/x") },
			func(n string) error { return v.Rename(nt+"/a.md", n) },
			func(n string) error { return v.Symlink("x", n) },
		} {
			there, not := op("home/alice/secret.md"), op("home/alice/nothing")
			var l *os.LinkError
			if !errors.As(there, &l) || l.Err != notesfs.ErrOutsideRoots {
				t.Errorf("%#v", there)
			}
			if strings.ReplaceAll(there.Error(), "secret.md", "nothing") != not.Error() {
				t.Errorf("%q and %q tell them apart", there, not)
			}
		}
	}},
	{"a link cannot feel its way outside", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		for i, target := range []string{"../../../etc/../home/alice/Notes/a.md", "../../../no/../home/alice/Notes/a.md", "../secret.md/../Notes/a.md"} {
			name := fmt.Sprintf("%s/probe%d", nt, i)
			must(t, v.Symlink(target, name))
			_, err := v.Stat(name)
			want(t, target, "outside", err)
		}
	}},
	{"links that point outside are things inside", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		must(t, v.Symlink("../secret.md", nt+"/l"))
		i, err := v.Lstat(nt + "/l")
		want(t, "Lstat", "ok", err)
		if i.Mode().Type() != fs.ModeSymlink {
			t.Error(i)
		}
		target, err := v.ReadLink(nt + "/l")
		want(t, "ReadLink", "ok", err)
		if target != "../secret.md" {
			t.Error(target)
		}
		want(t, "Rename", "ok", v.Rename(nt+"/l", nt+"/m"))
		want(t, "Remove", "ok", v.Remove(nt+"/m"))
	}},
	{"a root's own name", notes, []string{nt, sc}, func(t *testing.T, v notesfs.View, _ system) {
		want(t, "Remove", "outside", v.Remove(nt))
		want(t, "RemoveAll", "outside", v.RemoveAll(nt))
		want(t, "Rename", "outside", v.Rename(nt, nt+"2"))
		want(t, "Mkdir", "exists", v.Mkdir(nt, 0o700))
		want(t, "MkdirAll", "ok", v.MkdirAll(nt, 0o700))
		want(t, "Symlink", "exists", v.Symlink("x", nt))
		_, err := v.Stat(nt)
		want(t, "Stat", "ok", err)
		_, err = v.Lstat(nt)
		want(t, "Lstat", "ok", err)
		for _, dir := range []string{".", "home", "home/alice"} {
			_, err := v.ReadDir(dir)
			want(t, "ReadDir "+dir, "outside", err)
			_, err = v.Stat(dir)
			want(t, "Stat "+dir, "outside", err)
		}
		reads(map[string]string{nt + "/a.md": "a"})(t, v, nil)
	}},
	{"E17 SetRoots revokes handles for ever", notes, []string{nt, sc}, func(t *testing.T, v notesfs.View, _ system) {
		a, err := v.OpenFile(nt+"/a.md", os.O_RDWR, 0)
		must(t, err)
		s, err := v.OpenFile(sc+"/s.md", os.O_RDWR, 0)
		must(t, err)
		d, err := v.OpenFile(sc, os.O_RDONLY, 0)
		must(t, err)
		must(t, v.SetRoots([]string{nt}))
		must(t, v.SetRoots([]string{nt, sc}))
		_, err = a.Write([]byte("A"))
		want(t, "handle inside", "ok", err)
		for _, h := range []notesfs.Handle{s, d} {
			_, err = h.Read(make([]byte, 1))
			want(t, "Read", "outside", err)
			_, err = h.ReadAt(make([]byte, 1), 0)
			want(t, "ReadAt", "outside", err)
			_, err = h.Write([]byte("x"))
			want(t, "Write", "outside", err)
			_, err = h.WriteAt([]byte("x"), 0)
			want(t, "WriteAt", "outside", err)
			_, err = h.Seek(0, io.SeekStart)
			want(t, "Seek", "outside", err)
			_, err = h.ReadDir(-1)
			want(t, "ReadDir", "outside", err)
			_, err = h.Stat()
			want(t, "Stat", "outside", err)
			want(t, "Truncate", "outside", h.Truncate(0))
			want(t, "Sync", "outside", h.Sync())
			want(t, "Close", "ok", h.Close())
			want(t, "Close again", "closed", h.Close())
		}
		reads(map[string]string{nt + "/a.md": "A", sc + "/s.md": "s"})(t, v, nil)
		must(t, a.Close())
	}},
	{"E17 a removed file lives until SetRoots", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		h, err := v.OpenFile(nt+"/a.md", os.O_RDWR, 0)
		must(t, err)
		must(t, v.Remove(nt+"/a.md"))
		_, err = h.WriteAt([]byte("bc"), 1)
		want(t, "WriteAt", "ok", err)
		b := make([]byte, 3)
		if _, err := h.ReadAt(b, 0); err != nil || string(b) != "abc" {
			t.Error(b, err)
		}
		must(t, v.SetRoots([]string{nt}))
		_, err = h.Stat()
		want(t, "Stat", "outside", err)
		must(t, h.Close())
	}},
	{"E17 removal during iteration", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		for i := range 20 {
			must(t, v.WriteFile(fmt.Sprintf("%s/n%02d", nt, i), nil, 0o600))
		}
		h, err := v.OpenFile(nt, os.O_RDONLY, 0)
		must(t, err)
		seen := map[string]int{}
		for {
			list, err := h.ReadDir(3)
			for _, e := range list {
				seen[e.Name()]++
				if strings.HasPrefix(e.Name(), "n") {
					must(t, v.Remove(path.Join(nt, e.Name())))
				}
			}
			if err == io.EOF {
				break
			}
			must(t, err)
		}
		must(t, h.Close())
		if len(seen) != 22 {
			t.Error(seen)
		}
		for name, n := range seen {
			if n != 1 {
				t.Error(name, n)
			}
		}
	}},
	{"E17 names and sizes", nil, []string{"."}, func(t *testing.T, v notesfs.View, _ system) {
		for _, name := range []string{"two\nlines", "\u05e2\u05d1\u05e8\u05d9\u05ea", "\U0001F4DD note", "e\u0301", "\u00e9", " ", "-", "a\\b", strings.Repeat("\u00e9", 127)} {
			data := []byte(name)
			must(t, v.WriteFile(name, data, 0o600))
			reads(map[string]string{name: name})(t, v, nil)
		}
		list, err := v.ReadDir(".")
		must(t, err)
		if len(list) != 9 {
			t.Error("NFC and NFD must stay apart:", list)
		}
		for _, size := range []int{0, 1, 8191, 8192, 8193, 1 << 20} {
			data := strings.Repeat("x", size)
			must(t, v.WriteFile("size", []byte(data), 0o600))
			reads(map[string]string{"size": data})(t, v, nil)
		}
	}},
	{"entries and descriptions", notes, []string{nt}, func(t *testing.T, v notesfs.View, _ system) {
		must(t, v.Symlink("a.md", nt+"/l"))
		list, err := v.ReadDir(nt)
		must(t, err)
		var got []string
		for _, e := range list {
			i, err := e.Info()
			must(t, err)
			got = append(got, fmt.Sprint(e.Name(), e.Type(), i.Name(), i.Mode().Type()))
		}
		if !slices.Equal(got, []string{"a.md----------a.md----------", "lL---------lL---------", "subd---------subd---------"}) {
			t.Error(got)
		}
		must(t, v.SetRoots([]string{sc}))
		_, err = list[0].Info()
		want(t, "Info after SetRoots", "outside", err)
		must(t, v.SetRoots([]string{nt}))
		when := time.Unix(1700000000, 5000)
		must(t, v.Chtimes(nt+"/a.md", time.Time{}, when))
		must(t, v.Chmod(nt+"/a.md", 0o640))
		i, err := v.Stat(nt + "/l")
		must(t, err)
		if i.Name() != "l" || i.Mode() != 0o640 || !i.ModTime().Equal(when) || i.Size() != 1 {
			t.Error(i)
		}
	}},
}

func TestView(t *testing.T) {
	for _, impl := range views {
		t.Run(impl.name, func(t *testing.T) {
			for _, c := range viewCases {
				t.Run(c.name, func(t *testing.T) {
					v, admin := impl.make(t, c.roots...)
					plant(t, admin, c.tree)
					c.test(t, v, admin)
				})
			}
		})
	}
}
