package notesfs_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"
	"testing"
	"time"

	"askback/notesfs"
)

func TestSnapshotKeeps(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, sample)
	must(t, f.WriteFile("big", bytes.Repeat([]byte("0123456789"), 5000), 0o600))
	h, err := f.OpenFile("big", os.O_RDWR, 0)
	must(t, err)
	s := f.Snapshot()
	before, err := s.MarshalBinary()
	must(t, err)
	for _, off := range []int64{0, 8191, 49_990} {
		_, err = h.WriteAt([]byte("changed"), off)
		must(t, err)
		f.Snapshot()
	}
	must(t, h.Truncate(20_000))
	must(t, h.Truncate(60_000))
	must(t, f.RemoveAll("home"))
	must(t, f.WriteFile("top.md", []byte("new"), 0o600))
	if after, _ := s.MarshalBinary(); !bytes.Equal(before, after) {
		t.Error("the snapshot has changed")
	}
	if data, err := s.ReadFile("home/alice/Documents/Notes/latest"); string(data) != "TPS report 2025" {
		t.Error(data, err)
	}
	data, err := f.ReadFile("big")
	must(t, err)
	wantData := bytes.Repeat([]byte("0123456789"), 5000)
	copy(wantData, "changed")
	copy(wantData[8191:], "changed")
	wantData = append(wantData[:20_000], make([]byte, 40_000)...)
	if !bytes.Equal(data, wantData) {
		t.Error("wrong content")
	}
}

func TestRestoreAndHandles(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, map[string]string{"old": "old", "gone": "gone"})
	open := func(name string) *notesfs.File {
		h, err := f.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		must(t, err)
		return h
	}
	text := func(h *notesfs.File) string {
		b := make([]byte, 20)
		n, err := h.ReadAt(b, 0)
		if n == 0 {
			return fmt.Sprint(errors.Unwrap(err))
		}
		return string(b[:n])
	}
	is := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	old, gone := open("old"), open("gone")
	again := open("old")
	s := f.Snapshot()
	must(t, f.Rename("old", "renamed"))
	must(t, f.WriteFile("renamed", []byte("changed"), 0o600))
	must(t, f.Remove("gone"))
	made := open("made")
	f.Restore(s)
	is("handle of a file that changed", text(old), "old")
	is("handle of a removed file", text(gone), "gone")
	is("handle of a file that came later", text(made), "stale file handle")
	_, err := gone.WriteAt([]byte("G"), 0)
	must(t, err)
	if data, _ := f.ReadFile("gone"); string(data) != "gone" {
		t.Error("the removed file and the restored one must be two")
	}
	must(t, f.WriteFile("new", []byte("new"), 0o600))
	is("after a new file was made", text(made), "stale file handle")

	other := notesfs.New(nil)
	plant(t, memory{other}, map[string]string{"old": "theirs", "gone": "theirs"})
	f.Restore(other.Snapshot())
	is("handle, another tree", text(old), "stale file handle")
	is("handle of a removed file, another tree", text(gone), "Gone")
	f.Restore(s)
	is("handle, back from another tree", text(old), "stale file handle")
	anew := open("old")
	for _, h := range []*notesfs.File{again, old, gone, made} {
		must(t, h.Close())
	}
	must(t, f.Remove("old"))
	is("handle opened after all that", text(anew), "old")
	must(t, anew.Close())
	if bytes, _ := f.Usage(); bytes != 4 {
		t.Error(bytes)
	}
}

func TestScopeAfterRestore(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, map[string]string{"r/f": "1"})
	s, err := notesfs.NewScope(f, "r")
	must(t, err)
	with := f.Snapshot()
	h, err := s.OpenFile("r/f", os.O_RDWR, 0)
	must(t, err)
	must(t, f.Rename("r", "elsewhere"))
	without := f.Snapshot()
	_, err = h.Stat()
	want(t, "Stat, moved out", "outside", err)
	f.Restore(with)
	_, err = h.Stat()
	want(t, "Stat, restored inside", "ok", err)
	f.Restore(without)
	_, err = h.Stat()
	want(t, "Stat, restored outside", "outside", err)
	_, err = s.Stat("r/f")
	want(t, "Stat of the name", "missing", err)
}

func TestDiff(t *testing.T) {
	tests := []struct {
		name      string
		change    func(f *notesfs.FS) error
		byFile    string // one tree before and after
		elsewhere string // two trees
	}{
		{"nothing", func(f *notesfs.FS) error { return nil }, "[]", "[]"},
		{"times", func(f *notesfs.FS) error { return f.Chtimes("d/f", time.Time{}, time.Unix(1, 0)) }, "[]", "[]"},
		{"same content", func(f *notesfs.FS) error { return f.WriteFile("d/f", []byte("f"), 0) }, "[]", "[]"},
		{"content", func(f *notesfs.FS) error { return f.WriteFile("d/f", []byte("g"), 0) }, "[changed d/f]", "[changed d/f]"},
		{"mode", func(f *notesfs.FS) error { return f.Chmod("d", 0o700) }, "[changed d]", "[changed d]"},
		{"created", func(f *notesfs.FS) error { return f.WriteFile("d/a", nil, 0) }, "[created d/a]", "[created d/a]"},
		{"removed", func(f *notesfs.FS) error { return f.RemoveAll("d") }, "[removed d removed d/f removed d/l]", "[removed d removed d/f removed d/l]"},
		{"moved", func(f *notesfs.FS) error { return f.Rename("d/f", "g") }, "[moved d/f to g]", "[removed d/f created g]"},
		{"directory moved", func(f *notesfs.FS) error { return f.Rename("d", "e") }, "[moved d to e]", "[removed d removed d/f removed d/l created e created e/f created e/l]"},
		{"moved and changed", func(f *notesfs.FS) error {
			return errors.Join(f.Rename("d", "e"), f.WriteFile("e/f", []byte("new"), 0))
		}, "[moved d to e changed e/f]", "[removed d removed d/f removed d/l created e created e/f created e/l]"},
		{"replaced", func(f *notesfs.FS) error {
			return errors.Join(f.WriteFile("tmp", []byte("new"), 0o644), f.Rename("tmp", "d/f"))
		}, "[changed d/f]", "[changed d/f]"},
		{"another kind", func(f *notesfs.FS) error {
			return errors.Join(f.Remove("d/f"), f.Mkdir("d/f", 0o755))
		}, "[removed d/f created d/f]", "[removed d/f created d/f]"},
		{"swapped", func(f *notesfs.FS) error {
			return errors.Join(f.Rename("d/f", "t"), f.Rename("d/l", "d/f"), f.Rename("t", "d/l"))
		}, "[moved d/l to d/f moved d/f to d/l]", "[removed d/f created d/f removed d/l created d/l]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := notesfs.New(nil)
			plant(t, memory{f}, map[string]string{"d/f": "f", "d/l": "-> f", "x": "x"})
			a := f.Snapshot()
			data, err := a.MarshalBinary()
			must(t, err)
			loaded, err := notesfs.UnmarshalSnapshot(data)
			must(t, err)
			must(t, tt.change(f))
			b := f.Snapshot()
			if got := fmt.Sprint(notesfs.Diff(a, b)); got != tt.byFile {
				t.Errorf("one tree: %s, want %s", got, tt.byFile)
			}
			if got := fmt.Sprint(notesfs.Diff(loaded, b)); got != tt.elsewhere {
				t.Errorf("two trees: %s, want %s", got, tt.elsewhere)
			}
		})
	}
}

func serialSample(t testing.TB) []byte {
	f := notesfs.New(&notesfs.Options{Now: func() time.Time { return time.Unix(1700000000, 0) }})
	plant(t, memory{f}, map[string]string{"d/e/f": "content", "d/l": "-> e/f", "a": ""})
	must(t, f.Chmod("d", fs.ModeSticky|0o1))
	data, err := f.Snapshot().MarshalBinary()
	must(t, err)
	return data
}

func TestSerialIsOfTheTreeAlone(t *testing.T) {
	clock := &notesfs.Options{Now: func() time.Time { return time.Unix(5, 0) }}
	f, g := notesfs.New(clock), notesfs.New(clock)
	plant(t, memory{f}, map[string]string{"a/b": "1", "c": "2"})
	plant(t, memory{g}, map[string]string{"x": "", "c": "", "a/z": "1"})
	f.Snapshot()
	must(t, g.Rename("a/z", "a/b"))
	must(t, g.Remove("x"))
	must(t, g.WriteFile("c", []byte("2"), 0o600))
	a, _ := f.Snapshot().MarshalBinary()
	b, _ := g.Snapshot().MarshalBinary()
	if !bytes.Equal(a, b) {
		t.Errorf("%q\n%q", a, b)
	}
}

// TestSerialDamage flips, cuts and extends. A checksum that fits does not save
// what is wrong.
func TestSerialDamage(t *testing.T) {
	good := serialSample(t)
	refused := func(what string, data []byte) {
		t.Helper()
		if s, err := notesfs.UnmarshalSnapshot(data); s != nil || !errors.Is(err, notesfs.ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range good {
		refused(fmt.Sprint("cut at ", i), good[:i])
		bad := slices.Clone(good)
		bad[i] ^= 0x20
		refused(fmt.Sprint("flipped at ", i), bad)
	}
	refused("extended", append(slices.Clone(good), 0))
	body := func(s string) []byte { return sign(append(slices.Clone(good[:8]), s...)) }
	refused("empty", body(""))
	refused("file at the top", body("\x00\x00\x00"))
	for what, entry := range map[string]string{
		"no entry":      "",
		"empty name":    "\x00\x00\x00\x00",
		"dot":           "\x01.\x00\x00\x00",
		"dot dot":       "\x02..\x00\x00\x00",
		"slash":         "\x03a/b\x00\x00\x00",
		"NUL":           "\x01\x00\x00\x00\x00",
		"not UTF-8":     "\x01\xff\x00\x00\x00",
		"unknown kind":  "\x01a\x03\x00\x00",
		"huge content":  "\x01a\x00\x00\xff\xff\xff\xff\x7f",
		"huge count":    "\x01a\x01\x00\xff\xff\xff\xff\x7f",
		"long number":   "\x01a\x80\x00\x00\x00",
		"empty target":  "\x01a\xfe\x0f\x00\x00",
		"trailing data": "\x01a\x00\x00\x00!",
	} {
		refused(what, body("\x01\x00\x01"+entry))
	}
	refused("names out of order", body("\x01\x00\x02\x01b\x00\x00\x00\x01a\x00\x00\x00"))
	refused("a name twice", body("\x01\x00\x02\x01a\x00\x00\x00\x01a\x00\x00\x00"))
	if _, err := notesfs.UnmarshalSnapshot(body("\x01\x00\x02\x01a\x00\x00\x00\x01b\x00\x00\x00")); err != nil {
		t.Error(err)
	}
}

func sign(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

func FuzzUnmarshalSnapshot(f *testing.F) {
	f.Add(serialSample(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, sign(append([]byte("notesfs\x01"), data...))} {
			s, err := notesfs.UnmarshalSnapshot(data)
			if err != nil {
				if !errors.Is(err, notesfs.ErrCorrupt) {
					t.Fatal(err)
				}
				continue
			}
			again, err := s.MarshalBinary()
			must(t, err)
			if !bytes.Equal(data, again) {
				t.Fatalf("%q became %q", data, again)
			}
			f := notesfs.New(nil)
			f.Restore(s)
			must(t, fs.WalkDir(f, ".", func(_ string, _ fs.DirEntry, err error) error { return err }))
		}
	})
}

func TestDeepTree(t *testing.T) {
	f := notesfs.New(nil)
	must(t, f.Mkdir("d", 0o700))
	for range 5000 {
		must(t, f.Mkdir("e", 0o700))
		must(t, f.Rename("d", "e/d"))
		must(t, f.Rename("e", "d"))
	}
	a := f.Snapshot()
	data, err := a.MarshalBinary()
	must(t, err)
	b, err := notesfs.UnmarshalSnapshot(data)
	must(t, err)
	f.Restore(b)
	must(t, f.RemoveAll("d"))
	if _, entries := f.Usage(); entries != 0 {
		t.Error(entries)
	}
}

func TestSnapshotLen(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, map[string]string{"d/a": "", "d/b": "", "d/e/f": "", "l": "-> d"})
	s := f.Snapshot()
	must(t, f.Remove("d/a"))
	for name, want := range map[string]int{".": 2, "d": 3, "d/e": 1, "l": 3, "d/a": 0, "nothing": 0, "/bad": 0} {
		if got := s.Len(name); got != want {
			t.Errorf("%s has %d entries, want %d", name, got, want)
		}
	}
}
