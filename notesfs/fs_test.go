package notesfs_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"askback/notesfs"
)

var sample = map[string]string{
	"home/alice/Documents/Notes/tps-2024.md": "TPS report 2024",
	"home/alice/Documents/Notes/tps-2025.md": "TPS report 2025",
	"home/alice/Documents/Notes/sub/":        "",
	"home/alice/Documents/Notes/latest":      "-> tps-2025.md",
	"home/alice/.ssh/id":                     "secret",
	"tmp/outside.md":                         "outside",
	"top.md":                                 "top",
}

func TestFSTest(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, sample)
	must(t, fstest.TestFS(f, "home/alice/Documents/Notes/latest", "home/alice/.ssh/id", "top.md"))
	must(t, fstest.TestFS(f.Snapshot(), "home/alice/Documents/Notes/latest", "home/alice/.ssh/id", "top.md"))
	s, err := notesfs.NewScope(f, ".")
	must(t, err)
	must(t, fstest.TestFS(s, "home/alice/Documents/Notes/latest", "home/alice/.ssh/id", "top.md"))
}

func TestScopeBasics(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, sample)
	s, err := notesfs.NewScope(f, "home/alice/Documents/Notes")
	must(t, err)
	if b, err := s.ReadFile("home/alice/Documents/Notes/latest"); string(b) != "TPS report 2025" {
		t.Fatal(b, err)
	}
	for _, name := range []string{"home", ".", "top.md", "missing", "home/alice/.ssh/id", "home/alice/Documents"} {
		if _, err := s.Stat(name); !errors.Is(err, notesfs.ErrOutsideRoots) || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("Stat(%q): %v", name, err)
		}
	}
	h, err := s.OpenFile("home/alice/Documents/Notes/new.md", os.O_RDWR|os.O_CREATE, 0o644)
	must(t, err)
	_, err = h.Write([]byte("hello"))
	must(t, err)
	must(t, s.SetRoots(nil))
	if _, err := h.Write([]byte("hello")); !errors.Is(err, notesfs.ErrOutsideRoots) {
		t.Error(err)
	}
	must(t, h.Close())
}

func TestSnapshotRoundTrip(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, sample)
	a := f.Snapshot()
	must(t, f.Rename("home/alice/Documents", "home/alice/Docs"))
	must(t, f.Remove("top.md"))
	must(t, f.WriteFile("tmp/outside.md", []byte("x"), 0))
	b := f.Snapshot()
	t.Log(notesfs.Diff(a, b))
	data, err := b.MarshalBinary()
	must(t, err)
	c, err := notesfs.UnmarshalSnapshot(data)
	must(t, err)
	if d := notesfs.Diff(b, c); len(d) != 0 {
		t.Error(d)
	}
	t.Log(notesfs.Diff(a, c))
	f.Restore(c)
	must(t, fstest.TestFS(f, "home/alice/Docs/Notes/latest"))
	f.Restore(a)
	must(t, fstest.TestFS(f, "home/alice/Documents/Notes/latest", "top.md"))
}
