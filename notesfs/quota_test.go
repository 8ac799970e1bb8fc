package notesfs_test

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"askback/notesfs"
)

func TestQuotaBytes(t *testing.T) {
	f := notesfs.New(&notesfs.Options{MaxBytes: 100})
	must(t, f.WriteFile("a", make([]byte, 60), 0o600))
	h, err := f.OpenFile("a", os.O_RDWR|os.O_APPEND, 0)
	must(t, err)
	full := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, notesfs.ErrQuota) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", what, err)
		}
	}
	full("WriteFile of a new file", f.WriteFile("b", make([]byte, 41), 0o600))
	full("WriteFile", f.WriteFile("a", make([]byte, 101), 0o600))
	full("Truncate", f.Truncate("a", 101))
	full("Symlink", f.Symlink(strings.Repeat("x", 41), "l"))
	n, err := h.Write(make([]byte, 41))
	full("Write", err)
	if i, _ := h.Stat(); n != 0 || i.Size() != 60 {
		t.Error("half written:", n, i.Size())
	}
	if _, err := f.Stat("b"); err == nil {
		t.Error("b was made")
	}
	must(t, f.WriteFile("b", make([]byte, 40), 0o600))
	must(t, f.WriteFile("b", make([]byte, 39), 0o600))
	must(t, f.Remove("a"))
	if bytes, entries := f.Usage(); bytes != 99 || entries != 2 {
		t.Error("a removed file that is open must count:", bytes, entries)
	}
	full("WriteFile", f.WriteFile("c", make([]byte, 2), 0o600))
	must(t, h.Truncate(0))
	must(t, f.WriteFile("c", make([]byte, 2), 0o600))
	must(t, h.Close())
	if bytes, entries := f.Usage(); bytes != 41 || entries != 2 {
		t.Error(bytes, entries)
	}
}

func TestQuotaEntries(t *testing.T) {
	f := notesfs.New(&notesfs.Options{MaxEntries: 3})
	must(t, f.Mkdir("d", 0o700))
	if err := f.MkdirAll("d/e/f/g", 0o700); !errors.Is(err, notesfs.ErrQuota) {
		t.Error(err)
	}
	if list, _ := f.ReadDir("d"); len(list) != 0 {
		t.Error("MkdirAll is all or none:", list)
	}
	must(t, f.MkdirAll("d/e/f", 0o700))
	for _, err := range []error{f.Mkdir("x", 0), f.WriteFile("x", nil, 0), f.Symlink("x", "x")} {
		if !errors.Is(err, notesfs.ErrQuota) {
			t.Error(err)
		}
	}
	must(t, f.Rename("d/e/f", "x"))
	must(t, f.RemoveAll("d"))
	if _, entries := f.Usage(); entries != 1 {
		t.Error(entries)
	}
}

func TestFileLimit(t *testing.T) {
	f := notesfs.New(nil)
	must(t, f.WriteFile("f", nil, 0o600))
	if err := f.Truncate("f", 1<<30+1); !errors.Is(err, syscall.EFBIG) {
		t.Error(err)
	}
	h, err := f.OpenFile("f", os.O_RDWR, 0)
	must(t, err)
	for _, off := range []int64{1 << 30, 1<<63 - 1} {
		if _, err := h.WriteAt([]byte("x"), off); !errors.Is(err, syscall.EFBIG) {
			t.Error(err)
		}
	}
	must(t, f.Truncate("f", 1<<30)) // holes take no memory
	if _, err := h.ReadAt(make([]byte, 10), 1<<29); err != nil {
		t.Error(err)
	}
}

func TestTimes(t *testing.T) {
	now := time.Unix(100, 0)
	f := notesfs.New(&notesfs.Options{Now: func() time.Time { return now }})
	mtime := func(name string) int64 {
		i, err := f.Stat(name)
		must(t, err)
		return i.ModTime().Unix()
	}
	at := func(sec int64, do func() error) {
		t.Helper()
		now = time.Unix(sec, 0)
		must(t, do())
	}
	is := func(name string, want int64) {
		t.Helper()
		if got := mtime(name); got != want {
			t.Errorf("%s was changed at %d, want %d", name, got, want)
		}
	}
	at(101, func() error { return f.Mkdir("d", 0o700) })
	at(102, func() error { return f.WriteFile("d/f", []byte("x"), 0o600) })
	is(".", 101)
	is("d", 102)
	at(103, func() error { return f.WriteFile("d/f", []byte("y"), 0o600) })
	is("d", 102)
	is("d/f", 103)
	at(104, func() error { return f.Chmod("d/f", 0o640) })
	is("d/f", 103)
	at(105, func() error { return f.Rename("d/f", "f") })
	is("f", 103)
	is("d", 105)
	is(".", 105)
	h, err := f.OpenFile("f", os.O_RDWR, 0)
	must(t, err)
	at(106, func() error { _, err := h.Write(nil); return err })
	is("f", 103)
	at(107, func() error { _, err := h.Write([]byte("z")); return err })
	is("f", 107)
	at(108, func() error { return f.Truncate("f", 1) })
	is("f", 108)
	at(109, func() error { return f.Chtimes("f", time.Time{}, time.Time{}) })
	is("f", 108)
	if err := f.Chtimes("f", now, time.Unix(1<<40, 0)); !errors.Is(err, syscall.EINVAL) {
		t.Error(err)
	}
	at(110, func() error { return f.Remove("f") })
	is(".", 110)
}
