package notesfs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"askback/notesfs"
)

// TestStress lets 64 goroutines do all there is to do at once, for the race
// detector; what can be said of the end is checked.
func TestStress(t *testing.T) {
	f := notesfs.New(&notesfs.Options{MaxBytes: 1 << 20, MaxEntries: 500})
	plant(t, memory{f}, map[string]string{"a/": "", "b/": "", "c/": ""})
	var scopes []*notesfs.Scope
	for range 4 {
		s, err := notesfs.NewScope(f, "a", "b")
		must(t, err)
		scopes = append(scopes, s)
	}
	var wg sync.WaitGroup
	for g := range uint64(64) {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(g, 0))
			name := func() string {
				return fmt.Sprintf("%c/%c/%c", 'a'+r.IntN(3), 'a'+r.IntN(4), 'a'+r.IntN(4))[:1+2*r.IntN(3)]
			}
			s := scopes[g%4]
			for range 300 {
				stressOp(r, f, s, name)
			}
		})
	}
	wg.Wait()
	if bytes, entries := f.Usage(); bytes < 0 || entries < 0 || bytes > 1<<20 || entries > 500 {
		t.Error(bytes, entries)
	}
	for _, s := range scopes {
		must(t, s.SetRoots(nil))
	}
	bytes, entries := f.Usage()
	if a, b := f.Snapshot().Usage(); a != bytes || b != entries {
		t.Error("revoked handles must leave nothing:", bytes-a, entries-b)
	}
	must(t, f.RemoveAll("a"))
}

func stressOp(r *rand.Rand, f *notesfs.FS, s *notesfs.Scope, name func() string) {
	switch r.IntN(12) {
	case 0:
		_ = s.WriteFile(name(), make([]byte, r.IntN(20_000)), 0o600)
	case 1:
		_ = s.MkdirAll(name(), 0o700)
	case 2:
		_ = s.Rename(name(), name())
	case 3:
		_ = s.RemoveAll(name())
	case 4:
		_ = s.Symlink("../"+name(), name())
	case 5:
		_, _ = s.ReadFile(name())
	case 6:
		if list, err := s.ReadDir(name()); err == nil {
			for _, e := range list {
				_, _ = e.Info()
			}
		}
	case 7:
		if r.IntN(4) == 0 {
			_ = s.SetRoots([]string{name(), name()})
		}
	case 8, 9:
		if h, err := s.OpenFile(name(), os.O_RDWR|os.O_CREATE, 0o600); err == nil {
			_, _ = h.WriteAt(make([]byte, 10), int64(r.IntN(20_000)))
			_, _ = h.ReadAt(make([]byte, 10), 0)
			_, _ = h.ReadDir(2)
			_, _ = h.Stat()
			if r.IntN(3) > 0 {
				_ = h.Close()
			}
		}
	case 10:
		snap := f.Snapshot()
		_ = fs.WalkDir(snap, ".", func(string, fs.DirEntry, error) error { return nil })
		if r.IntN(8) == 0 {
			f.Restore(snap)
		}
	case 11:
		notesfs.Diff(f.Snapshot(), f.Snapshot())
	}
}

// TestRevocationIsComplete writes through handles while the roots are taken away:
// once SetRoots has returned, nothing more may arrive.
func TestRevocationIsComplete(t *testing.T) {
	for _, impl := range views {
		t.Run(impl.name, func(t *testing.T) {
			v, admin := impl.make(t, "in", "out")
			plant(t, admin, map[string]string{"in/f": "", "out/f": ""})
			var wg sync.WaitGroup
			var started sync.WaitGroup
			var taken atomic.Bool
			for range 8 {
				h, err := v.OpenFile("out/f", os.O_WRONLY|os.O_APPEND, 0)
				must(t, err)
				started.Add(1)
				wg.Go(func() {
					defer h.Close()
					for first := true; ; first = false {
						late := taken.Load()
						_, err := h.Write([]byte("x"))
						if first {
							started.Done()
						}
						switch {
						case err == nil && late:
							t.Error("a write that began after SetRoots returned succeeded")
							return
						case errors.Is(err, notesfs.ErrOutsideRoots):
							return
						case err != nil:
							t.Error(err)
							return
						}
					}
				})
			}
			started.Wait()
			must(t, v.SetRoots([]string{"in"}))
			taken.Store(true)
			size, err := admin.Stat("out/f")
			must(t, err)
			wg.Wait()
			if after, err := admin.Stat("out/f"); err != nil || after.Size() != size.Size() {
				t.Error("something arrived after SetRoots returned", err)
			}
		})
	}
}

func TestScopesAreApart(t *testing.T) {
	f := notesfs.New(nil)
	plant(t, memory{f}, notes)
	a, err := notesfs.NewScope(f, nt)
	must(t, err)
	b, err := notesfs.NewScope(f, sc)
	must(t, err)
	h, err := a.OpenFile(nt+"/a.md", os.O_RDWR, 0)
	must(t, err)
	must(t, b.SetRoots(nil))
	_, err = h.Write([]byte("x"))
	want(t, "Write", "ok", err)
	_, err = b.ReadFile(nt + "/a.md")
	want(t, "ReadFile", "outside", err)
	if _, err := notesfs.NewScope(f, "/"); !errors.Is(err, fs.ErrInvalid) || !strings.Contains(err.Error(), "/") {
		t.Error(err)
	}
}
