//go:build unix

package notesfs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"askback/notesfs"
)

// What is particular to Dir.

func TestDirRefusesPipes(t *testing.T) {
	dir := ramDir(t)
	d, err := notesfs.OpenDir(dir, ".")
	must(t, err)
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	for _, flag := range []int{os.O_RDONLY, os.O_RDWR} {
		if _, err := d.OpenFile("pipe", flag, 0); !errors.Is(err, fs.ErrInvalid) {
			t.Error(err)
		}
	}
	list, err := d.ReadDir(".")
	if err != nil || len(list) != 1 || list[0].Type() != fs.ModeNamedPipe {
		t.Error(list, err)
	}
}

func TestDirLinks(t *testing.T) {
	dir := ramDir(t)
	plant(t, realDir{dir}, with(map[string]string{nt + "/to-scratch": "-> ../Scratch/s.md", nt + "/absolute": "-> /" + nt + "/a.md"}))
	d, err := notesfs.OpenDir(dir, nt, sc)
	must(t, err)
	_, err = d.ReadFile(nt + "/to-scratch")
	want(t, "link from one root into another", "outside", err)
	_, err = d.ReadFile(nt + "/absolute")
	want(t, "absolute link", "outside", err)
	if err := d.Rename(nt+"/a.md", sc+"/a.md"); !errors.Is(err, syscall.EXDEV) {
		t.Error(err)
	}
	must(t, d.SetRoots([]string{nt, sc, "home/alice"}))
	reads(map[string]string{nt + "/to-scratch": "s"})(t, d, nil)
	want(t, "Rename within a wider root", "ok", d.Rename(nt+"/a.md", sc+"/a.md"))
}

func TestDirBase(t *testing.T) {
	if _, err := notesfs.OpenDir(filepath.Join(ramDir(t), "no")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	dir := ramDir(t)
	must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("f"), 0o600))
	name := filepath.ToSlash(dir)[1:]
	d, err := notesfs.OpenDir("/", name)
	must(t, err)
	reads(map[string]string{name + "/f": "f", "etc/passwd": "[outside]"})(t, d, nil)
}
