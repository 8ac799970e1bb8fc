package notesfs

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestDirectoryAgainstMap keeps a dnode and a map in step, and checks that the
// dnodes of earlier generations do not change.
func TestDirectoryAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	type version struct {
		dir  *dnode
		want map[string]ino
	}
	for _, space := range []int{10, 100, 5000} {
		var dir *dnode
		want, gen := map[string]ino{}, uint64(1)
		var old []version
		for op := range 20_000 {
			name := fmt.Sprintf("note-%05d.md", r.IntN(space))
			growing := op%8000 < 5000
			if _, ok := want[name]; ok && (!growing || r.IntN(3) == 0) {
				dir = dir.remove(gen, name)
				delete(want, name)
			} else if growing || r.IntN(3) == 0 {
				want[name] = ino(op)
				dir = dir.set(gen, dirent{name, ino(op)})
			}
			if op%997 == 0 {
				old = append(old, version{dir, maps.Clone(want)})
				gen++
			}
		}
		for _, v := range append(old, version{dir, want}) {
			var got []dirent
			v.dir.each("", func(run []dirent) bool { got = append(got, run...); return true })
			names := slices.Sorted(maps.Keys(v.want))
			if len(got) != len(names) {
				t.Fatalf("%d entries, want %d", len(got), len(names))
			}
			for i, name := range names {
				if got[i] != (dirent{name, v.want[name]}) || v.dir.find(name) != v.want[name] {
					t.Fatalf("entry %d is %v, want %s", i, got[i], name)
				}
			}
			if v.dir.find("no such note") != 0 {
				t.Fatal("found what is not there")
			}
			for range 20 {
				after := fmt.Sprintf("note-%05d.md", r.IntN(space))
				next := ""
				v.dir.each(after, func(run []dirent) bool { next = run[0].name; return false })
				i, found := slices.BinarySearch(names, after)
				if found {
					i++
				}
				if i < len(names) && next != names[i] || i == len(names) && next != "" {
					t.Fatalf("after %s comes %q", after, next)
				}
			}
		}
	}
}

// TestContentAgainstBytes does the same with the content of a file.
func TestContentAgainstBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	type version struct {
		n    inode
		want []byte
	}
	var n inode
	var want []byte
	var old []version
	gen := uint64(1)
	for op := range 3000 {
		off := r.IntN(3 * blockSize)
		if r.IntN(2) == 0 {
			off = min(off, len(want))
		}
		switch r.IntN(5) {
		case 0, 1, 2:
			p := bytes.Repeat([]byte{byte(op)}, 1+r.IntN(40)*r.IntN(600))
			n.writeAt(gen, p, int64(off))
			want = append(want, make([]byte, max(0, off+len(p)-len(want)))...)
			copy(want[off:], p)
		case 3:
			n.truncate(gen, int64(off))
			want = append(want, make([]byte, max(0, off-len(want)))...)[:off]
		case 4:
			if op%50 == 0 {
				n.data, n.blocks = string(want), nil
			}
			old = append(old, version{n, slices.Clone(want)})
			gen++
		}
		if got := n.bytes(); !bytes.Equal(got, want) || n.size() != int64(len(want)) {
			t.Fatalf("operation %d: %d bytes differ from %d", op, len(got), len(want))
		}
		want = slices.Clip(want)
	}
	for i, v := range old {
		if !bytes.Equal(v.n.bytes(), v.want) {
			t.Fatal("an earlier content has changed")
		}
		if w := old[r.IntN(len(old))]; sameContent(&v.n, &w.n) != bytes.Equal(v.want, w.want) {
			t.Fatal("sameContent is wrong at", i)
		}
	}
}

func TestTableForgetsPages(t *testing.T) {
	var tab table
	for i := range uint64(20_000) {
		*tab.edit(1, makeIno(i, kindFile)) = inode{parent: top}
	}
	for i := range uint64(20_000) {
		if i != 12_345 {
			tab.remove(1, makeIno(i, kindFile))
		}
	}
	if tab.get(makeIno(12_345, kindFile)) == nil || tab.get(makeIno(12_346, kindFile)) != nil || tab.get(makeIno(1<<40, kindFile)) != nil {
		t.Error("wrong inodes are left")
	}
	tab.remove(1, makeIno(12_345, kindFile))
	if tab.root != (slot{}) {
		t.Error("an empty table holds memory")
	}
	tab.diff(&table{}, func(index uint64, _, _ *inode) { t.Error("found", index) })
}

// TestCheckName holds checkName to the words of its contract.
func TestCheckName(t *testing.T) {
	for _, name := range []string{
		"", ".", "..", "a", "a/b", "/a", "a/", "a//b", "a/.", "./a", "a/../b", "a/..b", "...", "a\x00", "\xff", "é", "a/é/\xc3", "a\\b", "a:b",
		strings.Repeat("x", 255), strings.Repeat("x", 256), strings.Repeat("é", 128), strings.Repeat("x/", 2047) + "x", strings.Repeat("x/", 2048) + "x",
	} {
		want := fs.ValidPath(name) && !strings.Contains(name, "\x00") && len(name) <= 4095
		for elem := range strings.SplitSeq(name, "/") {
			want = want && len(elem) <= 255
		}
		if got := checkName(name) == nil; got != want {
			t.Errorf("%.40q: %v, want %v", name, got, want)
		}
	}
}

func TestArenaCopies(t *testing.T) {
	var a arena
	var names []string
	for i := range 1000 {
		names = append(names, a.keep(fmt.Sprint("name", i, strings.Repeat("x", i%80))))
	}
	for i, name := range names {
		if name != fmt.Sprint("name", i, strings.Repeat("x", i%80)) {
			t.Fatal(i, name)
		}
	}
}
