package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"askback/notesfs"
	"askback/playground/host"
)

func undoLast(h *host.Host) { do(h, fmt.Sprintf("undo id=%d", h.State().Undo.ID)) }

func wantUndo(t *testing.T, h *host.Host, kind, name string, more int) {
	t.Helper()
	u := h.State().Undo
	if want := (host.Deed{Kind: kind, Name: name}); u.Deed != want || u.More != more || (u.ID == 0) != (kind == "") {
		t.Errorf("undo %+v, want %+v and %d more", u, want, more)
	}
}

// wantFiles compares the names and contents of all files.
func wantFiles(t *testing.T, files *notesfs.FS, want string) {
	t.Helper()
	var got []string
	entries, err := files.ReadDir("d")
	must(t, err)
	for _, e := range entries {
		data, err := files.ReadFile("d/" + e.Name())
		must(t, err)
		got = append(got, e.Name()+"="+string(data))
	}
	if text := strings.Join(got, " "); text != want {
		t.Errorf("files %q, want %q", text, want)
	}
}

// What calls did to the files is undone one by one, the latest first, and nothing
// else is: not the roots, not the calls. A call that did nothing is passed over.
func TestUndo(t *testing.T) {
	eachTree(t, map[string]string{"d/a": "1"}, []string{"d"}, func(files *notesfs.FS, h *host.Host, call func(func())) {
		wantUndo(t, h, "", "", 0)
		call(func() { must(t, files.WriteFile("d/a", []byte("2"), 0o644)) })
		wantUndo(t, h, host.DeedCall, "one", 0)
		call(func() {})
		wantUndo(t, h, host.DeedCall, "one", 0)
		do(h, "tool name=two")
		call(func() { must(t, files.Rename("d/a", "d/b")) })
		wantUndo(t, h, host.DeedCall, "two", 1)
		do(h, "root-add name=tmp")

		second := h.State().Undo.ID
		undoLast(h)
		do(h, fmt.Sprintf("undo id=%d", second)) // the second click of a double click
		wantUndo(t, h, host.DeedCall, "one", 0)
		wantFiles(t, files, "a=2")
		s := h.State()
		if want := (host.Deed{Kind: host.DeedCall, Name: "two"}); s.Undone != want || len(s.Roots) != 2 || len(s.Calls) != 3 {
			t.Errorf("undone %+v, %d roots, %d calls", s.Undone, len(s.Roots), len(s.Calls))
		}
		for _, line := range lines(s.Tree) {
			if strings.Contains(line, "moved") || strings.Contains(line, "changed") {
				t.Errorf("after undoing: %q", line)
			}
		}

		undoLast(h)
		wantFiles(t, files, "a=1")
		wantUndo(t, h, "", "", 0)
		for _, nonsense := range []string{"undo id=0", "undo id=-1", "undo id=x", "undo"} {
			do(h, nonsense)
		}
		wantFiles(t, files, "a=1")
		call(func() { must(t, files.WriteFile("d/a", []byte("3"), 0o644)) })
		if s := h.State(); s.Undone != (host.Deed{}) {
			t.Errorf("undone still: %+v", s.Undone)
		}
	})
}

// Putting the files back can itself be undone: a play does it unasked.
func TestUndoReset(t *testing.T) {
	eachTree(t, map[string]string{"d/a": "1"}, nil, func(files *notesfs.FS, h *host.Host, call func(func())) {
		do(h, "reset")
		wantUndo(t, h, "", "", 0)
		call(func() { must(t, files.WriteFile("d/a", []byte("2"), 0o644)) })
		do(h, "reset")
		wantFiles(t, files, "a=1")
		wantUndo(t, h, host.DeedReset, "", 1)
		undoLast(h)
		wantFiles(t, files, "a=2")
	})
}

// No more is kept than a person would undo, and a page can hold.
func TestUndoIsBounded(t *testing.T) {
	eachTree(t, map[string]string{"d/a": ""}, nil, func(files *notesfs.FS, h *host.Host, call func(func())) {
		for i := range 30 {
			call(func() { must(t, files.WriteFile("d/a", []byte(fmt.Sprint(i)), 0o644)) })
		}
		wantUndo(t, h, host.DeedCall, "one", 19)
		for range 25 {
			undoLast(h)
		}
		wantFiles(t, files, "a=9")

		big := slices.Repeat([]byte("x"), 40<<20)
		call(func() { must(t, files.WriteFile("d/big", big, 0o644)) })
		call(func() { must(t, files.WriteFile("d/a", []byte("1"), 0o644)) })
		wantUndo(t, h, host.DeedCall, "one", 1)
		call(func() { must(t, files.WriteFile("d/a", []byte("2"), 0o644)) })
		wantUndo(t, h, host.DeedCall, "one", 0) // two of 40 MB are more than 64
		undoLast(h)
		if data, err := files.ReadFile("d/a"); err != nil || string(data) != "1" {
			t.Errorf("%q, %v", data, err)
		}
	})
}
