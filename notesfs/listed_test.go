package notesfs_test

import (
	"errors"
	"testing"

	"askback/notesfs"
)

// What a listing saw stays known after the entry has gone or fallen outside,
// where Info looks again.
func TestListed(t *testing.T) {
	d, err := notesfs.OpenDir(t.TempDir(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.WriteFile("a", []byte("four"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := d.ReadDir(".")
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if err := errors.Join(d.Remove("a"), d.SetRoots(nil)); err != nil {
		t.Fatal(err)
	}
	if info, err := notesfs.Listed(list[0]); err != nil || info.Size() != 4 {
		t.Errorf("listed: %v, %v", info, err)
	}
	if _, err := list[0].Info(); !errors.Is(err, notesfs.ErrOutsideRoots) {
		t.Errorf("Info: %v, want ErrOutsideRoots", err)
	}
}
