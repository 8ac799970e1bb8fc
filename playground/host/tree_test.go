package host_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/notesfs"
	"askback/playground/host"
)

// plant makes files; a name that ends in a slash is a directory, a content that
// begins with "-> " a symlink.
func plant(t *testing.T, files *notesfs.FS, content map[string]string) {
	t.Helper()
	for name, text := range content {
		target, link := strings.CutPrefix(text, "-> ")
		dir, isDir := strings.CutSuffix(name, "/")
		switch {
		case isDir:
			must(t, files.MkdirAll(dir, 0o755))
		case link:
			must(t, files.MkdirAll(path.Dir(name), 0o755), files.Symlink(target, name))
		default:
			must(t, files.MkdirAll(path.Dir(name), 0o755), files.WriteFile(name, []byte(text), 0o644))
		}
	}
}

// A far tree is files in another process: they come in their serial form, and no
// snapshot knows another.
type far struct{ files *notesfs.FS }

func (f far) Snapshot(context.Context) (*notesfs.Snapshot, error) {
	data, err := f.files.Snapshot().MarshalBinary()
	if err != nil {
		return nil, err
	}
	return notesfs.UnmarshalSnapshot(data)
}

func (f far) Restore(_ context.Context, s *notesfs.Snapshot) error {
	f.files.Restore(s)
	return nil
}

// eachTree drives a host over files that are near and over files that are far.
// call calls a tool that does something to them.
func eachTree(t *testing.T, content map[string]string, roots []string, f func(files *notesfs.FS, h *host.Host, call func(func()))) {
	for name, wrap := range map[string]func(*notesfs.FS) host.Tree{
		"near": func(files *notesfs.FS) host.Tree { return tree{files} },
		"far":  func(files *notesfs.FS) host.Tree { return far{files} },
	} {
		t.Run(name, func(t *testing.T) {
			files := notesfs.New(nil)
			plant(t, files, content)
			act := func() {}
			setUp := func(p *peer, o *host.Options) {
				o.Tree, o.Roots = wrap(files), roots
				p.answers["tools/call"] = func(*jsonrpc.Request) any {
					act()
					return map[string]any{"content": []any{}}
				}
			}
			drive(t, setUp, func(p *peer, h *host.Host) {
				wantReady(t, h)
				do(h, "tool name=one")
				f(files, h, func(does func()) {
					act = does
					do(h, "call")
				})
			})
		})
	}
}

// lines are what is in sight of a tree, indented, each with what is to be said of
// it.
func lines(n host.Node) (out []string) {
	var walk func(n host.Node, indent string)
	walk = func(n host.Node, indent string) {
		words := []string{indent + n.Base}
		words = append(words, map[host.Side]string{host.Outside: "outside", host.Inside: "inside", host.Partly: "partly"}[n.Side])
		if n.Root {
			words[1] = "root"
		}
		if n.Target != "" {
			words = append(words, "-> "+n.Target, map[host.Lead]string{host.LeadsInside: "(inside)", host.LeadsOutside: "(outside)", host.LeadsNowhere: "(nowhere)"}[n.Leads])
		}
		switch n.Mark {
		case host.Created:
			words = append(words, "created")
		case host.Changed:
			words = append(words, "changed")
		case host.Gone:
			words = append(words, "gone")
		case host.Moved:
			words = append(words, "moved from "+n.Other)
		case host.MovedAway:
			words = append(words, "moved to "+n.Other)
		}
		if n.Edited {
			words = append(words, "and changed")
		}
		if n.Dir && !n.Open && n.Entries > 0 {
			words = append(words, fmt.Sprintf("folded %d", n.Entries))
		}
		if n.Changes > 0 {
			words = append(words, fmt.Sprintf("with %d changes", n.Changes))
		}
		out = append(out, strings.Join(words, " "))
		for _, c := range n.Children {
			walk(c, indent+" ")
		}
		if left := n.Entries - len(n.Children); n.Open && left > 0 {
			out = append(out, fmt.Sprintf("%s …%d", indent, left))
		}
	}
	walk(n, "")
	return out
}

func wantTree(t *testing.T, h *host.Host, want ...string) {
	t.Helper()
	if got := lines(h.State().Tree); !slices.Equal(got, want) {
		t.Errorf("the tree is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSides(t *testing.T) {
	content := map[string]string{
		"a/in/x": "", "a/out/y": "", "b/": "", "z": "",
		"a/in/up":  "-> ../out/y",
		"a/in/own": "-> x",
		"a/in/off": "-> /nowhere",
		"a/to":     "-> /a/in/own",
		"a/loop":   "-> loop",
	}
	eachTree(t, content, []string{"a/in", "z", "not/there"}, func(files *notesfs.FS, h *host.Host, call func(func())) {
		wantTree(t, h,
			"/ partly",
			" a partly",
			"  in root",
			"   off inside -> /nowhere (nowhere)",
			"   own inside -> x (inside)",
			"   up inside -> ../out/y (outside)",
			"   x inside",
			"  loop outside -> loop (nowhere)",
			"  out outside",
			"   y outside",
			"  to outside -> /a/in/own (inside)",
			" b outside",
			" z root",
		)
		s := h.State()
		for _, r := range s.Roots {
			if r.Missing != (r.Name == "not/there") {
				t.Errorf("root %+v", r)
			}
		}
		do(h, "root-add name=.")
		if got := lines(h.State().Tree); got[0] != "/ root" || got[3] != "   off inside -> /nowhere (nowhere)" || got[9] != "   y inside" {
			t.Errorf("all is allowed: %q", got)
		}
	})
}

// What a call did is shown, and a move is no loss and no gain.
func TestChanges(t *testing.T) {
	content := map[string]string{
		"a/one": "1", "a/two": "2", "a/three": "3", "a/four": "4", "b/": "",
		"dir/x": "x", "dir/sub/y": "y", "old/p": "p", "old/q/r": "r",
	}
	eachTree(t, content, []string{"a"}, func(files *notesfs.FS, h *host.Host, call func(func())) {
		call(func() {
			must(t,
				files.Remove("a/one"), files.Rename("a/two", "b/zwei"), files.WriteFile("a/three", []byte("III"), 0o644),
				files.WriteFile("a/new", nil, 0o644), files.Rename("dir", "b/dir"), files.RemoveAll("old"))
		})
		wantTree(t, h,
			"/ partly",
			" a root",
			"  four inside",
			"  new inside created",
			"  one inside gone",
			"  three inside changed",
			"  two inside moved to b/zwei",
			" b outside",
			"  dir outside moved from dir",
			"   sub outside",
			"    y outside",
			"   x outside",
			"  zwei outside moved from a/two",
			" dir outside moved to b/dir",
			" old outside gone",
		)
		do(h, "fold name=a")
		do(h, "fold name=b")
		if got := lines(h.State().Tree); got[1] != " a root folded 5 with 3 changes" || got[2] != " b outside folded 2 with 2 changes" {
			t.Errorf("folded: %q", got)
		}
		call(func() {})
		for _, line := range lines(h.State().Tree) {
			if strings.ContainsAny(line, "1") || strings.Contains(line, "changes") || strings.Contains(line, "moved") {
				t.Errorf("after a call that did nothing: %q", line)
			}
		}
	})
}

// Files that are alike are not taken for each other without need, and what was
// moved and then changed is told of as what is certain.
func TestMovesOfLikes(t *testing.T) {
	content := map[string]string{"a/x": "same", "a/y": "same", "b/": "", "c": "long enough"}
	eachTree(t, content, nil, func(files *notesfs.FS, h *host.Host, call func(func())) {
		call(func() {
			must(t, files.Rename("a/x", "b/x"), files.Rename("a/y", "b/y"))
		})
		got := strings.Join(lines(h.State().Tree), "\n")
		for _, want := range []string{"x outside moved from a/x", "y outside moved from a/y", "x outside moved to b/x", "y outside moved to b/y"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
		call(func() {
			must(t, files.Rename("c", "d"), files.WriteFile("d", []byte("longer still"), 0o644))
		})
		got = strings.Join(lines(h.State().Tree), "\n")
		moved := strings.Contains(got, "d outside moved from c and changed") && strings.Contains(got, "c outside moved to d")
		replaced := strings.Contains(got, "d outside created") && strings.Contains(got, "c outside gone")
		if !moved && !replaced {
			t.Errorf("moved and changed:\n%s", got)
		}
	})
}

// manyFiles are so many files, a hundred in each directory.
func manyFiles(t testing.TB, count int) *notesfs.FS {
	t.Helper()
	files := notesfs.New(nil)
	for i := range count {
		dir := fmt.Sprintf("data/d%03d", i/100)
		if i%100 == 0 {
			if err := files.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := files.WriteFile(fmt.Sprintf("%s/f%02d.md", dir, i%100), []byte(fmt.Sprintf("note %d", i)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// A large tree begins folded, but for the way to the roots, and opens as far as
// the person wants.
func TestFolding(t *testing.T) {
	files := manyFiles(t, 10_000)
	must(t, files.MkdirAll("flat", 0o755))
	for i := range 500 {
		must(t, files.WriteFile(fmt.Sprintf("flat/n%03d", i), nil, 0o644))
	}
	setUp := func(p *peer, o *host.Options) {
		o.Tree, o.Roots = tree{files}, []string{"data/d042"}
		p.answers["tools/call"] = func(*jsonrpc.Request) any {
			must(t, files.Remove("flat/n444"), files.Remove("data/d001/f00.md"))
			return map[string]any{"content": []any{}}
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		got := lines(h.State().Tree)
		if len(got) != 1+1+100+1 || got[1] != " data partly" || got[44] != "  d042 root folded 100" || got[102] != " flat outside folded 500" {
			t.Fatalf("%d lines at first: %q", len(got), got)
		}

		do(h, "unfold name=flat")
		do(h, "unfold name=flat") // once more is nothing
		got = lines(h.State().Tree)
		if len(got) != 103+100+1 || got[203] != "  …400" {
			t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
		}
		do(h, "more name=flat")
		if got = lines(h.State().Tree); len(got) != 103+200+1 || got[303] != "  …300" {
			t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
		}
		do(h, "fold name=data")
		if got = lines(h.State().Tree); len(got) != 3+200+1 || got[1] != " data partly folded 100" {
			t.Errorf("%d lines, %q", len(got), got[:3])
		}

		// What changes is in sight or counted, wherever it is, and what was folded
		// stays so.
		do(h, "tool name=one")
		do(h, "call tool=one")
		got = lines(h.State().Tree)
		if got[1] != " data partly folded 100 with 1 changes" || got[203] != "  n444 outside gone" || got[204] != "  …299" {
			t.Errorf("after a call: %q %q", got[:3], got[len(got)-3:])
		}
		for _, nonsense := range []string{"fold name=../x", "unfold name=nothing", "unfold name=flat/n000", "more name=", "unfold"} {
			do(h, nonsense)
		}
		if again := lines(h.State().Tree); !slices.Equal(again, got) {
			t.Errorf("nonsense did something: %d lines", len(again))
		}
	})
}

// So much is unfolded and no more.
func TestFullTree(t *testing.T) {
	files := manyFiles(t, 10_000)
	drive(t, func(p *peer, o *host.Options) { o.Tree = tree{files} }, func(p *peer, h *host.Host) {
		for i := range 100 {
			do(h, fmt.Sprintf("unfold name=data/d%03d", i))
		}
		s := h.State()
		if n := len(lines(s.Tree)); n < 5000 || n > 5200 || !s.TreeFull {
			t.Errorf("%d lines, full: %v", n, s.TreeFull)
		}
		do(h, "fold name=data/d000")
		if s := h.State(); s.TreeFull {
			t.Error("it is full still")
		}
	})
}

// What the state costs does not depend on how many files there are, as long as
// they do not change. Allocations are counted and not time, which depends on who
// else is at work.
func TestStateOfALargeTreeIsCheap(t *testing.T) {
	cost := func(count int) (allocs float64) {
		drive(t, func(p *peer, o *host.Options) { o.Tree, o.Roots = tree{manyFiles(t, count)}, []string{"data/d000"} }, func(p *peer, h *host.Host) {
			allocs = testing.AllocsPerRun(20, func() { h.State() })
		})
		return allocs
	}
	small, large := cost(10), cost(10_000)
	t.Logf("allocations of a state: %.0f with 10 files, %.0f with 10,000", small, large)
	if large > small {
		t.Errorf("%.0f allocations with 10,000 files, %.0f with 10", large, small)
	}
}

// What a changed root costs depends on what is in sight.
func TestRootOfALargeTreeIsCheap(t *testing.T) {
	drive(t, func(p *peer, o *host.Options) { o.Tree = tree{manyFiles(t, 10_000)} }, func(p *peer, h *host.Host) {
		inSight := float64(len(lines(h.State().Tree)))
		i := 0
		allocs := testing.AllocsPerRun(20, func() {
			i++
			h.Handle(host.Intent{Action: "root-add", Args: map[string]string{"name": fmt.Sprintf("data/d%03d", i)}})
			h.State()
		})
		t.Logf("%.0f allocations for a root with %.0f lines in sight", allocs, inSight)
		if allocs > 20*inSight {
			t.Errorf("%.0f allocations with %.0f lines in sight", allocs, inSight)
		}
		synctest.Wait()
	})
}

func BenchmarkState(b *testing.B) {
	for _, count := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			files := manyFiles(b, count).Snapshot()
			h := host.New(host.Options{Files: files, Roots: []string{"data/d000"}})
			defer h.Close()
			for b.Loop() {
				h.State()
			}
		})
	}
}

// A change of the roots has the lines in sight drawn anew.
func BenchmarkRoot(b *testing.B) {
	for _, count := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			h := host.New(host.Options{Files: manyFiles(b, count).Snapshot()})
			defer h.Close()
			args := map[string]string{"name": "data/d000"}
			for b.Loop() {
				h.Handle(host.Intent{Action: "root-add", Args: args})
				h.State()
				h.Handle(host.Intent{Action: "root-remove", Args: args})
				h.State()
			}
		})
	}
}
