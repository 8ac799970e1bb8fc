package notesfs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"askback/notesfs"
)

// The differential test runs the same random operations on an FS and on a real
// directory, and compares every result, every error and, now and then, the trees.

// A duel is one run on both sides. Handles are kept in pairs.
type duel struct {
	t       testing.TB
	fsys    *notesfs.FS
	sys     [2]system
	handles [][2]handle
	roll    dice
	over    bool
	ops     int
	log     []string // the last operations
	kept    []keptSnapshot
}

type keptSnapshot struct {
	snap *notesfs.Snapshot
	data []byte
}

func newDuel(t testing.TB, dir string, roll dice) *duel {
	f := notesfs.New(nil)
	return &duel{t: t, fsys: f, sys: [2]system{memory{f}, realDir{dir}}, roll: roll}
}

func (d *duel) n(k int) int {
	v, ok := d.roll(k)
	d.over = d.over || !ok
	return v
}

// both runs f on each side and compares what it says.
func (d *duel) both(what string, f func(system, int) (string, error)) {
	d.t.Helper()
	d.ops++
	if d.log = append(d.log, what); len(d.log) > 60 {
		d.log = d.log[30:]
	}
	var said [2]string
	for side, sys := range d.sys {
		text, err := f(sys, side)
		said[side] = text + " " + errorKind(err)
	}
	if said[0] != said[1] {
		d.t.Fatalf("operation %d differs:\n%s\nnotesfs: %s\nos:      %s", d.ops, strings.Join(d.log, "\n"), said[0], said[1])
	}
}

func (d *duel) run() {
	for !d.over {
		if len(d.handles) > 0 && d.n(5) < 2 {
			d.handleOp()
		} else {
			d.pathOp()
		}
		if d.ops%512 == 0 {
			d.compare()
		}
	}
	for _, pair := range d.handles {
		d.both("close", func(_ system, side int) (string, error) { return "", pair[side].Close() })
	}
	d.compare()
	if bytes, entries := d.fsys.Usage(); fmt.Sprint(bytes, entries) != fmt.Sprint(d.fsys.Snapshot().Usage()) {
		d.t.Errorf("usage is %d, %d: something is left of removed files", bytes, entries)
	}
}

func (d *duel) open() {
	if len(d.handles) == 12 {
		return
	}
	name, flag := d.name(), []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR}[d.n(3)]
	for _, f := range []int{os.O_APPEND, os.O_CREATE, os.O_EXCL, os.O_TRUNC} {
		if d.n(3) == 0 {
			flag |= f
		}
	}
	if d.n(9) == 0 {
		name, flag = ".", os.O_RDONLY
	}
	var pair [2]handle
	d.both(fmt.Sprintf("open %s %x", name, flag), func(s system, side int) (string, error) {
		h, err := s.OpenFile(name, flag, 0o644)
		pair[side] = h
		return "", err
	})
	if pair[0] != nil {
		d.handles = append(d.handles, pair)
	}
}

func (d *duel) pathOp() {
	name := d.name()
	switch d.n(24) {
	case 0, 1, 2, 3:
		d.open()
	case 4, 5:
		data := d.data()
		d.both(fmt.Sprint("writefile ", name, len(data)), func(s system, _ int) (string, error) { return "", s.WriteFile(name, data, 0o600) })
	case 6, 7, 8:
		d.both("mkdir "+name, func(s system, _ int) (string, error) { return "", s.Mkdir(name, 0o750) })
	case 9:
		d.both("mkdirall "+name, func(s system, _ int) (string, error) { return "", s.MkdirAll(name, 0o755) })
	case 10:
		target := d.target()
		d.both("symlink "+target+" "+name, func(s system, _ int) (string, error) { return "", s.Symlink(target, name) })
		d.removeEscapes()
	case 11:
		d.both("remove "+name, func(s system, _ int) (string, error) { return "", s.Remove(name) })
	case 12:
		if d.n(3) == 0 {
			d.both("removeall "+name, func(s system, _ int) (string, error) { return "", cause(s.RemoveAll(name)) })
		}
	case 13, 14, 15:
		to := d.name()
		d.both("rename "+name+" "+to, func(s system, _ int) (string, error) { return "", s.Rename(name, to) })
		d.removeEscapes()
	case 16:
		size := int64(d.size()) - 1
		d.both(fmt.Sprint("truncate ", name, size), func(s system, _ int) (string, error) { return "", s.Truncate(name, size) })
	case 17:
		mode := fs.FileMode(d.n(8))<<6 | 0o444
		d.both(fmt.Sprint("chmod ", name, mode), func(s system, _ int) (string, error) { return "", s.Chmod(name, mode) })
	case 18:
		when := time.Unix(int64(d.n(250)), 5000)
		d.both(fmt.Sprint("chtimes ", name, when), func(s system, _ int) (string, error) {
			err := s.Chtimes(name, time.Time{}, when)
			if err != nil {
				return "", err
			}
			i, err := s.Stat(name)
			return fmt.Sprint(i.ModTime().UnixNano()), err
		})
	case 19:
		d.both("readdir "+name, func(s system, _ int) (string, error) { return listText(s.ReadDir(name)) })
	case 20:
		d.both("readlink "+name, func(s system, _ int) (string, error) { return s.Readlink(name) })
	case 21:
		d.both("stat "+name, func(s system, _ int) (string, error) { return infoText(s.Stat(name)) })
		d.both("lstat "+name, func(s system, _ int) (string, error) { return infoText(s.Lstat(name)) })
	case 22:
		d.both("readfile "+name, func(s system, _ int) (string, error) {
			b, err := s.ReadFile(name)
			return string(b), err
		})
	case 23:
		if d.n(4) == 0 {
			d.iterate(name)
		} else {
			d.snapshot()
		}
	}
}

func (d *duel) handleOp() {
	k := d.n(len(d.handles))
	h := d.handles[k]
	op := func(what string, f func(h handle) (string, error)) {
		d.both(fmt.Sprintf("%s of %s", what, h[0].Name()), func(_ system, side int) (string, error) { return f(h[side]) })
	}
	switch d.n(12) {
	case 0, 1:
		b := make([]byte, d.size())
		op(fmt.Sprint("read ", len(b)), func(h handle) (string, error) {
			n, err := h.Read(b)
			return string(b[:n]), err
		})
	case 2:
		b, off := make([]byte, d.size()), int64(d.size()-1)
		op(fmt.Sprint("readat ", len(b), off), func(h handle) (string, error) {
			n, err := h.ReadAt(b, off)
			return string(b[:n]), err
		})
	case 3, 4:
		b := d.data()
		op(fmt.Sprint("write ", len(b)), func(h handle) (string, error) {
			n, err := h.Write(b)
			return fmt.Sprint(n), err
		})
	case 5:
		b, off := d.data(), int64(d.size()-1)
		op(fmt.Sprint("writeat ", len(b), off), func(h handle) (string, error) {
			n, err := h.WriteAt(b, off)
			return fmt.Sprint(n), err
		})
	case 6:
		off, whence := int64(d.size()-15), d.n(3)
		if i, err := h[0].Stat(); err == nil && i.IsDir() {
			off, whence = 0, io.SeekStart
		}
		op(fmt.Sprint("seek ", off, whence), func(h handle) (string, error) {
			at, err := h.Seek(off, whence)
			return fmt.Sprint(at), err
		})
	case 7:
		size := int64(d.size()) - 1
		op(fmt.Sprint("truncate ", size), func(h handle) (string, error) { return "", h.Truncate(size) })
	case 8:
		op("stat", func(h handle) (string, error) { return infoText(h.Stat()) })
	case 9:
		op("readdir", func(h handle) (string, error) {
			if _, err := h.Seek(0, io.SeekStart); err != nil {
				return "", err
			}
			return listText(h.ReadDir(-1))
		})
	case 10:
		op("sync", func(h handle) (string, error) { return "", h.Sync() })
	case 11:
		op("close", func(h handle) (string, error) { return "", h.Close() })
		if d.n(4) == 0 {
			op("stat closed", func(h handle) (string, error) { return infoText(h.Stat()) })
			op("close again", func(h handle) (string, error) { return "", h.Close() })
		}
		d.handles = slices.Delete(d.handles, k, k+1)
	}
}

// iterate reads a directory in pages while entries come and go. What both sides
// return may differ in those; each is checked against what a reader may expect.
func (d *duel) iterate(name string) {
	before, err := d.sys[0].ReadDir(name)
	if err != nil {
		return
	}
	var touched []string
	page := 1 + d.n(3)
	var pair [2]handle
	d.both("iterate "+name, func(s system, side int) (string, error) {
		h, err := s.OpenFile(name, os.O_RDONLY, 0)
		pair[side] = h
		return "", err
	})
	var seen [2][]string
	for done := [2]bool{}; !done[0] || !done[1]; {
		for side, h := range pair {
			if list, err := h.ReadDir(page); !done[side] {
				for _, e := range list {
					seen[side] = append(seen[side], e.Name())
				}
				done[side] = err != nil
			}
		}
		elem := d.elem()
		touched = append(touched, elem)
		in := path.Join(name, elem)
		if d.n(2) == 0 {
			d.both("removeall "+in, func(s system, _ int) (string, error) { return "", s.RemoveAll(in) })
		} else {
			d.both("mkdir "+in, func(s system, _ int) (string, error) { return "", s.Mkdir(in, 0o755) })
		}
	}
	for side, names := range seen {
		slices.Sort(names)
		if len(slices.Compact(slices.Clone(names))) != len(names) {
			d.t.Fatalf("side %d returned an entry twice: %v", side, names)
		}
		for _, e := range before {
			if !slices.Contains(touched, e.Name()) && !slices.Contains(names, e.Name()) {
				d.t.Fatalf("side %d left out %s: %v", side, e.Name(), names)
			}
		}
		for _, n := range names {
			if !slices.Contains(touched, n) && !slices.ContainsFunc(before, func(e fs.DirEntry) bool { return e.Name() == n }) {
				d.t.Fatalf("side %d invented %s: %v", side, n, names)
			}
		}
		must(d.t, pair[side].Close())
	}
}

// snapshot takes one, and checks that those taken before have not changed. That
// a tree is restored to what it is must not be noticed by anyone.
func (d *duel) snapshot() {
	s := d.fsys.Snapshot()
	data, err := s.MarshalBinary()
	must(d.t, err)
	if d.n(2) == 0 {
		d.fsys.Restore(s)
	}
	if d.kept = append(d.kept, keptSnapshot{s, data}); len(d.kept) > 4 {
		old := d.kept[0]
		d.kept = d.kept[1:]
		if again, _ := old.snap.MarshalBinary(); !bytes.Equal(again, old.data) {
			d.t.Fatal("a snapshot has changed")
		}
		loaded, err := notesfs.UnmarshalSnapshot(old.data)
		must(d.t, err)
		if diff := notesfs.Diff(old.snap, loaded); len(diff) > 0 {
			d.t.Fatal("a loaded snapshot differs:", diff)
		}
	}
}

// removeEscapes removes the links that lead above the top, where the two sides
// cannot agree. Targets have ".." at their beginning only.
func (d *duel) removeEscapes() {
	must(d.t, fs.WalkDir(d.fsys, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.Type() != fs.ModeSymlink {
			return err
		}
		target, err := d.fsys.Readlink(name)
		if strings.Count(target, "..") > strings.Count(name, "/") {
			d.both("remove escaping "+name, func(s system, _ int) (string, error) { return "", s.Remove(name) })
		}
		return err
	}))
}

func (d *duel) compare() {
	d.t.Helper()
	d.both("compare trees", func(s system, _ int) (string, error) {
		var b strings.Builder
		var walk func(dir string) error
		walk = func(dir string) error {
			list, err := s.ReadDir(dir)
			for _, e := range list {
				name := path.Join(dir, e.Name())
				text, errInfo := infoText(s.Lstat(name))
				fmt.Fprintln(&b, name, text)
				var more error
				switch {
				case e.IsDir():
					more = walk(name)
				case e.Type() == fs.ModeSymlink:
					var target string
					target, more = s.Readlink(name)
					b.WriteString(target)
				default:
					var data []byte
					data, more = s.ReadFile(name)
					b.Write(data)
				}
				if err = errors.Join(err, errInfo, more); err != nil {
					return err
				}
			}
			return err
		}
		err := walk(".")
		return b.String(), err
	})
}
