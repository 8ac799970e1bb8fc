package notesfs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"

	"askback/notesfs"
)

// Each case is what a published in-memory file system gets wrong, with the
// number it has in our collection of bug reports.
var bugCases = []struct {
	name string
	tree map[string]string
	test func(t *testing.T, f *notesfs.FS)
}{
	{"E1 renaming a directory beside one with the same prefix", map[string]string{"c/sub1/f": "1", "c/sub10/g": "2"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "Rename", "ok", f.Rename("c/sub1", "c/sub2"))
		has(t, f, map[string]string{"c/sub2/f": "1", "c/sub10/g": "2", "c/sub1/f": "[missing]"})
	}},
	{"E2 file renamed onto a directory", map[string]string{"a/f": "f", "a/d/": ""}, func(t *testing.T, f *notesfs.FS) {
		want(t, "Rename", "exists", f.Rename("a/f", "a/d"))
		has(t, f, map[string]string{"a/f": "f", "a/d": "[directory]"})
	}},
	{"E2 directory renamed onto one that is not empty", map[string]string{"b/s/f": "1", "b/t/g": "2"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "Rename", "exists", f.Rename("b/s", "b/t"))
		has(t, f, map[string]string{"b/s/f": "1", "b/t/g": "2"})
	}},
	{"E2 directory renamed below itself", map[string]string{"d/x/": "", "l": "-> d/x"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "Rename", "invalid", f.Rename("d", "d/x/y"))
		want(t, "Rename", "invalid", f.Rename("d", "l/y"))
		want(t, "Rename", "exists", f.Rename("d", "d"))
		has(t, f, map[string]string{"d/x": "[directory]"})
	}},
	{"E3 removing a directory that is not empty", map[string]string{"e/x/f": "f"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "Remove", "not empty", f.Remove("e/x"))
		has(t, f, map[string]string{"e/x/f": "f"})
	}},
	{"E6 O_EXCL without O_CREATE", map[string]string{"f": "f"}, func(t *testing.T, f *notesfs.FS) {
		h, err := f.OpenFile("f", os.O_RDWR|os.O_EXCL, 0)
		want(t, "OpenFile", "ok", err)
		must(t, h.Close())
	}},
	{"E8 racing Mkdir", nil, func(t *testing.T, f *notesfs.FS) {
		for i := range 100 {
			var made [2]error
			var wg sync.WaitGroup
			for k := range made {
				wg.Go(func() { made[k] = f.Mkdir(fmt.Sprint(i), 0o700) })
			}
			wg.Wait()
			if (made[0] == nil) == (made[1] == nil) {
				t.Fatal(made)
			}
		}
	}},
	{"E8 no file is lost from 10,000 made at once", map[string]string{"d/": ""}, func(t *testing.T, f *notesfs.FS) {
		var wg sync.WaitGroup
		for g := range 10 {
			wg.Go(func() {
				for i := range 1000 {
					if err := f.WriteFile(fmt.Sprintf("d/%d-%d", i, g), nil, 0o600); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		list, err := f.ReadDir("d")
		must(t, err)
		if len(list) != 10_000 {
			t.Error(len(list))
		}
	}},
	{"E9 directory read as a file", map[string]string{"d/": ""}, func(t *testing.T, f *notesfs.FS) {
		has(t, f, map[string]string{"d": "[directory]"})
		_, err := f.OpenFile("d", os.O_RDWR, 0)
		want(t, "OpenFile", "directory", err)
		h, err := f.Open("d")
		must(t, err)
		_, err = h.Read(make([]byte, 1))
		want(t, "Read", "directory", err)
	}},
	{"E10 file used as a directory", map[string]string{"h": "h"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "WriteFile", "not a directory", f.WriteFile("h/child", nil, 0o600))
		want(t, "MkdirAll", "not a directory", f.MkdirAll("h/j/k", 0o700))
		want(t, "Mkdir", "not a directory", f.Mkdir("h/j", 0o700))
		has(t, f, map[string]string{"h": "h", "h/child": "[not a directory]"})
	}},
	{"E10 missing parents, NUL and empty names", nil, func(t *testing.T, f *notesfs.FS) {
		want(t, "WriteFile", "missing", f.WriteFile("no/f", nil, 0o600))
		want(t, "Mkdir", "missing", f.Mkdir("no/d", 0o700))
		for _, name := range []string{"", "a\x00b", "a//b", "/a"} {
			want(t, fmt.Sprintf("WriteFile %q", name), "invalid", f.WriteFile(name, nil, 0o600))
			want(t, fmt.Sprintf("Mkdir %q", name), "invalid", f.Mkdir(name, 0o700))
		}
	}},
	{"E13 negative offsets", map[string]string{"f": "f"}, func(t *testing.T, f *notesfs.FS) {
		h, err := f.OpenFile("f", os.O_RDWR, 0)
		must(t, err)
		_, err = h.Seek(-1, 0)
		want(t, "Seek", "invalid", err)
		if _, err := h.ReadAt(make([]byte, 1), -1); err == nil {
			t.Error("ReadAt(-1) succeeded")
		}
		if _, err := h.WriteAt(make([]byte, 1), -1); err == nil {
			t.Error("WriteAt(-1) succeeded")
		}
		want(t, "Truncate", "invalid", h.Truncate(-1))
	}},
	{"E15 loop of two links", map[string]string{"l1": "-> l2", "l2": "-> l1", "me": "-> me"}, func(t *testing.T, f *notesfs.FS) {
		has(t, f, map[string]string{"l1": "[loop]", "l2/x": "[loop]", "me": "[loop]"})
		want(t, "WriteFile", "loop", f.WriteFile("l1", nil, 0o600))
		want(t, "Remove", "ok", f.Remove("l1"))
	}},
	{"E16 40 links are followed and 41 are not", map[string]string{"l0": "end"}, func(t *testing.T, f *notesfs.FS) {
		for i := range 41 {
			must(t, f.Symlink(fmt.Sprint("l", i), fmt.Sprint("l", i+1)))
		}
		has(t, f, map[string]string{"l40": "end", "l41": "[loop]"})
	}},
	{"E16 dangling links", map[string]string{"d/l": "-> ../made", "x": "-> no/where", "m": "-> nodir"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "WriteFile", "ok", f.WriteFile("d/l", []byte("through"), 0o600))
		has(t, f, map[string]string{"made": "through", "x": "[missing]"})
		want(t, "WriteFile", "missing", f.WriteFile("x", nil, 0o600))
		_, err := f.OpenFile("m", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		want(t, "O_EXCL", "exists", err)
		want(t, "Mkdir", "exists", f.Mkdir("m", 0o700))
		want(t, "MkdirAll", "exists", f.MkdirAll("m/n", 0o700))
		_, err = f.Stat("m")
		want(t, "Stat", "missing", err)
		_, err = f.Lstat("m")
		want(t, "Lstat", "ok", err)
	}},
	{"E16 a link's target can make no invalid name", map[string]string{"bad": "-> \xff", "long": "-> " + strings.Repeat("x", 256)}, func(t *testing.T, f *notesfs.FS) {
		want(t, "WriteFile", "invalid", f.WriteFile("bad", nil, 0o600))
		want(t, "WriteFile", "too long", f.WriteFile("long", nil, 0o600))
		want(t, "Symlink", "missing", f.Symlink("", "e"))
		want(t, "Symlink", "invalid", f.Symlink("a\x00", "e"))
		want(t, "Symlink", "too long", f.Symlink(strings.Repeat("x", 4096), "e"))
	}},
	{"E17 a directory of 10,000 notes, removed while it is read", map[string]string{"d/": ""}, func(t *testing.T, f *notesfs.FS) {
		for i := range 10_000 {
			must(t, f.WriteFile(fmt.Sprintf("d/%d", i), nil, 0o600))
		}
		h, err := f.OpenFile("d", os.O_RDONLY, 0)
		must(t, err)
		n := 0
		for {
			list, err := h.ReadDir(100)
			if err != nil {
				break
			}
			n += len(list)
			for _, e := range list {
				must(t, f.Remove("d/"+e.Name()))
			}
		}
		if list, _ := f.ReadDir("d"); n != 10_000 || len(list) != 0 {
			t.Error(n, len(list))
		}
	}},
	{"E17 a file renamed across roots takes its handles along", map[string]string{"r1/f": "f", "r2/": "", "out/": ""}, func(t *testing.T, f *notesfs.FS) {
		s, err := notesfs.NewScope(f, "r1", "r2")
		must(t, err)
		h, err := s.OpenFile("r1/f", os.O_RDWR, 0)
		must(t, err)
		want(t, "Rename across roots", "ok", s.Rename("r1/f", "r2/g"))
		_, err = h.Stat()
		want(t, "Stat", "ok", err)
		want(t, "Rename out", "outside", s.Rename("r2/g", "out/g"))
		must(t, f.Rename("r2/g", "out/g"))
		_, err = h.Write([]byte("x"))
		want(t, "Write outside", "outside", err)
		must(t, f.Rename("out/g", "r1/f"))
		_, err = h.Write([]byte("x"))
		want(t, "Write, moved back", "ok", err)
	}},
	{"E17 a directory moved out of scope with handles below it", map[string]string{"r/d/e/f": "f", "out/": ""}, func(t *testing.T, f *notesfs.FS) {
		s, err := notesfs.NewScope(f, "r")
		must(t, err)
		h, err := s.OpenFile("r/d/e/f", os.O_RDWR, 0)
		must(t, err)
		d, err := s.OpenFile("r/d", os.O_RDONLY, 0)
		must(t, err)
		must(t, f.Rename("r/d", "out/d"))
		_, err = h.Write([]byte("x"))
		want(t, "Write", "outside", err)
		_, err = d.ReadDir(-1)
		want(t, "ReadDir", "outside", err)
		has(t, f, map[string]string{"out/d/e/f": "f"})
	}},
	{"E17 the same title twice", map[string]string{"a/note": "1", "b/note": "2"}, func(t *testing.T, f *notesfs.FS) {
		want(t, "Rename", "ok", f.Rename("a/note", "b/note"))
		has(t, f, map[string]string{"b/note": "1", "a/note": "[missing]"})
	}},
}

func has(t *testing.T, f *notesfs.FS, names map[string]string) {
	t.Helper()
	s, err := notesfs.NewScope(f, ".")
	must(t, err)
	reads(names)(t, s, nil)
}

func TestBugs(t *testing.T) {
	for _, c := range bugCases {
		t.Run(c.name, func(t *testing.T) {
			f := notesfs.New(nil)
			plant(t, memory{f}, c.tree)
			c.test(t, f)
		})
	}
}

func TestErrorsAreThoseOfOs(t *testing.T) {
	f := notesfs.New(nil)
	_, err := f.Open("no")
	var p *fs.PathError
	if !errors.As(err, &p) || p.Op != "open" || p.Path != "no" || !os.IsNotExist(err) {
		t.Errorf("%#v", err)
	}
	var l *os.LinkError
	if err := f.Rename("no", "no2"); !errors.As(err, &l) || l.Old != "no" || l.New != "no2" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%#v", err)
	}
	if f, err := f.Open("no"); f != nil || err == nil {
		t.Error("Open returned a file with its error")
	}
}
