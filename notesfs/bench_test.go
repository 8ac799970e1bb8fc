package notesfs_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"testing/fstest"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/memfs"
	"github.com/go-git/go-billy/v5/util"
	"github.com/spf13/afero"

	"askback/notesfs"
)

// A peer is a file system as the benchmarks use it, each through the calls that
// its own users would make.
type peer interface {
	mkdir(name string) error
	writeFile(name string, data []byte) error
	readFile(name string) ([]byte, error)
	stat(name string) (fs.FileInfo, error)
	readDir(name string) (int, error)
	walk(fn func(name string)) error
	// save keeps the state, and restore brings it back.
	save() (restore func() error, err error)
}

// peers makes an empty one of each.
var peers = []struct {
	name string
	make func(b *testing.B) peer
}{
	{"notesfs", func(*testing.B) peer { f := notesfs.New(nil); return treePeer{f, f} }},
	{"scope", func(b *testing.B) peer {
		f := notesfs.New(nil)
		must(b, f.Mkdir("root", 0o755))
		s, err := notesfs.NewScope(f, "root")
		must(b, err)
		return treePeer{s, f}
	}},
	{"afero", func(*testing.B) peer { return aferoPeer{afero.NewMemMapFs()} }},
	{"mapfs", func(*testing.B) peer { return mapPeer{fstest.MapFS{}} }},
	{"billy", func(*testing.B) peer { return billyPeer{memfs.New()} }},
	{"os", func(b *testing.B) peer {
		dir := ramDir(b)
		r, err := os.OpenRoot(dir)
		must(b, err)
		b.Cleanup(func() { must(b, r.Close()) })
		return osPeer{r, dir, ramDir(b)}
	}},
}

type tree interface {
	fs.FS
	fs.StatFS
	fs.ReadDirFS
	fs.ReadFileFS
	Mkdir(name string, perm fs.FileMode) error
	WriteFile(name string, data []byte, perm fs.FileMode) error
}

type treePeer struct {
	tree
	fsys *notesfs.FS
}

func (p treePeer) mkdir(name string) error                  { return p.Mkdir(name, 0o755) }
func (p treePeer) writeFile(name string, data []byte) error { return p.WriteFile(name, data, 0o644) }
func (p treePeer) readFile(name string) ([]byte, error)     { return p.ReadFile(name) }
func (p treePeer) stat(name string) (fs.FileInfo, error)    { return p.Stat(name) }
func (p treePeer) walk(fn func(string)) error               { return walk(p.tree, "root", fn) }
func (p treePeer) save() (func() error, error) {
	s := p.fsys.Snapshot()
	return func() error { p.fsys.Restore(s); return nil }, nil
}
func (p treePeer) readDir(name string) (int, error) {
	list, err := p.ReadDir(name)
	return len(list), err
}

func walk(fsys fs.FS, name string, fn func(string)) error {
	return fs.WalkDir(fsys, name, func(name string, _ fs.DirEntry, err error) error {
		fn(name)
		return err
	})
}

type aferoPeer struct{ afero.Fs }

func (p aferoPeer) mkdir(name string) error { return p.Mkdir(name, 0o755) }
func (p aferoPeer) writeFile(name string, data []byte) error {
	return afero.WriteFile(p, name, data, 0o644)
}
func (p aferoPeer) readFile(name string) ([]byte, error)  { return afero.ReadFile(p, name) }
func (p aferoPeer) stat(name string) (fs.FileInfo, error) { return p.Stat(name) }
func (p aferoPeer) walk(fn func(string)) error {
	return afero.Walk(p, "root", func(name string, _ fs.FileInfo, err error) error { fn(name); return err })
}
func (p aferoPeer) readDir(name string) (int, error) {
	list, err := afero.ReadDir(p, name)
	return len(list), err
}
func (p aferoPeer) save() (func() error, error) {
	return func() error { return copyTree(p, aferoPeer{afero.NewMemMapFs()}) }, nil
}

type mapPeer struct{ fstest.MapFS }

func (p mapPeer) mkdir(name string) error {
	p.MapFS[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	return nil
}
func (p mapPeer) writeFile(name string, data []byte) error {
	p.MapFS[name] = &fstest.MapFile{Data: append([]byte(nil), data...), Mode: 0o644}
	return nil
}
func (p mapPeer) readFile(name string) ([]byte, error)  { return p.ReadFile(name) }
func (p mapPeer) stat(name string) (fs.FileInfo, error) { return p.Stat(name) }
func (p mapPeer) walk(fn func(string)) error            { return walk(p.MapFS, "root", fn) }
func (p mapPeer) readDir(name string) (int, error) {
	list, err := p.ReadDir(name)
	return len(list), err
}

// save copies the map alone: whoever never writes into a MapFile may do that.
func (p mapPeer) save() (func() error, error) {
	saved := maps.Clone(p.MapFS)
	return func() error { p.MapFS = maps.Clone(saved); return nil }, nil
}

type billyPeer struct{ billy.Filesystem }

func (p billyPeer) mkdir(name string) error { return p.MkdirAll(name, 0o755) }
func (p billyPeer) writeFile(name string, data []byte) error {
	return util.WriteFile(p, name, data, 0o644)
}
func (p billyPeer) readFile(name string) ([]byte, error)  { return util.ReadFile(p, name) }
func (p billyPeer) stat(name string) (fs.FileInfo, error) { return p.Stat(name) }
func (p billyPeer) walk(fn func(string)) error {
	return util.Walk(p, "root", func(name string, _ fs.FileInfo, err error) error { fn(name); return err })
}
func (p billyPeer) readDir(name string) (int, error) {
	list, err := p.ReadDir(name)
	return len(list), err
}
func (p billyPeer) save() (func() error, error) {
	return func() error { return copyTree(p, billyPeer{memfs.New()}) }, nil
}

type osPeer struct {
	*os.Root
	dir, spare string
}

func (p osPeer) mkdir(name string) error                  { return p.Mkdir(name, 0o755) }
func (p osPeer) writeFile(name string, data []byte) error { return p.WriteFile(name, data, 0o644) }
func (p osPeer) readFile(name string) ([]byte, error)     { return p.ReadFile(name) }
func (p osPeer) stat(name string) (fs.FileInfo, error)    { return p.Stat(name) }
func (p osPeer) walk(fn func(string)) error               { return walk(p.FS(), "root", fn) }
func (p osPeer) readDir(name string) (int, error) {
	list, err := fs.ReadDir(p.FS(), name)
	return len(list), err
}
func (p osPeer) save() (func() error, error) {
	return func() error {
		if err := os.RemoveAll(p.spare); err != nil {
			return err
		}
		return os.CopyFS(p.spare, os.DirFS(p.dir))
	}, nil
}

// copyTree is what snapshot and restore come to without shared structure.
func copyTree(from, to peer) error {
	return from.walk(func(name string) {
		if data, err := from.readFile(name); err == nil && len(data) > 0 {
			_ = to.writeFile(name, data)
		}
	})
}

var kib = make([]byte, 1024)

// names returns n names in directories of perDir, all below "root".
func names(n, perDir int) (dirs, files []string) {
	dirs = []string{"root"}
	for i := range n {
		if i%perDir == 0 {
			dirs = append(dirs, fmt.Sprintf("root/d%04d", i/perDir))
		}
		files = append(files, fmt.Sprintf("root/d%04d/note-%06d.md", i/perDir, i))
	}
	return dirs, files
}

func fill(b *testing.B, p peer, dirs, files []string) {
	b.Helper()
	for _, name := range dirs {
		if err := p.mkdir(name); err != nil && name != "root" {
			b.Fatal(err)
		}
	}
	for _, name := range files {
		must(b, p.writeFile(name, kib))
	}
}

// each runs a benchmark on every peer, filled with n files.
func each(b *testing.B, n, perDir int, f func(b *testing.B, p peer, dirs, files []string)) {
	dirs, files := names(n, perDir)
	for _, peer := range peers {
		b.Run(peer.name, func(b *testing.B) {
			p := peer.make(b)
			fill(b, p, dirs, files)
			runtime.GC()
			b.ReportAllocs()
			b.ResetTimer()
			f(b, p, dirs, files)
		})
	}
}

// BenchmarkCreate1K begins again with an empty peer after 10,000 files. One is
// filled before, so that no peer pays for the growth of the heap.
func BenchmarkCreate1K(b *testing.B) {
	dirs, files := names(10_000, 100)
	for _, peer := range peers {
		b.Run(peer.name, func(b *testing.B) {
			fill(b, peer.make(b), dirs, files)
			b.ReportAllocs()
			var p interface{ writeFile(string, []byte) error }
			for i := 0; b.Loop(); i++ {
				if i%len(files) == 0 {
					b.StopTimer()
					fresh := peer.make(b)
					fill(b, fresh, dirs, nil)
					p = fresh
					b.StartTimer()
				}
				if err := p.writeFile(files[i%len(files)], kib); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// order is a fixed random order, so that no peer is read as it was filled.
func order(n int) []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) }

func BenchmarkRead1K(b *testing.B) {
	each(b, 1000, 100, func(b *testing.B, p peer, _, files []string) {
		at := order(len(files))
		for i := 0; b.Loop(); i++ {
			if data, err := p.readFile(files[at[i%len(at)]]); err != nil || len(data) != len(kib) {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParallelRead1K(b *testing.B) {
	each(b, 1000, 100, func(b *testing.B, p peer, _, files []string) {
		if _, ok := p.(billyPeer); ok {
			b.Skip("not safe for concurrent use")
		}
		at := order(len(files))
		b.RunParallel(func(pb *testing.PB) {
			for i := rand.IntN(len(at)); pb.Next(); i++ {
				if data, err := p.readFile(files[at[i%len(at)]]); err != nil || len(data) != len(kib) {
					b.Error(err)
				}
			}
		})
	})
}

func BenchmarkStat(b *testing.B) {
	each(b, 1000, 100, func(b *testing.B, p peer, _, files []string) {
		at := order(len(files))
		for i := 0; b.Loop(); i++ {
			if _, err := p.stat(files[at[i%len(at)]]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkReadDir10K(b *testing.B) {
	each(b, 10_000, 10_000, func(b *testing.B, p peer, dirs, files []string) {
		for b.Loop() {
			if n, err := p.readDir(dirs[1]); err != nil || n != len(files) {
				b.Fatal(n, err)
			}
		}
	})
}

func BenchmarkWalk100K(b *testing.B) {
	each(b, 100_000, 1000, func(b *testing.B, p peer, _, files []string) {
		for b.Loop() {
			n := 0
			if err := p.walk(func(string) { n++ }); err != nil || n < len(files) {
				b.Fatal(n, err)
			}
		}
	})
}

func BenchmarkSnapshotRestore100K(b *testing.B) {
	each(b, 100_000, 1000, func(b *testing.B, p peer, _, files []string) {
		for b.Loop() {
			restore, err := p.save()
			if err == nil {
				err = restore()
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkBytesPerFile reports what the heap holds for each of 100,000 files of
// 1 KiB, the names being garbage where the peer does not keep them.
func BenchmarkBytesPerFile(b *testing.B) {
	for _, peer := range peers[:len(peers)-1] {
		b.Run(peer.name, func(b *testing.B) {
			for b.Loop() {
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				p := peer.make(b)
				const n = 100_000
				dirs, _ := names(n, 1000)
				fill(b, p, dirs, nil)
				for i := range n {
					must(b, p.writeFile(fmt.Sprintf("root/d%04d/note-%06d.md", i/1000, i), kib))
				}
				dirs = nil
				runtime.GC()
				runtime.GC()
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "B/file")
				runtime.KeepAlive(p)
			}
		})
	}
}

// BenchmarkOpen compares a resolved open and close, five elements deep, with and
// without roots.
func BenchmarkOpen(b *testing.B) {
	f := notesfs.New(nil)
	const notes, name = "home/alice/Documents/Notes", "home/alice/Documents/Notes/tps.md"
	must(b, f.MkdirAll(notes, 0o755))
	must(b, f.WriteFile(name, kib, 0o644))
	s, err := notesfs.NewScope(f, "home/alice/Scratch", notes)
	must(b, err)
	b.Run("notesfs", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			h, err := f.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				b.Fatal(err)
			}
			_ = h.Close()
		}
	})
	b.Run("scope", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			h, err := s.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				b.Fatal(err)
			}
			_ = h.Close()
		}
	})
}

// BenchmarkGrowth does the same work in trees of very different size, on 100
// files spread over each, so that what grows is the tree and not the part of it
// that has to fit the processor's caches.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		f := notesfs.New(nil)
		p := treePeer{f, f}
		dirs, files := names(n, 100)
		for _, name := range dirs {
			must(b, p.mkdir(name))
		}
		for _, name := range files {
			must(b, p.writeFile(name, kib[:10]))
		}
		work := []struct {
			name string
			do   func(name string) error
		}{
			{"stat", func(name string) error { _, err := f.Stat(name); return err }},
			{"rewrite", func(name string) error { return f.WriteFile(name, kib[:10], 0o644) }},
			{"rename", func(name string) error {
				if err := f.Rename(name, "root/d0000/moved"); err != nil {
					return err
				}
				return f.Rename("root/d0000/moved", name)
			}},
			{"snapshot", func(string) error { f.Snapshot(); return nil }},
			{"snapshot-rewrite-restore", func(name string) error {
				s := f.Snapshot()
				err := f.WriteFile(name, kib[:10], 0o644)
				f.Restore(s)
				return err
			}},
			{"snapshot-rewrite-diff", func(name string) error {
				s := f.Snapshot()
				err := f.WriteFile(name, kib[:11], 0o644)
				notesfs.Diff(s, f.Snapshot())
				return err
			}},
		}
		runtime.GC()
		for _, w := range work {
			b.Run(fmt.Sprintf("%s/files=%d", w.name, n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					if err := w.do(files[i%100*(n/100)]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
